"""The type of a node function, and how bookkeeping joins the node that it follows."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from langgraph.runtime import Runtime

from smurfs_graph.settings import Settings
from smurfs_graph.state import joined, written

S = TypeVar("S", contravariant=True)


class Node(Protocol[S]):
    """An async node: state and runtime in, an update of the state out."""

    __name__: str

    def __call__(self, state: S, runtime: Runtime[Settings]) -> Awaitable[dict[str, Any]]:
        """Run the node."""
        ...


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
