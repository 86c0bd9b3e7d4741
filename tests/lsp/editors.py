"""Real editors and the protocol's own client as clients of the server.  usage: editors.py neovim|eglot|typed FOLDER

Exit status 77: the editor is not here.  FOLDER: where packages of npm may be put."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HERE, "..", "..", "testdata", "examples", "transpose.cu")
PACKAGES = ["vscode-languageserver-protocol@3.17.5"]
DIAGNOSTIC = "32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do"
SWIZZLED = "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]"


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    print(done.stdout, done.stderr, sep="\n")
    return done


def neovim(env, _):
    if not shutil.which("nvim"):
        skip("there is no Neovim")
    done = run(["nvim", "--headless", "-u", "NONE", "-c", "luafile " + os.path.join(HERE, "neovim.lua")], env=env)
    return done, ["diagnostic 16:24 smem-bank-conflict-load " + DIAGNOSTIC, "action Fix by padding the rows of 'tile' to [32][33]",
                  "action Fix by XOR-swizzling", "action Suppress smem-bank-conflict-load", "left 0", SWIZZLED, "hover 32 wavefronts where 32 would do"]


def eglot(env, _):
    folders = [f for root in ("elpa", "elpa-src") for f in glob.glob(f"/usr/share/emacs/site-lisp/{root}/*")]
    if not shutil.which("emacs") or not any("eglot" in f for f in folders):
        skip("there is no Emacs with eglot")
    done = run(["emacs", "--batch", "-Q", *[word for f in folders for word in ("-L", f)], "-l", os.path.join(HERE, "eglot.el")], env=env)
    return done, ["diagnostic 16 smemlint [smem-bank-conflict-load]: " + DIAGNOSTIC, "action Fix by padding the rows of 'tile' to [32][33]", "left 0", SWIZZLED]


def typed(env, folder):
    if not shutil.which("node"):
        skip("there is no Node.js")
    os.makedirs(folder, exist_ok=True)
    if not os.path.isdir(os.path.join(folder, "node_modules", "vscode-languageserver-protocol")):
        with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
            file.write('{"private": true}')
        if not shutil.which("npm") or run(["npm", "install", "--no-audit", "--no-fund", *PACKAGES], cwd=folder).returncode:
            skip("npm cannot install " + " ".join(PACKAGES))
    done = run(["node", os.path.join(HERE, "typed.mjs")], env={**env, "NODE_FOLDER": folder})
    return done, ["encoding utf-16", "diagnostic 16:24 smem-bank-conflict-load " + DIAGNOSTIC, "1056 wavefronts become 64) 1 edits",
                  "1056 wavefronts become 64) 2 edits", "hover 1024 wavefronts where 32 would do", "hints 32-way", "lenses 2 shared accesses",
                  "pulled full 1", "exit 0"]


def main():
    with tempfile.TemporaryDirectory(prefix="smemlint-editor-") as folder:
        source = os.path.join(folder, "transpose.cu")
        shutil.copy(EXAMPLE, source)
        subprocess.run(["git", "init", "-q", folder], check=False)
        server = f"{os.path.abspath(os.environ.get('SMEMLINT', 'build/smemlint'))} lsp --cuda-path none"
        env = {**os.environ, "SERVER": server, "FILE": source, "HOME": folder, "XDG_CONFIG_HOME": folder}
        done, expected = {"neovim": neovim, "eglot": eglot, "typed": typed}[sys.argv[1]](env, os.path.abspath(sys.argv[2]))
        missing = [text for text in expected if text not in done.stdout + done.stderr]
        for text in missing:
            print("not said:", text)
        sys.exit(1 if missing else done.returncode)


if __name__ == "__main__":
    main()
