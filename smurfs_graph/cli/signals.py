"""A signal handled in another way for a while."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any


@contextmanager
def handle(number: signal.Signals, handler: Any) -> Generator[None]:
    """Have the handler called while this is open; outside of the main thread, which alone may, leave it as it is."""
    try:
        before = signal.signal(number, handler)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(number, before)
