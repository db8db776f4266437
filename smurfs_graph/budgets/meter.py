"""The live count of one run in one process: what its ledgers say, the clock, and what is in flight."""

import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field

from langgraph.errors import GraphInterrupt

from smurfs_graph.budgets.limits import Spent
from smurfs_graph.budgets.usage import Usage, UsageRow


@dataclass
class _Scope:
    """One sub-task (or, with the empty name, the outer roles): what it has used, its clock and its calls in flight."""

    since: float
    """Time of the scope's first sight here, less the seconds that its ledger had by then."""
    used: Spent = field(default_factory=Spent)
    """The totals of its ledger."""
    size: int = 0
    """Calls in its ledger: of two ledgers, the larger one is the later one."""
    in_flight: Spent = field(default_factory=Spent)


class Meter:
    """Live usage of a run, calls in flight included. A new process starts from the ledgers of the checkpoints."""

    def __init__(self) -> None:
        """Starts the run's clock."""
        self.malformed = 0
        """Replies in a row that could not be read."""
        self._started = time.monotonic()
        self._stopped: float | None = None
        """Time at which the clock was stopped: people are waited for, and no call is in flight."""
        self._waiting: set[str] = set()
        """Scopes for which a person is waited for."""
        self._scopes: dict[str, _Scope] = {}
        self._all = _Scope(self._started)
        """All scopes in one, kept up to date, for a run may have a thousand."""
        self._active: set[str] = set()
        self._seen: Usage | None = None
        """The ledger that was observed last."""

    def observe(self, usage: Usage) -> None:
        """Learn what a ledger says, sub-task by sub-task, for the run's ledger takes over those of its sub-tasks."""
        if usage is self._seen:
            return
        self._seen = usage
        self._started = min(self._started, self._now - usage.elapsed)
        rows: dict[str, list[UsageRow]] = {}
        for row in usage.rows:
            rows.setdefault(row.sub_task, []).append(row)
        for name, ledger in rows.items():
            used, size = _totals(ledger)
            scope = self._scope(name, used.seconds)
            if size >= scope.size:  # else it is behind what was settled here
                self._write(scope, used, size)

    def settle(self, name: str, row: UsageRow) -> None:
        """Count a finished call at once, before its row reaches the ledger that `observe` reads."""
        scope = self._scope(name)
        used, size = _totals((row,))
        self._write(scope, _add(scope.used, used), scope.size + size)

    def enter(self, name: str) -> None:
        """Note that a sub-task is under way: the end of the run is going to need a closing answer for it."""
        if name:
            self._active.add(name)

    def leave(self, name: str) -> None:
        """Note that a sub-task has its outcome."""
        self._active.discard(name)

    @property
    def branches(self) -> int:
        """Return the number of sub-tasks under way."""
        return max(1, len(self._active))

    @property
    def elapsed(self) -> float:
        """Return the seconds that the run took, earlier processes included, without those that it waited for people."""
        return self._now - self._started

    @property
    def spent(self) -> Spent:
        """Return the usage of the whole run."""
        return _add(self._all.used, self._all.in_flight, seconds=self.elapsed)

    def spent_of(self, name: str) -> Spent:
        """Return the usage of one sub-task."""
        scope = self._scope(name)
        return _add(scope.used, scope.in_flight, seconds=self._now - scope.since)

    @contextmanager
    def in_flight(self, name: str = "", *, tokens: int = 0, cost: float = 0.0, tool: bool = False) -> Generator[None]:
        """Count a call as used while it is under way; its ledger row takes over when it is done."""
        self._waiting.discard(name)
        if self._stopped is not None:
            self._go_on()
        scopes, call = (self._scope(name), self._all), Spent(int(not tool), int(tool), tokens, cost)
        for scope in scopes:
            scope.in_flight = _add(scope.in_flight, call)
        try:
            yield
        finally:
            for scope in scopes:
                scope.in_flight = _add(scope.in_flight, call, sign=-1)
            if self._waiting:
                self._stop()

    @contextmanager
    def waiting(self, name: str = "") -> Generator[None]:
        """Ask a person for a scope; where that ends the call of the graph, they are waited for until the answer comes.

        Until then the clock runs only while other scopes have calls in flight.
        """
        self._waiting.add(name)
        self._stop()
        try:
            yield
        except GraphInterrupt:
            raise
        except BaseException:
            self._hear(name)
            raise
        self._hear(name)

    def _hear(self, name: str) -> None:
        self._waiting.discard(name)
        if self._stopped is not None:
            self._go_on()
        if self._waiting:
            self._stop()

    def _stop(self) -> None:
        """Stop the clock, but not while a call is in flight."""
        if self._stopped is None and not self._all.in_flight.calls + self._all.in_flight.tool_calls:
            self._stopped = time.monotonic()

    def _go_on(self) -> None:
        """Have the clock go on where it stood."""
        pause = time.monotonic() - self._now
        self._started += pause
        for scope in self._scopes.values():
            scope.since += pause
        self._stopped = None

    @property
    def _now(self) -> float:
        return time.monotonic() if self._stopped is None else self._stopped

    def _scope(self, name: str, seconds: float = 0.0) -> _Scope:
        scope = self._scopes.get(name)
        if scope is None:
            scope = self._scopes[name] = _Scope(self._now - seconds)
        return scope

    def _write(self, scope: _Scope, used: Spent, size: int) -> None:
        """Replace a scope's totals; those of the run change by the difference."""
        self._all.used = _add(_add(self._all.used, used), scope.used, sign=-1)
        scope.used, scope.size = used, size


def _totals(rows: Iterable[UsageRow]) -> tuple[Spent, int]:
    """Return the sums of some rows, and how many calls they stand for."""
    calls = tool_calls = tokens = replayed = 0
    cost = seconds = 0.0
    for row in rows:
        calls += row.calls
        tool_calls += row.tool_calls
        tokens += row.input_tokens + row.output_tokens
        replayed += row.replayed
        cost += row.cost
        seconds += row.seconds
    return Spent(calls, tool_calls, tokens, cost, seconds), calls + tool_calls + replayed


def _add(one: Spent, other: Spent, *, sign: int = 1, seconds: float = 0.0) -> Spent:
    return Spent(
        one.calls + sign * other.calls,
        one.tool_calls + sign * other.tool_calls,
        one.tokens + sign * other.tokens,
        one.cost + sign * other.cost,
        seconds,
    )
