"""A switch that forbids real model requests, so that no test reaches for the network or for somebody's money."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import urlsplit

from smurfs_graph.errors import ConfigurationError

VARIABLE = "SMURFS_FORBID_REAL_MODELS"
"""Environment variable with the same effect, for whole test runs and their child processes."""
_LOCAL = frozenset({"127.0.0.1", "::1", "localhost"})
_switches: list[str] = []


@contextmanager
def forbid_real_models() -> Generator[None]:
    """While this is open, models that are neither embedded, given as objects nor on this machine are refused."""
    _switches.append(VARIABLE)
    try:
        yield
    finally:
        _switches.pop()


def refuse_if_forbidden(reference: str, base_url: str | None) -> None:
    """Raises ConfigurationError for a real model where those are forbidden."""
    if not _switches and os.environ.get(VARIABLE, "") in ("", "0"):
        return
    if base_url is None or urlsplit(base_url).hostname not in _LOCAL:
        raise ConfigurationError(f"model {reference!r} is a real one, and real models are forbidden here ({VARIABLE})")
