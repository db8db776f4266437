"""Local constraints in a run: a solved verdict that a number contradicts becomes pending, and the search goes on."""

from typing import Any

import pytest

from smurfs_graph.testing import ScriptedModel
from tests.scripts import build, script


def dear_rooms() -> dict[str, Any]:
    """Find rooms in the first house."""
    return {"rooms": [{"name": "Gold", "price_usd": 120}, {"name": "Silver", "price_usd": 110}]}


def cheap_rooms() -> dict[str, Any]:
    """Find rooms in the second house."""
    return {"rooms": [{"name": "Tin", "price_usd": 80}]}


CHECK = {"kind": "each", "field": "price", "op": "<=", "value": 90, "unit": "USD"}
PLAN = {
    "sub_tasks": [
        {"id": "a", "content": "find a room", "constraints": [{"text": "at most 90 dollars", "check": CHECK}]},
        {"id": "b", "content": "say hello"},
    ]
}


@pytest.mark.parametrize("shape", ["split", "fused"])
def test_the_verdict_of_a_model_does_not_outrank_a_number(shape: str) -> None:
    """The verifier says solved both times; the first time the prices say no, and the next step is told why."""
    said = {"answer": "rooms", "status": "solved"}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find a room", "say hello"]},
        manager=PLAN,
        answer_fused=said,
        executor_fused=lambda sections: {
            "thought": "look",
            "tool": "cheap_rooms" if "memory" in sections else "dear_rooms",
            "arguments": {},
        },
        executor_tool=lambda sections: {"tool": "cheap_rooms" if "none of 2" in sections["thought"] else "dear_rooms"},
        executor_thought=lambda sections: {"thought": sections.get("hint", "look")},
    )
    model = ScriptedModel(replies)
    result = build([dear_rooms, cheap_rooms], model=model, strategy="full", step_shape=shape).graph.invoke(
        {"query": "q"}
    )
    outcome = result["outcomes"]["a"]
    assert outcome.status == "solved"
    assert [(item.tool, item.ok) for item in outcome.evidence] == [("dear_rooms", True), ("cheap_rooms", True)]
    hints = [asked.sections["hint"] for asked in model.asked if "hint" in asked.sections]
    assert len(hints) == 1
    assert hints[0].startswith(
        "at most 90 dollars: none of 2 records fits; record 1: 'price' is 120 USD, must be <= 90"
    )
