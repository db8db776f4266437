"""Runs are listed from records that are written with every checkpoint: they say what the states say."""

from typing import Any

import psycopg
import pytest
from langgraph.types import Command

from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import StorageError
from smurfs_graph.runs.saved import delete_run, latest_of, read_run, run_ids
from smurfs_graph.runs.steps import RunRow, run_rows, state_of
from tests.durability.earlier_layouts import earlier_postgres, make_layout_3
from tests.memory.history import far, near
from tests.scripts import build, script


def config(thread: str, **more: Any) -> Any:
    """Of a run by name."""
    return {"configurable": {"thread_id": thread, **more}}


class BrokenError(Exception):
    """Ends a run in its midst."""


def three_runs(checkpointer: Any) -> None:
    """Run to the end, to a question, and to an error of the program around it."""
    build([near], checkpointer=checkpointer).graph.invoke({"query": "first\nand more"}, config("ended", user_id="ann"))
    waiting = build([near], checkpointer=checkpointer, approve=frozenset({"tools"}))
    waiting.graph.invoke({"query": "second"}, config("waits"))
    broken = build([near], broken_at_the_answer(), checkpointer=checkpointer)
    with pytest.raises(KeyboardInterrupt):
        broken.graph.invoke({"query": "third"}, config("broken"))


def broken_at_the_answer() -> Any:
    """The script of a model at whose second call somebody presses Ctrl-C."""

    def answer(sections: dict[str, str]) -> Any:
        raise KeyboardInterrupt

    return script(answer=answer)


def rows(storage: Storage) -> dict[str, RunRow]:
    """The rows of a storage's runs, by name."""
    return {row.id: row for row in run_rows(storage)}


def as_read(storage: Storage, thread: str) -> tuple[str, str, str, int]:
    """What the states of a run say of it."""
    saved = latest_of(storage, thread)
    assert saved is not None
    start = saved.values.get("__start__") or saved.values
    query = str(start["query"]).partition("\n")[0]
    return query, state_of(saved), str(saved.values.get("stop_reason") or ""), len(read_run(storage, thread))


def hold_to_states(storage: Storage) -> None:
    """Every row says what the run's states say."""
    for row in run_rows(storage):
        assert (row.query, row.state, row.stop_reason, row.steps) == as_read(storage, row.id)
        assert row.started <= row.updated


def test_records_say_what_the_states_say(storage: Storage) -> None:
    """Of runs that ended, wait and were interrupted; and again once they have gone on."""
    three_runs(storage.checkpointer)
    hold_to_states(storage)
    found = rows(storage)
    assert [(row.id, row.query, row.state) for row in found.values()] == [
        ("ended", "first", "finished"),
        ("waits", "second", "waiting"),
        ("broken", "third", "unfinished"),
    ]
    assert found["ended"].user == "ann"
    build([near], checkpointer=storage.checkpointer).graph.invoke(None, config("broken"))
    waiting = build([near], checkpointer=storage.checkpointer, approve=frozenset({"tools"}))
    waiting.graph.invoke(Command(resume={"decision": "approve"}), config("waits"))
    build([far], checkpointer=storage.checkpointer).graph.invoke({"query": "another"}, config("ended"))
    hold_to_states(storage)
    assert {row.state for row in run_rows(storage)} == {"finished"}
    assert rows(storage)["ended"].query == "another"


def test_the_last_runs_are_listed(storage: Storage) -> None:
    """So many of those that were started last, the oldest first."""
    for name in "abcd":
        build([near], checkpointer=storage.checkpointer).graph.invoke({"query": name}, config(name))
    build([near], checkpointer=storage.checkpointer).graph.invoke({"query": "again"}, config("a"))
    assert [row.id for row in run_rows(storage, 2)] == ["c", "d"]
    assert [row.id for row in run_rows(storage)] == ["a", "b", "c", "d"]


def test_a_run_is_of_the_user_whose_memories_it_has(storage: Storage) -> None:
    """Where only the settings name them."""
    kept: Any = {"checkpointer": storage.checkpointer, "store": storage.store}
    build([near], **kept, memory=True, memory_user="ann").graph.invoke({"query": "q"}, config("t"))
    assert [row.user for row in run_rows(storage)] == ["ann"]


@pytest.mark.parametrize("user", ["a\0b", "half \ud83d", "x" * 5_000, 0, ["not", "a", "name"]])
def test_whatever_a_user_is_called_the_run_is_kept(storage: Storage, user: Any) -> None:
    """Also by what a database does not take as a text."""
    saver = storage.checkpointer
    build([near], checkpointer=saver).graph.invoke({"query": "q"}, config("t", user_id=user))
    (row,) = run_rows(storage)
    assert row.state == "finished"
    assert len(row.user) <= 200
    assert "\0" not in row.user


