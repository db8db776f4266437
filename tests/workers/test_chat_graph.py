"""The graph for chat clients, over a real queue with a worker behind it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph.errors import AnswerError, ConfigurationError
from smurfs_graph.workers.chat_graph import build_chat_graph
from smurfs_graph.workers.queue import Queue
from tests.workers.crew import CallLog, crew

APPROVE: Any = {"decisions": [{"type": "approve"}]}


class Chat:
    """One conversation of one user."""

    def __init__(self, queue: Queue, user: str = "ada") -> None:
        """Nothing has been said."""
        self.graph = build_chat_graph(queue, checkpointer=InMemorySaver())
        self.config: Any = {"configurable": {"thread_id": "talk", "user_id": user}}

    async def say(self, text: str) -> list[tuple[str, str]]:
        """Send a message; return what is shown then."""
        return await self.send({"messages": [("user", text)]})

    async def send(self, given: Any) -> list[tuple[str, str]]:
        """Send anything; return what is shown then."""
        return shown(await self.graph.ainvoke(given, self.config))

    async def questions(self) -> dict[str, Any]:
        """Return the questions that the client is asked."""
        return {each.id: each.value for each in (await self.graph.aget_state(self.config)).interrupts}


def shown(state: Any) -> list[tuple[str, str]]:
    """Return kinds and texts of the messages."""
    return [(each.type, each.text) for each in state["messages"]]


@pytest.fixture
def worker(queue: Queue, log: CallLog) -> Iterator[None]:
    """A worker that asks about calls that write."""
    with crew(queue.url, log, 1, asks=1, concurrency=2):
        yield


@pytest.mark.usefixtures("worker")
async def test_a_question_an_approval_and_a_follow_up(queue: Queue, log: CallLog) -> None:
    """The worker makes the calls; an answer that does not fit changes nothing; the next turn goes on in the thread."""
    chat = Chat(queue)
    assert await chat.say("book a") == [("human", "book a"), ("ai", "To be approved: book")]
    [question] = await chat.questions()
    with pytest.raises(AnswerError, match="still waits"):
        await chat.send(Command(resume={"decision": "perhaps"}))
    assert [*await chat.questions()] == [question] and not log.count()
    said = await chat.send(Command(resume={question: APPROVE}))
    assert [kind for kind, _ in said] == ["human", "ai"] and said[1][1].startswith("1 calls")
    assert [kind for kind, _ in await chat.say("look b")] == ["human", "ai", "human", "ai"]
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1
    assert queue.end_of("talk").user == "ada"


@pytest.mark.usefixtures("worker")
async def test_a_message_beside_a_question_leaves_it(queue: Queue, log: CallLog) -> None:
    """The question is put again, and neither lost nor answered; nobody else can say anything in the thread."""
    chat, eve = Chat(queue), Chat(queue, "eve")
    asked = await chat.say("book a")
    elsewhere: Any = {"configurable": {"thread_id": "talk", "user_id": "eve"}}
    with pytest.raises(ConfigurationError, match="belongs to somebody else"):
        await chat.graph.ainvoke(Command(resume=APPROVE), elsewhere)
    assert not log.count()
    assert await chat.say("look b") == asked
    [question] = await chat.questions()
    with pytest.raises(ConfigurationError):
        await eve.say("look b")
    await chat.send(Command(resume={question: APPROVE}))
    assert [*log.count()] == [("start", "a"), ("end", "a")]


@pytest.mark.usefixtures("worker")
async def test_a_state_set_by_its_client_shows_no_run_of_somebody_else(queue: Queue, log: CallLog) -> None:
    """Servers let a client say which node its state comes from: a question is read by its own user alone."""
    queue.enqueue("book b", thread="talk", user="ada")
    assert (await asyncio.to_thread(queue.wait, "talk", 60)).state == "waiting"
    eve = Chat(queue, "eve")
    await eve.graph.aupdate_state(eve.config, {"messages": [("user", "?")]}, as_node="enqueue")
    with pytest.raises(ConfigurationError, match="belongs to somebody else"):
        await eve.graph.ainvoke(None, eve.config)
    assert shown((await eve.graph.aget_state(eve.config)).values) == [("human", "?")]


@pytest.mark.usefixtures("worker")
async def test_an_answer_counts_for_the_question_that_was_shown(queue: Queue, log: CallLog) -> None:
    """What waits under its id meanwhile may say something else."""
    chat = Chat(queue)
    await chat.say("book a")
    [(name, question)] = queue.questions("talk")[1].items()
    await chat.graph.aupdate_state(chat.config, {"questions": {name: {**question, "complaint": "?"}}}, as_node="wait")
    said = await chat.send(Command(resume=APPROVE))
    assert said[-1] == ("ai", "To be approved: book") and not log.count()
    await chat.send(Command(resume=APPROVE))
    assert log.count()["end", "a"] == 1


@pytest.mark.usefixtures("worker")
async def test_a_client_that_stops_cancels_the_run_and_may_ask_something_else(queue: Queue, log: CallLog) -> None:
    """Calls that were to come are not made, and the thread goes on with the next turn."""
    chat = Chat(queue)
    going = asyncio.create_task(chat.say("look a 2; look b"))
    await asyncio.to_thread(log.wait_for, "start", "a")
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert (await asyncio.to_thread(queue.wait, "talk", 30)).state == "cancelled"
    said = await chat.say("look c")
    assert said[-1][0] == "ai" and log.count()["end", "c"] == 1 and not log.count()["start", "b"]


@pytest.mark.usefixtures("worker")
async def test_an_earlier_message_is_edited(queue: Queue) -> None:
    """As chat pages do it: from an earlier state. It is the run's next turn, and the page shows its answer alone."""
    chat = Chat(queue)
    await chat.say("look a")
    at = (await chat.graph.aget_state(chat.config)).config.get("configurable", {})
    after_first: Any = {"configurable": {**at, **chat.config["configurable"]}}
    await chat.say("look b")
    edited = await chat.graph.ainvoke({"messages": [("user", "look c")]}, after_first)
    assert [text for _, text in shown(edited)[::2]] == ["look a", "look c"]
    assert [text for _, text in shown(edited)[1::2]] == ['1 calls: {"found": "a"}', '1 calls: {"found": "c"}']


async def test_a_message_that_could_not_be_answered_is_not_enqueued(queue: Queue) -> None:
    """Without a thread nobody gets the answer; what is no text reaches no worker."""
    with pytest.raises(ConfigurationError, match="no thread is named"):
        await build_chat_graph(queue).ainvoke({"messages": [("user", "book a")]})
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    content: Any = [{"type": "text", "text": "book what is on it"}, image]
    with pytest.raises(ConfigurationError, match="without its image_url"):
        await Chat(queue).send({"messages": [HumanMessage(content)]})
    assert queue.states() == {}


async def test_many_wait_over_one_connection(queue: Queue, log: CallLog) -> None:
    """Twenty runs that end side by side are each told about."""
    graph = build_chat_graph(queue, checkpointer=InMemorySaver())
    names = [f"talk-{number}" for number in range(20)]
    going = [
        asyncio.create_task(
            graph.ainvoke({"messages": [("user", f"look {name}")]}, {"configurable": {"thread_id": name}})
        )
        for name in names
    ]
    with crew(queue.url, log, 1, concurrency=8):
        states = await asyncio.gather(*going)
    assert [shown(state)[-1][1] for state in states] == [f'1 calls: {{"found": "{name}"}}' for name in names]
