"""A small export, in the layout of `smurfs export-training`."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TOOLS = ("weather", "rate", "train", "hotel", "stock")
ROLES = ("caller", "planner", "summarizer")


def write_toy(folder: Path, rows: int = 64) -> None:
    """Write global rows, rows of three roles, and preference pairs of the caller."""
    rng = random.Random(0)
    for split, count in (("train", rows), ("test", 8)):
        made = [_run(rng.choice(TOOLS), rng.randrange(100)) for _ in range(count)]
        _write(folder / "global" / f"{split}.jsonl", (trajectory for trajectory, _ in made))
        for role in ROLES:
            _write(folder / "roles" / role / f"{split}.jsonl", (replies[role] for _, replies in made))
        pairs = [_pair(replies["caller"]) for _, replies in made]
        _write(folder / "preferences" / f"{split}.jsonl", pairs)


def _run(tool: str, value: int) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    request = {"role": "user", "content": f"Find {tool} {value}."}
    called = {"name": f"get_{tool}", "arguments": json.dumps({tool: value})}
    call = {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "id": "c1", "function": called}]}
    result = {"role": "tool", "tool_call_id": "c1", "content": str(value)}
    answer = {"role": "assistant", "content": f"It is {value}."}
    parameters = {"type": "object", "properties": {tool: {"type": "integer"}}}
    tools = [{"type": "function", "function": {"name": f"get_{tool}", "description": tool, "parameters": parameters}}]
    replies = {
        "planner": {"next": "caller"},
        "caller": {"tool": f"get_{tool}", "arguments": {tool: value}},
        "summarizer": {"answer": f"It is {value}."},
    }
    prompts = {
        role: {
            "prompt": [{"role": "system", "content": f"You are the {role}."}, request],
            "completion": [{"role": "assistant", "content": json.dumps(reply)}],
            "meta": {"role": role},
        }
        for role, reply in replies.items()
    }
    return {"messages": [request, call, result, answer], "tools": tools, "meta": {}}, prompts


def _pair(row: dict[str, Any]) -> dict[str, Any]:
    rejected = [{"role": "assistant", "content": json.dumps({"tool": "none", "arguments": {}})}]
    return {"prompt": row["prompt"], "chosen": row["completion"], "rejected": rejected, "meta": row["meta"]}


def _write(file: Path, rows: Iterable[dict[str, Any]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
