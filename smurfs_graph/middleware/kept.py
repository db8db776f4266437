"""The journal of a program in an agent of LangChain's: what it began, what came of it, and what people were asked.

It is kept in the agent's store, under the agent's thread. A call that may change something is announced before it is
made; what a call brought is written before the program is given it. So a process that goes on with the program knows
what is done, and what may have been.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, cast
from uuid import uuid4

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.store.base import BaseStore

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.programs.log import Page, Payload
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.source import NO_VARIABLES, Variables

_NAMESPACE = ("smurfs", "programs")


class Fate(NamedTuple):
    """The journal's record of a call."""

    state: Literal["not begun", "begun", "made"]
    payload: Payload | None = None
    """The result of a call that was made."""


class ProgramJournal:
    """The journal's pages of one program."""

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

    async def begin(self, number: int) -> bool:
        """Announce a call that may change something; return False where another process has announced it.

        Agents hold no lease on their threads. Of stores, this library's in PostgreSQL alone keeps the first of two.
        """
        name = f"call-{number}"
        announce = cast("Callable[..., bool] | None", getattr(self._store, "announce", None))
        if announce is None:
            await self.write(name, {"state": "begun"})
            return True
        page = {"state": "begun", "by": uuid4().hex}
        return await run_in_thread(announce, self._thread, self._namespace, f"{self.place}-{name}", page)

    async def forget(self, number: int) -> None:
        """Take back what was announced: the call was not made."""
        where: Any = (self._namespace, f"{self.place}-call-{number}")
        await (self._store.adelete(*where) if self._is_async else run_in_thread(self._store.delete, *where))

    async def note(self, number: int, payload: Payload) -> Payload:
        """Write down what a call brought; return what the log keeps of it."""
        await self.write(f"call-{number}", {"state": "made", "payload": dict(payload)})
        return {"call": number}

    async def fate(self, number: int) -> Fate:
        """Return what is known of a call."""
        said = await self.read(f"call-{number}")
        return Fate(said["state"], said.get("payload")) if said is not None else Fate("not begun")

    async def pages(self) -> list[Page]:
        """Return the pages of the program's log."""
        found = list[Page]()
        while (page := await self.read(f"page-{len(found)}")) is not None:
            found.append(page["page"])
        return found


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
    """Return what tells a program from any other: its graph's place, the model's reply, and its call in that.

    Servers use the id of a call again in later replies; a message's own id is given once.
    """
    call_id = str(request.tool_call["id"])
    reply = asking_message(messages_of(request), call_id)
    namespace = str(_configurable(request).get("checkpoint_ns", "")).rpartition("|")[0]  # of the agent itself
    code = digest(canonical_json(request.tool_call["args"]))
    return digest(canonical_json([namespace, str(reply.id) if reply is not None else "", call_id, code]))
