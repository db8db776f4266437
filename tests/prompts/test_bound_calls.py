"""Calls of earlier turns in a bounded room: the oldest lose something first, and nothing is cut without being said."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from smurfs_graph.canonical import canonical_json
from smurfs_graph.planning.outcome import EarlierCall
from smurfs_graph.prompting.earlier_calls import LEAST_RESULT, bound_calls, calls_of, keep_calls, with_calls

_CALL = st.builds(
    EarlierCall,
    tool=st.sampled_from(["find", "order"]),
    arguments=st.dictionaries(st.sampled_from(["id", "name"]), st.integers() | st.text(max_size=20)),
    text=st.builds(lambda text, times: text * times, st.text(max_size=12), st.integers(0, 300)),
    ok=st.booleans(),
)
_TURNS = st.lists(st.lists(_CALL, max_size=5), max_size=8)


def size(calls: list[EarlierCall]) -> int:
    """Characters of calls."""
    return sum(len(call.tool) + len(canonical_json(call.arguments)) + len(call.text) for call in calls)


@given(_TURNS, st.integers(0, 20_000))
def test_calls_keep_to_their_room(turns: list[list[EarlierCall]], most: int) -> None:
    """Never more than there is room for; all of it where it fits; results are shortened before a call is left out."""
    every = [call for calls in turns for call in calls]
    bounded = bound_calls(turns, most)
    kept = [call for calls in bounded.turns for call in calls]
    assert size(kept) <= most and len(bounded.turns) == len(turns)
    assert bool(bounded.warnings) == (kept != every)
    if size(every) <= most:
        assert kept == every
    assert len(kept) == len(every) - bounded.dropped
    for before, after in zip(every[bounded.dropped :], kept, strict=True):
        assert (before.tool, before.arguments, before.ok) == (after.tool, after.arguments, after.ok)
        assert len(after.text) >= min(len(before.text), LEAST_RESULT // 2)
    if bounded.dropped:
        assert all(len(call.text) <= LEAST_RESULT for call in kept)
    whole = [before == after for before, after in zip(every[bounded.dropped :], kept, strict=True)]
    long = [len(call.text) > LEAST_RESULT for call in every[bounded.dropped :]]
    cut_ones = [is_whole for is_whole, is_long in zip(whole, long, strict=True) if is_long]
    assert cut_ones == sorted(cut_ones)  # the oldest first


@given(_TURNS, st.integers(0, 4_000))
def test_a_thread_keeps_no_more_than_its_bound(turns: list[list[EarlierCall]], most: int) -> None:
    """Answer by answer, as a talk goes on; earlier answers give up what is too much, under their own ids."""
    thread: dict[str, AIMessage] = {}
    for number, calls in enumerate(turns):
        messages, _ = keep_calls(thread.values(), AIMessage("said", id=f"answer-{number}"), calls, most)
        assert {*thread} >= {str(message.id) for message in messages[1:]}
        thread.update({str(message.id): message for message in messages})
        assert sum(size(calls_of(message)) for message in thread.values()) <= most


@given(st.lists(_CALL, max_size=4))
def test_calls_come_back_from_a_message_as_they_went(calls: list[EarlierCall]) -> None:
    """But for what no prompt may hold."""
    back: Any = calls_of(with_calls(AIMessage("x"), calls))
    assert [(call.tool, call.ok) for call in back] == [(call.tool, call.ok) for call in calls]
    assert calls_of(with_calls(AIMessage("x"), back)) == back
