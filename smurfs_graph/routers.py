"""Routers are pure functions; LangGraph would hand each decision to a thread, which costs more than the decision."""

from collections.abc import Awaitable, Callable
from typing import Any

from langgraph.graph import StateGraph


def decide_in_loop(graph: StateGraph[Any, Any, Any, Any]) -> StateGraph[Any, Any, Any, Any]:
    """The same graph, whose routers are called in the event loop; to be done before it is compiled."""
    for branches in graph.branches.values():
        for branch in branches.values():
            path: Any = branch.path
            router = getattr(path, "func", None)
            if router is not None and hasattr(path, "afunc"):
                path.afunc = _called(router)
    return graph


def _called(router: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    async def called(*args: Any, **kwargs: Any) -> Any:
        return router(*args, **kwargs)

    return called
