"""Single events: what each changes, and that an impossible one is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.search import (
    Call,
    Concluded,
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
    advance,
    available,
    ending,
    next_move,
    recorded,
    repeated_on_path,
)
from tests.search.driving import NAMES, Setup, setups

START = SearchState(tools=("a", "b"), permitted=("b", "c", "a"), limits=Limits(max_depth=2, exhaustive=True))


def call(tool: str, **arguments: object) -> Call:
    """A call of a tool."""
    return Call(tool=tool, arguments=arguments, thought=f"try {tool}")


def pending(tool: str, hint: str = "", **arguments: object) -> Judged:
    """A call that brought an answer which did not settle the sub-task."""
    return Judged(call=call(tool, **arguments), answer=f"answer of {tool}", status="pending", hint=hint)


def after(*events: Event, start: SearchState = START) -> SearchState:
    """The state after these events."""
    for event in events:
        start = advance(start, event)
    return start


def test_a_failed_call_pops_its_tool_and_keeps_depth_hint_and_memory() -> None:
    """The next tool is tried at the same depth, under the same hint."""
    state = after(pending("a", hint="look deeper"), Failed(call=call("a"), reason="no connection"))
    assert (state.depth, state.hint, available(state)) == (1, "look deeper", ("b",))
    assert state.popped[1] == {"a": "no connection"}
    assert [step.call.tool for step in state.local_memory] == ["a"]
    assert [attempt.status for attempt in state.global_memory] == ["pending", "failed"]


def test_refused_arguments_are_remembered_but_cost_no_step() -> None:
    """A call that was never made pops its tool and is no tool call attempt."""
    state = after(Refused(call=call("a"), reason="no valid arguments"))
    assert (state.steps, len(state.attempts), available(state)) == (0, 1, ("b",))


def test_a_pending_answer_goes_deeper_with_all_tools_and_the_new_hint() -> None:
    """The tool list is fresh at a new step."""
    state = after(Failed(call=call("b"), reason="x"), pending("a", hint="find the year"))
    assert (state.depth, state.hint, available(state)) == (1, "find the year", ("a", "b"))


def test_rollback_brings_back_the_hint_and_drops_what_was_popped_below() -> None:
    """Deeper pops are forgotten, the undone step's tool is gone at its own depth, the step is flagged."""
    deep = after(pending("a", hint="one"), pending("b", hint="two"), RolledBack(), NoneFits(), RolledBack())
    assert (deep.depth, deep.hint, available(deep)) == (0, "", ("b",))
    assert deep.popped == ({"a": "one"},)
    assert [attempt.rolled_back for attempt in deep.attempts] == [True, True]
    assert available(after(pending("b", hint="three"), start=deep)) == ("a", "b")


def test_widening_adds_permitted_tools_once_and_only_at_the_root() -> None:
    """The candidates keep their places, what was popped stays popped, a second widening is refused."""
    empty = after(NoneFits())
    assert next_move(empty) == "widen"
    wide = after(Widened(), start=empty)
    assert (wide.tools, available(wide)) == (("a", "b", "c"), ("c",))
    used_up = after(NoneFits(), start=wide)
    assert next_move(used_up) == "close"
    assert next_move(after(pending("a"), NoneFits())) == "roll_back"


def test_none_of_those_shown_leaves_the_others() -> None:
    """Only what was looked at is popped; what is not available cannot have been looked at."""
    state = after(NoneFits(shown=("a",)))
    assert (available(state), next_move(state)) == (("b",), "decide")
    with pytest.raises(ValueError, match=r"cannot have been shown: \['a'\]"):
        advance(state, NoneFits(shown=("a",)))


def test_a_verified_answer_finishes_the_search() -> None:
    """Even on the last step that the limits allow."""
    start = START.model_copy(update={"limits": Limits(max_depth=1, max_steps=1)})
    state = after(Judged(call=call("a"), answer="42", status="solved"), start=start)
    assert (next_move(state), ending(state)) == ("finish", "solved")


