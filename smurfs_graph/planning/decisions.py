"""A question about several calls, for those who show one call after the other. Pure."""

from collections.abc import Mapping
from typing import Any


def single_questions(question: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A question about several calls as one about each, for people who are shown one after the other."""
    common = {**question, "kind": "tool_call"}
    return [
        {**common, **request, "tool": request["name"], "arguments": request["args"], "number": number}
        for number, request in enumerate(question["action_requests"])
    ]


def joined_answers(question: Mapping[str, Any], answers: list[dict[str, Any]]) -> dict[str, Any]:
    """The answers to `single_questions`, as the question itself takes them."""
    decisions: list[dict[str, Any]] = []
    for request, answer in zip(question["action_requests"], answers, strict=True):
        decision = {"type": answer["decision"]}
        if answer.get("reason"):
            decision["message"] = answer["reason"]
        if answer["decision"] == "edit":
            decision["edited_action"] = {"name": request["name"], "args": answer["arguments"]}
        decisions.append(decision)
    return {"decisions": decisions}
