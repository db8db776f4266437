"""Promises that every run keeps, whatever its model writes, and runs that try them at random: tools, query, limits."""

import random
from typing import Any, get_args

from smurfs_graph import Settings, StopReason
from tests.servers.hostile import add

QUERY = "Add 2 and 3, then look up the sum, then add 4."
SLACK_SECONDS = 5.0
"""What a run may take beyond its budget of time, on a machine that is busy."""


def look(text: str) -> str:
    """Look something up, which fails for empty text."""
    if not text:
        raise ValueError("nothing to look up")
    return f"{text} " * 50


def ping() -> str:
    """Answer pong."""
    return "pong"


TOOLS = (add, look, ping)


def drawn_limits(rng: random.Random) -> dict[str, Any]:
    """A strategy, a step shape, and limits of the search, its sub-tasks and its calls."""
    return {
        "strategy": rng.choice(("smurfs", "full")),
        "step_shape": rng.choice(("split", "fused", "auto")),
        "max_depth": rng.randint(1, 4),
        "max_steps": rng.randint(1, 6),
        "max_restarts": rng.randint(0, 2),
        "max_llm_calls": rng.choice((3, 10, 25, 40)),
        "max_tool_calls": rng.choice((1, 3, 20)),
        "max_tokens": rng.choice((None, 1_000, 4_000, 20_000)),
        "sub_task_max_llm_calls": rng.choice((None, 4)),
        "max_sub_tasks": rng.randint(1, 4),
        "exhaustive": rng.random() < 0.3,
    }


def broken_promises(result: dict[str, Any], settings: Settings, reply_tokens: int) -> list[str]:
    """Return what a run broke: typed stop reason, answer, budgets (one call in flight per branch may exceed them)."""
    usage, broken = result["usage"], list[str]()
    beyond = max(1, len(result["plan"].sub_tasks)) - 1
    if result.get("stop_reason") not in get_args(StopReason):
        broken.append(f"stop reason {result.get('stop_reason')!r}")
    if not result.get("answer"):
        broken.append("no answer")
    for used, limit, slack, what in (
        (usage.calls, settings.max_llm_calls, beyond, "calls"),
        (usage.tool_calls, settings.max_tool_calls, beyond, "tool calls"),
        (usage.tokens, settings.max_tokens, (beyond + 1) * reply_tokens, "tokens"),
        (usage.elapsed, settings.max_seconds, SLACK_SECONDS, "seconds"),
    ):
        if limit and used > limit + slack:
            broken.append(f"{used} {what} of {limit}")
    return broken
