"""Approvals that a program would go around: found, and refused, before a program calls anything.

LangChain's `HumanInTheLoopMiddleware` looks at the calls of the model's reply, where it sees `run_python` alone, or,
with `interrupt_mode="per_call"`, at each call on its way to the tool, where it must stand behind `Programs`.
"""

import inspect
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware
from langgraph.prebuilt import ToolNode

from smurfs_graph.errors import ConfigurationError

_MOST_SEEN = 2_000
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


def _around(handler: Callable[..., Any], *, through_node: bool) -> list[Any]:
    """Return the middleware that a handler leads to; `through_node`: all of the agent's, by its tool node."""
    found, seen = list[Any](), set[int]()
    queue: deque[Any] = deque([handler])
    while queue and len(seen) < _MOST_SEEN:
        each = queue.popleft()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, AgentMiddleware):
            found.append(each)
        else:
            queue.extend(_parts(each, through_node))
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
