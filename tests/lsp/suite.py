"""The language server, driven by a test client.  usage: suite.py [NAME...]"""
import os
import re
import signal
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Failure, apply, position, uri_of  # noqa: E402

ACCESS = "tile[threadIdx.x][threadIdx.y]"
TRANSPOSE = """\
const int TILE = 32;
__global__ void transpose(float *out, const float *in, int width)
{
	__shared__ float tile[TILE][TILE];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * width + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void launch(float *out, const float *in) { transpose<<<1, dim3(TILE, TILE)>>>(out, in, TILE); }
"""
ACTIONS = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}
LAZY = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "dataSupport": True,
                                       "resolveSupport": {"properties": ["edit"]}}}}


class Folder:
    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="smemlint-lsp-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def write(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


def start(capabilities=None, arguments=(), **more):
    client = Client([os.environ.get("SMEMLINT", "build/smemlint"), "lsp", "--cuda-path", "none", "--prefer", "memory", *arguments])
    client.capabilities = client.initialize(capabilities, **more)["capabilities"]
    return client


def expect(what, message=""):
    if not what:
        raise AssertionError(message)


def expect_failure(code, action):
    try:
        action()
    except Failure as failure:
        expect(failure.code == code, f"error {failure.code} instead of {code}")
        return
    raise AssertionError(f"no error {code}")


def end(client):
    status = client.end()
    stderr = b"".join(client.stderr).decode()
    expect(status == 0, f"exit status {status}: {stderr[-3000:]}")


def text_document(path):
    return {"textDocument": {"uri": uri_of(path)}}


# --- life cycle -------------------------------------------------------------------------------------------------------


def test_life_cycle():
    client = Client([os.environ.get("SMEMLINT", "build/smemlint"), "lsp"])
    expect_failure(-32002, lambda: client.request("textDocument/hover", {}))
    client.notify("textDocument/didOpen", {})
    capabilities = client.initialize({"general": {"positionEncodings": ["utf-32", "utf-8"]}})["capabilities"]
    expect(capabilities["positionEncoding"] == "utf-32")
    expect_failure(-32600, lambda: client.request("initialize", {}))
    expect_failure(-32601, lambda: client.request("workspace/unknown", {}))
    expect_failure(-32601, lambda: client.request("$/unknown", {}))
    client.notify("unknown/method", {"a": 1})
    expect_failure(-32602, lambda: client.request("textDocument/hover", {"textDocument": {"uri": "file:///not/open"}}))
    client.request("shutdown")
    expect_failure(-32600, lambda: client.request("textDocument/hover", {}))
    client.notify("exit")
    expect(client.process.wait(20) == 0)


def test_end_without_shutdown():
    client = start()
    client.notify("exit")
    expect(client.process.wait(20) == 1)


def workers_of(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in found.split()]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


def test_client_disconnects():
    client = start()
    client.open("/tmp/a.cu", TRANSPOSE)
    client.diagnostics("/tmp/a.cu", 1)
    worker = workers_of(client.process.pid)[0]
    client.process.stdin.close()
    expect(client.process.wait(20) == 1)
    for _ in range(100):
        if not is_alive(worker):
            return
        time.sleep(0.1)
    raise AssertionError("the worker is still running")


def test_worker_crashes():
    client = start()
    client.open("/tmp/a.cu", TRANSPOSE)
    expect(len(client.diagnostics("/tmp/a.cu", 1)) == 1)
    os.kill(workers_of(client.process.pid)[0], signal.SIGKILL)
    client.change("/tmp/a.cu", 2, TRANSPOSE + "// more\n")
    expect(len(client.diagnostics("/tmp/a.cu", 2)) == 1)
    end(client)


# --- malformed messages -------------------------------------------------------------------------------------------------


