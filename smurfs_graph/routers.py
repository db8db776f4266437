"""Routers are pure functions; LangGraph would give each decision a thread, or a task and a run of its own to be traced.

Where somebody traces the run, a decision is traced as LangGraph does it; else it is the call of a function.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph import StateGraph


class Decision(Runnable[Any, Any]):
    """A router as LangGraph calls it."""

    def __init__(self, router: Callable[[Any], Any], traced: Any) -> None:
        """`traced`: LangGraph's own runnable of the router, which calls it in the event loop."""
        self.name = getattr(traced, "name", None)
        self._router = router
        self._traced = traced

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The way that the router names."""
        return self._traced.invoke(input, config)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The way that the router names, in the event loop."""
        callbacks = config.get("callbacks") if config else None
        if isinstance(callbacks, BaseCallbackManager) and not callbacks.handlers:
            return self._router(input)
        return await self._traced.ainvoke(input, config)


def decide_in_loop(graph: StateGraph[Any, Any, Any, Any]) -> StateGraph[Any, Any, Any, Any]:
    """The same graph, whose routers are called in the event loop; to be done before it is compiled."""
    for branches in graph.branches.values():
        for name, branch in branches.items():
            path: Any = branch.path
            router = getattr(path, "func", None)
            if router is not None and hasattr(path, "afunc"):
                path.afunc = _called(router)
                branches[name] = branch._replace(path=Decision(router, path))
    return graph


def _called(router: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    async def called(*args: Any, **kwargs: Any) -> Any:
        return router(*args, **kwargs)

    return called
