"""The journal of model calls: a reply is kept the moment it arrives, before a checkpoint can say what came of it.

It is written where the model's client returned it, in its thread or on its event loop, before anything looks at it. One
page per sub-task (and one for the run's own calls), which the next reply replaces: what is on it matters only to a node
that is repeated because its process ended before its checkpoint was written. A store of this library's has a
file that is quicker than itself (`checkpoints/spool`): the reply is there first.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Self

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from smurfs_graph.budgets.usage import Usage
from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.payloads import REPLIES
from smurfs_graph.checkpoints.spool import Spool, SpooledPage
from smurfs_graph.models.cache import KeptReply
from smurfs_graph.models.registry import LADDER


class JournalEntry:
    """The journal's entry for one call; an error of the store is raised by `end`, not within the model's client."""

    def __init__(self, store: BaseStore, page: str, name: str) -> None:
        """`page`: key of the store, which holds one reply; `name`: tells the call from others on the page."""
        self._store, self._page, self._name = store, page, name
        self._keep: Callable[[AIMessage], KeptReply]
        """Takes from a message what is kept of it; set by `prepare`, before a client has a reply to write."""
        self._spooled: SpooledPage | None = None
        """The page's file, where the store has such files; it is written before the store."""
        self._is_written = False
        """Whether the client handed a reply over, so that `end` has none to write."""
        self._error: Exception | None = None
        """What writing the reply raised."""

    def prepare(self, keep: Callable[[AIMessage], KeptReply]) -> None:
        """Have a page ready for the reply of a call that is about to be made, after it has waited for its place.

        `keep`: the reply in a message, as it is kept.
        """
        self._keep = keep
        if self._spooled is None and (spool := _spool_of(self._store)) is not None:
            self._spooled = spool.page(self._page)

    async def write(self, message: AIMessage) -> None:
        """Keep a reply, from an event loop."""
        try:
            await self._store.abatch([self._put(self._keep(message))])
        except Exception as error:
            self._error = error

    def write_here(self, message: AIMessage) -> None:
        """Keep a reply, from a thread without an event loop."""
        try:
            self._store.batch([self._put(self._keep(message))])
        except Exception as error:
            self._error = error

    async def end(self, kept: KeptReply) -> None:
        """Keep what came of the call, where no client has handed over a reply. Raises what writing it raised."""
        if not self._is_written:
            await self._store.abatch([self._put(kept)])
        if self._error is not None:
            raise self._error
        if self._spooled is not None:
            self._spooled.end()

    def close(self) -> None:
        """Close the spooled page: nobody waits for the reply any more."""
        if self._spooled is not None:
            self._spooled.close()

    def _put(self, kept: KeptReply) -> PutOp:
        self._is_written, value = True, _to_page(self._name, kept)
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
        """Return the page of a sub-task's next call; None for a run that nobody can resume, or whose store ends with
        it.

        `used`: the ledger of the state that the call is made from.
        """
        info, store = runtime.execution_info, runtime.store
        if info is None or info.thread_id is None or store is None or isinstance(store, InMemoryStore):
            return None
        place = digest("\x1f".join((str(info.thread_id), scope)))
        return cls(store, f"{run_id}-{place}", used.replies if used is not None else 0)

    async def once(self, key: str, make: Callable[[JournalEntry], Awaitable[KeptReply]]) -> KeptReply:
        """Return the reply to a question: what came before the process ended, or what comes now.

        `key`: see `cache_key`.
        """
        name = f"{self._number} {key}"
        self._number += 1  # one that is asked for again in the same breath is another one
        if (kept := await self._on_its_way(name)) is not None:
            return kept
        item = await self._store.aget(REPLIES, self._page)
        if item is not None and item.value.get("name") == name and (kept := _from_page(item.value)) is not None:
            return kept
        entry = JournalEntry(self._store, self._page, name)
        try:
            kept = await make(entry)
            await entry.end(kept)
        finally:
            entry.close()
        return kept

    async def _on_its_way(self, name: str) -> KeptReply | None:
        """Return the reply that an earlier process on this machine spooled and could not bring to the store."""
        spool = _spool_of(self._store)
        page = spool.page(self._page, make=False) if spool is not None else None
        if page is None:
            return None
        kept = _from_page(page.found) if page.found is not None and page.found.get("name") == name else None
        if kept is not None and page.found is not None:
            await self._store.aput(REPLIES, self._page, page.found, index=False)
        page.end()
        return kept


def _spool_of(store: BaseStore) -> Spool | None:
    """Return the store's files that are quicker than itself; None for a store of another library."""
    return getattr(store, "spool", None)


def _to_page(name: str, kept: KeptReply) -> dict[str, Any]:
    said: dict[str, Any] = kept.message.response_metadata
    return {
        "name": name,
        "text": kept.text,
        "rung": kept.rung,
        "cut_off": kept.cut_off,
        "complaint": kept.complaint,
        "instead_of": kept.instead_of,
        "tightness": kept.tightness,
        "usage": json.dumps(kept.message.usage_metadata, default=str),
        "estimated": bool(said.get("estimated_usage")),
    }


def _from_page(page: dict[str, Any]) -> KeptReply | None:
    """Return the reply on a page; None where this module did not write the page."""
    try:
        usage = json.loads(page["usage"])
        message = AIMessage(
            str(page["text"]), usage_metadata=usage, response_metadata={"estimated_usage": bool(page["estimated"])}
        )
        if page["rung"] not in LADDER or page["instead_of"] not in (None, *LADDER):
            return None
        said = str(page["text"]), page["rung"], bool(page["cut_off"]), message
        tightness = int(page.get("tightness", 0))  # which an earlier version did not write
        return KeptReply(*said, str(page["complaint"]), page["instead_of"], tightness)
    except (KeyError, ValueError, TypeError):
        return None
