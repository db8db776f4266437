"""The person whom a tool may ask in the middle of a call, where there is one."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

AskPerson = Callable[[str], str]
"""Asks a question and returns the answer, empty for none; stops the run until there is one, so that the call is made
anew."""


class CallMemory(Protocol):
    """Remembers how far a call that must not be made twice came before its person was asked."""

    question: dict[str, Any] | None
    """What the tool's service answered in an earlier life of the run: the call goes on from there."""
    unsent: bool
    """The person has answered, and nothing of it was sent yet: where the call ends so, they are asked again."""

    async def keep_question(self, question: dict[str, Any]) -> None:
        """Write that down, before the person is asked."""
        ...

    async def go_on(self) -> bool:
        """Write down that the call goes on with the answer; return False where that was written before."""
        ...


@dataclass(frozen=True)
class Person:
    """Somebody to ask."""

    ask: AskPerson
    memory: CallMemory | None = None
    """None: the call may be made anew from its beginning."""


_PERSON: ContextVar[Person | None] = ContextVar("smurfs_person", default=None)


@contextmanager
def with_person(person: Person | None) -> Generator[None]:
    """Have calls made in this context ask this person."""
    token = _PERSON.set(person)
    try:
        yield
    finally:
        _PERSON.reset(token)


def current_person() -> Person | None:
    """Return the person of the call under way; None where nobody is there."""
    return _PERSON.get()
