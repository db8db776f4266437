"""Fixtures of all tests: no tracing, no network, and Hypothesis profiles that repeat themselves in CI."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings

from tests.servers.postgres.fixtures import postgres as postgres
from tests.servers.postgres.fixtures import postgres_url as postgres_url

for _name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING", "LANGSMITH_TRACING_V2"):
    os.environ[_name] = "false"
os.environ["SMURFS_FORBID_REAL_MODELS"] = "1"
for _name in ("LANGSMITH_API_KEY", "LANGCHAIN_API_KEY"):
    os.environ.pop(_name, None)

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("dev", deadline=None, suppress_health_check=_SLOW, max_examples=40)  # others each time
settings.register_profile("ci", deadline=None, suppress_health_check=_SLOW, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI", "").lower() in ("1", "true") else "dev")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background, by a shell without job control
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the programs that tests start would inherit that


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three workers for two processors: many a test waits for a process, a server or the clock."""
    usable = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return usable * 3 // 2


_LOCAL = ("127.0.0.1", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and str(cast("tuple[Any, ...]", address)[0]) not in _LOCAL:
            raise OSError(f"a test tried to reach {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    yield


@pytest.fixture(autouse=True)
def nothing_learned() -> Iterator[None]:
    """Forget before the next test what one teaches about servers and models."""
    from smurfs_graph.testing import fresh_registry

    with fresh_registry():
        yield
