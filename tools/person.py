"""The person whom a tool may ask in the middle of a call, where there is one."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

AskPerson = Callable[[str], str]
"""Asks a question and returns the answer, empty for none; stops the run until there is one, so that the call is made
anew."""
_PERSON: ContextVar[AskPerson | None] = ContextVar("smurfs_person", default=None)


@contextmanager
def with_person(ask: AskPerson | None) -> Generator[None]:
    """Have calls made in this context ask this person."""
    token = _PERSON.set(ask)
    try:
        yield
    finally:
        _PERSON.reset(token)


def current_person() -> AskPerson | None:
    """Return how to ask the person of the call under way; None where nobody is there."""
    return _PERSON.get()
