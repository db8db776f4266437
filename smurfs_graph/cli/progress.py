"""How far many runs are: in place on a terminal, a line now and then elsewhere."""

import shutil
import sys
import time
from collections.abc import Callable


class Progress:
    """Running figures on standard error."""

    def __init__(self, total: int, done: int, *, quiet: bool) -> None:
        """`done` of `total` were there before."""
        self.done, self._total, self._before, self._quiet = done, total, done, quiet
        self._started = self._shown = time.monotonic()
        self._live = sys.stderr.isatty()
        if done and not quiet:
            print(f"smurfs: {done:,} of {total:,} are there already", file=sys.stderr)

    def show(self, figures: Callable[[], str]) -> None:
        """Count one more that is done, and show the progress now and then."""
        self.done += 1
        now = time.monotonic()
        if not self._quiet and (now - self._shown >= (0.2 if self._live else 10.0) or self.done == self._total):
            self._shown = now
            self._print(now, figures())

    def _print(self, now: float, figures: str) -> None:
        pace = (self.done - self._before) / max(now - self._started, 1e-9)
        minutes, seconds = divmod(round((self._total - self.done) / pace), 60)
        line = f"{self.done:,}/{self._total:,}  {minutes}:{seconds:02} left  {figures}"
        print(
            f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}" if self._live else line,
            end="" if self._live else "\n",
            file=sys.stderr,
            flush=True,
        )

    def end(self) -> None:
        """Leave the line."""
        if self._live and not self._quiet and self.done > self._before:
            print(file=sys.stderr)
