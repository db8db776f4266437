"""Recorded runs for the tests of exports."""

from collections.abc import Callable
from typing import Any

from smurfs_graph import Settings, ToolError, build_graph
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.testing import ScriptedModel
from tests.scripts import REFERENCE, script

ROLLED_BACK: dict[str, Any] = {"strategy": "smurfs", "exhaustive": True, "max_depth": 1}


def broken() -> str:
    """Always fails."""
    raise ToolError("no such thing")


def good() -> str:
    """Always answers."""
    return "fine"


def other() -> str:
    """Answers, too."""
    return "something else"


def detour() -> Callable[[str, dict[str, str]], Any]:
    """A first call that fails, a restart, a step that is rolled back, and one that solves."""
    return script(
        executor_thought=[{"thought": "first"}, "no JSON", {"thought": "second"}, {"thought": "third"}],
        verifier=[{"status": "pending", "hint": "more"}, {"status": "solved"}],
    )


def record(
    storage: Storage, thread: str, replies: Callable[[str, dict[str, str]], Any], query: str = "q", **settings: Any
) -> tuple[Any, ScriptedModel]:
    """A run on three tools."""
    model = ScriptedModel(replies)
    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    options: dict[str, Any] = {"record": True, **ROLLED_BACK, **settings}
    graph = build_graph(Settings(model=REFERENCE, **options), [broken, good, other], models={REFERENCE: model}, **kept)
    return graph.invoke({"query": query}, {"configurable": {"thread_id": thread}}), model
