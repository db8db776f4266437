"""Tables: answers in SQL, and nothing that SQL could reach but them."""

import gc
import json
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools import tables
from smurfs_graph.tools.table_worker import connect, cut_off, jsonable, load, run


class Tables(NamedTuple):
    folder: Path
    list_tables: Callable[[], dict[str, Any]]
    describe_table: Callable[[str], dict[str, Any]]
    query_tables: Callable[[str], dict[str, Any]]


def write_files(folder: Path) -> None:
    (folder / "sales.csv").write_text("id,city,unit price\n1,Paris,2.5\n2,Rome,3.5\n3,Paris,4.0\n")
    duckdb.execute(f"COPY (SELECT range AS n, 'x' || range AS s FROM range(250)) TO '{folder / 'numbers.parquet'}'")
    with closing(sqlite3.connect(folder / "shop.db")) as database:
        database.execute('CREATE TABLE "Order Details" (id INTEGER, price REAL, name TEXT, photo BLOB, mixed)')
        rows = [(1, 1, "a", b"\0\1", 1), (2, 2.5, None, None, "two"), (3, None, "c", b"", b"\xff")]
        database.executemany('INSERT INTO "Order Details" VALUES (?, ?, ?, ?, ?)', rows)
        database.execute("CREATE TABLE empty (a, b)")
        database.execute("CREATE VIEW looking AS SELECT 1 AS one")
        database.commit()
    (folder / "outside.csv").write_text("word\nthe-secret-outside\n")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder = tmp_path_factory.mktemp("shop")
    write_files(folder)
    names = ("sales.csv", "numbers.parquet", "shop.db")
    return Tables(folder, *tables.tools(", ".join(str(folder / name) for name in names)))


def test_lists_the_tables_of_all_files(shop: Tables) -> None:
    assert shop.list_tables() == {
        "tables": [
            {"table": "sales", "file": "sales.csv", "row_count": 3, "column_count": 3},
            {"table": "numbers", "file": "numbers.parquet", "row_count": 250, "column_count": 2},
            {"table": "Order_Details", "file": "shop.db", "row_count": 3, "column_count": 5},
            {"table": "empty", "file": "shop.db", "row_count": 0, "column_count": 2},
        ]
    }


def test_describes_a_table(shop: Tables) -> None:
    assert shop.describe_table("SALES") == {
        "table": "sales",
        "file": "sales.csv",
        "row_count": 3,
        "columns": [
            {"name": "id", "type": "BIGINT"},
            {"name": "city", "type": "VARCHAR"},
            {"name": "unit price", "type": "DOUBLE"},
        ],
        "sample": [[1, "Paris", 2.5], [2, "Rome", 3.5], [3, "Paris", 4.0]],
    }
    with pytest.raises(ToolError, match="did you mean 'sales'"):
        shop.describe_table("sale")


def test_a_sqlite_column_has_the_type_of_its_values(shop: Tables) -> None:
    described = shop.describe_table("Order_Details")
    assert [column["type"] for column in described["columns"]] == ["BIGINT", "DOUBLE", "VARCHAR", "BLOB", "VARCHAR"]
    assert described["sample"] == [
        [1, 1.0, "a", "<2 bytes>", "1"],
        [2, 2.5, None, None, "two"],
        [3, None, "c", "<0 bytes>", "\ufffd"],
    ]


def test_answers_a_query(shop: Tables) -> None:
    answer = shop.query_tables('SELECT city, sum("unit price") AS total FROM sales GROUP BY city ORDER BY total DESC')
    assert answer == {"columns": ["city", "total"], "rows": [["Paris", 6.5], ["Rome", 3.5]]}
    across = shop.query_tables("SELECT s, city FROM numbers JOIN sales ON n = id WHERE id = 2;")
    assert across["rows"] == [["x2", "Rome"]]
    assert shop.query_tables("SELECT * FROM range(2), unnest([7])")["rows"] == [[0, 7], [1, 7]]


@pytest.mark.parametrize(
    "sql",
    [
        "DESCRIBE sales",
        "SUMMARIZE sales",
        "SHOW TABLES",
        "FROM sales",
        "TABLE sales",
        "VALUES (1)",
        "WITH a AS (FROM sales) FROM a",
    ],
)
def test_every_kind_of_question_is_allowed(shop: Tables, sql: str) -> None:
    assert shop.query_tables(sql)["rows"]


def test_more_rows_than_are_shown_are_said(shop: Tables) -> None:
    answer = shop.query_tables("SELECT n FROM numbers ORDER BY n")
    assert answer["rows"] == [[number] for number in range(100)]
    assert answer["note"].startswith("only the first 100 rows are shown")
    assert "note" not in shop.query_tables("SELECT n FROM numbers LIMIT 100")


