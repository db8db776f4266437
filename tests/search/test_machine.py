"""A state machine over the search: whatever comes, in whatever order, its invariants hold."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from smurfs_graph.search.dfsdt import advance, available, ending, next_move
from smurfs_graph.search.state import (
    Attempt,
    Call,
    Event,
    Failed,
    Judged,
    Limits,
    NoneFits,
    Refused,
    RolledBack,
    SearchState,
    Stepped,
    Stopped,
    Widened,
)

NAMES = ("a", "b", "c", "d")


class SearchMachine(RuleBasedStateMachine):
    """Chooses every event freely among the possible ones; keeps its own books to compare with."""

    def __init__(self) -> None:
        super().__init__()
        self.state = SearchState(tools=())
        self.made: list[tuple[str, str]] = []
        """Tool and status of every attempt."""
        self.stack: list[SearchState] = []
        """The states in which the steps of the path were made."""

    @initialize(
        tools=st.lists(st.sampled_from(NAMES), unique=True, max_size=3),
        depth=st.integers(1, 3),
        steps=st.integers(1, 20),
        exhaustive=st.booleans(),
        published=st.booleans(),
    )
    def begin(self, tools: list[str], depth: int, steps: int, exhaustive: bool, published: bool) -> None:
        """A search over some tools."""
        limits = Limits(max_depth=depth, max_steps=steps, exhaustive=exhaustive, published=published)
        self.state = SearchState(tools=tuple(tools), permitted=NAMES, limits=limits)

    def _next(self) -> str:
        return next_move(self.state)

    @precondition(lambda self: self._next() == "decide")
    @rule(data=st.data(), kind=st.sampled_from(["failed", "refused", "pending", "pending", "solved"]))
    def attempt(self, data: st.DataObject, kind: Any) -> None:
        """One attempt with any tool that is allowed."""
        tool = data.draw(st.sampled_from(available(self.state)))
        call = Call(tool=tool, arguments={"n": data.draw(st.integers(0, 2))})
        if kind == "pending":
            self.stack.append(self.state)
        if kind in ("failed", "refused"):
            event = (Failed if kind == "failed" else Refused)(call=call, reason=kind)
        else:
            answer = data.draw(st.sampled_from(["x", f"answer {len(self.made)}"]))
            event = Judged(call=call, answer=answer, status=kind, hint=f"hint {len(self.made)}")
        self.made.append((tool, kind))
        self.state = advance(self.state, event)

    @precondition(lambda self: self._next() == "decide" and self._room() >= 2)
    @rule(data=st.data())
    def several_calls(self, data: st.DataObject) -> None:
        """A step of several calls is one level, or none where all of them failed."""
        tools = data.draw(st.lists(st.sampled_from(available(self.state)), min_size=1, max_size=2))
        results: list[Failed | Judged] = []
        for number, tool in enumerate(tools):
            call = Call(tool=tool, arguments={"n": number})
            kind = data.draw(st.sampled_from(["failed", "pending"]))
            answered = Judged(call=call, answer=f"answer {len(self.made)}", status="pending", hint="more")
            results.append(answered if kind == "pending" else Failed(call=call, reason="no", fault="call"))
            self.made.append((tool, kind))
        before, brought = self.state, any(isinstance(result, Judged) for result in results)
        if brought:
            self.stack.append(before)
        self.state = advance(before, Stepped(results=tuple(results)))
        assert self.state.depth == before.depth + brought

    def _room(self) -> int:
        return self.state.limits.max_steps - self.state.steps

    @precondition(lambda self: self._next() == "decide")
    @rule()
    def none_fits(self) -> None:
        """No tool fits: this place is done."""
        self.state = advance(self.state, NoneFits())
        assert available(self.state) == ()

    @precondition(lambda self: self._next() == "decide")
    @rule(data=st.data())
    def none_of_some(self, data: st.DataObject) -> None:
        """None of those that were shown fits: the others are left."""
        allowed = available(self.state)
        shown = data.draw(st.lists(st.sampled_from(allowed), min_size=1, unique=True))
        self.state = advance(self.state, NoneFits(shown=tuple(shown)))
        assert available(self.state) == tuple(tool for tool in allowed if tool not in shown)

    @precondition(lambda self: self._next() == "roll_back")
    @rule()
    def roll_back(self) -> None:
        """Everything is as it was when the step was made, less its tool."""
        level = {step.call.tool for step in self.state.local_memory if step.depth == self.state.depth - 1}
        self.state = advance(self.state, RolledBack())
        before = self.stack.pop()
        assert (self.state.path, self.state.hint) == (before.path, before.hint)
        assert {*available(self.state)} <= {*available(before)} - level

    @precondition(lambda self: self._next() == "widen")
    @rule()
    def widen(self) -> None:
        """The candidates become all permitted tools, only once and only at the root."""
        assert self.state.depth == 0
        assert not self.state.widened
        self.state = advance(self.state, Widened())
        assert set(self.state.tools) == set(NAMES)

    @precondition(lambda self: self._next() not in ("close", "finish"))
    @rule(chance=st.integers(0, 19))
    def stop(self, chance: int) -> None:
        """Now and then, a budget runs out."""
        if chance == 0:
            self.state = advance(self.state, Stopped(reason="token_budget"))
            assert self._next() == "close"

    @precondition(lambda self: self._next() in ("close", "finish"))
    @rule(event=st.sampled_from([NoneFits(), RolledBack(), Widened(), Failed(call=Call(tool="a"), reason="late")]))
    def nothing_happens_after_the_end(self, event: Event) -> None:
        """An ended search takes no more events."""
        with pytest.raises(ValueError, match="cannot happen here"):
            advance(self.state, event)

    @invariant()
    def global_memory_is_complete(self) -> None:
        """Every attempt is there, in its order."""
        assert [(a.call.tool, a.status) for a in self.state.global_memory] == self.made

    @invariant()
    def local_memory_is_the_path(self) -> None:
        """The path holds pending steps (or the one that solved it), none rolled back, depth by depth."""
        path: tuple[Attempt, ...] = self.state.local_memory
        depths = [step.depth for step in path]
        assert depths == sorted(depths)
        assert {*depths} == {*range(self.state.depth)}
        assert not any(step.rolled_back for step in path)
        off_path = [a for at, a in enumerate(self.state.attempts) if at not in self.state.path]
        assert all(a.rolled_back == (a.status == "pending") for a in off_path)

    @invariant()
    def limits_hold(self) -> None:
        """Depth, steps and the books of popped tools stay within bounds."""
        assert self.state.depth <= self.state.limits.max_depth
        assert self.state.steps <= self.state.limits.max_steps
        assert len(self.state.popped) == self.state.depth + 1

    @invariant()
    def an_ended_search_has_its_ending(self) -> None:
        """solved exactly after "finish"; failed exactly without evidence."""
        if self._next() in ("close", "finish"):
            found = ending(self.state)
            assert (found == "solved") == (self._next() == "finish")
            assert (found == "failed") == (not self.state.evidence)


TestSearchMachine = SearchMachine.TestCase
TestSearchMachine.settings = settings(max_examples=60, stateful_step_count=40)
