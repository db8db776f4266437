"""Drives the real search through a `World`, and the strategies that make up searches and worlds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hypothesis import strategies as st

from smurfs_graph.search.dfsdt import Move, advance, available, next_move
from smurfs_graph.search.records import record_of
from smurfs_graph.search.state import (
    Call,
    Event,
    Failed,
    Judged,
    Limits,
    NoneFits,
    Refused,
    RolledBack,
    SearchState,
    Stopped,
    Widened,
)
from tests.search.reference import Path, Reference, Visit, World

NAMES = tuple("abcdef")


class Change(NamedTuple):
    """One turn of the search."""

    before: SearchState
    move: Move
    event: Event
    after: SearchState


@dataclass
class Driver:
    """Answers the search's moves as the nodes of the graph do. `visits` is what the reference records, too."""

    world: World
    state: SearchState
    visits: list[Visit] = field(default_factory=list[Visit])
    calls: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    decisions: int = 0
    version: int = 0
    """Of the world: how often something may have been changed."""

    def changes(self) -> Iterator[Change]:
        """Every turn until the search closes or finishes."""
        while (move := next_move(self.state)) not in ("close", "finish"):
            before, event = self.state, self._event(move)
            self.state = advance(before, event)
            yield Change(before, move, event, self.state)

    def _event(self, move: Move) -> Event:
        if move == "widen":
            return Widened()
        if move == "roll_back":
            return RolledBack()
        if self.world.stops(self.decisions):
            return Stopped(reason="token_budget")
        self.decisions += 1
        return self._decided()

    def _decided(self) -> Event:
        state, path = self.state, path_of(self.state)
        allowed = available(state)
        decision = self.world.decide(path, state.hint, allowed, state.popped[state.depth])
        if decision.tool is None:
            return NoneFits(shown=decision.shown)
        arguments, epoch = {"n": decision.argument}, f"epoch {self.version}"
        call = Call(tool=decision.tool, arguments=arguments, thought=f"try {decision.tool}", epoch=epoch)
        event = Refused(call=call, reason="refused") if decision.refused else self._called(call, path)
        kind = event.status if isinstance(event, Judged) else "refused" if isinstance(event, Refused) else "failed"
        answer = event.answer if isinstance(event, Judged) else ""
        self.visits.append(Visit(path, state.hint, allowed, call.tool, decision.argument, kind, answer))
        return event

    def _called(self, call: Call, path: Path) -> Failed | Judged:
        record = record_of(self.state, call, call.epoch)
        if record is not None and record.on_path and self.state.limits.published:
            return Failed(call=call, reason="failed", fault="call", again=True)
        if record is not None and record.attempt.status == "failed":
            return Failed(call=call, reason="failed", fault=record.attempt.fault, again=True)
        response = record.attempt.response if record is not None else self._response(call)
        if response is None:
            blamed = self.world.blames_the_call(call.tool, call.arguments["n"])
            return Failed(call=call, reason="failed", fault="call" if blamed else "tool")
        if record is not None and record.on_path:
            earlier = record.attempt
            known = {"answer": response, "response": response, "hint": earlier.hint}
            return Judged(call=call, status="pending", again=True, **known)
        solved, hint = self.world.verdict(path, call.tool, response)
        status = "solved" if solved else "pending"
        return Judged(call=call, answer=response, status=status, hint=hint, response=response)

    def _response(self, call: Call) -> str | None:
        key = call.tool, call.arguments["n"]
        number = self.calls.get(key, 0)
        self.calls[key] = number + 1
        response = self.world.respond(*key, number, self.version)
        self.version += call.tool in self.state.changing
        return response


def path_of(state: SearchState) -> Path:
    """The calls on the current path."""
    return tuple((step.call.tool, step.call.arguments["n"]) for step in state.local_memory)


class Setup(NamedTuple):
    """A search that has not begun, and the world that it will meet."""

    state: SearchState
    world: World

    def driver(self) -> Driver:
        """The real search."""
        return Driver(self.world, self.state)

    def reference(self) -> Reference:
        """The naive one."""
        state = self.state
        return Reference(
            world=self.world,
            tools=state.tools,
            permitted=state.permitted,
            stateful=frozenset(state.stateful),
            changing=frozenset(state.changing),
            passable=frozenset(state.passable),
            max_depth=state.limits.max_depth,
            max_steps=state.limits.max_steps,
            exhaustive=state.limits.exhaustive,
            published=state.limits.published,
        )


_PERCENT = st.sampled_from([0, 0, 10, 40, 80, 100])


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Searches with random tools, limits and worlds."""
    names = draw(st.permutations(NAMES))
    count = draw(st.integers(0, 5))
    permitted = draw(st.sampled_from([(), tuple(names), tuple(names[: count + 1]), tuple(reversed(names))]))
    state = SearchState(
        tools=tuple(names[:count]),
        permitted=permitted,
        stateful=tuple(draw(st.sets(st.sampled_from(NAMES), max_size=3))),
        changing=tuple(draw(st.sets(st.sampled_from(NAMES), max_size=3))),
        passable=tuple(draw(st.sets(st.sampled_from(NAMES), max_size=3))),
        limits=Limits(
            max_depth=draw(st.integers(1, 5)),
            max_steps=draw(st.sampled_from([1, 2, 5, 12, 40, 200])),
            exhaustive=draw(st.booleans()),
            published=draw(st.booleans()),
        ),
    )
    world = World(
        seed=draw(st.integers(0, 2**32 - 1)),
        none_fits=draw(st.sampled_from([0, 0, 5, 30, 100])),
        refusals=draw(_PERCENT),
        failures=draw(_PERCENT),
        solutions=draw(st.sampled_from([0, 0, 2, 10, 50])),
        argument_values=draw(st.integers(1, 3)),
        stop_before=draw(st.one_of(st.none(), st.none(), st.integers(0, 30))),
        complaints=draw(_PERCENT),
        sameness=draw(_PERCENT),
    )
    return Setup(state, world)
