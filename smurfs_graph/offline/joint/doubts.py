"""What speaks against a proposed call: values that are cut or said of something else, rivals, tools that are not shown."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.choose import coverage
from smurfs_graph.offline.clauses import actions, main_verb
from smurfs_graph.offline.joint.candidates import Candidate
from smurfs_graph.offline.joint.edges import EDGES, edges
from smurfs_graph.offline.joint.engine import Read
from smurfs_graph.offline.joint.instances import Instance
from smurfs_graph.offline.joint.pairs import entity, tool_said
from smurfs_graph.offline.joint.sense import telling
from smurfs_graph.offline.joint.task import same
from smurfs_graph.offline.sections import BESIDE
from smurfs_graph.offline.tools import Tool

_WORD = re.compile(r"[^\W\d_]+")
_JOINED_BEFORE, _JOINED = re.compile(r"\w/\Z"), re.compile(r"/\w")
"""A stroke that joins a value to a word before it, or behind it."""
_TYPED = frozenset({"option", "truth", "number", "date", "time", "month", "datetime"})
_NONE, _FREE = -1.0, 1.5
"""Of what there is not, and of what nothing speaks against."""


def elsewhere(tools: Sequence[str], asked: Sequence[tuple[str, ...]], text: str) -> dict[str, float]:
    """How well the names of tools whose documents are not shown suit what is asked for."""
    others = [Tool(name) for name in tools]
    return {
        "elsewhere": max((coverage(one, each) for one in others for each in asked), default=0.0),
        "elsewhere_near": max((tool_said(telling(name), text) for name in tools), default=_NONE),
    }


def nearness(tool: str, text: str) -> float:
    """How near a tool's name comes to a text, as `elsewhere` has it for the others."""
    return tool_said(telling(tool), text)


def doubts(found: Read, call: Instance) -> dict[str, float]:
    """What speaks against a call, as features."""
    return _cut(found, call) | _rivals(found, call) | _variants(found, call) | _told(found, call) | _hints(found, call)


def impossible(found: Read, call: Instance) -> bool:
    """Whether a call takes what cannot be its parameter's.

    That is a part of a code ("204" of "204/26"), one place of the text or of an answer twice, a year of two digits, and
    a name that the text asks for the very thing of ("what is the first hut on the Glacier Path"). Nor may an act be done
    that only another sub-task is asked for.
    """
    text = found.task.text
    if call.document.tool.acts and _asked_elsewhere(found, call.document.tool):
        return True
    for one in call.filled:
        if one.start >= 0 and (_JOINED_BEFORE.search(text, 0, one.start) or _JOINED.match(text, one.end)):
            return True
        last = words.identifier_words(one.parameter)[-1:]
        if last == ("year",) and isinstance(one.value, int) and not 1000 <= one.value <= 2999:
            return True
        if one.start >= 0 and found.measure.asked(call, one):
            return True
    pairs = combinations([one for one in call.filled if not isinstance(one.value, bool)], 2)
    return any(same(one.value, two.value) and (one.overlaps(two) or one.start == two.start) for one, two in pairs)


def _asked_elsewhere(found: Read, tool: Tool) -> bool:
    """Whether not this sub-task, but one before it or beside it asks for an act."""
    if _asks_act(found.task.text, tool):
        return False
    beside = [
        one for note in BESIDE.findall(found.task.text) for one in note.strip(" ()").partition(": ")[2].split("; ")
    ]
    before = [one.question for one in found.task.known if not one.own]
    return any(_asks_act(one, tool) for one in (*beside, *before))


def _asks_act(text: str, tool: Tool) -> bool:
    """Whether a text asks for an act: by a verb of its sort, or by the tool's own."""
    return bool(tool.acts & actions(text)) or words.stem(main_verb(text)) in tool.name_words[:1]


def _cut(found: Read, call: Instance) -> dict[str, float]:
    """Values of the text that another cut would perhaps suit better."""
    named = [one for one in _named(call) if one.start >= 0]
    every = [edges(one, _parameter(call, one), call.document, found.task.text) for one in named]
    return {name: max((one[name] for one in every), default=0.0) for name in EDGES}


