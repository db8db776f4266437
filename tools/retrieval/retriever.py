"""The one interface to the index: tools in, names of the nearest ones out."""

import math
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smurfs_graph.tools.retrieval.entry import Entry, digest_of, entry_of
from smurfs_graph.tools.retrieval.fts5 import Fts5Index
from smurfs_graph.tools.retrieval.ranking import NONE, RankedPlace, rank
from smurfs_graph.tools.retrieval.request import read_request
from smurfs_graph.tools.retrieval.words import stems
from smurfs_graph.tools.tool import Tool

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

FORMAT = 1
"""Of indexes on disk; changes with the stemmer and the fields."""
CANDIDATES = 200
"""Documents per part of a request that the ranking sees."""
_RRF = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""


class ToolRetriever:
    """An index over tools, opened or made at the first search. Safe to share between threads."""

    def __init__(
        self,
        tools: Iterable[Tool | Entry],
        *,
        folder: str | Path | None = None,
        embeddings: "Embeddings | None" = None,
    ) -> None:
        """`folder` keeps indexes from run to run, named by their content. `embeddings`: reorder what was found."""
        self._entries = tuple(tool if isinstance(tool, Entry) else entry_of(tool) for tool in tools)
        self._names = [entry.name for entry in self._entries]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._folder = Path(folder).expanduser() if folder is not None else None
        self._embeddings = embeddings
        self._lock = threading.Lock()
        self._index: Fts5Index | None = None
        self._places: list[RankedPlace] = []
        self._rarity: dict[str, float] = {}
        self._vectors: dict[int, Sequence[float]] = {}

    def search(
        self,
        text: str,
        count: int,
        *,
        parameters: Mapping[str, Any] | None = None,
        among: Collection[str] | None = None,
    ) -> list[str]:
        """Return the names of the `count` nearest tools, the best first; fewer where nothing more has a word in common.

        `parameters`: what the tool will be given, as far as known. `among`: the names that may be found.
        """
        index = self.open_index()
        request = read_request(text, parameters)
        allowed = None if among is None else {self._numbers[name] for name in among if name in self._numbers}
        limit = CANDIDATES if allowed is None else max(CANDIDATES, len(self._entries))

        def scores(terms: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[int, float]:
            found = index.scores(terms, pairs, max(limit, count))
            return found if allowed is None else {number: score for number, score in found.items() if number in allowed}

        whole = scores(request.whole.terms, request.whole.pairs)
        parts = [(part, scores(part.terms, part.pairs)) for part in request.aspects]
        wanted = count if self._embeddings is None else max(count, 40)
        numbers = rank(whole, parts, self._places, self._rarity, wanted)
        if self._embeddings is not None:
            numbers = self._rerank(self._embeddings, text, numbers)
        return [self._names[number] for number in numbers[:count]]

    def open_index(self) -> Fts5Index:
        """Open the index, or make it."""
        with self._lock:
            if self._index is None:
                self._fill_places()
                self._index = Fts5Index.open(self._entries, self._file())
            return self._index

    def _fill_places(self) -> None:
        """Give each tool its place in the ranking."""
        groups: dict[str, int] = {}
        categories: dict[str, int] = {"": NONE}
        for entry in self._entries:
            title = tuple(dict.fromkeys(stems(f"{entry.group} {entry.title or entry.name}")))
            group = groups.setdefault(entry.group, len(groups)) if entry.group else NONE
            category = categories.setdefault(entry.category, len(categories))
            self._places.append(RankedPlace(group, category, title))
        spread = Counter(word for place in self._places for word in place.title)
        size = len(self._places)
        self._rarity = {word: math.log(1 + (size - seen + 0.5) / (seen + 0.5)) for word, seen in spread.items()}

    def _file(self) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / f"tools-{FORMAT}-{digest_of(self._entries)}.sqlite"

    def _rerank(self, embeddings: "Embeddings", text: str, numbers: list[int]) -> list[int]:
        missing = [number for number in numbers if number not in self._vectors]
        if missing:
            texts = [_text_to_embed(self._entries[number]) for number in missing]
            self._vectors.update(zip(missing, embeddings.embed_documents(texts), strict=True))
        query = embeddings.embed_query(text)
        by_meaning = sorted(numbers, key=lambda number: -_cosine(query, self._vectors[number]))
        return _fuse(numbers, by_meaning)


def _text_to_embed(entry: Entry) -> str:
    return f"{entry.group} {entry.title or entry.name}: {entry.description} ({entry.parameters})"[:2000]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine similarity of two vectors; 0 for a vector of length 0."""
    scale = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / scale if scale else 0.0


def _fuse(*orders: Sequence[int]) -> list[int]:
    """Make one order out of several of the same members, by reciprocal ranks; ties as in the first."""
    score: dict[int, float] = {}
    for order in orders:
        for at, member in enumerate(order, 1):
            score[member] = score.get(member, 0.0) + 1 / (_RRF + at)
    return sorted(score, key=lambda member: -score[member])
