"""Engine `bm25s` (extra: retrieval): BM25 over sparse matrices, in memory; weighted fields are repeated words."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.tools.retrieval.entry import WEIGHTS, Entry
from smurfs_graph.tools.retrieval.words import stems

_PAIRED = (0, 1, 2)
"""Fields whose pairs of words are indexed."""


class Bm25Index:
    """Documents as stems and pairs of stems in a bm25s index."""

    def __init__(self, engine: Any, count: int) -> None:
        """See `open`."""
        self._engine = engine
        self._count = count
        self._lock = threading.Lock()

    @classmethod
    def open(cls, entries: Sequence[Entry], file: Path | None) -> Self:
        """Read the index from the folder `file`, made anew where that is missing or broken; None: in memory only."""
        try:
            import bm25s
        except ImportError:
            raise ConfigurationError(
                f"the engine 'bm25s' needs the extra retrieval: {how_to_install('retrieval')}"
            ) from None
        kind: Any = bm25s.BM25
        if file is not None and (file / "vocab.index.json").is_file():
            try:
                kept = kind.load(str(file))
                if int(kept.scores["num_docs"]) == len(entries):
                    return cls(kept, len(entries))
            except Exception:  # whatever a broken file makes numpy or json raise: it is made anew
                pass
        engine = kind(method="lucene")
        engine.index([_words(entry) for entry in entries] or [["-"]], show_progress=False)
        if file is not None:
            with suppress(OSError):
                engine.save(str(file), show_progress=False)
        return cls(engine, len(entries))

    def scores(self, terms: Sequence[str], pairs: Sequence[tuple[str, str]], limit: int) -> dict[int, float]:
        """As in `Index`."""
        vocabulary: dict[str, int] = self._engine.vocab_dict
        asked = [word for word in (*terms, *map("_".join, pairs)) if word in vocabulary]
        if not asked or not self._count:
            return {}
        with self._lock:
            found: Any = self._engine.get_scores(asked)
        order: list[int] = (-found).argsort(kind="stable")[:limit].tolist()
        return {number: float(found[number]) for number in order if found[number] > 0}


def _words(entry: Entry) -> list[str]:
    words: list[str] = []
    for at, text in enumerate(entry.fields):
        found = stems(text)
        words += found * max(1, round(2 * WEIGHTS[at]))
        if at in _PAIRED:
            words += ["_".join(pair) for pair in pairwise(found)]
    return words
