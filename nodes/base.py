"""The type of a node function, and what all routers of a sub-task's graph ask first."""

from collections.abc import Awaitable
from typing import Any, Protocol, TypeVar

from langgraph.runtime import Runtime

from smurfs_graph.settings import Settings

S = TypeVar("S", contravariant=True)


class Node(Protocol[S]):
    """An async node: state and runtime in, an update of the state out."""

    __name__: str

    def __call__(self, state: S, runtime: Runtime[Settings]) -> Awaitable[dict[str, Any]]:
        """Run the node."""
        ...
