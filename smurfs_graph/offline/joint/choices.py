"""What a text offers a parameter with few values: allowed values, days of the week, yes or no."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from smurfs_graph.offline import phrases, words
from smurfs_graph.offline.allowed import TOKEN, Hit, by_sign, otherwise, signed
from smurfs_graph.offline.convert import convert
from smurfs_graph.offline.dates import WEEKDAYS
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.glosses import by_gloss, by_meaning, switched
from smurfs_graph.offline.lexicon import ORDINARY
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.quantities import measured, number_fitness

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

TOLD, BEFORE = "told", "before"
LOOSE = frozenset({TOLD, BEFORE})
"""The sorts of values that may be meant: from an earlier answer, from the words of an earlier sub-task."""


_UNSAID = 0.2


@dataclass(frozen=True)
class Candidate:
    """One value that a parameter may take, with the place of the text that it comes from (-1 where from elsewhere)."""

    parameter: str
    value: Any
    fit: float
    start: int = -1
    end: int = -1
    sort: str = ""
    """The kind of mention that it is, "option" or "truth"; "" for a value from an earlier answer, or one of `LOOSE`."""

    mention: Mention | None = field(default=None, compare=False)
    """What it is in the text, where that is known."""
    unsaid: bool = field(default=False, compare=False)
    """Whether no rule speaks for it, only its type."""
    chance: float | None = field(default=None, compare=False)
    """How likely it is right for its parameter, where something is learnt of its sort."""

    @property
    def is_loose(self) -> bool:
        """Whether nothing says that it is the parameter's: only its form and what it means."""
        return self.unsaid or self.sort in LOOSE

    @property
    def worth(self) -> float:
        """What it is tried by among a parameter's candidates: its fit, or the chance where no rule speaks for it."""
        return self.fit if not self.unsaid or self.chance is None else _UNSAID + (1 - _UNSAID) * self.chance

    def overlaps(self, other: "Candidate") -> bool:
        """Whether both come from the same place of the text."""
        if self.sort in LOOSE or other.sort in LOOSE:
            return self.value == other.value
        return self.start >= 0 and other.start >= 0 and self.start < other.end and other.start < self.end


