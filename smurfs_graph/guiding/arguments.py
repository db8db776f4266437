"""Give the values of a text to the parameters of a tool, as far as words and their places tell. Pure.

Each parameter gets the value that is of its kind and has its words nearest. What stands in a row ("Oslo and Rome")
makes one call each. A parameter of which the text leaves several values open, or none, is left to the model, with
those values as what it may choose from.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from smurfs_graph.guiding.fitting import Offered
from smurfs_graph.guiding.matching import (
    WORDS,
    is_asked,
    is_free,
    is_labelled,
    kind_fit,
    nearness,
    role_fit,
    shared_stems,
)
from smurfs_graph.guiding.spans import Span, phrases_of, rows_of, spans_of
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Parameter

MOST_CHOICES = 12
MOST_CALLS = 10
_SURE = 0.25
"""How much better the best value has to fit than the next one of its kind."""
_ASKED = 0.3
"""What a phrase loses that says what is asked for: "calories" in "how many calories"."""
_ELSEWHERE = 0.4
"""What a value loses that stands in another clause."""
_FORMULAS = words.word_set("function expression equation formula polynomial")
_LISTING = re.compile(r"\b([^\W\d_]+),? (?:and|or) (?:the |an? )?([^\W\d_]+)\b")
_NOT = re.compile(r"\b(?:no|not|without|never|n't|exclude|excluding|don't)\b", re.IGNORECASE)
_FORMATS = re.compile(r"(?<![a-z])(YYYY|MM|DD)([-/.])(YYYY|MM|DD)\2(YYYY|MM|DD)", re.IGNORECASE)


class Open(NamedTuple):
    """A parameter that the model has to fill in."""

    name: str
    choices: tuple[Any, ...] = ()
    """Values that it may be; empty: the text has none of its kind."""
    free: bool = False
    """Whether it may be anything."""


@dataclass(frozen=True)
class Filling:
    """The arguments of the calls of one tool, as far as code can tell."""

    calls: tuple[dict[str, Any], ...]
    open: tuple[Open, ...] = ()
    """Required parameters that are left, the same in all calls."""
    used: Mapping[Span, float] = field(default_factory=dict[Span, float])
    """The values that are taken, and how well they go with their parameters."""


class _Match(NamedTuple):
    score: float
    parameter: int
    span: Span
    named: bool
    """A word of the parameter's name stands beside the value."""


@dataclass(frozen=True)
class Known:
    """What values may be taken from."""

    clause: str
    request: str = ""
    """The whole of it; empty: the clause is."""
    brought: tuple[Span, ...] = ()
    """Values of what calls before brought."""
    today: str = ""
    others: frozenset[str] = frozenset()
    """Stems of the other tools that the clause names: what they are about is no value."""


def fill(tool: Offered, known: Known) -> Filling:
    """Return the arguments of the calls that a clause asks for, and what is left to the model."""
    parameters = [_as_declared(one, tool) for one in tool.document.parameters or ()]
    spans, elsewhere = _spans(tool, known)
    matches = _matches(parameters, tool, [*spans, *elsewhere], frozenset(elsewhere), known)
    if (repeated := _repeated(parameters, matches)) is not None:
        return repeated
    taken = _assigned(matches, parameters)
    arguments: dict[str, Any] = {}
    left: list[Open] = []
    for at, parameter in enumerate(parameters):
        stated = _stated(parameter, known)
        if stated is not None:
            arguments[parameter.name] = stated
            taken.pop(at, None)
        elif at in taken and (parameter.required or taken[at].named):
            match = taken[at]
            rivals = _rivals(match, matches, taken, parameters)
            if parameter.required and rivals:
                chosen = [match, *rivals][:MOST_CHOICES]
                left.append(Open(parameter.name, tuple(_value(parameter, one.span) for one in chosen)))
                taken.pop(at)
            else:
                arguments[parameter.name] = _value(parameter, match.span)
        else:
            taken.pop(at, None)
            if parameter.required:
                left.append(_open(parameter, tool, matches, at))
    calls = _in_rows(arguments, parameters, taken, [*spans, *elsewhere])
    return Filling(tuple(calls), tuple(left), {match.span: match.score for match in taken.values()})


def _spans(tool: Offered, known: Known) -> tuple[list[Span], list[Span]]:
    """Return the values of the clause, and those that stand elsewhere."""
    vocabulary = tool.document.vocabulary | known.others
    spans = [*spans_of(known.clause, vocabulary, known.today)]
    values = [*spans]
    spans += phrases_of(known.clause, values, vocabulary - _stems_of_examples(tool))
    phrases = {span.written for span in spans}
    listed = _listed(tool)
    spans += [
        one
        for one in phrases_of(known.clause, values, vocabulary - listed, "word")
        if one.written not in phrases and words.stem(one.written) in listed
    ]
    written = {str(span.value) for span in spans}
    request = spans_of(known.request, vocabulary, known.today) if known.request else ()
    elsewhere = [span for span in request if str(span.value) not in written]
    return spans, [*known.brought, *elsewhere]


