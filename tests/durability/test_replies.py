"""A model's reply that came in before its checkpoint was written: it is not asked for again, and counted once."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import StorageError
from smurfs_graph.running import AnywhereGraph
from tests.schedule.simulation import Simulation

CONFIG: Any = {"configurable": {"thread_id": "t"}}


class Run:
    """A run of two sub-tasks whose checkpointer refuses to write, from a number of writes on."""

    def __init__(self, storage: Storage) -> None:
        """Nothing is refused yet."""
        self.work = Simulation({"a": [], "b": ["a"]})
        self.storage = storage
        self.left = 10**9
        for name in ("put", "put_writes"):
            setattr(storage.checkpointer, name, self._refusing(getattr(storage.checkpointer, name)))

    def graph(self) -> AnywhereGraph:
        """As a new process would have it."""
        settings: dict[str, Any] = {"strategy": "full", "step_shape": "split", "max_replans": 0}
        options: dict[str, Any] = {"checkpointer": self.storage.checkpointer, "store": self.storage.store}
        models = {"scripted:x": self.work.model}
        return build_graph(Settings(model="scripted:x", **settings), [self.work.tool()], models=models, **options)

    @property
    def asked(self) -> Counter[str]:
        """The model's calls, counted."""
        return Counter(f"{call.call} {call.user}" for call in self.work.model.asked)

    def _refusing(self, method: Any) -> Any:
        def refusing(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise StorageError("the disk is away")
            return method(*args, **kwargs)

        return refusing


def undisturbed(path: Path) -> tuple[Counter[str], int]:
    """The calls of a run that nothing happens to, and the model calls that it reports."""
    with open_storage(path) as storage:
        run = Run(storage)
        result = asyncio.run(run.graph().ainvoke({"query": "q"}, CONFIG))
    assert result["stop_reason"] == "answered"
    return run.asked, result["usage"].calls


@pytest.mark.parametrize("writes", range(3, 40, 7))
def test_no_reply_is_asked_for_twice(writes: int, tmp_path: Path) -> None:
    """Wherever the run's checkpoints could not be written any more."""
    asked, counted = undisturbed(tmp_path / "whole.sqlite")
    with open_storage(tmp_path / "runs.sqlite") as storage:
        run = Run(storage)
        run.left = writes
        with pytest.raises(StorageError):
            asyncio.run(run.graph().ainvoke({"query": "q"}, CONFIG))
        run.left = 10**9
        started = storage.checkpointer.get_tuple(CONFIG) is not None
        result = asyncio.run(run.graph().ainvoke(None if started else {"query": "q"}, CONFIG))
    assert result["stop_reason"] == "answered"
    assert run.asked == asked
    assert result["usage"].calls == counted


def test_replies_go_with_their_run(tmp_path: Path) -> None:
    """They are not among its responses, and deleted with them."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        run = Run(storage)
        asyncio.run(run.graph().ainvoke({"query": "q"}, CONFIG))
        assert storage.store.search(("smurfs", "replies"))
        assert not [key for key, value in storage.payloads("") if "rung" in value]
        storage.delete_payloads("")
        assert not storage.store.search(("smurfs", "replies"))
