"""Encryption at rest: nothing readable is in the files or tables; a wrong or missing key is one line."""

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.checkpoints.deltas import apply
from smurfs_graph.checkpoints.storage import open_storage
from tests.durability.storages import KINDS, address_of
from tests.scripts import CONFIG, build

CANARY = "canary-in-the-mine"
KEY = "SMURFS_AES_KEY"


def sing() -> str:
    """Sing."""
    return f"{CANARY} sings {'la ' * 3000}"


def run(address: str) -> dict[str, Any]:
    """A run whose query, answer, tool responses and payloads hold a canary."""
    with open_storage(address) as storage:
        built = build([sing], checkpointer=storage.checkpointer, store=storage.store)
        return built.graph.invoke({"query": f"what of the {CANARY}?"}, CONFIG)


def read(address: str) -> Any:
    """The state of the run."""
    with open_storage(address) as storage:
        return build([sing], checkpointer=storage.checkpointer).graph.get_state(CONFIG).values


def everything_in(address: str) -> bytes:
    """All bytes that a storage keeps."""
    if not address.startswith("postgresql"):
        return b"".join(path.read_bytes() for path in Path(address).parent.glob("runs*") if path.is_file())
    import psycopg

    with psycopg.connect(address) as connection:
        tables = ("smurfs_checkpoints", "smurfs_writes", "smurfs_runs", "smurfs_marks", "store")
        rows = [connection.execute(f"SELECT t::text FROM {table} t").fetchall() for table in tables]  # pyright: ignore
    return repr(rows).encode()


def readable(data: bytes) -> bool:
    """Return whether the canary is there, also as PostgreSQL shows bytes."""
    return CANARY.encode() in data or CANARY.encode().hex().encode() in data


@pytest.fixture(params=KINDS)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A storage with an encrypted run."""
    address = address_of(request.param, request, tmp_path)
    monkeypatch.setenv(KEY, secrets.token_hex(32))
    assert CANARY in run(address)["answer"]
    return address


def test_nothing_readable_is_kept(kept: str) -> None:
    """Neither query nor responses; with the key, all of it is there again."""
    assert not readable(everything_in(kept))
    assert CANARY in read(kept)["query"]
    with open_storage(kept) as storage:
        kept_in_full = [payload["full"] for _, payload in storage.payloads("") if "full" in payload]
        assert kept_in_full == [sing()]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_without_a_key_all_of_it_is_readable(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the test above tests something."""
    monkeypatch.delenv(KEY, raising=False)
    address = address_of(kind, request, tmp_path)
    run(address)
    assert readable(everything_in(address))  # the request, in the record of the run
    sql = "SELECT data FROM {}checkpoints WHERE base IS NULL"
    if kind == "postgres":
        import psycopg

        with psycopg.connect(address) as server:
            kept = server.execute(sql.format("smurfs_")).fetchall()  # pyright: ignore
    else:
        kept = sqlite3.connect(address).execute(sql.format("")).fetchall()
    assert any(readable(apply(b"", data)) for (data,) in kept)


@pytest.mark.parametrize(("key", "match"), [("f" * 64, "not the one"), ("", "encrypted; set SMURFS_AES_KEY")])
def test_a_wrong_or_missing_key_is_one_line(kept: str, monkeypatch: pytest.MonkeyPatch, key: str, match: str) -> None:
    """On reading and on going on; nothing is overwritten."""
    right = os.environ[KEY]
    monkeypatch.setenv(KEY, key)
    with pytest.raises(ConfigurationError, match=match) as caught:
        read(kept)
    assert "\n" not in str(caught.value)
    monkeypatch.setenv(KEY, right)
    read(kept)


def test_a_key_for_runs_that_are_not_encrypted_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a storage would be half of each, and a forged plain row would pass."""
    monkeypatch.delenv(KEY, raising=False)
    run(address)
    monkeypatch.setenv(KEY, "a" * 64)
    with pytest.raises(ConfigurationError, match="not encrypted"):
        read(address)


@pytest.mark.parametrize("key", ["short", "g" * 64, "a" * 63, "ä" * 32])
def test_what_is_no_key_is_refused_without_showing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """The line says how to make one."""
    monkeypatch.setenv(KEY, key)
    with pytest.raises(ConfigurationError, match="openssl rand") as caught, open_storage(tmp_path / "runs.sqlite"):
        pass
    assert key not in str(caught.value)


def test_tampering_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bit of one state."""
    monkeypatch.setenv(KEY, "b" * 64)
    path = tmp_path / "runs.sqlite"
    run(str(path))
    with closing(sqlite3.connect(path)) as database, database:
        for ns, name, data in database.execute("SELECT ns, id, data FROM checkpoints").fetchall():
            changed = data[:-1] + bytes([data[-1] ^ 1])
            database.execute("UPDATE checkpoints SET data = ? WHERE ns = ? AND id = ?", (changed, ns, name))
    with pytest.raises(ConfigurationError):
        read(str(path))
