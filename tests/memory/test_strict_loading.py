"""A checkpoint builds this library's own types and plain data, and nothing else."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde import jsonplus
from pydantic import BaseModel

from smurfs_graph import Evidence, Outcome, Usage, UsageRow
from smurfs_graph.checkpoints import strict, strict_serializer
from smurfs_graph.planning.outcome import Known
from smurfs_graph.planning.plan import sequence
from smurfs_graph.search.state import Call
from smurfs_graph.state import CHECKPOINTED, Draft, Restart, RunState, Stop, SubTaskState
from smurfs_graph.tree_state import TreeTaskState
from tests.memory.foreign import FIRED, Bomb, foreign_bytes
from tests.memory.history import CONFIG, SAVERS, open_saver, search_with_rollback


@pytest.mark.parametrize("state", [RunState, SubTaskState, TreeTaskState])
def test_every_type_of_a_state_may_be_loaded(state: type) -> None:
    """One that may not comes back as plain data, and ends a run that goes on with it."""
    held = {kind for hint in get_type_hints(state).values() for kind in _models_in(hint)}
    assert {kind for kind in held if kind.__module__.startswith("smurfs_graph.")} <= {*CHECKPOINTED}


def _models_in(hint: Any) -> Iterator[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
    for inner in get_args(hint):
        yield from _models_in(inner)


@pytest.mark.parametrize("name", SAVERS)
async def test_loading_checkpoints_warns_of_nothing(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every type in the state of a run is registered, those of the inner graph and of pending writes included."""
    for seen in ("_warned_unregistered_types", "_warned_blocked_types", "_warned_unreconstructable_types"):
        monkeypatch.setattr(jsonplus, seen, set())  # LangGraph says each thing only once
    with caplog.at_level(logging.WARNING):
        async with open_saver(name, tmp_path) as saver:
            built = search_with_rollback(saver)
            await built.graph.ainvoke({"query": "q"}, CONFIG)
            async for checkpoint in built.graph.checkpointer.alist(CONFIG):  # pyright: ignore
                assert checkpoint.checkpoint
    assert [record.getMessage() for record in caplog.records if record.name.startswith("langgraph")] == []


@pytest.mark.parametrize(
    "value",
    [
        Draft(call=Call(thought="t", tool="a", arguments={"n": [1, {"x": None}]}), stage="ready", response="r"),
        Known(question="q", answer="a"),
        Restart(call="planner", count=1, complaint="c"),
        Stop(reason="token_budget"),
        Usage(rows=(UsageRow(role="planner", calls=1, seconds=0.5),)),
        sequence(["a", "b"]),
        Outcome(
            sub_task="s1", status="solved", answer="a", evidence=(Evidence(tool="t", arguments={}, ok=True, text="x"),)
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_types_of_a_state_round_trip(value: Any) -> None:
    """Equal and of the same type, nested ones included."""
    serializer = strict_serializer()
    again = serializer.loads_typed(serializer.dumps_typed(value))
    assert again == value
    assert type(again) is type(value)
    assert type(value) in CHECKPOINTED


@pytest.mark.parametrize(("module", "name"), [(Bomb.__module__, "Bomb"), ("os", "system"), ("subprocess", "Popen")])
def test_a_foreign_type_is_not_built(module: str, name: str) -> None:
    """A crafted checkpoint yields plain data; the default serializer would have called the type."""
    FIRED.clear()
    loaded = strict_serializer().loads_typed(("msgpack", foreign_bytes(module, name)))
    assert FIRED == []
    assert isinstance(loaded, dict | list | str | type(None))


def test_the_crafted_bytes_are_dangerous_without_the_allow_list() -> None:
    """LangGraph's default does build the type from these bytes, so that the test above tests something."""
    FIRED.clear()
    jsonplus.JsonPlusSerializer(allowed_msgpack_modules=True).loads_typed(("msgpack", foreign_bytes()))
    assert FIRED == ["built"]


def test_the_given_checkpointer_is_left_as_it_is() -> None:
    """Only a copy gets the strict serializer; both see the same checkpoints."""
    given = InMemorySaver()
    serializer = given.serde
    made = strict(given)
    assert given.serde is serializer
    assert made is not given
    assert made.storage is given.storage  # pyright: ignore


def test_a_serializer_of_the_users_own_is_kept() -> None:
    """An encrypting serializer is not replaced by a plain one."""
    from langgraph.checkpoint.serde.base import SerializerProtocol

    class Encrypting(SerializerProtocol):
        def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
            return "rot", repr(obj).encode()[::-1]

        def loads_typed(self, data: tuple[str, bytes]) -> Any:
            return data[1][::-1].decode()

    given = InMemorySaver(serde=Encrypting())
    kept: Any = strict(given).serde
    assert kept.dumps_typed("abc")[0] == "rot"
