"""Whole runs against a real server with random weights, drawn from a seed, and what each of them has to hold."""

import random
from typing import Any, get_args

from smurfs_graph import Settings, StopReason, build_graph
from smurfs_graph.settings import Sampling

STRATEGIES = ("smurfs", "full")
SHAPES = ("split", "fused", "auto")
FORMATS = ("auto", "auto", "json_schema", "function_calling", "json_mode", "prompted")
QUERY = "Add 2 and 3, then look up the sum, then add 4."
PLANNED: dict[str, Any] = {"role_models": {"planner": "offline:rules"}}
"""The rules always plan; random weights answer half of the queries without a tool, and plan next to nothing."""
REASONS = frozenset(get_args(StopReason))
REPLY_TOKENS = 96
SLACK_SECONDS = 5.0
"""What a run may take beyond its budget of time, on a machine that is busy."""


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def look(text: str) -> str:
    """Look something up, which fails for empty text."""
    if not text:
        raise ValueError("nothing to look up")
    return f"{text} " * 50


def ping() -> str:
    """Answer pong."""
    return "pong"


def settings_for(base_url: str, **values: Any) -> Settings:
    """Settings of a bounded run; `values` replace single ones."""
    given: dict[str, Any] = {
        "model": "openai:any",
        "base_url": base_url,
        "temperature": 1.0,
        "sampling": Sampling(max_output_tokens=REPLY_TOKENS),
        "model_retries": 1,
        "model_retry_wait": 0.01,
        "model_timeout": 30,
        "max_restarts": 1,
        "max_llm_calls": 16,
        "max_tool_calls": 6,
        "max_seconds": 60,
    }
    return Settings(**given | values)


def drawn_settings(base_url: str, seed: int) -> Settings:
    """Everything that a run can be asked for, drawn from a seed."""
    rng = random.Random(seed)
    return settings_for(
        base_url,
        strategy=rng.choice(STRATEGIES),
        step_shape=rng.choice(SHAPES),
        **(PLANNED if rng.random() < 0.5 else {}),
        structured_output=rng.choice(FORMATS),
        temperature=rng.choice((0.0, 0.7, 1.0, 1.5)),
        sampling=Sampling(max_output_tokens=rng.choice((24, REPLY_TOKENS, REPLY_TOKENS)), seed=seed),
        max_depth=rng.randint(1, 4),
        max_steps=rng.randint(1, 6),
        max_restarts=rng.randint(0, 2),
        max_llm_calls=rng.choice((5, 10, 25, 40)),
        max_tool_calls=rng.choice((1, 3, 20)),
        max_tokens=rng.choice((None, None, 4_000, 20_000)),
        max_seconds=rng.choice((1, 30)),
        sub_task_max_llm_calls=rng.choice((None, 4)),
        max_sub_tasks=rng.randint(1, 4),
        context_window=rng.choice((None, 2_048)),
        exhaustive=rng.random() < 0.3,
    )


def run(settings: Settings) -> dict[str, Any]:
    """The result of one run."""
    return build_graph(settings, tools=[add, look, ping]).invoke({"query": QUERY})


def broken_promises(result: dict[str, Any], settings: Settings) -> list[str]:
    """What a run broke: a typed stop reason, an answer, budgets overspent by one call in flight per branch at most."""
    usage, broken = result["usage"], list[str]()
    beyond = max(1, len(result["plan"].sub_tasks)) - 1
    if result.get("stop_reason") not in REASONS:
        broken.append(f"stop reason {result.get('stop_reason')!r}")
    if not result.get("answer"):
        broken.append("no answer")
    if usage.calls > (settings.max_llm_calls or usage.calls) + beyond:
        broken.append(f"{usage.calls} calls of {settings.max_llm_calls}")
    if usage.tool_calls > (settings.max_tool_calls or usage.tool_calls) + beyond:
        broken.append(f"{usage.tool_calls} tool calls of {settings.max_tool_calls}")
    if usage.tokens > (settings.max_tokens or usage.tokens) + (beyond + 1) * REPLY_TOKENS:
        broken.append(f"{usage.tokens} tokens of {settings.max_tokens}")
    if usage.elapsed > (settings.max_seconds or usage.elapsed) + SLACK_SECONDS:
        broken.append(f"{usage.elapsed:.0f} seconds of {settings.max_seconds}")
    return broken