@lru_cache(1_024)
def _listed(tool: Offered) -> frozenset[str]:
    """Return the stems of what a tool's texts list, as "km and miles": words that may be values all the same."""
    texts = [tool.document.description, *(one.description for one in tool.document.parameters or ())]
    found = [match.groups() for text in texts for match in _LISTING.finditer(text)]
    return frozenset(words.stem(word) for pair in found for word in pair)


def _stems_of_examples(tool: Offered) -> frozenset[str]:
    """Return the stems of allowed values: a phrase may be one of them."""
    found: set[str] = set()
    for one in tool.document.parameters or ():
        found |= {word for option in one.options for word in words.stems(option)}
    return frozenset(found)


def _as_declared(parameter: Parameter, tool: Offered) -> Parameter:
    """Return a parameter with the kind that its type and its name say together."""
    parts = frozenset(words.name_words(parameter.name))
    if parameter.kind == "text" and parts & _FORMULAS:
        return Parameter(parameter.name, "sum", parameter.required, parameter.description, parameter.options)
    if parameter.kind == "id" and parameter.whole:
        return Parameter(parameter.name, "number", parameter.required, parameter.description, (), parameter.many, True)
    return parameter


def _matches(
    parameters: Sequence[Parameter], tool: Offered, spans: Sequence[Span], elsewhere: frozenset[Span], known: Known
) -> list[_Match]:
    """Return which value fits which parameter, the best first."""
    found: list[_Match] = []
    order = {id(span): at for at, span in enumerate(spans)}
    shared = shared_stems(parameters)
    for at, parameter in enumerate(parameters):
        for span in spans:
            base = kind_fit(parameter, span, tool)
            if base is None:
                continue
            near, named = nearness(parameter, span, spans, shared)
            score = base + near + role_fit(parameter, span, parameters)
            score -= _ASKED if span.kind in WORDS and is_asked(span) else 0.0
            score -= _ELSEWHERE if span in elsewhere and not span.labels else 0.0
            found.append(_Match(score, at, span, named))
    here = {one.parameter for one in found if one.span not in elsewhere and one.span.kind != "word"}
    found = [one for one in found if one.parameter not in here or one.span not in elsewhere]
    return sorted(found, key=lambda each: (-each.score, each.parameter, order[id(each.span)]))


def _assigned(matches: Sequence[_Match], parameters: Sequence[Parameter]) -> dict[int, _Match]:
    """Return the value of each parameter: required ones and those that are named first, each value once.

    Where values fit several parameters alike, they keep the order of the text.
    """
    taken: dict[int, _Match] = {}
    for match in sorted(matches, key=lambda each: -each.score - (0.2 if parameters[each.parameter].required else 0.0)):
        parameter = parameters[match.parameter]
        if match.parameter in taken or not (parameter.required or match.named):
            continue
        if any(_overlap(match.span, one.span) for one in taken.values()):
            continue
        taken[match.parameter] = match
    return taken


def _overlap(one: Span, other: Span) -> bool:
    if one.labels or other.labels or one.text != other.text:
        return one is other
    return one.start < other.end and other.start < one.end


def _rivals(
    match: _Match, matches: Sequence[_Match], taken: dict[int, _Match], parameters: Sequence[Parameter]
) -> list[_Match]:
    """Return other values that a parameter may as well have: near in score, free, and not in a row with its own."""
    row = _row_of(match.span, [each.span for each in matches if each.parameter == match.parameter])
    return [
        each
        for each in matches
        if each.parameter == match.parameter
        and each.span is not match.span
        and each.score > match.score - _SURE
        and each.span not in row
        and not any(_overlap(each.span, one.span) for one in taken.values())
        and not parameters[match.parameter].many
    ]


def _repeated(parameters: Sequence[Parameter], matches: Sequence[_Match]) -> Filling | None:
    """Return the calls of a clause that names all required parameters several times: "base 10, height 5; base 7 …"."""
    needed = [at for at, one in enumerate(parameters) if one.required]
    named = {
        at: sorted(
            (one for one in matches if one.parameter == at and is_labelled(one.span, parameters[at])),
            key=lambda one: one.span.start,
        )
        for at in needed
    }
    counts = {len(each) for each in named.values()}
    spans = [one.span for each in named.values() for one in each]
    if len(needed) < 2 or len(counts) != 1 or min(counts) < 2 or len({*spans}) < len(spans):
        return None
    if any(span.labels or parameters[at].many for at in needed for span in [named[at][0].span]):
        return None
    sets = zip(*(named[at] for at in needed), strict=True)
    calls = [_arguments(each, parameters) for each in sets]
    return Filling(tuple(calls[:MOST_CALLS]), (), {one.span: one.score for each in named.values() for one in each})


