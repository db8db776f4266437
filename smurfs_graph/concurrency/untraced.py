"""Calls outside of runs, of models (`smurfs doctor`, judges) and tools (`smurfs tools call`): LangChain traces none.

Its own tracer would send them unmasked where LANGSMITH_TRACING is set, and hold the end of the process.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from langchain_core.runnables.config import var_child_runnable_config
from langsmith import run_helpers


@contextmanager
def untraced_outside_of_runs() -> Generator[None]:
    """Switch tracing off, except within a run, whose own tracer decides."""
    if var_child_runnable_config.get() is not None:
        yield
        return
    context = cast("Any", run_helpers).tracing_context
    with context(enabled=False):
        yield
