"""Write a value of a text as a parameter takes it, and find the allowed values that a text says. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from smurfs_graph.guiding.spans import DAYS, Span
from smurfs_graph.guiding.units import converted, is_unit, unit_behind, unit_taken
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolParameter
from smurfs_graph.offline.values import MONTHS

_WITH_UNIT = re.compile(r"(?P<amount>\d{1,9}(?:\.\d+)?)(?P<unit>[A-Za-z°%]{1,3}(?:/[A-Za-z]{1,3})?)")
"""A number and its unit without a blank: 300K, 5J/K."""
_SAID_IN = re.compile(r"\bin ([^\W\d_]+)")
_ASK_FOR = words.word_set("with include has is use get show consider allow want return add enable")
"""What the name of a yes-or-no parameter begins with, whatever it is about."""
_NOT = re.compile(
    r"(?:\b(?:no|non|not|without|never|exclude|excluding)\b|n['’]t\b)(?:\W(?!but\b)[\w'’]+){0,3}\W$", re.IGNORECASE
)
_ONE = re.compile(r"\b(?:one|a single)\s+(?P<word>[^\W\d_]+)", re.IGNORECASE)
"""The one number that is no value wherever it stands: "one coat", and "which one"."""
_JUST_BEFORE = 30
"""Characters before a word in which it may be denied."""
_GROWN = ("en", "s", "es", "ed", "ing", "y", "ly", "ish")
"""Endings that make an allowed value another word: "wooden" for wood."""
_COLOUR = frozenset(map(words.stem, words.word_set("colour color colours colors")))
_COLOURED = re.compile(
    r"\b(?P<colour>black|white|red|green|blue|yellow|orange|purple|pink|brown|gr[ea]y|silver|gold|beige)"
    r" (?P<noun>[^\W\d_]+)"
)
_PLAIN = words.CLOSED | words.word_set("it no in is as so he de an")
"""Words that are allowed values of some parameters and stand everywhere."""
_QUOTED = re.compile(r"(?<![\w])(['\"])(?P<value>[^\W_][\w .+-]{0,30})\1(?![\w])")
_PERCENT = re.compile(r"%|\bper ?cent|\bpct\b|\b0 ?(?:-|–|to) ?100\b", re.IGNORECASE)
_FRACTION = re.compile(r"\bdecimal|\bfraction|\bratio\b|(?<![\d.])0?\.\d|\b0 (?:to|and) 1\b|\b0-1\b", re.IGNORECASE)
_LARGE_EXAMPLE = re.compile(r"\b(?:e\.g\.|such as|like|for example)[,:]? ?[1-9]")
"""An example above 1 of a parameter that takes a share."""
_LONGEST_SIGN = 3
"""Characters of an allowed value that a description has to explain."""
_SIZES = {"S": "small", "M": "medium", "L": "large"}
_CURRENCIES = {
    "EUR": "euro",
    "USD": "dollar",
    "GBP": "pound",
    "JPY": "yen",
    "CHF": "franc",
    "INR": "rupee",
    "CNY": "yuan",
}
_SHORT_TIMES = {name[:3]: name[3:] for name in (*DAYS, *MONTHS)}
"""The first three letters of days and months, and what follows them."""
_FORMATS = re.compile(r"(?<![a-z])(YYYY|MM|DD)([-/.])(YYYY|MM|DD)\2(YYYY|MM|DD)", re.IGNORECASE)


def value_for(parameter: ToolParameter, span: Span) -> Any:
    """Return a value as a parameter takes it."""
    if parameter.many:
        return span.value if span.kind == "list" else [span.value]
    if parameter.kind == "number":
        share = span.text and "%" in span.text[span.start : span.end]
        amount = amount_of(parameter, span)
        if share and takes_fraction(parameter) is not False:
            return span.value / 100
        return span.value if amount is None else amount
    if span.kind == "number" and span.written.startswith("0"):
        return span.written  # "cone 05" is not cone 5
    if span.kind == "day" and (parameter.kind not in ("date", "datetime") or not _wants_date(parameter)):
        return span.written
    if parameter.kind == "date":
        return _in_format(str(span.value), parameter.description)
    if parameter.kind == "sum":
        return str(span.value).replace("^", "**")
    return str(span.value)


def takes_fraction(parameter: ToolParameter) -> bool | None:
    """Return whether a parameter takes 5% as 0.05 rather than as 5; None where nothing says so."""
    if parameter.whole or _PERCENT.search(" ".join(words.name_words(parameter.name))):
        return False
    if _FRACTION.search(parameter.description) or (parameter.most is not None and parameter.most <= 1):
        return True
    if _PERCENT.search(parameter.description) or (parameter.most is not None and parameter.most > 1):
        return False
    return None if not _LARGE_EXAMPLE.search(parameter.description) else False


def is_unclear_share(parameter: ToolParameter, span: Span) -> bool:
    """Return whether a value is a share of which nothing says how the parameter takes it: 5% as 5 or as 0.05."""
    return parameter.kind == "number" and "%" in span.written and takes_fraction(parameter) is None


def amount_of(parameter: ToolParameter, span: Span) -> int | float | None:
    """Return the number of a value in the unit that a parameter takes; None where it is none, or measures something
    else.
    """
    glued = _WITH_UNIT.fullmatch(str(span.value)) if span.kind == "id" else None
    amount: Any = span.value
    if glued and _is_said_in(parameter, glued["unit"]):
        amount = float(glued["amount"]) if "." in glued["amount"] else int(glued["amount"])
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        return None
    wanted = unit_taken(parameter)
    unit = unit_behind(glued["unit"], 0) if glued else unit_behind(span.text, span.end)
    return converted(amount, unit, wanted) if unit and wanted and not span.labels else amount


def _is_said_in(parameter: ToolParameter, unit: str) -> bool:
    """Return whether letters right behind a number are a unit, as the table or the parameter has it: "300K" for a
    temperature "in Kelvin". Those of an identifier are none.
    """
    sign = unit.partition("/")[0].lower()
    named = [word.lower() for word in _SAID_IN.findall(parameter.description)]
    return is_unit(sign) or any(word.startswith(sign) and word not in words.CLOSED for word in named)


def _wants_date(parameter: ToolParameter) -> bool:
    """Return whether a parameter takes a date, and not the name of a day."""
    return "date" in words.name_words(parameter.name) or "YYYY" in parameter.description.upper()


def _in_format(day: str, description: str) -> str:
    """Return a date in the format that a description names; as it is where none is named."""
    match = _FORMATS.search(description)
    if match is None or not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        return day
    parts = {"YYYY": day[:4], "MM": day[5:7], "DD": day[8:]}
    return (
        match[2].join(parts[match[at].upper()] for at in (1, 3, 4))
        if {match[at].upper() for at in (1, 3, 4)} == parts.keys()
        else day
    )


def stated_value(parameter: ToolParameter, clause: str, request: str) -> Any:
    """Return an allowed value that the clause has in words, or what a yes-or-no parameter is; None where it says none.

    Allowed values of a required parameter may stand anywhere in the request.
    """
    for text in (clause, request if parameter.required else ""):
        if parameter.options:
            said = stated_options(parameter, text)
            if parameter.many and said:
                return said
            if said and (len(said) == 1 or all(_stands(one, text) for one in said)):
                return max(said, key=len)
        elif parameter.kind == "number" and not parameter.many:
            if any(words.stem(match["word"]) in parameter.words for match in _ONE.finditer(text)):
                return 1
        elif parameter.kind == "text" and not parameter.required and parameter.words & _COLOUR:
            said = _colours_in(text)
            if len(said) == 1:
                return said if parameter.many else said[0]
        elif parameter.kind == "text" and (allowed := quoted_values(parameter.description)):
            said = [one for one in allowed if one.lower() not in _PLAIN and _is_meant(one, text)]
            if len(said) == 1:
                return said if parameter.many else said[0]
        elif parameter.kind == "bool" and not parameter.many:
            own = [one for one in words.name_words(parameter.name)
                   if one not in _ASK_FOR and one not in words.CLOSED]  # fmt: skip
            stems = frozenset(map(words.stem, own))
            if own and stems.issubset(words.said_words(text, stems | {"non"})):
                return not _is_denied(own, text)
    return None


@lru_cache(1_024)
def quoted_values(description: str) -> tuple[str, ...]:
    """Return the values that a description has in quotes, where there are several: "either 'summary' or 'full'"."""
    found = tuple(dict.fromkeys(match["value"] for match in _QUOTED.finditer(description)))
    return found if len(found) > 1 else ()


def stated_options(parameter: ToolParameter, text: str) -> list[str]:
    """Return the allowed values that a text has in words, or in the words that explain them: "C" for Celsius."""
    return [one for one in parameter.options if any(_is_meant(said, text) for said in (one, *_meant(parameter, one)))]


def _is_meant(option: str, text: str) -> bool:
    """Return whether a text has an allowed value in words, and does not deny it: "not small but large"."""
    return _stands(option, text) and not _is_denied(words.name_words(option.replace(" ", "_")), text)


def _colours_in(text: str) -> list[str]:
    """Return the colours that a text names before a noun: "a red bag", and neither "in the red" nor "Mr Brown"."""
    return [
        match["colour"]
        for match in _COLOURED.finditer(text)
        if words.stands_whole(text, *match.span())
        and match["noun"].lower() not in words.CLOSED
        and not _is_denied([match["colour"]], text)
    ]


def _meant(parameter: ToolParameter, option: str) -> list[str]:
    """Return the words that a parameter's description explains a short value with."""
    if len(option) > _LONGEST_SIGN:
        return []
    explained = rf"(?<!\w)[\"'`]?{re.escape(option)}[\"'`]?\s*(?:for|=|:|means|is|\()\s*[\"'`]?(?P<word>[^\W\d_]{{3,}})"
    found = [match["word"] for match in re.finditer(explained, parameter.description)]
    sizes = _SIZES if {*parameter.options} >= {"S", "M", "L"} else {}
    known = sizes | _CURRENCIES
    return [*found, *([known[option.upper()]] if option.upper() in known else [])]


def _is_denied(own: Iterable[str], text: str) -> bool:
    """Return whether "no", "not" or "without" stands just before one of some words: "no tracking"."""
    stems = {words.stem(one) for one in own}
    places = [match.start() for match in words.tokens(text) if words.stem(match[0]) in stems]
    return bool(places) and all(_NOT.search(text[max(0, at - _JUST_BEFORE) : at]) for at in places)


def _stands(option: str, text: str) -> bool:
    """Return whether a text names an option: as it is written, or, of a longer one, all of its words in any form."""
    is_letter = len(option) == 1 and option.isalpha()
    pattern = re.escape(option.replace("_", " "))
    if option.lower() in _SHORT_TIMES:
        pattern = f"{option}(?:{_SHORT_TIMES[option.lower()]}s?)?"
    places = re.finditer(pattern, text, re.NOFLAG if is_letter else re.IGNORECASE)
    if any(words.stands_whole(text, *place.span()) for place in places):
        return True
    if len(option) <= 3:
        return False
    own = words.stems(option.replace("_", " "))
    said = words.said_words(text, own)
    return bool(own) and all(one in said or any(one + ending in said for ending in _GROWN) for one in own)
