"""What an engine of the index does, and how one is found by name."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from smurfs_graph.settings import Engine
from smurfs_graph.tools.retrieval.entry import Entry


class Index(Protocol):
    """Documents by number, in the order of the entries that they were made from."""

    def scores(self, terms: Sequence[str], pairs: Sequence[tuple[str, str]], limit: int) -> dict[int, float]:
        """At most `limit` documents that hold any of the stems, with scores above 0; pairs that stand together count
        once more."""
        ...


def open_index(engine: Engine, entries: Sequence[Entry], file: Path | None) -> Index:
    """The index over entries: read from `file` if that holds it, else made (and kept there).

    Raises ConfigurationError where an engine's extra is missing.
    """
    if engine == "bm25s":
        from smurfs_graph.tools.retrieval.bm25 import Bm25Index

        return Bm25Index.open(entries, file)
    from smurfs_graph.tools.retrieval.fts5 import Fts5Index

    return Fts5Index.open(entries, file)
