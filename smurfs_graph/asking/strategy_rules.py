"""The rules by which strategies differ: what each node does otherwise, by name, so that no node asks for a strategy."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from smurfs_graph.settings import Settings
from smurfs_graph.tools.effects import Undeclared
from smurfs_graph.tools.tool import Tool


@dataclass(frozen=True)
class StrategyRules:
    """The fixed rules of a strategy, whatever the settings say."""

    ceilings: Mapping[str, int] = field(default_factory=dict[str, int])
    """Settings that never go higher, as the strategy's paper says."""

    begins_at_once: bool = False
    """A model that calls tools may begin a request without a plan."""
    plans_graphs: bool = False
    """The planner may write a whole plan, and may say that sub-tasks do not depend on each other."""
    relays_lone_answer: bool = False
    """The answer of a plan's only sub-task is delivered as it is, where no more is asked for."""

    describes_tools: bool = True
    """The planner reads a line about each tool; else the names alone."""
    ranks_named_tools: bool = True
    """The tools that a plan names for a sub-task come first among the candidates; else they are the only ones."""
    adapts_steps: bool = True
    """The shape of a step follows what the model manages; else every step is split into the paper's calls."""
    adapts_prompts: bool = True
    """Prompts show more where the window is large; else what the paper's show."""

    undeclared: Undeclared = "write"
    """How order and rollback take functions that declare nothing, where the setting says nothing (`holds_order`)."""
    pops_failed_tool: bool = False
    """Any failed call withdraws its tool at this depth, and only a solved verdict ends a search (Smurfs 3.4)."""
    executor_finishes: bool = False
    """The executor itself ends a search, by a tool for that, as there is no verifier (Smurfs, Table 5)."""
    checks_need_of_tools_once: bool = False
    """Whether a sub-task needs a tool at all is asked with its first choice alone; else with every split one."""
    chooses_among_one: bool = False
    """A choice is asked for where there is one tool; else that tool is taken."""
    takes_nearest_tool: bool = False
    """Where no reply names a known tool, the one nearest to the thought is called; else none fits."""
    one_call_of_a_tool: bool = False
    """Arguments are those of one call, written without what was tried before; else several may be asked for."""
    gaps_go_to_verifier: bool = False
    """An answer that says what is missing is verified like any other; else it is a pending one at once."""
    verdict_is_never_final: bool = False
    """A verifier may say solved or pending; else it may also say that nothing can settle the sub-task."""

    def holds_order(self, tool: Tool, settings: Settings) -> bool:
        """Return whether a call of a tool waits for its turn and is never rolled back, as it may change something.

        The papers' systems do neither. So their strategies hold to it only where a tool declares that it changes
        something, or the setting says so. In all else `Tool.may_change` decides.
        """
        return tool.may_change(settings.undeclared or self.undeclared)


DEFAULT_RULES = StrategyRules()
"""The rules of a strategy that names none."""
PUBLISHED = StrategyRules(undeclared="read")
"""The rules of a published system whose own nodes hold it to its paper."""
SMURFS = StrategyRules(
    describes_tools=False,
    ranks_named_tools=False,
    adapts_steps=False,
    adapts_prompts=False,
    undeclared="read",
    pops_failed_tool=True,
    checks_need_of_tools_once=True,
    chooses_among_one=True,
    takes_nearest_tool=True,
    one_call_of_a_tool=True,
    gaps_go_to_verifier=True,
    verdict_is_never_final=True,
)
"""Smurfs as published (Chen et al. 2025)."""
