"""Recorded runs for the tests of exports."""

from collections.abc import Callable, Sequence
from typing import Any

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.testing import ScriptedModel
from tests.scripts import REFERENCE, script


@effects("read")
def broken() -> str:
    """Always fails."""
    raise ToolError("no such thing")


@effects("read")
def good() -> str:
    """Always answers."""
    return "fine"


@effects("read")
def other() -> str:
    """Answers, too."""
    return "something else"


def detour() -> Callable[[str, dict[str, str]], Any]:
    """A first call that fails, a restart, a step that is rolled back, and one that solves."""
    return script(
        executor_thought=[{"thought": "first"}, "{}", {"thought": "second"}, {"thought": "third"}],
        verifier=[{"status": "pending", "hint": "more"}, {"status": "solved"}],
    )


def run(
    storage: Storage,
    tools: Sequence[Any],
    replies: Callable[[str, dict[str, str]], Any],
    query: str = "q",
    thread: str = "t",
    **settings: Any,
) -> tuple[Any, ScriptedModel]:
    """The result of a recorded run, in split steps, and its model."""
    model = ScriptedModel(replies)
    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    options: dict[str, Any] = {"strategy": "smurfs", "record": True, **settings}
    graph = build_graph(Settings(model=REFERENCE, **options), tools, models={REFERENCE: model}, **kept)
    return graph.invoke({"query": query}, {"configurable": {"thread_id": thread}}), model


def record(
    storage: Storage, thread: str, replies: Callable[[str, dict[str, str]], Any], query: str = "q", **settings: Any
) -> tuple[Any, ScriptedModel]:
    """A run on three tools that rolls back."""
    options: dict[str, Any] = {"exhaustive": True, "max_depth": 1, **settings}
    return run(storage, [broken, good, other], replies, query, thread, **options)


CANARIES = (
    "canaryenv123",
    "sk-canaryquery456",
    "canarydefault789",
    "canaryresp000",
    "canaryargument1",
    "canaryhead2",
)
"""Of the environment, the request, a tool's document, its response, its arguments and its headers."""


def record_canaries(storage: Storage) -> ScriptedModel:
    """A run with all canaries in it; the environment is the caller's affair."""

    def find(token: str = CANARIES[2]) -> dict[str, Any]:
        """Find it."""
        headers = {"Authorization": f"Bearer {CANARIES[5]}"}
        return {"note": f"asked with {CANARIES[0]}", "password": CANARIES[3], "headers": headers}

    replies = script(executor_arguments={"token": CANARIES[4]})
    return run(storage, [find], replies, f"Find it.\nUse {CANARIES[1]}")[1]
