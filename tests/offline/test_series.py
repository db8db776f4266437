"""One call for each of several values in a row."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.clauses import Clause
from smurfs_graph.offline.documents import parse_document
from smurfs_graph.offline.ellipsis import completed
from smurfs_graph.offline.fitness import fitness
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.series import series

TOOLS = '''
"""A boat yard."""


def cancel_berth(berth_id: str) -> dict[str, object]:
    """Cancel a berth.

    Args:
        berth_id: e.g. "BR-12"
    """
    return {"berth_id": berth_id, "cancelled": True, "fee": len(berth_id)}


def close_orders(order_ids: list[str]) -> dict[str, object]:
    """Close orders.

    Args:
        order_ids: e.g. "OR-12"
    """
    return {"closed": order_ids}
'''


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Cancel berths BR-12 and BR-15", ("BR-12", "BR-15")),
        ("Get the length of 'Old Heron', 'Tern' and 'Blue Gull'", ("Old Heron", "Tern", "Blue Gull")),
        ("Close tickets 4471 and 4475", ("4471", "4475")),
        ("Invite the members Ann Lee and Bob Ray", ("Ann Lee", "Bob Ray")),
        ("Cancel berth BR-12 and berth BR-15", ("BR-12", "BR-15")),
    ],
)
def test_values_in_a_row_are_several(text: str, values: tuple[str, ...]) -> None:
    row = series(text)
    assert row is not None and row.values == values
    assert all(value in one for value, one in zip(values, row.texts, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "Cancel berth BR-12",
        "Merge tickets T-4 and T-7",
        "Compare boats B-4 and B-7",
        "Transfer 20 euros from A-1 to A-2",
        "Book a berth for Ann Lee and Bob Ray",
        "What lies between stops S-4 and S-7?",
        "Get boat B-4. Cancel berths BR-12 and BR-15.",
        "Pay 20 and 30 euros",
    ],
)
def test_other_values_are_no_row(text: str) -> None:
    assert series(text) is None


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    row = series(text)
    assert row is None or len(row.values) == len(row.texts) > 1


@pytest.fixture
def yard(tmp_path: Path) -> str:
    path = tmp_path / "yard.py"
    path.write_text(TOOLS)
    return str(path)


def test_an_act_is_done_once_for_each_value(yard: str) -> None:
    told = build_graph(Settings(model="offline:rules", step_shape="fused"), tools=[yard]).invoke(
        {"query": "Cancel berths BR-12, BR-15 and BR-100."}
    )
    (outcome,) = told["outcomes"].values()
    made = [dict(one.arguments) for one in outcome.evidence if one.called]
    assert made == [{"berth_id": "BR-12"}, {"berth_id": "BR-15"}, {"berth_id": "BR-100"}]
    assert outcome.status == "solved" and all(one in told["answer"] for one in ("BR-12", "BR-15", "BR-100"))


def test_a_tool_that_takes_a_list_is_called_once(yard: str) -> None:
    told = build_graph(Settings(model="offline:rules", step_shape="fused"), tools=[yard]).invoke(
        {"query": "Close orders OR-12 and OR-15."}
    )
    (outcome,) = told["outcomes"].values()
    assert [dict(one.arguments) for one in outcome.evidence if one.called] == [{"order_ids": ["OR-12", "OR-15"]}]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("How many seats are free in Torvik", "and how many in Lund?", "How many seats are free in Lund"),
        ("On which shelf is part 4021 at Torvik", "and on which at Lund?", "On which shelf is part 4021 at Lund"),
    ],
)
def test_a_short_question_says_the_same_of_another_thing(first: str, second: str, whole: str) -> None:
    told = completed(Clause(second), Clause(first))
    assert told is not None and told.text == whole


def test_an_identifier_that_is_named_by_its_kind_is_no_place() -> None:
    shown = {"name": "search_inns", "description": "Search inns in a city.", "parameters": {
        "properties": {"city": {"type": "string"}}, "required": ["city"]}}  # fmt: skip
    document = parse_document(json.dumps(shown))
    assert document is not None
    (named,) = find_mentions("the address of the inn in booking BK-55")
    assert fitness(document.parameters[0], named, document) < 0.3
