"""Crafted checkpoints, caches and exports execute nothing, in every entry point."""

import json
import os
import pickle
import sqlite3
import threading
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import ormsgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from smurfs_graph import ConfigurationError
from smurfs_graph.checkpoints.deltas import difference
from smurfs_graph.checkpoints.serializing import make_strict, strict_serializer
from smurfs_graph.checkpoints.state_version import with_version
from smurfs_graph.errors import StorageError
from smurfs_graph.runs.forking import rename_each, rename_run
from smurfs_graph.runs.plain import from_plain, to_plain
from smurfs_graph.runs.saved import Saved
from smurfs_graph.runs.transfer import ExportFile, read_export
from smurfs_graph.state import CHECKPOINTED
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.cli.conftest import tools_file as tools_file
from tests.memory.foreign import FIRED, Bomb, foreign_bytes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", ["pickle", "json", "yaml", "msgpack+aes", ""])
def test_records_of_other_kinds_are_never_read(kind: str) -> None:
    """Pickles, and LangGraph's JSON, which builds LangChain's objects."""
    FIRED.clear()
    data = (
        pickle.dumps(Bomb.__new__(Bomb))
        if kind == "pickle"
        else b'{"lc": 2, "type": "constructor", "id": ["os", "system"]}'
    )
    with pytest.raises(StorageError, match=r"never read|is encrypted"):
        strict_serializer().loads_typed((kind, data))
    assert FIRED == []


def test_an_encrypting_serializer_of_the_users_own_is_strict_inside() -> None:
    """Its inner one is LangGraph's default, which builds what it is told to."""
    given_serializer = EncryptedSerializer.from_pycryptodome_aes(key=b"0" * 16)
    made: Any = make_strict(given_serializer)
    assert type(given_serializer.serde) is JsonPlusSerializer
    assert type(made.serde) is type(strict_serializer())
    assert made.loads_typed(made.dumps_typed({"a": 1})) == {"a": 1}


def test_a_row_of_the_file_that_names_code_builds_nothing(smurfs: Run, tools_file: Path, tmp_path: Path) -> None:
    """For list, show, resume, export and fork."""
    FIRED.clear()
    smurfs("run", "Find the stock of item A-17.", "--tools", tools_file, "--thread", "t1", "-q")
    with closing(sqlite3.connect(tmp_path / "home" / "checkpoints.sqlite")) as database, database:
        described = json.dumps(with_version({})).encode()
        raw = ormsgpack.packb(["msgpack", foreign_bytes(), described])
        database.execute("UPDATE checkpoints SET base = NULL, data = ?", (difference(b"", raw),))
    for command in (["list"], ["show", "t1"], ["export", "t1", "-o", tmp_path / "x"], ["fork", "t1", "--step", 2]):
        done = smurfs("runs", *command)
        assert "internal error" not in done.err, done.err
    assert smurfs("resume", "t1").status == 2
    assert FIRED == []


@pytest.mark.parametrize(
    "data",
    [
        {"$": "os.system", "v": "true"},
        {"$": "Bomb", "v": {}},
        {"$": "Plan", "v": {"sub_tasks": "x"}},
        {"$": "bytes", "v": "?"},
        {"$": ["Plan"], "v": {}},
        {"$": "Interrupt", "v": 1},
        {"$": "dict", "v": [1]},
        {"$": "set", "v": [{}]},
        {"$": "float", "v": [1]},
    ],
)
def test_a_value_of_an_unknown_or_wrong_type_is_refused(data: Any) -> None:
    """By name."""
    FIRED.clear()
    with pytest.raises(StorageError):
        from_plain(data)
    assert FIRED == []


LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.frozensets(LEAF)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_plain_values_come_back_as_they_were(value: Any) -> None:
    """Through JSON, types included."""
    assert from_plain(json.loads(json.dumps(to_plain(value)))) == value


ID = "1f1e6ab1-3d6e-65a2-bfff-8aca917c27db"


