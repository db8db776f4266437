"""Bound tools that do not fit a model's window are bound once, and its later sub-tasks go on in other steps."""

from typing import Any

from langchain_core.messages import BaseMessage

from tests.graph.test_native_steps import Run, calls


class TooLongError(Exception):
    """A server's answer to a prompt that is too long."""

    status_code = 400


def script(call: str, sections: dict[str, str]) -> Any:
    """A sub-task of two steps in five calls."""
    items = {"executor.arguments": {"item_id": "A-2" if "memory" in sections else "A-1"}, "deliverer": {"answer": "1"}}
    status = "solved" if "memory" in sections else "pending"
    reply = {"thought": "look it up", "tool": "find_stock", "answer": f"found {len(sections)}", "status": status,
             "hint": "more", "needs_tool": True, "sub_tasks": ["Find one stock"]}  # fmt: skip
    return items.get(call, reply)


def test_tools_that_do_not_fit_are_bound_once() -> None:
    """Neither the next step nor the next sub-task tries them again."""
    tried: list[int] = []

    def refuse(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        tried.append(len(tools))
        raise TooLongError("This model's maximum context length is 8000 tokens; your prompt has more")

    run = Run(script=script, planning="always", max_replans=0)
    run.model.caller = refuse
    result = run.result()
    assert result["usage"].tool_calls == 2
    assert len(tried) == 2  # as it was, and with what could be cut taken out
    run.result()
    assert len(tried) == 2


def too_long(messages: list[BaseMessage]) -> Any:
    """Refuse a prompt as too long."""
    raise TooLongError("maximum context length is 8000 tokens")


def test_a_conversation_that_grew_too_long_says_nothing_of_the_tools() -> None:
    """The next request begins with the tools again."""
    run = Run(calls("A-1"), too_long, too_long, calls("A-1"), "1 piece", script=script)
    run.result()
    assert run.result()["answer"] == "1 piece"


def test_a_long_request_says_nothing_of_the_tools() -> None:
    """It is what does not fit; the sub-task that is then planned begins with the tools."""
    run = Run(too_long, too_long, calls("A-1"), "1 piece", script=script)
    result = run.result("How many? " * 200)
    assert (result["outcomes"]["s1"].answer, len(run.seen)) == ("1 piece", 4)
