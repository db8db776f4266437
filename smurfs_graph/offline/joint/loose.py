"""Values that may be meant though no name says so: of earlier answers by form and meaning, of earlier sub-tasks' words.

A reading takes them where it has nothing better; how likely they are right is for the trees to say.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.clauses import REFERENCE, head
from smurfs_graph.offline.convert import shape, typed
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.fitness import is_coded
from smurfs_graph.offline.joint.candidates import Candidate, candidates
from smurfs_graph.offline.joint.choices import BEFORE, TOLD
from smurfs_graph.offline.joint.sense import name_words
from smurfs_graph.offline.known import Source, fits
from smurfs_graph.offline.lexicon import PEOPLE
from smurfs_graph.offline.records import Group
from smurfs_graph.offline.sections import POINTER

_MOST, _MOST_SOURCES, _MOST_RECORDS, _MOST_PAIRS = 3, 4, 3, 60
_SURE, _TOLD_SURE, _LEAST, _BASE, _WEIGHT = 0.85, 0.95, 0.3, 0.2, 0.4
_SPOKEN, _ALONE, _FORMED, _SEVERAL, _AGAIN = 0.1, 0.1, 0.15, 0.15, 0.8
_LONGEST = 200
"""Characters of the longest value of an answer that a parameter may take."""
_MERE = frozenset({"result", "item"})
_BARE = words.stems("id ids code number no ref reference identifier key nr sku name")
_FORMS = {
    "date": r"\d{4}-\d\d-\d\d(?=$|[T ])",
    "time": r"(?<![\d:])\d{1,2}:\d\d(?!\S)",
    "month": r"\d{4}-\d\d(?=$|-)",
    "datetime": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$",
    "email": r"\S+@\S+\.\w+$",
    "url": r"https?://\S+$",
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CODED = re.compile(r"(?=.*\d)[^\s,;]{2,30}|[A-Z]{2,8}|[a-z][a-z0-9._-]{2,20}")
_PLAIN = re.compile(r"(?!\d{4}-\d\d)(?=.*[^\W\d_])[^\n;]{2,60}")
_PERSON = re.compile(r"(?:(?:Dr|Mrs?|Ms|Prof)\.? )?[A-Z][\w'-]*(?:[. ]+[A-Z][\w'-]*){0,3}")
_ADDRESS = re.compile(r"\d{1,4}[a-z]? [A-Z].*|[A-Z].* \d{1,4}[a-z]?")
_UNTAKEN = frozenset({"bool", "list", "phone", "currency", "weekday"})


class _Pair(NamedTuple):
    """One value of an answer, the words that its key says, whether its list has others, and how far back it was told."""

    key: str
    value: str
    said: tuple[str, ...]
    several: bool
    back: int


def loose(
    document: Document, known: Sequence[Source], text: str, offered: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    """At most three more values for each parameter that nothing in the text clearly fits, and six in all.

    An optional one takes only what its own name says.
    """
    if not known:
        return ()
    open_ = [
        one
        for one in document.parameters
        if one.kind not in _UNTAKEN and not any(_surely(one, each) for each in offered)
    ]
    if not open_:
        return ()
    pairs = [one for at, source in enumerate(known[:_MOST_SOURCES]) for one in _pairs(source, at)][:_MOST_PAIRS]
    before = _before(document, known, text)
    found: list[Candidate] = []
    for parameter in open_:
        taken = {str(one.value).casefold() for one in offered if one.parameter == parameter.name}
        more = [*_told(parameter, document, pairs, text), *(one for one in before if one.parameter == parameter.name)]
        for one in sorted(more, key=lambda each: -each.fit):
            if str(one.value).casefold() not in taken and len(taken) < 2 * _MOST:
                taken.add(str(one.value).casefold())
                found.append(one)
            if sum(each.parameter == parameter.name for each in found) == _MOST:
                break
    return tuple(found)


def _surely(parameter: Parameter, one: Candidate) -> bool:
    return one.parameter == parameter.name and one.fit >= (_SURE if one.start >= 0 else _TOLD_SURE)


def _pairs(source: Source, back: int) -> Iterator[_Pair]:
    """The values of an answer with what their keys say; of one that is a mere value, what was asked for."""
    groups = (*source.groups, *_scalar(source.answer))
    asked = tuple(head(REFERENCE.sub("", source.question))) if not source.own else ()
    for group in groups:
        several = len(group.records) > 1
        for record in group.records[:_MOST_RECORDS]:
            for key, value in record.items():
                parts = words.identifier_words(key.rsplit(".", 1)[-1])
                mere = key in _MERE or not parts
                yield _Pair(key, value.strip(), asked if mere else parts, several, back)


def _scalar(answer: str) -> tuple[Group, ...]:
    """The lines of an answer that is no record but one short value."""
    lines = [line.strip() for line in answer.splitlines() if line.strip() and not line.startswith("Not in this")]
    told = [line for line in lines if len(line) <= 60 and ": " not in line and not line.endswith(":")]
    return (Group("", [{"result": told[0]}]),) if len(told) == 1 else ()


def _told(parameter: Parameter, document: Document, pairs: Sequence[_Pair], text: str) -> list[Candidate]:
    """The values of earlier answers that have a form which a parameter takes, by what their keys mean."""
    fitting = [(one, value) for one in pairs if (value := _taken(parameter, one.value)) is not None]
    spoken = {words.stem(word) for word in words.words(text)}
    found: list[Candidate] = []
    for one, value in fitting:
        alone = all(str(other) == str(value) for _, other in fitting)
        meaning, said = _meaning(parameter, document, one), bool({words.stem(word) for word in one.said} & spoken)
        if not parameter.required and meaning < 1 and not (said and parameter.kind in _FORMS):
            continue
        fit = _BASE + _WEIGHT * meaning + _FORMED * _formed(parameter, document, one.value)
        fit += _SPOKEN * said + _ALONE * alone
        fit += _ALONE * (one.key in _MERE and one.back == 0) - _SEVERAL * one.several - 0.05 * one.back
        if fit >= (_LEAST if parameter.required else 1.5 * _LEAST):
            found.append(Candidate(parameter.name, value, min(fit, 0.75), sort=TOLD))
    return found


def _taken(parameter: Parameter, value: str) -> Any | None:
    """A value as a parameter takes it; None where its form is another one."""
    if parameter.options:
        same = [one for one in parameter.options if _plain(str(one)) == _plain(value)]
        return same[0] if same else None
    if len(value) > _LONGEST:
        return None
    if form := _FORMS.get(parameter.kind):
        match = re.search(form, value)
        return match[0] if match else None
    if not fits(parameter, value):
        return None
    if parameter.type in ("integer", "number"):
        return typed(parameter, value) if _NUMBER.fullmatch(value) else None
    if parameter.type != "string" or parameter.kind == "text":
        return None
    if is_coded(parameter) or parameter.kind == "id":
        samples = [_outline(one) for one in parameter.examples if re.search(r"\d", one)]
        formed = _outline(value) in samples if samples else bool(_CODED.fullmatch(value)) and value not in ("yes", "no")
        return value if formed and not any(re.match(form, value) for form in _FORMS.values()) else None
    if parameter.kind == "name" and PEOPLE & set(parameter.words) and re.search(r"\d", value):
        return None
    return value if _PLAIN.fullmatch(value) and value not in ("yes", "no", "none") else None


def _formed(parameter: Parameter, document: Document, value: str) -> bool:
    """Whether a value is written like the parameter's examples, like a person's name, or like an address."""
    if parameter.type == "string" and re.search(r"\d", value) and shape(value) in map(shape, parameter.examples):
        return True
    if {"address", "street"} & {*words.identifier_words(parameter.name)}:
        return bool(_ADDRESS.fullmatch(value))
    return _of_people(parameter, document) and bool(_PERSON.fullmatch(value))


def _of_people(parameter: Parameter, document: Document) -> bool:
    told = {*parameter.words, *document.tool.nouns, *document.tool.description_words}
    return parameter.kind in ("name", "other") and bool(PEOPLE & told)


def _outline(value: str) -> str:
    """The form of a value whatever its letters and digits are: "A-9" for "QX-118"."""
    return re.sub(r"[A-Za-z]+", "A", re.sub(r"\d+", "9", value))


def _plain(value: str) -> str:
    return re.sub(r"[\W_]+", " ", value).strip().casefold()


def _meaning(parameter: Parameter, document: Document, pair: _Pair) -> float:
    """How near what a key says is to what a parameter takes (0 to 1)."""
    said = tuple(word for word in pair.said if word not in words.STOP)
    stems = tuple(words.stem(word) for word in said)
    own = parameter.entity or document.tool.nouns
    if parameter.options and _plain(pair.value) != pair.value.casefold():
        return 0.6
    if stems and all(stem in _BARE for stem in stems):
        return 0.6 if parameter.kind in ("id", "name") or set(parameter.words) & set(stems) else 0.0
    same = max((words.best_likeness(stem, own) for stem in stems), default=0.0)
    described = {words.stem(word) for word in words.words(parameter.description)}
    if same < 0.75 and set(stems) & described:
        same = 0.75
    if same < 0.7 and set(stems) & {*document.tool.nouns, *document.tool.description_words}:
        same = 0.7
    if same < 0.7 and PEOPLE & {*stems} and PEOPLE & {*parameter.words, *document.tool.nouns}:
        same = 0.7
    near = vectors.nearest(said, [*words.identifier_words(parameter.name), *name_words(document)])
    return min(1.0, max(same, near))


def _before(document: Document, known: Sequence[Source], text: str) -> list[Candidate]:
    """What the words of earlier sub-tasks offer, the nearest one's first."""
    asked = dict.fromkeys(POINTER.sub("", one.question).strip() for one in known if not one.own)
    required = {one.name for one in document.parameters if one.required}
    found: list[Candidate] = []
    for at, question in enumerate([one for one in asked if one and one not in text][:_MOST]):
        for one in candidates(document, question):
            fit = one.fit * _AGAIN - 0.05 * at
            if fit >= _LEAST and one.sort != "words" and one.parameter in required:
                found.append(replace(one, fit=fit, start=-1, end=-1, sort=BEFORE))
    return found
