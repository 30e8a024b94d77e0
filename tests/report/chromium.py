"""Controls headless Chromium over a pipe by its DevTools protocol, to test how a page looks and behaves."""

import base64
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WHY_NOT = "chromium is not there: apt-get install chromium"
_KEYS = {"Tab": 9, "Enter": 13}


class Page:
    """An open page.

    Attributes:
      said: its messages to the console, and exceptions of its scripts.
      requested: the URLs that it requested.
    """

    def __init__(self, to_browser, from_browser):
        self._to, self._from = to_browser, from_browser
        self._number = 0
        self._session: str | None = None
        self.said: list[str] = []
        self.requested: list[str] = []
        self._loaded = False

    def send(self, method: str, **params: object) -> dict:
        """Sends a command. Returns its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _next(self) -> dict:
        text = bytearray()
        while (byte := self._from.read(1)) != b"\0":
            assert byte, "Chromium has ended"
            text += byte
        event = json.loads(text)
        params = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent":
            self.requested.append(params["request"]["url"])
        if event.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.said.append(json.dumps(params))
        self._loaded |= event.get("method") == "Page.loadEventFired"
        return event

    def open(self, path: pathlib.Path, scheme: str, has_script: bool, width: int, height: int) -> None:
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.send(f"{domain}.enable")
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.send("Emulation.setEmulatedMedia", features=features)
        self.send("Emulation.setScriptExecutionDisabled", value=not has_script)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **metrics)
        self.send("Page.navigate", url=path.resolve().as_uri())
        while not self._loaded:
            self._next()

    def value(self, expression: str):
        """The value of an expression in the page."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key: str) -> None:
        code = {"key": key, "code": key, "windowsVirtualKeyCode": _KEYS[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **code, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **code)

    def accessible(self) -> list[tuple[str, str]]:
        """(role, name) of the elements that a screen reader finds."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if "role" in node
        ]

    def screenshot(self, path: pathlib.Path) -> None:
        quality = {"quality": 80} if path.suffix == ".webp" else {}
        shot = self.send("Page.captureScreenshot", format=path.suffix[1:], **quality)
        path.write_bytes(base64.b64decode(shot["data"]))


@contextlib.contextmanager
def opened(
    path: pathlib.Path, scheme: str = "light", has_script: bool = True, width: int = 1200, height: int = 800
) -> Iterator[Page]:
    """Opens the page of a file for a reader who prefers `light` or `dark`."""
    to_browser, from_us = os.pipe()
    from_browser, to_us = os.pipe()
    with tempfile.TemporaryDirectory() as profile:
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
        ]
        # Chromium reads commands from descriptor 3 and answers on 4.
        command = f'exec "$0" "$@" 3<&{to_browser} 4>&{to_us}'
        browser = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, *flags],
            pass_fds=(to_browser, to_us),
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(to_us)
        try:
            with os.fdopen(from_us, "wb") as sender, os.fdopen(from_browser, "rb") as receiver:
                page = Page(sender, receiver)
                page.open(path, scheme, has_script, width, height)
                yield page
        finally:
            browser.kill()
            browser.wait()
            shutil.rmtree(profile, ignore_errors=True)
            pathlib.Path(profile).mkdir(exist_ok=True)
