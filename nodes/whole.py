"""Whole: the query as the one sub-task, for strategies without a planner; done at the start. No model is asked."""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources, emit
from smurfs_graph.events.vocabulary import PlanMade
from smurfs_graph.nodes.base import Node, followed_by
from smurfs_graph.nodes.start import start
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, whole_query


def whole(resources: Resources) -> Node[RunState]:
    """The plan that is the query."""

    async def whole(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        plan = Plan(sub_tasks=(SubTask(id="s1", content=whole_query(state), whole=True),))
        emit(runtime, PlanMade(plan=plan))
        return {"plan": plan, "awaiting": "plan" if "plan" in resources.settings(runtime).approve else None}

    return whole


def start_whole(resources: Resources) -> Node[RunState]:
    """The first node of a run whose plan is its query."""
    return followed_by(start(resources), whole(resources), lambda state: True)


def after_whole(state: RunState) -> Literal["approve", "start"]:
    """Have the plan approved by a person, or start it."""
    return "approve" if state.get("awaiting") == "plan" else "start"
