"""`builtin:travel`: flights, roads, stays, meals and sights, from a shipped database or TravelPlanner's files."""

from .toolset import tools, toolset

__all__ = ["tools", "toolset"]
