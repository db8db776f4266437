"""How likely a value of an earlier answer is the one that a parameter takes, learnt from the development requests.

The trees weigh what the value was called where it was told (its key), what was asked there, what the parameter and its
tool are called, and how many others could be meant.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.convert import typed
from smurfs_graph.offline.documents import Document, Parameter, shape
from smurfs_graph.offline.fitness import is_coded, takes
from smurfs_graph.offline.joint.candidates import Candidate
from smurfs_graph.offline.joint.pairs import entity, floored, likest, looks
from smurfs_graph.offline.joint.sense import name_words
from smurfs_graph.offline.joint.task import Task, same
from smurfs_graph.offline.joint.trees import forest
from smurfs_graph.offline.known import Source
from smurfs_graph.offline.thoughts import chosen

_TAKES = ("searched", "written", "place", "person", "titled", "numbered", "thing")
_ENDS = ("name", "id")


_FOUND = 0.6
"""The least fit of a value that rules find."""


class Place(NamedTuple):
    """Where an earlier answer told a value: the source (0 the nearest), its key, and what stood beside it."""

    rank: int
    source: Source
    key: str
    records: int
    values: int
    """How many different values the key has in its group."""


def judged(candidate: Candidate, document: Document, task: Task, offered: Sequence[Candidate]) -> Candidate:
    """The candidate with how likely it is right; as it is where no earlier answer tells it as a value."""
    told = features(candidate, document, task, offered)
    return candidate if told is None else replace(candidate, chance=floored(forest("handed").chance(told)))


def features(
    candidate: Candidate, document: Document, task: Task, offered: Sequence[Candidate]
) -> dict[str, float] | None:
    """What the trees weigh; `offered` are all candidates of the document."""
    parameter = next(one for one in document.parameters if one.name == candidate.parameter)
    places = _places(parameter, candidate, task.known)
    if not places:
        return None
    own = entity(parameter, document)
    best = max(places, key=lambda one: (_alike(one.key, own), -one.rank))
    return (
        _taken(parameter, document, candidate)
        | _keyed(best, parameter, document, own)
        | _others(candidate, offered)
        | _said(best, candidate, task, own, document)
        | {"places": float(len(places)), "fit": round(candidate.fit, 1)}
    )


def _places(parameter: Parameter, candidate: Candidate, known: Sequence[Source]) -> list[Place]:
    """All places where earlier answers tell the value."""
    found: list[Place] = []
    for rank, source in enumerate(known):
        for group in source.groups:
            for key in dict.fromkeys(key for record in group.records for key in record):
                told = [record[key] for record in group.records if key in record]
                if any(_tells(parameter, one, candidate) for one in told):
                    found.append(Place(rank, source, key, len(group.records), len(set(told))))
    return found


def _tells(parameter: Parameter, told: str, candidate: Candidate) -> bool:
    if same(typed(parameter, told), candidate.value):
        return True
    return ", " in told and any(same(typed(parameter, one), candidate.value) for one in told.split(", "))


def _alike(key: str, own: Sequence[str]) -> float:
    return vectors.nearest(words.identifier_words(key), own)


def _taken(parameter: Parameter, document: Document, candidate: Candidate) -> dict[str, float]:
    """What the parameter takes, and what the value looks like."""
    told = {*parameter.words, *(words.stem(word) for word in words.words(parameter.description)[:8])}
    sort = takes(parameter, told) if parameter.type == "string" else ""
    value = str(candidate.value)
    return {f"takes_{one}": float(sort == one) for one in _TAKES} | {
        "required": float(parameter.required),
        "coded": float(parameter.type == "string" and is_coded(parameter)),
        "number": float(parameter.type in ("integer", "number")),
        "dated": float(parameter.kind in ("date", "time", "datetime")),
        "options": float(bool(parameter.options)),
        "like_example": float(any(shape(one) == shape(value) for one in parameter.examples)),
        "examples": float(len(parameter.examples)),
        "required_in_all": float(sum(one.required for one in document.parameters)),
        "acts": float(bool(document.tool.acts)),
        **looks(value),
    }


def _keyed(place: Place, parameter: Parameter, document: Document, own: tuple[str, ...]) -> dict[str, float]:
    """The key, and the tool or the question that it comes from, beside the parameter's name and its tool's."""
    last = words.identifier_words(place.key.rsplit(".", 1)[-1])
    path = tuple(words.identifier_words(place.key))
    stems = tuple(words.stem(word) for word in path)
    teller = chosen(place.source.question) if place.source.own else None
    asked = tuple(
        word
        for word in (words.identifier_words(teller) if teller else words.words(place.source.question)[:12])
        if word not in words.STOP
    )
    likely = [words.best_likeness(one, stems) for one in parameter.words]
    return {
        "same_words": min(likely, default=0.0),
        "some_word": max(likely, default=0.0),
        "key_own": vectors.nearest(path, own),
        "key_mean": vectors.cosine(vectors.mean(path), vectors.mean(own)),
        "key_tool": vectors.nearest(path, name_words(document)),
        "key_words": float(len(path)),
        "asked_own": vectors.nearest(asked, own),
        "asked_tool": vectors.nearest(asked, name_words(document)),
        "result": float(place.key in ("result", "item")),
        "own_source": float(place.source.own),
        "rank": float(place.rank),
        "records": math.log1p(place.records),
        "values": math.log1p(place.values),
        **{f"key_is_{one}": float(tuple(last[-1:]) == (one,)) for one in _ENDS},
        **{f"is_{one}": float(parameter.words[-1:] == (words.stem(one),)) for one in _ENDS},
    }


def _others(candidate: Candidate, offered: Sequence[Candidate]) -> dict[str, float]:
    """What else the parameter might take."""
    others = [one for one in offered if one.parameter == candidate.parameter and not same(one.value, candidate.value)]
    known = [one.fit for one in others if one.start < 0 and one.fit >= _FOUND]
    return {
        "others_known": float(len(known)),
        "best_known": max(known, default=0.0),
        "best_spoken": max((one.fit for one in others if one.start >= 0), default=0.0),
    }


def _said(place: Place, candidate: Candidate, task: Task, own: Sequence[str], document: Document) -> dict[str, float]:
    """Whether the value was only said back, and how much the text speaks of its key, the parameter and the tool."""
    value = str(candidate.value).casefold()
    spoken = tuple(word for word in dict.fromkeys(words.words(task.text)) if word not in words.STOP)
    return {
        "echoed": float(value in place.source.question.casefold()),
        "in_text": float(value in task.text.casefold()),
        "made_with": float(any(same(one, candidate.value) for made in task.made for one in made.arguments.values())),
        "key_said": vectors.nearest(words.identifier_words(place.key), spoken),
        "own_said": vectors.nearest(own, spoken),
        "tool_said": likest(name_words(document), spoken),
        "made": float(len(task.made)),
        "sources": float(len(task.known)),
    }
