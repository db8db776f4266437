"""LangSmith gets what a run's nodes see and say, without secrets: its own tracer would send everything as it is."""

from functools import lru_cache
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackManager
from langchain_core.runnables import RunnableConfig
from langsmith import utils

from smurfs_graph.redaction import MASK, Redactor


def redacted_tracing(config: RunnableConfig | None) -> RunnableConfig | None:
    """The config with a tracer that masks secrets, where LangSmith's tracing is on; one that brings its own is kept."""
    if not utils.tracing_is_enabled():
        return config
    from langchain_core.tracers.langchain import LangChainTracer

    given: Any = (config or {}).get("callbacks")
    handlers: list[Any] = list(given.handlers if isinstance(given, BaseCallbackManager) else given or ())
    if any(isinstance(handler, LangChainTracer) for handler in handlers):
        return config
    tracer = LangChainTracer(client=_client())
    if isinstance(given, BaseCallbackManager):
        given = given.copy()
        given.add_handler(tracer, inherit=True)
        return cast("RunnableConfig", {**(config or {}), "callbacks": given})
    return cast("RunnableConfig", {**(config or {}), "callbacks": [*handlers, tracer]})


@lru_cache(maxsize=1)
def _client() -> Any:
    """One client for the process: it has a thread and a queue of its own."""
    from langsmith import Client

    def masked(data: dict[str, Any]) -> dict[str, Any]:
        found = Redactor().data(data)
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {"data": MASK}

    return Client(anonymizer=masked)
