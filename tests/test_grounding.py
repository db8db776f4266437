"""What an answer states must stand in what it rests on, or be computed from it."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph.planning.delivery import without_ids
from smurfs_graph.planning.grounding import find_ungrounded, standing_in
from smurfs_graph.planning.plan import sequence
from tests.scripts import FUSED, Built, build, script

FOUND = 'Order A-17 of 2031-05-02: a room in "Hotel Adler" for 80 EUR per night, 3 nights; the flight costs 120.50 EUR.'


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        ("Order a-17 was made on 2031-05-02.", []),
        ("It is 360.50 EUR in total: 240 EUR and 120.50 EUR.", []),
        ("It is 200.50 EUR in total.", ["200.50"]),
        ("“Hotel Adler” for €80", []),
        ('"Hotel Falke" for 80 EUR', ["Hotel Falke"]),
        ("Order A-18", ["A-18"]),
        ("1. a room, 2. a flight", []),
        ("It costs 1,120.50 EUR.", ["1,120.50"]),
    ],
)
def test_facts_are_found_or_computed_or_lacking(said: str, lacking: list[str]) -> None:
    """A price per night enters a sum with its nights only."""
    assert find_ungrounded(said, [FOUND]) == lacking


def test_ids_in_brackets_become_claims_and_leave_the_answer() -> None:
    """What stands in other brackets stays."""
    shown, cited = without_ids(
        "It leaves at 8:02 [s1]. It costs 39 EUR [s1, s2][s9] (or [less]).", sequence(["a", "b"])
    )
    assert shown == "It leaves at 8:02. It costs 39 EUR (or [less])."
    assert [(each.text, each.sub_tasks) for each in cited] == [
        ("It leaves at 8:02", ("s1",)),
        ("It costs 39 EUR", ("s1", "s2", "s9")),
    ]


def calling(tool: Callable[[], Any], answer: str, answer_style: str = "full", **replies: Any) -> Built:
    """A graph whose one sub-task is solved by a call of a tool."""
    step = {"thought": "", "calls": [{"tool": tool.__name__, "arguments": {}}]}
    told = {"answer": answer, "hint": "", "status": "solved"}
    said = script(executor_fused=step, answer_fused=told, **replies)
    return build([tool], said, **FUSED, answer_style=answer_style)


def price() -> str:
    """The price."""
    return "39 EUR"


def test_an_invented_number_goes_back_once_and_is_flagged_then() -> None:
    """The mended answer is taken; one that insists is delivered with its claim unsupported."""
    for second, supported in (({"answer": "39 EUR [s1]"}, True), ({"answer": "49 EUR [s1]"}, False)):
        built = calling(price, "39 EUR", deliverer=[{"answer": "49 EUR [s1]"}, second])
        result = built.graph.invoke({"query": "What does it cost?"})
        asked = [each.sections for each in built.model.asked if each.call == "deliverer"]
        assert len(asked) == 2 and "49" in asked[1]["complaint"] and "49 EUR" in asked[1]["your_reply"]
        assert [claim.supported for claim in result["claims"]] == [supported]
        assert "[s1]" not in result["answer"]


def test_a_short_answer_is_asked_for_and_the_form_goes_to_the_deliverer() -> None:
    """The form that the planner found is no condition, and no manager or judge is asked about it."""
    plan = {"needs_tool": True, "sub_tasks": ["the price"], "form": "in EUR", "constraints": ["is it below 40 EUR?"]}
    built = calling(price, "39 EUR", planner=plan, deliverer={"answer": "39 EUR"}, answer_style="short")
    result = built.graph.invoke({"query": "What does it cost?"})
    assert built.calls() == ["planner", "executor.fused", "answer.fused", "deliverer"]
    assert built.model.asked[-1].sections["form"].startswith("in EUR; the bare name")
    assert [claim.sub_tasks for claim in result["claims"]] == [("s1",)]


def stock() -> dict[str, object]:
    """The stock."""
    return {"pieces": 1417, "shelf": "K-9", "other": list(range(20, 900))}


@pytest.mark.parametrize(("said", "supported"), [("1417 pieces in K-9", True), ("1418 pieces in K-9", False)])
def test_what_stands_in_a_full_response_is_not_flagged(said: str, supported: bool) -> None:
    """Also where the outcome's text leaves it out; what stands in neither goes back once."""
    built = calling(stock, "there are some", deliverer={"answer": f"{said} [s1]"})
    result = built.graph.invoke({"query": "How many are there?"})
    assert [claim.supported for claim in result["claims"]] == [supported]
    assert built.calls().count("deliverer") == (1 if supported else 2)


def test_a_long_text_is_looked_through_in_linear_time() -> None:
    """Numbers by value, names and ids as they are written."""
    text = json.dumps([{"id": f"X-{number}", "price": number + 0.5} for number in range(4_000)])
    began = time.thread_time()
    assert standing_in(["X-17", "1,017.50", "4017", "Nobody"], text) == ["X-17", "1,017.50"]
    assert time.thread_time() - began < 2
