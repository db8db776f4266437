"""A person at a real terminal: reads what a command writes and types when asked."""

import os
import pty
import re
import select
import time
from collections.abc import Mapping
from pathlib import Path

from tests import warm

_NOISE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Person:
    """`smurfs ARGUMENTS...` on a terminal of its own; used as a context manager, it leaves no process behind."""

    def __init__(self, home: Path, *arguments: object, out: int | None = None, **environment: str) -> None:
        """`out`: what is standard output, if not the terminal; `environment`: what is set besides, as EDITOR."""
        self._out = out
        self._arguments = [str(argument) for argument in arguments]
        self._environment: Mapping[str, str] = {
            **{name: value for name, value in os.environ.items() if name not in ("VISUAL", "EDITOR")},
            "SMURFS_HOME": str(home),
            "TERM": "xterm",
            "COLUMNS": "100",
            **environment,
        }
        self.screen = ""

    def __enter__(self) -> "Person":
        """Start the command."""
        self._ours, theirs = pty.openpty()
        self.process = warm.started(
            ["-m", "smurfs_graph", *self._arguments],
            (theirs, theirs if self._out is None else self._out, theirs),
            environment=self._environment,
            folder=Path.cwd(),
            terminal=True,  # Ctrl-C is the terminal's to send
        )
        os.close(theirs)
        return self

    def __exit__(self, *_: object) -> None:
        """End the command, if it has not ended."""
        self.process.kill()
        self.process.wait(10)
        os.close(self._ours)

    def sees(self, text: str, seconds: float = 40) -> str:
        """Wait for a text; what was seen up to and with it, from where the last one ended."""
        give_up = time.monotonic() + seconds
        while text not in self.screen:
            if not self._read(give_up):
                raise AssertionError(f"{text!r} was never seen in:\n{self.screen}")
        before, _, self.screen = self.screen.partition(text)
        return before + text

    def types(self, line: str) -> None:
        """Type a line."""
        os.write(self._ours, f"{line}\n".encode())

    def presses(self, key: bytes) -> None:
        """Press a key, such as Ctrl-C."""
        os.write(self._ours, key)

    def ends(self, seconds: float = 40) -> int:
        """Read to the end; the exit status."""
        give_up = time.monotonic() + seconds
        while self._read(give_up):
            pass
        return self.process.wait(10)

    def _read(self, give_up: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(0.0, give_up - time.monotonic()))
        if not ready:
            return False
        try:
            part = os.read(self._ours, 65536)
        except OSError:  # Linux says so where the other side has gone
            return False
        self.screen += _NOISE.sub(b"", part).decode("utf-8", "replace")
        return bool(part)


CTRL_C = b"\x03"
CTRL_D = b"\x04"
