"""The path of a tool's call: the calls before it that were not rolled back.

A tool with a cursor (marked `stateful`) reads its place from here instead of keeping one: a cursor that follows from
the path rolls back with it, survives a resumed run, and is not shared by sub-tasks that run at once.
"""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple


class PastCall(NamedTuple):
    """A call on the path, as it was made."""

    tool: str
    arguments: Mapping[str, Any]


_PATH: ContextVar[tuple[PastCall, ...]] = ContextVar("smurfs_path", default=())


def calls_on_path() -> tuple[PastCall, ...]:
    """Return the calls before this one, the first one first; none outside of a search."""
    return _PATH.get()


@contextmanager
def on_path(calls: Iterable[PastCall]) -> Generator[None]:
    """Set the calls before those made in this context."""
    token = _PATH.set(tuple(calls))
    try:
        yield
    finally:
        _PATH.reset(token)
