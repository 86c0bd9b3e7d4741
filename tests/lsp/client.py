"""A client of the Language Server Protocol for tests: requests, notifications, and messages of the server."""
import json
import os
import subprocess
import threading
import queue
import time


class Failure(Exception):
    """An error response of the server."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")


def uri_of(path):
    return "file://" + os.path.abspath(path)


class Client:
    def __init__(self, command=None, env=None, cwd=None):
        command = command or [os.environ.get("SMEMLINT", "build/smemlint"), "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(env or {})}, cwd=cwd)
        self.answers = {}
        self.notes = []          # (time, method, params)
        self.asked = []          # requests of the server
        self.changed = threading.Condition()
        self.closed = False
        self.last_id = 0
        self.stderr = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=lambda: self.stderr.extend(self.process.stderr), daemon=True).start()

    # --- transport

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    with self.changed:
                        self.closed = True
                        self.changed.notify_all()
                    return
                line = line.strip()
                if not line:
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self._take(json.loads(out.read(length)))

    def _take(self, message):
        with self.changed:
            if "method" in message and "id" in message:
                self.asked.append(message)
            elif "method" in message:
                self.notes.append((time.monotonic(), message["method"], message.get("params")))
            else:
                self.answers.setdefault(message.get("id"), []).append(message)
            self.changed.notify_all()
        if "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})

    def wait(self, found, seconds=30):
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                value = found()
                if value:
                    return value
                left = end - time.monotonic()
                if left <= 0 or self.closed:
                    raise TimeoutError(("the server ended" if self.closed else "timeout; ") + b"".join(self.stderr).decode()[-2000:])
                self.changed.wait(left)

    # --- methods

    def ask(self, method, params=None):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, **({"params": params} if params is not None else {})})
        return self.last_id

    def answer(self, number, seconds=30):
        message = self.wait(lambda: self.answers.get(number), seconds)[0]
        if "error" in message:
            raise Failure(message["error"])
        return message["result"]

    def request(self, method, params=None, seconds=30):
        return self.answer(self.ask(method, params), seconds)

    def notify(self, method, params=None):
        self.send({"method": method, **({"params": params} if params is not None else {})})

    def initialize(self, capabilities=None, folder=None, **more):
        folders = [{"uri": uri_of(folder), "name": "folder"}] if folder else None
        result = self.request("initialize", {"processId": os.getpid(), "rootUri": uri_of(folder) if folder else None,
                                             "workspaceFolders": folders, "capabilities": capabilities or {}, **more})
        self.notify("initialized", {})
        return result

    def open(self, path, text=None, version=1, language="cuda-cpp"):
        if text is None:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri_of(path), "languageId": language, "version": version, "text": text}})

    def change(self, path, version, *changes):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri_of(path), "version": version},
                                               "contentChanges": [c if isinstance(c, dict) else {"text": c} for c in changes]})

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri_of(path)}})

    def published(self, path, version=None):
        """The newest diagnostics published for a file (of this version), or None."""
        for _, method, params in reversed(self.notes):
            if method == "textDocument/publishDiagnostics" and params["uri"] == uri_of(path):
                return params if version is None or params.get("version") == version else None
        return None

    def diagnostics(self, path, version=None, seconds=30):
        return self.wait(lambda: self.published(path, version), seconds)["diagnostics"]

    def end(self, seconds=20):
        """Sends shutdown and exit; returns the exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(seconds)


def position(text, needle, encoding="utf-16", nth=0):
    """The position of the needle in the text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(needle, at + 1)
    line = text.count("\n", 0, at)
    column = text[text.rfind("\n", 0, at) + 1:at]
    width = {"utf-8": len(column.encode()), "utf-16": len(column.encode("utf-16-le")) // 2, "utf-32": len(column)}[encoding]
    return {"line": line, "character": width}


def apply(text, edits, encoding="utf-16"):
    """A text with TextEdits applied."""
    lines = text.split("\n")

    def offset(at):
        before = sum(len(l) + 1 for l in lines[:at["line"]])
        line, width = lines[at["line"]] if at["line"] < len(lines) else "", 0
        for i, c in enumerate(line):
            if width >= at["character"]:
                return before + i
            width += {"utf-8": len(c.encode()), "utf-16": len(c.encode("utf-16-le")) // 2, "utf-32": 1}[encoding]
        return before + len(line)

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        begin, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text
