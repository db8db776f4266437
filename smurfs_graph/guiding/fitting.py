"""Judge which tool a clause means, whether that is sure, and whether any is meant: by words in common, and by nearness
in meaning where word vectors are installed. Pure.

The thresholds of nearness were chosen with our own requests and with how many tools they name over all of BFCL's
`simple_python`, `multiple` and `irrelevance`, at 256 numbers a vector; other vectors need others.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from smurfs_graph.guiding.examples import shows_like
from smurfs_graph.guiding.spans import is_acronym, spans_of
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolDocument, parse_parameters
from smurfs_graph.tools.retrieval.vectors import Closeness
from smurfs_graph.tools.retrieval.words import stems as stems_of

NAME, LINE, PARAMETERS, TEXTS = 2.0, 1.0, 0.7, 0.3
"""What a word counts that stands in a tool's name, its line, the names of its parameters, or their texts."""
CLEAR = 1.3
"""How many times the second best fit the best one has to be, to be taken unasked."""
NEAR, NEAR_AND_NAMED = 0.5, 0.35
"""How near a clause and a tool's line have to be by word vectors for the tool to be meant, and if words say so too."""
_BESIDE_VALUE = 0.3
"""What it counts if the words of all required parameters stand beside numbers."""
_SHOWN = 0.2
"""What it counts if a value looks like an example in a tool's document: "W-31" where that has "such as W-12"."""
_LEAST, _LEAST_NAMED, _LEAD = 0.2, 0.15, 0.05
"""Where none is that near: how near the best of several tools has to be, without and with a word in common, and how
far ahead."""
_LEAST_OF_TWO = 0.25
"""How near it has to be with two words in common, however near others come."""
_WORDS_BESIDE = 0.1
"""What the words in common count beside word vectors."""
_SHARE = 0.5
"""Of what a tool's name is about, said in a clause, or of a clause's words, known to a tool: more means it."""
_FAMILY = 6
"""Letters that words of one family begin with: nutrition and nutritional, calculate and calculation."""
_SAY_NOTHING = words.word_set("many much one two call tool tools function value given return")
_LINE = 500
"""Characters of a description that are compared."""
_NO_ACTS = words.word_set("change make run")
"""Verbs that may as well ask for a result: "change 20 miles to km", "make a sum of"."""
_ONLY_VERBS = words.word_set(
    "add buy cancel compose create delete draft explain install recommend remind remove send submit suggest"
)
"""Verbs that are no nouns, so that whatever follows them is what they are done to: "add milk", not "order status"."""
_ACTING = re.compile(
    r"(?:(?:please|kindly|can you|could you|would you|will you|i want to|i'd like to|i need to)\s+)*"
    rf"(?:(?P<only>{'|'.join(sorted(_ONLY_VERBS))}|change(?= (?:the|my|our|his|her|their|its)\b)|write(?! to\b))\b"
    rf"|(?P<verb>{'|'.join(sorted(words.ACTS - words.LOOKING_UP - _NO_ACTS))})\s+"
    r"(?:(?-i:[A-Z])|\d|(?:the|an?|all|my|our|me|us|it|them|this|that|these|those|his|her|their|up|off|on)\b))",
    re.IGNORECASE,
)
"""A clause that begins with a verb which changes something, and with what it is done to."""
_ASKS_WHEN = re.compile(r"\b(?:when|what time|hours|opens?|closes?|closed|starts?)\b", re.IGNORECASE)
"""What a request that names a day has to ask for: any other may name one too."""
_SHORTENED = re.compile(r"(?:n?['’](?:m|s|re|ve|d|ll|t))$")
_VERBS = words.LOOKING_UP | words.word_set("get set make run do perform retrieve fetch")


@dataclass(frozen=True, eq=False)
class Offered:
    """A tool as the rules see it."""

    document: ToolDocument
    schema: Any
    reads: bool
    fields: tuple[str, ...] = ()
    """Names of what its response holds, as far as its document says."""

    @property
    def name(self) -> str:
        """Return its name."""
        return self.document.name

    @property
    def nouns(self) -> frozenset[str]:
        """Return the stems of what its name is about."""
        return _nouns(self.name)


def stems(text: str) -> list[str]:
    """Return the beginnings of a text's words, alike for words of one family."""
    return [stem[:_FAMILY] for stem in stems_of(text) if stem not in _SAY_NOTHING]