def _arguments(matches: Iterable[_Match], parameters: Sequence[Parameter]) -> dict[str, Any]:
    named = ((parameters[one.parameter], one.span) for one in matches)
    return {parameter.name: _value(parameter, span) for parameter, span in named}


def _row_of(span: Span, spans: Iterable[Span]) -> list[Span]:
    inside = sorted({*spans}, key=lambda one: (one.text, one.start))
    return next((row for row in rows_of(inside) if span in row), [span])


def _stated(parameter: Parameter, known: Known) -> Any:
    """Return an allowed value that the clause has in words, or what a yes-or-no parameter is; None where it says none.

    Allowed values of a required parameter may stand anywhere in the request.
    """
    for text in (known.clause, known.request if parameter.required else ""):
        if parameter.options:
            hits = [one for one in parameter.options if _stands(one, text)]
            best = max(hits, key=len, default=None)
            if best is not None:
                return [best] if parameter.many else best
        elif parameter.kind == "bool" and not parameter.many:
            own = [one for one in words.name_words(parameter.name)
                   if one not in ("with", "include", "has", "is", "use", "get", "show")]  # fmt: skip
            said = words.stems(text)
            if own and all(words.stem(one) in said for one in own):
                return not _NOT.search(text)
    return None


def _stands(option: str, text: str) -> bool:
    plain = re.escape(option.replace("_", " "))
    if re.search(rf"(?<![\w-]){plain}(?![\w-])", text, re.IGNORECASE):
        return True
    own = words.stems(option.replace("_", " "))
    return len(option) > 3 and bool(own) and own <= words.stems(text)


def _open(parameter: Parameter, tool: Offered, matches: Sequence[_Match], at: int) -> Open:
    """Return what the model may choose from for a required parameter that no value is sure for."""
    if parameter.options:
        return Open(parameter.name, parameter.options[:MOST_CHOICES])
    if parameter.kind == "bool":
        return Open(parameter.name, (True, False))
    found = [_value(parameter, each.span) for each in matches if each.parameter == at]
    distinct = tuple({str(value): value for value in found}.values())[:MOST_CHOICES]
    free = parameter.kind == "object" or parameter.many or is_free(parameter)
    return Open(parameter.name, () if free else distinct, free)


def _value(parameter: Parameter, span: Span) -> Any:
    """Return a value as a parameter takes it."""
    if parameter.many:
        return span.value if span.kind == "list" else [span.value]
    if parameter.kind == "number":
        share = span.text and "%" in span.text[span.start : span.end]
        decimal = re.search(r"\bdecimal|\bfraction|\b0\.\d", parameter.description, re.IGNORECASE)
        return span.value / 100 if share and decimal else span.value
    if span.kind == "day" and (parameter.kind not in ("date", "datetime") or not _wants_date(parameter)):
        return span.written
    if parameter.kind == "date":
        return _in_format(str(span.value), parameter.description)
    if parameter.kind == "sum":
        return str(span.value).replace("^", "**")
    return str(span.value)


def _wants_date(parameter: Parameter) -> bool:
    """Return whether a parameter takes a date, and not the name of a day."""
    return "date" in words.name_words(parameter.name) or "YYYY" in parameter.description.upper()


def _in_format(day: str, description: str) -> str:
    match = _FORMATS.search(description)
    if match is None or not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        return day
    parts = {"YYYY": day[:4], "MM": day[5:7], "DD": day[8:]}
    return (
        match[2].join(parts[match[at].upper()] for at in (1, 3, 4))
        if {match[at].upper() for at in (1, 3, 4)} == parts.keys()
        else day
    )


def _in_rows(
    arguments: dict[str, Any], parameters: Sequence[Parameter], taken: dict[int, _Match], spans: Sequence[Span]
) -> list[dict[str, Any]]:
    """Return a call for each value of a row whose other values are left; rows of equal length go side by side."""
    used = [match.span for match in taken.values()]
    rows: dict[int, list[Span]] = {}
    for at, match in taken.items():
        parameter = parameters[at]
        row = _row_of(match.span, [one for one in spans if one.kind == match.span.kind and one.text == match.span.text])
        if len(row) < 2 or any(span in row and span is not match.span for span in used):
            continue  # its values went to several parameters
        if parameter.many:
            arguments = {**arguments, parameter.name: [span.value for span in row]}
        elif not parameter.whole or all(isinstance(span.value, int) for span in row):
            rows[at] = row
    if not rows:
        return [arguments]
    longest = min(MOST_CALLS, max(map(len, rows.values())))
    calls: list[dict[str, Any]] = []
    for number in range(longest):
        picked = {
            parameters[at].name: _value(parameters[at], row[number]) for at, row in rows.items() if number < len(row)
        }
        calls.append({**arguments, **picked})
    return calls
