"""The next call of a sub-task: the one that most readings of it share, if it is sure enough."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import FEATURES, Made, Reading, Task
from smurfs_graph.offline.joint.weights import SURENESS, WEIGHTS

_THEN, _PERHAPS, _WHOLE_SAID = "; then ", "; perhaps more", "; no more"
_WHOLE = 0.5
"""The least share of a reading among those with its call at which it is said to be the whole of what is to come."""
_LEAST = 1e-4


class Choice(NamedTuple):
    """The call to make now ("" where nothing is left to call or nothing is likely), and how sure that is (0 to 1)."""

    tool: str
    arguments: dict[str, Any]
    sure: float = 0.0
    then: tuple[str, ...] = ()
    """The tools that the likeliest reading calls after it."""
    whole: bool = False
    """Whether that reading is most likely all that is to come."""


class _Call(NamedTuple):
    share: float
    reading: Reading
    place: int
    best: float


def choose(task: Task) -> Choice:
    """The call that most readings share, where that is likelier than that nothing is left to call."""
    found = readings(task)
    shares = likelihoods(found)
    calls = _shared(found, shares)
    if not calls:
        return Choice("", {})
    key, best = max(calls.items(), key=lambda item: item[1].share)
    if best.share <= shares[0]:
        return Choice("", {})
    call = best.reading.calls[best.place]
    rivals = [one.share for name, one in calls.items() if name != key and name.split(" ")[0] == key.split(" ")[0]]
    told = [_logit(best.share), _logit(shares[0]), max(rivals, default=0.0), float(bool(task.made)), 1.0]
    then = tuple(one.document.tool.name for at, one in enumerate(best.reading.calls) if at != best.place)
    return Choice(
        call.document.tool.name,
        call.arguments,
        sureness(told, best.reading),
        then,
        best.best >= _WHOLE * best.share,
    )


def _shared(found: Sequence[Reading], shares: Sequence[float]) -> dict[str, _Call]:
    """Each call that can be made now, with the shares of its readings together and the likeliest one."""
    calls: dict[str, _Call] = {}
    for reading, share in zip(found, shares, strict=True):
        for at, call in enumerate(reading.calls):
            if call.open:
                continue
            key = f"{call.document.tool.name} {json.dumps(call.arguments, sort_keys=True, default=str)}"
            old = calls.get(key)
            if old is None:
                calls[key] = _Call(share, reading, at, share)
            elif share > old.best:
                calls[key] = _Call(old.share + share, reading, at, share)
            else:
                calls[key] = old._replace(share=old.share + share)
    return calls


def likelihoods(found: Sequence[Reading]) -> list[float]:
    """The share of each reading: a log-linear model over their features."""
    weights = [WEIGHTS[name] for name in FEATURES]
    scores = [sum(weight * value for weight, value in zip(weights, one.features, strict=True)) for one in found]
    top = max(scores)
    shares = [math.exp(score - top) for score in scores]
    return [share / sum(shares) for share in shares]


TOLD = ("share", "nothing_left", "rival", "later", "constant")
"""What is weighed for sureness besides the features of the likeliest reading with the call."""


def sureness(told: Sequence[float], reading: Reading) -> float:
    """How likely a call is right (0 to 1): a logistic model over its share and its reading's features."""
    score = sum(SURENESS[name] * value for name, value in zip(TOLD, told, strict=True))
    score += sum(SURENESS[name] * value for name, value in zip(FEATURES, reading.features, strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score))))


def _logit(share: float) -> float:
    return math.log(max(share, _LEAST) / max(1 - share, _LEAST))


def said_of(arguments: Mapping[str, Any], choice: Choice | None = None) -> str:
    """A call's arguments, and what a choice announces, as part of a thought; `made` and `announced` read them back."""
    told = f"with {json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=str)}"
    if choice is None:
        return told
    then = "".join(f"{_THEN}{name}" for name in choice.then)
    return f"{told}{then}{_WHOLE_SAID if choice.whole else _PERHAPS}"


def made(thought: str, tool: str) -> Made:
    """The call that a thought tells of, as far as it tells its arguments."""
    _, _, rest = thought.partition("with {")
    try:
        arguments, _ = json.JSONDecoder().raw_decode("{" + rest)
    except ValueError:
        arguments = {}
    return Made(tool, cast("dict[str, Any]", arguments) if isinstance(arguments, dict) else {})


def announced(thought: str) -> int | None:
    """How many calls a thought says come after its own: -1 where it cannot say; None where it announces nothing."""
    if _PERHAPS in thought:
        return -1
    return thought.count(_THEN) if _WHOLE_SAID in thought else None


def coming(thought: str) -> tuple[str, ...]:
    """The tools that a thought announces after its own."""
    return tuple(re.findall(rf"{_THEN}(\w+)", thought))
