"""Injected parameters of tools, beside a model's arguments: `ToolRuntime`, the store, a `RunnableConfig` (LangChain's).

No model sees these parameters, and what such a tool returns is the request's own: no cache gives it to another one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args, get_origin, get_type_hints

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId
from langgraph.config import get_config
from langgraph.prebuilt import InjectedStore, ToolRuntime
from langgraph.runtime import Runtime, get_runtime

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.settings import Settings


@dataclass(frozen=True)
class Injection:
    """The parameters of a tool that a run fills in."""

    runtime: tuple[str, ...] = ()
    store: tuple[str, ...] = ()
    config: tuple[str, ...] = ()
    """LangChain gives these itself."""
    call_id: tuple[str, ...] = ()
    """Only in an agent of LangChain's: the id of the call."""
    agent: tuple[str, ...] = ()
    """Only in such an agent: its state, and what else its tool node fills in."""

    @property
    def is_any(self) -> bool:
        """Return whether a call depends on the request that it is made for."""
        return bool(self.runtime or self.store or self.config)

    @property
    def names(self) -> tuple[str, ...]:
        """Return all injected parameters; no model is told of these."""
        return (*self.runtime, *self.store, *self.config, *self.call_id, *self.agent)

    def values(self) -> dict[str, Any]:
        """Return their values in the run that this is called in. Raises ValueError where there is no store to give."""
        if not self.runtime and not self.store:
            return {}
        handed = tool_runtime()
        if self.store and handed.store is None:
            raise ValueError("the tool takes a store, and the graph has none: build_graph(..., store=...)")
        return dict.fromkeys(self.store, handed.store) | dict.fromkeys(self.runtime, handed)


def tool_runtime() -> ToolRuntime[Any, dict[str, Any]]:
    """Return the runtime for a tool that is called in this run; outside of runs, an empty one."""
    runtime, config = _surroundings()
    return ToolRuntime[Any, dict[str, Any]](
        state={},
        context=runtime.context if type(runtime.context) is not Settings else None,
        config=config,
        stream_writer=runtime.stream_writer,
        tool_call_id=None,
        store=runtime.store,
    )


def injection_of(tool: BaseTool, function: Any, *, in_agent: bool = False) -> Injection:
    """Return which parameters of a tool's function the run has to fill in.

    `in_agent`: the run is one of an agent of LangChain's, which can fill in any. Raises ConfigurationError for what
    others cannot, such as a graph's state.
    """
    found: dict[str, list[str]] = {"runtime": [], "store": [], "config": [], "call_id": [], "agent": []}
    for name, hint in _hints_of(tool, function).items():
        for kind in _kinds_in(hint):
            if issubclass(kind, ToolRuntime):
                found["runtime"].append(name)
            elif issubclass(kind, InjectedStore):
                found["store"].append(name)
            elif kind is RunnableConfig:
                found["config"].append(name)
            elif in_agent:
                found["call_id" if issubclass(kind, InjectedToolCallId) else "agent"].append(name)
            else:
                raise ConfigurationError(
                    f"{tool.name!r} cannot be a tool here: nothing fills in its parameter {name!r} ({kind.__name__}); "
                    "what a request brings comes with ToolRuntime (its context), RunnableConfig or InjectedStore"
                )
    return Injection(**{name: tuple(dict.fromkeys(names)) for name, names in found.items()})


def _hints_of(tool: BaseTool, function: Any) -> dict[str, Any]:
    try:
        hints = get_type_hints(function, include_extras=True)
    except (NameError, TypeError, AttributeError):  # names that only type checkers know, or no Python function
        hints = dict[str, Any]()
    own: Any = tool.args_schema
    declared = get_type_hints(own, include_extras=True) if isinstance(own, type) else {}
    return {**hints, **declared}


def _kinds_in(hint: Any) -> Iterator[type]:
    """Yield the injected kinds that a type hint names: as they are, in Annotated, in a union, or with parameters."""
    for each in (hint, get_origin(hint), *get_args(hint)):
        kind = each if isinstance(each, type) else get_origin(each) or type(each)
        if isinstance(kind, type) and (kind is RunnableConfig or issubclass(kind, (ToolRuntime, InjectedToolArg))):
            yield kind


def _surroundings() -> tuple[Runtime[Any], RunnableConfig]:
    """Return the runtime and config of the run that this is part of; outside of runs, empty ones."""
    try:
        runtime: Any = get_runtime()
        return runtime or Runtime(), get_config()  # none within a run of LangChain's alone
    except RuntimeError:
        return Runtime(), RunnableConfig()
