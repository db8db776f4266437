"""α-UMi's static evaluation on ToolBench (its section 4.2 and App. C): one annotated step, one predicted step.

The published code takes its argument F1 from ModelScope-Agent. What is kept of its behaviour is said at each function.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple, cast

from smurfs_graph.prompting.replies import read_decision

from .rouge import rouge_l_or_0

Decision = Literal["call", "finish", "give up"]

NO_ACTION = "none"


class ParsedStep(NamedTuple):
    """One step of planner, caller and summarizer, taken apart."""

    decision: Decision
    action: str | None = None
    arguments: str | None = None
    """Arguments in the caller's spelling; '{}' where it wrote none."""
    answer: str | None = None


class ArgumentScores(NamedTuple):
    """Shares from 0 to 1, None where no pair counts."""

    empty: float | None
    """Over the calls whose reference has no arguments ('easy F1')."""
    filled: float | None
    """Over the others ('hard F1'), calls of a wrong action with both."""
    f1: float | None
    """Over all."""


def parse_reply(text: str) -> ParsedStep:
    """Read 'rationale Next: caller.</s>caller: Action: … Action Input: …</s>' and its sisters.

    A give-up anywhere outranks a conclusion, a conclusion outranks a call, and the last of several parts with one name
    counts, as in the published code.

    Raises:
        ValueError: a call without the caller's part, which the published code cannot read either.
    """
    decision = read_decision(text)
    if decision and decision["next"] == "give up":
        return ParsedStep("give up")
    if decision and decision["next"] == "conclusion":
        return ParsedStep("finish", answer=text.rpartition("conclusion:")[2].replace("</s>", "").strip())
    parts = text.split("</s>")
    if len(parts) < 2:
        raise ValueError("the reply names neither a conclusion nor a give-up, and has no caller's part")
    caller = parts[1]
    _, written, arguments = caller.rpartition("Action Input:")
    _, named, action = caller.rpartition("Action:")
    return ParsedStep(
        "call",
        action.partition("Action Input:")[0].strip() if named else NO_ACTION,
        arguments.strip() if written else "{}",
    )


def mean_exact_match(predictions: Sequence[str], references: Sequence[str]) -> float | None:
    """Return the share of pairs that are the same text, letter case included."""
    return _mean([float(found == wanted) for found, wanted in zip(predictions, references, strict=True)])


def argument_f1(
    actions: Sequence[str], right_actions: Sequence[str], arguments: Sequence[str], right_arguments: Sequence[str]
) -> ArgumentScores:
    """Compute F1 of the arguments by name; a name with another value counts half. Arguments are JSON objects as text.

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


def score_step(found: ParsedStep, wanted: ParsedStep, documented: Collection[str]) -> dict[str, float]:
    """Score one annotated step, as addends to the sums of α-UMi's Table 1; `documented`: the actions that it could
    call.

    Actions and arguments are compared where the reference calls one, answers where it finishes; what was not predicted
    counts as 'none'. An action that is none of the documented ones is a hallucination.
    """
    calls, ends = wanted.decision == "call", wanted.decision == "finish"
    action, right = found.action or NO_ACTION, wanted.action or NO_ACTION
    f1 = argument_f1([action], [right], [found.arguments or "{}"], [wanted.arguments or "{}"]).f1 if calls else None
    return {
        "plan accuracy": float(found.decision == wanted.decision),
        "steps": 1.0,
        "actions": float(calls),
        "actions right": float(calls and action == right),
        "actions invented": float(action != NO_ACTION and action not in documented),
        "argument pairs": float(f1 is not None),
        "argument F1 sum": f1 or 0.0,
        "answers": float(ends),
        "ROUGE-L sum": rouge_l_or_0(found.answer or NO_ACTION, wanted.answer or "") if ends else 0.0,
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
