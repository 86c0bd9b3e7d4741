"""Damaged messages to the editor server: none may end it by a signal, or make a sanitizer report something, and after those that are
framed it still answers.  usage: mutated.py [MESSAGES [SEED]]; SMEMLINT is in the environment."""
import copy
import json
import os
import random
import subprocess
import sys
import threading
import time

from suite import TRANSPOSE

SESSION = 200  # messages of one server
SETTLED = 0.02  # of the messages, after which the server has the time to analyse the document
SECONDS = 120
URI = "file:///tmp/smemlint-mutated.cu"
DOCUMENT = {"uri": URI}
PLACE = {"line": 6, "character": 50}
RANGE = {"start": {"line": 0, "character": 0}, "end": PLACE}
INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}}
MESSAGES = [INITIALIZE] + [
    {"jsonrpc": "2.0", **({"id": 1} if is_request else {}), "method": method, "params": params}
    for is_request, method, params in (
        (False, "initialized", {}),
        (False, "textDocument/didOpen", {"textDocument": {**DOCUMENT, "languageId": "cuda", "version": 1, "text": TRANSPOSE}}),
        (False, "textDocument/didChange", {"textDocument": {**DOCUMENT, "version": 2}, "contentChanges": [
            {"range": RANGE, "text": "const int TILE = 16;"}, {"text": TRANSPOSE}]}),
        (False, "textDocument/didSave", {"textDocument": DOCUMENT}),
        (False, "textDocument/didClose", {"textDocument": DOCUMENT}),
        (False, "workspace/didChangeConfiguration", {"settings": {"smemlint": {"arch": "sm_90"}}}),
        (False, "workspace/didChangeWatchedFiles", {"changes": [{"uri": URI, "type": 2}]}),
        (False, "workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": "file:///tmp", "name": "tmp"}], "removed": []}}),
        (False, "$/cancelRequest", {"id": 1}),
        (True, "textDocument/hover", {"textDocument": DOCUMENT, "position": PLACE}),
        (True, "textDocument/codeLens", {"textDocument": DOCUMENT}),
        (True, "textDocument/inlayHint", {"textDocument": DOCUMENT, "range": RANGE}),
        (True, "textDocument/diagnostic", {"textDocument": DOCUMENT}),
        (True, "textDocument/codeAction", {"textDocument": DOCUMENT, "range": RANGE, "context": {"diagnostics": [
            {"range": RANGE, "message": "32-way", "code": "smem-bank-conflict-load"}], "only": ["quickfix"]}}),
        (True, "codeAction/resolve", {"title": "pad", "kind": "quickfix", "data": {"uri": URI, "version": 1, "index": 0}}),
        (True, "workspace/executeCommand", {"command": "smemlint.showBankMap", "arguments": [URI, 6]}),
        (True, "smemlint/bankMap", {"textDocument": DOCUMENT, "position": PLACE}),
    )
]
HOVER = next(message for message in MESSAGES if message["method"] == "textDocument/hover")
JUNK = [None, True, 0, -1, 1 << 31, 1 << 62, -(1 << 63), 1.5, 1e308, "", "x", "\ud800", "file://%zz", "file:///dev/zero", "untitled:1",
        "\u0000", "é𝄞" * 9, "a" * 5000, [], {}, [[]], {"uri": {}}, PLACE, RANGE, URI]


def places(value, at=()):
    """The paths to all parts of a value."""
    yield at
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*at, key))


def damage(rng, message):
    message = json.loads(json.dumps(message))
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        *way, key = rng.choice(list(places(message))[1:] or [("id",)])
        holder = message
        for step in way:
            holder = holder[step]
        action = rng.randrange(4)
        if action == 0 and isinstance(holder, dict):
            del holder[key]
        elif action == 1 and isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(rng.choice(JUNK)))
        elif action == 2 and isinstance(holder[key], str) and holder[key]:
            at = rng.randrange(len(holder[key]))
            holder[key] = holder[key][:at] + rng.choice("\0\n%\\\"é{}[]<>") + holder[key][at + rng.randrange(3):]
        else:
            holder[key] = copy.deepcopy(rng.choice(JUNK))
        if not message:
            break
    return message


