"""What a sentence of a request does: it tells, it asks, or it only says which of the results are wanted."""

import pytest

from smurfs_graph.offline.clauses import Clause
from smurfs_graph.offline.ellipsis import alternatives, completed
from smurfs_graph.offline.plan import plan
from smurfs_graph.offline.speech import is_told, reported, unwrapped, wants_result

NAMES = ["get_tide", "get_boat", "book_mooring", "find_skipper", "list_lessons"]


def tasks(query: str) -> list[str]:
    return plan(query, NAMES)["sub_tasks"]


@pytest.mark.parametrize(
    "text",
    [
        "The man on mooring 14 rang",
        "Nell Harkin has to be away that week",
        "I sail with four friends",
        "Somebody's left the gate open",
        "Tidying up the boathouse",
    ],
)
def test_a_sentence_with_its_own_subject_tells(text: str) -> None:
    assert is_told(text)


@pytest.mark.parametrize(
    "text",
    ["Show me boat 14", "Tides at Portmere", "Is Nell Harkin in?", "I need the tide table", "Anchor it by the quay"],
)
def test_wishes_and_fragments_do_not_only_tell(text: str) -> None:
    assert not is_told(text)


def test_what_somebody_is_said_to_ask_is_asked() -> None:
    assert reported("A guest with boat B-14 wonders if the tide is in") == (
        "A guest with boat B-14",
        "whether the tide is in",
    )
    assert reported("Show the tide") == ("", "Show the tide")


def test_an_aside_is_kept_only_where_it_names_something() -> None:
    assert unwrapped("Before I go out: what is the tide at Portmere?") == ("what is the tide at Portmere?", "")
    assert unwrapped("After 3 May 2026, when is high tide?") == ("when is high tide?", "After 3 May 2026")
    assert unwrapped("Book mooring 4, and show the tide") == ("Book mooring 4, and show the tide", "")


@pytest.mark.parametrize("text", ["Mooring number please", "give me the reference", "I'll need the receipt"])
def test_a_result_that_is_wanted(text: str) -> None:
    assert wants_result(Clause(text))


def test_a_result_wanted_of_an_act_is_no_sub_task() -> None:
    assert tasks("Book mooring M-4 for Nell Harkin. I need the reference.") == ["Book mooring M-4 for Nell Harkin"]


def test_a_greeting_and_a_farewell_name_nobody() -> None:
    assert tasks("Hi Sam, show boat B-14. Thanks, Ana") == ["Show boat B-14"]


def test_a_short_question_is_completed_from_the_one_before() -> None:
    before = Clause("Which lessons are there in May 2026 in German")
    assert completed(Clause("and which in French?"), before) == Clause("Which lessons are there in May 2026 in French")
    assert completed(Clause("how many does Nell Harkin own?"), before) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fees for a dinghy, class 3 vs class 1", ["fees for a dinghy, class 3", "fees for a dinghy, class 1"]),
        ("tides at the quay and at the mill?", ["tides at the quay?", "tides at the mill?"]),
        ("rope for 6 boats, rope for 12 boats", ["rope for 6 boats", "rope for 12 boats"]),
        ("Book a berth at the quay and at the mill", ["Book a berth at the quay and at the mill"]),
    ],
)
def test_alternatives_are_asked_for_one_by_one(text: str, parts: list[str]) -> None:
    assert [one.text for one in alternatives(Clause(text))] == parts