@pytest.mark.parametrize(
    ("limits", "events", "expected"),
    [
        (Limits(), (), None),
        (Limits(), (Failed(call=call("a"), reason="x"), Stopped(reason="time_budget")), "failed"),
        (Limits(), (pending("a"), Stopped(reason="time_budget")), "partial"),
        (Limits(max_steps=1), (pending("a"),), "partial"),
        (Limits(max_steps=1), (Failed(call=call("a"), reason="x"),), "failed"),
        (Limits(max_depth=1), (pending("a"),), "partial"),
        (Limits(max_depth=1, exhaustive=True), (pending("a"), RolledBack(), NoneFits()), "exhausted"),
        (Limits(), (NoneFits(),), "failed"),
        (Limits(), (Refused(call=call("a"), reason="x"), NoneFits()), "failed"),
    ],
)
def test_endings_are_those_of_the_outcome_table(
    limits: Limits, events: tuple[Event, ...], expected: str | None
) -> None:
    """partial: a limit with evidence; exhausted: the whole tree with evidence; failed: no evidence."""
    state = after(*events, start=SearchState(tools=("a", "b"), limits=limits))
    if expected is None:
        assert next_move(state) == "decide"
    else:
        assert (next_move(state), ending(state)) == ("close", expected)


def test_an_identical_call_is_told_by_its_arguments_in_any_order() -> None:
    """Order of keys does not matter; other values do; stateful tools are exempt."""
    state = after(pending("a", x=1, y=[1, 2]))
    assert repeated_on_path(state, call("a", y=[1, 2], x=1))
    assert not repeated_on_path(state, call("a", x=1, y=[2, 1]))
    assert not repeated_on_path(state, call("b", x=1, y=[1, 2]))
    exempt = state.model_copy(update={"stateful": ("a",)})
    assert not repeated_on_path(exempt, call("a", x=1, y=[1, 2]))


def test_what_was_rolled_back_or_failed_is_on_record_what_was_refused_is_not() -> None:
    """The record that stands in for a call is the one that was really made."""
    state = after(pending("a", x=1), Failed(call=call("a", x=1), reason="made on this path"), NoneFits(), RolledBack())
    found = recorded(state, call("a", x=1))
    assert found is not None
    assert (found.status, found.answer) == ("pending", "answer of a")
    refused = after(Refused(call=call("a", x=1), reason="bad"))
    assert recorded(refused, call("a", x=1)) is None
    exempt = state.model_copy(update={"stateful": ("a",)})
    assert recorded(exempt, call("a", x=1)) is None


def _every_event(tool: str) -> list[Event]:
    return [
        NoneFits(),
        Refused(call=call(tool), reason="x"),
        Failed(call=call(tool), reason="x"),
        pending(tool),
        Judged(call=call(tool), answer="x", status="solved"),
        RolledBack(),
        Widened(),
    ]


@given(setups(), st.sampled_from([*NAMES, "unknown"]))
def test_impossible_events_are_refused(setup: Setup, tool: str) -> None:
    """In every state of a search, an event that does not answer its next move raises ValueError."""
    driver = setup.driver()
    states = [setup.state, *(change.after for change in driver.changes())]
    for state in states:
        move = next_move(state)
        for event in _every_event(tool):
            possible = {
                "decide": isinstance(event, NoneFits)
                or (isinstance(event, Refused | Failed | Judged) and tool in available(state)),
                "roll_back": isinstance(event, RolledBack),
                "widen": isinstance(event, Widened),
            }.get(move, False)
            if possible:
                advance(state, event)
            else:
                with pytest.raises(ValueError):
                    advance(state, event)


def test_the_executor_may_end_the_search_itself() -> None:
    """The last step of the path solves it, whatever failed since; without a step there is nothing to end with."""
    state = SearchState(tools=("a", "b"), permitted=("a", "b"), limits=Limits())
    with pytest.raises(ValueError, match="nothing to end with"):
        advance(state, Concluded(answer="x"))
    state = advance(state, Judged(call=Call(tool="a"), answer="half", status="pending"))
    state = advance(state, Failed(call=Call(tool="b"), reason="broken"))
    state = advance(state, Concluded(answer="whole"))
    assert (next_move(state), ending(state)) == ("finish", "solved")
    assert [(step.call.tool, step.status, step.answer) for step in state.global_memory] == [
        ("b", "failed", ""),
        ("a", "solved", "whole"),
    ]
    assert [step.answer for step in state.local_memory] == ["whole"]
