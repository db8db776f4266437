"""Judge by words alone which tool a clause means, whether that is sure, and whether any is meant. Pure."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from smurfs_graph.guiding.spans import spans_of
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import Document, parse_parameters
from smurfs_graph.tools.retrieval.words import stems as stems_of

NAME, LINE, PARAMETERS, TEXTS = 2.0, 1.0, 0.7, 0.3
"""What a word counts that stands in a tool's name, its line, the names of its parameters, or their texts."""
CLEAR = 1.3
"""How many times the second best fit the best one has to be, to be taken unasked."""
_SHARE = 0.5
"""Of what a tool's name is about, said in a clause, or of a clause's words, known to a tool: more means it."""
_FAMILY = 6
"""Letters that words of one family begin with: nutrition and nutritional, calculate and calculation."""
_SAY_NOTHING = words.word_set("many much one two call tool tools function value given return")
_VERBS = words.LOOKING_UP | words.word_set("get set make run do perform retrieve fetch")


@dataclass(frozen=True, eq=False)
class Offered:
    """A tool as the rules see it."""

    document: Document
    schema: Any
    reads: bool
    fields: tuple[str, ...] = ()
    """Names of what its response holds, as far as its document says."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.document.name

    @property
    def nouns(self) -> frozenset[str]:
        """Stems of what its name is about."""
        return _nouns(self.name)


def stems(text: str) -> list[str]:
    """Return the beginnings of a text's words, alike for words of one family."""
    return [stem[:_FAMILY] for stem in stems_of(text) if stem not in _SAY_NOTHING]


def offered(name: str, description: str, schema: Any, *, reads: bool, fields: Sequence[str] = ()) -> Offered:
    """Return a tool as the rules see it."""
    parameters = parse_parameters(schema, schema.get("required") or ())
    return Offered(Document(name, description, parameters), schema, reads, tuple(fields))


@lru_cache(2_048)
def _nouns(name: str) -> frozenset[str]:
    parts = [part for part in words.name_words(name) if part not in _VERBS and part not in words.CLOSED]
    return frozenset(stems(" ".join(parts)))


@lru_cache(2_048)
def _weights(document: Document) -> dict[str, float]:
    found: dict[str, float] = {}
    texts = [(TEXTS, one.description) for one in document.parameters or ()]
    texts += [(PARAMETERS, " ".join(words.name_words(one.name))) for one in document.parameters or ()]
    texts += [(LINE, document.description), (NAME, " ".join(words.name_words(document.name)))]
    for weight, text in texts:
        found |= dict.fromkeys(stems(text), weight)
    return found


@dataclass(frozen=True)
class Fit:
    """How well a tool fits a clause."""

    tool: Offered
    score: float
    said: frozenset[str]
    """Stems of the clause that its document has."""
    strong: bool
    """Whether the clause names it, and does not only share a word with it."""


def content_stems(clause: str) -> frozenset[str]:
    """Return the stems of a clause that stand outside its values."""
    plain = clause
    for span in spans_of(clause):
        if span.kind != "name" or span.start:  # a capital at the beginning may be any word
            plain = plain[: span.start] + " " * (span.end - span.start) + plain[span.end :]
    return frozenset(stems(plain))


def fits(clause: str, tools: Sequence[Offered]) -> list[Fit]:
    """Return the tools that share words with a clause, the best first; none where none of them is meant by these."""
    spread = Counter(stem for tool in tools for stem in _weights(tool.document))
    wanted = content_stems(clause)
    found: list[Fit] = []
    for tool in tools:
        weights = _weights(tool.document)
        said = wanted & weights.keys()
        score = sum(weights[stem] * math.log(1 + len(tools) / spread[stem]) for stem in said)
        named = said & tool.nouns
        line = {stem for stem in said if weights[stem] >= LINE}
        strong = len(named) > _SHARE * len(tool.nouns) or len(said) >= _SHARE * len(wanted)
        if line:
            found.append(Fit(tool, score, frozenset(said), strong))
    found.sort(key=lambda fit: (-fit.score, fit.tool.name))
    return found if any(fit.strong for fit in found) else []


def is_clear(ranked: Sequence[Fit]) -> bool:
    """Return whether the best fit is named by the clause, and no other one comes near it."""
    return bool(ranked) and ranked[0].strong and (len(ranked) == 1 or ranked[0].score >= CLEAR * ranked[1].score)


def speaks_english(text: str) -> bool:
    """Return whether a text has words of English grammar: of others, words say nothing about which tool fits."""
    said = [match[0].lower() for match in words.tokens(text)]
    known = sum(word in words.CLOSED or word in words.ASKING for word in said)
    return bool(said) and known * 5 >= len(said)
