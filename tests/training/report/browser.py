"""A headless browser, spoken to through pipes in the words of the DevTools protocol."""

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from itertools import count

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
NONE_FOUND = f"no headless browser: none of {', '.join(NAMES)} is installed"


def installed():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """An open page. events: what the browser said of its own accord."""

    def __init__(self, send, receive):
        self._send, self._receive = send, receive
        self._numbers = count(1)
        self._session = None
        self.events = []

    def ask(self, method, **params):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._send(message)
        while True:
            answer = self._receive()
            if answer.get("id") != number:
                self.events.append(answer)
                continue
            assert "error" not in answer, answer
            return answer["result"]

    def open(self, address, *, width, height):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for part in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{part}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        self.ask("Page.navigate", url=address)

    def run(self, script):
        result = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def screenshot(self):
        return self.ask("Page.captureScreenshot", format="png")["data"]

    def said(self, *methods):
        return [event for event in self.events if event.get("method") in methods]


@contextmanager
def page(address, *, width=1200, height=900):
    """A page of a file, opened in a browser of its own."""
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    # The browser wants its pipes as numbers 3 and 4.
    command = f'exec "$0" "$@" 3<&{to_read} 4>&{from_write}'
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
    process = subprocess.Popen(
        ["bash", "-c", command, installed(), *flags, "about:blank"],
        pass_fds=(to_read, from_write),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_read)
    os.close(from_write)
    waiting = b""

    def send(message):
        os.write(to_write, json.dumps(message).encode() + b"\0")

    def receive():
        nonlocal waiting
        while b"\0" not in waiting:
            more = os.read(from_read, 1 << 16)
            assert more, "the browser closed its pipe"
            waiting += more
        message, _, waiting = waiting.partition(b"\0")
        return json.loads(message)

    try:
        opened = Page(send, receive)
        opened.open(address, width=width, height=height)
        yield opened
    finally:
        process.kill()
        process.wait()
        os.close(to_write)
        os.close(from_read)