def test_a_run_of_several_turns_is_deleted_with_the_payloads_of_all(storage: Storage) -> None:
    """Each turn has an id of its own; nothing is read for it."""
    built = build([near], checkpointer=storage.checkpointer, store=storage.store)
    for query in ("first", "second"):
        built.graph.invoke({"query": query}, config("t"))
    ids = run_ids(read_run(storage, "t"))
    assert len(ids) == 2
    assert sorted(storage.payload_ids("t") or ()) == sorted(ids)
    assert storage.payloads("")
    delete_run(storage, "t")
    assert storage.payloads("") == []
    assert run_rows(storage) == []


@pytest.fixture(params=["sqlite", "postgres", "postgres, not numbered"])
def earlier(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """The address of a storage that the release before has written."""
    if request.param == "sqlite":
        path = tmp_path / "runs.sqlite"
        with open_storage(path) as storage:
            three_runs(storage.checkpointer)
        make_layout_3(path)
        return str(path)
    url = request.getfixturevalue("postgres_url")
    with earlier_postgres(url, numbered="not" not in request.param) as saver:
        three_runs(saver)
    return url


def test_runs_of_the_release_before_are_listed_and_gone_on_with(earlier: str) -> None:
    """Their history stays, in order, and what they do from now on is after it."""
    with open_storage(earlier) as storage:
        hold_to_states(storage)
        before = {name: read_run(storage, name) for name in rows(storage)}
        assert [*before] == ["ended", "waits", "broken"]
        assert storage.payload_ids("waits") is None
        broken = build([near], checkpointer=storage.checkpointer)
        assert broken.graph.invoke(None, config("broken"))["stop_reason"] == "answered"
        assert broken.calls()[0] == "answer"  # the plan and the call were made before
        waiting = build([near], checkpointer=storage.checkpointer, approve=frozenset({"tools"}))
        decision = Command(resume={"decision": "approve"})
        assert waiting.graph.invoke(decision, config("waits"))["stop_reason"] == "answered"
    with open_storage(earlier) as storage:
        hold_to_states(storage)
        for name, history in before.items():
            after = read_run(storage, name)
            assert [saved.id for saved in after[: len(history)]] == [saved.id for saved in history]
            assert (len(after) > len(history)) == (name != "ended")
            assert storage.spans(name)[0][0] == ""
            items = [*storage.checkpointer.list(config(name))]
            middle = len(items) // 2
            older = [*storage.checkpointer.list(config(name), before=items[middle].config, limit=3)]
            assert [item.config for item in older] == [item.config for item in items[middle + 1 : middle + 4]]
        delete_run(storage, "broken")
        assert [*rows(storage)] == ["ended", "waits"]
        assert storage.checkpointer.get_tuple(config("broken")) is None


def test_runs_of_another_program_in_the_same_tables_are_left_alone(postgres_url: str) -> None:
    """They are not listed, not read and not deleted."""
    with earlier_postgres(postgres_url) as saver:
        three_runs(saver)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("UPDATE checkpoints SET metadata = metadata - 'smurfs_state' WHERE thread_id = 'ended'")
    with open_storage(postgres_url) as storage:
        assert [*rows(storage)] == ["waits", "broken"]
        assert storage.checkpointer.get_tuple(config("ended")) is None
        storage.checkpointer.delete_thread("ended")
    with psycopg.connect(postgres_url) as connection:
        sql = "SELECT count(*) > 0 FROM checkpoints WHERE thread_id = 'ended'"
        assert connection.execute(sql).fetchone() == (True,)


def test_records_whose_making_was_interrupted_are_made_by_the_next(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the last batch that was whole."""
    with earlier_postgres(postgres_url) as saver:
        three_runs(saver)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE checkpoints RENAME COLUMN metadata TO hidden")
    with pytest.raises(StorageError, match="cannot be used"), open_storage(postgres_url):
        pass
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE checkpoints RENAME COLUMN hidden TO metadata")
        connection.execute("INSERT INTO smurfs_marks VALUES ('earlier runs', 'broken')")  # the first by name is done
    with open_storage(postgres_url) as storage:
        assert [*rows(storage)] == ["ended", "waits"]
    with open_storage(postgres_url) as storage:
        hold_to_states(storage)
