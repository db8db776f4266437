"""Each response that a prompt does not show in full is a warning, in every shape of a step."""

from typing import Any, TypedDict

import pytest

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.testing import ScriptedModel
from tests.graph import test_run_calls as dataflows
from tests.graph.test_native_steps import Run, calls

LONG = "a long text " * 100


class Page(TypedDict):
    """A page."""

    page_id: str
    text: str


@effects("read")
def find_page(item_id: str) -> Page:
    """Find a page."""
    return {"page_id": item_id, "text": LONG}


@effects("read")
def read_page(page_id: str) -> str:
    """Read a page."""
    return LONG


def fused(call: str, sections: dict[str, str]) -> Any:
    """Two calls in one step."""
    two = [{"tool": "find_page", "arguments": {"item_id": item}} for item in ("A", "B")]
    replies: dict[str, Any] = {
        "planner": {"needs_tool": True, "sub_tasks": ["Find two pages"]},
        "executor.fused": {"thought": "both", "calls": two},
        "answer.fused": {"answer": "found", "status": "solved", "hint": ""},
        "deliverer": {"answer": "found"},
    }
    return replies[call]


@pytest.mark.parametrize("shape", ["native", "fused", "run_calls"])
def test_a_cut_response_is_a_warning(shape: str) -> None:
    """It says how much came back, and how much of it is shown."""
    if shape == "native":
        run = Run(calls("A", "B", tool="find_page"), "done", own=(find_page,), max_response_chars=400)
        result = run.result()
    elif shape == "fused":
        model = ScriptedModel(fused)
        settings = Settings(model="scripted:x", step_shape="fused", max_response_chars=400)
        result = build_graph(settings, [find_page], models={"scripted:x": model}).invoke({"query": "q"})
    else:
        flow = dataflows.dataflow(("a", "find_page", {"item_id": "A"}), ("b", "read_page", {"page_id": "$a.page_id"}))
        result = dataflows.Run(flow, "done", tools=[find_page, read_page], max_response_chars=400).result()
    said = [text for text in result["warnings"] if text.startswith(("find_page: ", "run_calls: "))]
    assert said
    assert all("characters came back, prompts show" in text for text in said)
