"""Packages of npm, fetched into folders of the build; what cannot be had is no failure (exit status 77).  No script of a
package is run."""
import json
import os
import re
import shutil
import subprocess
import sys

NO_NETWORK = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|E403|E407|network", re.I)
PLAYWRIGHT = "1.52.0"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def need_node(least):
    """Skips without a Node.js of this version or later, and without npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        skip("there is no Node.js with npm")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < least:
        skip(f"this Node.js is {version}; it takes {least}")


def need_chromium():
    """Its path; skips where there is none."""
    found = os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, CHROMIUM) if path), None)
    return found or skip("there is no chromium")


def skip_or_fail(output):
    """After npm has failed."""
    if NO_NETWORK.search(output):
        skip("npm cannot fetch what it takes: " + next(filter(NO_NETWORK.search, output.splitlines())))
    sys.exit("npm install failed:\n" + output[-3000:])


def run_npm(folder, *words):
    try:
        done = subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier",
                               "--fetch-retries=1", "--fetch-retry-mintimeout=2000", "--fetch-timeout=30000", *words],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        skip("npm takes too long")
    if done.returncode:
        skip_or_fail(done.stdout)


def install(folder, packages, within=None):
    """{name: exact version}, unless they are there; `within`: a package that brings packages of its own in a folder."""
    stamp, wanted = os.path.join(folder, "installed.json"), json.dumps([packages, within])
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(stamp) and open(stamp, encoding="utf-8").read() == wanted:
        return
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        json.dump({"private": True, "dependencies": packages}, file)
    run_npm(folder)
    if within:
        run_npm(os.path.join(folder, "node_modules", within), "--omit=dev")
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)
