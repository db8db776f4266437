"""What tasks wrote, saved together with the checkpoint that follows: one transaction for a superstep.

A checkpoint follows what a task wrote within a millisecond, unless other tasks of its superstep are still at work; it
is not waited for longer than `SOON`. A process that ends in between runs the task again when it is resumed. That
repeats no call: by then replies of models and responses of tools are in journals of their own.
"""

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

SOON = 0.002
"""Seconds after which what was written is saved without a checkpoint."""


class Entry(NamedTuple):
    """Something that waits to be saved."""

    save: Callable[[], Any]
    saved: "asyncio.Future[bool]"
    """True once it is, False where it has waited long enough."""


class Waiting:
    """What waits to be saved, for each event loop."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._entries: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, list[Entry]] = weakref.WeakKeyDictionary()

    async def saved(self, save: Callable[[], Any], save_all: Callable[[list[Entry]], Awaitable[Any]]) -> None:
        """Have something saved by whoever takes it, or soon by `save_all`; raises what went wrong with it."""
        loop = asyncio.get_running_loop()
        entry = Entry(save, loop.create_future())
        loop.call_later(SOON, settle, [entry], False)
        self._entries.setdefault(loop, []).append(entry)
        if not await entry.saved and (entries := self.take_all()):
            await save_all(entries)

    def take_all(self) -> list[Entry]:
        """Take what waits in this event loop; it waits no more."""
        return self._entries.pop(asyncio.get_running_loop(), [])


def settle(entries: list[Entry], result: "bool | BaseException") -> None:
    """Tell those who wait for entries."""
    for entry in entries:
        if entry.saved.done():
            continue
        if isinstance(result, bool):
            entry.saved.set_result(result)
        else:
            entry.saved.set_exception(result)
