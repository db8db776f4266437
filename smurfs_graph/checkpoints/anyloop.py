"""Base of this library's checkpointers: async methods for any event loop, and the conditions of their queries."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import get_checkpoint_id


class AnyLoop:
    """The async methods of a checkpointer that is sync only, in threads beside whatever event loop calls them.

    To be inherited from before the sync checkpointer, whose own async methods only raise.
    """

    get_tuple: Any
    put: Any
    put_writes: Any
    list: Any
    delete_thread: Any

    async def aget_tuple(self, *args: Any, **kwargs: Any) -> Any:
        """Call `get_tuple` in a thread."""
        return await asyncio.to_thread(self.get_tuple, *args, **kwargs)

    async def aput(self, *args: Any, **kwargs: Any) -> Any:
        """Call `put` in a thread."""
        return await asyncio.to_thread(self.put, *args, **kwargs)

    async def aput_writes(self, *args: Any, **kwargs: Any) -> Any:
        """Call `put_writes` in a thread."""
        return await asyncio.to_thread(self.put_writes, *args, **kwargs)

    async def adelete_thread(self, *args: Any, **kwargs: Any) -> Any:
        """Call `delete_thread` in a thread."""
        return await asyncio.to_thread(self.delete_thread, *args, **kwargs)

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        """Call `list` in a thread and yield its items."""
        for item in await asyncio.to_thread(lambda: [*self.list(*args, **kwargs)]):
            yield item


def conditions(
    config: RunnableConfig | None,
    before: RunnableConfig | None,
    columns: Sequence[str],
    mark: str,
    age: str,
    table: str = "checkpoints",
) -> tuple[str, list[str]]:
    """Return the SQL condition, with its values, for the checkpoints of a config that were made before another one.

    `columns`: those of run, namespace and id; `mark`: stands for a value; `age`: the columns that they are ordered by.
    """
    names = dict(zip(("thread_id", "checkpoint_ns", "checkpoint_id"), columns, strict=True))

    def where(asked: Mapping[str, Any]) -> tuple[str, list[str]]:
        """Return the condition for what a config names of run, namespace and id."""
        known = {column: str(asked[name]) for name, column in names.items() if asked.get(name) is not None}
        return " AND ".join(f"{column} = {mark}" for column in known) or "1 = 1", [*known.values()]

    asked = dict(config.get("configurable", {})) if config else {}
    text, values = where(asked)
    if before is None or not get_checkpoint_id(before):
        return text, values
    its_text, its_values = where({"thread_id": asked.get("thread_id"), **before.get("configurable", {})})
    # a fork has a checkpoint of the same name in another namespace: the older one is meant
    last = f"SELECT {age} FROM {table} WHERE {its_text} ORDER BY {age} LIMIT 1"
    return f"{text} AND ({age}) < ({last})", [*values, *its_values]
