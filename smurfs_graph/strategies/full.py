"""Strategy `full`: planner, manager, plan graph as dataflow, DFSDT for each sub-task, replanning, choice, deliverer.

Smurfs inside, PMC outside, with everything of DESIGN section 3. Every role is a node, every decision a labelled edge.
"""

from collections.abc import Callable
from typing import Any, Literal

from langgraph.graph import START, StateGraph

from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.choose import after_choose, after_schedule_choose, choose
from smurfs_graph.nodes.clarify import clarify
from smurfs_graph.nodes.formulate import after_formulate, formulate
from smurfs_graph.nodes.manager import after_manager, manager, skip_manager
from smurfs_graph.nodes.planner import after_planner, planner
from smurfs_graph.nodes.schedule import schedule
from smurfs_graph.nodes.start import start
from smurfs_graph.resources import Resources
from smurfs_graph.settings import Settings
from smurfs_graph.solve import build_solve
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_delivery


def build_full(resources: Resources) -> StateGraph[Any, Any, Any, Any]:
    """The run's graph, not yet compiled."""
    graph = StateGraph(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    for node in (start, formulate, planner, clarify, manager, approve_plan, choose):
        graph.add_node(node.__name__, node(resources))
    graph.add_node("schedule", schedule(resources, build_solve(resources, supervised=True)))
    ending = add_delivery(graph, resources, checked=True)
    graph.add_edge(START, "start")
    graph.add_conditional_edges(
        "start", opening(resources), {"a toolset plans by itself": "formulate", "plan it": "planner"}
    )
    graph.add_edge("clarify", "formulate")
    graph.add_conditional_edges(
        "formulate",
        after_formulate,
        {
            "ask the user": "clarify",
            "too little is said": "deliverer",
            "approve": "approve_plan",
            "formulated": "schedule",
            "plan it": "planner",
        },
    )
    graph.add_conditional_edges(
        "planner",
        plan_or_skip,
        {
            "restart": "planner",
            "ask the user": "clarify",
            "no tool needed": ending,
            "several sub-tasks": "manager",
            "one sub-task": "schedule",
            "approve": "approve_plan",
            "stop": "deliverer",
        },
    )
    graph.add_conditional_edges(
        "manager", after_manager, {"restart": "manager", "approve": "approve_plan", "start": "schedule"}
    )
    graph.add_conditional_edges(
        "approve_plan",
        after_approval,
        {"ask again": "approve_plan", "approved": "schedule", "rejected": "deliverer"},
    )
    graph.add_conditional_edges(
        "schedule", after_schedule_choose, {"replan": "manager", "choose": "choose", "deliver": "deliverer"}
    )
    graph.add_conditional_edges("choose", after_choose, {"search again": "schedule", "deliver": "deliverer"})
    return graph


def opening(resources: Resources) -> Callable[[RunState], Literal["a toolset plans by itself", "plan it"]]:
    """The router after the start: only a toolset with a domain of its own can formulate a request."""

    def after_start(state: RunState) -> Literal["a toolset plans by itself", "plan it"]:
        return "a toolset plans by itself" if resources.domains else "plan it"

    return after_start


def plan_or_skip(
    state: RunState,
) -> Literal["restart", "ask the user", "no tool needed", "several sub-tasks", "one sub-task", "approve", "stop"]:
    """As after the planner of `smurfs`; one sub-task without a condition needs no manager."""
    way = after_planner(state)
    if way in ("planned", "approve") and not skip_manager(state):
        return "several sub-tasks"  # the manager's plan is what a person approves
    return "one sub-task" if way == "planned" else way
