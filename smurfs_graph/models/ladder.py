"""The ladder of formats for structured output, and what was learned about one model on one server.

native JSON schema → tool call → JSON mode → JSON asked for in the prompt. A rung that is refused, or whose replies show
that the server ignores it, is left for the next one down. What works is remembered for the process.
"""

from typing import get_args

from smurfs_graph.settings import Rung

LADDER: tuple[Rung, ...] = get_args(Rung)
STRIKES = 2
"""Ill-shaped replies in a row on one rung after which the next one down is taken."""


class Ladder:
    """Where on the ladder one model stands. Plain assignments only, so that threads may share it."""

    def __init__(self, start: Rung = "json_schema") -> None:
        """`start`: the highest rung that is worth trying."""
        self._at = LADDER.index(start)
        self._strikes = 0
        self._worked: set[Rung] = set()
        self._failed_over: set[Rung] = set()

    @property
    def rung(self) -> Rung:
        """The format that is asked for now."""
        return LADDER[self._at]

    @property
    def native_works(self) -> bool:
        """Whether native structured output has brought a valid reply here, and is still in use."""
        return "json_schema" in self._worked and self.rung == "json_schema"

    def below(self, rung: Rung) -> Rung | None:
        """The next rung down, if there is one."""
        at = LADDER.index(rung) + 1
        return LADDER[at] if at < len(LADDER) else None

    def note_success(self, rung: Rung, *, instead_of: Rung | None = None) -> None:
        """A valid reply came on this rung: later calls start here, and no higher.

        `instead_of`: a rung that was answered with errors. Once, that may have been a bad moment or an odd schema.
        """
        self._worked.add(rung)
        if instead_of is not None and instead_of not in self._failed_over:
            self._failed_over.add(instead_of)
            return
        self._at = max(self._at, LADDER.index(rung))
        self._strikes = 0

    def note_wrong_shape(self, rung: Rung) -> None:
        """A reply on this rung had the wrong shape; a server that honours the format would not have let it through."""
        if rung != self.rung:
            self._at = max(self._at, LADDER.index(rung))
            self._strikes = 1
            return
        self._strikes += 1
        if self._strikes >= STRIKES and (lower := self.below(rung)):
            self._at, self._strikes = LADDER.index(lower), 0
