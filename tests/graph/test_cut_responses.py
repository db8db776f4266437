"""Each response that a prompt does not show in full is a warning, in every shape of a step."""

from typing import TypedDict

import pytest

from smurfs_graph import effects
from tests.graph import test_run_calls as dataflows
from tests.graph.test_native_steps import Run, calls
from tests.scripts import FUSED, build, script

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


@pytest.mark.parametrize("shape", ["native", "fused", "run_calls"])
def test_a_cut_response_is_a_warning(shape: str) -> None:
    """It says how much came back, and how much of it is shown."""
    if shape == "native":
        run = Run(calls("A", "B", tool="find_page"), "done", own=(find_page,), max_response_chars=400)
        result = run.result()
    elif shape == "fused":
        two = [{"tool": "find_page", "arguments": {"item_id": item}} for item in ("A", "B")]
        solved = {"answer": "found", "status": "solved", "hint": ""}
        replies = script(executor_fused={"thought": "both", "calls": two}, answer_fused=solved)
        result = build([find_page], replies, **FUSED, max_response_chars=400).run()
    else:
        flow = dataflows.dataflow(("a", "find_page", {"item_id": "A"}), ("b", "read_page", {"page_id": "$a.page_id"}))
        result = dataflows.Run(flow, "done", tools=[find_page, read_page], max_response_chars=400).result()
    said = [text for text in result["warnings"] if text.startswith(("find_page: ", "run_calls: "))]
    assert said
    assert all("characters came back, prompts show" in text for text in said)
