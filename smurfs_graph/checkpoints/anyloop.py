"""The async methods of a checkpointer that is sync only: any event loop will do.

They run in threads beside the loop.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any


class AnyLoop:
    """To be inherited from before the sync checkpointer, whose own async methods only raise."""

    get_tuple: Any
    put: Any
    put_writes: Any
    list: Any
    delete_thread: Any

    async def aget_tuple(self, *args: Any, **kwargs: Any) -> Any:
        """As `get_tuple`."""
        return await asyncio.to_thread(self.get_tuple, *args, **kwargs)

    async def aput(self, *args: Any, **kwargs: Any) -> Any:
        """As `put`."""
        return await asyncio.to_thread(self.put, *args, **kwargs)

    async def aput_writes(self, *args: Any, **kwargs: Any) -> Any:
        """As `put_writes`."""
        return await asyncio.to_thread(self.put_writes, *args, **kwargs)

    async def adelete_thread(self, *args: Any, **kwargs: Any) -> Any:
        """As `delete_thread`."""
        return await asyncio.to_thread(self.delete_thread, *args, **kwargs)

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        """As `list`."""
        for item in await asyncio.to_thread(lambda: [*self.list(*args, **kwargs)]):
            yield item
