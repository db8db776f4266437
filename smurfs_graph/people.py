"""Whether there is anybody to ask: a run that keeps no checkpoints cannot wait for a person."""

from langgraph.config import get_config

from smurfs_graph.settings import Settings

_CHECKPOINTER = "__pregel_checkpointer"


def can_be_asked(settings: Settings) -> bool:
    """Whether the run that this is called in may stop and wait for a person."""
    if settings.unattended:
        return False
    return get_config().get("configurable", {}).get(_CHECKPOINTER) not in (None, False)
