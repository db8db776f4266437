"""Allowed values and switches in the words of their descriptions, and in words that mean nearly the same.

A description often says in other words what a value stands for: `"deferral" for a pause in payments`, "-1 for the
basement", "Plugged in to power", "False when the ship is leaving".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.allowed import TOKEN, Hit
from smurfs_graph.offline.documents import Parameter
from smurfs_graph.offline.lexicon import ORDINARY
from smurfs_graph.offline.mentions import PREPOSITIONS

_ALL, _SOME, _MEANT = 0.7, 0.55, 0.5
_HALF = 0.5
_LEAST_NEAR, _MARGIN = 0.62, 0.15
_WINDOW = 60
_FALSE = re.compile(r"\bfalse (?:for|if|when|where|means|=|:)|\bfalse[,:]? (?=\w)", re.IGNORECASE)
_TRUE = re.compile(r"\btrue (?:for|if|when|where|means|=|:|to)\s*", re.IGNORECASE)
_LINK = re.compile(
    r"[\"'`”’]?\s*(?:\((?P<inside>[^()]{3,80})\)|(?:for|if|when|means|is|=|:|asks for|offers|-|–)\s+(?P<rest>.{3,80}))"
)
_END = re.compile(r"[;.\n]|,\s*(?=[\"'`])|\s+(?:or|and)\s+(?=[\"'`])")
_SAYING = words.stems("true false whether if when set flag leave only also include including well same all extra")
_PARTICLES = words.listed("off out up down too")
_DENIED = re.compile(
    r"(?:\b(?:no|not|never|without|neither|nor|nobody|skip)\b|n['’]t\b)(?:\W+\w+){0,2}\W*$", re.IGNORECASE
)


def by_gloss(parameter: Parameter, text: str) -> list[Hit]:
    """The places where a text says in a description's words what an allowed value stands for."""
    found: list[Hit] = []
    for value, stems in _glosses(parameter.description, parameter.options).items():
        hit = _spoken(stems, text)
        if hit is not None and hit[2] >= _HALF:
            option = next(one for one in parameter.options if str(one) == value)
            found.append(Hit(option, _ALL if hit[2] == 1 else _SOME, hit[0], hit[1]))
    return found


def by_meaning(parameter: Parameter, text: str) -> list[Hit]:
    """The words of a text that come nearest in meaning to one allowed value of one word, and to no other of them."""
    named = {str(one): words.identifier_words(str(one)) for one in parameter.options if isinstance(one, str)}
    single = {value: own[0] for value, own in named.items() if len(own) == 1 and vectors.known(own[0])}
    found: list[Hit] = []
    for match in TOKEN.finditer(text) if len(single) > 1 else ():
        word = match[0].lower()
        if word in words.STOP or words.stem(word) in ORDINARY or not vectors.known(word) or word in single.values():
            continue
        ranked = sorted(((vectors.near(word, own), value) for value, own in single.items()), reverse=True)
        if ranked[0][0] >= _LEAST_NEAR and ranked[0][0] - ranked[1][0] >= _MARGIN:
            found.append(Hit(ranked[0][1], _MEANT, match.start(), match.end()))
    return found


def switched(parameter: Parameter, text: str, told: Sequence[str]) -> Iterator[tuple[bool, float, int, int]]:
    """Where a text says in a description's words, or in near ones, what a switch does; `told` are the tool's own stems."""
    said = parameter.description
    for match in re.finditer(r"[^.;?!]+", text):
        for wanted, stems in _sides(said):
            own = tuple(one for one in stems if one not in told)
            hit = (_spoken(own, match[0]) or _pair(said, own, match[0])) if own else None
            if hit is not None and (hit[2] >= _HALF or hit[3] > 1):
                denied = bool(_DENIED.search(match[0][: hit[0]])) and not {"not", "no", "without"} & set(
                    words.words(said)
                )
                yield wanted is not denied, _SOME, match.start() + hit[0], match.start() + hit[1]
    own = [word for word in words.identifier_words(parameter.name) if len(word) > 3 and word not in words.STOP]
    own = [word for word in own if words.stem(word) not in told and vectors.known(word)]
    if _PARTICLES & set(words.identifier_words(parameter.name)):
        return
    for match in TOKEN.finditer(text) if own else ():
        word = match[0].lower()
        if word not in words.STOP and max(vectors.near(word, one) for one in own) >= _LEAST_NEAR:
            yield not _DENIED.search(text[: match.start()]), _MEANT, match.start(), match.end()


