"""The journal of an agent of LangChain's: what its programs and calls began, what came of that, what people were asked.

It is kept in the agent's store, under the agent's thread. A call that may change something is announced before it is
made; what a call brought is written before the program is given it. So a process that goes on with the program knows
what is done, and what may have been.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast
from uuid import uuid4

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.store.base import BaseStore

from smurfs_graph.calls.door import Fate
from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.programs.log import Page
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.source import NO_VARIABLES, Variables
from smurfs_graph.tools.calling import Response

_NAMESPACE = ("smurfs", "programs")


class Journal:
    """The journal's pages of one program, or of one call that the model made itself."""

    def __init__(self, store: BaseStore, request: ToolCallRequest, *, is_async: bool) -> None:
        """`is_async`: whether the agent runs on an event loop; stores know one of the two ways."""
        self._store, self._is_async = store, is_async
        self._thread = str(_configurable(request).get("thread_id", ""))
        self._namespace = (*_NAMESPACE, self._thread.replace(".", "_") or "none")
        self.place = place_of(request)

    async def read(self, name: str) -> dict[str, Any] | None:
        """Return what was written under a name."""
        where: Any = (self._namespace, f"{self.place}-{name}")
        item = await (self._store.aget(*where) if self._is_async else run_in_thread(self._store.get, *where))
        return item.value if item is not None else None

    async def write(self, name: str, value: dict[str, Any]) -> None:
        """Keep a value under a name."""
        where: Any = (self._namespace, f"{self.place}-{name}", value)
        if self._is_async:
            await self._store.aput(*where, index=False)
        else:
            put: Callable[..., None] = self._store.put
            await run_in_thread(lambda: put(*where, index=False))

    async def announce(self, name: str, page: dict[str, Any]) -> bool:
        """Keep a page under a name; return False where another process has kept one.

        Agents hold no lease on their threads. Of stores, this library's in PostgreSQL alone keeps the first of two.
        """
        announce = cast("Callable[..., bool] | None", getattr(self._store, "announce", None))
        if announce is None:
            await self.write(name, page)
            return True
        return await run_in_thread(announce, self._thread, self._namespace, f"{self.place}-{name}", page)

    async def delete(self, name: str) -> None:
        """Take back what was written under a name."""
        where: Any = (self._namespace, f"{self.place}-{name}")
        await (self._store.adelete(*where) if self._is_async else run_in_thread(self._store.delete, *where))

    def call(self, number: int) -> "CallPage":
        """Return the record of a call."""
        return CallPage(self, f"call-{number}")

    async def pages(self) -> list[Page]:
        """Return the pages of the program's log."""
        found = list[Page]()
        while (page := await self.read(f"page-{len(found)}")) is not None:
            found.append(page["page"])
        return found


class CallPage:
    """The record of one call (`calls.door.CallRecord`)."""

    def __init__(self, journal: Journal, name: str) -> None:
        """`name`: of its page in the journal."""
        self._journal = journal
        self._name = name

    async def fate(self) -> Fate:
        """Return what is known of the call."""
        page = await self._journal.read(self._name)
        if page is None:
            return Fate("not begun")
        response = Response(**page["response"]) if "response" in page else None
        return Fate("made" if response else "begun", response)

    async def begin(self) -> bool:
        """Announce the call; return False where another process has announced it."""
        return await self._journal.announce(self._name, {"by": uuid4().hex})

    async def keep(self, response: Response) -> None:
        """Write down what the call brought."""
        await self._journal.write(self._name, {"response": asdict(response)})

    async def forget(self) -> None:
        """Take back what was announced."""
        await self._journal.delete(self._name)


class Unrecorded:
    """Stands for the record of a call that changes the agent's state: LangGraph's checkpoints have that."""

    async def fate(self) -> Fate:
        """Return that nothing is known."""
        return Fate("not begun")

    async def begin(self) -> bool:
        """Let the call begin."""
        return True

    async def keep(self, response: Response) -> None:
        """Keep nothing."""

    async def forget(self) -> None:
        """Have nothing to forget."""


def asking_message(messages: list[BaseMessage], call_id: str) -> AIMessage | None:
    """Return the last reply of the model that holds a call of this id."""
    for message in reversed(messages):
        if isinstance(message, AIMessage) and any(call["id"] == call_id for call in message.tool_calls):
            return message
    return None


def messages_of(request: ToolCallRequest) -> list[BaseMessage]:
    """Return the conversation that a call stands in."""
    state: Any = cast("Any", request.runtime).state
    given = cast("dict[str, Any]", state) if isinstance(state, dict) else {"messages": getattr(state, "messages", ())}
    return list(given.get("messages") or ())


def variables_before(request: ToolCallRequest) -> Variables:
    """Return what the program before left to this one, which its message carries."""
    for message in reversed(messages_of(request)):
        if isinstance(message, ToolMessage) and message.name == RUN_PYTHON and message.artifact is not None:
            return dict(message.artifact)
    return NO_VARIABLES


def _configurable(request: ToolCallRequest) -> Mapping[str, Any]:
    config: Any = cast("Any", request.runtime).config
    return config.get("configurable") or {}


def place_of(request: ToolCallRequest) -> str:
    """Return what tells a call from any other: its graph's place, the model's reply, and its place in that.

    Servers use the id of a call again, in later replies and within one; a message's own id is given once.
    """
    called: Any = request.tool_call
    reply = asking_message(messages_of(request), str(called["id"]))
    namespace = str(_configurable(request).get("checkpoint_ns", "")).rpartition("|")[0]  # of the agent itself
    code = digest(canonical_json(called["args"]))
    parts = [namespace, str(reply.id) if reply is not None else "", str(called["id"]), code]

    twins = [call for call in (reply.tool_calls if reply is not None else ()) if call["id"] == called["id"]]
    if len(twins) > 1:
        parts.append(str(_number_of_task(request)))
    return digest(canonical_json(parts))


def _number_of_task(request: ToolCallRequest) -> int:
    """Return which of the calls of one reply this is."""
    config: Any = cast("Any", request.runtime).config
    metadata: dict[str, Any] = config.get("metadata") or {}
    path: Sequence[Any] = metadata.get("langgraph_path") or ()
    return next((each for each in path if isinstance(each, int)), 0)
