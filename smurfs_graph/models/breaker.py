"""A circuit breaker: a server that failed several times in a row is left alone for a while, then tried once."""

import threading
import time
from collections.abc import Callable


class Breaker:
    """Closed: calls pass. Open: none does. Half open, after a while: one passes, and its end decides."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._opened = 0.0
        self._open = False
        self._trying = False

    def admit(self, rest: float) -> float:
        """0 where a call may pass, else the seconds until the next one may. `rest`: seconds that it stays open."""
        with self._lock:
            if not self._open:
                return 0.0
            left = self._opened + rest - self._clock()
            if left > 0 or self._trying:
                return max(left, 0.1)
            self._trying = True
            return 0.0

    def note_success(self) -> None:
        """The server answered."""
        with self._lock:
            self._failures, self._open, self._trying = 0, False, False

    def note_failure(self, threshold: int) -> None:
        """The server did not answer; after `threshold` times in a row the breaker opens."""
        with self._lock:
            self._failures += 1
            if self._trying or self._failures >= threshold:
                self._open, self._trying, self._opened = True, False, self._clock()

    def release(self) -> None:
        """A call that was let pass ended without telling anything about the server (it was cancelled)."""
        with self._lock:
            self._trying = False