def test_malformed_messages():
    client = start()
    for junk in (b"hello\r\n\r\n", b"Content-Length: 7\r\n\r\n{\"a\":1]", b"Content-Length: x\r\n\r\n", b"Content-Length: 4\r\n\r\nnull",
                 b"Content-Length: 2\r\n\r\n[]", b"Content-Length: 12\r\n\r\n{\"method\":3}", b"Content-Length: 14\r\n\r\n{\"id\":[1],\"x\":",
                 b"Content-Length: 2\r\n\r\n\xff\xff"):
        client.send_bytes(junk)
    client.wait(lambda: len(client.answers.get(None, [])) >= 7)
    codes = {message["error"]["code"] for message in client.answers[None]}
    expect(codes == {-32700, -32600}, codes)
    for params in (3, "x", [], {}, None, {"textDocument": 3}, {"textDocument": {"uri": 7}}, {"contentChanges": {}}):
        for method in ("didOpen", "didChange", "didClose", "didSave"):
            client.notify("textDocument/" + method, params)
        for method in ("hover", "codeAction", "diagnostic", "inlayHint", "codeLens"):
            expect_failure(-32602, lambda m=method, p=params: client.request("textDocument/" + m, p))
        client.notify("workspace/didChangeWatchedFiles", params)
        client.notify("workspace/didChangeConfiguration", params)
        client.notify("workspace/didChangeWorkspaceFolders", params)
        client.notify("$/cancelRequest", params)
    client.open("/tmp/a.cu", TRANSPOSE)
    uri = {"textDocument": {"uri": uri_of("/tmp/a.cu")}}
    for method in ("hover", "codeAction", "diagnostic", "inlayHint", "codeLens"):
        for more in ({}, {"range": 3, "position": []}, {"range": {"start": 1}}, {"context": 3}, {"context": {"only": [3], "diagnostics": 4}}):
            client.request("textDocument/" + method, {**uri, **more})
    client.notify("textDocument/didChange", {**uri, "contentChanges": [{"range": {"start": {"line": -1}}, "text": "x"}, 3, {}]})
    expect(len(client.request("textDocument/diagnostic", uri)["items"]) == 1)
    expect_failure(-32803, lambda: client.request("codeAction/resolve", {"title": "x", "data": {"uri": uri_of("/tmp/a.cu")}}))
    expect_failure(-32602, lambda: client.request("codeAction/resolve", {"title": "x"}))
    end(client)


def test_large_documents():
    client = start()
    client.open("/tmp/a.cu", TRANSPOSE + "// x\n" * 2000000)
    expect(client.diagnostics("/tmp/a.cu", 1) == [])
    client.change("/tmp/a.cu", 2, TRANSPOSE)
    expect(len(client.diagnostics("/tmp/a.cu", 2)) == 1)
    client.change("/tmp/a.cu", 3, "__global__ void f() {" + "(" * 20000)
    client.diagnostics("/tmp/a.cu", 3)
    client.change("/tmp/a.cu", 4, "")
    expect(client.diagnostics("/tmp/a.cu", 4) == [])
    end(client)


# --- diagnostics -------------------------------------------------------------------------------------------------------


def lines_between(text, at):
    line = text.split("\n")[at["start"]["line"]]
    return line[at["start"]["character"]:at["end"]["character"]]


def test_diagnostics():
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    found = client.diagnostics(path, 1)
    expect(len(found) == 1, found)
    one = found[0]
    expect(one["code"] == "smem-bank-conflict-load" and one["source"] == "smemlint" and one["severity"] == 2)
    expect("32-way" in one["message"] and "smem-bank-conflict-load" in one["codeDescription"]["href"])
    expect(lines_between(TRANSPOSE, one["range"]) == ACCESS)
    related = {r["message"]: lines_between(TRANSPOSE, r["location"]["range"]) for r in one["relatedInformation"]}
    expect(related == {"'tile' is declared here": "tile", "block 32x32 from this launch with width = 32": "transpose"}, related)
    at = position(TRANSPOSE, "TILE];")
    client.change(path, 2, {"range": {"start": at, "end": at}, "text": "1 + "})
    expect(client.diagnostics(path, 2) == [])
    client.change(path, 3, {"range": {"start": at, "end": {**at, "character": at["character"] + 4}}, "text": ""})
    expect(len(client.diagnostics(path, 3)) == 1)
    client.close(path)
    client.wait(lambda: client.published(path)["diagnostics"] == [])
    end(client)


