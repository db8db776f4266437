"""What else a request asks goes with a part that leans on it, and is read where the part alone tells too little."""

import json

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.manage import plan_graph
from smurfs_graph.offline.model import respond
from smurfs_graph.offline.plan import plan

NAMES = ["find_boat", "get_tide", "book_mooring", "get_member", "list_lessons", "berth_fee", "report_damage"]


def high_water(harbour: str, day: str) -> dict[str, str]:
    """Time of high water in a harbour on a day.

    Args:
        harbour: Name of the harbour.
        day: Date, YYYY-MM-DD.
    """
    return {"harbour": harbour, "high_water": f"07:40 on {day}"}


def watch(day: str) -> dict[str, str]:
    """The officer who is on watch on a day.

    Args:
        day: Date, YYYY-MM-DD.
    """
    return {"officer": f"Ada Quill on {day}"}


def tasks(query: str) -> list[str]:
    return plan(query, NAMES)["sub_tasks"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("When is the tide on 4 May 2026, and who has the late lesson that day?", "4 May 2026"),
        ("Find boat B-4, tell me who it belongs to, and see what the berth fee comes to for five nights.", "B-4"),
        ("Look up member M-31, and book a mooring for that member on 9 June 2026.", "M-31"),
    ],
)
def test_a_part_that_leans_on_others_is_told_what_they_name(query: str, told: str) -> None:
    assert told in tasks(query)[-1]


@pytest.mark.parametrize(
    "query",
    [
        "Find boat B-4 and get the tide in Dover.",
        "What is the berth fee of boat B-4? List the lessons on 4 May 2026.",
        "Find boats B-4 and B-9 and look up member M-31.",
    ],
)
def test_parts_that_stand_alone_are_told_nothing(query: str) -> None:
    assert not any("(" in one for one in tasks(query))


def test_what_a_part_tells_already_is_not_told_again() -> None:
    assert "also asked" not in tasks("Find the member Alice Meyer and list her lessons.")[-1]


def test_what_else_is_asked_makes_no_sub_task_depend_on_another() -> None:
    listed = "- s1: Find boat B-4\n- s2: Get the tide in Dover (context, also asked: using sub-task 1 find boat B-4)"
    assert plan_graph(listed)["sub_tasks"][1]["depends_on"] == []


def test_a_part_takes_what_only_another_part_names() -> None:
    asked = "What time is high water in Dover on 4 May 2026, and which officer is on watch that day?"
    result = build_graph(Settings(model="offline:rules"), tools=[high_water, watch]).invoke({"query": asked})
    assert "also asked" in result["plan"].sub_tasks[-1].content
    assert "Ada Quill on 2026-05-04" in result["answer"]
    assert "also asked" not in result["answer"]


def test_an_answer_is_judged_by_its_part_alone() -> None:
    told = json.dumps([{"boat": "B-4", "fee": 20}, {"boat": "B-9", "fee": 35}])
    alone = _answered("List the boats", told)
    assert alone == _answered("List the boats (context, also asked: the one with the highest fee of boat B-9)", told)


def _answered(sub_task: str, told: str) -> object:
    return respond(["# Answer", f"<sub_task>\n{sub_task}\n</sub_task>\n\n<response>\n{told}\n</response>"])
