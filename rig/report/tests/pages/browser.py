"""Chromium without a window, driven over a pipe: pages opened, looked at, photographed and printed."""

import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds for one answer


class BrowserError(Exception):
    """The browser could not do what was asked of it."""


def find_browser():
    """The path of a Chromium; None when there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Browser:
    """One browser with one tab. No name resolves in it, so that nothing reaches a network.

    Use it in a `with` statement; `events` collects what the browser reports by itself.
    """

    def __init__(self):
        program = find_browser()
        if program is None:
            raise BrowserError("There is no Chromium; scripts/setup installs it.")
        self._profile = tempfile.TemporaryDirectory(prefix="rig-browser.", ignore_cleanup_errors=True)
        self._number = 0
        self._received = b""
        self.events = []
        self._start(program)
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = None
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def _start(self, program):
        """The browser reads commands from its descriptor 3 and writes answers to 4."""
        commands_out, self._commands = os.pipe()
        self._answers, answers_in = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (commands_out, answers_in)]
        os.close(commands_out)
        os.close(answers_in)

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self._session = None
        self._process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
             "--force-device-scale-factor=1", "--font-render-hinting=none", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
             f"--user-data-dir={self._profile.name}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place,
            pass_fds=(3, 4), start_new_session=True)
        for fd in high:
            os.close(fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def _next_message(self, until):
        while b"\0" not in self._received:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                raise BrowserError(f"The browser said nothing for {PATIENCE} s.")
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise BrowserError("The browser ended.")
            self._received += piece
        message, self._received = self._received.split(b"\0", 1)
        return json.loads(message)

    def _call(self, method, parameters=None):
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters or {}}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            message = self._next_message(until)
            if message.get("id") == self._number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def shape(self, width, height=900, *, media="screen", dark=False):
        """The window from here on: its size in CSS pixels, screen or paper, light or dark."""
        self._call("Emulation.setDeviceMetricsOverride",
                   {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        scheme = "dark" if dark else "light"
        self._call("Emulation.setEmulatedMedia",
                   {"media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, path, query=""):
        """Opens a file, or a page of this machine, with `?a=b` as its query, and waits until it is whole."""
        self.events.clear()
        served = str(path).startswith(("http://127.0.0.1:", "about:"))
        url = str(path) if served else pathlib.Path(path).resolve().as_uri()
        answer = self._call("Page.navigate", {"url": url + query})
        if "errorText" in answer:
            raise BrowserError(f"{path}: {answer['errorText']}")
        until = time.monotonic() + PATIENCE
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            message = self._next_message(until)
            if "method" in message:
                self.events.append(message)

    def evaluate(self, script):
        """The value of a JavaScript expression in the page."""
        answer = self._call("Runtime.evaluate",
                            {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise BrowserError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def mouse(self, kind, x, y, **more):
        """A mouse event of the DevTools protocol, such as `mousePressed`, at a place in the window."""
        self._call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def photograph(self, top, height):
        """A PNG of the page: so many pixels from `top` on, as wide as the window."""
        width = self.evaluate("document.documentElement.clientWidth")
        answer = self._call("Page.captureScreenshot", {
            "format": "png", "captureBeyondViewport": True,
            "clip": {"x": 0, "y": top, "width": width, "height": height, "scale": 1}})
        return base64.b64decode(answer["data"])

    def print(self):
        """The page on paper, as a PDF; the page's style sheet says which paper."""
        self._call("Emulation.clearDeviceMetricsOverride")
        self._call("Emulation.setEmulatedMedia", {"media": "print"})
        answer = self._call("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": False})
        return base64.b64decode(answer["data"])
