"""Runs the server with real editors and with the protocol's client library.  usage: editors.py neovim|eglot|typed|vscode FOLDER

Exit status 77: the editor is not installed.  FOLDER: for npm packages."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import npm  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HERE, "..", "..", "testdata", "examples", "transpose.cu")
CODE = "node_modules/code-server/lib/vscode"
DIAGNOSTIC = "32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do"
PADDED = "tile[TILE][TILE + 1]"


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    print(done.stdout, done.stderr, sep="\n")
    return done


def neovim(env, _):
    if not shutil.which("nvim"):
        npm.skip("there is no Neovim")
    done = run(["nvim", "--headless", "-u", "NONE", "-c", "luafile " + os.path.join(HERE, "neovim.lua")], env=env)
    return done, ["diagnostic 16:24 smem-bank-conflict-load " + DIAGNOSTIC, "action Fix by padding the rows of 'tile' to [32][33]",
                  "action Fix by XOR-swizzling", "action Suppress smem-bank-conflict-load", "left 0", PADDED, "hover 32 wavefronts where 32 would do"]


def eglot(env, _):
    folders = [f for root in ("elpa", "elpa-src") for f in glob.glob(f"/usr/share/emacs/site-lisp/{root}/*")]
    if not shutil.which("emacs") or not any("eglot" in f for f in folders):
        npm.skip("there is no Emacs with eglot")
    done = run(["emacs", "--batch", "-Q", *[word for f in folders for word in ("-L", f)], "-l", os.path.join(HERE, "eglot.el")], env=env)
    return done, ["diagnostic 16 smemlint [smem-bank-conflict-load]: " + DIAGNOSTIC, "action Fix by padding the rows of 'tile' to [32][33]", "left 0", PADDED]


def typed(env, folder):
    npm.need_node(18)
    npm.install(folder, {"vscode-languageserver-protocol": "3.17.5"})
    done = run(["node", os.path.join(HERE, "typed.mjs")], env={**env, "NODE_FOLDER": folder})
    return done, ["encoding utf-16", "diagnostic 16:24 smem-bank-conflict-load " + DIAGNOSTIC, "1056 wavefronts become 64) 1 edits",
                  "1056 wavefronts become 64) 3 edits", "hover 1024 wavefronts where 32 would do", "hints 32-way", "lenses 2 shared accesses",
                  "pulled full 1", "exit 0"]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def install_extension(env, folder, data, server):
    """Packages the extension, with a program inside that is the server, and installs it as a user would."""
    vsix, archive, inside = (os.path.join(folder, name) for name in ("smemlint.vsix", "inside.tar.gz", "inside"))
    write(inside + "/bin/smemlint", f'#!/bin/sh\nexec "{server}" "$@"\n')
    os.chmod(inside + "/bin/smemlint", 0o755)
    subprocess.run(["tar", "-czf", archive, "-C", folder, "inside"], check=True)
    packed = run([os.path.join(HERE, "..", "..", "editors", "vscode", "package.sh"), os.path.join(folder, "extension"), vsix, archive])
    if packed.returncode:
        npm.skip_or_fail(packed.stdout + packed.stderr)
    done = subprocess.run(["node", os.path.join(folder, CODE, "out", "server-main.js"), "--server-data-dir", data, "--install-extension", vsix],
                          env=env, capture_output=True, text=True, timeout=60, check=False)
    if "successfully installed" not in done.stdout:
        sys.exit("the extension was not installed:\n" + done.stdout + done.stderr)


def vscode(env, folder):
    """Uses the VS Code server in code-server's package, which needs no compiled modules."""
    npm.need_node(20)
    chromium, home = npm.need_chromium(), env["HOME"]
    npm.install(folder, {"code-server": "4.100.3", "playwright-core": npm.PLAYWRIGHT}, "code-server/lib/vscode")
    data, work = os.path.join(home, "data"), os.path.join(home, "work")
    with open(EXAMPLE, encoding="utf-8") as file:
        text = file.read()
    kernel, launch = text.split("void launch_transpose")
    write(work + "/transpose.cu", text)
    write(work + "/kernel.cuh", "#pragma once\n" + kernel)
    write(work + "/column.cu", '#include "kernel.cuh"\nvoid launch_transpose' + launch)
    server, _, *words = env["SERVER"].split(" ")
    write(data + "/data/Machine/settings.json", json.dumps({
        "smemlint.arguments": words, "files.autoSave": "off", "git.enabled": False,
        "editor.minimap.enabled": False}))
    install_extension(env, folder, data, server)
    done = run(["node", os.path.join(HERE, "vscode.mjs")], env={**env, "NODE_FOLDER": folder, "CHROMIUM": chromium, "DATA": data,
               "CODE": os.path.join(folder, CODE, "out", "server-main.js"), "FILE": work + "/transpose.cu"})
    return done, [
        "squiggles 1", "squiggle tile[threadIdx.x][threadIdx.y]\n", "hint out[y * height + x] = tile[threadIdx.x][threadIdx.y] 32-way;",
        "lens 2 shared accesses \u00b7 worst 32-way \u00b7 992 wavefronts in excess a block", "hover " + DIAGNOSTIC, "pass  1 00\u00b7\u00b7",
        "after padding the rows of 'tile' to [32][33] (+128 bytes):", "problems transpose.cu | 1 | " + DIAGNOSTIC,
        "smem-bank-conflict-load | [Ln 16, Col 24]", "maps now: 32 wavefronts, ideal 1: 32-way conflict | after padding the rows of 'tile' to [32][33]: "
        "1 wavefront, ideal 1: no conflict | after XOR-swizzling the column as tile[r][c ^ (r % 32)]: 1 wavefront", "actions Quick Fix | Fix by padding the rows",
        "Fix by padding the rows of 'tile' to [32][33] (+128 bytes, 1056 wavefronts become 64)", "Suppress smem-bank-conflict-load here with NOLINT",
        PADDED + ";", "closed header problems 1\n",
        "header problems 1\n"]


def main():
    with tempfile.TemporaryDirectory(prefix="smemlint-editor-") as folder:
        source = os.path.join(folder, "transpose.cu")
        shutil.copy(EXAMPLE, source)
        subprocess.run(["git", "init", "-q", folder], check=False)
        server = f"{os.path.abspath(os.environ.get('SMEMLINT', 'build/smemlint'))} lsp --cuda-path none"
        env = {**os.environ, "SERVER": server, "FILE": source, "HOME": folder, "XDG_CONFIG_HOME": folder}
        done, expected = {"neovim": neovim, "eglot": eglot, "typed": typed, "vscode": vscode}[sys.argv[1]](env, os.path.abspath(sys.argv[2]))
        missing = [text for text in expected if text not in done.stdout + done.stderr]
        for text in missing:
            print("missing in the output:", text)
        sys.exit(1 if missing else done.returncode)


if __name__ == "__main__":
    main()
