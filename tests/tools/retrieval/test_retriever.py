"""Finding tools among many: what is found, how the index is kept, and what becomes of a broken one."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.embeddings import Embeddings

from smurfs_graph.tools.retrieval.entry import Entry
from smurfs_graph.tools.retrieval.retriever import ToolRetriever

TOOLS = [
    Entry("track", "Parcel Post", "Track a parcel", "Where a parcel is", "tracking_number", category="Logistics"),
    Entry("quote", "Parcel Post", "Get a quote", "Price of sending a parcel", "weight from_city to_city"),
    Entry("rates", "Money Box", "getExchangeRates", "Rates of currencies", "base", category="Finance"),
    Entry("convert", "Money Box", "convertAmount", "Convert an amount", "amount from_currency to_currency"),
    Entry("films", "Cinema", "Search films", "Films by title and year", "title year", category="Movies"),
    Entry("similar", "Cinema", "Similar films", "Films that are like another one", "film_id", category="Movies"),
    *(Entry(f"qr_{number}", f"QR maker {number}", "QR code", "Make a QR code image", "url") for number in range(12)),
]
RETRIEVER = ToolRetriever(TOOLS)


@pytest.mark.parametrize(
    ("request_", "options", "best"),
    [
        ("Where is my parcel? The tracking number is 12.", {}, "track"),
        ("exchange rates of the euro", {}, "rates"),
        ("Please convert the amount of 20 euros to dollars", {}, "convert"),
        ("films like Alien", {}, "similar"),
        ("Do it for Ana", {"parameters": {"tracking_number": "12"}}, "track"),
        ("films like Alien", {"among": {"films", "rates"}}, "films"),
    ],
)
def test_the_tool_that_a_request_speaks_of_comes_first(request_: str, options: dict[str, Any], best: str) -> None:
    """Words of titles, descriptions and parameters count, known arguments too; only what may be found is."""
    assert RETRIEVER.search(request_, 1, **options) == [best]


def test_alike_tools_do_not_push_another_wish_out() -> None:
    """A dozen tools for the first wish leave a place for the second."""
    found = RETRIEVER.search(
        "Make a QR code image for the url of our site. Also, tell me the exchange rates of currencies.", 5
    )
    assert "rates" in found[:3] and any(name.startswith("qr") for name in found[:2])


@pytest.mark.parametrize("nothing", ["", "   ", "the of and", "???", '" OR *', "zzzz", "\x00\ud800", "NEAR(a b)"])
def test_a_request_without_a_word_to_find_finds_nothing(nothing: str) -> None:
    """No error, and no invented order."""
    assert RETRIEVER.search(nothing, 5) == []
    assert ToolRetriever([]).search("films", 5) == []


@given(st.text(max_size=80), st.integers(1, 8))
def test_any_text_finds_distinct_known_names(text: str, count: int) -> None:
    """Never more than asked for, never twice the same, the same each time."""
    found = RETRIEVER.search(text, count)
    assert len(found) <= count and len(set(found)) == len(found)
    assert set(found) <= {tool.name for tool in TOOLS}
    assert found == ToolRetriever(TOOLS).search(text, count)


def test_an_index_is_kept_and_reused(tmp_path: Path) -> None:
    """A second process reads what the first one made."""
    first = ToolRetriever(TOOLS, folder=tmp_path)
    found = first.search("films", 5)
    (kept,) = tmp_path.iterdir()
    before = {path: path.stat().st_mtime_ns for path in [kept, *kept.glob("*")]}
    assert ToolRetriever(TOOLS, folder=tmp_path).search("films", 5) == found
    assert {path: path.stat().st_mtime_ns for path in [kept, *kept.glob("*")]} == before


def test_other_contents_get_an_index_of_their_own(tmp_path: Path) -> None:
    """Content is the key: one changed description is another index."""
    ToolRetriever(TOOLS, folder=tmp_path).search("films", 1)
    changed = [Entry("films", description="Zebras"), *TOOLS[5:]]
    assert ToolRetriever(changed, folder=tmp_path).search("zebras", 1) == ["films"]
    assert len(list(tmp_path.iterdir())) == 2


def foreign(path: Path) -> None:
    """Put another program's database in a place."""
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE documents(text)")


@pytest.mark.parametrize("wrong", [b"", b"no database", b"SQLite format 3\x00" + b"\xff" * 4000, None])
def test_a_broken_or_foreign_index_is_made_anew(wrong: bytes | None, tmp_path: Path) -> None:
    """Cut off, overwritten, empty, or another program's: the search works, and the file is whole again."""
    found = ToolRetriever(TOOLS, folder=tmp_path).search("films", 5)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(wrong) if wrong is not None else foreign(kept)
    before = kept.read_bytes()
    assert ToolRetriever(TOOLS, folder=tmp_path).search("films", 5) == found
    assert kept.read_bytes() != before


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(tmp_path: Path) -> None:
    """The index is in memory then."""
    file = tmp_path / "file"
    file.write_text("in the way")
    assert ToolRetriever(TOOLS, folder=file).search("parcel tracking", 1) == ["track"]
    assert file.read_text() == "in the way"


class Letters(Embeddings):
    """Embeds a text as whether it speaks of another one; counts what it was asked."""

    def __init__(self) -> None:
        """Nothing has been asked yet."""
        self.embedded = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        self.embedded += len(texts)
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Likeness is the one thing it knows."""
        return [1.0, 5.0 * ("like" in text.lower() or "Alien" in text)]


def test_embeddings_reorder_what_the_words_found() -> None:
    """Any LangChain embeddings; documents are embedded once."""
    letters = Letters()
    retriever = ToolRetriever(TOOLS, embeddings=letters)
    assert retriever.search("films, as Alien is", 2)[0] == "similar"
    asked = letters.embedded
    retriever.search("films, as Alien is", 2)
    assert letters.embedded == asked
