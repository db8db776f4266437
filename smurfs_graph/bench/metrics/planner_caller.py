"""α-UMi's static evaluation on ToolBench (its section 4.2 and App. C): one annotated step, one predicted step.

The published code takes its argument F1 from ModelScope-Agent. What is kept of its behaviour is said at each function.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, cast

from .rouge import rouge_l

Decision = Literal["call", "finish", "give up"]

NO_ACTION = "none"


class StepReply(NamedTuple):
    """One step of planner, caller and summarizer, taken apart."""

    decision: Decision
    action: str | None = None
    arguments: str | None = None
    """As the caller wrote them; '{}' where it wrote none."""
    answer: str | None = None


class ArgumentScores(NamedTuple):
    """Shares from 0 to 1, None where no pair counts."""

    empty: float | None
    """Over the calls whose reference has no arguments ('easy F1')."""
    filled: float | None
    """Over the others ('hard F1'), calls of a wrong action with both."""
    f1: float | None
    """Over all."""


class StaticScores(NamedTuple):
    """α-UMi's Table 1, shares from 0 to 1; None where no step counts."""

    plan_accuracy: float | None
    action_exact_match: float | None
    hallucination: float | None
    """Steps that call an action which is none of the documented ones, of all steps."""
    argument_f1: float | None
    rouge_l: float | None
    steps: int


def parse_reply(text: str) -> StepReply:
    """Read 'rationale Next: caller.</s>caller: Action: … Action Input: …</s>' and its sisters.

    A give-up anywhere outranks a conclusion, a conclusion outranks a call, and the last of several parts with one name
    counts, as in the published code.

    Raises:
        ValueError: a call without the caller's part, which the published code cannot read either.
    """
    if "Next: give up" in text:
        return StepReply("give up")
    if "Next: conclusion" in text:
        return StepReply("finish", answer=text.rpartition("conclusion:")[2].replace("</s>", "").strip())
    parts = text.split("</s>")
    if len(parts) < 2:
        raise ValueError("the reply names neither a conclusion nor a give-up, and has no caller's part")
    caller = parts[1]
    _, written, arguments = caller.rpartition("Action Input:")
    _, named, action = caller.rpartition("Action:")
    return StepReply(
        "call",
        action.partition("Action Input:")[0].strip() if named else NO_ACTION,
        arguments.strip() if written else "{}",
    )


def mean_exact_match(predictions: Sequence[str], references: Sequence[str]) -> float | None:
    """The share of pairs that are the same text, letter case included."""
    return _mean([float(found == wanted) for found, wanted in zip(predictions, references, strict=True)])


def argument_f1(
    actions: Sequence[str], right_actions: Sequence[str], arguments: Sequence[str], right_arguments: Sequence[str]
) -> ArgumentScores:
    """F1 of the arguments by name; a name with another value counts half. Arguments are JSON objects as text.

    Traps that are kept: a wrong action is 0 in all three means; a reference that is no JSON is left out; nothing in
    common is 0 and belongs to the kind of its reference.
    """
    empty: list[float] = []
    filled: list[float] = []
    every: list[float] = []
    for action, right, found, wanted in zip(actions, right_actions, arguments, right_arguments, strict=True):
        if action != right:
            for scores in (empty, filled, every):
                scores.append(0.0)
            continue
        reference = _json(wanted)
        if reference is _NO_JSON:
            continue
        score = _overlap(_json(found), reference)
        (empty if reference == {} else filled).append(score)
        every.append(score)
    return ArgumentScores(_mean(empty), _mean(filled), _mean(every))


_NO_JSON = object()


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_JSON


def _overlap(found: Any, wanted: Any) -> float:
    if not isinstance(wanted, dict) or not isinstance(found, dict):
        return 0.0
    reference, prediction = cast("dict[str, Any]", wanted), cast("dict[str, Any]", found)
    if not reference:
        return float(not prediction)
    matched = sum(1.0 if prediction[name] == reference[name] else 0.5 for name in reference if name in prediction)
    return 2 * matched / (len(reference) + len(prediction))


def score_steps(
    predictions: Sequence[StepReply], references: Sequence[StepReply], documented: Sequence[Sequence[str]]
) -> StaticScores:
    """All figures over annotated steps; `documented` are the names of the actions that each step could call.

    A reference that calls an undocumented action is left out. Actions and arguments are compared where the reference
    calls one, answers where it finishes; what was not predicted counts as 'none'.
    """
    rows = [
        (found, wanted, set(names))
        for found, wanted, names in zip(predictions, references, documented, strict=True)
        if wanted.action in (None, NO_ACTION) or wanted.action in names
    ]
    calls = [(found, wanted) for found, wanted, _ in rows if wanted.decision == "call"]
    ends = [(found, wanted) for found, wanted, _ in rows if wanted.decision == "finish"]
    actions = [found.action or NO_ACTION for found, _ in calls]
    right = [wanted.action or NO_ACTION for _, wanted in calls]
    given, needed = (
        [step.arguments or "{}" for step in side] for side in ([f for f, _ in calls], [w for _, w in calls])
    )
    return StaticScores(
        plan_accuracy=_mean([float(found.decision == wanted.decision) for found, wanted, _ in rows]),
        action_exact_match=mean_exact_match(actions, right),
        hallucination=_mean([float(_is_invented(found, names)) for found, _, names in rows]),
        argument_f1=argument_f1(actions, right, given, needed).f1,
        rouge_l=_mean(
            [_without_errors(rouge_l, found.answer or NO_ACTION, wanted.answer or "") for found, wanted in ends]
        ),
        steps=len(rows),
    )


def _is_invented(step: StepReply, documented: set[str]) -> bool:
    return step.action not in (None, NO_ACTION) and step.action not in documented


def _without_errors(metric: Callable[[str, str], float], found: str, wanted: str) -> float:
    """0 where one of the texts is empty, which ends the published evaluation."""
    try:
        return metric(found, wanted)
    except ValueError:
        return 0.0


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
