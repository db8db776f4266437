"""Other middleware and agents around an agent's calls: approvals that a program would go around are found and refused.

LangChain's `HumanInTheLoopMiddleware` looks at the calls of the model's reply, where it sees `run_python` alone, or,
with `interrupt_mode="per_call"`, at each call on its way to the tool, where it must stand behind `Programs`.
"""

import inspect
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from types import FunctionType, MethodType
from typing import Any, cast

from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware
from langchain_core.runnables import Runnable, RunnableSequence
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.prebuilt import ToolNode
from langgraph.pregel import Pregel

from smurfs_graph.errors import ConfigurationError

_MOST_SEEN = 20_000
"""Objects that are looked at."""


def refuse_bypassed(handler: Callable[..., Any], names: Collection[str]) -> set[str]:
    """Return the tools whose calls are asked about on their way, one by one.

    `handler`: what makes a call for `Programs`; `names`: the tools that programs call. Raises ConfigurationError where
    a call from a program would not be shown to somebody who is to approve it.
    """
    asked = set[str]()
    behind = _around(handler, through_node=False)
    all_of_them = _around(handler, through_node=True)
    for each in all_of_them:
        mode: str = getattr(each, "interrupt_mode", "batched")
        gated = sorted(set(each.interrupt_on) & set(names)) if isinstance(each, HumanInTheLoopMiddleware) else []
        if not gated or (each in behind and mode == "per_call"):
            asked.update(gated)
            continue
        where = "" if each in behind else " and stand behind Programs in the list of middleware"
        raise ConfigurationError(
            f"HumanInTheLoopMiddleware would not see the calls of {', '.join(gated)} that programs make: it has to "
            f"have interrupt_mode='per_call'{where}; or leave it (deepagents: interrupt_on) out, and name the tools in "
            f"Programs(approve={{{', '.join(map(repr, gated))}}})"
        )
    return asked


def names_of_agent(handler: Callable[..., Any]) -> set[str]:
    """Return the names of an agent's tools. `handler`: what asks its model for `Programs`."""
    found = _reached(handler, partial(_parts, through_node=False))
    nodes = [each for each in found if isinstance(each, ToolNode)]
    return {name for node in nodes for name in node.tools_by_name}


def tool_nodes_within(tool: BaseTool) -> list[ToolNode]:
    """Return the tool nodes of the agents that a tool runs, as deepagents' `task` does."""
    return [each for each in _reached(tool, _parts_of_tool) if isinstance(each, ToolNode)]


def middleware_of(node: ToolNode) -> list[Any]:
    """Return the middleware around the calls of a tool node."""
    return _around(node, through_node=True)


def _around(handler: Any, *, through_node: bool) -> list[Any]:
    """Return the middleware that a handler leads to; `through_node`: all of the agent's, by its tool node."""
    found = _reached(handler, partial(_parts, through_node=through_node))
    return [each for each in found if isinstance(each, AgentMiddleware)]


def _reached(start: Any, parts_of: Callable[[Any], Iterator[Any]]) -> list[Any]:
    """Return an object and what it is made of, part by part."""
    found = list[Any]()
    seen = set[int]()
    queue: deque[Any] = deque([start])
    while queue and len(found) < _MOST_SEEN:
        each = queue.popleft()
        if id(each) in seen:
            continue
        seen.add(id(each))
        found.append(each)
        queue.extend(islice(parts_of(each), _MOST_SEEN))
    return found


def _parts(each: Any, through_node: bool) -> Iterator[Any]:
    """Return what a wrapper is made of: closures, bound objects, wrapped functions."""
    if isinstance(each, ToolNode):
        yield from vars(each).values() if through_node else ()
    elif isinstance(each, partial):
        yield each.func
    elif isinstance(each, MethodType):
        yield each.__self__
    elif isinstance(each, FunctionType):
        with suppress(ValueError):  # a name that is not bound yet
            yield from inspect.getclosurevars(each).nonlocals.values()
        yield getattr(each, "__wrapped__", None)


def _parts_of_tool(each: Any) -> Iterator[Any]:
    """Return what a tool is made of, as far as it may lead to an agent."""
    if isinstance(each, StructuredTool):
        yield each.func
        yield each.coroutine
    elif isinstance(each, dict):
        yield from cast("dict[Any, Any]", each).values()
    elif isinstance(each, list | tuple):
        yield from cast("list[Any]", each)
    elif isinstance(each, RunnableBindingBase):
        yield cast("Any", each).bound
    elif isinstance(each, RunnableSequence):
        yield from cast("Any", each).steps
    elif isinstance(each, Pregel):
        yield from (node.bound for node in cast("Any", each).nodes.values())
    elif isinstance(each, ToolNode):
        yield from each.tools_by_name.values()
    else:
        yield from _parts(each, through_node=False)
        if isinstance(each, FunctionType):  # an agent of its module, but not all that other functions there know
            with suppress(ValueError):
                used = inspect.getclosurevars(each).globals.values()
                yield from (value for value in used if isinstance(value, Runnable))
