"""Supervisor: makes a sub-task concrete from the results of its direct predecessors (PMC section 4.1.3).

Skipped for a sub-task without dependencies. Safe default: the sub-task as it stands.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.question import ask_model
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import SupervisorReply
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, TaskState


def supervisor(asking: Asking) -> Node[TaskState]:
    """Return the supervisor's node function."""

    async def supervisor(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = state["sub_task"]
        values = {
            "query": state.get("query", ""),
            "sub_task": views.sub_task(task, details=True),
            "dependencies": views.known(state.get("dependencies", ())),
        }
        turn = await ask_model(asking, state, runtime, "supervisor", values, SupervisorReply)
        if turn.ends_here or turn.reply is None:
            return turn.update
        rewritten = task.model_copy(
            update={"content": turn.reply.content, "parameters": {**task.parameters, **turn.reply.parameters}}
        )
        return {**turn.update, "sub_task": rewritten}

    return supervisor


def on_entry(state: TaskState) -> Literal["prepared", "has dependencies", "stands alone"]:
    """Route to the supervisor only a sub-task that builds on others, unless its executor sees their answers.

    A prepared one needs no agent at all.
    """
    if state["sub_task"].prepared:
        return "prepared"
    sees = state["view"].rich or state["shape"] in WITH_TOOLS_BOUND  # the executor sees what its dependencies found
    return "has dependencies" if state.get("dependencies") and not sees else "stands alone"


def after_supervisor(state: TaskState) -> Literal["restart", "stop", "concrete"]:
    """Ask again, stop, or start the search."""
    return held_up(state) or "concrete"
