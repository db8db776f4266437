"""Where a state stands (its sub-task, step and depth), and the events that nodes write of it."""

import time
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.events.vocabulary import CallRefused, Event
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, TaskState


def scope_of(state: RunState | TaskState) -> str:
    """The id of the sub-task that a state is about; empty for the run's own."""
    task: Any = state.get("sub_task")
    return task.id if task is not None else ""


def step_of(state: TaskState) -> int:
    """Which call of its sub-task is being made, from 0."""
    tree: Any = state.get("tree")
    return len(state["search"].attempts) if tree is None else tree.queries


def depth_of(state: TaskState) -> int:
    """Steps before it on its path."""
    tree: Any = state.get("tree")
    return state["search"].depth if tree is None else len(tree.path)


def not_made(state: TaskState, call: Call, reason: str) -> CallRefused:
    """The event of a call that is not made."""
    return CallRefused(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=depth_of(state),
        tool=call.tool,
        arguments=dict(call.arguments),
        reason=reason,
    )


def timed(state: TaskState, call: Call) -> Call:
    """The call of a step that ends now, with its times."""
    times = {"began": state.get("step_began", 0.0), "ended": time.time()}
    return call.model_copy(update={"timing": call.timing.model_copy(update=times)})


def emit_role_asked(runtime: Runtime[Settings], sub_task: str, call: str, model: str) -> None:
    """Write a `RoleAsked`, as its class would write it: it is what happens most."""
    emit(runtime, {"at": 0.0, "sub_task": sub_task, "kind": "role_asked", "call": call, "model": model})


def emit_role_answered(runtime: Runtime[Settings], sub_task: str, call: str, used: UsageRow) -> None:
    """Likewise, a `RoleAnswered`."""
    row = dict(used.__dict__)
    emit(runtime, {"at": 0.0, "sub_task": sub_task, "kind": "role_answered", "call": call, "used": row})


def emit(runtime: Runtime[Settings], event: Event | dict[str, Any]) -> None:
    """Write an event to the run's stream, with the time of now."""
    data: dict[str, Any] = event if isinstance(event, dict) else _as_data(event)
    data["at"] = time.time()
    runtime.stream_writer(data)


def _as_data(event: Event) -> dict[str, Any]:
    return event.__pydantic_serializer__.to_python(event, mode="json")
