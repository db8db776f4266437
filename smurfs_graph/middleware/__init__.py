"""Middleware for LangChain's agents: `Programs` has `create_agent` write programs over its tools."""

from smurfs_graph.middleware.programs import Programs

__all__ = ["Programs"]
