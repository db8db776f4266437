"""Sessions kept from the listing of a server's tools to the run that calls them, so that a server is started once.

A session belongs to one event loop, and the loop that lists tools ends before that of a run begins. So the sessions
live in a loop of their own, in a thread, and the run uses them from there. `keep_sessions` is for a program that loads
tools for one run, such as the command line; elsewhere a session is closed when its tools are listed.
"""

import asyncio
import threading
from collections.abc import Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mcp import types

    from smurfs_graph.tools.mcp.session import Session

T = TypeVar("T")
_ENDING_SECONDS = 10.0
_KEEPER: ContextVar["Keeper | None"] = ContextVar("smurfs_mcp_keeper", default=None)


class Keeper:
    """A loop in a thread, started when it is needed, and the sessions that live in it."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._kept: dict[int, Session] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What work brings that is done in the loop; interrupted, it is cancelled there. Blocks."""
        done = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def keep(self, owner: object, session: "Session") -> None:
        """Keep an open session of this loop for the first one who asks."""
        self._kept[id(owner)] = session

    def take(self, owner: object) -> "Elsewhere | None":
        """The session that was kept for this owner; the taker closes it. None where there is none any more."""
        session = self._kept.pop(id(owner), None)
        return None if session is None or self._loop is None else Elsewhere(session, self._loop)

    def release(self) -> None:
        """Close what nobody has taken. Blocks; never raises."""
        left = [self._kept.pop(owner) for owner in list(self._kept)]
        if left:
            with suppress(Exception):
                self.run(_close_all(left))

    def close(self) -> None:
        """End the loop and what lives in it. Blocks; never raises."""
        self.release()
        if self._thread is not None and self._loop is not None and self._stop is not None:
            with suppress(RuntimeError):  # the loop has just closed
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(_ENDING_SECONDS)
            self._thread = None

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._thread is None:
            started: Future[asyncio.AbstractEventLoop] = Future()
            self._thread = threading.Thread(target=lambda: asyncio.run(self._live(started)), name="mcp", daemon=True)
            self._thread.start()
            self._loop = started.result()
        assert self._loop is not None
        return self._loop

    async def _live(self, started: Future[asyncio.AbstractEventLoop]) -> None:
        """Until `close`; what is under way then is cancelled by the end of the loop, and waited for."""
        self._stop = asyncio.Event()
        started.set_result(asyncio.get_running_loop())
        await self._stop.wait()


class Elsewhere:
    """A session in another thread's loop, used from this one."""

    def __init__(self, session: "Session", loop: asyncio.AbstractEventLoop) -> None:
        """The session lives in `loop`."""
        self._session = session
        self._loop = loop

    @property
    def tools(self) -> "dict[str, types.Tool]":
        """The server's tools as it lists them now, by its own names."""
        return self._session.tools

    async def ready(self) -> None:
        """As `Session.ready`."""
        await self._there(self._session.ready())

    async def call(self, name: str, arguments: dict[str, Any]) -> "types.CallToolResult":
        """As `Session.call`."""
        return await self._there(self._session.call(name, arguments))

    async def close(self) -> None:
        """As `Session.close`; never raises."""
        with suppress(RuntimeError):  # the loop has ended, and the session with it
            await self._there(self._session.close())

    async def _there(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:  # the loop has ended
            work.close()
            raise
        return await asyncio.wrap_future(asked)


@contextmanager
def keep_sessions() -> Generator[Keeper]:
    """Within it, loading an MCP file leaves its sessions open for the run that follows."""
    keeper = Keeper()
    token = _KEEPER.set(keeper)
    try:
        yield keeper
    finally:
        _KEEPER.reset(token)
        keeper.close()


def current_keeper() -> Keeper | None:
    """The keeper of `keep_sessions`, or None outside of it."""
    return _KEEPER.get()


async def _close_all(sessions: "list[Session]") -> None:
    await asyncio.gather(*(session.close() for session in sessions))
