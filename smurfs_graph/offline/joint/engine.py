"""The calls that readings of a sub-task share, and how a thought tells of the one that is made."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from smurfs_graph.offline.joint.features import Measure
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import FEATURES, Made, Reading, Task
from smurfs_graph.offline.joint.weights import WEIGHTS

_THEN, _PERHAPS, _WHOLE_SAID = "; then ", "; perhaps more", "; no more"
_WHOLE = 0.5
"""The least share of a reading among those with its call at which it is said to be the whole of what is to come."""


class Proposal(NamedTuple):
    """A call that could be made now: the share of the readings with it, and the likeliest of those with its share."""

    call: Instance
    share: float
    reading: Reading
    best: float

    @property
    def tool(self) -> str:
        """The tool's name."""
        return self.call.document.tool.name

    @property
    def key(self) -> str:
        """The same for the same call."""
        return key_of(self.tool, self.call.arguments)

    @property
    def then(self) -> tuple[str, ...]:
        """The tools that its likeliest reading calls after it."""
        return tuple(one.document.tool.name for one in self.reading.calls if one is not self.call)

    @property
    def whole(self) -> bool:
        """Whether that reading is most likely all that is to come."""
        return self.best >= _WHOLE * self.share


@dataclass(frozen=True)
class Read:
    """A task as it was read: all proposals, the likeliest first, and the share of the reading that nothing is left."""

    task: Task
    measure: Measure
    proposals: tuple[Proposal, ...]
    nothing: float
    tools: Mapping[str, float]
    """The share of the readings that call each tool, now or later."""


def read(task: Task) -> Read:
    """All readings of a task, weighed."""
    found, measure = readings(task)
    shares = likelihoods(found)
    tools: dict[str, float] = {}
    for reading, share in zip(found, shares, strict=True):
        for name in {one.document.tool.name for one in reading.calls}:
            tools[name] = tools.get(name, 0.0) + share
    ranked = sorted(_shared(found, shares).values(), key=lambda one: -one.share)
    return Read(task, measure, tuple(ranked), shares[0], tools)


def _shared(found: Sequence[Reading], shares: Sequence[float]) -> dict[str, Proposal]:
    """Each call that can be made now, with the shares of its readings together and the likeliest one."""
    calls: dict[str, Proposal] = {}
    for reading, share in zip(found, shares, strict=True):
        for call in reading.ready:
            key = key_of(call.document.tool.name, call.arguments)
            old = calls.get(key)
            if old is None:
                calls[key] = Proposal(call, share, reading, share)
            elif share > old.best:
                calls[key] = Proposal(call, old.share + share, reading, share)
            else:
                calls[key] = old._replace(share=old.share + share)
    return calls


def key_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """The same text for the same call."""
    return f"{tool} {json.dumps(arguments, sort_keys=True, default=str)}"


def likelihoods(found: Sequence[Reading]) -> list[float]:
    """The share of each reading: a log-linear model over their features."""
    weights = [WEIGHTS[name] for name in FEATURES]
    scores = [sum(weight * value for weight, value in zip(weights, one.features, strict=True)) for one in found]
    top = max(scores)
    shares = [math.exp(score - top) for score in scores]
    total = sum(shares)
    return [share / total for share in shares]


def said_of(arguments: Mapping[str, Any], proposal: Proposal | None = None) -> str:
    """A call's arguments, and what its reading announces, as part of a thought; `made` and `announced` read them back."""
    told = f"with {json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=str)}"
    if proposal is None:
        return told
    then = "".join(f"{_THEN}{name}" for name in proposal.then)
    return f"{told}{then}{_WHOLE_SAID if proposal.whole else _PERHAPS}"


def made(thought: str, tool: str) -> Made:
    """The call that a thought tells of, as far as it tells its arguments."""
    return Made(tool, _parted(thought)[0])


def announced(thought: str) -> int | None:
    """How many calls a thought says come after its own: -1 where it cannot say; None where it announces nothing."""
    rest = _parted(thought)[1]
    if _PERHAPS in rest:
        return -1
    return rest.count(_THEN) if _WHOLE_SAID in rest else None


def coming(thought: str) -> tuple[str, ...]:
    """The tools that a thought announces after its own."""
    return tuple(one.strip(" .") for one in re.findall(rf"{_THEN}([^;]+)", _parted(thought)[1]))


def _parted(thought: str) -> tuple[dict[str, Any], str]:
    """The arguments that a thought tells, and what it says behind them."""
    before, _, rest = thought.partition("with {")
    try:
        arguments, end = json.JSONDecoder().raw_decode("{" + rest)
    except ValueError:
        return {}, rest or before
    return (cast("dict[str, Any]", arguments) if isinstance(arguments, dict) else {}), rest[end - 1 :]
