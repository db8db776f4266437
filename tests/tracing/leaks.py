"""Tools that leak secrets in arguments, responses and errors, and what must not arrive of them."""

from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph import ToolError
from tests.scripts import script
from tests.tracing.conftest import SECRET

SECRETS = ("canary-env-77aa", "canary-arg-123", "canary-response-9", SECRET, "sk-canary-987654321", "canary-pass-1")


def look(password: str = "canary-arg-123") -> dict[str, str]:
    """Look."""
    return {"token": "canary-response-9", "seen": "a lighthouse", "note": "asked with canary-env-77aa"}


def fail(password: str = "canary-arg-123") -> str:
    """Fail."""
    raise ToolError(f"refused: Authorization: Bearer {SECRET}, password=canary-arg-123")


def broken(key: str = "sk-canary-987654321") -> str:
    """Break."""
    raise RuntimeError("https://me:canary-pass-1@example.org said no")


TOOLS = (fail, broken, look)


def leak(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, dict[str, str]], Any]:
    """Make a model that calls the leaking tools; one secret is known from the environment."""
    monkeypatch.setenv("MY_SERVICE_TOKEN", "canary-env-77aa")
    return script(executor_arguments={"password": "canary-arg-123"})
