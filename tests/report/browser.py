"""A real Chromium, headless, driven over its DevTools protocol."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium (Debian's package chromium)")
_START = 60.0
"""Seconds for the browser to start and for one command, on a busy machine."""


class Tab:
    """One page in the browser; `complaints` has what its console says and what it failed to do."""

    def __init__(self, socket: ClientConnection) -> None:
        """`socket`: to the page's own target."""
        self._socket = socket
        self._ids = itertools.count(1)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._loaded = False
        for domain in ("Page", "Runtime", "Log", "Network", "Security"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Carry out a command; returns its result."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            data: dict[str, Any] = json.loads(self._socket.recv(timeout=_START))
            if data.get("id") == number:
                if "error" in data:
                    raise RuntimeError(f"{method}: {data['error']}")
                return data["result"]
            self._note(data)

    def open(self, path: Path, width: int = 1280, height: int = 900, fragment: str = "") -> None:
        """Load a file and wait until it is there."""
        self.resize(width, height)
        self._loaded = False
        self.ask("Page.navigate", url=f"{path.as_uri()}{fragment}")
        deadline = time.monotonic() + _START
        while not self._loaded and time.monotonic() < deadline:
            try:
                self._note(json.loads(self._socket.recv(timeout=1)))
            except TimeoutError:
                continue
        assert self._loaded

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, in CSS pixels."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def colours(self, scheme: str) -> None:
        """Prefer light or dark."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def value(self, script: str) -> Any:
        """Evaluate a JavaScript expression; raises where it throws."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press a key and let it go."""
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
            text = {}

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Write what can be seen, or the whole page, into a PNG file."""
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _note(self, data: dict[str, Any]) -> None:
        found = data.get("params", {})
        match data.get("method"):
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.complaints.append(str(found["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                self.complaints.append(str(found["args"]))
            case "Log.entryAdded":
                self.complaints.append(str(found["entry"]))
            case "Network.requestWillBeSent":
                self.requests.append(str(found["request"]["url"]))
            case _:
                pass


@contextmanager
def browser(home: Path) -> Generator[Tab]:
    """A browser with one page and a profile of its own; it ends with the block."""
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0",
        "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={home}", "about:blank",
    ]  # fmt: skip
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    process: subprocess.Popen[Any] = subprocess.Popen(command, **quiet)
    try:
        port = _port(home / "DevToolsActivePort", process)
        target = _page(port)
        with connect(target, max_size=None, proxy=None) as socket:
            yield Tab(socket)
    finally:
        os.killpg(process.pid, 9)
        process.wait()


def _port(file: Path, process: "subprocess.Popen[Any]") -> int:
    deadline = time.monotonic() + _START
    while time.monotonic() < deadline:
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        if process.poll() is not None:
            raise RuntimeError(f"Chromium ended with {process.returncode}")
        time.sleep(0.05)
    raise RuntimeError("Chromium did not start")


def _page(port: int) -> str:
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=_START) as reply:
        pages: list[dict[str, Any]] = json.load(reply)
    return next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
