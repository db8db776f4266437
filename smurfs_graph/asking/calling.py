"""What tool calls are prepared, decided on and made with; `nodes/making.py` makes them."""

from dataclasses import dataclass

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.call_rules import CallRules
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.run_settings import RunSettings


@dataclass(frozen=True)
class Calling:
    """The tools of a graph with what a call of one needs: settings, policy, budgets, where responses are kept."""

    settings_of: RunSettings
    toolset: GraphTools
    rules: CallRules
    live: LiveRuns
    responses: FullResponses
    askers: Askers
    """Their windows say how much of a response prompts may hold."""
    graph: str
    """Tells this graph object from any other one, in other processes too."""
