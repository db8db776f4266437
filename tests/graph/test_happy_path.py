"""A run in which everything works: who is asked, in which order, and what comes back."""

from typing import Any

from smurfs_graph import parse_event
from tests.scripts import build, script


def lookup(word: str = "moon") -> str:
    """Look a word up."""
    return f"{word}: a satellite"


def clock() -> str:
    """Tell the time."""
    return "noon"


TWO = {"needs_tool": True, "sub_tasks": ["first", "second"]}


def test_a_tool_without_parameters_is_called_without_asking_for_arguments() -> None:
    """There is nothing to write, so nobody is asked."""
    built = build([clock])
    result = built.run("what time is it?")
    assert "executor.arguments" not in built.calls()
    assert result["outcomes"]["s1"].answer == "it says noon"


def test_no_tool_needed_means_one_call() -> None:
    """The planner's own answer is delivered as it is."""
    built = build([lookup], script(planner={"needs_tool": False, "answer": "Good morning!"}))
    result = built.run("hello")
    assert built.calls() == ["planner"]
    assert (result["answer"], result["stop_reason"]) == ("Good morning!", "answered_without_tools")
    assert (result["plan"].sub_tasks, result["outcomes"]) == ((), {})


def test_usage_says_who_used_what() -> None:
    """One row for each role, model and sub-task; the totals are those of the model's own count."""
    built = build([lookup], script(planner=TWO))
    usage = built.run()["usage"]
    assert usage.calls == len(built.model.asked)
    assert usage.tool_calls == 2
    assert {(row.role, row.sub_task) for row in usage.rows if row.calls} == {
        ("planner", ""),
        ("deliverer", ""),
        *((role, task) for role in ("executor", "answer", "verifier") for task in ("s1", "s2")),
    }
    assert usage.tokens == sum(
        len(asked.system + asked.user) // 4 + 1 + len(asked.reply) // 4 + 1 for asked in built.model.asked
    )


def test_the_stream_tells_the_run_in_the_one_vocabulary() -> None:
    """Every streamed dict is an event; their kinds tell the story in order."""
    built = build([lookup])
    streamed: list[Any] = [data for _, data in built.graph.stream({"query": "q"}, stream_mode="custom", subgraphs=True)]
    kinds = [parse_event(data).kind for data in streamed]
    assert [kind for kind in kinds if kind not in ("role_asked", "role_answered")] == [
        "run_started",
        "plan_made",
        "sub_task_started",
        "thought",
        "tool_called",
        "tool_answered",
        "verdict",
        "sub_task_finished",
        "answer_ready",
    ]
    assert kinds.count("role_asked") == kinds.count("role_answered") == len(built.model.asked)
