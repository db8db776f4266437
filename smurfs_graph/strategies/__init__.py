"""Strategies: each a small graph over the same nodes, models, tools, budgets and events."""

from collections.abc import Callable
from typing import NamedTuple

from smurfs_graph.asking.resources import Agent, Resources, StrategyRules
from smurfs_graph.nodes.base import Flow
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies.full import build_full
from smurfs_graph.strategies.pmc import CEILINGS, build_pmc
from smurfs_graph.strategies.single import build_alpha_umi, build_chains, build_dfsdt
from smurfs_graph.strategies.smurfs import build_smurfs, build_unplanned


class Strategy(NamedTuple):
    """A way to solve requests."""

    build: Callable[[Resources], Flow]
    """Returns the run's graph, not yet compiled."""
    rules: StrategyRules = StrategyRules()


def _smurfs(build: Callable[[Resources], Flow], *without: Agent) -> Strategy:
    """Return Smurfs as published, without some of its agents (its Table 5)."""
    return Strategy(build, StrategyRules(published=True, without=frozenset(without)))


STRATEGIES: dict[StrategyName, Strategy] = {
    "full": Strategy(build_full, StrategyRules(graphs=True)),
    "smurfs": _smurfs(build_smurfs),
    "pmc": Strategy(build_pmc, StrategyRules(ceilings=CEILINGS)),
    "alpha-umi": Strategy(build_alpha_umi),
    "dfsdt": Strategy(build_dfsdt),
    "react": Strategy(build_chains),
    "smurfs-no-answer": _smurfs(build_smurfs, "answer"),
    "smurfs-no-verifier": _smurfs(build_smurfs, "verifier"),
    "smurfs-no-planner": _smurfs(build_unplanned, "planner"),
    "smurfs-no-planner-no-verifier": _smurfs(build_unplanned, "planner", "verifier"),
    "smurfs-no-answer-no-verifier": _smurfs(build_smurfs, "answer", "verifier"),
}

PURPOSES: dict[StrategyName, str] = {
    "full": "plan graph, depth-first search with rollback, supervisor, constraints checked by code, replanning",
    "smurfs": "planner, sub-tasks in sequence, depth-first search with rule-based rollback (Chen et al. 2025)",
    "pmc": "manager, task graph, supervisor, ReAct executors, as published (Zhang et al. 2024)",
    "alpha-umi": "planner, caller and summarizer, a model for each (Shen et al. 2024)",
    "dfsdt": "ToolLLM's decision tree: the model gives up and restarts (Qin et al. 2024)",
    "smurfs-no-answer": "smurfs where full responses are memory and verifier input (its Table 5)",
    "smurfs-no-verifier": "smurfs where the executor itself says when a sub-task is done (its Table 5)",
    "smurfs-no-planner": "smurfs where the query is the one sub-task (its Table 5)",
    "smurfs-no-planner-no-verifier": "smurfs without both: DFSDT with an answer agent (its Table 5)",
    "smurfs-no-answer-no-verifier": "smurfs of planner and executor alone (Table 5 of its first version)",
    "react": "one chain of thoughts and calls, or several: CoT@n (Yao et al. 2023)",
}
"""Purpose of each strategy, in a line."""
