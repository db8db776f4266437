"""A graph for chat clients whose turns are carried out by the workers of a queue.

It only enqueues, waits, and puts the questions of the run to its own client: served by `langgraph dev` or by AG-UI's
endpoint it needs no tools, models or keys of models. The conversation itself is kept where the workers keep their runs.
"""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, NotRequired

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send, interrupt
from pydantic import BeforeValidator, WithJsonSchema
from typing_extensions import TypedDict

from smurfs_graph.canonical import digest
from smurfs_graph.errors import AnswerError, ConfigurationError, RunBusyError
from smurfs_graph.prompting.conversation import asking_message
from smurfs_graph.running.resuming import answer_schema_of, complain_in_a_line
from smurfs_graph.tools.memory import user_of_request
from smurfs_graph.workers.listening import Listener
from smurfs_graph.workers.queue import Queue


def _joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Join answers that come side by side; nothing new resets them."""
    return {**old, **new} if new else {}


class ChatState(TypedDict):
    """What clients see of a conversation."""

    messages: Annotated[list[AnyMessage], add_messages]
    """What was said; while a person is waited for, ends with a line for each question."""
    questions: NotRequired[dict[str, Any]]
    """The questions that the run waits with, by their ids."""
    answers: NotRequired[Annotated[dict[str, Any], _joined]]
    """The answers to them."""
    stop_reason: NotRequired[str]
    """How the last turn ended."""


class _Question(TypedDict):
    id: str
    question: Any


class _Nodes:
    """Nodes of the graph; blocking calls of the queue go to threads."""

    def __init__(self, queue: Queue) -> None:
        self._queue, self._ends = queue, Listener(queue)

    async def enqueue(self, state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        """Enqueue the last message as the next turn. Raises ConfigurationError where the queue refuses it."""
        thread, user = _names(config)
        said = _message_of(state)
        enqueue = partial(self._queue.enqueue, str(said.text), thread=thread, user=user, request=_request(config))
        try:
            while not await self._is_enqueued(enqueue, thread, user):
                await self._ends.wait(thread)
        except ConfigurationError:
            if not await asyncio.to_thread(self._waits, thread, user):
                raise
            return {"messages": [RemoveMessage(str(said.id))], "answers": {}}  # the questions are put again
        return {"questions": {}, "answers": {}, "stop_reason": ""}

    async def _is_enqueued(self, enqueue: Callable[[], str], thread: str, user: str) -> bool:
        """Enqueue a turn; return False where the turn before is about to end, because its client has stopped."""
        going = asyncio.ensure_future(asyncio.to_thread(enqueue))
        try:
            await asyncio.shield(going)
        except asyncio.CancelledError:  # the thread goes on, and enqueues what nobody wants any more
            await asyncio.shield(self._take_back(going, thread, user))
            raise
        except RunBusyError:
            if not await asyncio.to_thread(self._stops, thread):
                raise
            return False
        return True

    async def _take_back(self, going: "asyncio.Future[str]", thread: str, user: str) -> None:
        with suppress(ConfigurationError):  # nothing was enqueued
            await going
            await asyncio.to_thread(self._cancel, thread, user)

    async def wait(self, state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        """Wait until the run has ended or asks a person.

        Raises ConfigurationError where it has failed, or belongs to somebody else.
        """
        thread, user = _names(config)
        try:
            await asyncio.to_thread(self._queue.check_user, thread, user)
            end = await self._ends.wait(thread)
        except asyncio.CancelledError:  # the client's stop: calls that nobody wants any more are not begun
            await asyncio.shield(asyncio.to_thread(self._cancel, thread, user))
            raise
        if end.state in ("finished", "waiting"):
            saved, questions = await asyncio.to_thread(self._queue.questions, thread, user=user)
            said = _answers(saved.values) if end.state == "finished" else []
            asked = [asking_message(name, question) for name, question in questions.items()]
            return {"messages": [*said, *asked], "questions": questions, "stop_reason": end.reason}
        said = "cancelled" if end.state == "cancelled" else f"given up: {end.reason}"
        raise ConfigurationError(f"run {thread!r} was {said}")

    async def ask(self, state: _Question, config: RunnableConfig) -> dict[str, Any]:
        """Put one question. Raises AnswerError for an answer that does not fit; the question goes on waiting.

        Raises ConfigurationError where somebody else answers.
        """
        await asyncio.to_thread(self._queue.check_user, *_names(config))
        with complain_in_a_line():
            return {"answers": {state["id"]: interrupt(state["question"], response_schema=_fitting(state["question"]))}}

    async def answer(self, state: ChatState, config: RunnableConfig) -> dict[str, Any]:
        """Hand the answers over. What does not count, or was given already, is seen by what the run waits with then."""
        questions, answers = state.get("questions", {}), state.get("answers", {})
        thread, user = _names(config)
        with suppress(AnswerError, RunBusyError):
            await asyncio.to_thread(self._queue.answer, thread, answers, shown=questions, user=user)
        shown = [str(asking_message(name, question).id) for name, question in questions.items()]
        return {"messages": [RemoveMessage(each) for each in shown], "questions": {}, "answers": {}}

    def _waits(self, thread: str, user: str) -> bool:
        end = self._queue.end_of(thread)
        return (end.state, end.user) == ("waiting", user)

    def _stops(self, thread: str) -> bool:
        """Return whether a run is about to end, or has ended since it was found busy."""
        job = self._queue.job_of(thread)
        return (job is not None and job.stops) or self._queue.end_of(thread).state not in ("queued", "running")

    def _cancel(self, thread: str, user: str) -> None:
        with suppress(ConfigurationError):  # it has ended
            self._queue.cancel(thread, user=user)


def build_chat_graph(
    queue: Queue, *, checkpointer: BaseCheckpointSaver[Any] | None = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Build the graph over an open queue; its threads have the names of the runs.

    A run belongs to the user whom the server has authenticated, else to `user_id` in `configurable`. `checkpointer`:
    keeps what clients see; servers of LangGraph's bring theirs.
    """
    nodes, builder = _Nodes(queue), StateGraph(ChatState)
    for node in (nodes.enqueue, nodes.wait, nodes.answer):
        builder.add_node(node.__name__, node)
    builder.add_node("ask", nodes.ask, input_schema=_Question)
    builder.add_edge(START, "enqueue")
    builder.add_edge("enqueue", "wait")
    builder.add_conditional_edges("wait", _what_is_asked, ["ask", END])
    builder.add_edge("ask", "answer")
    builder.add_edge("answer", "wait")
    return builder.compile(checkpointer=checkpointer)


