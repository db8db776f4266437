"""Tools that look to the sides, and a log of their calls, for tests that hold strategies to their papers."""

from typing import Any

from smurfs_graph import ToolError

CALLED: list[str] = []
"""Emptied before each test."""
LONG = "y" * 3000


def left(word: str = "x") -> str:
    """Look to the left."""
    CALLED.append(f"left {word}")
    return f"{word} on the left"


def right(word: str = "x") -> str:
    """Look to the right."""
    CALLED.append(f"right {word}")
    raise ToolError("nothing is on the right")


def long() -> str:
    """Tell a long story."""
    CALLED.append("long")
    return LONG


TOOLS = [left, right, long]


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    """A round that calls a tool."""
    return {"thought": f"try {tool}", "tool": tool, "arguments": arguments}