def test_index_definition():
    text = TRANSPOSE.replace(ACCESS, "tile[row][threadIdx.y]").replace("\t__syncthreads", "\tint row = threadIdx.x;\n\t__syncthreads")
    client = start()
    client.open("/tmp/a.cu", text)
    related = client.diagnostics("/tmp/a.cu", 1)[0]["relatedInformation"]
    expect(any("'row'" in r["message"] and "int row" in lines_between(text, r["location"]["range"]) for r in related), related)
    end(client)


def test_encodings():
    text = TRANSPOSE.replace("= tile", "= /* \u00e4\u20ac\U0001f600 */ tile")
    for encoding in ("utf-8", "utf-16", "utf-32"):
        client = start({"general": {"positionEncodings": [encoding]}})
        expect(client.capabilities["positionEncoding"] == encoding)
        client.open("/tmp/\u00e4 b.cu", text)
        client.wait(lambda: [n for n in client.notes if n[1] == "textDocument/publishDiagnostics"])
        params = client.notes[-1][2]
        expect(params["uri"] == uri_of("/tmp/\u00e4 b.cu") and params["diagnostics"][0]["range"]["start"] == position(text, ACCESS, encoding))
        at = position(text, "tile[threadIdx.x]", encoding)
        client.change("/tmp/\u00e4 b.cu", 2, {"range": {"start": {**at, "character": at["character"] - 3}, "end": at}, "text": "*/0+"})
        expect(len(client.diagnostics("/tmp/\u00e4 b.cu", 2)) == 1)
        end(client)


def test_pull():
    client = start({"textDocument": {"diagnostic": {}}})
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    report = client.request("textDocument/diagnostic", text_document(path))
    expect(report["kind"] == "full" and len(report["items"]) == 1)
    unchanged = client.request("textDocument/diagnostic", {**text_document(path), "previousResultId": report["resultId"]})
    expect(unchanged == {"kind": "unchanged", "resultId": report["resultId"]})
    client.change(path, 2, TRANSPOSE.replace("[TILE];", "[TILE + 1];"))
    after = client.request("textDocument/diagnostic", {**text_document(path), "previousResultId": report["resultId"]})
    expect(after["kind"] == "full" and after["items"] == [])
    expect(client.published(path, 2) is None)
    number = client.ask("textDocument/diagnostic", text_document(path))
    client.answer(number)
    client.change(path, 3, TRANSPOSE)
    number = client.ask("textDocument/diagnostic", text_document(path))
    client.notify("$/cancelRequest", {"id": number})
    expect_failure(-32800, lambda: client.answer(number))
    end(client)


def test_outdated_results_are_dropped():
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    for version in range(2, 60):
        client.change(path, version, TRANSPOSE.replace("[TILE];", f"[TILE + {version % 2}];"))
    expect(client.diagnostics(path, 59) == [])
    versions = [p["version"] for _, m, p in client.notes if m == "textDocument/publishDiagnostics"]
    expect(versions == sorted(versions) and len(versions) < 40, versions)
    end(client)


def test_errors_while_typing():
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    client.diagnostics(path, 1)
    for n in range(0, len(TRANSPOSE), 7):
        client.change(path, 2 + n, TRANSPOSE[:n])
    client.change(path, 1000, TRANSPOSE)
    expect(len(client.diagnostics(path, 1000)) == 1)
    end(client)


# --- hovers, hints, lenses, maps ------------------------------------------------------------------------------------------


LOOKUP = """\
__global__ void lookup(double *out, const int *in)
{
	__shared__ double table[1024];
	out[threadIdx.x] = table[in[threadIdx.x] & 1023];
}
void launch(double *out, const int *in) { lookup<<<1, 32>>>(out, in); }
"""


