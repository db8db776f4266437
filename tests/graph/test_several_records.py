"""Records of several calls in one step are chosen from as one list."""

from typing import Any

import pytest

from tests.graph.test_choice import budget, planned
from tests.scripts import build, script

pytest.importorskip("ortools", reason="OR-Tools is not installed")
ROOMS = {
    "Oslo": [{"name": "Grand", "price_usd": 200}, {"name": "Both", "price_usd": 90}],
    "Bergen": [{"name": "Inn", "price_usd": 80}, {"name": "Both", "price_usd": 90}],
    "Voss": [],
}


def find_hotels(city: str) -> list[dict[str, Any]]:
    """Find hotels."""
    return ROOMS[city]


def find_flights() -> list[dict[str, Any]]:
    """Find flights."""
    return [{"flight_number": "F1", "price_usd": 300}, {"flight_number": "F2", "price_usd": 250}]


def asked(*cities: str) -> dict[str, Any]:
    """A step that looks into several cities."""
    return {"thought": "", "calls": [{"tool": "find_hotels", "arguments": {"city": city}} for city in cities]}


def run(step: Any) -> Any:
    """A hotel and a flight for at most 330 USD."""
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find hotels", "find flights"]},
        manager=planned(budget(330)),
        executor_fused=lambda sections: (
            step
            if "hotels" in sections["sub_task"]
            else {"thought": "", "calls": [{"tool": "find_flights", "arguments": {}}]}
        ),
        answer_fused={"answer": "found", "status": "solved", "hint": ""},
        deliverer={"answer": "Inn and F2 for 330 USD"},
    )
    options: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "max_replans": 0}
    return build([find_hotels, find_flights], replies, **options).run("a hotel and a flight")


def test_the_choice_is_made_among_the_records_of_all_calls() -> None:
    """What two calls brought is one record; a call without any adds none."""
    result = run(asked("Oslo", "Voss", "Bergen"))
    assert result["outcomes"]["hotels"].candidates.count == 3
    assert result["choice"].status == "chosen"
    assert [one["name"] for one in result["choice"].chosen["hotels"]] == ["Inn"]


def test_records_of_two_tools_are_not_one_list() -> None:
    """Nobody says which of them are meant."""
    both = asked("Oslo")
    both["calls"].append({"tool": "find_flights", "arguments": {}})
    assert run(both)["outcomes"]["hotels"].candidates is None
