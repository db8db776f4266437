"""The graph that nodes and routers are put into, and the type of a node."""

from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Literal, Protocol, Self, TypeVar

from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackManager
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tracers import BaseTracer
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from typing_extensions import override

from smurfs_graph.planning.decisions import PlanReview
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, SubTaskResult, TaskState

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

        async def decide(state: Any) -> Hashable:
            return router(state)

        super().__init__(lambda state: router(state), decide, name=router.__name__)  # without hints to be looked into

    @override
    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Hashable:
        """Return the way that the router names."""
        callbacks = config.get("callbacks") if config else None
        if isinstance(callbacks, BaseCallbackManager) and not any(
            isinstance(h, _FOLLOWING) for h in callbacks.handlers
        ):
            return self.func(input)
        return await super().ainvoke(input, config, **kwargs)


class _Closed:
    """A node as an object: LangGraph reads the bytecode of functions for graphs in them, half the time of a build."""

    def __init__(self, node: Node[Any]) -> None:
        self._node = node
        self.__name__ = node.__name__

    async def __call__(self, state: Any, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await self._node(state, runtime)


class Flow(StateGraph[Any, Any, Any, Any]):
    """A graph whose routers decide in the event loop; a plain function would get a thread for each decision."""

    def add_node(self, name: str, node: Any, *, holds_graph: bool = False) -> Self:  # pyright: ignore
        """Add a node that sees the whole state. `holds_graph`: it runs a graph that LangGraph is to find."""
        return super().add_node(name, node if holds_graph else _Closed(node))

    def add_conditional_edges(self, source: str, path: Any, path_map: Any = None) -> Self:
        """Add conditional edges; `path` is a pure function of the state."""
        return super().add_conditional_edges(source, Decision(path), path_map)


def review_by(settings: Settings, *first: Literal["manager"]) -> PlanReview | None:
    """Return who has to look at a plan: those who come first, and a person where one is set to approve plans."""
    by = (*first, "person") if "plan" in settings.approve else first
    return PlanReview(by=by) if by else None


def awaits(state: RunState, who: Literal["manager", "person"]) -> bool:
    """Return whether the plan waits for the manager, who works it out, or for a person, who approves it."""
    review = state.get("review")
    return review is not None and who in review.by


def held_up(state: TaskState) -> Literal["stop", "restart"] | None:
    """Return "stop" if nobody may be asked any more, "restart" if the last question is to be asked again."""
    if state.get("stop"):
        return "stop"
    return "restart" if state.get("restart") else None


def after_last_question(state: Mapping[str, Any]) -> Literal["restart", "done"]:
    """Ask again, or end: what cannot be had there has a safe default, also where a budget is out."""
    return "restart" if state.get("restart") else "done"
