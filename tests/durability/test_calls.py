"""A tool call that was under way when its run ended: made again, asked about, or refused, by its effect."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.errors import AnswerError
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.scripts import CONFIG, build, script


def graph_of(tool: Any, policy: Path, saver: Any, store: Any, **settings: Any) -> AnywhereGraph:
    """One sub-task, one call of the tool, whose response is the answer."""
    policy.write_text("default: allow")  # nobody is asked whether a call may be made at all
    replies = script(answer=lambda sections: {"answer": sections["response"]})
    return build([tool], replies, checkpointer=saver, store=store, policy=str(policy), **settings).graph


class Office:
    """A tool whose first call hangs until its run is cut off; and what it was called with."""

    def __init__(self, declare: Callable[[Any], Any], folder: Path, *, keyed: bool = False, hangs: bool = True) -> None:
        """`declare`: a decorator that says what the tool does; `keyed`: it takes an idempotency key."""
        self.policy = folder / "policy.yaml"
        self.calls: list[str] = []
        self.under_way = asyncio.Event()

        async def called(key: str) -> str:
            self.calls.append(key)
            self.under_way.set()
            if hangs and len(self.calls) == 1:
                await asyncio.sleep(60)
            return "booked"

        async def book() -> str:
            """Book it."""
            return await called("")

        async def book_once(key: str) -> str:
            """Book it."""
            return await called(key)

        self.tool = declare(book_once if keyed else book)

    def graph(self, saver: Any, store: Any = None, **settings: Any) -> AnywhereGraph:
        """A graph as a new process would have it."""
        return graph_of(self.tool, self.policy, saver, store, **settings)

    async def cut_off(self, graph: AnywhereGraph) -> None:
        """Start the run and cancel it in the middle of the call."""
        run = asyncio.create_task(graph.ainvoke({"query": "q"}, CONFIG))
        await asyncio.wait_for(self.under_way.wait(), 10)
        run.cancel()
        with suppress(asyncio.CancelledError):
            await run


async def question_of(graph: AnywhereGraph) -> Any:
    """Resume the run and return its question."""
    result = await graph.ainvoke(None, CONFIG)
    [asked] = result["__interrupt__"]
    return asked


async def answered(graph: AnywhereGraph, **answer: Any) -> dict[str, Any]:
    """The run, with an answer to its one question."""
    asked = await question_of(graph)
    return await graph.ainvoke(Command(resume={asked.id: answer}), CONFIG)


@pytest.mark.parametrize(
    "declare",
    [effects("read"), effects("read", "network"), effects("write", idempotent=True)],
    ids=["read", "network", "idempotent"],
)
async def test_what_only_reads_or_is_idempotent_is_called_again(declare: Any, tmp_path: Path) -> None:
    """Without a question."""
    office, saver = Office(declare, tmp_path), InMemorySaver()
    await office.cut_off(office.graph(saver))
    result = await office.graph(saver).ainvoke(None, CONFIG)
    assert result["outcomes"]["s1"].answer == "booked"
    assert len(office.calls) == 2


async def test_a_tool_that_takes_a_key_is_called_again_with_the_same(tmp_path: Path) -> None:
    """The key is not empty, and another run's is another one."""
    office, saver = Office(effects("write", idempotency_key="key"), tmp_path, keyed=True), InMemorySaver()
    await office.cut_off(office.graph(saver))
    result = await office.graph(saver).ainvoke(None, CONFIG)
    await office.graph(saver).ainvoke({"query": "q"}, CONFIG)
    assert result["outcomes"]["s1"].answer == "booked"
    first, again, other = office.calls
    assert first == again != ""
    assert other != first


@pytest.mark.parametrize(
    ("effect", "lasting"),
    [("write", True), ("write", False), ("money", True), ("code", True), ("network", True), ("", True)],
)
async def test_anything_else_is_asked_about(effect: Any, lasting: bool, tmp_path: Path) -> None:
    """Declared or not; with a store that outlives the process, and with one that is lost."""
    office = Office(effects(effect) if effect else lambda function: function, tmp_path)
    with open_storage(tmp_path / "runs.sqlite") as storage:
        store = storage.store if lasting else None
        await office.cut_off(office.graph(storage.checkpointer, store))
        graph = office.graph(storage.checkpointer, store)
        asked = await question_of(graph)
        assert (asked.value["kind"], asked.value["tool"]) == ("call_in_doubt", "book")
        assert office.calls == [""]
        result = await answered(graph, decision="repeat")
    assert result["outcomes"]["s1"].answer == "booked"
    assert len(office.calls) == 2


def chat(type_: str, **more: Any) -> dict[str, Any]:
    """A decision in the form of LangChain's middleware."""
    return {"decisions": [{"type": type_, **more}]}


@pytest.mark.parametrize(
    "answer",
    [
        {"decision": "approve"},
        {"decision": "edit", "response": "room 12"},
        {"decision": "reject"},
        {"decision": "made"},
        {"decision": "repeat", "response": "room 12"},
        "approve",
        "yes",
        "made",
        chat("approve"),
        chat("edit", edited_action={"name": "book", "args": {"response": "room 12"}}),
        chat("respond", message="room 12"),
    ],
)
async def test_a_call_in_doubt_is_never_approved(answer: Any, tmp_path: Path) -> None:
    """Whoever approves from habit would have it made twice: one line says what can be said, and the question stands."""
    office, saver = Office(effects("write"), tmp_path), InMemorySaver()
    await office.cut_off(office.graph(saver))
    graph = office.graph(saver)
    asked = await question_of(graph)
    with pytest.raises(AnswerError, match=r"repeat|needs a response") as refused:
        await graph.ainvoke(Command(resume={asked.id: answer}), CONFIG)
    assert "\n" not in str(refused.value)
    assert (await question_of(graph)).id == asked.id
    assert office.calls == [""]