def test_hover_hints_lenses():
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    at = position(TRANSPOSE, ACCESS)
    hover = client.request("textDocument/hover", {**text_document(path), "position": {**at, "character": at["character"] + 6}})
    value = hover["contents"]["value"]
    expect(hover["contents"]["kind"] == "markdown" and lines_between(TRANSPOSE, hover["range"]) == ACCESS)
    expect(value.startswith("**32-way bank conflict**: thread x+1 is 32 words away: all 32 lanes use bank 0\n"), value)
    for words in ("`threadIdx.y + 32*threadIdx.x`", "32-way conflict on bank 0", "pass  1", "no conflict"):
        expect(words in value, value)
    expect(value.index("after XOR-swizzling") < value.index("- or padding the rows of 'tile' to [32][33] (+128 bytes): 1 wavefront"))
    expect(client.request("textDocument/hover", {**text_document(path), "position": {"line": 0, "character": 0}}) is None)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = client.request("textDocument/inlayHint", {**text_document(path), "range": whole})
    expect([h["label"] for h in hints] == ["32-way"] and hints[0]["position"]["character"] == at["character"] + len(ACCESS))
    expect(client.request("textDocument/inlayHint", {**text_document(path), "range": {"start": whole["start"], "end": whole["start"]}}) == [])
    lenses = client.request("textDocument/codeLens", text_document(path))
    expect(len(lenses) == 1 and lenses[0]["command"]["title"] ==
           "2 shared accesses \u00b7 worst 32-way \u00b7 992 wavefronts in excess a block \u00b7 block 32x32", lenses)
    command = lenses[0]["command"]
    expect(command["command"] == "smemlint.showAccess" and lines_between(TRANSPOSE, command["arguments"][1]) == ACCESS, command)
    execute = {"command": command["command"], "arguments": command["arguments"]}
    expect(client.request("workspace/executeCommand", execute) is None)
    client.open("/tmp/b.cu", LOOKUP)
    hints = client.request("textDocument/inlayHint", {**text_document("/tmp/b.cu"), "range": whole})
    expect([h["label"] for h in hints] == ["about 6.0 wavefronts"], hints)
    hover = client.request("textDocument/hover", {**text_document("/tmp/b.cu"), "position": hints[0]["position"]})
    expect("first iteration, at worst:\n" in hover["contents"]["value"], hover)
    end(client)


COPIES = """\
__global__ void copy(float *out, int n)
{
	__shared__ float a[32][32], b[32][32];
	__shared__ int order[64];
	a[threadIdx.x][0] = b[threadIdx.x][threadIdx.y];
	b[threadIdx.x] [1] /* = */ += out[n == 3];
	out[n] = a[order[2 * threadIdx.x]][0] <= 1;
	(*b)[32 * threadIdx.x] -= 1;
}
void launch(float *out) { copy<<<1, 32>>>(out, 32); }
"""