def _what_is_asked(state: ChatState) -> list[Hashable] | str:
    """Return a task for each question, which a client answers by its id; the end where there is none."""
    asked = (_Question(id=name, question=question) for name, question in state.get("questions", {}).items())
    return [Send("ask", each) for each in asked] or END


def _answers(values: dict[str, Any]) -> list[AIMessage]:
    """Return what the last turn of a conversation was answered."""
    kept: list[Any] = values.get("messages") or []
    last = max((at for at, each in enumerate(kept) if isinstance(each, HumanMessage)), default=-1)
    return [each for each in kept[last + 1 :] if isinstance(each, AIMessage)]


def _message_of(state: ChatState) -> HumanMessage:
    """Return the message that is to be enqueued. Raises ConfigurationError where there is none, or no text alone."""
    said = state["messages"][-1] if state["messages"] else None
    if not isinstance(said, HumanMessage):
        raise ConfigurationError("the last message is not the user's: nothing is asked")
    kinds = [str(block.get("type")) for block in said.content if isinstance(block, dict)]
    if others := sorted({kind for kind in kinds if kind != "text"}):
        raise ConfigurationError(f"queued runs take text alone: send the message without its {', '.join(others)}")
    return said


def _names(config: RunnableConfig) -> tuple[str, str]:
    """Return the thread and the user of a call of the graph. Raises ConfigurationError where no thread is named."""
    thread = config.get("configurable", {}).get("thread_id")
    if not thread:
        raise ConfigurationError("no thread is named: nobody would get the answer; give thread_id in configurable")
    return str(thread), user_of_request()


def _request(config: RunnableConfig) -> str:
    """Return the name of a node's request: the same where the node is repeated from its checkpoint, after a crash."""
    return digest(str(config.get("configurable", {})["checkpoint_ns"]))


def _fitting(question: Any) -> Any:
    """Return the type of the answers that a question takes; they are handed over as they were given."""
    schema = answer_schema_of(question)
    if schema is None:
        return None

    def check(value: Any) -> Any:
        schema.model_validate(value)
        return value

    return Annotated[Any, BeforeValidator(check), WithJsonSchema(schema.model_json_schema())]