def _rivals(found: Read, call: Instance) -> dict[str, float]:
    """Other values for its parameters, other tools for its values, and tools that find what it takes from them."""
    measure = found.measure
    at = measure.place[call.document.tool.name]
    beaten, taken, supplied = [_FREE], [_FREE], 0.0
    for one in call.filled:
        chance = one.chance or 0.0
        others = [each for each in measure.offered[at] if each.parameter == one.parameter and each.value != one.value]
        beaten.append(chance - max((each.chance or 0.0 for each in others), default=0.0))
        for place, offered in enumerate(measure.offered):
            takes = [each.chance or 0.0 for each in offered if place != at and one.start >= 0 and each.overlaps(one)]
            if not takes:
                continue
            taken.append(chance - max(takes))
            source = found.task.documents[place].tool.name
            supplied = max(
                supplied, measure.link.get((source, call.document.tool.name, one.parameter), 0.0) * max(takes)
            )
    return {"value_lead": min(beaten), "tool_lead": min(taken), "supplied": supplied}


def _variants(found: Read, call: Instance) -> dict[str, float]:
    """Proposals of the same tool with more arguments or with fewer, and values that two arguments share."""
    own = call.arguments
    wider = narrower = 0.0
    extra = _NONE
    for one in found.proposals:
        if one.tool != call.document.tool.name or one.call.arguments == own:
            continue
        other = one.call.arguments
        if _within(own, other):
            wider = max(wider, one.share)
            more = [each.chance or 0.0 for each in one.call.filled if each.parameter not in own]
            extra = max(extra, min(more, default=0.0))
        elif _within(other, own):
            narrower = max(narrower, one.share)
    pairs = combinations([value for value in own.values() if not isinstance(value, bool)], 2)
    return {"wider": wider, "wider_chance": extra, "narrower": narrower, "alike": sum(same(*pair) for pair in pairs)}


def _within(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return len(one) < len(other) and all(name in other and other[name] == value for name, value in one.items())


def _told(found: Read, call: Instance) -> dict[str, float]:
    """Values that an earlier answer tells under another key, and values that an earlier sub-task asked with already."""
    known_as = _FREE
    for one in _named(call):
        wanted = entity(_parameter(call, one), call.document)
        keys = [
            words.identifier_words(key)
            for source in found.task.known
            for group in source.groups
            for record in group.records
            for key, value in record.items()
            if same(value, one.value)
        ]
        near = [max(vectors.nearest(key, wanted), _likeness(key, wanted)) for key in keys]
        known_as = min(known_as, max(near, default=_FREE))
    questions = " ".join(one.question.casefold() for one in found.task.known if not one.own)
    values = [one.value for one in call.filled if isinstance(one.value, str) and one.value]
    old = sum(value.casefold() in questions for value in values) if questions else 0
    mentions = [one.mention for one in call.filled if one.mention is not None]
    return {
        "known_as": known_as,
        "old_values": old / len(values) if values else _NONE,
        "owners": sum(one.possessive for one in mentions),
    }


def _named(call: Instance) -> list[Candidate]:
    """A call's names, identifiers and other words."""
    return [one for one in call.filled if isinstance(one.value, str) and one.sort not in _TYPED]


def _hints(found: Read, call: Instance) -> dict[str, float]:
    """How near the text's other words come to what an optional parameter that the call leaves out is called or says."""
    filled = {one.parameter for one in call.filled}
    spans = [(one.start, one.end) for one in call.filled if one.start >= 0]
    text = BESIDE.sub("", found.task.text)
    said = dict.fromkeys(
        match[0].lower()
        for match in _WORD.finditer(text)
        if not any(low <= match.start() < high for low, high in spans) and match[0].lower() not in words.STOP
    )
    tool = call.document.tool
    general = {*tool.name_words, *tool.description_words}
    free = [word for word in said if words.stem(word) not in general]
    stems = {words.stem(word) for word in free}
    named = spoken = 0.0
    for one in call.document.parameters:
        if one.required or one.name in filled:
            continue
        own = [word for word in words.identifier_words(one.name) if words.stem(word) not in general]
        named = max(named, vectors.nearest(own, free), _likeness(free, own))
        told = {words.stem(word) for word in words.words(one.description) if word not in words.STOP} - general
        spoken = max(spoken, float(len(told & stems)))
    return {"hinted": named, "hinted_words": spoken}


def _likeness(key: Sequence[str], wanted: Sequence[str]) -> float:
    stems = tuple(words.stem(word) for word in wanted)
    return max((words.best_likeness(words.stem(word), stems) for word in key), default=0.0)


def _parameter(call: Instance, one: Candidate) -> Any:
    return next(each for each in call.document.parameters if each.name == one.parameter)
