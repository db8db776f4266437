"""Sessions kept from the listing of a server's tools to the run that calls them, so that a server is started once.

A session belongs to one event loop, and the loop that lists tools ends before that of a run begins. So the sessions
live in a loop of their own, in a thread, and the run uses them from there. `keep_sessions` is for a program that loads
tools for one run, such as the command line; elsewhere a session is closed when its tools are listed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp import types

    from smurfs_graph.tools.mcp.results import LenientToolResult
    from smurfs_graph.tools.mcp.session import Session

T = TypeVar("T")
_KEEPER: ContextVar["Keeper | None"] = ContextVar("smurfs_mcp_keeper", default=None)


class Keeper:
    """A loop in a thread, started when it is needed, and the sessions that live in it."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._kept: dict[int, Session] = {}
        self._started = ExitStack()

    @cached_property
    def _portal(self) -> "BlockingPortal":
        from anyio.from_thread import start_blocking_portal

        portal = self._started.enter_context(start_blocking_portal(name="mcp"))
        self._started.callback(portal.call, portal.stop, True)  # what is under way then is cancelled
        return portal

    def run(self, work: Callable[..., Awaitable[T]], *args: Any) -> T:
        """Run work in the loop and return its result; interrupted, it is cancelled there. Blocks."""
        done = self._portal.start_task_soon(work, *args)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def keep(self, owner: object, session: "Session") -> None:
        """Keep an open session of this loop for the first one who asks."""
        self._kept[id(owner)] = session

    def take(self, owner: object) -> "Elsewhere | None":
        """Return the session that was kept for this owner; the taker closes it. None where there is none any more."""
        session = self._kept.pop(id(owner), None)
        return None if session is None else Elsewhere(session, self._portal)

    def release(self) -> None:
        """Close what nobody has taken. Blocks; never raises."""
        left, self._kept = self._kept, {}
        if left:
            with suppress(Exception):
                self.run(_close_all, left.values())

    def close(self) -> None:
        """End the loop and what lives in it. Blocks; never raises."""
        self.release()
        with suppress(RuntimeError):  # the loop has just ended
            self._started.close()


class Elsewhere:
    """A session in another thread's loop, used from this one."""

    def __init__(self, session: "Session", portal: "BlockingPortal") -> None:
        """The session lives in the portal's loop."""
        self._session = session
        self._portal = portal

    @property
    def tools(self) -> "dict[str, types.Tool]":
        """Return the server's tools as it lists them now, by its own names."""
        return self._session.tools

    async def ready(self) -> None:
        """Call `Session.ready` in the session's loop."""
        await self._there(self._session.ready)

    async def call(
        self, name: str, arguments: dict[str, Any], answers: dict[str, Any] | None = None
    ) -> "LenientToolResult":
        """Call `Session.call` in the session's loop."""
        return await self._there(self._session.call, name, arguments, answers)

    async def close(self) -> None:
        """Call `Session.close` in the session's loop; never raises."""
        with suppress(RuntimeError):  # the loop has ended, and the session with it
            await self._there(self._session.close)

    async def _there(self, work: Callable[..., Awaitable[T]], *args: Any) -> T:
        return await asyncio.wrap_future(self._portal.start_task_soon(work, *args))


@contextmanager
def keep_sessions() -> Generator[Keeper]:
    """Let loading an MCP file leave its sessions open for the run that follows."""
    keeper = Keeper()
    token = _KEEPER.set(keeper)
    try:
        yield keeper
    finally:
        _KEEPER.reset(token)
        keeper.close()


def current_keeper() -> Keeper | None:
    """Return the keeper of `keep_sessions`, or None outside of it."""
    return _KEEPER.get()


async def _close_all(sessions: "Iterable[Session]") -> None:
    await asyncio.gather(*(session.close() for session in sessions))
