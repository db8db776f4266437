"""The files of tables: what they are called, and what becomes of damaged, foreign, missing and huge ones."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.tools import tables
from smurfs_graph.tools.table_worker import connect, load


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("a/x.csv", "b/x.csv", ["x", "b_x"]),
        ("a/2024 sales!.csv", "a/order.csv", ["table_2024_sales", "table_order"]),
        ("a/star*.csv", "a/star1.csv", ["star", "star1"]),
        ("a/It's [1].csv", "a/\u00fc.csv", ["It_s_1", "data"]),
    ],
)
def test_names_need_no_quotes_and_differ(tmp_path: Path, first: str, second: str, names: list[str]) -> None:
    for number, name in enumerate((first, second)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"n\n{number}\n")
    connection = connect()
    assert list(load(connection, [tmp_path / first, tmp_path / second])) == names
    for number, name in enumerate(names):
        assert connection.execute(f"SELECT n FROM {name}").fetchall() == [(number,)]


def test_the_same_file_twice_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("n\n1\n")
    with pytest.raises(ConfigurationError, match="rename the file"):
        load(connect(), [tmp_path / "x.csv"] * 3)


def broken_sqlite(folder: Path) -> bytes:
    with closing(sqlite3.connect(folder / "whole.db")) as database:
        database.execute("CREATE TABLE items (id INTEGER, name TEXT)")
        database.commit()
    data = bytearray((folder / "whole.db").read_bytes())
    data[100:4000] = b"\xab" * 3900
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.csv", b"", "it is empty"),
        ("latin.csv", b"a,b\n1,caf\xe9\n", "save it as UTF-8"),
        ("noise.csv", bytes(range(256)) * 50, "cannot read"),
        ("page.html", b"<html>", "neither that of a CSV, a Parquet nor a SQLite file"),
        ("fake.parquet", b"PAR1 but no more", "cannot read"),
        ("fake.parquet", b"not at all", "neither that of"),
        ("cut.db", b"SQLite format 3\0", "cannot read"),
        ("broken.db", broken_sqlite, "cannot read"),
    ],
)
def test_a_damaged_file_is_one_clear_error(
    tmp_path: Path, name: str, content: bytes | Callable[[Path], bytes], reason: str
) -> None:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content(tmp_path))
    with pytest.raises(ConfigurationError, match=reason) as caught:
        tables.tools(str(tmp_path / name))
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sqlite_file_without_tables_is_said(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "views.db")) as database:
        database.execute("CREATE VIEW v AS SELECT 1 AS one")
    with pytest.raises(ConfigurationError, match="without tables"):
        tables.tools(str(tmp_path / "views.db"))


@pytest.mark.parametrize("name", ["missing.csv", ".", "bad\0.csv", "x" * 5000])
def test_a_missing_file_is_a_configuration_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigurationError, match="builtin:tables"):
        tables.tools(str(tmp_path / name))


@pytest.mark.parametrize("argument", [None, "", " , "])
def test_files_have_to_be_named(argument: str | None) -> None:
    with pytest.raises(ConfigurationError, match="needs files"):
        tables.tools(argument)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "big.csv").write_text("a\n1\n")
    os.truncate(tmp_path / "big.csv", tables.MAX_FILE_BYTES + 1)
    with pytest.raises(ConfigurationError, match="loads at most 256,000,000"):
        tables.tools(str(tmp_path / "big.csv"))


@pytest.mark.slow
def test_a_file_that_unfolds_to_more_than_memory_is_refused(tmp_path: Path) -> None:
    """A Parquet file of a few megabytes that holds gigabytes."""
    bomb = tmp_path / "bomb.parquet"
    duckdb.execute(
        f"COPY (SELECT repeat('x', 4000) || (range % 50) AS s FROM range(500000)) TO '{bomb}' (COMPRESSION zstd)"
    )
    assert bomb.stat().st_size < tables.MAX_FILE_BYTES
    with pytest.raises(ConfigurationError, match="too large"):
        tables.tools(str(bomb))


def test_without_duckdb_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.csv").write_text("n\n1\n")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'smurfs-graph\[tables\]'"):
        tables.tools(str(tmp_path / "x.csv"))
