"""What the clauses of a text mean, beside what tools are called and described by: near words count, not only the same."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from smurfs_graph.offline import vectors, words
from smurfs_graph.offline.clauses import clauses, is_statement, sentences
from smurfs_graph.offline.documents import Document
from smurfs_graph.offline.sections import BESIDE

_SHARP, _LEAST = 4.0, 0.02
_MOST_WORDS, _MOST_CLAUSES = 40, 8


@dataclass(frozen=True)
class Sense:
    """For each asking clause (row) and document (column): how near they are, and the document's share among all."""

    nearness: tuple[tuple[float, ...], ...]
    shares: tuple[tuple[float, ...], ...]
    starts: tuple[int, ...] = ()
    """Where each clause begins in the text."""

    def at(self, place: int, start: int) -> float:
        """The share of a document in the clause that a place of the text is in; its best one where that asks nothing."""
        rows = [row for begin, row in zip(self.starts, self.shares, strict=True) if 0 <= begin <= start]
        return rows[-1][place] if rows else self.best(place)

    def best(self, place: int) -> float:
        """The highest share of a document in any clause; 0 without clauses."""
        return max((row[place] for row in self.shares), default=0.0)

    def mean(self, place: int) -> float:
        """Its mean share."""
        return sum(row[place] for row in self.shares) / len(self.shares) if self.shares else 0.0

    def nearest(self, place: int) -> float:
        """How near the nearest clause is to a document."""
        return max((row[place] for row in self.nearness), default=0.0)

    def surprise(self, place: int) -> float:
        """How little any clause speaks of a document: the negative logarithm of its highest share."""
        return -math.log(max(_LEAST, self.best(place))) if self.shares else 0.0

    def left(self, places: Collection[int]) -> float:
        """How much of the clauses none of some documents takes: the sum of the negative logarithms of their shares."""
        if not places:
            return 1.5 * len(self.shares)
        return sum(-math.log(max(_LEAST, sum(row[place] for place in places))) for row in self.shares)


@lru_cache(maxsize=64)
def sense(text: str, documents: tuple[Document, ...]) -> Sense:
    """How near the clauses of a text that ask for something are to each document."""
    parts = [clause.text for sentence in sentences(BESIDE.sub("", text)) for clause in clauses(sentence)] or [text]
    asking = ([part for part in parts if not is_statement(part)] or parts)[:_MOST_CLAUSES]
    spoken = [(text.find(part), _telling(words.words(part))) for part in asking]
    rows = [tuple(_near(told, one) for one in documents) for _, told in spoken if told]
    return Sense(tuple(rows), tuple(_shares(row) for row in rows), tuple(start for start, told in spoken if told))


def name_words(document: Document) -> tuple[str, ...]:
    """The words of a tool's name that carry meaning and are known."""
    return telling(document.tool.name)


def telling(name: str) -> tuple[str, ...]:
    """The words of a name that carry meaning and are known."""
    return tuple(word for word in words.identifier_words(name) if word not in words.STOP and vectors.known(word))


def _near(spoken: Sequence[str], document: Document) -> float:
    """The mean nearness of the tool's name to the clause, and of the clause to all that the tool says of itself."""
    name = name_words(document)
    told = (*_telling(words.words(document.tool.description)[:_MOST_WORDS]), *name)
    from_name = sum(max(vectors.near(word, one) for one in spoken) for word in name) / len(name) if name else 0.0
    from_text = sum(max(vectors.near(word, one) for one in told) for word in spoken) / len(spoken) if told else 0.0
    return from_name + from_text


def _telling(found: Sequence[str]) -> tuple[str, ...]:
    """The words that carry meaning and are known, each once."""
    return tuple(
        dict.fromkeys(
            word for word in found if word not in words.STOP and not words.is_asking(word) and vectors.known(word)
        )
    )[:_MOST_WORDS]


def _shares(row: Sequence[float]) -> tuple[float, ...]:
    top = max(row, default=0.0)
    found = [math.exp(_SHARP * (one - top)) for one in row]
    total = sum(found)
    return tuple(one / total for one in found)
