"""Routers are pure functions; LangGraph would give each decision a thread, or a task and a run of its own to be traced.

Where somebody traces the run, a decision is traced as LangGraph does it; else it is the call of a function. It sees the
state that its node was given and what the node has written, which LangGraph would read from copies of all channels.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph import StateGraph
from langgraph.pregel import Pregel

from smurfs_graph.state import written


class Update(dict[str, Any]):
    """What a node returns, with the state that it leaves."""

    def __init__(self, update: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        """`state`: what the node was given."""
        super().__init__(update)
        self.state = state


class Decision(Runnable[Any, Any]):
    """A router as LangGraph calls it."""

    def __init__(self, router: Callable[[Any], Any], traced: Any) -> None:
        """`traced`: LangGraph's own runnable of the router, which calls it in the event loop."""
        self.name = getattr(traced, "name", None)
        self.router = router
        self._traced = traced

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The way that the router names."""
        return self._traced.invoke(input, config)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The way that the router names, in the event loop."""
        return self.router(input) if _is_unseen(config) else await self._traced.ainvoke(input, config)


def decide_in_loop(graph: StateGraph[Any, Any, Any, Any]) -> StateGraph[Any, Any, Any, Any]:
    """The same graph, whose routers are called in the event loop; to be done before it is compiled."""
    for branches in graph.branches.values():
        for name, branch in branches.items():
            path: Any = branch.path
            router = getattr(path, "func", None)
            if router is not None and hasattr(path, "afunc"):
                path.afunc = _called(router)
                branches[name] = _direct(branch._replace(path=Decision(router, path)))
    for name in graph.branches.keys() & graph.nodes.keys():
        runnable: Any = graph.nodes[name].runnable
        node = getattr(runnable, "afunc", None)
        if node is not None and not _has_graph(node):
            runnable.afunc = _telling(node)
    return graph


def _called(router: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    async def called(*args: Any, **kwargs: Any) -> Any:
        return router(*args, **kwargs)

    return called


def _telling(node: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def telling(state: Any, **kwargs: Any) -> Any:
        update: Any = await node(state, **kwargs)
        return Update(cast("dict[str, Any]", update), state) if isinstance(update, dict) else update

    return telling


def _has_graph(node: Callable[..., Any]) -> bool:
    """LangGraph looks for the graphs that a node calls among what its function closes over."""
    return any(isinstance(value, Pregel) for value in inspect.getclosurevars(node).nonlocals.values())


def _direct(branch: Any) -> Any:
    """The branch, deciding on what its node has told, if it has; LangGraph's way where a person writes in its place."""

    async def route(self: Any, input: Any, config: RunnableConfig, *, reader: Any, writer: Any) -> Any:
        if isinstance(input, Update) and _is_unseen(config):
            return self._finish(writer, input, self.path.router(written(input.state, input)), config)
        return await whole(self, input, config, reader=reader, writer=writer)

    kind: Any = cast("Any", type(branch))
    whole: Any = kind._aroute
    return type("Direct", (kind,), {"__slots__": (), "_aroute": route})(*branch)


def _is_unseen(config: RunnableConfig | None) -> bool:
    """Whether nobody traces this."""
    callbacks = config.get("callbacks") if config else None
    return isinstance(callbacks, BaseCallbackManager) and not callbacks.handlers