def encoded(rng, message):
    """The bytes, and whether what follows them is still found."""
    body = bytearray(json.dumps(message).encode())
    for _ in range(rng.randrange(4) if rng.random() < 0.3 else 0):
        body[rng.randrange(len(body))] = rng.randrange(256)
    header = f"Content-Length: {len(body)}\r\n"
    if rng.random() < 0.1:
        header = rng.choice(("X: y\r\n" + header, header.lower(), header + "Content-Type: text\r\n"))
    if rng.random() < 0.002:
        header = rng.choice((f"Content-Length: {len(body) + rng.randrange(-3, 4)}\r\n", "Content-Length: -1\r\n", "\r\n",
                             f"Content-Length: {1 << 70}\r\n", "Content-Length:\r\n", "Content-Length: 9999999999\r\n"))
        return header.encode() + b"\r\n" + bytes(body), False
    return header.encode() + b"\r\n" + bytes(body), True


class Server:
    def __init__(self):
        self.process = subprocess.Popen([os.environ.get("SMEMLINT", "build/smemlint"), "lsp", "--cuda-path", "none"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.out, self.err = bytearray(), bytearray()
        self.threads = [threading.Thread(target=self.drain, args=(stream, into), daemon=True)
                        for stream, into in ((self.process.stdout, self.out), (self.process.stderr, self.err))]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def drain(stream, into):
        for chunk in iter(lambda: stream.read1(65536), b""):
            into.extend(chunk)

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def wait_for(self, mark):
        """Until the output has these bytes; False: the server has ended, or they do not come."""
        for _ in range(SECONDS * 100):
            if mark in self.out:
                return True
            if self.process.poll() is not None:
                return mark in self.out
            time.sleep(0.01)
        return False

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            status = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "none: it hangs"
        for thread in self.threads:
            thread.join()
        return status


def session(rng, n):
    """Messages sent, and what is wrong."""
    server, sent, is_framed = Server(), 0, True
    plain = random.Random(0)
    plain.random = lambda: 1.0
    first = [encoded(plain, message)[0] for message in (*MESSAGES[:3],)] if rng.random() < 0.9 else []
    for data in first:
        server.send(data)
    while sent < n and is_framed:
        data, is_framed = encoded(rng, damage(rng, rng.choice(MESSAGES)))
        sent += 1
        if not server.send(data):
            break
        if is_framed and rng.random() < SETTLED:
            for message in (MESSAGES[2], {"jsonrpc": "2.0", "id": f"hover {sent}", "method": HOVER["method"], "params": HOVER["params"]}):
                server.send(encoded(plain, message)[0])
            if not server.wait_for(f'"hover {sent}"'.encode()):
                break
    if is_framed:
        server.send(encoded(plain, {"jsonrpc": "2.0", "id": "last", "method": "shutdown"})[0])
    status = server.end()
    problems = []
    if status not in (0, 1):
        problems.append(f"exit status {status}")
    if b"Sanitizer" in server.err or b"runtime error" in server.err:
        problems.append("a report of a sanitizer")
    if is_framed and b'"last"' not in server.out:
        problems.append("no answer to the last request")
    return sent, problems, bytes(server.err)


def main():
    wanted, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 400, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sent = failures = number = 0
    while sent < wanted:
        n, problems, err = session(random.Random(f"{seed}.{number}"), min(SESSION, wanted - sent))
        sent += n
        if problems:
            failures += 1
            print(f"session {number} of seed {seed}: {'; '.join(problems)}\n{err.decode(errors='replace')[-2000:]}", flush=True)
        number += 1
    print(f"{sent} messages to {number} servers, {failures} with a problem")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
