"""`--user` and `smurfs memory`: what is remembered from run to run, seen and deleted by hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, Typed
from tests.servers.hostile import HostileServer, honest

ASKS, WORDS = "Remember that I fly only in the mornings.", "I fly only in the mornings"
WHEN = "When do I fly?"


def reply(call: str, sections: dict[str, str]) -> Any:
    """A model that plans to remember what it is asked to, and answers all else from what is remembered."""
    match call:
        case "planner" if "Remember" in sections["query"]:
            return {"needs_tool": True, "sub_tasks": [sections["query"]]}
        case "planner":
            return {"needs_tool": False, "answer": sections.get("remembered", "Nobody has told me.")}
        case "executor.fused":
            return {"thought": "keep it", "calls": [{"tool": "remember", "arguments": {"words": WORDS}}]}
        case _:
            return {"answer": "I will remember it.", "status": "solved"}


@pytest.fixture
def options(tools_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The model's server and a tool beside `remember`."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with HostileServer(honest, reply) as server:
        settings = ["planning=always", "step_shape=fused", "context=lean"]
        pairs = [part for text in settings for part in ("--set", text)]
        yield ["--tools", tools_file, "--model", "openai:x", "--base-url", server.base_url, *pairs]


def test_what_a_user_asks_for_is_remembered_until_it_is_deleted(smurfs: Run, options: list[Any]) -> None:
    """In the next run, and the next turn of a thread, of this user alone."""
    assert smurfs("run", ASKS, "--user", "ann", "--thread", "t", *options).out == "I will remember it.\n"
    assert smurfs("run", WHEN, "--user", "ann", *options).out == f"- {WORDS}\n"
    assert smurfs("run", WHEN, "--continue", "t").out == f"- {WORDS}\n"
    for other in (["--user", "bob"], []):
        assert smurfs("run", WHEN, *other, *options).out == "Nobody has told me.\n"
    [memory] = json.loads(smurfs("memory", "list", "--user", "ann", "--json").out)
    assert memory["text"] == WORDS
    assert f"{memory['id']}  20" in smurfs("memory", "list", "--user", "ann").out
    assert "'bob'" in smurfs("memory", "list", "--user", "bob").err
    wrong = smurfs("memory", "delete", memory["id"], "nothing", "--user", "ann")
    assert (wrong.status, len(wrong.err.splitlines())) == (2, 1)
    assert "deleted 0 of 0" in smurfs("memory", "clear", "--user", "bob").err
    assert "deleted 1 of 1" in smurfs("memory", "delete", memory["id"], "--user", "ann").err
    assert smurfs("run", WHEN, "--continue", "t").out == "Nobody has told me.\n"
    assert smurfs("run", ASKS, "--user", "ann", *options).status == 0
    assert "deleted 1 of 1" in smurfs("memory", "clear", "--user", "ann").err


def test_a_chat_remembers(smurfs: Run, options: list[Any], typed: Typed) -> None:
    """Told in one chat, known in another."""
    for text, said in ((ASKS, "I will remember it.\n"), (WHEN, f"- {WORDS}\n")):
        typed(f"{text}\n/quit\n")
        assert smurfs("chat", "--user", "ann", *options).out == said


def test_memory_without_a_user_is_a_mistake_in_one_line(smurfs: Run, options: list[Any]) -> None:
    """Nothing is begun for nobody."""
    done = smurfs("run", ASKS, "--set", "memory=true", "--quiet", *options)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--user NAME" in done.err