def offered(name: str, description: str, schema: Any, *, reads: bool, fields: Sequence[str] = ()) -> Offered:
    """Return a tool as the rules see it."""
    parameters = parse_parameters(schema, schema.get("required") or ())
    return Offered(ToolDocument(name, description, parameters), schema, reads, tuple(fields))


def takes_date(document: ToolDocument) -> bool:
    """Return whether a tool takes a day, so that it matters which one today is."""
    return any(one.kind in ("date", "datetime") for one in document.parameters or ())


@lru_cache(2_048)
def _nouns(name: str) -> frozenset[str]:
    parts = [part for part in words.name_words(name) if part not in _VERBS and part not in words.CLOSED]
    return frozenset(stems(" ".join(parts)))


@lru_cache(2_048)
def _weights(document: ToolDocument) -> dict[str, float]:
    found: dict[str, float] = {}
    texts = [(TEXTS, one.description) for one in document.parameters or ()]
    texts += [(PARAMETERS, " ".join(words.name_words(one.name))) for one in document.parameters or ()]
    texts += [(LINE, document.description), (NAME, " ".join(words.name_words(document.name)))]
    for weight, text in texts:
        found |= dict.fromkeys(stems(text), weight)
    return found


class Fit(NamedTuple):
    """The degree to which a tool fits a clause."""

    tool: Offered
    score: float
    said: frozenset[str]
    """Stems of the clause that its document has."""
    strong: bool
    """Whether the clause names it, and does not only share a word with it."""


def options_of(tool: Offered) -> frozenset[str]:
    """Return the values that a tool allows, in small letters."""
    return frozenset(
        option.replace("_", " ").lower() for one in tool.document.parameters or () for option in one.options
    )


def content_stems(clause: str) -> frozenset[str]:
    """Return the stems of a clause that stand outside its values."""
    return frozenset(stems(without_values(clause)))


@lru_cache(256)
def without_values(clause: str) -> str:
    """Return a clause with blanks where its values stand."""
    plain = clause
    for span in spans_of(clause):
        is_word = span.kind == "name" and (not span.start or is_acronym(span.written))  # at the beginning, any may be
        if not is_word:
            plain = plain[: span.start] + " " * (span.end - span.start) + plain[span.end :]
    return plain


def fits(clause: str, tools: Sequence[Offered], near: Closeness | None = None) -> list[Fit]:
    """Return the tools that a clause may mean, the best first; none where none of them is meant.

    `near`: compares texts by word vectors; without it, words in common are all that counts.
    """
    tools = [tool for tool in tools if not (tool.reads and _acts_otherwise(clause, tool))]
    named = _by_words(clause, tools)
    found = named if near is None else _by_vectors(clause, tools, named, near)
    found.sort(key=lambda fit: (-fit.score, fit.tool.name))
    return found if any(fit.strong for fit in found) else []


def _by_words(clause: str, tools: Sequence[Offered]) -> list[Fit]:
    """Return how well each tool fits a clause by shared words, rare ones counting more."""
    spread = Counter(stem for tool in tools for stem in _weights(tool.document))
    wanted = content_stems(clause)
    found: list[Fit] = []
    for tool in tools:
        weights = _weights(tool.document)
        said = wanted & weights.keys()
        score = sum(weights[stem] * math.log(1 + len(tools) / spread[stem]) for stem in said)
        named = said & tool.nouns
        line = {stem for stem in said if weights[stem] >= LINE}
        is_shown = shows_like(tool.document, spans_of(clause))
        strong = is_shown or len(named) > _SHARE * len(tool.nouns) or len(said) >= _SHARE * len(wanted)
        if line or is_shown:
            found.append(Fit(tool, score, frozenset(said), strong))
    return found


def by_nearness(clause: str, tools: Sequence[Offered], near: Closeness | None) -> tuple[Offered, ...]:
    """Return the tools, those first that are nearest in meaning; as they are without word vectors."""
    if near is None:
        return tuple(tools)
    close = near(clause, [line_of(tool) for tool in tools])
    return tuple(tools[at] for at in sorted(range(len(tools)), key=lambda at: -close[at]))


