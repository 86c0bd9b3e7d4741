"""Chromium without a window, spoken to over a pipe in its debugging protocol: nothing but the browser is needed."""
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find():
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """One page.  `problems`: what its console and its scripts complained of; `requests`: every address it asked for."""

    def __init__(self, width=1280, height=900):
        self.folder = tempfile.mkdtemp(prefix="smemlint-chromium-")
        to_browser, self.out = os.pipe()
        self.back, from_browser = os.pipe()

        def take_pipes():
            ends = os.dup(to_browser), os.dup(from_browser)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--force-device-scale-factor=1",
             "--user-data-dir=" + self.folder, "--remote-debugging-pipe", "--window-size=%d,%d" % (width, height), "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.left, self.session = 0, b"", None
        self.problems, self.requests, self.loaded = [], [], False
        pages = [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"]
        self.session = self.call("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(20)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.back)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # --- the protocol -------------------------------------------------------------------------------

    def read(self):
        while b"\0" not in self.left:
            bytes_read = os.read(self.back, 1 << 20)
            if not bytes_read:
                raise EOFError("chromium is gone")
            self.left += bytes_read
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        params = event.get("params", {})
        method = event.get("method")
        if method == "Runtime.exceptionThrown":
            self.problems.append(params["exceptionDetails"])
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(params["args"])
        elif method == "Log.entryAdded":
            self.problems.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.note(answer)

    # --- the page -----------------------------------------------------------------------------------

    def open(self, path):
        self.loaded = False
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        until = time.monotonic() + 60
        while not self.loaded and time.monotonic() < until:
            self.note(self.read())

    def media(self, scheme="light", media=""):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def js(self, text):
        """The value of an expression, as JSON has it."""
        result = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError("%s: %s" % (text, result["exceptionDetails"]))
        return result["result"].get("value")

    def until(self, text, seconds=60):
        """Waits for an expression to hold."""
        end = time.monotonic() + seconds
        while not self.js(text):
            if time.monotonic() > end:
                raise AssertionError(text)
            time.sleep(0.02)

    def click(self, selector):
        """A real click, in the middle of what the selector finds first."""
        at = self.js("(() => { const e = document.querySelector(%s); e.scrollIntoView({block: 'center'}); "
                     "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()" % json.dumps(selector))
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)

    def key(self, key, code=None, number=0, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=number,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def picture(self, path, selector=None, width=None):
        import base64
        clip = {}
        if selector:
            box = self.js("(() => { const r = document.querySelector(%s).getBoundingClientRect(); "
                          "return [r.x + scrollX, r.y + scrollY, r.width, r.height]; })()" % json.dumps(selector))
            clip = {"clip": {"x": box[0], "y": box[1], "width": box[2], "height": box[3], "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=bool(selector), **clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
