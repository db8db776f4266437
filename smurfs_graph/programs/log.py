"""The log of a program: its calls, what they brought, and the order in which that came back. Pure.

A program that goes on in another process is run again from its beginning: calls that are in the log are not made, and
what they brought is given back in the order of the log, so that the program takes the same branches. A page is written
before anything is given to the program, and before a call that may change something begins: whatever is not in the log
has had no effect.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json, digest

Payload = Mapping[str, Any]
"""Result of a call, as JSON data that its maker can read again."""
Page = dict[str, Any]
"""JSON data: `calls` ([number, function, digest of the arguments]) that the program has asked for since the page
before, and `settled` ([number, payload]), what it is given then, in that order."""


class DifferenceError(Exception):
    """A program that is run again does not what the log says; nothing may be called any more."""


class Begun(NamedTuple):
    """A call as the log knows it."""

    number: int
    function: str
    arguments: str
    """Their digest."""


def begun(number: int, function: str, arguments: Any) -> Begun:
    """Return a call as the log knows it; `arguments`: as the program gave them, JSON data or its text."""
    return Begun(number, function, digest(canonical_json(arguments))[:32])


class Log:
    """The calls of a program and their results, in this process and in earlier ones."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        """`pages`: those that were written, in their order."""
        pages = list(pages)
        self._known = {int(n): Begun(int(n), str(f), str(a)) for page in pages for n, f, a in page["calls"]}
        self._settled = [(int(number), payload) for page in pages for number, payload in page["settled"]]
        self._complete = len(self._settled) - len(pages[-1]["settled"]) if pages else -1
        """Until so many results are given, the log has all calls; those that came of later ones may be missing."""
        self._given = 0
        """Results that the program has been given in this process."""
        self._noted = len(self._settled)
        """Results that are on written pages."""
        self._new_calls: list[Begun] = []
        """Calls that are on no written page."""
        self.written = len(pages)
        """Pages so far: the number of the next one."""

    def expect(self, call: Begun) -> None:
        """Take note of a call that the program wants. Raises DifferenceError where the log has another in its place."""
        known = self._known.get(call.number)
        if known is None:
            if self._given <= self._complete:
                raise DifferenceError(f"call {call.number + 1} ({call.function}) was not made before")
            self._known[call.number] = call
            self._new_calls.append(call)
        elif known != call:
            what = "its arguments are others" if known.function == call.function else f"it was {known.function}"
            raise DifferenceError(f"call {call.number + 1} ({call.function}) is not the one made before: {what}")

    def settle(self, came: Iterable[tuple[int, Payload]]) -> None:
        """Take note of what is given to the program next, for the first time; to be written before that."""
        self._settled += came

    def next_settled(self) -> tuple[int, Payload] | None:
        """Return what the program is given next; None where the log has come to its end."""
        if self._given == len(self._settled):
            return None
        self._given += 1
        return self._settled[self._given - 1]

    @property
    def settled(self) -> set[int]:
        """Return the calls of which the log says what they brought, by number."""
        return {number for number, _ in self._settled}

    def next_page(self) -> Page | None:
        """Return what is to be written; None where nothing is new."""
        settled = self._settled[self._noted :]
        if not self._new_calls and not settled:
            return None
        page: Page = {
            "calls": [list(call) for call in self._new_calls],
            "settled": [[number, dict(payload)] for number, payload in settled],
        }
        self._new_calls, self._noted = [], len(self._settled)
        self.written += 1
        return page
