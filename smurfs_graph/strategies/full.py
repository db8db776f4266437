"""Strategy `full`: planner, manager, plan graph as dataflow, DFSDT for each sub-task, replanning, choice, deliverer.

Smurfs inside, PMC outside, and what docs/how-it-works.md adds. Every role is a node, every decision a labelled edge.
"""

from collections.abc import Callable
from typing import Literal

from langgraph.graph import START

from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.base import Flow, awaits
from smurfs_graph.nodes.choose import after_choose, after_schedule_choose, choose
from smurfs_graph.nodes.clarify import clarify
from smurfs_graph.nodes.formulate import Way, after_formulate, domains_left, formulate
from smurfs_graph.nodes.manager import after_manager, manager
from smurfs_graph.nodes.planner import after_planner, planner
from smurfs_graph.nodes.schedule import schedule
from smurfs_graph.nodes.start import start, whole
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_delivery, speaking
from smurfs_graph.strategies.sub_task import build_solve


def build_full(resources: Resources) -> Flow:
    """Return the run's graph, not yet compiled."""
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    asking, toolset, rules = resources.asking, resources.toolset, resources.rules
    graph.add_node("start", start(resources.calling, rules))
    graph.add_node("formulate", formulate(asking, toolset))
    graph.add_node("clarify", clarify(resources.calling))
    graph.add_node("manager", manager(asking, toolset))
    graph.add_node("approve_plan", approve_plan(resources.calling))
    graph.add_node("choose", choose(toolset, resources.responses, resources.settings_of))
    plan = planner(asking, toolset, rules, resources.answers)
    graph.add_node("planner", speaking(resources, plan, after_planner, "no tool needed"))
    solve = build_solve(resources, supervised=True)
    graph.add_node("schedule", schedule(resources.calling, rules, solve), holds_graph=True)
    graph.add_node("begin", whole(resources.settings_of))
    _add_planning(graph, toolset, add_delivery(graph, resources, checked=True))
    graph.add_conditional_edges(
        "schedule",
        after_schedule_or_plan(toolset),
        {
            "a toolset plans by itself": "formulate",
            "plan it": "planner",
            "ask the user": "clarify",
            "solve the parts": "schedule",
            "replan": "manager",
            "choose": "choose",
            "deliver": "deliverer",
        },
    )
    graph.add_conditional_edges("choose", after_choose, {"search again": "schedule", "deliver": "deliverer"})
    return graph


def _add_planning(graph: Flow, toolset: GraphTools, ending: str) -> None:
    """Add the edges from the start to the schedule. `ending`: where a run goes whose planner has answered it."""
    graph.add_edge(START, "start")
    graph.add_conditional_edges(
        "start",
        opening(toolset),
        {"a toolset plans by itself": "formulate", "begin with the tools": "schedule", "plan it": "planner"},
    )
    graph.add_edge("begin", "schedule")
    graph.add_conditional_edges(
        "clarify",
        after_clarify,
        {"begin with the tools": "begin", "plan it": "formulate"},
    )
    graph.add_conditional_edges(
        "formulate",
        formulate_or_begin(toolset),
        {
            "restart": "formulate",
            "begin with the tools": "begin",
            "ask the user": "clarify",
            "approve": "approve_plan",
            "formulated": "schedule",
            "another toolset": "formulate",
            "plan it": "planner",
            "stop": "deliverer",
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


Opening = Literal["a toolset plans by itself", "begin with the tools", "plan it"]


def opening(toolset: GraphTools) -> Callable[[RunState], Opening]:
    """Return the router after the start: a request is begun with the tools, domains' among them, or put to a domain
    first.
    """

    def after_start(state: RunState) -> Opening:
        if state["plan"].sub_tasks:
            return "begin with the tools"
        return "a toolset plans by itself" if toolset.domains else "plan it"

    return after_start


def formulate_or_begin(toolset: GraphTools) -> Callable[[RunState], Way | Literal["begin with the tools"]]:
    """Make the router after the formulation; a request begun and then declined is begun anew without the domain."""
    formulated = after_formulate(toolset)

    def formulate_or_begin(state: RunState) -> Way | Literal["begin with the tools"]:
        way = formulated(state)
        declined, instead = way in ("another toolset", "plan it"), state.get("instead")
        return "begin with the tools" if declined and instead is not None and instead.domain else way

    return formulate_or_begin


def after_clarify(state: RunState) -> Literal["begin with the tools", "plan it"]:
    """Begin anew where the model asked that was to begin; else go on with whoever plans."""
    instead = state.get("instead")
    return "begin with the tools" if instead is not None and instead.question else "plan it"


Ending = Literal[
    "a toolset plans by itself", "plan it", "ask the user", "solve the parts", "replan", "choose", "deliver"
]


def after_schedule_or_plan(toolset: GraphTools) -> Callable[[RunState], Ending]:
    """Make the router after the schedule, for requests that were begun without a plan.

    A request that the model would not just begin goes to a domain or a planner; the parts of a plan that it has made
    itself are solved.
    """

    def after_schedule_or_plan(state: RunState) -> Ending:
        if state.get("stop"):
            return after_schedule_choose(state)
        if state.get("question"):
            return "ask the user"
        if state.get("instead"):
            return "a toolset plans by itself" if domains_left(toolset, state) else "plan it"
        begun = state.get("outcomes") or not state["plan"].sub_tasks
        return after_schedule_choose(state) if begun else "solve the parts"

    return after_schedule_or_plan


def plan_or_skip(
    state: RunState,
) -> Literal["restart", "ask the user", "no tool needed", "several sub-tasks", "one sub-task", "approve", "stop"]:
    """Route as after the planner of `smurfs`, but to the manager where it has to work the plan out."""
    way = after_planner(state)
    if way in ("planned", "approve") and awaits(state, "manager"):
        return "several sub-tasks"  # the manager's plan is what a person approves
    return "one sub-task" if way == "planned" else way
