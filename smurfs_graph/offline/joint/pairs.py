"""How likely a value of a text is the one that a parameter takes, learnt from the development requests.

Beside the fitness that rules give it, the trees weigh what a value is (its kind, form and place), what the words beside
it mean, and what the parameter and its tool are called.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.documents import Document, Parameter, shape
from smurfs_graph.offline.fitness import beside, is_coded, takes
from smurfs_graph.offline.joint.candidates import Candidate
from smurfs_graph.offline.joint.edges import edges
from smurfs_graph.offline.joint.sense import name_words
from smurfs_graph.offline.joint.trees import forest
from smurfs_graph.offline.lexicon import PEOPLE, PLACES
from smurfs_graph.offline.mentions import Mention

_KINDS = ("id", "code", "name", "words", "quote", "number", "date", "time")
_TAKES = ("searched", "written", "place", "person", "titled", "numbered", "thing")
_LINKS = ("in", "on", "at", "to", "from", "with", "by", "of", "for", "about", "near", "")
WORDED = ("option", "truth")
_BARE = words.listed("name id ids number no code ref reference value text key title")
_SPEAKING = words.listed("wants want is has needs would asked called rang says said")
_PEOPLE = tuple(sorted(words.listed("john mary anna peter david maria susan thomas laura michael elena carlos ahmed")))
_FAMILIES = tuple(sorted(words.listed("smith johnson miller jones garcia schmidt brown wilson martinez taylor")))
_TOWNS = tuple(sorted(words.listed("london paris berlin madrid vienna boston oslo dublin prague chicago")))
WHICH = frozenset({"which", "what", "whose"})
"""Before a noun that is asked for, and that is no label of the name behind it: "which club Ana belongs to"."""
_LOWEST, _HIGHEST = 0.003, 0.997


def chance(candidate: Candidate, mention: Mention, document: Document, text: str) -> float:
    """How likely (0 to 1) a candidate that stands in the text is right for its parameter, if its tool is called."""
    return floored(forest("pairs").chance(features(candidate, mention, document, text)))


def floored(likely: float) -> float:
    """A likelihood that is never quite sure."""
    return min(_HIGHEST, max(_LOWEST, likely))


def spoken(candidate: Candidate, mentions: Mapping[int, Mention], text: str) -> Mention:
    """The mention that a candidate of the text is; for an allowed value or a yes or no, the words that say it."""
    found = candidate.mention or mentions.get(candidate.start)
    if found is not None and candidate.sort not in WORDED:
        return found
    before = tuple(words.words(text[max(0, candidate.start - 60) : candidate.start])[-6:])
    after = tuple(words.words(text[candidate.end : candidate.end + 40])[:4])
    return Mention("words", text[candidate.start : candidate.end], candidate.start, candidate.end, before, after)


def features(candidate: Candidate, mention: Mention, document: Document, text: str) -> dict[str, float]:
    """What the trees weigh."""
    parameter = next(one for one in document.parameters if one.name == candidate.parameter)
    told = _form(candidate, mention) | _taken(parameter, mention, document)
    told |= edges(candidate, parameter, document, text)
    return told | _meaning(parameter, mention, document) | _around(parameter, mention, document, text)


def _form(candidate: Candidate, mention: Mention) -> dict[str, float]:
    """What the value is."""
    value = mention.value
    told: dict[str, float] = {f"is_{kind}": mention.kind == kind for kind in _KINDS}
    return told | {
        "fit": candidate.fit,
        "option": candidate.sort == "option",
        "truth": candidate.sort == "truth",
        "denied": candidate.value is False,
        "listed": isinstance(candidate.value, list),
        "words": len(value.split()),
        "capital": value[:1].isupper(),
        "digits": any(char.isdigit() for char in value),
        "titled": mention.titled,
        "owner": mention.possessive,
        "bound": bool(mention.bound),
        "size": -1.0 if mention.number is None else math.log1p(abs(mention.number)),
    }


def _taken(parameter: Parameter, mention: Mention, document: Document) -> dict[str, float]:
    """What the parameter takes, and the value's form against its examples."""
    own = {*parameter.words, *(words.stem(word) for word in words.words(parameter.description)[:8])}
    sort = takes(parameter, own) if parameter.type == "string" else ""
    told: dict[str, float] = {f"takes_{one}": sort == one for one in _TAKES}
    return told | {
        "required": parameter.required,
        "coded": parameter.type == "string" and is_coded(parameter),
        "whole": parameter.type == "integer",
        "real": parameter.type == "number",
        "people": bool(PEOPLE & own),
        "places": bool(PLACES & set(parameter.words)),
        "limit": bool({"max", "min"} & set(parameter.words)),
        "examples": len(parameter.examples),
        "like_example": any(shape(one) == shape(mention.value) for one in parameter.examples),
        "required_in_all": sum(one.required for one in document.parameters),
        "texts_in_all": sum(one.type == "string" and not one.options for one in document.parameters),
        "acts": bool(document.tool.acts),
    }


