"""Whole runs against scripted models that mean harm, each drawn from a seed."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, build_graph
from smurfs_graph.models.registry import LADDER
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.models.promises import QUERY, TOOLS, broken_promises, drawn_limits
from tests.scripts import CONFIG

KINDS = ("text", "json", "nonsense", "pending", "same tool", "mixture")
REPLY_TOKENS = 400
"""More than any reply of these models has."""
_ALPHABET = 'abc {}[]":,\\\n\t<think>0123é漢\x00\ud83d'
_WORDS = ("add", "look", "none of these", "pending", "solved", "s1", "s2", "true", "null", "-1", "")
_KEYS = (
    "needs_tool", "sub_tasks", "answer", "thought", "tool", "arguments", "status", "hint", "sources", "a", "text",
    "constraints", "id", "depends_on",
)  # fmt: skip


def violations(seed: int) -> list[str]:
    """One run with everything drawn from a seed: what it broke of the promises, in words."""
    rng = random.Random(seed)
    kind = rng.choice(KINDS)
    model = ScriptedModel(
        _script(kind, rng),
        usage=rng.random() < 0.7,
        formats=frozenset(rung for rung in LADDER if rng.random() < 0.5),
        profile={"max_input_tokens": rng.choice((2048, 32_000))},
    )
    settings = Settings(model="scripted:x", max_seconds=60, **drawn_limits(rng))
    where = f"seed {seed}, {kind}, {settings.strategy}"
    try:
        given: Any = {"models": {"scripted:x": model}, "checkpointer": InMemorySaver()}  # no reply makes one impossible
        result = build_graph(settings, tools=TOOLS, **given).invoke({"query": QUERY}, CONFIG)
    except Exception as error:
        return [f"{where}: {type(error).__name__}: {error}"]
    broken = broken_promises(result, settings, REPLY_TOKENS)
    if result["usage"].calls != len(model.asked):
        broken.append(f"{result['usage'].calls} calls in the ledger, {len(model.asked)} made")
    return [f"{where}: {each}" for each in broken]


def _script(kind: str, rng: random.Random) -> Callable[[str, dict[str, str]], Any]:
    def reply(call: str, sections: dict[str, str]) -> Any:
        now = rng.choice(KINDS[:-1]) if kind == "mixture" else kind
        if now == "text":
            return "".join(rng.choice(_ALPHABET) for _ in range(rng.randint(0, 200)))
        if now == "json":
            return json.dumps(_json(rng, 0))
        return _sensible(now, call, rng)

    return reply


def _json(rng: random.Random, depth: int) -> Any:
    pick = rng.random()
    if depth > 3 or pick < 0.4:
        return rng.choice((*_WORDS, 0, -1, 10**30, 1.5, True, None))
    if pick < 0.6:
        return [_json(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    return {rng.choice(_KEYS): _json(rng, depth + 1) for _ in range(rng.randint(0, 6))}


def _sensible(kind: str, call: str, rng: random.Random) -> Any:
    """Replies that their schemas accept, and that lead nowhere."""
    word = (lambda: rng.choice(_WORDS) or "x") if kind == "nonsense" else (lambda: "x")
    status = "pending" if kind == "pending" else rng.choice(("pending", "solved"))
    tool = "look" if kind == "same tool" else rng.choice(("add", "look", "ping", "none of these", word()))
    arguments = rng.choice(({"text": word()}, {"a": 1, "b": 2}, {}))
    replies: dict[str, Any] = {
        "planner": {"needs_tool": True, "sub_tasks": [word() for _ in range(rng.randint(1, 6))], "answer": ""},
        "supervisor": {"content": word(), "sub_task": word()},
        "executor.thought": {"thought": word()},
        "executor.tool": {"tool": tool},
        "executor.arguments": arguments,
        "executor.fused": {"thought": word(), "tool": tool, "arguments": arguments},
        "answer": {"answer": word()},
        "answer.fused": {"answer": word(), "status": status, "hint": word()},
        "answer.closing": {"answer": word()},
        "verifier": {"status": status, "hint": word()},
        "deliverer": {"answer": word(), "sources": [word()]},
    }
    return replies.get(call) or _json(rng, 0)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_no_model_breaks_a_run(seed: int) -> None:
    """No uncaught exception, a typed stop reason, an answer, and every budget kept."""
    with fresh_registry():
        assert violations(seed) == []
