"""A text read by one tool's document: the call that it asks for, or why the document does not explain it.

A call needs every word of the text explained: by the document, as a value of a parameter, or as a small word. Every
value has one parameter, every required parameter has a value, and nothing is taken that two readings would differ in.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smurfs_graph.offline import words
from smurfs_graph.offline.arguments import Earlier, Found, assign, from_earlier, left_open, quantity
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.records import choice, choosing_words
from smurfs_graph.offline.values import find_values

MODELS = "--model openai:NAME, or llamacpp:FILE.gguf and ollama:NAME for one of your own"
NOT_NAMED = "no tool that was shown is named after what this asks for"
_THERE_IS = re.compile(r"\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b", re.IGNORECASE)
_LIMIT = re.compile(r"\b(?:no|not) more than\b", re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    """What a sub-task says, and what is known beside it."""

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

    document: Document
    arguments: dict[str, Any]
    fit: tuple[int, int]
    """How much the tool is meant: its nouns said, less those not said; then all words of its name and description."""


class NotExplainedError(Exception):
    """Why a document does not explain a text."""


class NotMeantError(NotExplainedError):
    """Why a text is not about a tool at all."""


def best_reading(request: Request, documents: Sequence[Document]) -> Reading | str:
    """The one call that explains the text best; or why there is none."""
    readings: list[Reading] = []
    reasons: list[str] = []
    if word := forbids(request.text):
        return f"{word!r} sets a condition that rules cannot weigh"
    for document in documents:
        try:
            readings.append(read_by(request, document))
        except NotMeantError:
            continue
        except NotExplainedError as error:
            reasons.append(f"{document.name}: {error}")
    if not readings:
        return next(iter(reasons), NOT_NAMED)
    best = max(reading.fit for reading in readings)
    nearest = [reading for reading in readings if reading.fit == best]
    if len(nearest) > 1:
        return f"{' and '.join(one.document.name for one in nearest)} fit equally well"
    return nearest[0]


def read_by(request: Request, document: Document) -> Reading:
    """The call of this tool. Raises NotExplainedError with what is not explained."""
    text = request.text
    fit = judge_fit(request, document)
    values = find_values(text, document.vocabulary)
    back = back_word(text) or request.points_back
    earlier = request.earlier if back else ()
    given = quantity(text, document, values, earlier) or assign(text, document, values)
    if isinstance(given, str):
        raise NotExplainedError(given)
    missing = [one for one in document.parameters or () if one.required and one.name not in given.arguments]
    picked = choice(text) if earlier else None
    for parameter in missing:
        value = from_earlier(parameter, earlier, picked)
        if value is None:
            raise NotExplainedError(f"the text does not give {parameter.name!r}")
        given = Found({**given.arguments, parameter.name: value}, given.spans, used_earlier=True)
    if back_word(text) and not given.used_earlier:
        raise NotExplainedError(f"it is not clear what {back_word(text)!r} stands for")
    if document.acts and choosing_words(text) and not given.used_earlier:
        raise NotExplainedError("it is not clear which one is meant")
    if name := left_open(text, document, given):
        raise NotExplainedError(f"the text says something of {name!r}, but not what")
    if unknown := unexplained_words(text, document, given):
        raise NotExplainedError(f"nothing explains {', '.join(map(repr, unknown))}")
    ordered = [one.name for one in document.parameters or () if one.name in given.arguments]
    return Reading(document, {name: given.arguments[name] for name in ordered}, fit)


def forbids(text: str) -> str:
    """The word of a text that turns it round or sets a condition, or ""; what is quoted says nothing."""
    plain = words.QUOTED.sub("", _LIMIT.sub("up to", text)).replace("’", "'")
    said = [match[0].lower() for match in words.tokens(plain)]
    return next((word for word in said if word in words.FORBIDDING or word.endswith("n't")), "")


def judge_fit(request: Request, document: Document) -> tuple[int, int]:
    """How well a text asks for this tool. Raises NotMeantError where it does not."""
    text = request.text
    said = [match[0].lower() for match in words.tokens(text)]
    stems = words.stems(text)
    if forbids(text):
        raise NotMeantError(f"{forbids(text)!r} sets a condition that rules cannot weigh")
    opening = next((word for word in said if word not in ("please", "then", "and", "also", "now")), "")
    if document.acts:
        if opening not in document.acting_verbs:
            raise NotMeantError("it may change something, and the text does not begin with its verb")
    elif opening in words.ACTS and words.stem(opening) not in words.stems(f"{document.name} {document.description}"):
        raise NotMeantError(f"it does not {opening}")
    hits = [noun for noun in document.nouns if noun in stems]
    head = bool(document.nouns) and document.nouns[-1] in stems
    verb = bool(document.verb) and document.verb not in words.ASKING and words.stem(document.verb) in stems
    sums = any(value.kind == "sum" for value in find_values(text, frozenset()))
    listed = document.parameters is None and document.verb in ("calculate", "compute")
    computes = sums and not document.acts and (listed or "expression" in document.vocabulary)
    pointed = document.acts and verb and (request.points_back or bool(back_word(text)))
    if not (head or pointed or request.named & {document.name} or (not document.acts and (verb or computes))):
        raise NotMeantError("the text does not say what it is named after")
    return 2 * len(hits) - len(document.nouns), len(stems & words.stems(f"{document.name} {document.description}"))


def unexplained_words(text: str, document: Document, given: Found) -> list[str]:
    """The words of a text that neither its values, nor the document, nor plain English explain."""
    extra = choosing_words(text) | {words.stem(word) for word in given.explains}
    known = document.vocabulary | extra
    left: list[str] = []
    for match in words.tokens(text):
        word = match[0].lower()
        if any(start <= match.start() and match.end() <= end for start, end in given.spans):
            continue
        if word in words.SMALL | words.ASKING | words.word_set("using answer") or words.stem(word) in known:
            continue
        left.append(match[0])
    return left


def back_word(text: str) -> str:
    """The word of a text that stands for something named before, or ""."""
    plain = words.QUOTED.sub("", _THERE_IS.sub("", text))
    return next((match[0] for match in words.tokens(plain) if match[0].lower() in words.BACK), "")


def roughly_best(request: Request, documents: Sequence[Document], *, whole: bool = False) -> Document | str:
    """The tool that explains a text best where only names and descriptions are known; or why there is none.

    `whole`: it has to explain every word.
    """
    fits: list[tuple[tuple[int, int], Document]] = []
    if word := forbids(request.text):
        return f"{word!r} sets a condition that rules cannot weigh"
    for document in documents:
        try:
            fit = judge_fit(request, document)
        except NotMeantError:
            continue
        values = find_values(request.text, document.vocabulary)
        spans = tuple((value.start, value.end) for value in values)
        left = unexplained_words(request.text, document, Found({}, spans))
        if not (whole and left):
            fits.append(((fit[0], -len(left)), document))
    if not fits:
        return NOT_NAMED
    return max(fits, key=lambda one: one[0])[1]  # the first of several; its arguments are judged by its document
