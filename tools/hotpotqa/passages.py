"""A local encyclopedia: the paragraphs of a HotpotQA file in SQLite's full-text search."""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.hotpotqa.encyclopedia import Page
from smurfs_graph.tools.json_files import json_items
from smurfs_graph.tools.retrieval.words import stems

MAX_WORDS = 60
"""Of a query; more of them find nothing else."""


class Passages:
    """Pages in memory. Safe to share between threads."""

    remote = False

    def __init__(self, pages: Iterable[Page], name: str = "passages") -> None:
        """Pages of one title count once: the longest."""
        self.name = name
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.execute(
            "CREATE TABLE pages (id INTEGER PRIMARY KEY, key TEXT UNIQUE, title TEXT, sentences TEXT)"
        )
        self._database.execute("CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize='unicode61')")
        self._database.execute("BEGIN")
        for page in _longest(pages):
            self._add(page)
        self._database.execute("COMMIT")

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Return the paragraphs of a HotpotQA file. Raises ConfigurationError in one line."""
        return cls(_read(path), f"passages of {path.name}")

    async def search(self, query: str, count: int) -> list[Page]:
        """Rank pages by BM25, a title's words three times as heavy; see `Encyclopedia`."""
        asked = " OR ".join(f'"{word}"' for word in list(dict.fromkeys(stems(query)))[:MAX_WORDS])
        if not asked:
            return []
        found = (
            "SELECT title, sentences FROM (SELECT rowid AS at, bm25(words, 3.0, 1.0) AS score FROM words "
            "WHERE words MATCH ? ORDER BY score LIMIT ?) JOIN pages ON pages.id = at ORDER BY score, id"
        )
        with self._lock:
            rows = self._database.execute(found, (asked, count)).fetchall()
        return [_page(*row) for row in rows]

    async def page(self, title: str) -> Page | None:
        """Return the page of a title; see `Encyclopedia`."""
        with self._lock:
            row = self._database.execute("SELECT title, sentences FROM pages WHERE key = ?", (_key(title),)).fetchone()
        return _page(*row) if row else None

    def __len__(self) -> int:
        """Return the number of pages."""
        return int(self._database.execute("SELECT count(*) FROM pages").fetchone()[0])

    def _add(self, page: Page) -> None:
        row = (_key(page.title), page.title, json.dumps(page.sentences))
        number = self._database.execute("INSERT INTO pages (key, title, sentences) VALUES (?, ?, ?)", row).lastrowid
        words = (number, " ".join(stems(page.title)), " ".join(stems(" ".join(page.sentences))))
        self._database.execute("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)", words)


def _longest(pages: Iterable[Page]) -> list[Page]:
    distinct: dict[str, Page] = {}
    for page in pages:
        known = distinct.get(_key(page.title))
        if known is None or len(page.first_paragraph) > len(known.first_paragraph):
            distinct[_key(page.title)] = page
    return list(distinct.values())


def _read(path: Path) -> Iterator[Page]:
    wrong: list[str] = []
    found = 0
    for place, item in json_items(path, wrong):
        for page in pages_in(item, place):
            found += 1
            yield page
    if wrong or not found:
        raise ConfigurationError(
            f"hotpotqa: {wrong[0] if wrong else f'{path.name!r} holds no questions with a context'}"
        )


def pages_in(item: Mapping[str, Any], place: str) -> Iterator[Page]:
    """Yield the pages of a question's context. Raises ConfigurationError where that is none."""
    try:
        for title, sentences in item.get("context") or ():
            texts = tuple(str(sentence).strip() for sentence in sentences if str(sentence).strip())
            if texts and str(title).strip():
                yield Page(str(title).strip(), texts)
    except (TypeError, ValueError):
        raise ConfigurationError(f"hotpotqa: {place}: a context is a list of [title, [sentences]]") from None


def _page(title: str, sentences: str) -> Page:
    return Page(title, tuple(json.loads(sentences)))


def _key(title: str) -> str:
    return " ".join(title.replace("_", " ").casefold().split())
