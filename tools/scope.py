"""Resources that the calls of one run hold open, such as sessions with servers: closed when the run ends."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar, cast

from langgraph.config import get_config

SCOPE_KEY = "__smurfs_scope"
"""Key of a run's config for its scope; LangGraph leaves names with two underscores out of metadata."""
_CLOSING_SECONDS = 10.0
_OUTSIDE_OF_RUNS: ContextVar["Scope | None"] = ContextVar("smurfs_scope", default=None)


class Closable(Protocol):
    """A resource that can be held open."""

    async def close(self) -> None:
        """Let it go; never raises."""
        ...


C = TypeVar("C", bound=Closable)


class Scope:
    """The things that one run holds open, by owner. They belong to the run's event loop."""

    def __init__(self) -> None:
        """Start with nothing open."""
        self._held: dict[Hashable, Closable] = {}

    def hold(self, owner: Hashable, make: Callable[[], C]) -> C:
        """Return this owner's resource in this run; make it if it is the first time."""
        if owner not in self._held:
            self._held[owner] = make()
        return cast("C", self._held[owner])

    async def close(self) -> None:
        """Let everything go, also when the run is being cancelled."""
        held, self._held = list(self._held.values()), {}
        if not held:
            return
        closing = asyncio.ensure_future(asyncio.wait({asyncio.ensure_future(one.close()) for one in held}))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(closing), _CLOSING_SECONDS)


@asynccontextmanager
async def open_scope() -> AsyncGenerator[Scope]:
    """Open a scope for calls that are made outside of a run, one after the other."""
    scope = Scope()
    token = _OUTSIDE_OF_RUNS.set(scope)
    try:
        yield scope
    finally:
        _OUTSIDE_OF_RUNS.reset(token)
        await scope.close()


@asynccontextmanager
async def scoped(config: Any) -> AsyncGenerator[Any]:
    """Give a run's config a scope of its own, closed when the run ends; within a run, its config stays as it is."""
    given: dict[str, Any] = dict(config or {})
    if current_scope() is not None:
        yield config
        return
    scope = Scope()
    try:
        yield {**given, "configurable": {**given.get("configurable", {}), SCOPE_KEY: scope}}
    finally:
        await scope.close()


def current_scope() -> Scope | None:
    """Return the scope of the run that this is called in, or of `open_scope`; None where there is neither."""
    try:
        config: dict[str, Any] = cast("dict[str, Any]", get_config())
    except RuntimeError:
        return _OUTSIDE_OF_RUNS.get()
    found = config.get("configurable", {}).get(SCOPE_KEY)
    return found if isinstance(found, Scope) else None
