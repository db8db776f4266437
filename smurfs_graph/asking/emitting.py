"""Locate a state (its sub-task, step and depth), and write the events of nodes."""

import time
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.events.vocabulary import CallRefused, Event
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, TaskState


def scope_of(state: RunState | TaskState) -> str:
    """Return the id of the sub-task that a state is about; empty for the run's own."""
    task: Any = state.get("sub_task")
    return task.id if task is not None else ""


def step_of(state: TaskState) -> int:
    """Return the index of the call under way within its sub-task, from 0."""
    tree: Any = state.get("tree")
    return len(state["search"].attempts) if tree is None else tree.queries


def depth_of(state: TaskState) -> int:
    """Return the number of steps before it on its path."""
    tree: Any = state.get("tree")
    return state["search"].depth if tree is None else len(tree.path)


def not_made(state: TaskState, call: Call, reason: str) -> CallRefused:
    """Return the event of a call that is not made."""
    return CallRefused(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=depth_of(state),
        tool=call.tool,
        arguments=dict(call.arguments),
        reason=reason,
        line=call.line,
    )


def timed(state: TaskState, call: Call) -> Call:
    """Return the call of a step that ends now, with its times."""
    times = {"began": state.get("step_began", 0.0), "ended": time.time()}
    return call.model_copy(update={"timing": call.timing.model_copy(update=times)})


def emit(runtime: Runtime[Settings], event: Event) -> None:
    """Write an event to the run's stream, with the time of now."""
    runtime.stream_writer({**event.model_dump(mode="json"), "at": time.time()})
