"""Traces of runs: to LangSmith, and as OpenTelemetry spans. Off unless asked for, and without secrets.

`Settings.tracing` decides. With "environment", LangSmith gets them where LANGSMITH_TRACING says so;
"off" means off whatever they say, also for a tracer that is handed down by an application around this graph.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NamedTuple

from langchain_core.callbacks import AsyncCallbackManager, BaseCallbackHandler, BaseCallbackManager
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import var_child_runnable_config
from langchain_core.tracers.context import tracing_v2_callback_var
from langsmith import utils

from smurfs_graph.settings import Settings

if TYPE_CHECKING:
    from smurfs_graph.tracing.langsmith import RunTracer

_EVERYWHERE = ("langsmith", "both")
_SPANS = ("otel", "both")
_END = object()


class Traced(NamedTuple):
    """The config that a run starts with."""

    config: RunnableConfig | None
    around: RunnableConfig | None = None
    """Config around the run that LangChain is to see while it starts; None: unchanged."""


def traced(config: RunnableConfig | None, settings: Settings) -> Traced:
    """Return the config with the tracers that the settings ask for, and without those that they do not.

    Raises ConfigurationError where the settings ask for what cannot be had: a missing package or key.
    """
    around = var_child_runnable_config.get() or RunnableConfig()
    inherited, given = around.get("callbacks"), (config or {}).get("callbacks")
    handlers = [*_handlers(given), *_handlers(inherited)]
    wanted = [*_to_langsmith(handlers, settings), *_to_spans(settings, handlers)]
    if not wanted:
        return Traced(config)
    manager: BaseCallbackManager = AsyncCallbackManager([])
    if isinstance(inherited, BaseCallbackManager):
        manager = inherited.copy()
    if isinstance(given, BaseCallbackManager):
        manager = given.copy() if given.parent_run_id is not None else manager.merge(given)
    for handler in [*_handlers(given), *_handlers(inherited), *wanted]:
        manager.add_handler(handler, inherit=True)
    for handler in handlers:
        if _is_replaced(handler) and handler not in wanted:
            manager.remove_handler(handler)
    replaced, without = (config or RunnableConfig()).copy(), around.copy()
    replaced["callbacks"], without["callbacks"] = manager, None
    return Traced(replaced, without)


async def begin_stream(stream: AsyncGenerator[Any], around: RunnableConfig | None) -> AsyncGenerator[Any]:
    """Stream a graph so that its start sees `around`: LangGraph would add the handlers there to those in its config."""
    async with aclosing(stream):
        if around is not None:
            token = var_child_runnable_config.set(around)
            try:
                first = await anext(stream, _END)
            finally:
                var_child_runnable_config.reset(token)
            if first is _END:
                return
            yield first
        async for item in stream:
            yield item


def flush(timeout: float = 10.0) -> bool:
    """Wait at most `timeout` seconds until LangSmith has what was traced so far; return whether it has."""
    from smurfs_graph.tracing.delivery import flush_all

    return flush_all(timeout)


def _to_langsmith(handlers: list[BaseCallbackHandler], settings: Settings) -> "list[RunTracer]":
    """Return LangSmith's tracer, the silent one in its place where LangChain would add its own, or none."""
    around = next((handler for handler in handlers if _is_replaced(handler)), tracing_v2_callback_var.get())
    asked = settings.tracing in _EVERYWHERE
    enabled = utils.tracing_is_enabled()
    if not asked and around is None and not enabled:
        return []
    from smurfs_graph.tracing.langsmith import RunTracer, SilentTracer, require_destination

    if asked and around is None:
        require_destination()
    kept_here = enabled == "local" or isinstance(around, SilentTracer)
    if asked or (settings.tracing == "environment" and not kept_here):
        return [RunTracer.beside(around, settings.strategy)]
    return [SilentTracer()]


def _to_spans(settings: Settings, handlers: list[BaseCallbackHandler]) -> list[BaseCallbackHandler]:
    if settings.tracing not in _SPANS or any(_is_named(handler, "SpanTracer") for handler in handlers):
        return []
    from smurfs_graph.tracing.spans import SpanTracer, require_opentelemetry

    require_opentelemetry()
    return [SpanTracer(settings.strategy)]


def _handlers(given: Any) -> list[BaseCallbackHandler]:
    return list(given.handlers if isinstance(given, BaseCallbackManager) else given or ())


def _is_replaced(handler: object) -> bool:
    """Return whether the handler is LangSmith's own tracer, whose traces are not masked."""
    return _is_named(handler, "LangChainTracer")


def _is_named(handler: object, name: str) -> bool:
    """Return whether a handler's class has that name, without importing it where nothing is traced."""
    return any(kind.__name__ == name for kind in type(handler).__mro__)
