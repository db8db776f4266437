"""Event loops: turns for many runs that begin at once on one, and those that end with a call."""

import asyncio
from collections import deque
from weakref import WeakKeyDictionary, WeakSet

_beginning: "WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]]" = WeakKeyDictionary()
"""Runs that wait to begin; none for a loop on which none has begun in this turn of it."""
_passing: "WeakSet[asyncio.AbstractEventLoop]" = WeakSet()


def mark_as_passing() -> None:
    """Mark the running event loop as one that closes with the call that it was made for."""
    _passing.add(asyncio.get_running_loop())


def is_passing() -> bool:
    """Return whether the running event loop closes with the call that it was made for.

    Connections that belong to it are of no use in the next call.
    """
    return asyncio.get_running_loop() in _passing


async def in_turn() -> None:
    """Wait until it is this run's turn to begin: one begins in each turn of the event loop.

    Hundreds that begin at once would else go on in step, and the first call of a model wait for the start of the last.
    """
    loop = asyncio.get_running_loop()
    if (waiting := _beginning.get(loop)) is None:
        _beginning[loop] = deque()
        loop.call_soon(_next, loop)
        return
    turn: asyncio.Future[None] = loop.create_future()
    waiting.append(turn)
    await turn


def _next(loop: asyncio.AbstractEventLoop) -> None:
    waiting = _beginning[loop]
    while waiting:
        turn = waiting.popleft()
        if not turn.done():  # else it was cancelled
            turn.set_result(None)
            loop.call_soon(_next, loop)
            return
    del _beginning[loop]
