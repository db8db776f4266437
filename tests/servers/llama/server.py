"""llama.cpp's own server as a context manager, on a free port of the loopback interface."""

import os
import re
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[3]
STARTING, STOPPING = 60.0, 10.0
"""Seconds that the server may take."""
WINDOW, SLOTS = 8192, 4
"""Tokens of each slot; requests that are served at once."""
REPLY_TOKENS = 256
"""What a reply may have where the request names no limit."""
MEMORY = 4_000_000
"""Kilobytes of address space."""
_WATCHED = f"""
ulimit -v {MEMORY} 2>/dev/null
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{{ cat <&3; kill -9 $server; }} &
wait $server
"""
"""The server ends with whoever holds the shell's standard input, however that one ends; the shell ends with it."""


def find_server() -> Path | None:
    """The server's program: what LLAMA_SERVER names, or what tests/servers/llama/build has built."""
    if named := os.environ.get("LLAMA_SERVER"):
        if not os.access(named, os.X_OK):
            raise FileNotFoundError(f"LLAMA_SERVER names {named!r}, which is no program")
        return Path(named)
    pinned = re.search(r"^llama-cpp-python==(\S+)", (ROOT / "requirements" / "llama-server.txt").read_text(), re.M)
    built = ROOT / ".cache" / "llama-server" / (pinned[1] if pinned else "") / "llama-server"
    return built if built.is_file() else None


class LlamaServer:
    """A server with one model, up from `with` to its end, or until it is killed."""

    def __init__(self, program: Path, model: Path, log: Path, *options: str) -> None:
        """`log`: the file that the server's own output goes to; `options`: further ones of its command line."""
        self._command = [
            str(program),
            *("--model", str(model), "--alias", "any", "--host", "127.0.0.1", "--port", "0", "--jinja", "--metrics"),
            *("--ctx-size", str(WINDOW * SLOTS), "--parallel", str(SLOTS), "--predict", str(REPLY_TOKENS)),
            *("--threads", "1", "--threads-http", "4", "--no-warmup", *options),
        ]
        self._log = log
        self.address = ""

    @property
    def base_url(self) -> str:
        """Return the value for the setting of that name."""
        return f"{self.address}/v1"

    def __enter__(self) -> Self:
        """Start the server; return when it is ready."""
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHED, "sh", *self._command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={name: value for name, value in os.environ.items() if not name.startswith("LLAMA_ARG_")},
                start_new_session=True,  # an interrupt from the keyboard is the tests' affair
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server."""
        self.kill()

    def kill(self) -> None:
        """End the server at once, as a crash would; connections break."""
        self._process.communicate(timeout=STOPPING)

    def metric(self, name: str) -> float:
        """A counter of the server's own, by its name without the prefix."""
        text = _get(f"{self.address}/metrics")
        found = re.search(rf"^llamacpp:{name} (\S+)", text, re.MULTILINE)
        if found is None:
            raise LookupError(f"the server has no metric {name!r}")
        return float(found[1])

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline and self._process.poll() is None:
            said = self._log.read_text("utf-8", "replace")
            if listening := re.search(r"listening on (http://127\.0\.0\.1:\d+)", said):
                self.address = listening[1]
                if self._is_well():
                    return
            time.sleep(0.1)
        problem = f"was not ready within {STARTING:.0f} s" if self._process.poll() is None else "ended at its start"
        raise RuntimeError(f"llama-server {problem}; the end of its output:\n{self._said()}")

    def _is_well(self) -> bool:
        try:
            return "ok" in _get(f"{self.address}/health")
        except (OSError, urllib.error.URLError):
            return False

    def _said(self) -> str:
        return "\n".join(self._log.read_text("utf-8", "replace").splitlines()[-20:])


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answered:
        return answered.read().decode()