def chosen(parameter: Parameter, document: Document, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """Each place where the text speaks of an allowed value; the longest where several share a place."""
    if all(type(one) in (int, float) for one in parameter.options):
        numbers = _numbers(parameter, document, found)
        return numbers or [_option(parameter, one) for one in by_gloss(parameter, text)]
    hits = by_sign(parameter.options, text) if signed(parameter.options) else _spoken(parameter, text)
    hits += otherwise(parameter, text)
    hits += by_gloss(parameter, text)
    if not hits and parameter.required:
        hits = by_meaning(parameter, text)
    kept: list[Candidate] = []
    for hit in sorted(hits, key=lambda one: (-one.fit, one.start - one.end)):
        one = _option(parameter, hit)
        if not any(one.overlaps(other) for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _option(parameter: Parameter, hit: Hit) -> Candidate:
    return Candidate(parameter.name, hit.value, hit.fit, hit.start, hit.end, "option")


def _spoken(parameter: Parameter, text: str) -> list[Hit]:
    """The places that hold an allowed value's own words, in a row, or near forms of them."""
    tokens = [(match.start(), match.end(), match[0], words.stem(match[0].lower())) for match in TOKEN.finditer(text)]
    hits: list[Hit] = []
    for value in parameter.options:
        parts = [words.stem(word) for word in words.identifier_words(str(value))]
        for at in range(len(tokens) - len(parts) + 1) if parts else ():
            if len(str(value)) == 1 and not _stands_alone(parameter, str(value), text, tokens[at]):
                continue
            fit = min(_alike(part, tokens[at + step][3]) for step, part in enumerate(parts))
            if fit:
                hits.append(Hit(value, fit, tokens[at][0], tokens[at + len(parts) - 1][1]))
    return hits or _by_one_word(parameter, tokens)


def _by_one_word(parameter: Parameter, tokens: Sequence[tuple[int, int, str, str]]) -> list[Hit]:
    """Allowed values of several words of which the text has one that no other of them has: "the settlement letter"."""
    parts = {str(one): [words.stem(word) for word in words.identifier_words(str(one))] for one in parameter.options}
    shared = [part for own in parts.values() for part in set(own)]
    return [
        Hit(value, 0.55, token[0], token[1])
        for value in parameter.options
        for token in tokens
        if len(parts[str(value)]) > 1 and len(token[3]) > 4 and token[3] not in ORDINARY
        if token[3] in parts[str(value)] and shared.count(token[3]) == 1
    ]


def _stands_alone(parameter: Parameter, value: str, text: str, token: tuple[int, int, str, str]) -> bool:
    """Whether a single letter is a value there, and no article or pronoun."""
    if value.isalpha() and (not token[2].isupper() or not token[2].isalpha()):
        return False
    before = words.words(text[max(0, token[0] - 30) : token[0]])[-1:]
    own = bool(before) and words.stem(before[0]) in parameter.words
    return own or token[2] not in ("A", "I") or text[: token[0]].rstrip()[-1:] not in (".", "?", "!", "", ":")


def _numbers(parameter: Parameter, document: Document, found: Sequence[Mention]) -> list[Candidate]:
    """Allowed numbers, as the words beside a number of the text tell, in the parameter's unit."""
    offered: list[Candidate] = []
    for one in found:
        value = convert(parameter, one) if one.kind == "number" else None
        if value is None or value not in parameter.options:
            continue
        lonely = not measured(one) and not one.currency
        fit = max(number_fitness(parameter, one, document), 0.5 if lonely else 0.0)
        if fit >= _LEAST:
            offered.append(Candidate(parameter.name, value, fit, one.start, one.end, "option"))
    return offered


_LEAST = 0.3


def _alike(part: str, token: str) -> float:
    if part == token:
        return 0.95
    if len(part) > 2 and len(token) > len(part) and token.startswith(part) and len(part) == 3:
        return 0.8 if token in _DAY_STEMS else 0.0
    if len(part) > 3 and len(token) > 6 and token.startswith(part) and not token.endswith("ing"):
        return 0.6
    like = words.likeness(part, token)
    return 0.75 if like == 0.7 else 0.6 if like and len(part) > 3 else 0.0


_DAY_STEMS = frozenset(words.stem(day) for day in WEEKDAYS)


def weekdays(parameter: Parameter, text: str) -> list[Candidate]:
    return [
        Candidate(parameter.name, match[0].lower().removesuffix("s"), 0.9, match.start(), match.end(), "option")
        for match in _TOKEN.finditer(text)
        if match[0].lower().removesuffix("s") in WEEKDAYS
    ]


_MOST_TRUTHS = 2
_DENIED = re.compile(
    r"(?:\b(?:no|not|never|without|neither|nor|nobody|skip)\b|n['’]t\b)(?:\W+\w+){0,3}\W*$", re.IGNORECASE
)


def truths(parameter: Parameter, document: Document, text: str) -> list[Candidate]:
    """Where a sentence or a part of one says yes or no to what a parameter switches on."""
    if phrases.truth(parameter, text) is None:
        told = (*document.tool.name_words, *document.tool.description_words)
        told += tuple(word for one in document.parameters if one is not parameter for word in one.words)
        found = sorted(switched(parameter, text, told), key=lambda one: -one[1])[:_MOST_TRUTHS]
        return [Candidate(parameter.name, said, fit, start, end, "truth") for said, fit, start, end in found]
    hits: list[Candidate] = []
    own = [stem for stem in parameter.words if stem not in words.STOP]
    for match in re.finditer(r"[^.;,?!:]+", text):
        said = phrases.truth(parameter, match[0])
        if said is None:
            continue
        near = [one for one in _TOKEN.finditer(match[0]) if words.stem(one[0].lower()) in own]
        place = near[0].start() if near else 0
        said = said and not _DENIED.search(match[0][:place])
        first = match.start() + place
        hits.append(Candidate(parameter.name, said, 0.8, first, first + (len(near[0][0]) if near else 1), "truth"))
    return hits
