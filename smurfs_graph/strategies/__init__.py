"""Strategies: each a small graph over the same nodes, models, tools, budgets and events."""

from collections.abc import Callable

from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.base import Flow
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies.full import build_full
from smurfs_graph.strategies.pmc import build_pmc
from smurfs_graph.strategies.single import build_alpha_umi, build_chains, build_dfsdt
from smurfs_graph.strategies.smurfs import ablation, build_smurfs

Assembly = Callable[[Resources], Flow]

STRATEGIES: dict[StrategyName, Assembly] = {
    "full": build_full,
    "smurfs": build_smurfs,
    "pmc": build_pmc,
    "alpha-umi": build_alpha_umi,
    "dfsdt": build_dfsdt,
    "react": build_chains,
    "smurfs-no-answer": ablation("answer"),
    "smurfs-no-verifier": ablation("verifier"),
    "smurfs-no-planner": ablation("planner"),
    "smurfs-no-planner-no-verifier": ablation("planner", "verifier"),
}
"""Every strategy's assembly by name."""

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
    "react": "one chain of thoughts and calls, or several: CoT@n (Yao et al. 2023)",
}
"""What each is, in a line."""
