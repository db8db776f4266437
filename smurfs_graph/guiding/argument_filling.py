"""Give the values of a text to the parameters of a tool, as far as words and their places tell. Pure.

Each parameter gets the value that is of its kind and has its words nearest. What stands in a row ("Oslo and Rome")
makes one call each. A parameter of which the text leaves several values open, or none, is left to the model, with
those values as what it may choose from.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from smurfs_graph.guiding.clauses import refers_back
from smurfs_graph.guiding.fitting import Offered, options_of
from smurfs_graph.guiding.matching import (
    WORDS,
    Match,
    is_asked,
    is_free,
    is_labelled,
    kind_fit,
    nearness,
    role_fit,
    shared_stems,
    stands_as_noun,
    unit_fit,
)
from smurfs_graph.guiding.repeats import MOST_CALLS, antecedents, in_rows, repeated, row_of
from smurfs_graph.guiding.spans import (
    BESIDE,
    Span,
    is_acronym,
    is_identifier,
    opens_sentence,
    phrases_of,
    rows_of,
    spans_of,
)
from smurfs_graph.guiding.values import is_unclear_share, stated_options, stated_value, value_for
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolDocument, ToolParameter

MOST_CHOICES = 12
_SURE = 0.25
"""How much better the best value has to fit than the next one of its kind."""
_ASKED = 0.3
"""What a phrase loses that says what is asked for: "calories" in "how many calories"."""
_LISTED = 0.3
"""What a value gains that stands in a list, where a parameter takes several."""
_ELSEWHERE = 0.4
"""What a value loses that stands in another clause."""
_FORMULAS = words.word_set("function expression equation formula polynomial")
_REGIONS = frozenset(map(words.stem, words.word_set("country state province region county")))
_LISTING = re.compile(r"\b([^\W\d_]+),? (?:and|or) (?:the |an? )?([^\W\d_]+)\b")
_COMPARED = re.compile(r"\b(?:and|or|vs|versus|than|compared?|both|each)\b", re.IGNORECASE)
_NUMBER_AT_END = re.compile(r"_?\d+$")


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


@dataclass(frozen=True)
class Sources:
    """The sources that values may be taken from."""

    clause: str
    request: str = ""
    """The whole of it; empty: the clause is."""
    brought: tuple[Span, ...] = ()
    """Values of what calls before brought."""
    today: str = ""
    about: frozenset[str] = frozenset()
    """Stems of what all tools are about: none is a name because it begins a sentence."""
    used: frozenset[str] = frozenset()
    """Values that went into what was brought: they are not meant again."""
    others: frozenset[str] = frozenset()
    """Stems of the other tools that the clause names: what they are about is no value."""
    stated: frozenset[str] = frozenset()
    """Values in small letters that other tools allow, and that the text has for these."""


def fill(tool: Offered, known: Sources) -> Filling:
    """Return the arguments of the calls that a clause asks for, and what is left to the model."""
    parameters = [_as_declared(one, tool) for one in tool.document.parameters or ()]
    spans, elsewhere = _spans(tool, known)
    matches = _matches(parameters, tool, [*spans, *elsewhere], frozenset(elsewhere), known)
    sets = repeated(parameters, matches)
    apart = {one.parameter for each in sets for one in each}
    held = [one.span for each in sets for one in each]
    matches = [
        one for one in matches if one.parameter not in apart and not any(_overlap(one.span, span) for span in held)
    ]
    taken = _in_order(_assigned(matches, parameters), parameters)
    arguments: dict[str, Any] = {}
    left: list[Open] = []
    rows: dict[int, list[Span]] = {}
    for at, parameter in enumerate(parameters):
        if at in apart:
            continue
        stated = stated_value(parameter, known.clause, known.request)
        if stated is not None:
            arguments[parameter.name] = stated
            taken.pop(at, None)
        elif at in taken and (parameter.required or taken[at].named):
            match = taken[at]
            all_meant = antecedents(match.span, elsewhere, known.clause, known.about)
            rivals = [] if all_meant else _rivals(match, matches, taken, parameters)
            if all_meant and not parameter.many:
                rows[at] = all_meant
            if not tool.reads and is_unclear_share(parameter, match.span):  # a hundredfold, where something changes
                if parameter.required:
                    left.append(Open(parameter.name, (match.span.value, match.span.value / 100)))
                taken.pop(at)
            elif parameter.required and rivals:
                chosen = [match, *rivals][:MOST_CHOICES]
                left.append(Open(parameter.name, tuple(value_for(parameter, one.span) for one in chosen)))
                taken.pop(at)
            else:
                arguments[parameter.name] = value_for(parameter, match.span)
        else:
            taken.pop(at, None)
            if parameter.required:
                left.append(_open(parameter, tool, matches, at, [one.span for one in taken.values()]))
    calls = in_rows(arguments, parameters, taken, [*spans, *elsewhere], rows)
    calls = [{**call, **each} for call in calls for each in _compared(parameters, known.clause)][:MOST_CALLS]
    if sets:
        calls = [{**calls[0], **_arguments(each, parameters)} for each in sets[:MOST_CALLS]]
    used = [*taken.values(), *(one for each in sets for one in each)]
    return Filling(tuple(calls), tuple(left), {match.span: match.score for match in used})


def _compared(parameters: Sequence[ToolParameter], clause: str) -> list[dict[str, Any]]:
    """Return the allowed values of a parameter that a clause compares, each by itself: "a small car and a large one";
    a single empty one where it compares none.
    """
    for one in parameters:
        said = stated_options(one, clause)
        alone = sum(other.options == one.options for other in parameters) == 1
        if alone and not one.many and len(said) > 1 and _COMPARED.search(clause):
            return [{one.name: value} for value in said]
    return [{}]


def _arguments(matches: Iterable[Match], parameters: Sequence[ToolParameter]) -> dict[str, Any]:
    named = ((parameters[one.parameter], one.span) for one in matches)
    return {parameter.name: value_for(parameter, span) for parameter, span in named}


def _spans(tool: Offered, known: Sources) -> tuple[list[Span], list[Span]]:
    """Return the values of the clause, and those that stand elsewhere."""
    vocabulary = tool.document.vocabulary | known.others
    found = [one for one in spans_of(known.clause, vocabulary, known.today) if not _is_own_word(one, tool)]
    found = _with_regions_apart(found, tool)
    spans = [replace(one, kind="word") if opens_sentence(one) else one for one in found]
    values = [*found]
    spans += [
        one if stands_as_noun(one) or _is_beside(one, tool) else replace(one, kind="word")
        for one in phrases_of(known.clause, values, vocabulary - words.stems(" ".join(options_of(tool))))
        if not _says_what_follows(one, values)
    ]
    phrases = {span.written for span in spans}
    listed = _listed(tool.document)
    spans += [
        one
        for one in phrases_of(known.clause, values, vocabulary - listed, "word")
        if one.written not in phrases and words.stem(one.written) in listed and not _says_what_follows(one, values)
    ]
    spans = _with_rows(spans)
    spans = [one for one in spans if one.written.lower() not in known.stated | options_of(tool)]
    if known.used and known.brought:
        spans = [one for one in spans if one.kind not in WORDS and str(one.value) not in known.used]
    written = {str(span.value) for span in spans} | known.used
    request = spans_of(known.request, vocabulary | known.about, known.today) if known.request else ()
    elsewhere = [
        span
        for span in request
        if str(span.value) not in written and span.written.lower() not in known.stated and not _is_own_word(span, tool)
    ]
    brought = [span for span in known.brought if str(span.value) not in known.used]
    return spans, [*brought, *elsewhere]


def _with_regions_apart(spans: Sequence[Span], tool: Offered) -> list[Span]:
    """Return the values, "Sydney, Australia" as two of them for a tool that takes the country by itself."""
    if not any(one.words & _REGIONS for one in tool.document.parameters or ()):
        return [*spans]
    found: list[Span] = []
    for span in spans:
        place, comma, region = str(span.value).partition(", ")
        if span.kind != "name" or not comma:
            found.append(span)
            continue
        middle = span.start + len(place)
        found.append(Span("name", place, span.start, middle, span.text))
        found.append(Span("name", region, middle + len(comma), span.end, span.text))
    return found


def _with_rows(spans: Sequence[Span]) -> list[Span]:
    """Return the values again; a lone word that stands in a row with a noun is one, too: "a lamp, desk and chair"."""
    rows = rows_of(sorted(spans, key=lambda one: one.start), mixed=True)
    nouns = {one for row in rows if any(each.kind in ("phrase", "name") for each in row) for one in row}
    return [replace(one, kind="phrase") if one.kind == "word" and one in nouns else one for one in spans]


@lru_cache(1_024)
def _listed(document: ToolDocument) -> frozenset[str]:
    """Return the stems of what a tool's texts list, as "km and miles": words that may be values all the same."""
    texts = [document.description, *(one.description for one in document.parameters or ())]
    found = [match.groups() for text in texts for match in _LISTING.finditer(text)]
    own = {stem for one in document.parameters or () for stem in one.words}
    return frozenset(words.stem(word) for pair in found for word in pair) - own