def test_wide_rows_and_long_values_are_cut(shop: Tables) -> None:
    answer = shop.query_tables("SELECT repeat('y', 5000), range(5000) FROM numbers LIMIT 90")
    assert len(json.dumps(answer)) < 60_000
    assert answer["rows"][0][0].endswith("[cut: 5000 characters]")
    assert "characters]" in answer["rows"][0][1]
    assert "only the first" in answer["note"]


def test_values_become_plain_data(shop: Tables) -> None:
    sql = """SELECT DATE '2024-02-29', TIMESTAMP '2024-02-29 12:30:00', 12.34::DECIMAL(10, 2), 5.00::DECIMAL(5, 2),
        12345678901234567890.123456789::DECIMAL(38, 9), 'nan'::DOUBLE, '-inf'::DOUBLE, [1, NULL],
        {'a': DATE '2024-01-01'}, '\\x00'::BLOB, INTERVAL 36 HOURS, TRUE, NULL,
        170141183460469231731687303715884105727::HUGEINT"""
    row = shop.query_tables(sql)["rows"][0]
    assert row[:9] == [
        "2024-02-29", "2024-02-29T12:30:00", 12.34, 5, "12345678901234567890.123456789", "nan", "-inf", [1, None],
        {"a": "2024-01-01"},
    ]  # fmt: skip
    assert row[9:] == ["<1 bytes>", "1 day, 12:00:00", True, None, 2**127 - 1]


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELECT cty FROM sales", 'Candidate bindings: "city"'),
        ("SELECT * FROM sale", 'Did you mean "sales"'),
        ("SELEC 1", "syntax error"),
        ("", "exactly one SELECT"),
        ("-- only a comment", "exactly one SELECT"),
        ("SELECT ?", "Values were not provided"),
        ("SELECT 'a'::INTEGER", "Conversion Error"),
        ("SELECT 1" + " " * 20_000, "at most 20000"),
        ("SELECT '\ud800'", "not text"),
        ("SELECT 1\0", "not text"),
        ("SELECT " + "(" * 5000 + "1" + ")" * 5000, "depth"),
    ],
)
def test_a_wrong_statement_gets_a_reason_of_one_line(shop: Tables, sql: str, reason: str) -> None:
    with pytest.raises(ToolError) as caught:
        shop.query_tables(sql)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700


HOSTILE = [
    "SELECT * FROM read_csv('{outside}')",
    "SELECT * FROM '{outside}'",
    'SELECT * FROM "{outside}"',
    "SELECT * FROM read_text('{outside}')",
    "SELECT * FROM read_blob('{folder}/*')",
    "SELECT * FROM read_csv_auto('{outside}')",
    "SELECT * FROM sniff_csv('{outside}')",
    "SELECT * FROM parquet_metadata('{folder}/numbers.parquet')",
    "SELECT * FROM '{folder}/numbers.parquet'",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT (SELECT count(*) FROM glob('/*'))",
    "SELECT * FROM query('SELECT * FROM glob(''/*'')')",
    "SELECT * FROM query_table('{outside}')",
    "SELECT * FROM sqlite_scan('{folder}/shop.db', 'empty')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'https://example.com/a.csv'",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM pandas_scan(1)",
    "SELECT * FROM arrow_scan(1, 2, 3)",
    "SELECT * FROM checkpoint()",
    "SELECT getenv('HOME')",
    "WITH a AS (SELECT * FROM read_csv('{outside}')) SELECT * FROM a",
    "SELECT * FROM sales WHERE city IN (SELECT word FROM read_csv('{outside}'))",
    "COPY sales TO '{folder}/stolen.csv'",
    "COPY sales FROM '{outside}'",
    "EXPORT DATABASE '{folder}/stolen'",
    "IMPORT DATABASE '{folder}'",
    "ATTACH '{folder}/shop.db' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "PRAGMA enable_profiling",
    "CALL enable_logging()",
    "CREATE TABLE mine AS SELECT 1",
    "CREATE TEMP TABLE mine AS SELECT 1",
    "CREATE SECRET (TYPE s3)",
    "CREATE MACRO f(x) AS x",
    "INSERT INTO sales VALUES (9, 'x', 1)",
    "UPDATE sales SET city = 'x'",
    "DELETE FROM sales",
    "DROP TABLE sales",
    "ALTER TABLE sales ADD COLUMN x INT",
    "WITH gone AS (DELETE FROM sales RETURNING id) SELECT * FROM gone",
    "WITH more AS (INSERT INTO sales VALUES (9, 'x', 1) RETURNING id) SELECT * FROM more",
    "SELECT 1; DROP TABLE sales",
    "DROP TABLE sales; SELECT 1",
    "BEGIN; SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "PREPARE p AS SELECT 1",
    "USE memory",
    "VACUUM",
    "DETACH memory",
]  # fmt: skip


