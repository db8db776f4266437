"""The search inside the graph: names of tools, and calls that are made again or not."""

import pytest

from smurfs_graph import effects
from tests.scripts import build, script


@effects("read")
def broken() -> str:
    """Always fails."""
    raise ValueError("no such thing")


@effects("read")
def good() -> str:
    """Always answers."""
    return "fine"


@effects("read")
def other() -> str:
    """Answers, too."""
    return "something else"


PENDING = {"status": "pending", "hint": "find the year"}


@pytest.mark.parametrize("spelling", ["none of these", "None of these.", "none"])
def test_none_of_these_everywhere_ends_without_a_tool_call(spelling: str) -> None:
    """In several spellings."""
    result = build([good, other], script(executor_tool={"tool": spelling})).run()
    assert (result["usage"].tool_calls, result["stop_reason"]) == (0, "no_evidence")


def test_an_empty_response_is_reused_like_any_other() -> None:
    """An empty text that comes up again on another path neither counts as a failure nor sends the search in circles."""

    @effects("read")
    def empty() -> str:
        """Returns an empty text."""
        return ""

    built = build([empty, good], script(verifier=PENDING), exhaustive=True, max_depth=2, max_llm_calls=200)
    result = built.run()
    assert result["stop_reason"] == "partial"
    assert result["outcomes"]["s1"].status == "exhausted"
    evidence = result["outcomes"]["s1"].evidence
    assert [item.tool for item in evidence if item.ok] == ["empty", "good", "good", "empty"]
    assert all(item.rolled_back for item in evidence if item.ok)
    assert result["usage"].tool_calls == 2


def test_a_stateful_tool_is_called_each_time() -> None:
    """The identical-call rule does not hold for a tool that answers differently each time."""
    from langchain_core.tools import StructuredTool

    hits = iter(("one", "two", "three"))

    def following() -> str:
        """Returns the next hit."""
        return next(hits)

    tool = StructuredTool.from_function(following, metadata={"stateful": True})
    built = build([tool], script(verifier=[PENDING, PENDING, {"status": "solved"}]))
    result = built.run()
    assert [item.text for item in result["outcomes"]["s1"].evidence] == ["it says one", "it says two", "it says three"]
