"""Single events: what each changes, and that an impossible one is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.search.dfsdt import advance, available, ending, next_move
from smurfs_graph.search.records import record_of
from smurfs_graph.search.state import (
    Call,
    Concluded,
    Doubted,
    Event,
    Failed,
    Joined,
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
from tests.search.driving import NAMES, Setup, setups

START = SearchState(tools=("a", "b"), permitted=("b", "c", "a"), limits=Limits(max_depth=2, exhaustive=True))


def call(tool: str, **arguments: object) -> Call:
    """A call of a tool."""
    return Call(tool=tool, arguments=arguments, thought=f"try {tool}")


def in_turn(turn: int, tool: str, **arguments: object) -> Call:
    """A call of a native step: the reply of that number holds it."""
    return call(tool, **arguments).model_copy(update={"turn": turn})


def pending(tool: str, hint: str = "", **arguments: object) -> Judged:
    """A call that brought an answer which did not settle the sub-task."""
    return Judged(call=call(tool, **arguments), answer=f"answer of {tool}", status="pending", hint=hint)


def after(*events: Event, start: SearchState = START) -> SearchState:
    """The state after these events."""
    for event in events:
        start = advance(start, event)
    return start


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


def made_in(epoch: str, event: Judged | Failed) -> Event:
    """The event of a call that was made in an epoch."""
    return event.model_copy(update={"call": event.call.model_copy(update={"epoch": epoch})})


def test_a_record_stands_for_the_same_read_within_its_epoch() -> None:
    """Order of keys does not matter, other values do; what is stateful or changes something is made each time."""
    state = after(made_in("now", pending("a", x=1, y=[1, 2])))
    same = call("a", y=[1, 2], x=1)
    record = record_of(state, same, "now")
    assert record is not None and (record.attempt.answer, record.on_path) == ("answer of a", True)
    assert record_of(state, same, "later") is None and record_of(state, same, "") is None
    assert record_of(state, call("a", x=1, y=[2, 1]), "now") is None
    assert record_of(state, call("b", x=1, y=[1, 2]), "now") is None
    for exempt in ("stateful", "changing"):
        assert record_of(state.model_copy(update={exempt: ("a",)}), same, "now") is None


def test_what_was_rolled_back_or_failed_is_on_record_what_was_refused_is_not() -> None:
    """A read that failed stands within its epoch, too."""
    undone = after(made_in("now", pending("a", x=1)), NoneFits(), RolledBack())
    record = record_of(undone, call("a", x=1), "now")
    assert record is not None and (record.attempt.status, record.on_path) == ("pending", False)
    failed = after(made_in("now", Failed(call=call("a", x=1), reason="broken")))
    record = record_of(failed, call("a", x=1), "now")
    assert record is not None and record.attempt.reason == "broken"
    refused = after(Refused(call=call("a", x=1).model_copy(update={"epoch": "now"}), reason="bad"))
    assert record_of(refused, call("a", x=1), "now") is None


def test_a_step_that_changed_something_is_not_undone() -> None:
    """The search acts there as at its root: it widens once, and then ends."""
    start = START.model_copy(update={"changing": ("a",), "limits": Limits(max_depth=3)})
    state = after(pending("a"), NoneFits(), start=start)
    assert next_move(state) == "widen"
    state = after(Widened(), pending("c"), NoneFits(), start=state)
    assert next_move(state) == "roll_back", "what only read is undone"
    state = after(RolledBack(), start=state)
    assert (next_move(state), ending(state)) == ("close", "exhausted")
    assert [step.call.tool for step in state.local_memory] == ["a"]


def test_only_the_same_call_with_the_same_result_brings_no_news() -> None:
    """Three changes that say "done" are three steps; three equal ones are made as often as they are wanted."""
    start = SearchState(tools=("a", "b", "c"), limits=Limits(max_depth=8))
    said = [Judged(call=call(tool), answer="done", status="pending") for tool in "abc"]
    assert after(*said, start=start).stale == 0
    assert after(*said[:1] * 3, start=start).stale == 2 and next_move(after(*said[:1] * 3, start=start)) == "close"
    changing = start.model_copy(update={"changing": ("a",)})
    assert next_move(after(*said[:1] * 3, start=changing)) == "decide"


def test_complaints_withdraw_no_tool_in_native_steps() -> None:
    """The third set of arguments may be the right one."""
    wrong = [Failed(call=in_turn(turn, "a", name=turn), reason="unknown", fault="call") for turn in range(3)]
    assert available(after(*wrong)) == ("a", "b")


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
    """Its answer is the search's, whatever failed since; before the first step, what others found is one, too."""
    state = SearchState(tools=("a", "b"), permitted=("a", "b"), limits=Limits(published=True))
    assert ending(advance(state, Concluded(answer="x"))) == "solved"
    state = advance(state, Judged(call=Call(tool="a"), answer="half", status="pending"))
    state = advance(state, Failed(call=Call(tool="b"), reason="broken"))
    state = advance(state, Concluded(answer="whole"))
    assert (next_move(state), ending(state), state.answer) == ("finish", "solved", "whole")
    assert [(step.call.tool, step.status) for step in state.global_memory] == [("a", "pending"), ("b", "failed")]


