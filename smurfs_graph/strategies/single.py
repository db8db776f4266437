"""Strategies `react`, `dfsdt` (ToolLLM) and `alpha-umi`: the query is the one task, and its agents write the answer."""

from typing import Any

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.base import Flow, SolveGraph
from smurfs_graph.nodes.sub_task import Limits
from smurfs_graph.settings import Settings
from smurfs_graph.state import QueryInput, RunResult, RunState
from smurfs_graph.strategies.delivery import add_report, report_and_speak
from smurfs_graph.strategies.smurfs import add_whole, sequential
from smurfs_graph.strategies.tree import build_react, build_umi, chains, dfsdt


def build_chains(resources: Resources) -> Flow:
    """Build CoT@n (ReAct), not yet compiled."""
    return _single(resources, build_react(resources), chains)


def build_dfsdt(resources: Resources) -> Flow:
    """Build ToolLLM's DFSDT, not yet compiled."""
    return _single(resources, build_react(resources), dfsdt)


def build_alpha_umi(resources: Resources) -> Flow:
    """Build α-UMi's three agents on a tree or on chains, as `inner_search` says; not yet compiled."""

    def limits(settings: Settings) -> Any:
        return dfsdt(settings) if settings.inner_search == "dfsdt" else chains(settings)

    return _single(resources, build_umi(resources), limits)


def _single(resources: Resources, solve: SolveGraph, limits: Limits) -> Flow:
    graph = Flow(RunState, context_schema=Settings, input_schema=QueryInput, output_schema=RunResult)
    ending = add_report(graph, resources)
    one = sequential(resources.calling, resources.rules, solve, limits, report_and_speak(resources))
    add_whole(graph, resources, one, ending, rejected="report")
    return graph