def _is_own_word(span: Span, tool: Offered) -> bool:
    """Return whether capitals are a word of a tool's own names: "the SKU of it"."""
    own = {stem for one in tool.document.parameters or () for stem in one.words} | tool.nouns
    return is_acronym(span.written) and span.written.removesuffix("s").lower() in own


def _says_what_follows(span: Span, values: Sequence[Span]) -> bool:
    """Return whether a phrase in small letters only says what the value right after it is: "target variable 'Age'"."""
    after = next((one for one in values if one.start > span.end and not span.text[span.end : one.start].strip()), None)
    return after is not None and after.kind in ("quoted", "id") and span.written.islower()


def _is_beside(span: Span, tool: Offered) -> bool:
    """Return whether the word right after a phrase is one of a parameter's name: "day ticket"."""
    said = {words.stem(match[0]) for match in words.tokens(span.text[span.end : span.end + BESIDE])[:1]}
    return any(said & one.words for one in tool.document.parameters or ())


def _as_declared(parameter: ToolParameter, tool: Offered) -> ToolParameter:
    """Return a parameter with the kind that its type and its name say together."""
    parts = frozenset(words.name_words(parameter.name))
    if parameter.kind == "text" and parts & _FORMULAS:
        return replace(parameter, kind="sum", many=False, whole=False)
    if parameter.kind == "id" and parameter.whole:
        return replace(parameter, kind="number", options=())
    return parameter


