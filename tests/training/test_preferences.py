"""Pairs of decisions: one that was rolled back, and the one that solved the sub-task from the same place."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.runs.calls import CallRow, Fate
from smurfs_graph.runs.preferences import preferences
from tests.report.runs import call_row


def row(number: int, step: int, depth: int, fate: Fate, said: str = "", call: str = "executor.fused") -> CallRow:
    """A decision that was taken."""
    reply = {"role": "assistant", "content": said or str(number)}
    return call_row(number, step=step, depth=depth, fate=fate, call=call, reply=reply)


def pairs(rows: Sequence[CallRow]) -> list[tuple[int, int]]:
    """By their numbers."""
    return [(found.rejected.number, found.chosen.number) for found in preferences(rows)]


def test_steps_from_the_same_place_are_paired() -> None:
    """At the root and below the step that stood; not where a step above was another one then."""
    first = [row(0, 0, 0, "rolled back"), row(1, 1, 1, "rolled back")]
    assert pairs([*first, row(2, 2, 0, "solved"), row(3, 3, 1, "rolled back"), row(4, 4, 1, "solved")]) == [
        (0, 2),
        (3, 4),
    ]


def test_of_a_step_the_replies_are_paired_in_which_it_parts() -> None:
    """The thought is common, the tool another; replies after the other tool answer another prompt."""

    def step(number: int, fate: Fate, *said: str) -> list[CallRow]:
        calls = zip(("executor.thought", "executor.tool", "executor.arguments"), said, strict=True)
        return [row(3 * number + at, number, 0, fate, text, call) for at, (call, text) in enumerate(calls)]

    assert pairs([*step(0, "rolled back", "a", "b", "c"), *step(1, "solved", "a", "x", "y")]) == [(1, 4)]
    assert pairs([*step(0, "rolled back", "a", "b", "c"), *step(1, "solved", "a", "b", "c")]) == []


def test_a_sub_task_that_is_solved_again_is_another_search() -> None:
    """Under a revised plan: its steps begin anew."""
    assert pairs([row(0, 0, 0, "rolled back"), row(1, 1, 0, "failed"), row(2, 0, 0, "solved")]) == []


FATES: Any = st.sampled_from(["solved", "rolled back", "failed", "popped", "restarted"])


@given(st.lists(st.tuples(st.integers(0, 3), FATES), max_size=12))
def test_pairs_hold_what_they_promise(made: list[tuple[int, Fate]]) -> None:
    """Whatever the search did: one depth, in this order, and nothing above them in between."""
    rows = [row(at, at, depth, fate) for at, (depth, fate) in enumerate(made)]
    for rejected, chosen in pairs(rows):
        assert rejected < chosen
        assert (rows[rejected].fate, rows[chosen].fate) == ("rolled back", "solved")
        assert rows[rejected].depth == rows[chosen].depth
        taken = [each for each in rows[rejected:chosen] if each.fate != "restarted"]
        assert min(each.depth for each in taken) == rows[chosen].depth
