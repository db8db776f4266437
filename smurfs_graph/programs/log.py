"""The log of a program: its calls, what they brought, and the order in which that came back. Pure.

A program that goes on in another process is run again from its beginning: calls that are in the log are not made, and
what they brought is given back in the order of the log, so that the program takes the same branches. A page is written
before calls begin, and says what has come back since the page before it: whatever is not in the log has had no effect.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json, digest

Payload = Mapping[str, Any]
"""What a call brought, as JSON data that its maker can read again."""
Page = dict[str, Any]
"""JSON data: `calls` ([number, function, digest of the arguments]), `settled` ([number, payload])."""


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
    """What earlier lives of a program have done, what this one has read of it, and what it adds."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        """`pages`: those that were written, in their order."""
        pages = list(pages)
        self._known = {int(n): Begun(int(n), str(f), str(a)) for page in pages for n, f, a in page["calls"]}
        self._settled = [(int(number), payload) for page in pages for number, payload in page["settled"]]
        self._read = 0
        self._new_calls: list[Begun] = []
        self._new_settled: list[tuple[int, Payload]] = []
        self.written = len(pages)
        """Pages so far: the number of the next one."""

    @property
    def replays(self) -> bool:
        """Whether something is left in the log that has not been given back."""
        return self._read < len(self._settled)

    def expect(self, call: Begun) -> None:
        """Take note of a call that the program wants. Raises DifferenceError where the log has another in its place."""
        known = self._known.get(call.number)
        if known is None:
            if self.replays:
                raise DifferenceError(f"call {call.number + 1} ({call.function}) was not made before")
            self._known[call.number] = call
            self._new_calls.append(call)
        elif known != call:
            what = "its arguments are others" if known.function == call.function else f"it was {known.function}"
            raise DifferenceError(f"call {call.number + 1} ({call.function}) is not the one made before: {what}")

    def next_settled(self) -> tuple[int, Payload] | None:
        """Return what came back next in an earlier life; None where this one has come to its end."""
        if not self.replays:
            return None
        self._read += 1
        return self._settled[self._read - 1]

    def settle(self, number: int, payload: Payload) -> None:
        """Take note of what is given to the program now, for the first time."""
        self._new_settled.append((number, payload))

    def is_known_to_settle(self, number: int) -> bool:
        """Whether the log says what a call brought."""
        return any(number == settled for settled, _ in self._settled)

    def next_page(self) -> Page | None:
        """Return what is to be written before further calls begin; None where nothing is new."""
        if not self._new_calls and not self._new_settled:
            return None
        page: Page = {
            "calls": [list(call) for call in self._new_calls],
            "settled": [[number, dict(payload)] for number, payload in self._new_settled],
        }
        self._new_calls, self._new_settled = [], []
        self.written += 1
        return page
