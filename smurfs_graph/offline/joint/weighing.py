"""How likely a proposed call is right, from all that speaks for and against it: trees learnt from development requests."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.choose import asked_for, coverage
from smurfs_graph.offline.clauses import actions, clauses, main_verb, sentences
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.joint.candidates import Candidate
from smurfs_graph.offline.joint.coverage import Value
from smurfs_graph.offline.joint.doubts import doubts, elsewhere, impossible, nearness
from smurfs_graph.offline.joint.engine import Proposal, Read, key_of
from smurfs_graph.offline.joint.features import SENTENCE
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.joint.likely import judged
from smurfs_graph.offline.joint.promised import promised
from smurfs_graph.offline.joint.task import FEATURES, Reading, same
from smurfs_graph.offline.joint.trees import forest
from smurfs_graph.offline.sections import BESIDE

MOST_PROPOSALS = 4
"""Proposals of the joint reading that are weighed, beside the one of the rules by words."""
MOST_LOOSE = 3
"""Proposals beside those, with values that only may be meant."""
_NONE = -1.0
"""A feature of what there is not."""


@dataclass(frozen=True)
class Ruled:
    """The call that the rules by words would make; no tool where they have none."""

    tool: str
    arguments: Mapping[str, Any]
    thought: str = ""

    @property
    def key(self) -> str:
        """The same for the same call."""
        return key_of(self.tool, self.arguments)


@dataclass(frozen=True)
class Situation:
    """Where a sub-task stands: calls made and sub-tasks answered before, tools that did not help, announced tools.

    `hidden` are the tools whose documents are not shown.
    """

    memory: int
    dependencies: int
    failed: int
    popped: int
    announced: tuple[str, ...]
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True)
class Weighed:
    """One call that could be made, with what it is weighed by; `proposal` is None where only the rules name it."""

    tool: str
    arguments: Mapping[str, Any]
    proposal: Proposal | None
    features: Mapping[str, float]

    @cached_property
    def chance(self) -> float:
        """How likely the call is right (0 to 1)."""
        return forest("calls").chance(self.features)


def weighed(found: Read, ruled: Ruled, situation: Situation) -> tuple[Weighed, ...]:
    """The calls worth weighing: the likeliest ones of the joint reading, and that of the rules."""
    kept = _worth(found.proposals, ruled.key)
    told = [
        Weighed(
            one.tool,
            one.call.arguments,
            one,
            _common(found, one.tool, one.key, ruled, situation) | _own(found, one, rank),
        )
        for rank, one in enumerate(kept)
    ]
    if ruled.tool and all(one.key != ruled.key for one in kept):
        common = _common(found, ruled.tool, ruled.key, ruled, situation)
        own = _own(found, _as_proposal(found, ruled), _LAST)
        told.append(Weighed(ruled.tool, ruled.arguments, None, common | own))
    return tuple(
        replace(one, features={**one.features, "promised": promised(one.features, ruled.thought)}) for one in told
    )


def _worth(proposals: Sequence[Proposal], ruled: str) -> list[Proposal]:
    """The likeliest proposals, fewer of those with values that only may be meant, and the one of the rules."""
    counts = {True: MOST_LOOSE, False: MOST_PROPOSALS}
    kept: list[Proposal] = []
    for one in proposals:
        loose = any(each.is_loose for each in one.call.filled)
        if counts[loose] > 0 or one.key == ruled:
            kept.append(one)
            counts[loose] -= 1
    return kept


def _common(found: Read, tool: str, key: str, ruled: Ruled, situation: Situation) -> dict[str, float]:
    """What is known of any call: its tool's place in text and readings, and where the sub-task stands."""
    measure, task = found.measure, found.task
    at = measure.place[tool]
    document = task.documents[at]
    asked = _asked(task.text)
    before = [task.documents[measure.place[one.tool]].tool for one in task.made if one.tool in measure.place]
    return {
        "asked": max((coverage(document.tool, one) for one in asked), default=0.0),
        "asked_beyond": max(
            (
                coverage(document.tool, one) - max((coverage(each, one) for each in before), default=0.0)
                for one in asked
            ),
            default=0.0,
        ),
        "nothing": found.nothing,
        "rival": max((one.share for one in found.proposals if one.key != key), default=0.0),
        "tool_share": found.tools.get(tool, 0.0),
        "rival_tool": max((share for name, share in found.tools.items() if name != tool), default=0.0),
        "ruled": key == ruled.key,
        "ruled_tool": tool == ruled.tool,
        "ruled_none": not ruled.tool,
        "sense": measure.sense.best(at),
        "sense_mean": measure.sense.mean(at),
        "nearness": measure.sense.nearest(at),
        "best_word": measure.coverage.best(at, measure.told_before),
        "words_told": measure.coverage.gain([at], measure.told_before),
        "required": sum(one.required for one in document.parameters),
        "acts": bool(document.tool.acts),
        "act_asked": bool(actions(task.text)),
        "by_verb": _by_verb(document, task.text),
        "memory": situation.memory,
        "dependencies": situation.dependencies,
        "failed": situation.failed,
        "popped": situation.popped,
        "foreseen": tool in situation.announced,
        "tool_made": any(one.tool == tool for one in task.made),
        "documents": len(task.documents),
        "length": len(task.text),
        "clauses": len(measure.sense.shares),
        "context": "(context" in task.text,
        "values": len(measure.said.values),
        **elsewhere(situation.hidden, asked, task.text),
        "name_near": nearness(tool, task.text),
        "hidden": len(situation.hidden),
    }


