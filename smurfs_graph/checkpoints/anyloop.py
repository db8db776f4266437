"""The async methods of a checkpointer that is sync only: any event loop will do.

They run in threads beside the loop, unless the checkpointer can do better (`now`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any


class AnyLoop:
    """To be inherited from before the sync checkpointer, whose own async methods only raise."""

    get_tuple: Any
    put: Any
    put_writes: Any
    list: Any
    delete_thread: Any

    def now(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Coroutine[Any, Any, Any]:
        """What a method is going to return; a checkpointer whose methods do not wait may call it before this ends."""
        return asyncio.to_thread(method, *args, **kwargs)

    async def aget_tuple(self, *args: Any, **kwargs: Any) -> Any:
        """As `get_tuple`."""
        return await asyncio.to_thread(self.get_tuple, *args, **kwargs)

    def aput(self, *args: Any, **kwargs: Any) -> Any:
        """As `put`."""
        return self.now(self.put, *args, **kwargs)

    def aput_writes(self, *args: Any, **kwargs: Any) -> Any:
        """As `put_writes`."""
        return self.now(self.put_writes, *args, **kwargs)

    async def adelete_thread(self, *args: Any, **kwargs: Any) -> Any:
        """As `delete_thread`."""
        return await asyncio.to_thread(self.delete_thread, *args, **kwargs)

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        """As `list`."""
        for item in await asyncio.to_thread(lambda: [*self.list(*args, **kwargs)]):
            yield item


async def returned(result: Any) -> Any:
    """What has been returned already."""
    return result


async def raised(error: Exception) -> Any:
    """What has been raised already."""
    raise error
