"""`builtin:travel`: flights, roads, stays, meals and sights, from a shipped database or TravelPlanner's files."""

from smurfs_graph.tools.travel.toolset import open_toolset

__all__ = ["open_toolset"]