def _matches(
    parameters: Sequence[ToolParameter],
    tool: Offered,
    spans: Sequence[Span],
    elsewhere: frozenset[Span],
    known: Sources,
) -> list[Match]:
    """Return which value fits which parameter, the best first."""
    found: list[Match] = []
    refers = refers_back(known.clause)
    order = {id(span): at for at, span in enumerate(spans)}
    shared = shared_stems(parameters)
    alike = {kind: [span for span in spans if span.kind == kind and span.text] for kind in {one.kind for one in spans}}
    for at, parameter in enumerate(parameters):
        for span in spans:
            base = kind_fit(parameter, span, tool)
            if base is None:
                continue
            near, named = nearness(parameter, span, spans, shared)
            counted = unit_fit(parameter, span, parameters)
            named = (
                named or is_labelled(span, parameter) or counted > 0
            )  # "two adults" for passengers, "3 kg" for a weight
            score = base + near + role_fit(parameter, span, parameters) + counted
            score += _LISTED if parameter.many and len(row_of(span, alike.get(span.kind, ()))) > 1 else 0.0
            score -= _ASKED if span.kind in WORDS and is_asked(span) else 0.0
            score -= _ELSEWHERE if span in elsewhere and not span.labels and not refers else 0.0
            found.append(Match(score, at, span, named))
    for at, parameter in enumerate(parameters):
        if parameter.kind == "id" and any(one.parameter == at and is_identifier(one.span.value) for one in found):
            found = [one for one in found if one.parameter != at or is_identifier(one.span.value)]
    plain = ("word", "phrase") if refers else ("word",)
    here = {one.parameter for one in found if one.span not in elsewhere and one.span.kind not in plain}
    found = [one for one in found if one.parameter not in here or one.span not in elsewhere]
    return sorted(found, key=lambda each: (-each.score, each.parameter, order[id(each.span)]))