def _meaning(parameter: Parameter, mention: Mention, document: Document) -> dict[str, float]:
    """What the value means, beside the parameter's name, its description, its examples and the tool's name."""
    value = tuple(words.words(mention.value)) if mention.kind in ("name", "words", "quote") else ()
    own, tool = entity(parameter, document), name_words(document)
    described = tuple(word for word in words.words(parameter.description)[:15] if word not in words.STOP)
    samples = tuple(word for one in parameter.examples for word in words.words(one))
    whole = vectors.mean(value)
    return {
        "value_own": vectors.nearest(value, own),
        "value_entity": vectors.cosine(whole, vectors.mean(own)),
        "value_described": vectors.cosine(whole, vectors.mean(described)),
        "value_samples": vectors.cosine(whole, vectors.mean(samples)),
        "value_tool": vectors.cosine(whole, vectors.mean(tool)),
        **_looks(value),
    }


def looks(value: str) -> dict[str, float]:
    """What a value looks like: its form, and whether its words are like those of people or towns."""
    told = tuple(words.words(value))
    return _looks(told) | {
        "words": float(len(value.split())),
        "capital": float(value[:1].isupper()),
        "digits": float(any(char.isdigit() for char in value)),
    }


def _looks(value: tuple[str, ...]) -> dict[str, float]:
    return {
        "person": max((_like(word, _PEOPLE) for word in value), default=0.0),
        "forename": _like(value[0], _PEOPLE) if value else 0.0,
        "family": _like(value[-1], _FAMILIES) if value else 0.0,
        "town": max((_like(word, _TOWNS) for word in value), default=0.0),
        "unknown": float(sum(not vectors.known(word) for word in value)),
    }


def _around(parameter: Parameter, mention: Mention, document: Document, text: str) -> dict[str, float]:
    """The words before and behind the value, and how much the text speaks of the tool."""
    own, tool = entity(parameter, document), name_words(document)
    before = [word for word in mention.before[-4:] if word not in words.STOP]
    after = [word for word in mention.after[:3] if word not in words.STOP]
    link = mention.direct_preposition
    told: dict[str, float] = {f"link_{one or 'none'}": link == one for one in _LINKS}
    return told | {
        "before_own": vectors.nearest(before[-2:], own),
        "behind_own": vectors.nearest(after[:2], own),
        "just_before_own": vectors.nearest(before[-1:], own),
        "just_behind_own": vectors.nearest(after[:1], own),
        "before_tool": vectors.nearest(before[-2:], tool),
        "before_same": max((words.best_likeness(words.stem(word), parameter.words) for word in before[-3:]), default=0),
        "behind_same": max((words.best_likeness(words.stem(word), parameter.words) for word in after[:2]), default=0),
        "beside": beside(parameter, mention, document),
        "the": mention.before[-1:] == ("the",),
        "which": bool(WHICH & set(mention.before[-3:-1])),
        "speaks": mention.after[:1] != () and mention.after[0] in _SPEAKING,
        "place": mention.start / max(1, len(text)),
        "tool_said": tool_said(tool, text),
    }


@lru_cache(maxsize=256)
def tool_said(tool: tuple[str, ...], text: str) -> float:
    """How near the words of a tool's name come to the text's, on the average."""
    return likest(tool, [word for word in dict.fromkeys(words.words(text)) if word not in words.STOP])


def likest(tool: Sequence[str], said: Sequence[str]) -> float:
    """How near the words of a tool's name come to those said, on the average."""
    return sum(vectors.nearest((word,), said) for word in tool) / len(tool) if tool else 0.0


def entity(parameter: Parameter, document: Document) -> tuple[str, ...]:
    """The words that say whose value a parameter is; those of the tool for a bare `name` or `id`."""
    own = words.identifier_words(parameter.name)
    kept = tuple(word for word in own if word not in words.STOP and word not in _BARE)
    return kept or tuple(word for word in name_words(document) if not words.is_asking(word))


def _like(word: str, others: tuple[str, ...]) -> float:
    return vectors.cosine(vectors.vector(word), vectors.mean(others))
