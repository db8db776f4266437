"""The index: SQLite's full-text search (FTS5), which Python brings along. BM25 with weighted fields.

BM25 is a sum over words, and requests share words: what FTS5 says of one word is read once and kept, 8 bytes a hit.
"""

import os
import sqlite3
import tempfile
import threading
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Self

from smurfs_graph.tools.retrieval.entry import FIELDS, WEIGHTS, Entry
from smurfs_graph.tools.retrieval.words import stems

_OURS = 0x736D7266
"""SQLite's `application_id` of our files."""
_PAIRED = "{belongs title description}"
_QUERY = f"SELECT rowid, -bm25(documents, {', '.join(map(str, WEIGHTS))}) FROM documents WHERE documents MATCH ?"
_MAX_HITS = 4_000_000
"""Hits that are kept at once."""


class _Hits(NamedTuple):
    numbers: "array[int]"
    scores: "array[float]"


class Fts5Index:
    """Documents as stems in an FTS5 table. Safe to share between threads."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """See `open`."""
        self._database = database
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Hits] = OrderedDict()
        self._kept = 0

    @classmethod
    def open(cls, entries: Sequence[Entry], file: Path | None) -> Self:
        """Return the index in a file, made anew where the file is missing, broken or not one of ours; without a file,
        or where none can be written, in memory.
        """
        if file is None:
            return cls(_fill(_connect(":memory:"), entries))
        if (kept := _reuse(file, len(entries))) is not None:
            return cls(kept)
        try:
            _write(file, entries)
        except (OSError, sqlite3.Error):
            return cls(_fill(_connect(":memory:"), entries))
        kept = _reuse(file, len(entries))
        return cls(kept if kept is not None else _fill(_connect(":memory:"), entries))

    def scores(self, terms: Sequence[str], pairs: Sequence[tuple[str, str]], limit: int) -> dict[int, float]:
        """Return at most `limit` documents that hold any of the stems, with scores above 0.

        Pairs that stand together count once more. A file that breaks later costs its scores, never the search.
        """
        asked = [f'"{term}"' for term in terms]
        asked += [f'({_PAIRED} : "{first} {second}")' for first, second in pairs]
        with self._lock:
            hits = [self._hits(wanted) for wanted in asked]
        return _best(_sums(hits, 4 * limit), limit)

    def _hits(self, wanted: str) -> _Hits:
        """Return the documents that hold a word with their scores, kept for the words asked for last."""
        if (hits := self._known.get(wanted)) is not None:
            self._known.move_to_end(wanted)
            return hits
        try:
            rows = self._database.execute(_QUERY, (wanted,)).fetchall()
        except sqlite3.Error:
            rows = []
        hits = _Hits(array("I", (row[0] for row in rows)), array("f", (max(row[1], 1e-6) for row in rows)))
        self._known[wanted] = hits
        self._kept += len(rows) + 8
        while self._kept > _MAX_HITS and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._kept -= len(oldest.numbers) + 8
        return hits


def _sums(hits: list[_Hits], enough: int) -> dict[int, float]:
    """Return the sum for each document. Once rarer words have found enough, common ones bring no further documents."""
    total: dict[int, float] = {}
    known = total.get
    for numbers, scores in sorted(hits, key=lambda found: len(found.numbers)):
        if len(total) < enough:
            for number, score in zip(numbers, scores, strict=True):
                total[number] = known(number, 0.0) + score
        else:
            for number, score in zip(numbers, scores, strict=True):
                if number in total:
                    total[number] += score
    return total


def _best(total: dict[int, float], limit: int) -> dict[int, float]:
    if len(total) <= limit:
        return total
    least = sorted(total.values(), reverse=True)[limit - 1]
    found = sorted((number for number, score in total.items() if score >= least), key=lambda at: (-total[at], at))
    return {number: total[number] for number in found[:limit]}


def _connect(where: str, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(where, uri=uri, check_same_thread=False, isolation_level=None)


def _reuse(file: Path, count: int) -> sqlite3.Connection | None:
    """Return the file's database, if it is whole and ours."""
    if not file.is_file():
        return None
    try:
        database = _connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        return None
    try:
        ours = database.execute("PRAGMA application_id").fetchone()[0] == _OURS
        whole = ours and database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        if whole and database.execute("PRAGMA user_version").fetchone()[0] == count:
            return database
    except sqlite3.Error:
        pass
    database.close()
    return None


def _write(file: Path, entries: Sequence[Entry]) -> None:
    """Make the file beside its place and move it there, so that nobody ever reads half of one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    made = Path(name)
    try:
        with closing(_connect(name)) as database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("PRAGMA synchronous = OFF")
            _fill(database, entries)
        made.replace(file)
    finally:
        made.unlink(missing_ok=True)


def _fill(database: sqlite3.Connection, entries: Sequence[Entry]) -> sqlite3.Connection:
    """Write the entries into an empty database; by its header `_reuse` knows it again: whose it is, and how many."""
    columns = ", ".join(FIELDS)
    database.execute(f"PRAGMA application_id = {_OURS}")
    database.execute(f"PRAGMA user_version = {len(entries)}")
    database.execute(f"CREATE VIRTUAL TABLE documents USING fts5({columns}, content='', tokenize='unicode61')")
    database.execute("BEGIN")
    places = ", ".join("?" * (len(FIELDS) + 1))
    database.executemany(f"INSERT INTO documents(rowid, {columns}) VALUES ({places})", _rows(entries))
    database.execute("COMMIT")
    return database


def _rows(entries: Sequence[Entry]) -> Iterator[tuple[int | str, ...]]:
    for number, entry in enumerate(entries):
        yield number, *(" ".join(stems(text)) for text in entry.fields)
