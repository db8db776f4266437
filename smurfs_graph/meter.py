"""The live count of one run in one process: what its ledgers say, the clock, and what is in flight."""

import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from smurfs_graph.budget import Spent
from smurfs_graph.usage import Usage, UsageRow


@dataclass
class _Scope:
    """One sub-task (or, with the empty name, the outer roles): its ledger, its clock and its calls in flight."""

    ledger: Usage
    since: float
    """When it was first seen here, less the seconds that its ledger had by then."""
    calls: int = 0
    tool_calls: int = 0
    tokens: int = 0
    cost: float = 0.0


class Meter:
    """What a run has used, calls in flight included. A new process starts from the ledgers of the checkpoints."""

    def __init__(self) -> None:
        """Starts the run's clock."""
        self._started = time.monotonic()
        self._scopes: dict[str, _Scope] = {}
        self._active: set[str] = set()

    def observe(self, usage: Usage) -> None:
        """Learn what a ledger says, sub-task by sub-task, for the run's ledger takes over those of its sub-tasks."""
        self._started = min(self._started, time.monotonic() - usage.elapsed)
        for name in {row.sub_task for row in usage.rows}:
            ledger, scope = usage.of(name), self._scope(name, usage)
            if _size(ledger) >= _size(scope.ledger):  # else it is behind what was settled here
                scope.ledger = ledger

    def settle(self, name: str, row: UsageRow) -> None:
        """Count a finished call at once, before its row reaches the ledger that `observe` reads."""
        scope = self._scope(name)
        scope.ledger = scope.ledger + Usage(rows=(row,))

    def enter(self, name: str) -> None:
        """A sub-task is under way: the end of the run is going to need a closing answer for it."""
        if name:
            self._active.add(name)

    def leave(self, name: str) -> None:
        """A sub-task has its outcome."""
        self._active.discard(name)

    @property
    def branches(self) -> int:
        """Sub-tasks under way."""
        return max(1, len(self._active))

    @property
    def elapsed(self) -> float:
        """Seconds since the run began, earlier processes included."""
        return time.monotonic() - self._started

    @property
    def spent(self) -> Spent:
        """What the run has used up."""
        return _total(self._scopes.values(), self.elapsed)

    def spent_of(self, name: str) -> Spent:
        """What one sub-task has used up."""
        scope = self._scope(name)
        return _total([scope], time.monotonic() - scope.since)

    @contextmanager
    def in_flight(self, name: str = "", *, tokens: int = 0, cost: float = 0.0, tool: bool = False) -> Generator[None]:
        """Count a call as used while it is under way; its ledger row takes over when it is done."""
        scope = self._scope(name)
        scope.calls += not tool
        scope.tool_calls += tool
        scope.tokens += tokens
        scope.cost += cost
        try:
            yield
        finally:
            scope.calls -= not tool
            scope.tool_calls -= tool
            scope.tokens -= tokens
            scope.cost -= cost

    def _scope(self, name: str, usage: Usage | None = None) -> _Scope:
        if name not in self._scopes:
            used = usage.of(name).seconds if usage else 0.0
            self._scopes[name] = _Scope(Usage(), time.monotonic() - used)
        return self._scopes[name]


def _size(ledger: Usage) -> int:
    return ledger.calls + ledger.tool_calls + sum(row.replayed for row in ledger.rows)


def _total(scopes: Iterable[_Scope], seconds: float) -> Spent:
    known = list(scopes)
    return Spent(
        calls=sum(scope.ledger.calls + scope.calls for scope in known),
        tool_calls=sum(scope.ledger.tool_calls + scope.tool_calls for scope in known),
        tokens=sum(scope.ledger.tokens + scope.tokens for scope in known),
        cost=sum(scope.ledger.cost + scope.cost for scope in known),
        seconds=seconds,
    )