def _assigned(matches: Sequence[Match], parameters: Sequence[ToolParameter]) -> dict[int, Match]:
    """Return the value of each parameter: required ones and those that are named first, each value once.

    Where values fit several parameters alike, they keep the order of the text.
    """
    taken: dict[int, Match] = {}
    listed: list[Span] = []  # of a parameter that takes several: what stands in a row with its value is of it too
    for match in sorted(matches, key=lambda each: -each.score - (0.2 if parameters[each.parameter].required else 0.0)):
        parameter = parameters[match.parameter]
        if match.parameter in taken or not (parameter.required or match.named):
            continue
        if match.span in listed or any(_overlap(match.span, one.span) for one in taken.values()):
            continue
        taken[match.parameter] = match
        if parameter.many and match.span.text:
            listed += row_of(match.span, [one.span for one in matches if one.span.kind == match.span.kind])
    return taken


def _in_order(taken: dict[int, Match], parameters: Sequence[ToolParameter]) -> dict[int, Match]:
    """Return the values again, those of numbered parameters in the order of the text: `color1`, `color2`."""
    groups: dict[str, list[int]] = {}
    for at in sorted(taken):
        groups.setdefault(_NUMBER_AT_END.sub("", parameters[at].name), []).append(at)
    for group in groups.values():
        spans = sorted((taken[at] for at in group), key=lambda each: (each.span.text, each.span.start))
        if len(group) > 1 and len({each.span.text for each in spans}) == 1:
            taken |= dict(zip(group, spans, strict=True))
    return taken


def _overlap(one: Span, other: Span) -> bool:
    """Return whether two values share characters of a text; one of a response shares them with itself alone."""
    if one.labels or other.labels or one.text != other.text:
        return one is other
    return one.start < other.end and other.start < one.end


def _rivals(
    match: Match, matches: Sequence[Match], taken: dict[int, Match], parameters: Sequence[ToolParameter]
) -> list[Match]:
    """Return other values that a parameter may as well have: near in score, free, and not in a row with its own."""
    row = row_of(match.span, [each.span for each in matches if each.parameter == match.parameter])
    return [
        each
        for each in matches
        if each.parameter == match.parameter
        and each.span is not match.span
        and each.score > match.score - _SURE
        and each.span not in row
        and (each.span.kind != "word" or match.span.kind == "word")
        and not any(_overlap(each.span, one.span) for one in taken.values())
        and not parameters[match.parameter].many
    ]


def _open(parameter: ToolParameter, tool: Offered, matches: Sequence[Match], at: int, used: Sequence[Span]) -> Open:
    """Return what the model may choose from for a required parameter that no value is sure for."""
    if parameter.options:
        return Open(parameter.name, parameter.options[:MOST_CHOICES])
    if parameter.kind == "bool":
        return Open(parameter.name, (True, False))
    fitting = [each.span for each in matches if each.parameter == at]
    free_ones = [span for span in fitting if not any(_overlap(span, one) for one in used)]
    found = [value_for(parameter, span) for span in free_ones]
    distinct = tuple({str(value): value for value in found}.values())[:MOST_CHOICES]
    free = parameter.kind == "object" or parameter.many or is_free(parameter)
    return Open(parameter.name, () if free else distinct, free)
