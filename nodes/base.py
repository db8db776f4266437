"""The graph that nodes and routers are put into, the type of a node, and how bookkeeping joins the one it follows."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Protocol, Self, TypeVar

from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackManager
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tracers import BaseTracer
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from typing_extensions import override

from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskResult, TaskState, joined, written

S = TypeVar("S", contravariant=True)
SolveGraph = CompiledStateGraph[TaskState, Settings, TaskState, SubTaskResult]
"""The graph that solves one sub-task."""


class Node(Protocol[S]):
    """An async node: state and runtime in, an update of the state out."""

    __name__: str

    def __call__(self, state: S, runtime: Runtime[Settings]) -> Awaitable[dict[str, Any]]:
        """Run the node."""
        ...


_FOLLOWING = (BaseTracer, AsyncCallbackHandler)
"""Handlers that tell of everything that runs: tracers, and that of `astream_events`. Others, such as that which streams
messages, want models and nodes.
"""


class Decision(RunnableLambda[Any, Hashable]):
    """A router as LangGraph takes it: one that nobody traces is the call of a function, without a task or a thread."""

    def __init__(self, router: Callable[[Any], Hashable]) -> None:
        """`router`: a function of the state that asks nobody."""

        def decide(state: Any) -> Hashable:  # LangGraph would read the types that `router` declares, each time anew
            return router(state)

        async def decide_async(state: Any) -> Hashable:
            return router(state)

        super().__init__(decide, decide_async, name=router.__name__)

    @override
    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Hashable:
        """The way that the router names."""
        callbacks = config.get("callbacks") if config else None
        if isinstance(callbacks, BaseCallbackManager) and not any(
            isinstance(h, _FOLLOWING) for h in callbacks.handlers
        ):
            return self.func(input)
        return await super().ainvoke(input, config, **kwargs)


class _Opaque:
    """A node as an object: of a function, LangGraph reads the types and the instructions, which takes longest."""

    def __init__(self, node: Node[Any]) -> None:
        self.__name__ = node.__name__
        self._node = node

    async def __call__(self, state: Any, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await self._node(state, runtime)


class Flow(StateGraph[Any, Any, Any, Any]):
    """A graph whose routers decide in the event loop; a plain function would get a thread for each decision."""

    def add_node(self, node: Any, action: Any = None, **options: Any) -> Self:
        """As in LangGraph; `action` has the whole state of this graph, and calls no other one."""
        return super().add_node(node, _Opaque(action), **options)

    def add_solver(self, name: str, node: Node[Any]) -> Self:
        """Add a node that calls the graph of sub-tasks, which LangGraph finds in its function."""
        return super().add_node(name, node)

    def add_conditional_edges(self, source: str, path: Any, path_map: Any = None) -> Self:
        """As in LangGraph; `path` is a function of the state that asks nobody."""
        return super().add_conditional_edges(source, Decision(path), path_map)


def followed_by(node: Node[Any], then: Node[Any], when: Callable[[Any], bool]) -> Node[Any]:
    """A node that does what follows it in the same step, where `when` says so of the state that it leaves.

    For bookkeeping that asks nobody: a step of the graph, with its checkpoint, is for a call of a model or a tool.
    """

    async def followed(state: Any, runtime: Runtime[Settings]) -> dict[str, Any]:
        update = await node(state, runtime)
        after = written(state, update)
        return joined(update, await then(after, runtime)) if when(after) else update

    followed.__name__ = node.__name__
    return followed