def test_no_tool_may_be_needed() -> None:
    """Known facts can settle a sub-task without any call; a gap makes the ending partial."""
    assert ending(after(Concluded(answer="Paris"))) == "solved"
    left = after(pending("a"), Concluded(answer="Paris", status="partial", gap="the population"))
    assert (next_move(left), ending(left), left.gap) == ("finish", "partial", "the population")


def test_a_complaint_forbids_the_call_and_the_second_one_the_tool() -> None:
    """A wrong argument says nothing against the tool, until it has happened twice at one depth."""
    wrong = Failed(call=call("a", n=1), reason="no such item", fault="call")
    once = after(wrong)
    assert (available(once), once.steps) == (("a", "b"), 1)
    assert available(after(wrong, Failed(call=call("a", n=2), reason="no such item", fault="call"))) == ("b",)
    deeper = after(wrong, pending("b"), Failed(call=call("a", n=2), reason="no such item", fault="call"))
    assert available(deeper) == ("a", "b")


def test_wrong_calls_of_one_step_are_one_complaint() -> None:
    """Two pages that are not there say no more against a look-up than one; the tool's own failure takes it away."""
    wrong = [Failed(call=call("a", n=n), reason="no such item", fault="call") for n in range(3)]
    once = after(Stepped(results=(wrong[0], wrong[1])))
    assert (available(once), once.steps) == (("a", "b"), 2)
    assert available(after(wrong[2], start=once)) == ("b",)
    down = Failed(call=call("a", n=3), reason="503", fault="tool")
    assert available(after(Stepped(results=(wrong[0], down)))) == ("b",)


def test_a_final_verdict_ends_the_search_as_partial() -> None:
    """Sources that contradict each other are reported, and not searched a second time."""
    said = Judged(call=call("a"), answer="one says 3, one says 4", status="final", hint="the sources differ")
    state = after(pending("b"), said)
    assert (next_move(state), ending(state)) == ("finish", "partial")
    assert (state.answer, state.gap) == ("one says 3, one says 4", "the sources differ")
    assert [step.call.tool for step in state.evidence] == ["b", "a"]
    several = tuple(said.model_copy(update={"call": call(name)}) for name in "ab")
    ended = after(Stepped(results=several))
    assert (ending(ended), ended.answer, ended.gap, ended.depth) == ("partial", said.answer, said.hint, 1)


def test_two_steps_without_news_end_the_search() -> None:
    """A repeated call with the same answer is no step forward; news in between count anew. As published, it goes on."""
    deep = SearchState(tools=("a", "b"), limits=Limits(max_depth=6))
    again = [pending("a", n=1)] * 3
    assert next_move(after(*again[:2], start=deep)) == "decide"
    assert next_move(after(*again, start=deep)) == "close"
    assert next_move(after(again[0], again[1], pending("b"), again[2], start=deep)) == "decide"
    published = deep.model_copy(update={"limits": Limits(max_depth=6, published=True)})
    assert next_move(after(*again, start=published)) == "decide"