def banks_in(svg):
    """From the cells' tooltips: {lane: bank}."""
    found = [re.match(r"bank (\d+), byte \d+: lane (\d+) ", e.text or "") for e in xml.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")]
    return {int(m.group(2)): int(m.group(1)) for m in found if m}


def test_bank_map():
    """The lanes of warp 0 read tile[lane][0]; swizzled tile[lane][0 ^ lane]; padded a row is 33 words."""
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    ask = lambda at: client.request("smemlint/bankMap", {**text_document(path), "position": at})
    drawn = ask(position(TRANSPOSE, ACCESS))
    expect(lines_between(TRANSPOSE, drawn["range"]) == ACCESS and "load of 'tile' in transpose" in drawn["title"], drawn)
    expect(banks_in(drawn["svgs"][0]) == {lane: 0 for lane in range(32)}, drawn["svgs"][0])
    expect(len(drawn["svgs"]) == 3 and all(banks_in(svg) == {lane: lane for lane in range(32)} for svg in drawn["svgs"][1:]))
    expect(ask({"line": 0, "character": 0}) is None)
    client.change(path, 2, TRANSPOSE.replace("[TILE];", "[TILE + 1];"))
    fixed = ask(position(TRANSPOSE, ACCESS))
    expect(len(fixed["svgs"]) == 1 and len(set(banks_in(fixed["svgs"][0]).values())) == 32)
    end(client)


def test_ranges():
    """The range is the left side of an assignment, and the index itself if that is an access."""
    client = start()
    path = "/tmp/a.cu"
    client.open(path, COPIES)
    marked = [lines_between(COPIES, d["range"]) for d in client.diagnostics(path, 1) if d["severity"] == 2]
    expect(marked[:2] == ["a[threadIdx.x][0]", "b[threadIdx.x][threadIdx.y]"], marked)
    expect(set(marked[2:]) >= {"b[threadIdx.x] [1]", "(*b)[32 * threadIdx.x]", "order[2 * threadIdx.x]"}, marked)
    for words, access in (("a[threadIdx.x][0]", "store to 'a'"), ("b[threadIdx.x][threadIdx.y]", "load of 'b'"),
                          ("order[2", "load of 'order'"), ("a[order", "load of 'a'")):
        hover = client.request("textDocument/hover", {**text_document(path), "position": position(COPIES, words)})
        expect(access in hover["contents"]["value"], (words, hover))
    end(client)


def actions_at(client, path, at, **context):
    found = client.published(path)
    return client.request("textDocument/codeAction", {**text_document(path), "range": {"start": at, "end": at},
                                                      "context": {"diagnostics": found["diagnostics"] if found else [], **context}})


def applied(client, path, text, action):
    changed = apply(text, action["edit"]["changes"][uri_of(path)])
    client.version = getattr(client, "version", 100) + 1
    client.change(path, client.version, changed)
    return changed, client.diagnostics(path, client.version)


def test_fixes():
    for capabilities in (ACTIONS, LAZY):
        client = start(capabilities)
        path = "/tmp/a.cu"
        client.open(path, TRANSPOSE)
        client.diagnostics(path, 1)
        actions = actions_at(client, path, position(TRANSPOSE, ACCESS))
        fixes = [a for a in actions if a["title"].startswith("Fix by")]
        expect(len(fixes) >= 2 and "(no extra memory" in fixes[0]["title"] and "[32][33] (+128 bytes" in fixes[1]["title"], actions)
        expect(all(a["kind"] == "quickfix" and a["diagnostics"] for a in fixes) and fixes[0]["isPreferred"])
        expect(("edit" in fixes[1]) == (capabilities is ACTIONS))
        for fix in fixes:
            if "edit" not in fix:
                fix.update(client.request("codeAction/resolve", fix))
        for fix in fixes:
            changed, left = applied(client, path, TRANSPOSE, fix)
            expect(changed != TRANSPOSE and left == [], (fix["title"], left))
        if capabilities is LAZY:
            expect_failure(-32803, lambda: client.request("codeAction/resolve", {k: v for k, v in actions[1].items() if k != "edit"}))
        end(client)


def test_fix_all():
    client = start(ACTIONS)
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    client.diagnostics(path, 1)
    actions = actions_at(client, path, {"line": 0, "character": 0}, only=["source.fixAll"])
    expect([a["kind"] for a in actions] == ["source.fixAll.smemlint"], actions)
    expect(applied(client, path, TRANSPOSE, actions[0])[1] == [])
    expect(actions_at(client, path, {"line": 0, "character": 0}, only=["source.fixAll"]) == [])
    end(client)


MIXED = """\
template <typename T> __global__ void mix(T *out)
{
	__shared__ T a[64][32];
	out[threadIdx.x] = a[threadIdx.x][1];
}
void launch(float *f, double *d) { mix<float><<<1, 32>>>(f); mix<double><<<1, 64>>>(d); }
"""


def test_comments():
    client = start(ACTIONS)
    path = "/tmp/a.cu"
    text = "\n".join(line for line in TRANSPOSE.split("\n") if not line.startswith("void launch"))
    client.open(path, text)
    client.diagnostics(path, 1)
    actions = actions_at(client, path, position(text, "pose"))
    blocks = [a for a in actions if "smemlint: block(32, 8)" in a["title"]]
    expect(len(blocks) == 1, actions)
    changed, _ = applied(client, path, text, blocks[0])
    expect("// smemlint: block(32, 8)\n__global__ void transpose" in changed, changed)
    lenses = client.request("textDocument/codeLens", text_document(path))
    expect("block 32x8x1 from the comment" in lenses[0]["command"]["title"] or "block 32x8 from the comment" in lenses[0]["command"]["title"], lenses)
    client.change(path, 500, TRANSPOSE)
    client.diagnostics(path, 500)
    actions = actions_at(client, path, position(TRANSPOSE, ACCESS))
    suppress = [a for a in actions if "NOLINT" in a["title"]]
    expect(len(suppress) == 1)
    client.change(path, 501, MIXED)
    expect(len(client.diagnostics(path, 501)) == 2)
    actions = actions_at(client, path, position(MIXED, "a[threadIdx.x][1]"))
    expect(len([a for a in actions if "NOLINT" in a["title"]]) == 1, actions)
    client.change(path, 502, TRANSPOSE)
    client.diagnostics(path, 502)
    suppressed = apply(TRANSPOSE, suppress[0]["edit"]["changes"][uri_of(path)])
    expect(ACCESS + "; // NOLINT(smem-bank-conflict-load)\n" in suppressed)
    client.change(path, 501, suppressed)
    expect(client.diagnostics(path, 501) == [])
    end(client)


def test_configuration():
    with Folder() as folder:
        folder.write(".smemlint.yaml", "severity: {smem-bank-*: error}\nblocks: {transpose: [16, 32]}\n")
        text = "\n".join(line for line in TRANSPOSE.split("\n") if not line.startswith("void launch"))
        path = folder.write("a.cu", text)
        client = start()
        client.open(path, text)
        found = client.diagnostics(path, 1)
        expect(len(found) == 2 and all(one["severity"] == 1 for one in found), found)
        expect(all("block 16x32 from the configuration" in one["message"] for one in found), found)
        folder.write(".smemlint.yaml", "checks: -smem-*\n")
        client.change(path, 2, text + "\n")
        expect(client.diagnostics(path, 2) == [])
        end(client)


# --- several files --------------------------------------------------------------------------------------------------------

HEADER = "#pragma once\nconst int PAD = 0;\n"
SOURCE = '#include "pad.cuh"\n' + TRANSPOSE.replace("[TILE];", "[TILE + PAD];")


def test_headers():
    with Folder() as folder:
        header, source = folder.write("pad.cuh", HEADER), folder.write("a.cu", SOURCE)
        client = start({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}, folder=folder.path)
        client.wait(lambda: any(m["method"] == "client/registerCapability" for m in client.asked))
        client.open(source)
        expect(len(client.diagnostics(source, 1)) == 1)
        client.open(header)
        client.change(header, 2, HEADER.replace("0", "1"))
        client.wait(lambda: client.published(source)["diagnostics"] == [])
        client.close(header)
        client.wait(lambda: len(client.published(source)["diagnostics"]) == 1)
        folder.write("pad.cuh", HEADER.replace("0", "1"))
        # libclang compares size and time in seconds: it would not notice a second change within a second
        later = time.time() + 2
        os.utime(header, (later, later))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(header), "type": 2}]})
        client.wait(lambda: client.published(source)["diagnostics"] == [])
        end(client)


