"""Judge how well a value of a text goes with a parameter: by its kind and the words beside it. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from smurfs_graph.guiding.examples import is_like, takes_identifiers
from smurfs_graph.guiding.fitting import Offered
from smurfs_graph.guiding.spans import BESIDE, Span
from smurfs_graph.guiding.units import converted, unit_behind, unit_taken
from smurfs_graph.guiding.values import amount_of
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolParameter, resolve

WORDS = ("phrase", "word")
"""Kinds of what is no value by its form: runs of words that the tool's document lacks; and those that it has."""
_KINDS: dict[str, dict[str, float]] = {
    "text": {
        "quoted": 1.0,
        "name": 0.9,
        "id": 0.8,
        "email": 0.6,
        "url": 0.6,
        "formula": 0.5,
        "phrase": 0.5,
        "day": 0.4,
        "word": 0.2,
    },
    "id": {"id": 1.0, "quoted": 0.9, "number": 0.8, "name": 0.5, "email": 0.3, "phrase": 0.2},
    "date": {"date": 1.0, "day": 1.0, "datetime": 0.8},
    "datetime": {"datetime": 1.0, "date": 0.5, "day": 0.4},
    "time": {"time": 1.0},
    "email": {"email": 1.0, "quoted": 0.4},
    "sum": {"formula": 1.0, "quoted": 0.9},
    "number": {"number": 1.0},
}
"""How well a value of each kind goes with a parameter of each kind."""
_NUMBERED = words.word_set("number code zip id postal season year version edition model")
"""Words of a text parameter that a number may be the value of."""
_DAYS = frozenset(map(words.stem, words.word_set("day date weekday when time week month")))
_FREE = words.word_set("text message body content prompt question note notes comment description summary subject title")
_UNITS = frozenset(map(words.stem, words.word_set("unit units currency scale")))
_MONEY = frozenset(map(words.stem, words.word_set(
    "price cost amount total bill budget fee fare salary payment principal income rent balance loan deposit revenue "
    "euro euros dollar dollars usd eur money value sum tip"
)))  # fmt: skip
_PEOPLE = frozenset(map(words.stem, words.word_set("people persons guests travellers travelers adults passengers")))
_SHARES = frozenset(map(words.stem, words.word_set(
    "rate interest share discount tip percent percentage pct tax vat fraction probability confidence margin markup"
)))  # fmt: skip
_CURRENCY = re.compile(r"[$€£]")
_COINS = re.compile(r"\s*(?:us )?(?:dollars?|euros?|pounds|usd|eur|gbp|chf)\b", re.IGNORECASE)
_YEAR = frozenset(map(words.stem, words.word_set("year years")))
_YEARS = range(1_900, 2_100)
_IN_YEAR = re.compile(r"\b(?:in|for|of|since|during|until|from|year) $", re.IGNORECASE)
_US = re.compile(r"\s+(?:of (?:us|them|you)|people|persons|guests|friends|adults)\b", re.IGNORECASE)
_BEFORE_NOUNS = words.ARTICLES | words.ROLES | words.word_set("my your his her our their its this that of and or")
_BEFORE_VERBS = re.compile(
    r"\b(?:have|has|had|needs?|wants?|wanted|going|how|used|likes?|able|got|ought|try|tries|where|what) to $",
    re.IGNORECASE,
)
_SEARCHED = words.word_set("query q keyword keywords search term terms topic")
_ASKING = re.compile(r"\b(?:how|how (?:many|much)|what(?: is| are)?|which)(?: (?:the|a|an))? $", re.IGNORECASE)
_NEAR = 3.0
_EXAMPLE = 3.0
"""How well a value goes with a parameter that has one of its shape as an example."""
_RELATIVE, _CLAUSE = words.word_set("where that which who whose when"), 2
"""Words that begin a clause within a clause, and how many words that counts: "the room where Judo is held"."""
_JOINING = words.word_set("and or")
"""Words behind which something else begins: "50 teeth in front and 15 behind"."""
_SHORTEST = 3
"""Letters up to which a word is no part of a parameter's name."""
_APART = words.word_set("with for in on at by")
"""Words behind which a value is rather that of what follows: "a room for 2 nights"."""
_FAR = 6
"""Words between a parameter's word and a value, from which on they say nothing of each other."""
_GENERIC = frozenset(map(words.stem, words.word_set("name value type id number input string first second")))


class Match(NamedTuple):
    """A value that may be a parameter's, and how well it goes with it."""

    score: float
    parameter: int
    span: Span
    named: bool
    """A word of the parameter's name stands beside the value."""


