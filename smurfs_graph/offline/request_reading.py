"""A text read by one tool's document: the call that it asks for, or the words that nothing accounts for.

A call needs every word of the text accounted for (`_missed`, the one place): by a value of a parameter, by the tool's
name, by the clause that its description begins with, in that order, or as a word of the grammar. Every value has one
parameter, every required parameter has a value, and nothing is taken that two readings would differ in.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.assigning import Earlier, Found, assign, from_earlier, quantity
from smurfs_graph.offline.documents import ToolDocument
from smurfs_graph.offline.records import choice, choosing_spans
from smurfs_graph.offline.values import Value, find_values

MODELS = "--model openai:NAME, or llamacpp:FILE.gguf and ollama:NAME for one of your own"
_THERE_IS = re.compile(r"\b(?:is|are) there\b|\bthere (?:is|are)\b", re.IGNORECASE)
_BACK = re.compile(rf"\b(?:{'|'.join(sorted(words.BACK))})(?: of (?:them|these|those))?\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_SAID = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d(?:[\d.,]*\d)?\w*|(?<!\w)-|-(?!\w)|[^\w\s.,;:?!'\"“”‘’()-]")
"""Words, numbers and signs; a hyphen inside a word and the marks between clauses say nothing."""
_SHOWN = 5


@dataclass(frozen=True)
class Request:
    """A sub-task's text, with what is known beside it."""

    text: str
    earlier: tuple[Earlier, ...] = ()
    """Answers that it may point to, the nearest first."""
    points_back: bool = False
    """Whether the plan says that it uses an earlier answer."""
    named: frozenset[str] = frozenset()
    """Tools that the failure of another one named."""


@dataclass(frozen=True)
class Reading:
    """A text as the call of one tool."""

    document: ToolDocument
    arguments: dict[str, Any]
    fit: tuple[int, int]
    """Degree to which the tool is meant: its nouns said, less those not said; then all words of its name and
    description.
    """


def do_not_understand(stretches: Sequence[str]) -> str:
    """Say which words are not understood."""
    more = f" and {len(stretches) - _SHOWN} more" if len(stretches) > _SHOWN else ""
    return f"I do not understand {', '.join(map(repr, stretches[:_SHOWN]))}{more}"


def not_named(request: Request) -> str:
    """Say that no tool is meant."""
    return f"{do_not_understand([request.text])}: no tool that was shown is named so"


def best_reading(request: Request, documents: Sequence[ToolDocument]) -> Reading | str:
    """Return the one call that accounts for the text best; or why there is none."""
    found = [_read_by(request, each, fit) for each in documents if (fit := judge_fit(request, each))]
    readings = [one for one in found if isinstance(one, Reading)]
    if not readings:
        reasons = [one for one in found if not isinstance(one, Reading)]
        return min(reasons)[1] if reasons else not_named(request)
    best = max(reading.fit for reading in readings)
    nearest = [reading for reading in readings if reading.fit == best]
    if len(nearest) > 1:
        return f"{' and '.join(one.document.name for one in nearest)} fit equally well"
    return nearest[0]


def _read_by(request: Request, document: ToolDocument, fit: tuple[int, int]) -> Reading | tuple[int, str]:
    """Return the call of this tool; or how many words are not understood, and which."""
    text = request.text
    values = find_values(text, document.vocabulary)
    earlier = request.earlier if back_word(text) or request.points_back else ()
    given = quantity(text, document, values, earlier) or assign(text, document, values)
    missing = [one for one in document.parameters or () if one.required and one.name not in given.arguments]
    picked = choice(text) if earlier else None
    for parameter in missing:
        value = from_earlier(parameter, earlier, picked)
        if value is not None:
            given = Found({**given.arguments, parameter.name: value}, given.spans, used_earlier=True)
    if left := _missed(text, document, given, values):
        return sum(len(one.split()) for one in left), do_not_understand(left)
    absent = [one.name for one in missing if one.name not in given.arguments]
    if absent:
        return 0, f"the text does not say what {', '.join(map(repr, absent))} of {document.name} is"
    ordered = [one.name for one in document.parameters or () if one.name in given.arguments]
    return Reading(document, {name: given.arguments[name] for name in ordered}, fit)


def _missed(text: str, document: ToolDocument, given: Found, values: Sequence[Value]) -> list[str]:
    """Return the stretches of a text that nothing accounts for, in their order."""
    phrases = [*_phrases(text, document, given)]
    until = min([_end_of_wanted(text, phrases), *(value.start for value in values)])
    about = frozenset[str]().union(*(one.forms for one in document.parameters or () if one.kind != "enum"))
    without = (one.words for one in document.parameters or () if not one.required and one.name not in given.arguments)
    clause = [form for form in document.clause if words.stem(form) not in frozenset[str]().union(*without)]
    attributes = frozenset(pairwise(document.clause))
    left: list[tuple[int, int]] = []
    joined, last = True, 0
    said = [match for match in _SAID.finditer(text) if match[0].lower() not in words.FUNCTION - {"and"}]
    for match, after in zip_longest(said, said[1:]):
        (start, end), word, form = match.span(), match[0].lower(), words.form(match[0])
        following = words.form(after[0]) if after else ""
        beside = bool(after) and not text[end : after.start()].strip()
        named = form in document.name_forms and word not in words.CLOSED
        misplaced = beside and following in document.name_forms and (form, following) not in attributes
        other = start < until and form not in document.object_forms
        label = other and form in about
        valued = _is_within(match, phrases) or (not label and _is_within(match, given.spans))
        if valued or named or (word, following) in document.prepositions:
            joined = False
        elif form in clause and not (misplaced or other or "," in text[last:start]):
            # in its order: a clause put after it is not explained by its words
            joined, clause = False, clause[clause.index(form) + 1 :]
        else:
            left, joined = ([*left[:-1], (left[-1][0], end)] if joined and left else [*left, (start, end)]), True
        last = end
    return [text[start:end] for start, end in left]


