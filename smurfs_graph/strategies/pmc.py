"""Strategy `pmc` as published: manager, task graph, supervisor, ReAct executors with local constraints, deliverer.

What it has not, so that it can be compared: no solver and no check by code, no replanning; one global constraint, which
the deliverer reads; 30 steps in all, planning included (PMC 5.1.1, appendix G). Departure: a sub-task without tools,
which its manager may not write, has all of them here.
"""

from typing import Any

from langgraph.graph import START

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.base import Flow, Node, followed_by
from smurfs_graph.nodes.manager import after_manager, manager
from smurfs_graph.nodes.schedule import schedule
from smurfs_graph.nodes.whole import start_whole
from smurfs_graph.planning.plan import Plan
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_delivery
from smurfs_graph.strategies.tree import build_react, chains

STEPS = 30
"""Of a run: the plan is one, and every tool call."""


def build_pmc(resources: Resources) -> Flow:
    """The run's graph, not yet compiled."""
    resources.ceilings |= {"max_tool_calls": STEPS - 1, "max_replans": 0}
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    graph.add_node("start", start_whole(resources))
    graph.add_node("approve_plan", approve_plan(resources))
    planned = followed_by(manager(resources, "manager.pmc"), as_published(resources), _is_planned)
    graph.add_node("manager", planned)
    graph.add_solver("schedule", schedule(resources, build_react(resources, supervised=True), chains))
    add_delivery(graph, resources)
    graph.add_edge(START, "start")
    graph.add_edge("start", "manager")
    graph.add_conditional_edges(
        "manager", after_manager, {"restart": "manager", "approve": "approve_plan", "start": "schedule"}
    )
    graph.add_conditional_edges(
        "approve_plan", after_approval, {"ask again": "approve_plan", "approved": "schedule", "rejected": "deliverer"}
    )
    graph.add_edge("schedule", "deliverer")
    return graph


def as_published(resources: Resources) -> Node[RunState]:
    """The plan with its constraints in words alone, and one of them on the whole."""

    async def as_published(state: RunState, runtime: Any) -> dict[str, Any]:
        return {"plan": _in_words(state["plan"])}

    return as_published


def _is_planned(state: RunState) -> bool:
    return after_manager(state) != "restart"


def _in_words(plan: Plan) -> Plan:
    tasks = tuple(
        task.model_copy(
            update={
                "local_constraints": tuple(each.model_copy(update={"check": None}) for each in task.local_constraints)
            }
        )
        for task in plan.sub_tasks
    )
    whole_plan = tuple(each.model_copy(update={"check": None}) for each in plan.global_constraints[:1])
    return plan.model_copy(update={"sub_tasks": tasks, "global_constraints": whole_plan})
