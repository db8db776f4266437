"""Whatever comes, in whatever order: the search's books are right, and a rollback restores what was before."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.search.dfsdt import advance, available, ending, next_move
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
    Stepped,
    Stopped,
    Widened,
)

NAMES = ("a", "b", "c", "d")
LIMITS = st.builds(
    Limits, max_depth=st.integers(1, 3), max_steps=st.integers(1, 20), exhaustive=st.booleans(), published=st.booleans()
)


@st.composite
def decisions(draw: st.DrawFn, state: SearchState) -> NoneFits | Stopped | Stepped:
    """Draw a decision: none of the shown tools, one call or two, or a budget that runs out."""
    kind = draw(st.sampled_from(["step"] * 12 + ["none"] * 3 + ["stop"]))
    some = st.lists(st.sampled_from(available(state)), min_size=1, max_size=2)
    if kind != "step":
        return Stopped(reason="token_budget") if kind == "stop" else NoneFits(shown=tuple(dict.fromkeys(draw(some))))
    return Stepped(results=tuple(draw(results(tool, state)) for tool in draw(some)))


@st.composite
def results(draw: st.DrawFn, tool: str, state: SearchState) -> Refused | Failed | Judged:
    """Draw the result of a call."""
    call = Call(tool=tool, arguments={"n": draw(st.integers(0, 2))})
    status: Any = draw(st.sampled_from(["failed", "refused", "pending", "pending", "solved"]))
    if status == "refused":
        return Refused(call=call, reason=status)
    if status == "failed":
        return Failed(call=call, reason=status, fault=draw(st.sampled_from(["call", "tool"])))
    answer = draw(st.sampled_from(["x", f"answer {len(state.attempts)}"]))
    return Judged(call=call, answer=answer, status=status, hint=f"hint {len(state.attempts)}")


@given(st.sets(st.sampled_from(NAMES), max_size=3), LIMITS, st.data())
def test_the_books_are_right_whatever_comes(tools: set[str], limits: Limits, data: st.DataObject) -> None:
    """Memory is complete, the path is what was not undone, limits hold, and an ended search has its ending."""
    state = SearchState(tools=tuple(sorted(tools)), permitted=NAMES, limits=limits)
    levels: list[SearchState] = []
    """The states in which the steps of the path were made."""
    while (move := next_move(state)) not in ("close", "finish"):
        before, event = state, _answer(move, state, data)
        state = advance(before, event)
        made = event.results if isinstance(event, Stepped) else ()
        assert [attempt.call for attempt in state.attempts[len(before.attempts) :]] == [each.call for each in made]
        if isinstance(event, RolledBack):
            left = levels.pop()
            assert (state.path, state.hint) == (left.path, left.hint)
            assert {*available(state)} < {*available(left)}
        elif any(isinstance(each, Judged) for each in made):
            levels.append(before)
        assert state.depth == len(levels) <= limits.max_depth
        assert state.steps <= limits.max_steps + 1  # the second call of the last step
        assert len(state.popped) == state.depth + 1
        _check_path(state)
    assert (ending(state) == "solved") == (move == "finish")
    assert (ending(state) == "failed") == (not state.evidence)


def _answer(move: str, state: SearchState, data: st.DataObject) -> Event:
    if move == "widen":
        assert not state.path and not state.widened
    return RolledBack() if move == "roll_back" else Widened() if move == "widen" else data.draw(decisions(state))


def _check_path(state: SearchState) -> None:
    """It holds what was answered and not rolled back, depth by depth."""
    depths = [step.depth for step in state.local_memory]
    assert depths == sorted(depths) and {*depths} == {*range(state.depth)}
    assert not any(step.rolled_back for step in state.local_memory)
    off_path = [attempt for at, attempt in enumerate(state.attempts) if at not in state.path]
    assert all(attempt.rolled_back == (attempt.status not in ("failed", "refused")) for attempt in off_path)
