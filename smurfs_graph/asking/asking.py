"""What the questions of roles to their models are asked with; `question.py` asks them."""

from dataclasses import dataclass

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.middleware import Middleware
from smurfs_graph.asking.run_settings import RunSettings


@dataclass(frozen=True)
class Asking:
    """The models of a graph with what a question to one needs: settings, budgets, images, hooks."""

    settings_of: RunSettings
    askers: Askers
    live: LiveRuns
    middleware: Middleware
    toolset: GraphTools
    """Ranks the lines about tools that a prompt has no room for."""
