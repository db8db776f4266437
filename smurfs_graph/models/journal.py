"""The journal of model calls: a reply is kept the moment it arrives, before a checkpoint can say what came of it.

It is written where the model's client returned it, in its thread or on its event loop, before anything looks at it. One
page per sub-task (and one for the run's own calls), which the next reply replaces: what is on it matters only to a node
that is repeated because its process ended before its checkpoint was written. A store of this library's has a
file that is quicker than itself (`checkpoints/spool`): the reply is there first.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Self, cast

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.payloads import REPLIES
from smurfs_graph.checkpoints.spool import Spool, SpooledPage
from smurfs_graph.models.cache import Kept
from smurfs_graph.models.ladder import LADDER
from smurfs_graph.usage import Usage


class Entry:
    """What a journal is going to have of one call; an error of the store is raised by `end`, not by the client."""

    def __init__(self, store: BaseStore, page: str, name: str, spooled: SpooledPage | None = None) -> None:
        """`name` tells the call from others on the page; `spooled`: what is written before the store is."""
        self._store, self._page, self._name, self._spooled = store, page, name, spooled
        self._error: Exception | None = None
        self._is_written = False

    async def write(self, kept: Kept) -> None:
        """Keep a reply, from an event loop."""
        try:
            await self._store.abatch([self._put(kept)])
        except Exception as error:
            self._error = error

    def write_here(self, kept: Kept) -> None:
        """Keep a reply, from a thread without an event loop."""
        try:
            self._store.batch([self._put(kept)])
        except Exception as error:
            self._error = error

    async def end(self, kept: Kept) -> None:
        """Keep what came of the call, where no client has handed over a reply. Raises what writing it raised."""
        if not self._is_written:
            await self.write(kept)
        if self._error is not None:
            raise self._error

    def _put(self, kept: Kept) -> PutOp:
        self._is_written, value = True, _written(self._name, kept)
        if self._spooled is not None:
            self._spooled.write(value)
        return PutOp(REPLIES, self._page, value, index=False)


class ReplyJournal:
    """The page of one sub-task, for one call."""

    def __init__(self, store: BaseStore, page: str, number: int) -> None:
        """`number`: the calls before this one, so that equal questions at different times are told apart."""
        self._store, self._page, self._number = store, page, number

    @classmethod
    def of(cls, runtime: Runtime[Any], run_id: str, scope: str, used: Usage | None) -> Self | None:
        """The page of a sub-task's next call; None for a run that nobody can resume, or whose store ends with it.

        `used`: the ledger of the state that the call is made from.
        """
        info, store = runtime.execution_info, getattr(runtime.store, "replies", runtime.store)
        if info is None or info.thread_id is None or store is None or isinstance(store, InMemoryStore):
            return None
        number = sum(row.calls + row.replayed for row in used.rows) if used is not None else 0
        place = digest("\x1f".join((str(info.thread_id), scope)))
        return cls(store, f"{run_id}-{place}", number)

    async def once(self, key: str, make: Callable[[Entry], Awaitable[Kept]]) -> Kept:
        """The reply to a question: what came before the process ended, or what comes now. `key`: see `cache_key`."""
        name = f"{self._number} {key}"
        spool: Spool | None = getattr(self._store, "spool", None)
        spooled = spool.page(self._page) if spool is not None else None
        try:
            kept = await self._once(name, make, spooled)
        except BaseException:
            if spooled is not None:
                spooled.close()
            raise
        if spooled is not None:
            spooled.end()
        return kept

    async def _once(self, name: str, make: Callable[[Entry], Awaitable[Kept]], spooled: SpooledPage | None) -> Kept:
        found = spooled.found if spooled is not None else None
        if found is not None and found.get("name") == name and (kept := _read(found)) is not None:
            await self._store.aput(REPLIES, self._page, found, index=False)  # it had not come as far as that
            return kept
        item = await self._store.aget(REPLIES, self._page)
        if item is not None and item.value.get("name") == name and (kept := _read(item.value)) is not None:
            return kept
        entry = Entry(self._store, self._page, name, spooled)
        kept = await make(entry)
        await entry.end(kept)
        return kept


def _written(name: str, kept: Kept) -> dict[str, Any]:
    said: dict[str, Any] = kept.message.response_metadata
    return {
        "name": name,
        "text": kept.text,
        "rung": kept.rung,
        "cut_off": kept.cut_off,
        "complaint": kept.complaint,
        "instead_of": kept.instead_of,
        "usage": json.dumps(kept.message.usage_metadata, default=str),
        "estimated": bool(said.get("estimated_usage")),
    }


def _read(page: dict[str, Any]) -> Kept | None:
    """What was written; None for what was not written by this module."""
    try:
        usage = json.loads(page["usage"])
        message = AIMessage(
            str(page["text"]), usage_metadata=usage, response_metadata={"estimated_usage": bool(page["estimated"])}
        )
        if page["rung"] not in LADDER or page["instead_of"] not in (None, *LADDER):
            return None
        known = {"complaint": str(page["complaint"]), "instead_of": cast("Any", page["instead_of"])}
        return Kept.of(message, str(page["text"]), page["rung"], bool(page["cut_off"]), **known)
    except (KeyError, ValueError, TypeError):
        return None