def shared_stems(parameters: Sequence[ToolParameter]) -> frozenset[str]:
    """Return the stems that stand in the names of several parameters, and so tell none of them."""
    counted: dict[str, int] = {}
    for one in parameters:
        for stem in one.words:
            counted[stem] = counted.get(stem, 0) + 1
    return frozenset(stem for stem, count in counted.items() if count > 1)


def kind_fit(parameter: ToolParameter, span: Span, tool: Offered) -> float | None:
    """Return how well a value's kind goes with a parameter, from about 0.1 (hardly) to 1.2.

    None where it cannot be its value, and for a parameter with options, which are matched elsewhere. The first rule
    that applies decides.
    """
    if parameter.options:
        return None
    if parameter.many:
        if span.kind == "list":
            return 1.2
        return kind_fit(replace(parameter, options=(), many=False), span, tool)
    if takes_identifiers(parameter) and span.kind in (*WORDS, "name", "number"):
        return None
    if is_like(parameter, span):
        return _EXAMPLE
    is_measured = parameter.kind == "number" and span.kind in ("number", "id")
    amount = amount_of(parameter, span) if is_measured else span.value
    if (is_measured and span.kind == "number" and amount is None) or (
        parameter.whole and (not isinstance(amount, int) or isinstance(amount, bool))
    ):
        return None
    if parameter.kind == "text" and span.kind == "day" and not parameter.vocabulary & _DAYS:
        return None
    if parameter.kind == "text" and span.kind == "month":
        return 1.2 if parameter.vocabulary & _DAYS else 0.1
    if parameter.kind == "text" and span.kind == "phrase" and is_free(parameter):
        return 0.2
    if parameter.kind in ("text", "id") and span.kind == "number" and _is_right_behind(parameter, span):
        return 1.0
    if parameter.kind in ("text", "id") and span.kind == "number" and _is_text(parameter, tool):
        return 0.3 if parameter.words & {words.stem(one) for one in _NUMBERED} else None
    if is_measured and span.kind == "id" and not span.labels:
        return None if amount is None else 0.8
    return _KINDS.get(parameter.kind, {}).get(span.kind)


def _is_right_behind(parameter: ToolParameter, span: Span) -> bool:
    """Return whether a value stands right behind a word of a parameter's name: "cone 05"."""
    before = [match[0] for match in words.tokens(span.lead)[-1:]]
    return any(words.stem(word) in parameter.words - _GENERIC and span.lead.endswith(f"{word} ") for word in before)


def _is_text(parameter: ToolParameter, tool: Offered) -> bool:
    raw = resolve((tool.schema.get("properties") or {}).get(parameter.name), tool.schema)
    return raw.get("type", "string") == "string" and parameter.kind == "text"


def is_free(parameter: ToolParameter) -> bool:
    return bool(frozenset(words.name_words(parameter.name)) & (_FREE | _SEARCHED))


def nearness(parameter: ToolParameter, span: Span, spans: Sequence[Span], shared: frozenset[str]) -> tuple[float, bool]:
    """Return how near the words of a parameter stand to a value, and whether its name does at once."""
    own = parameter.words - shared or parameter.words
    if span.labels:
        whole = own <= span.labels or span.labels <= parameter.words
        return (_NEAR if whole and span.labels else 1.0 if own & span.labels else 0.0), whole
    best, named = 0.0, False
    if span.kind == "name" and " " in span.written and {*map(words.stem, span.written.split())} & own - _GENERIC:
        best, named = _NEAR, True  # "Santa Clara County" for a county
    if own & _UNITS and span.kind in WORDS and re.search(r"\d\s?$", span.lead):
        alone = sum(one.kind == "number" and one.text == span.text for one in spans) == 1
        best, named = 1.0, alone  # "4 inches"; of "45 kg and 15 m³" nobody knows
    for stem, before, distance in _beside(span, spans):
        if distance > _FAR:
            continue
        if stem in own or (len(stem) > _SHORTEST and any(one.startswith(stem) for one in own)):  # "user" of a username
            weight = (_NEAR if stem not in _GENERIC else 1.0) * (1.0 if before else 0.8)
            named = named or (distance <= 2 and stem not in _GENERIC)
        elif stem in parameter.vocabulary and stem not in _GENERIC | shared:
            weight = 0.8
        else:
            continue
        best = max(best, weight / (distance + 1))
    return best, named