def _by_vectors(clause: str, tools: Sequence[Offered], named: Sequence[Fit], near: Closeness) -> list[Fit]:
    """Return how the tools fit by their nearness in meaning; words in common confirm it."""
    said = " ".join(without_values(clause).split())
    close = dict(zip((tool.name for tool in tools), near(said, [line_of(tool) for tool in tools]), strict=True))
    by_name = {fit.tool.name: fit for fit in named}
    most = max((fit.score for fit in named), default=0.0) or 1.0
    found: list[Fit] = []
    for tool in tools:
        fit = by_name.get(tool.name, Fit(tool, 0.0, frozenset(), strong=False))
        close[tool.name] += _BESIDE_VALUE * _named_parameters(clause, tool)
        close[tool.name] += shown(clause, tool)
        strong = close[tool.name] >= (NEAR_AND_NAMED if fit.strong else NEAR)
        score = max(close[tool.name], 0.0) + _WORDS_BESIDE * fit.score / most
        if strong or fit.said or close[tool.name] >= _LEAST:
            found.append(fit._replace(score=score, strong=strong))
    if not any(fit.strong for fit in found):
        best, second = sorted((*close.values(), -1.0, -1.0), reverse=True)[:2]
        leads = len(tools) > 1 and best - second >= _LEAD
        found = [
            fit._replace(strong=_says_two(fit, best) or (leads and _is_hint(fit, best)))
            if close[fit.tool.name] == best
            else fit
            for fit in found
        ]
    return found


def line_of(tool: Offered) -> str:
    """Return the text of a tool that is compared with a clause."""
    return f"{' '.join(words.name_words(tool.document.name))}: {tool.document.description[:_LINE]}"


def is_near(clause: str, tool: Offered, near: Closeness) -> bool:
    """Return whether a clause as a whole is near enough to a tool for words in common to mean it."""
    return near(" ".join(without_values(clause).split()), [line_of(tool)])[0] >= NEAR_AND_NAMED


def _named_parameters(clause: str, tool: Offered) -> float:
    """Return the share of a tool's required parameters whose own word stands right beside a number: "6 nights"."""
    needed = [one for one in tool.document.parameters or () if one.required]
    beside = {
        words.stem(match[0])
        for span in spans_of(clause)
        if span.kind == "number"
        for match in (*words.tokens(clause[: span.start])[-1:], *words.tokens(clause[span.end :])[:1])
    }
    return sum(bool(one.words & beside) for one in needed) / max(1, len(needed))


def shown(clause: str, tool: Offered) -> float:
    """Return what a clause's values count for a tool: one like an example, or one that the tool allows."""
    return _SHOWN * (shows_like(tool.document, spans_of(clause)) or _says_option(clause, tool))


def _says_option(clause: str, tool: Offered) -> bool:
    """Return whether a clause has an allowed value of one of a tool's required parameters in words."""
    needed = [one for one in tool.document.parameters or () if one.required and one.options]
    days = [span.written for span in spans_of(clause) if span.kind in ("day", "month")]
    said = frozenset(stems(clause)) - {*stems("" if _ASKS_WHEN.search(clause) else " ".join(days))}
    return any(
        {*stems(option.replace("_", " "))} <= said for one in needed for option in one.options if len(option) > 2
    )


def _is_hint(fit: Fit, close: float) -> bool:
    return close >= (_LEAST_NAMED if fit.said else _LEAST)


def _says_two(fit: Fit, close: float) -> bool:
    return close >= _LEAST_OF_TWO and len(fit.said) > 1


def acts(clause: str) -> bool:
    """Return whether a clause asks to change something: "extend my loan"."""
    return bool(_ACTING.match(clause))


def _acts_otherwise(clause: str, tool: Offered) -> bool:
    """Return whether a clause asks to do something that a tool that reads does not do: "extend my loan"."""
    match = _ACTING.match(clause)
    if match is None:
        return False
    firsts = [*words.name_words(tool.name)[:1], *(one[0] for one in words.tokens(tool.document.description)[:1])]
    return words.stem(match["only"] or match["verb"]) not in {words.stem(first) for first in firsts}


def is_clear(ranked: Sequence[Fit]) -> bool:
    """Return whether the best fit is named by the clause, and no other one comes near it."""
    return bool(ranked) and ranked[0].strong and (len(ranked) == 1 or ranked[0].score >= CLEAR * ranked[1].score)


def speaks_english(text: str) -> bool:
    """Return whether a text has words of English grammar: of others, words say nothing about which tool fits."""
    said = [_SHORTENED.sub("", match[0].lower()) for match in words.tokens(text)]
    known = sum(word in words.CLOSED or word in words.ASKING for word in said)
    return bool(said) and known * 5 >= len(said)
