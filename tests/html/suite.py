"""The page of --format=html in a browser: suite.mjs, with what it takes.  usage: suite.py FOLDER, where packages of npm may be put.

Exit status 77: there is no Node.js, no chromium, or npm cannot fetch Playwright."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import npm  # noqa: E402


def main():
    npm.need_node(18)
    chromium, folder = npm.need_chromium(), os.path.abspath(sys.argv[1])
    npm.install(folder, {"playwright-core": npm.PLAYWRIGHT})
    env = {**os.environ, "CHROMIUM": chromium, "NODE_FOLDER": folder}
    return subprocess.run(["node", os.path.join(HERE, "suite.mjs")], env=env, timeout=280, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