def test_conflict_in_header():
    kernel, launch = TRANSPOSE.split("void launch")
    with Folder() as folder:
        header = folder.write("kernel.cuh", "#pragma once\n" + kernel)
        source = folder.write("a.cu", '#include "kernel.cuh"\nvoid launch' + launch)
        client = start(folder=folder.path)
        client.open(source)
        expect(client.diagnostics(source, 1) == [])
        expect(len(client.diagnostics(header)) == 1)
        client.open(header)
        expect(len(client.diagnostics(header, 1)) == 1)
        client.change(header, 2, "#pragma once\n\n" + kernel.replace("[TILE];", "[TILE + 1];"))
        expect(client.diagnostics(header, 2) == [])
        client.change(header, 3, "#pragma once\n\n\n" + kernel)
        found = client.diagnostics(header, 3)
        expect(len(found) == 1 and found[0]["range"]["start"]["line"] == 9, found)
        client.close(source)
        client.close(header)
        end(client)


def test_header_opened_and_closed():
    """A header's published diagnostics are cleared when it is opened and pulled, and published again when it is closed."""
    kernel, launch = TRANSPOSE.split("void launch")
    with Folder() as folder:
        header = folder.write("kernel.cuh", "#pragma once\n" + kernel)
        source = folder.write("a.cu", '#include "kernel.cuh"\nvoid launch' + launch)
        client = start({"textDocument": {"diagnostic": {}}}, folder=folder.path)
        client.open(source)
        expect(client.request("textDocument/diagnostic", text_document(source))["items"] == [])
        expect(len(client.diagnostics(header)) == 1)
        client.open(header)
        client.wait(lambda: client.published(header)["diagnostics"] == [])
        expect(len(client.request("textDocument/diagnostic", text_document(header))["items"]) == 1)
        client.close(header)
        client.wait(lambda: len(client.published(header)["diagnostics"]) == 1)
        client.close(source)
        client.wait(lambda: client.published(header)["diagnostics"] == [])
        end(client)


