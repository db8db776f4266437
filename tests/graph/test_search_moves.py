"""The search inside the graph: failures, deeper steps, rollback, widening, closing, and no evidence."""

from typing import Any

import pytest

from smurfs_graph import Settings, SubTask
from smurfs_graph.asking.resources import Resources
from smurfs_graph.search.state import Limits, SearchState
from smurfs_graph.state import Draft
from smurfs_graph.strategies.sub_task import build_solve
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.specs import load_tools
from tests.scripts import REFERENCE, build, script


def broken() -> str:
    """Always fails."""
    raise ValueError("no such thing")


def good() -> str:
    """Always answers."""
    return "fine"


def other() -> str:
    """Answers, too."""
    return "something else"


PENDING = {"status": "pending", "hint": "find the year"}


def test_an_exhaustive_search_rolls_back_and_restores_the_hint() -> None:
    """At the depth limit the last step is undone; its tool is popped, its hint is the one from before."""
    hints = [{"status": "pending", "hint": f"hint {number}"} for number in range(1, 9)]
    built = build([good, other], script(verifier=hints), exhaustive=True, max_depth=2)
    result = built.run()
    story = [
        (thought.get("hint", ""), thought["tools"].count("\n") + 1) for thought in built.sections("executor.thought")
    ]
    # good | good again: failed, other | rolled back twice | other | good, and other again: failed | all undone
    assert story == [("", 2), ("hint 1", 2), ("hint 1", 1), ("", 1), ("hint 3", 2), ("hint 3", 1)]
    outcome = result["outcomes"]["s1"]
    assert outcome.status == "exhausted"
    assert [(item.tool, item.ok, item.rolled_back) for item in outcome.evidence] == [
        ("good", True, True),
        ("good", False, False),
        ("other", True, True),
        ("other", True, True),
        ("good", True, True),
        ("other", False, False),
    ]
    assert result["usage"].tool_calls == 2, "identical calls are not made twice"
    assert built.calls().count("answer.closing") == 1


def test_a_failed_sub_task_does_not_lose_the_others() -> None:
    """What one sub-task found is delivered, what the other lacks is said."""
    plan = {"needs_tool": True, "sub_tasks": ["first", "second"]}
    choice = [{"tool": "good"}, {"tool": "broken"}, {"tool": "none of these"}]
    built = build([good, broken], script(planner=plan, executor_tool=choice))
    result = built.run()
    assert [result["outcomes"][name].status for name in ("s1", "s2")] == ["solved", "failed"]
    assert result["stop_reason"] == "partial"
    assert "[failed] second" in built.sections("deliverer")[0]["outcomes"]


@pytest.mark.parametrize("spelling", ["none of these", "None of these.", "none"])
def test_none_of_these_everywhere_ends_without_a_tool_call(spelling: str) -> None:
    """In several spellings."""
    result = build([good, other], script(executor_tool={"tool": spelling})).run()
    assert (result["usage"].tool_calls, result["stop_reason"]) == (0, "no_evidence")


def test_a_name_with_other_case_or_punctuation_is_understood() -> None:
    """Small slips of a weak model cost no restart."""
    built = build([good, other], script(executor_tool={"tool": " `Other` "}))
    assert built.run()["outcomes"]["s1"].evidence[0].tool == "other"
    assert built.calls().count("executor.tool") == 1


async def test_used_up_candidates_widen_to_all_permitted_tools() -> None:
    """A sub-task whose own tools fail gets the others, once."""
    model = ScriptedModel(script())
    resources = Resources(Settings(model=REFERENCE, step_shape="split"), load_tools([broken, good]), {REFERENCE: model})
    state: Any = {
        "sub_task": SubTask(id="s1", content="q"),
        "search": SearchState(tools=("broken",), permitted=("broken", "good"), limits=Limits(published=True)),
        "draft": Draft(),
        "shape": "split",
        "warnings": [],
        "restarts": 0,
    }
    result: Any = await build_solve(resources).ainvoke(state)
    thoughts = [asked.sections for asked in model.asked if asked.call == "executor.thought"]
    assert [thought["tools"] for thought in thoughts] == ["- broken: Always fails.", "- good: Always answers."]
    assert result["outcome"].status == "solved"


def test_an_empty_response_is_reused_like_any_other() -> None:
    """An empty text that comes up again on another path neither counts as a failure nor sends the search in circles."""

    def empty() -> str:
        """Returns an empty text."""
        return ""

    built = build([empty, good], script(verifier=PENDING), exhaustive=True, max_depth=2, max_llm_calls=200)
    result = built.run()
    assert result["stop_reason"] == "partial"
    assert result["outcomes"]["s1"].status == "exhausted"
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
