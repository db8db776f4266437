"""A collector on loopback in place of LangSmith, and nothing traced unless a test says so."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tracing.collector import Collector, collecting

SECRET = "canary-key-5521"


def forget_environment() -> None:
    """LangSmith remembers the variables that it has read."""
    from langsmith.utils import get_env_var

    cached: Any = get_env_var
    cached.cache_clear()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """One that listens where LANGSMITH_ENDPOINT says; tracing itself is not asked for."""
    with collecting() as found:
        monkeypatch.setenv("LANGSMITH_ENDPOINT", found.url)
        monkeypatch.setenv("LANGSMITH_API_KEY", SECRET)
        forget_environment()
        yield found
    monkeypatch.undo()
    forget_environment()


@pytest.fixture
def asked_for_by_environment(monkeypatch: pytest.MonkeyPatch, collector: Collector) -> Iterator[Collector]:
    """Collect traces that LANGSMITH_TRACING asks for."""
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
        monkeypatch.setenv(name, "true")
    forget_environment()
    yield collector
