"""Payloads are found and deleted by the beginning of their keys, by an index, under every collation."""

import sqlite3
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.checkpoints.payloads import REPLIES, RESPONSES, key_range
from smurfs_graph.checkpoints.storage import Storage, open_storage
from tests.servers.postgres.server import PostgresServer

HOSTILE = ("a%", "a_", "%", "_", "a\\", "a'", "é", "ß-", "\ud7ff", "\U0010ffff", "a\U0010ffff", "Z", "z", "ö", "")
TEXTS = st.text(st.sampled_from("ab%_\ud7ff\ue000\U0010fffe\U0010ffff"), max_size=4)


@given(st.lists(TEXTS, unique=True), TEXTS)
def test_a_range_holds_what_starts_with_the_prefix(keys: list[str], prefix: str) -> None:
    """And nothing else, in SQLite's order of texts."""
    within, values = key_range(prefix, "key", "?")
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (key TEXT)")
        connection.executemany("INSERT INTO t VALUES (?)", [(key,) for key in keys])
        found = {key for (key,) in connection.execute(f"SELECT key FROM t WHERE {within}", values)}
    assert found == {key for key in keys if key.startswith(prefix)}


def hold_to_prefixes(storage: Storage) -> None:
    """Every prefix finds its own keys and deletes no other's."""
    keys = sorted({f"{start}{end}" for start in HOSTILE for end in ("-1", "-2", "x", "é", "\U0010ffff")})
    for prefix in HOSTILE:
        for namespace in (RESPONSES, REPLIES, ("user", "own")):
            for key in keys:
                storage.store.put(namespace, key, {"full": key})
        mine = [key for key in keys if key.startswith(prefix)]
        assert [key for key, _ in storage.payloads(prefix)] == mine
        storage.delete_payloads(prefix)
        left = [key for key in keys if not key.startswith(prefix)]
        for namespace, rest in ((RESPONSES, left), (REPLIES, left), (("user", "own"), keys)):
            assert sorted(item.key for item in storage.store.search(namespace, limit=1_000)) == rest


def test_hostile_prefixes(storage: Storage) -> None:
    """Wildcards, quotes, the last character there is, and what collations take for equal or order otherwise."""
    hold_to_prefixes(storage)


def test_a_database_with_a_collation_of_a_language(postgres: PostgresServer) -> None:
    """Texts are ordered by a language's rules in it: upper and lower case beside each other."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS german")
        made = "CREATE DATABASE german TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' LOCALE 'C'"
        try:
            connection.execute(f"{made} ENCODING 'UTF8'")
        except psycopg.errors.FeatureNotSupported:
            pytest.skip("this PostgreSQL was built without the rules of languages; Debian's has them")
    with open_storage(postgres.url("german")) as storage:
        hold_to_prefixes(storage)


def plans(url: str) -> list[str]:
    """What PostgreSQL does to find and to delete the payloads of a run among those of many."""
    within, values = key_range("run-7-", 'key COLLATE "C"', "%s")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO store (prefix, key, value) SELECT 'smurfs.responses', 'run-' || n % 2000 || '-' || n, '{}'"
            " FROM generate_series(1, 20000) AS n"
        )
        connection.execute("ANALYZE store")
        found: list[str] = []
        names = ["smurfs.responses", "smurfs.replies"]
        for statement, namespace in (("SELECT key, value", names[0]), ("DELETE", names)):
            sql = f"EXPLAIN {statement} FROM store WHERE prefix = {'%s' if statement[0] == 'S' else 'ANY(%s)'}"
            rows = connection.execute(cast("Any", f"{sql} AND {within}"), [namespace, *values]).fetchall()
            found.append("\n".join(row[0] for row in rows))
    return found


def test_nothing_is_scanned_to_find_the_payloads_of_a_run(postgres_url: str) -> None:
    """Neither to read nor to delete them, also where the making of the index was interrupted."""
    with open_storage(postgres_url):
        pass
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'smurfs_store_by_key'::regclass")
    with open_storage(postgres_url):
        pass
    for plan in plans(postgres_url):
        assert "Seq Scan" not in plan
        assert "smurfs_store_by_key" in plan


def test_nothing_is_scanned_in_a_file(tmp_path: Path) -> None:
    """SQLite searches the primary key by all that it has."""
    path = tmp_path / "runs.sqlite"
    with open_storage(path):
        pass
    within, values = key_range("run-7-", "key", "?")
    with sqlite3.connect(path) as connection:
        sql = f"EXPLAIN QUERY PLAN SELECT data FROM payloads WHERE ns = ? AND {within}"
        (plan,) = connection.execute(sql, ["ns", *values]).fetchall()
    assert "SEARCH payloads USING PRIMARY KEY (ns=? AND key>? AND key<?)" in plan[3]