@pytest.mark.parametrize("sql", HOSTILE)
def test_nothing_but_the_tables_can_be_reached(shop: Tables, sql: str) -> None:
    before = sorted(path.name for path in shop.folder.iterdir())
    with pytest.raises(ToolError) as caught:
        shop.query_tables(sql.format(outside=shop.folder / "outside.csv", folder=shop.folder))
    assert "the-secret" not in str(caught.value)
    assert sorted(path.name for path in shop.folder.iterdir()) == before
    assert shop.query_tables("SELECT count(*), sum(id) FROM sales")["rows"] == [[3, 6]]


@pytest.fixture(scope="module")
def engine(shop: Tables) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database as the worker has it, without the checks on statements."""
    connection = connect()
    load(connection, [shop.folder / "sales.csv"])
    cut_off(connection)
    yield connection
    connection.close()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{folder}/sales.csv')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM secret",
        "COPY sales TO '{folder}/stolen.csv'",
        "ATTACH '{folder}/shop.db' AS other (TYPE sqlite)",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 4",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
    ],
)
def test_the_database_itself_is_cut_off(engine: duckdb.DuckDBPyConnection, shop: Tables, sql: str) -> None:
    """Even a statement that slips through the checks reaches no file, no network, no setting, no Python variable."""
    secret = [1]
    assert secret
    with pytest.raises(duckdb.Error):
        engine.execute(sql.format(folder=shop.folder))


def test_loading_leaves_the_files_as_they_are(tmp_path: Path) -> None:
    write_files(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    connection = connect()
    load(connection, [tmp_path / "shop.db", tmp_path / "sales.csv", tmp_path / "numbers.parquet"])
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_query_that_takes_long_is_stopped(engine: duckdb.DuckDBPyConnection) -> None:
    start = time.monotonic()
    with pytest.raises(ToolError, match=r"stopped after 0\.3 seconds"):
        run(engine, "SELECT count(*) FROM range(100000000000) a, range(1000) b", seconds=0.3)
    assert time.monotonic() - start < 5
    assert run(engine, "SELECT 1")["rows"] == [[1]]


def test_a_query_that_heeds_no_limit_is_ended_and_the_tables_come_back(
    shop: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_QUERY_SECONDS", 0.5)
    start = time.monotonic()
    with pytest.raises(ToolError, match="took too long or too much memory"):
        shop.query_tables("SELECT count(*) FROM range(100000000000) a, range(1000) b")
    assert time.monotonic() - start < 5
    monkeypatch.undo()
    assert shop.query_tables("SELECT count(*) FROM sales")["rows"] == [[3]]


@pytest.mark.skipif(sys.platform != "linux", reason="the address space of a process can be limited on Linux only")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT len(repeat('x', 4200000000))",
        "SELECT len(range(1000000000))",
        pytest.param(
            "WITH RECURSIVE r(x) AS (SELECT 'aaaaaaaa' UNION ALL SELECT x || x FROM r) SELECT max(len(x)) FROM r",
            marks=pytest.mark.slow,
        ),
        pytest.param("SELECT len(list(a.range)) FROM range(1000000000) a", marks=pytest.mark.slow),
    ],
)
def test_a_query_cannot_take_all_memory(shop: Tables, sql: str) -> None:
    with pytest.raises(ToolError, match=r"memory|stopped"):
        shop.query_tables(sql)
    assert shop.query_tables("SELECT count(*) FROM sales")["rows"] == [[3]]


def test_several_threads_can_ask_at_once(shop: Tables) -> None:
    answers: dict[int, Any] = {}

    def ask(number: int) -> None:
        answers[number] = shop.query_tables(f"SELECT n FROM numbers WHERE n = {number}")["rows"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: [[number]] for number in range(16)}


def test_the_process_ends_with_the_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path)
    started: list[Any] = []
    popen = tables.subprocess.Popen

    def remember(*args: Any, **options: Any) -> Any:
        started.append(popen(*args, **options))
        return started[-1]

    monkeypatch.setattr(tables.subprocess, "Popen", remember)
    functions = tables.tools(str(tmp_path / "sales.csv"))
    assert started[0].poll() is None
    del functions
    gc.collect()
    assert started[0].poll() is not None


def test_modules_of_the_current_directory_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path)
    (tmp_path / "duckdb.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    assert tables.tools("sales.csv")[0]()["tables"][0]["table"] == "sales"


def test_a_tuple_and_an_unknown_value_are_plain_too() -> None:
    assert jsonable((1, {2: Path("x")})) == [1, {"2": "x"}]
