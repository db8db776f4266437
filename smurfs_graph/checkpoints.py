"""Checkpointers made safe: a checkpoint may hold this library's own types and plain data, and nothing else is built.

LangGraph's default would import and construct any type that a checkpoint names. And made to fit: the nodes are async,
so a checkpointer that is sync only (SQLite, Postgres) is used in threads beside the event loop.
"""

import asyncio
import copy
from collections.abc import AsyncIterator
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.base import maybe_add_typed_methods
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from smurfs_graph.state import CHECKPOINTED


def strict_serializer() -> JsonPlusSerializer:
    """A serializer that builds the types of a run's state only; what else a checkpoint names stays plain data."""
    return JsonPlusSerializer(allowed_msgpack_modules=[(kind.__module__, kind.__name__) for kind in CHECKPOINTED])


def strict(checkpointer: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    """The same checkpointer with the strict serializer; one with a serializer of its own (encryption) is kept."""
    clone = _in_threads(checkpointer) if _is_sync_only(checkpointer) else copy.copy(checkpointer)
    if type(checkpointer.serde) is JsonPlusSerializer:
        clone.serde = maybe_add_typed_methods(strict_serializer())
    return clone


class _InThreads:
    """The async methods of a sync checkpointer; before its own, which only raise."""

    get_tuple: Any
    put: Any
    put_writes: Any
    list: Any
    delete_thread: Any

    async def aget_tuple(self, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self.get_tuple, *args, **kwargs)

    async def aput(self, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self.put, *args, **kwargs)

    async def aput_writes(self, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self.put_writes, *args, **kwargs)

    async def adelete_thread(self, *args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self.delete_thread, *args, **kwargs)

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        for item in await asyncio.to_thread(lambda: [*self.list(*args, **kwargs)]):
            yield item


def _in_threads(checkpointer: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    kind = type(type(checkpointer).__name__, (_InThreads, type(checkpointer)), {})
    clone = kind.__new__(kind)
    clone.__dict__.update(checkpointer.__dict__)
    return clone


def _is_sync_only(checkpointer: BaseCheckpointSaver[Any]) -> bool:
    kind = type(checkpointer)
    return kind.aget_tuple is BaseCheckpointSaver.aget_tuple or kind.__module__ == "langgraph.checkpoint.sqlite"
