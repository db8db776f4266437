"""Calling a LangChain tool with values that were decided on: nothing validates, decodes or completes them again."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.tools import Tool as SingleInputTool

from smurfs_graph.tools.injection import Injection

_RUNS = ("run", "arun", "invoke", "ainvoke")


def code_of(tool: BaseTool) -> Callable[..., Any]:
    """Return the function whose parameters a tool's arguments are."""
    function = (tool.func or tool.coroutine) if isinstance(tool, StructuredTool) else None
    return function or type(tool)._run  # pyright: ignore[reportPrivateUsage]


def has_own_async_code(tool: BaseTool) -> bool:
    """Return whether a tool has code for the event loop; else it runs in a thread, where it may block."""
    if isinstance(tool, StructuredTool):
        return tool.coroutine is not None
    return type(tool)._arun is not BaseTool._arun  # pyright: ignore[reportPrivateUsage]


def caller_of(tool: BaseTool, injection: Injection, *, is_async: bool) -> Callable[[dict[str, Any]], Any]:
    """Return what calls a tool with decided values, by the names that its code has for them.

    `BaseTool.invoke` would validate the values once more, so that another value could run than the one that was decided
    on. What else it does (handlers of errors, callbacks, artifacts, the config) is kept where a tool asks for it.
    """
    function = (tool.coroutine if is_async else tool.func) if isinstance(tool, StructuredTool) else None
    if function is not None and _is_plain(tool, function, injection):
        return lambda given: function(**given, **injection.values())
    if not runs_by_langchain(tool):
        bare = without_validation(tool)
        run = bare.ainvoke if is_async else bare.invoke
        return lambda given: run({**given, **injection.values()})
    decided = DecidedTool.around(tool, injection, injection.values)
    return decided.ainvoke if is_async else decided.invoke


def runs_by_langchain(tool: BaseTool) -> bool:
    """Return whether a tool is run by LangChain's own code, which hands its parts what they ask for."""
    return all(getattr(type(tool), name).__module__.startswith("langchain_core.") for name in _RUNS)


def without_validation(tool: BaseTool) -> BaseTool:
    """Return a tool that takes its arguments as they are, those that are injected among them."""
    return tool.model_copy(update={"args_schema": dict(_ANYTHING)})


def _is_plain(tool: BaseTool, function: Callable[..., Any], injection: Injection) -> bool:
    """Return whether a tool is its function alone: LangChain would add nothing to a call of it."""
    extras = (tool.handle_tool_error, tool.handle_validation_error, tool.callbacks, tool.return_direct)
    if type(tool) is not StructuredTool or any(extras) or tool.response_format != "content" or injection.config:
        return False
    try:
        return "callbacks" not in inspect.signature(function).parameters
    except (TypeError, ValueError):  # some of Python's own have none
        return True


_ANYTHING: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": True}
"""A schema by which LangChain hands on what it is given: it validates by pydantic models only."""


class StandIn(BaseTool):
    """Stands for another tool, with all that may be read of it; to be invoked by a way of its own."""

    @classmethod
    def parts_of(cls, tool: BaseTool) -> dict[str, Any]:
        """Return what may be read of a tool."""
        return {name: getattr(tool, name) for name in BaseTool.model_fields}

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("a tool's stand-in is invoked by a way of its own")


class DecidedTool(StandIn):
    """Another tool, run by LangChain with the values as they are."""

    tool: BaseTool
    injected: Callable[[], dict[str, Any]]
    """Gives what the tool's code is handed beside its arguments."""
    config_name: str
    """The parameter of its code that takes the run's config."""
    keeps_names: bool

    @classmethod
    def around(cls, tool: BaseTool, injection: Injection, injected: Callable[[], dict[str, Any]]) -> "DecidedTool":
        """Wrap a tool, with all that LangChain does around its code."""
        given = cls.parts_of(tool)
        given["args_schema"] = dict(_ANYTHING)
        of_function = isinstance(tool, StructuredTool | SingleInputTool)
        return cls(
            **given,
            tool=tool,
            injected=injected,
            config_name="config" if of_function else next(iter(injection.config), ""),
            keeps_names=not isinstance(tool, SingleInputTool),
        )

    def _run(self, *, config: RunnableConfig, run_manager: Any = None, **given: Any) -> Any:
        run = self.tool._run
        return run(*self._unnamed(given), **self._named(given), **self._beside(run, config, run_manager))

    async def _arun(self, *, config: RunnableConfig, run_manager: Any = None, **given: Any) -> Any:
        run = self.tool._arun
        return await run(*self._unnamed(given), **self._named(given), **self._beside(run, config, run_manager))

    def _named(self, given: dict[str, Any]) -> dict[str, Any]:
        return given if self.keeps_names else {}

    def _unnamed(self, given: dict[str, Any]) -> list[Any]:
        return [] if self.keeps_names else [*given.values()]

    def _beside(self, run: Callable[..., Any], config: RunnableConfig, run_manager: Any) -> dict[str, Any]:
        """Return what a tool's code is handed beside its arguments; handlers and traces hear nothing of it."""
        beside = self.injected()
        if "run_manager" in inspect.signature(run).parameters:
            beside["run_manager"] = run_manager
        return beside | ({self.config_name: config} if self.config_name else {})