def test_header_behind_a_link():
    """URIs keep the editor's symbolic links."""
    kernel, launch = TRANSPOSE.split("void launch")
    with Folder() as folder:
        os.mkdir(folder.path + "/real")
        os.symlink("real", folder.path + "/link")
        header, source = folder.path + "/link/kernel.cuh", folder.path + "/link/a.cu"
        folder.write("real/kernel.cuh", "#pragma once\n" + kernel)
        folder.write("real/a.cu", '#include "../link/./kernel.cuh"\nvoid launch' + launch)
        client = start(folder=folder.path + "/link")
        client.open(source)
        expect(len(client.diagnostics(header)) == 1)
        client.open(header)
        related = {r["location"]["uri"] for r in client.diagnostics(header, 1)[0]["relatedInformation"]}
        expect(related == {uri_of(header), uri_of(source)}, related)
        end(client)


def test_database():
    with Folder() as folder:
        source = folder.write("a.cu", TRANSPOSE.replace("[TILE];", "[TILE + PAD];"))
        entry = '[{"directory": "%s", "file": "a.cu", "command": "nvcc -DPAD=%d -c a.cu"}]'
        folder.write("compile_commands.json", entry % (folder.path, 0))
        client = start(folder=folder.path)
        client.open(source)
        expect(len(client.diagnostics(source, 1)) == 1)
        time.sleep(0.02)
        folder.write("compile_commands.json", entry % (folder.path, 1))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(folder.path + "/compile_commands.json"), "type": 2}]})
        client.wait(lambda: client.published(source)["diagnostics"] == [])
        client.notify("workspace/didChangeConfiguration", {"settings": {"smemlint": {"flags": ["-DPAD=0"]}}})
        client.wait(lambda: len(client.published(source)["diagnostics"]) == 1)
        end(client)


def test_folders():
    """Flags are relative to the workspace folder that a file is in."""
    with Folder() as one, Folder() as other:
        sources = []
        for folder, pad in ((one, 0), (other, 1)):
            os.mkdir(os.path.join(folder.path, "inc"))
            os.mkdir(os.path.join(folder.path, "src"))
            folder.write("inc/pad.cuh", HEADER.replace("0", str(pad)))
            sources.append(folder.write("src/a.cu", SOURCE.replace('"pad.cuh"', "<pad.cuh>")))
        client = Client([os.environ.get("SMEMLINT", "build/smemlint"), "lsp", "--cuda-path", "none"])
        client.initialize(workspaceFolders=[{"uri": uri_of(one.path), "name": "one"}], initializationOptions={"flags": ["-Iinc"]})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": uri_of(other.path), "name": "other"}], "removed": []}})
        for source, n in zip(sources, (1, 0)):
            client.open(source)
            expect(len(client.diagnostics(source, 1)) == n, client.published(source))
        end(client)