def _end_of_wanted(text: str, phrases: Sequence[tuple[int, int]]) -> int:
    """Return where the first preposition after a noun stands: the words up to it say what is wanted."""
    begun = False
    for match in words.tokens(text):
        word = match[0].lower()
        if begun and word in words.ROLES:
            return match.start()
        begun = begun or word in words.BACK or not (word in words.FUNCTION | words.ROLES or _is_within(match, phrases))
    return len(text)


def _is_within(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= match.start() and match.end() <= end for start, end in spans)


def _phrases(text: str, document: ToolDocument, given: Found) -> Iterator[tuple[int, int]]:
    """Yield the spans in which a text asks, counts, picks, or points back to an earlier answer it may use."""
    verbs = "|".join(words.ASKING | words.FUNCTION | document.acting_verbs | {document.verb or "then", "then", "also"})
    begin = rf"^|,|\band(?=\W+(?:then\W+)?(?:{'|'.join(words.ASKING)})\b)"
    patterns = [re.compile(rf"(?:{begin})(?:\W*\b(?:{verbs})\b)+(?:\s+for\b)?", re.IGNORECASE), _THERE_IS]
    patterns += [_HOW_MANY] if document.counts else []
    yield from (match.span() for pattern in patterns for match in pattern.finditer(text))
    if given.used_earlier or document.lists:
        yield from choosing_spans(text)
    if given.used_earlier:
        yield from (match.span() for match in [*_BACK.finditer(text)][:1])


def judge_fit(request: Request, document: ToolDocument) -> tuple[int, int] | None:
    """Return how well a text asks for this tool; None where it is about something else."""
    text, own = request.text, words.stems(f"{document.name} {document.description}")
    said, stems = [match[0].lower() for match in words.tokens(text)], words.stems(text)
    opening = next((word for word in said if word not in ("please", "then", "and", "also")), "")
    other = opening in words.ACTS and words.stem(opening) not in own
    if opening not in document.acting_verbs if document.acts else other:
        return None
    head = bool(document.nouns) and document.nouns[-1] in stems
    verb = bool(document.verb) and document.verb not in words.ASKING and words.stem(document.verb) in stems
    listed = document.parameters is None and document.verb in ("calculate", "compute")
    computes = listed or "expression" in document.vocabulary
    sums = computes and any(value.kind == "sum" for value in find_values(text, frozenset()))
    pointed = verb and (request.points_back or bool(back_word(text)))
    if not (head or document.name in request.named or (pointed if document.acts else verb or sums)):
        return None
    return 2 * sum(noun in stems for noun in document.nouns) - len(document.nouns), len(stems & own)


def back_word(text: str) -> str:
    """Return the word of a text that stands for something named before, or ""."""
    plain = words.QUOTED.sub("", _THERE_IS.sub("", text))
    return next((match[0] for match in words.tokens(plain) if match[0].lower() in words.BACK), "")


def rough_readings(request: Request, documents: Sequence[ToolDocument]) -> list[tuple[ToolDocument, list[str]]]:
    """Return the tools that a text may mean, the best first, and what each leaves of it, by names and descriptions."""
    fits = [(fit, document, _roughly_missed(request, document)) for document in documents
            if (fit := judge_fit(request, document))]  # fmt: skip
    ordered = sorted(fits, key=lambda one: (-len(one[2]), one[0][0]), reverse=True)
    return [(document, left) for _, document, left in ordered]


def surely_missed(
    request: Request, documents: Sequence[ToolDocument], *, strict: bool = False, chosen: bool = False
) -> list[str]:
    """Return the words of a text for which no document can account, whatever its parameters; all if none is meant.

    `strict`: also those that would have to be a value that a parameter allows. `chosen`: a solver chooses among the
    records of this part and those of others, so that it may neither pick one itself nor say how many are wanted.
    """
    rough = rough_readings(request, documents)
    if not rough and any(document.description for document in documents):
        return [request.text]
    if chosen and (picked := _picks(request.text)):
        return picked
    if strict and rough:
        return min((left for _, left in rough), key=len)
    plain = words.CLAUSE_END.sub(" ", request.text)
    return _roughly_missed(request, ToolDocument("find_things", plain))


def _picks(text: str) -> list[str]:
    """Return the superlatives and the bare numbers of a text."""
    numbers = [one for one in find_values(text, frozenset()) if one.kind == "number" and not (one.bound or one.units)]
    return [*(text[start:end] for start, end in choosing_spans(text)), *(text[one.start : one.end] for one in numbers)]


def _roughly_missed(request: Request, document: ToolDocument) -> list[str]:
    values = find_values(request.text, document.vocabulary)
    spans = [(value.start, value.end) for value in values]
    about = document.vocabulary | {""}
    spans += [(start, end) for value in values for word, start, end in value.beside if word in about]
    back = request.points_back or bool(back_word(request.text))
    return _missed(request.text, document, Found({}, tuple(spans), used_earlier=back), values)