def _pair(said: str, stems: Sequence[str], text: str) -> tuple[int, int, float, int] | None:
    """Where a text has two words of a description in a row, one of them its own: "both sides"."""
    for match in re.finditer(r"(?=\b(?P<first>\w+) (?P<second>\w+)\b)", said):
        first, second = match["first"].lower(), match["second"].lower()
        if words.stem(second) in stems and first not in _ARTICLES and first not in PREPOSITIONS:
            place = re.search(rf"\b{first} {second}\b", text, re.IGNORECASE)
            if place is not None:
                return place.start(), place.end(), 1.0, 2
    return None


_ARTICLES = words.listed("the a an this that his her its their our my your is are be if when or and")


@lru_cache(maxsize=512)
def _sides(description: str) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """What a description says of a switch that is on, and of one that is off, as stems."""
    off = _FALSE.search(description)
    head, tail = (description[: off.start()], description[off.end() :]) if off else (description, "")
    on = _TRUE.search(head)
    head = head[on.end() :] if on else head
    return tuple((wanted, stems) for wanted, said in ((True, head), (False, tail)) if (stems := _content(said)))


@lru_cache(maxsize=512)
def _told(description: str, options: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    told: dict[str, tuple[str, ...]] = {}
    parts = [part.strip() for part in re.split(r"[,;]|\bor\b", re.sub(r",\s*or\b", ",", description)) if part.strip()]
    if len(parts) == len(options) and not any(re.search(rf"\b{re.escape(one)}\b", description) for one in options):
        told = {one: _content(part) for one, part in zip(options, parts, strict=True)}
    starts = [match.start() for one in options for match in _stands(one).finditer(description)]
    for one in options if not told else ():
        place = _stands(one).search(description)
        until = min((at for at in starts if place and at > place.start()), default=len(description))
        link = _LINK.match(description[:until], place.end()) if place else None
        if link is not None:
            told[one] = _content(link["inside"] or _END.split(link["rest"])[0])
    shared = [stem for stems in told.values() for stem in set(stems)]
    return tuple((one, tuple(stem for stem in stems if shared.count(stem) == 1)) for one, stems in told.items())


def _stands(option: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(option)}(?![\w-])")


def _glosses(description: str, options: Sequence[Any]) -> Mapping[str, tuple[str, ...]]:
    """The stems that tell what each allowed value stands for, where the description says so."""
    found = _told(description, tuple(str(one) for one in options))
    return {one: stems for one, stems in found if stems}


def _content(text: str) -> tuple[str, ...]:
    stems = (words.stem(word) for word in words.words(text) if word not in words.STOP and not word[0].isdigit())
    return tuple(dict.fromkeys(stem for stem in stems if stem not in _SAYING))[:8]


def _spoken(stems: Sequence[str], text: str) -> tuple[int, int, float, int] | None:
    """Where a text has some stems near one another: its place, their share, and their number; ordinary ones alone are none."""
    hits = [
        (match.start(), match.end(), stem)
        for match in TOKEN.finditer(text)
        for stem in (words.stem(match[0].lower()),)
        if stem in stems
    ]
    telling = [one for one in hits if one[2] not in ORDINARY]
    if not (telling or len({one[2] for one in hits}) > 1):
        return None
    first = (telling or hits)[0]
    near = [one for one in hits if abs(one[0] - first[0]) <= _WINDOW]
    told = {one[2] for one in near}
    return min(one[0] for one in near), max(one[1] for one in near), len(told) / len(stems), len(told)
