"""A model's reply that came in before its checkpoint was written: it is not asked for again, and counted once."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from langgraph.store.base import PutOp

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import StorageError
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.journal import ReplyJournal
from smurfs_graph.models.server import Breaker
from smurfs_graph.prompting.replies import Reply
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.durability.storages import address_of
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
        """Build the graph as a new process would."""
        settings: dict[str, Any] = {"strategy": "full", "step_shape": "split", "max_replans": 0}
        options: dict[str, Any] = {"checkpointer": self.storage.checkpointer, "store": self.storage.store}
        models = {"scripted:x": self.work.model}
        return build_graph(Settings(model="scripted:x", **settings), [self.work.tool()], models=models, **options)

    def resumed_after(self, writes: int, **context: Any) -> dict[str, Any]:
        """The result of a run that could write so often, and was gone on with by a new process."""
        self.left = writes
        with pytest.raises(StorageError):
            asyncio.run(self.graph().ainvoke({"query": "q"}, CONFIG, context=context))
        self.left = 10**9
        started = self.storage.checkpointer.get_tuple(CONFIG) is not None
        return asyncio.run(self.graph().ainvoke(None if started else {"query": "q"}, CONFIG, context=context))

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


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Counter[str], int]:
    """The calls of a run that nothing happens to, and the model calls that it reports."""
    with open_storage(tmp_path_factory.mktemp("whole") / "whole.sqlite") as storage:
        run = Run(storage)
        result = asyncio.run(run.graph().ainvoke({"query": "q"}, CONFIG))
    assert result["stop_reason"] == "answered"
    return run.asked, result["usage"].calls


@pytest.mark.parametrize(
    ("kind", "writes"), [("sqlite", writes) for writes in range(3, 40, 7)] + [("postgres", 9), ("postgres", 26)]
)
def test_no_reply_is_asked_for_twice(
    kind: str, writes: int, undisturbed: tuple[Counter[str], int], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Wherever the run's checkpoints could not be written any more."""
    asked, counted = undisturbed
    with open_storage(address_of(kind, request, tmp_path)) as storage:
        run = Run(storage)
        result = run.resumed_after(writes)
    assert result["stop_reason"] == "answered"
    assert run.asked == asked
    assert result["usage"].calls == counted


def test_replies_go_with_their_run(storage: Storage) -> None:
    """They are not among its responses, and deleted with them."""
    run = Run(storage)
    asyncio.run(run.graph().ainvoke({"query": "q"}, CONFIG))
    assert storage.store.search(("smurfs", "replies"))
    assert not [key for key, value in storage.payloads("") if "rung" in value]
    storage.delete_payloads("")
    assert not storage.store.search(("smurfs", "replies"))


class Answer(Reply):
    """Something to be said."""

    said: str


class BlockingModel(ScriptedModel):
    """A model whose client has no async methods, so that it is called in a thread."""

    _agenerate = BaseChatModel._agenerate  # pyright: ignore[reportPrivateUsage]


class DiedError(BaseException):
    """The end of a process."""


@pytest.mark.parametrize("where", ["loop", "thread", "client loop"])
def test_a_reply_is_kept_before_anything_else_is_done_with_it(
    where: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the client returned it, and although the process died before the asking layer had heard of it."""
    make = BlockingModel if where == "thread" else ScriptedModel
    model = make(script=lambda call, sections: {"said": "this"})

    async def ask() -> str:
        with fresh_registry() as registry:
            asker = Asker(model, "m", timeout=20, registry=registry, on_client_loop=where == "client loop")
            journal = ReplyJournal(storage.store, "run-page", 3)
            asked = await asker.ask([HumanMessage("what?")], Answer, role="planner", journal=journal)
        assert asked.reply is not None
        assert asked.row.calls == 1
        return asked.reply.said

    def died(breaker: Breaker) -> None:
        raise DiedError

    with monkeypatch.context() as patched:
        patched.setattr(Breaker, "note_success", died)
        with pytest.raises(DiedError):
            asyncio.run(ask())
    assert asyncio.run(ask()) == "this"
    assert len(model.asked) == 1


def test_a_reply_that_cannot_be_kept_ends_the_run_and_not_the_model(storage: Storage) -> None:
    """The store's own error is what is seen, and the model's server is not blamed for it."""

    async def ask() -> None:
        with fresh_registry() as registry:
            asker = Asker(ScriptedModel(lambda call, sections: {"said": "x"}), "m", timeout=20, registry=registry)
            await asker.ask([HumanMessage("?")], Answer, role="planner", journal=ReplyJournal(storage.store, "p", 0))

    def full(ops: Any) -> Any:
        every = list(ops)
        if any(isinstance(op, PutOp) for op in every):
            raise StorageError("the disk is full")
        return batch(every)

    batch: Any = storage.store.batch
    storage.store.batch = full
    with pytest.raises(StorageError, match="the disk is full"):
        asyncio.run(ask())