@pytest.mark.parametrize(
    ("answer", "calls", "brought"),
    [
        ({"decision": "made", "response": "room 12"}, 1, "room 12"),
        ("made: room 12", 1, "room 12"),
        (chat("respond", message="made: room 12"), 1, "room 12"),
        ({"decision": "repeat"}, 2, "booked"),
        ("repeat", 2, "booked"),
        (chat("respond", message="repeat"), 2, "booked"),
        ("leave: it is late", 1, ""),
        (chat("reject", message="it is late"), 1, ""),
    ],
)
async def test_what_a_person_says_became_of_it_counts(answer: Any, calls: int, brought: str, tmp_path: Path) -> None:
    """In data, in words and in a chat's form; the call is made again only where they say so."""
    office, saver = Office(effects("write"), tmp_path), InMemorySaver()
    await office.cut_off(office.graph(saver))
    graph = office.graph(saver)
    asked = await question_of(graph)
    assert asked.value["review_configs"][0]["allowed_decisions"] == ["respond", "reject"]
    outcome = (await graph.ainvoke(Command(resume={asked.id: answer}), CONFIG))["outcomes"]["s1"]
    assert (len(office.calls), outcome.answer) == (calls, brought)
    assert ("it is late" in outcome.reason) == (not brought)


@pytest.mark.parametrize(("unattended", "said"), [(False, "I shall see to it"), (True, "may have had its effect")])
async def test_what_a_person_leaves_or_nobody_can_be_asked_about_is_a_failed_call(
    unattended: bool, said: str, tmp_path: Path
) -> None:
    """With the reason; it is never made twice on a guess."""
    office, saver = Office(effects("money"), tmp_path), InMemorySaver()
    await office.cut_off(office.graph(saver))
    graph = office.graph(saver, unattended=unattended)
    result = await (graph.ainvoke(None, CONFIG) if unattended else answered(graph, decision="leave", reason=said))
    assert result["outcomes"]["s1"].status == "failed"
    assert said in result["outcomes"]["s1"].reason
    assert office.calls == [""]


async def test_a_response_that_came_in_before_the_checkpoint_is_not_asked_for_again(tmp_path: Path) -> None:
    """The checkpointer dies between the call and its checkpoint; the journal has the response."""
    office = Office(effects("write"), tmp_path, hangs=False)

    class Failing(InMemorySaver):
        async def aput_writes(self, *args: Any, **kwargs: Any) -> None:
            if office.calls and not args[1][0][0].startswith("__"):
                raise OSError("the disk is full")
            await super().aput_writes(*args, **kwargs)

        async def aput(self, *args: Any, **kwargs: Any) -> Any:
            if office.calls:
                raise OSError("the disk is full")
            return await super().aput(*args, **kwargs)

    broken, store = Failing(), InMemoryStore()
    with pytest.raises(Exception, match="the disk is full"):
        await office.graph(broken, store).ainvoke({"query": "q"}, CONFIG)
    assert len(office.calls) == 1
    whole = InMemorySaver()
    whole.storage, whole.writes, whole.blobs = broken.storage, broken.writes, broken.blobs
    result = await office.graph(whole, store).ainvoke(None, CONFIG)
    assert result["outcomes"]["s1"].answer == "booked"
    assert len(office.calls) == 1
    assert result["usage"].tool_calls == 1


async def test_a_run_without_checkpoints_keeps_no_journal(tmp_path: Path) -> None:
    """Nobody can resume it."""
    office, store = Office(effects("write"), tmp_path, hangs=False), InMemoryStore()
    await office.graph(None, store).ainvoke({"query": "q"})
    assert all("fate" not in item.value for item in store.search(("smurfs", "responses"), limit=100))


async def test_the_same_call_in_another_run_is_another_call(tmp_path: Path) -> None:
    """A journal is about one call of one run, not about equal calls."""
    office, saver, store = Office(effects("write"), tmp_path, hangs=False), InMemorySaver(), InMemoryStore()
    for thread in ("one", "one", "two"):
        result = await office.graph(saver, store).ainvoke({"query": "q"}, {"configurable": {"thread_id": thread}})
        assert result["outcomes"]["s1"].answer == "booked"
    assert len(office.calls) == 3


async def test_a_blocking_call_that_ends_after_its_run_was_cancelled_is_kept(tmp_path: Path) -> None:
    """Its thread ends with it, and the run that goes on has the response."""
    calls: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    @effects("write")
    def book() -> str:
        """Book it."""
        calls.append("book")
        begun.set()
        go_on.wait(10)
        return "booked"

    office, saver, store = Office(effects("read"), tmp_path), InMemorySaver(), InMemoryStore()
    office.tool = book
    run = asyncio.create_task(office.graph(saver, store).ainvoke({"query": "q"}, CONFIG))
    assert await asyncio.to_thread(begun.wait, 10)
    run.cancel()
    with suppress(asyncio.CancelledError):
        await run
    go_on.set()
    for thread in threading.enumerate():
        if thread.name.startswith("tool-"):
            await asyncio.to_thread(thread.join, 10)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("tool-")]
    result = await office.graph(saver, store).ainvoke(None, CONFIG)
    assert result["outcomes"]["s1"].answer == "booked"
    assert calls == ["book"]
