"""Memory across conversations: what a user asked to be remembered, in LangGraph's store under the user's id.

A model decides what is remembered, by the tool `remember`; code lets it store the user's own words only. They are a
quotation of what the user has said in this conversation, so that nothing which a tool returned, a page says or a model
made up comes to stand in a memory.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import NamedTuple

from langgraph.config import get_config
from langgraph.store.base import BaseStore

from smurfs_graph.canonical import digest
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.state import Memories
from smurfs_graph.tools.injection import tool_runtime
from smurfs_graph.tools.output import clean, cut
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool

NAMESPACE = ("smurfs", "memories")
"""Of all memories; a user's are below it, under the digest of the user's id: labels hold no periods, ids do."""
MOST, LONGEST = 100, 500
"""Memories of a user, and characters of each."""


class Memory(NamedTuple):
    """Something to be remembered."""

    id: str
    text: str
    kept: str
    """Time of the memory, in ISO 8601."""


_MEMORIES: ContextVar[Memories] = ContextVar("smurfs_memories")


@contextmanager
def remembering(memories: Memories) -> Generator[None]:
    """Have calls of `remember` in this context add to these memories."""
    token = _MEMORIES.set(memories)
    try:
        yield
    finally:
        _MEMORIES.reset(token)


async def remember(words: str) -> str:
    """Keep what the user asks to be remembered in later conversations; only where the user asks for it.

    Args:
        words: The user's own words, exactly as they stand in the request: "I fly only in the mornings".
    """
    memories, store = _MEMORIES.get(Memories()), tool_runtime().store
    if not memories.user or store is None:
        raise ToolError("nothing can be remembered in this run: memory is off")
    if user_of_request() not in ("", memories.user):  # a thread that goes on for somebody else
        raise ToolError("nothing can be remembered in this run: it was begun for another user")
    return f"remembered: {await keep_memory(store, memories.user, _quotation(words, memories.said))}"


def memory_tool() -> Tool:
    """Return the tool `remember`.

    The policy treats it as a function of the caller's own, which the setting stands for.
    """
    return replace(from_function(remember, source="memory"), idempotent=True, of_request=True)


def _quotation(words: str, said: Sequence[str]) -> str:
    """Return the words, which the user has said. Raises ToolError where they have not."""
    text = _plain(words).strip("\"'“”„‘’«». ")
    if not text:
        raise ToolError("there are no words to be remembered")
    if len(text) > LONGEST:
        raise ToolError(f"{len(text)} characters are too many, {LONGEST} are the most; quote what matters")
    if not any(text.casefold() in _plain(each).casefold() for each in said):
        raise ToolError(
            "only the user's own words are remembered, none of a tool's and none put in another way: quote them "
            f"exactly. The user said: {cut(_plain(said[0]), LONGEST) if said else 'nothing'}"
        )
    return text


def _plain(text: str) -> str:
    return " ".join(clean(text).split())


async def recall(most: int, user: str) -> tuple[Memories, tuple[str, ...]]:
    """Return the memories of the user who asks, the oldest first, the latest in about `most` characters; and warnings.

    `user`: whose they are where the request names nobody. Raises ConfigurationError without a store or a user.
    """
    store, user = tool_runtime().store, user_of_request() or user
    if store is None:
        raise ConfigurationError(
            "memory needs a store that keeps it: build_graph(..., store=...), or that of the graph around it"
        )
    if not user:
        raise ConfigurationError(
            'memory needs to know whose it is: {"configurable": {"user_id": ...}} in the config, or --user NAME'
        )
    texts = [memory.text for memory in await list_memories(store, user)]
    shown = list[str]()
    left = most
    for text in reversed(texts):
        left -= len(text)
        if left < 0:
            break
        shown.append(text)
    gone = len(texts) - len(shown)
    warning = f"of {len(texts)} memories the {len(shown)} latest are shown; `smurfs memory` deletes what is of no use"
    return Memories(user=user, texts=tuple(shown[::-1])), (warning,) if gone else ()


def user_of_request() -> str:
    """Return the user who asks: whom a server has authenticated, else whom the caller names."""
    named = get_config().get("configurable", {})
    given = (named.get("langgraph_auth_user_id"), named.get("user_id"))
    return next((str(user) for user in given if user not in (None, "")), "")  # a user's id may be the number 0


async def list_memories(store: BaseStore, user: str) -> list[Memory]:
    """Return a user's memories, the oldest first."""
    namespace = _namespace(user)
    items = [item for item in await store.asearch(namespace, limit=2 * MOST) if item.namespace == namespace]
    items.sort(key=lambda item: (item.created_at, item.key))
    return [
        Memory(item.key, text, item.created_at.isoformat())
        for item in items
        if (text := cut(_plain(str(item.value.get("text", ""))), LONGEST))
    ]


async def keep_memory(store: BaseStore, user: str, text: str) -> str:
    """Store a text without secrets, once; returns it as it is kept. Raises ToolError where there are too many."""
    text, known = Redactor().text(text), await list_memories(store, user)
    key = digest(text.casefold())[:12]
    if all(memory.id != key for memory in known):
        if len(known) >= MOST:
            raise ToolError(f"{MOST} memories are kept already; `smurfs memory` deletes what is of no use")
        await store.aput(_namespace(user), key, {"text": text, "user": user}, index=False)
    return text


async def delete_memories(store: BaseStore, user: str, names: Sequence[str]) -> None:
    """Delete some of a user's memories, by id."""
    for name in names:
        await store.adelete(_namespace(user), name)


def _namespace(user: str) -> tuple[str, ...]:
    return (*NAMESPACE, digest(user))
