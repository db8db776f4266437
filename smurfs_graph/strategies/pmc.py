"""Strategy `pmc` as published: manager, task graph, supervisor, ReAct executors with local constraints, deliverer.

What it has not, so that it can be compared: no solver and no check by code, no replanning; one global constraint, which
the deliverer reads; 30 steps in all, planning included (PMC 5.1.1, appendix G). Departure: a sub-task without tools,
which its manager may not write, has all of them here.
"""

from typing import Any

from langgraph.graph import START

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.base import Flow, Node
from smurfs_graph.nodes.manager import after_manager, manager
from smurfs_graph.nodes.schedule import schedule
from smurfs_graph.nodes.start import start
from smurfs_graph.planning.plan import Constraint, Plan
from smurfs_graph.search.decision_tree import TreeLimits
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_delivery
from smurfs_graph.strategies.tree import build_react, chains

STEPS = 30
"""Of a run: the plan is one, and every tool call."""
CEILINGS = {"max_tool_calls": STEPS - 1, "max_replans": 0}
_NODES = 3
"""Of a chain, that one round may have: a thought, an action and its input."""


def build_pmc(resources: Resources) -> Flow:
    """Return the run's graph, not yet compiled."""
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    graph.add_node("start", start(resources.calling, resources.rules, unplanned=True))
    graph.add_node("approve_plan", approve_plan(resources.calling))
    graph.add_node("manager", published_manager(resources.asking, resources.toolset))
    solve = build_react(resources, supervised=True)
    graph.add_node("schedule", schedule(resources.calling, resources.rules, solve, _chains), holds_graph=True)
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


def published_manager(asking: Asking, toolset: GraphTools) -> Node[RunState]:
    """Ask for the plan; its constraints are in words alone, and one of them is on the whole."""
    plan = manager(asking, toolset, "manager.pmc")

    async def published_manager(state: RunState, runtime: Any) -> dict[str, Any]:
        update = await plan(state, runtime)
        return {**update, "plan": _in_words(update["plan"])} if "plan" in update else update

    return published_manager


def _in_words(plan: Plan) -> Plan:
    tasks = [task.model_copy(update={"local_constraints": _untyped(task.local_constraints)}) for task in plan.sub_tasks]
    whole = _untyped(plan.global_constraints[:1])
    return plan.model_copy(update={"sub_tasks": tuple(tasks), "global_constraints": whole})


def _untyped(constraints: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    return tuple(each.model_copy(update={"check": None}) for each in constraints)


def _chains(settings: Settings) -> TreeLimits:
    """Return the limits of a sub-task: long enough for all the steps of the run, where nothing else is set."""
    return chains(settings).model_copy(update={"chain": settings.chain_nodes or _NODES * STEPS})