def _by_verb(document: Document, text: str) -> bool:
    """Whether a text begins with the verb that a tool is called by, one that says more than that something is asked."""
    verb = words.stem(main_verb(text))
    return verb in document.tool.name_words[:1] and verb not in words.ASKING_STEMS


@lru_cache(maxsize=64)
def _asked(text: str) -> tuple[tuple[str, ...], ...]:
    """What each clause of a text asks for, as stems."""
    found = [asked_for(clause.text) for sentence in sentences(BESIDE.sub("", text)) for clause in clauses(sentence)]
    return tuple(one for one in found if one)


def _own(found: Read, proposal: Proposal, rank: int) -> dict[str, float]:
    """What is known of a proposal of the joint reading."""
    call, measure = proposal.call, found.measure
    chances = [each.chance for each in call.filled if each.chance is not None]
    handed = [each.chance for each in call.filled if each.start < 0 and each.chance is not None]
    leads = [measure.lead(call, one) for one in call.filled if one.start >= 0]
    fits = [one.fit for one in call.filled]
    required = {one.name for one in call.document.parameters if one.required}
    every = (*measure.made, *proposal.reading.calls)
    starts = [one.start for one in call.filled if one.start >= 0]
    at = measure.place[proposal.tool]
    beyond = found.task.text.find("(context")
    told = dict(zip(FEATURES, proposal.reading.features, strict=True))
    return {f"reading_{name}": value for name, value in told.items()} | {
        "share": proposal.share,
        "best": proposal.best,
        "rank": rank,
        "least_chance": min(chances, default=_NONE),
        "mean_chance": sum(chances) / len(chances) if chances else _NONE,
        "least_handed": min(handed, default=_NONE),
        "lead": min(leads, default=_NONE),
        "unfilled": measure.unfilled(call),
        "rest": float(len(measure.rest(call))),
        "least_fit": min(fits, default=_NONE),
        "mean_fit": sum(fits) / len(fits) if fits else _NONE,
        "spoken": sum(one.start >= 0 for one in call.filled),
        "known": sum(one.start < 0 for one in call.filled),
        "optional": sum(one.parameter not in required for one in call.filled),
        "least_loose": min((one.fit for one in call.filled if one.is_loose), default=_NONE),
        "sense_here": min((measure.sense.at(at, start) for start in starts), default=_NONE),
        "from_context": sum(start > beyond >= 0 for start in starts),
        **{f"sort_{sort}": sum(one.sort == sort for one in call.filled) for sort in _SORTS},
        "left_near": _left(_beside(call, measure.said.values, found.task.text), every),
        "left": _left(measure.said.values, every),
        **doubts(found, call),
        "impossible": impossible(found, call),
    }


_SORTS = ("words", "name", "id", "option", "truth", "told", "before")


def _as_proposal(found: Read, ruled: Ruled) -> Proposal:
    """The call that only the rules name, as the joint reading would have proposed it."""
    measure, text = found.measure, found.task.text
    at = measure.place[ruled.tool]
    document = found.task.documents[at]
    filled: list[Candidate] = []
    own = {one.name for one in document.parameters}
    for name, value in ((name, value) for name, value in ruled.arguments.items() if name in own):
        offered = [one for one in measure.offered[at] if one.parameter == name and same(one.value, value)]
        if offered:
            filled.append(max(offered, key=lambda one: one.chance or 0.0))
            continue
        said = re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", text, re.IGNORECASE) if str(value) else None
        one = Candidate(name, value, 0.0, *(said.span() if said else (-1, -1)))
        filled.append(judged(one, document, text, measure.mentions[at]))
    missing = tuple(one for one in document.parameters if one.required and one.name not in ruled.arguments)
    call = Instance(document, tuple(filled), missing)
    return Proposal(call, 0.0, Reading((call,), measure.features((call,))), 0.0)


_LAST = 9
"""The rank of a call that the joint reading does not propose."""


def _beside(call: Instance, values: Sequence[Value], text: str) -> tuple[Value, ...]:
    """The values of the sentence, or sentences, that a call's own values stand in."""
    spans = [(one.start, one.end) for one in call.filled if one.start >= 0]
    low, high = min((start for start, _ in spans), default=0), max((end for _, end in spans), default=len(text))
    begin = max((match.end() for match in SENTENCE.finditer(text, 0, low)), default=0)
    end = match.start() if (match := SENTENCE.search(text, high)) else len(text)
    return tuple(one for one in values if one.start >= begin and one.end <= end)


def _left(values: Sequence[Value], calls: Sequence[Instance]) -> int:
    """How many values no call takes."""
    taken: list[Candidate] = [one for call in calls for one in call.filled if one.start >= 0]
    return sum(not any(value.start < one.end and one.start < value.end for one in taken) for value in values)