def test_changed_configuration():
    with Folder() as folder:
        source = folder.write("a.cu", TRANSPOSE)
        folder.write(".smemlint.yaml", "checks: [-smem-bank-conflict-load]\n")
        client = start(folder=folder.path)
        client.open(source)
        expect(client.diagnostics(source, 1) == [])
        folder.write(".smemlint.yaml", "severity: {smem-bank-conflict-load: error}\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(folder.path + "/.smemlint.yaml"), "type": 2}]})
        client.wait(lambda: [d["severity"] for d in client.published(source)["diagnostics"]] == [1])
        folder.write(".smemlint.yaml", "ignore: ['*.cu']\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(folder.path + "/.smemlint.yaml"), "type": 2}]})
        client.wait(lambda: client.published(source)["diagnostics"] == [])
        config = folder.path + "/.smemlint.yaml"
        folder.write(".smemlint.yaml", "checks: '*'\nmni-ways: 4\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(config), "type": 2}]})
        client.wait(lambda: [(d["range"]["start"]["line"], d["message"]) for d in (client.published(config) or {}).get("diagnostics", [])] ==
                    [(1, "there is no key 'mni-ways'; did you mean 'min-ways'?")])
        folder.write(".smemlint.yaml", "checks: '*'\nmin-ways: 4\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri_of(config), "type": 2}]})
        client.wait(lambda: client.published(config)["diagnostics"] == [])
        end(client)


# --- many edits -----------------------------------------------------------------------------------------------------------


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def test_many_edits():
    edits = int(os.environ.get("LSP_EDITS", "120"))
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    client.diagnostics(path, 1)
    worker, memory = workers_of(client.process.pid)[0], []
    for version in range(2, edits + 2):
        at = position(TRANSPOSE, "TILE];")
        text = "1 + " if version % 2 == 0 else ""
        client.change(path, version, {"range": {"start": at, "end": {**at, "character": at["character"] + (4 if not text else 0)}}, "text": text})
        expect((client.diagnostics(path, version) == []) == bool(text))
        del client.notes[:-1]
        memory.append(resident_kb(worker) + resident_kb(client.process.pid))
    expect(workers_of(client.process.pid) == [worker], "the worker did not last")
    half, last = max(memory[edits // 4:edits // 2]), max(memory[-edits // 4:])
    print(f"{edits} edits: {half} kB, then {last} kB")
    expect(last < half * 1.1 + 4000, "memory grows")
    end(client)


def processor_ticks(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        words = file.read().rpartition(")")[2].split()
    return int(words[11]) + int(words[12])


def type_comment(client, path, first, edits):
    for version in range(first, first + edits):
        start = position(TRANSPOSE, "const int")
        client.change(path, version, {"range": {"start": start, "end": start}, "text": "/**/"})
        expect(len(client.diagnostics(path, version)) == 1)


def test_cache_renewed_when_idle():
    client = start()
    path = "/tmp/a.cu"
    client.open(path, TRANSPOSE)
    expect(len(client.diagnostics(path, 1)) == 1)
    worker = workers_of(client.process.pid)[0]
    type_comment(client, path, 2, 60)
    before = processor_ticks(worker)
    for _ in range(200):
        time.sleep(0.1)
        if processor_ticks(worker) > before + 1:
            break
    else:
        raise AssertionError("the stale cache was not renewed")
    type_comment(client, path, 62, 5)
    expect(workers_of(client.process.pid) == [worker], "the worker did not last")
    end(client)


def main():
    names = sys.argv[1:] or [name for name in globals() if name.startswith("test_")]
    failed = 0
    for name in names:
        began = time.monotonic()
        try:
            globals()[name]()
            print(f"ok      {name} {time.monotonic() - began:.1f} s", flush=True)
        except (AssertionError, Failure, TimeoutError, OSError, KeyError, IndexError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error} (line {error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else '?'})", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
