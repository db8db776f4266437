"""The version of a run's state, kept with every checkpoint: what is of another version is refused by name."""

from collections.abc import Mapping
from typing import Any

from smurfs_graph.errors import StorageError

STATE = 6
"""Version of what checkpoints hold; raised when older ones would no longer load, or name nodes that are gone.

2: bookkeeping has no nodes of its own any more. 3: a draft holds its call. 4: who has yet to look at a plan, what
a planner decided, how a sub-task is shown and which tools are bound are a record each. 5: so are memories. 6: how a
sub-task is shown is a `PromptView`.
"""
KEY = "smurfs_state"
"""Its name in a checkpoint's metadata; where it is missing, the checkpoint is of version 1 or of another graph."""


def with_version(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return metadata that says the version of the state beside it."""
    return {**metadata, KEY: str(STATE)}


def refuse_other_version(metadata: Mapping[str, Any], thread: str) -> None:
    """Raises StorageError, naming both versions, where a checkpoint's state is not of this version."""
    if (found := str(metadata.get(KEY, 1))) != str(STATE):
        raise StorageError(
            f"run {thread!r} was saved by another version of smurfs-graph: it has state {found!r:.20}, "
            f"this one reads {STATE}"
        )
