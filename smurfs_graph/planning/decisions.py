"""Decisions of people, and questions in the form of LangChain's human-in-the-loop middleware. Pure."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

_MOST_SECONDS = 32_503_680_000
"""Since 1970, until the year 3000: times beyond cannot be shown everywhere."""
HOW_TO_SETTLE = "say repeat (make the call again), leave (go on without it), or made: and what it brought"
"""How a person answers who is asked about a call of unknown fate."""


class PlanDecision(BaseModel):
    """A person's decision on a plan: what, when, and who."""

    model_config = ConfigDict(frozen=True)

    decision: Literal["approve", "edit", "reject"]
    at: float = Field(ge=0, le=_MOST_SECONDS)
    """Seconds since 1970."""
    by: str = ""
    """The user whom the server has authenticated or the caller names; empty where nobody is named."""


class PlanReview(BaseModel):
    """The reviews that a plan needs before it is started."""

    model_config = ConfigDict(frozen=True)

    by: tuple[Literal["manager", "person"], ...]
    """In this order."""
    complaint: str = ""
    """Why the person's last answer did not pass."""


def review_of(name: str, arguments: Mapping[str, Any], about: str, *allowed: str) -> dict[str, Any]:
    """Return a question about one action in the middleware's form, with the decisions that are allowed on it."""
    return {
        "action_requests": [{"name": name, "args": dict(arguments), "description": about}],
        "review_configs": [{"action_name": name, "allowed_decisions": [*allowed]}],
    }


def single_answer(given: Any, edited: Callable[[str, dict[str, Any]], Mapping[str, Any]]) -> Any:
    """Read one decision in the middleware's form; an answer in this library's own form is returned as it is.

    `edited`: what an edit's action and arguments say. Raises ValueError for more or less than one decision.
    """
    if not isinstance(given, Mapping) or "decisions" not in given:
        return cast("Any", given)
    match cast("Mapping[str, Any]", given)["decisions"]:
        case [{"type": "edit", "edited_action": {"name": str(name), "args": {**arguments}}}]:
            return {"decision": "edit", **edited(name, cast("dict[str, Any]", arguments))}
        case [{"type": str(decision), **more}]:
            if decision != "edit" and more.get("edited_action"):
                raise ValueError(f"edited_action needs the decision edit, not {decision}")
            return {"decision": decision} | ({"reason": more["message"]} if more.get("message") else {})
        case _:
            raise ValueError('one decision is needed: {"decisions": [{"type": "approve"}]}')


def settlement_in(text: str) -> dict[str, Any]:
    """Read what a person says of a call of unknown fate. Raises ValueError for anything but `HOW_TO_SETTLE`."""
    word, colon, rest = text.strip().partition(":")
    match word.strip().lower():
        case "repeat" if not colon:
            return {"decision": "repeat"}
        case "leave":
            return {"decision": "leave", "reason": rest.strip()}
        case "made" if colon:
            return {"decision": "made", "response": rest.strip()}
        case _:
            raise ValueError(f"{HOW_TO_SETTLE}, not {text!r:.80}")


def from_form(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Read arguments of a client's form, which sends lists and objects as JSON text."""
    return {name: _read(value) for name, value in arguments.items()}


def _read(value: Any) -> Any:
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def single_questions(question: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Split a question about several calls into one about each, to be asked one after the other."""
    common = {**question, "kind": "tool_call"}
    return [
        {**common, **request, "tool": request["name"], "arguments": request["args"], "number": number}
        for number, request in enumerate(question["action_requests"])
    ]


def respond_to(question: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the answer that keeps all calls of a question from being made: the text takes the place of the first."""
    others = len(question.get("action_requests", ())) - 1
    return {"decisions": [{"type": "respond", "message": text}, *[{"type": "reject"}] * others]}


def joined_answers(question: Mapping[str, Any], answers: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the answers to `single_questions` into one answer, in the middleware's form."""
    decisions: list[dict[str, Any]] = []
    for request, answer in zip(question["action_requests"], answers, strict=True):
        decision = {"type": answer["decision"]}
        if answer.get("reason"):
            decision["message"] = answer["reason"]
        if answer["decision"] == "edit":
            decision["edited_action"] = {"name": request["name"], "args": answer["arguments"]}
        decisions.append(decision)
    return {"decisions": decisions}