def _beside(span: Span, spans: Sequence[Span]) -> Iterable[tuple[str, bool, int]]:
    """Yield the stems beside a value, whether they stand before it, and how many words lie between.

    Values between them push them further away; so do the ends of sentences.
    """
    first, last = max(0, span.start - BESIDE), span.end + BESIDE
    others = [
        one
        for one in spans
        if one is not span and one.end > first and one.start < last and one.text == span.text and one.kind not in WORDS
    ]
    for before in (True, False):
        lead = span.lead if before else span.text[span.end : last]
        matches = words.tokens(lead)
        distance = 0
        for match in reversed(matches) if before else matches:
            start = match.start() + (first if before else span.end)
            if any(one.start <= start < one.end for one in others):
                distance += 2
                continue
            word = match[0].lower()
            between = lead[match.end() :] if before else lead[: match.start()]
            if re.search(r"[.?!;]\s" if before else r"[.?!;,]\s", between):
                break
            if word in words.CLOSED or word in words.ARTICLES:
                distance += _CLAUSE if word in _RELATIVE or (before and word in _JOINING) else 0
                distance += 1 if before and word in _APART else 0
                continue
            distance += 1 if before and not distance and re.search("[,+&/]", between) else 0
            yield words.stem(word), before, distance
            for part in words.name_words(word)[1:]:
                yield words.stem(part), before, distance
            distance += 1
            if distance > _FAR:
                break


def is_asked(span: Span) -> bool:
    return bool(_ASKING.search(span.lead))


def role_fit(parameter: ToolParameter, span: Span, parameters: Sequence[ToolParameter]) -> float:
    """Return what the preposition before a value says for or against a parameter."""
    if parameter.words & _UNITS and not parameter.speaks_of(words.TO) and re.search(r"\d\s?$", span.lead):
        return 1.5  # a unit stands behind its number
    lead = [match[0].lower() for match in words.tokens(span.lead)[-3:]]
    lead = [word for word in lead if word not in words.ARTICLES][-1:]
    if not lead or span.labels:
        return 0.0
    word = {"between": "from", "and": "to" if "between" in span.text.lower() else "and"}.get(lead[0], lead[0])
    ends = {name for name, said in (("from", words.FROM), ("to", words.TO)) if parameter.speaks_of(said)}
    if word in ("from", "to"):
        if ends:
            return 1.5 if word in ends else -1.5
        return -0.3 if any(one.speaks_of(words.FROM | words.TO) for one in parameters) else 0.0
    if word == "in" and ends == {"to"} and any(one.words & _UNITS for one in parameters):
        return 1.5  # "20 miles in km"
    if word in ("in", "near", "at", "around") and any(one.speaks_of(words.PLACES) for one in parameters):
        return 1.0 if parameter.speaks_of(words.PLACES) else -0.5
    return 0.3 if words.stem(word) in parameter.words else 0.0


def stands_as_noun(span: Span) -> bool:
    """Return whether a phrase stands where a noun does: after an article, a preposition or an owner; or has two words.

    A lone word anywhere else may as well be a verb: "the next bus come", "I have to go".
    """
    lead = span.lead
    if " " in span.written:
        return True
    before = [match[0].lower() for match in words.tokens(lead)[-1:]]
    return bool(before) and before[0] in _BEFORE_NOUNS and not _BEFORE_VERBS.search(lead)


def unit_fit(parameter: ToolParameter, span: Span, parameters: Sequence[ToolParameter]) -> float:
    """Return what its unit, money or people counted by a number say for or against a parameter."""
    if span.kind != "number" or span.labels:
        return 0.0
    if span.value in _YEARS and any(one.words & _YEAR for one in parameters):
        is_said = bool(_IN_YEAR.search(span.lead))
        if parameter.words & _YEAR:
            return 1.5 if is_said else 0.7
        return -1.5 if is_said else 0.0
    if (unit := unit_behind(span.text, span.end)) and any(_measures(one, unit) for one in parameters):
        return 1.5 if _measures(parameter, unit) else -1.5
    after = span.text[span.end : span.end + 20]
    for counted, said in ((_MONEY, bool(_CURRENCY.search(span.written) or _COINS.match(after))),
                          (_PEOPLE, bool(_US.match(after))), (_SHARES, "%" in span.written)):  # fmt: skip
        if said and any(one.words & counted for one in parameters):
            return 1.5 if parameter.words & counted else -1.5
    return 0.0


def _measures(parameter: ToolParameter, unit: str) -> bool:
    wanted = unit_taken(parameter)
    return bool(wanted) and converted(0, unit, wanted) is not None


def is_labelled(span: Span, parameter: ToolParameter) -> bool:
    """Return whether the word right before a value is one of a parameter's name."""
    if re.search(rf"(?<!\w){re.escape(parameter.name)} ?(?:=|:|is|of)? ?$", span.lead, re.IGNORECASE):
        return True  # "a = 2", whatever else "a" is
    before = next((stem for stem, is_before, _ in _beside(span, ()) if is_before), "")
    return before in (parameter.words - _GENERIC or parameter.words)