def test_several_calls_of_one_step_are_one_level_of_the_path() -> None:
    """Each counts as an attempt; failures stand beside the successes; a rollback undoes and withdraws them together."""
    results = (pending("a", n=1), Failed(call=call("b"), reason="busy"), pending("a", n=2, hint="compare"))
    state = after(Stepped(results=results))
    assert (state.depth, state.steps, state.hint) == (1, 3, "compare")
    assert [step.call.arguments for step in state.local_memory] == [{"n": 1}, {"n": 2}]
    assert state.popped[0] == {"b": "busy"}
    undone = advance(after(NoneFits(), start=state), RolledBack())
    assert (undone.depth, undone.path, available(undone)) == (0, (), ())
    assert [attempt.rolled_back for attempt in undone.attempts] == [True, False, True]


def test_a_step_whose_calls_all_failed_stays_at_its_depth() -> None:
    """There is nothing to go deeper from; calls of withdrawn or unknown tools are among what failed."""
    unknown = Refused(call=in_turn(0, "nonsense"), reason="there is no such tool")
    state = after(Stepped(results=(Failed(call=in_turn(0, "a"), reason="busy"), unknown)))
    assert (state.depth, state.steps, available(state)) == (0, 1, ("b",))
    again = after(Failed(call=in_turn(1, "a"), reason="withdrawn"), start=state)
    assert (again.steps, available(again)) == (2, ("b",))


def test_calls_of_one_reply_are_one_step_however_they_come() -> None:
    """Reads come together and writes one by one; the level is the same, also at the greatest depth."""
    shallow = SearchState(tools=("a", "b"), limits=Limits(max_depth=1))
    first = Judged(call=in_turn(0, "a"), answer="one", status="pending")
    state = after(first, Failed(call=in_turn(0, "b", n=1), reason="no"), start=shallow)
    state = after(Judged(call=in_turn(0, "b", n=2), answer="two", status="pending"), start=state)
    assert (state.depth, state.steps, next_move(state)) == (1, 3, "close")
    assert [step.answer for step in state.local_memory] == ["one", "two"]
    assert state.popped == ({"b": "no"}, {})
    with pytest.raises(ValueError, match="cannot happen here"):
        after(Judged(call=in_turn(1, "a"), answer="three", status="pending"), start=state)


def test_a_reply_is_told_to_its_end_also_where_its_first_calls_withdraw_the_last_tool() -> None:
    """Two refusals take the only tool away; the third call of the same reply is recorded, one of the next is not."""
    only = SearchState(tools=("a",), limits=Limits())
    refused = [Failed(call=in_turn(0, "a", n=number), reason="not allowed") for number in range(3)]
    state = after(*refused, start=only)
    assert (state.steps, next_move(state), ending(state)) == (3, "close", "failed")
    with pytest.raises(ValueError, match="cannot happen here"):
        after(Failed(call=in_turn(1, "a", n=3), reason="not allowed"), start=state)


def test_replies_without_a_call_that_can_be_made_come_to_an_end() -> None:
    """Refused calls are no steps, and a model that writes nothing else is not asked for ever."""
    state = SearchState(tools=("a",), limits=Limits(max_steps=2))
    turns = 0
    while next_move(state) == "decide":
        refused = Refused(call=in_turn(turns, "nonsense"), reason="there is no such tool")
        state, turns = advance(state, refused), turns + 1
    assert (turns, ending(state)) == (4, "failed")


def test_a_tool_that_was_not_shown_may_join() -> None:
    """A tool that an error names becomes a candidate; one that is a candidate stays in its place."""
    assert available(after(Joined(tools=("c", "a")))) == ("a", "b", "c")


def test_an_end_without_a_tool_is_doubted_once() -> None:
    """Its hint is in force; the second one in a row ends the search."""
    doubted = after(pending("a"), Doubted(hint="the year"))
    assert (doubted.hint, doubted.depth, next_move(doubted)) == ("the year", 1, "decide")
    assert next_move(advance(doubted, Doubted(hint="the year"))) == "close"
