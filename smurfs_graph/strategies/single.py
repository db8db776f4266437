"""Strategies `react`, `dfsdt` (ToolLLM) and `alpha-umi`: the query is the one task, and its agents write the answer."""

from typing import Any

from langgraph.graph import START

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.approval import after_approval, approve_plan
from smurfs_graph.nodes.base import Flow, SolveGraph
from smurfs_graph.nodes.sub_task import Limits
from smurfs_graph.nodes.whole import after_whole, start_whole
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_report, report_and_speak
from smurfs_graph.strategies.smurfs import after_solve, sequential
from smurfs_graph.strategies.tree import build_react, build_umi, chains, dfsdt


def build_chains(resources: Resources) -> Flow:
    """CoT@n (ReAct), not yet compiled."""
    return _single(resources, build_react(resources), chains)


def build_dfsdt(resources: Resources) -> Flow:
    """ToolLLM's DFSDT, not yet compiled."""
    return _single(resources, build_react(resources), dfsdt)


def build_alpha_umi(resources: Resources) -> Flow:
    """α-UMi's three agents on a tree or on chains, as `inner_search` says; not yet compiled."""

    def limits(settings: Settings) -> Any:
        return dfsdt(settings) if settings.inner_search == "dfsdt" else chains(settings)

    return _single(resources, build_umi(resources), limits)


def _single(resources: Resources, solve: SolveGraph, limits: Limits) -> Flow:
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    graph.add_node("start", start_whole(resources))
    graph.add_node("approve_plan", approve_plan(resources))
    graph.add_solver("solve", sequential(resources, solve, limits, report_and_speak(resources)))
    ending = add_report(graph, resources)
    graph.add_edge(START, "start")
    graph.add_conditional_edges("start", after_whole, {"approve": "approve_plan", "start": "solve"})
    graph.add_conditional_edges(
        "approve_plan", after_approval, {"ask again": "approve_plan", "approved": "solve", "rejected": "report"}
    )
    graph.add_conditional_edges("solve", after_solve, {"next sub-task": "solve", "deliver": ending})
    return graph
