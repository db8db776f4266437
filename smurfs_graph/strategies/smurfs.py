"""Strategy `smurfs`: planner, sub-tasks one after the other, DFSDT for each, deliverer (Smurfs, figure 1)."""

from typing import Any, Literal

from langgraph.graph import START
from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import relaying
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.resources import Resources
from smurfs_graph.asking.run_settings import own_context
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.events.vocabulary import SubTaskStarted
from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.base import Flow, Node, SolveGraph
from smurfs_graph.nodes.clarify import clarify
from smurfs_graph.nodes.deliverer import NOTHING
from smurfs_graph.nodes.planner import after_planner, planner
from smurfs_graph.nodes.start import after_whole, start
from smurfs_graph.nodes.sub_task import Limits, inner_state, refuse_waiting_plan
from smurfs_graph.planning.plan import SubTask
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_delivery, speaking
from smurfs_graph.strategies.sub_task import Agent, build_solve


def build_unplanned(resources: Resources, without: frozenset[Agent] = frozenset()) -> Flow:
    """Return the graph of a run whose query is the one sub-task, not yet compiled. `without`: see `build_solve`."""
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    add_delivery(graph, resources)
    solve = sequential(resources.calling, resources.rules, build_solve(resources, without=without))
    add_whole(graph, resources, solve, "deliverer", rejected="deliverer")
    return graph


def add_whole(graph: Flow, resources: Resources, solve: Node[RunState], ending: str, *, rejected: str) -> None:
    """Add what comes before the end of a run whose query is its one sub-task, so that no model plans it."""
    graph.add_node("start", start(resources.calling, resources.rules, unplanned=True))
    graph.add_node("approve_plan", approve_plan(resources.calling))
    graph.add_node("solve", solve, holds_graph=True)
    graph.add_edge(START, "start")
    graph.add_conditional_edges("start", after_whole, {"approve": "approve_plan", "start": "solve"})
    graph.add_conditional_edges(
        "approve_plan", after_approval, {"ask again": "approve_plan", "approved": "solve", "rejected": rejected}
    )
    graph.add_conditional_edges("solve", after_solve, {"next sub-task": "solve", "deliver": ending})


def build_smurfs(resources: Resources, without: frozenset[Agent] = frozenset()) -> Flow:
    """Return the run's graph, not yet compiled. `without`: see `build_solve`.

    In split steps. Without the answer agent the full response is memory and the verifier's input; without the verifier
    a tool to finish joins the list.
    """
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    solve = sequential(resources.calling, resources.rules, build_solve(resources, without=without))
    graph.add_node("start", start(resources.calling, resources.rules))
    graph.add_node("clarify", clarify(resources.calling))
    graph.add_node("approve_plan", approve_plan(resources.calling))
    plan = planner(resources.asking, resources.toolset, resources.rules, resources.answers)
    graph.add_node("planner", speaking(resources, plan, after_planner, "no tool needed"))
    graph.add_node("solve", solve, holds_graph=True)
    ending = add_delivery(graph, resources)
    graph.add_edge(START, "start")
    graph.add_edge("start", "planner")
    graph.add_edge("clarify", "planner")
    graph.add_conditional_edges(
        "planner",
        after_planner,
        {
            "restart": "planner",
            "ask the user": "clarify",
            "no tool needed": ending,
            "approve": "approve_plan",
            "planned": "solve",
            "stop": "deliverer",
        },
    )
    graph.add_conditional_edges(
        "approve_plan",
        after_approval,
        {"ask again": "approve_plan", "approved": "solve", "rejected": "deliverer"},
    )
    graph.add_conditional_edges("solve", after_solve, {"next sub-task": "solve", "deliver": "deliverer"})
    return graph


def sequential(
    calling: Calling,
    rules: StrategyRules,
    solve: SolveGraph,
    limits: Limits | None = None,
    then: Node[RunState] | None = None,
) -> Node[RunState]:
    """Return the node that solves the next sub-task. `solve` is an argument, so that the drawing finds the inner graph.

    `limits`: of the tree, where sub-tasks are solved by one; `then`: what is done in the same step after the last one.
    """

    async def solve_next(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        refuse_waiting_plan(state)
        task = _next(state)
        if task is None:
            return await then(state, runtime) if then else {}
        emit(runtime, SubTaskStarted(sub_task=task.id, content=task.content))
        meter = calling.live.meter(state.get("run_id", ""))
        meter.observe(state.get("usage") or Usage())  # a new process knows nothing
        start = await inner_state(calling, rules, state, task, state.get("outcomes", {}), runtime, limits)
        with relaying(state.get("run_id", ""), runtime):
            result = await solve.ainvoke(start, context=own_context(runtime))
        meter.leave(task.id)
        found, warnings = {task.id: result["outcome"]}, result.get("warnings", [])
        update = {"outcomes": found, "usage": result["usage"], "warnings": warnings, "stop": result.get("stop")}
        after: Any = {**state, "outcomes": {**state.get("outcomes", {}), **found}, "stop": update["stop"]}
        if then is None or after_solve(after) != "deliver":
            return update
        ended = await then(after, runtime)
        return {**update, **ended, "warnings": [*warnings, *ended.get("warnings", ())]}

    return solve_next


def after_solve(state: RunState) -> Literal["next sub-task", "deliver"]:
    """Go on with the plan until it is done or nothing more may be asked."""
    return "deliver" if state.get("stop") or _next(state) is None else "next sub-task"


def _next(state: RunState) -> SubTask | None:
    done = state.get("outcomes", {})
    return next((task for task in state.get("plan", NOTHING).sub_tasks if task.id not in done), None)
