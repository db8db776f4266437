"""Each response that a prompt does not show in full is a warning, in every shape of a step."""

from typing import TypedDict

import pytest

from smurfs_graph import effects
from tests.graph.test_native_steps import Run, calls
from tests.scripts import FUSED, Turns, build, calling, script

LONG = "a long text " * 100


class Page(TypedDict):
    """A page."""

    page_id: str
    text: str


@effects("read")
def find_page(item_id: str) -> Page:
    """Find a page."""
    return {"page_id": item_id, "text": LONG}


@pytest.mark.parametrize("shape", ["native", "fused", "code"])
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
        program = calling("run_python", {"code": 'for i in range(9):\n    print((await find_page("A"))["text"][:100])'})
        result = Turns(program, "done", tools=[find_page], step_shape="code", max_response_chars=400).result()
    said = [text for text in result["warnings"] if text.startswith(("find_page: ", "run_python: "))]
    assert said
    assert all("prompts show" in text for text in said)


@pytest.mark.parametrize("shape", ["native", "fused"])
def test_a_window_of_which_nothing_is_known_is_taken_for_the_same_everywhere(shape: str) -> None:
    """It holds 65,536 tokens, so that a response of 36,000 characters is shown whole."""

    @effects("read")
    def read_file(item_id: str) -> str:
        """Read a file."""
        return f"{LONG * 30} the end"

    if shape == "native":
        run = Run(calls("A", tool="read_file"), "done", own=(read_file,))
        result, shown = run.result("Read the file."), [str(message.text) for message in run.seen[-1]]
    else:
        one = [{"tool": "read_file", "arguments": {"item_id": "A"}}]
        built = build([read_file], script(executor_fused={"thought": "x", "calls": one},
                                          answer_fused={"answer": "found", "status": "solved"}), **FUSED)  # fmt: skip
        result, shown = built.run(), [part["response"] for part in built.sections("answer.fused")]
    assert any("the end" in text and "left out" not in text and len(text) > 35_000 for text in shown)
    assert not result["warnings"]
