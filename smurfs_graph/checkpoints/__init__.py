"""Storages of runs: checkpoints and payloads, safely loaded, in memory, SQLite or PostgreSQL.

Imports nothing heavy: what a checkpointer needs is imported with its module.
"""

from smurfs_graph.checkpoints.fitting import strict
from smurfs_graph.checkpoints.serializing import strict_serializer

__all__ = ["strict", "strict_serializer"]
