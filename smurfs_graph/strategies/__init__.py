"""Strategies: each a small graph over the same nodes, models, tools, budgets and events."""

from collections.abc import Callable
from typing import Any

from langgraph.graph import StateGraph

from smurfs_graph.resources import Resources
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies.full import build_full
from smurfs_graph.strategies.smurfs import build_smurfs

Assembly = Callable[[Resources], StateGraph[Any, Any, Any, Any]]

STRATEGIES: dict[StrategyName, Assembly] = {"full": build_full, "smurfs": build_smurfs}
"""Every strategy's assembly by name."""
