"""Checkpoints of another version of the state: refused by name wherever they are read, not half understood."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import SubTask
from smurfs_graph.checkpoints import strict, strict_serializer
from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer
from smurfs_graph.checkpoints.state_version import STATE
from smurfs_graph.errors import StorageError
from smurfs_graph.state import CHECKPOINTED
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.durability.storages import CHECKPOINTERS, open_checkpointer
from tests.memory.history import near
from tests.scripts import CONFIG, build

NAMED = f"run 't' was saved by another version of smurfs-graph: it has state '{STATE}', this one reads {STATE + 1}"


def test_a_type_that_checkpoints_name_is_renamed_with_the_version() -> None:
    """One of a name that is gone would come back as a dict: who takes a name out of this list raises `STATE`."""
    names = """
        Attempt Call Candidates ChoiceReport Claim Clarification Decided DecisionTree Draft Guided Instead Known
        Memories NotFound Offer Outcome Plan PlanDecision PlanReview Program PromptView Restart SearchState Stop
        SubTask Usage UsageRow Verdict
    """
    assert STATE == 6
    assert {kind.__name__ for kind in CHECKPOINTED} == {*names.split()}


@pytest.mark.parametrize("kind", CHECKPOINTERS)
def test_a_library_run_of_another_version_is_refused_by_name(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resuming and reading it, with a graph or without, is refused; a new run on the same checkpointer works."""
    with open_checkpointer(kind, request, tmp_path) as saver:
        assert build([near], checkpointer=saver).graph.invoke({"query": "q"}, CONFIG)["stop_reason"] == "answered"
        monkeypatch.setattr("smurfs_graph.checkpoints.state_version.STATE", STATE + 1)
        graph = build([near], checkpointer=saver).graph
        for use in (
            lambda: graph.invoke(None, CONFIG),
            lambda: graph.invoke({"query": "another"}, CONFIG),
            lambda: graph.get_state(CONFIG),
            lambda: strict(saver).get_tuple(CONFIG),
        ):
            with pytest.raises(StorageError) as caught:
                use()
            assert str(caught.value) == NAMED
        other: Any = {"configurable": {"thread_id": "new"}}
        assert graph.invoke({"query": "q"}, other)["stop_reason"] == "answered"
        assert graph.get_state(other).values["stop_reason"] == "answered"


def test_a_command_line_run_of_another_version_is_listed_and_can_be_deleted(
    smurfs: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other command says why not, in one line."""
    path, file = tmp_path / "runs.sqlite", tmp_path / "t.run"
    with closing(SqliteCheckpointer(path)) as saver:
        build([near], checkpointer=saver).graph.invoke({"query": "q"}, CONFIG)
    assert smurfs("runs", "export", "t", "-o", file, "--checkpoint", path).status == 0
    monkeypatch.setattr("smurfs_graph.checkpoints.state_version.STATE", STATE + 1)
    assert '"state": "unreadable"' in smurfs("runs", "list", "--json", "--checkpoint", path).out
    for command in (["resume", "t"], ["runs", "show", "t"], ["runs", "fork", "t", "--step", 1], ["report", "t"]):
        done = smurfs(*command, "--checkpoint", path)
        assert (done.status, NAMED in done.err) == (2, True), done
        assert len(done.err.strip().splitlines()) == 1
    taken = smurfs("runs", "import", file, "--checkpoint", tmp_path / "other.sqlite")
    assert taken.status == 2
    assert taken.err.endswith(f"it has state '{STATE}' of another version, this one reads {STATE + 1}\n")
    listed = smurfs("runs", "list", "--checkpoint", path)
    assert (listed.out, len(listed.err.splitlines())) == ("", 1)
    assert "1 run of another version" in listed.err
    assert smurfs("runs", "prune", "--older-than", "0s", "--checkpoint", path).err == "smurfs: 0 runs deleted\n"
    pruned = smurfs("runs", "prune", "--unreadable", "--older-than", "0s", "--checkpoint", path)
    assert pruned.err == "smurfs: 1 run deleted\n"


@pytest.mark.parametrize(
    "change", [(b"\xa7content", b"\xa7contexx"), (b"\xa1b", b"\xa1\xff"), (b"\xa1b", b"\x81\x01\x02")]
)
def test_a_value_that_does_not_fit_its_type_is_refused_and_not_half_built(change: tuple[bytes, bytes]) -> None:
    """LangGraph would put it together without checks, or leave it plain."""
    serializer = strict_serializer()
    kind, data = serializer.dumps_typed({"x": [SubTask(id="a", content="b")]})
    with pytest.raises((StorageError, ValueError), match=r"another version of smurfs-graph|decode|ext_hook"):
        serializer.loads_typed((kind, data.replace(*change)))
    assert serializer.loads_typed((kind, data)) == {"x": [SubTask(id="a", content="b")]}
