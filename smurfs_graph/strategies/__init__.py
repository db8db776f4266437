"""Strategies: each a small graph over the same nodes, models, tools, budgets and events."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from smurfs_graph.asking.resources import Resources
from smurfs_graph.asking.strategy_rules import PUBLISHED, SMURFS, StrategyRules
from smurfs_graph.nodes.base import Flow
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies.full import build_full
from smurfs_graph.strategies.pmc import CEILINGS, build_pmc
from smurfs_graph.strategies.single import build_alpha_umi, build_chains, build_dfsdt
from smurfs_graph.strategies.smurfs import build_smurfs, build_unplanned
from smurfs_graph.strategies.sub_task import Agent


class Strategy(NamedTuple):
    """A way to solve requests."""

    purpose: str
    """What it is, in a line."""
    build: Callable[[Resources], Flow]
    """Returns the run's graph, not yet compiled."""
    rules: StrategyRules = PUBLISHED
    is_ablation: bool = False
    """It goes without an agent that it needs, to be compared."""


def _ablation(purpose: str, build: Callable[..., Flow], *without: Agent) -> Strategy:
    """Return Smurfs as published, without some of its agents (its Table 5)."""
    rules = replace(SMURFS, executor_finishes="verifier" in without)
    return Strategy(purpose, partial(build, without=frozenset(without)), rules, is_ablation=True)


STRATEGIES: dict[StrategyName, Strategy] = {
    "full": Strategy(
        "plan graph, depth-first search with rollback, supervisor, constraints checked by code, replanning",
        build_full,
        StrategyRules(begins_at_once=True, plans_graphs=True, relays_lone_answer=True),
    ),
    "smurfs": Strategy(
        "planner, sub-tasks in sequence, depth-first search with rule-based rollback (Chen et al. 2025)",
        build_smurfs,
        SMURFS,
    ),
    "pmc": Strategy(
        "manager, task graph, supervisor, ReAct executors, as published (Zhang et al. 2024)",
        build_pmc,
        replace(PUBLISHED, ceilings=CEILINGS),
    ),
    "alpha-umi": Strategy("planner, caller and summarizer, a model for each (Shen et al. 2024)", build_alpha_umi),
    "dfsdt": Strategy("ToolLLM's decision tree: the model gives up and restarts (Qin et al. 2024)", build_dfsdt),
    "react": Strategy("one chain of thoughts and calls, or several: CoT@n (Yao et al. 2023)", build_chains),
    "smurfs-no-answer": _ablation(
        "smurfs where full responses are memory and verifier input (its Table 5)", build_smurfs, "answer"
    ),
    "smurfs-no-verifier": _ablation(
        "smurfs where the executor itself says when a sub-task is done (its Table 5)", build_smurfs, "verifier"
    ),
    "smurfs-no-planner": _ablation(
        "smurfs where the query is the one sub-task (its Table 5)", build_unplanned, "planner"
    ),
    "smurfs-no-planner-no-verifier": _ablation(
        "smurfs without both: DFSDT with an answer agent (its Table 5)", build_unplanned, "planner", "verifier"
    ),
    "smurfs-no-answer-no-verifier": _ablation(
        "smurfs of planner and executor alone (Table 5 of its first version)", build_smurfs, "answer", "verifier"
    ),
}
"""Every strategy, in the order in which people see them; their names are `StrategyName`."""

SHOWN: tuple[StrategyName, ...] = tuple(name for name, strategy in STRATEGIES.items() if not strategy.is_ablation)
"""The strategies that are served where nothing else is said: all but the ablations."""