def checkpoint(metadata: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
    """A line of a file."""
    parts = {"id": ID, "v": 4, "ts": "", "channel_versions": {}, "versions_seen": {}, "channel_values": values}
    return {"kind": "checkpoint", "ns": "", "id": ID, "checkpoint": parts, "metadata": metadata or {}, "writes": []}


HEADER = {"format": "smurfs-run", "version": 1, "id": "t", "made_by": "x"}
END = {"kind": "end", "lines": 0}
END_OF_2 = {"kind": "end", "lines": 2}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "no file of"),
        (["MZ\x90\x00"], "no file of"),
        ([{"format": "other-run", "version": 1}], "no file of"),
        ([{**HEADER, "version": 2, "made_by": "smurfs-graph 9.1"}], "version 2, of smurfs-graph 9.1"),
        ([{**HEADER, "version": "1"}], "version is no number"),
        ([{**HEADER, "id": ""}], "no name"),
        ([HEADER], "cut off"),
        ([HEADER, END], "no checkpoint"),
        ([HEADER, {"kind": "end", "lines": 3}], "lines are missing"),
        ([HEADER, {"kind": "code", "run": "x"}], "no kind of line"),
        ([HEADER, "{"], "no JSON"),
        ([HEADER, "[" * 100_000], "no JSON"),
        ([HEADER, {"kind": "checkpoint", "ns": "../x\n", "id": "1"}], "namespace"),
        ([HEADER, {"kind": "checkpoint", "ns": "", "id": "1; DROP TABLE checkpoints"}], "id is malformed"),
        ([HEADER, {"kind": "payload", "key": "../../etc", "value": {}}], "key is malformed"),
        ([HEADER, {"kind": "payload", "key": "aa-bb", "value": {"x": [1]}}], "payload is malformed"),
        ([HEADER, checkpoint(run_id='"')], "run's id is malformed"),
        ([HEADER, checkpoint(run_id=[1])], "run's id is malformed"),
        ([HEADER, checkpoint({"step": "1"})], "metadata are malformed"),
        ([HEADER, checkpoint(plan=5)], "'plan' of the state is malformed"),
        ([HEADER, checkpoint(outcomes=[1])], "'outcomes' of the state is malformed"),
        ([HEADER, checkpoint(answer=None)], "'answer' of the state is malformed"),
        ([HEADER, {**checkpoint(), "writes": [["t", "usage", "x"]]}], "'usage' of the state is malformed"),
        ([HEADER, {**checkpoint(), "writes": [["t", "__interrupt__", [{"value": 1}]]]}], "question is malformed"),
        ([HEADER, checkpoint(replans=10**40)], "beyond 64 bits"),
        ([HEADER, checkpoint(x=json.loads("[" * 400 + "]" * 400))], "nested too deep"),
        ([{**HEADER, "id": "\ud800"}], "half a character"),
        (
            [HEADER, checkpoint(run_id="a" * 32), {"kind": "payload", "key": f"{'b' * 32}-c", "value": {}}, END_OF_2],
            "not of this run",
        ),
    ],
)
def test_a_file_that_is_no_exported_run_is_refused_by_name(lines: list[Any], said: str) -> None:
    """One line; foreign formats, newer versions, cut-off and crafted files."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    with pytest.raises(ConfigurationError, match=said) as caught:
        read_export(texts)
    assert "\n" not in str(caught.value)


def test_a_run_with_a_crafted_id_is_not_copied() -> None:
    """An id of one letter stands in every word; of several, each would multiply what the one before has made."""
    run = [Saved("", ID, None, {"channel_values": {"run_id": name}}, {}, ()) for name in "0123456789abcdef"]
    with pytest.raises(ConfigurationError, match="no id of a run"):
        rename_run(run, [], {})


@settings(max_examples=30)
@given(
    st.lists(st.dictionaries(st.sampled_from(["kind", "ns", "id", "checkpoint", "key", "value"]), VALUES), max_size=3)
)
def test_any_lines_are_refused_in_one_way(lines: list[Any]) -> None:
    """Nothing but a ConfigurationError, whatever the lines hold."""
    texts = [json.dumps(HEADER), *(json.dumps(to_plain(line)) for line in lines)]
    with pytest.raises(ConfigurationError):
        read_export(texts)


def test_the_servers_allow_list_is_the_librarys() -> None:
    """`langgraph.json` names every type of the state, and no other."""
    configured = json.loads((ROOT / "langgraph.json").read_text())["checkpointer"]["serde"]["allowed_msgpack_modules"]
    assert {tuple(name) for name in configured} == {(kind.__module__, kind.__name__) for kind in CHECKPOINTED}


def test_a_long_run_is_read_part_by_part(tmp_path: Path) -> None:
    """A file of hundreds of megabytes takes the memory of one part at a time; a pipe is read once."""
    key = f"{'a' * 32}-c"
    payloads = ({"kind": "payload", "key": f"{key}{n}", "value": {"said": "x" * 100_000}} for n in range(200))
    lines = [HEADER, checkpoint(run_id="a" * 32), *payloads, {"kind": "end", "lines": 201}]
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    del lines
    tracemalloc.start()
    try:
        found = ExportFile(file)
        assert (found.name, found.steps, found.run_ids) == (HEADER["id"], 1, ["a" * 32])
        run, kept = rename_each(found.run_ids, found.run(), found.payloads(), {})
        assert sum(len(value["said"]) for key, value in kept if not key.startswith("a" * 32)) == 20_000_000
        assert len(list(run)) == 1
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5_000_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_run_is_read_from_a_pipe(tmp_path: Path) -> None:
    """Read as in `smurfs runs import <(zcat run.gz)`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = "\n".join(map(json.dumps, [HEADER, checkpoint(), {"kind": "end", "lines": 1}])) + "\n"
    threading.Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    found = ExportFile(pipe)
    assert [len(list(found.run())), len(list(found.run()))] == [1, 1]
