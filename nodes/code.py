"""Code steps: the executor writes a program over the tools, or the answer.

The conversation is that of native steps, with one tool bound (`code_tools`). Safe default: the next shape down.
"""

from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.native import ask_for_calls
from smurfs_graph.settings import Settings
from smurfs_graph.state import SubTaskState


def executor_code(asking: Asking, calling: Calling, rules: StrategyRules, answers: Answers) -> Node[SubTaskState]:
    """Ask for the next program, or for the answer."""

    async def executor_code(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return await ask_for_calls(asking, calling, rules, answers, state, runtime, "executor.code")

    return executor_code
