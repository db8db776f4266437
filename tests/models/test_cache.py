"""The response cache: a run is replayed at no cost, and equal calls are made once."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.models.cache import Kept, ResponseCache
from smurfs_graph.testing import ScriptedModel
from tests.servers.hostile import honest_script


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def run(cache: Path | None, **settings: Any) -> tuple[dict[str, Any], ScriptedModel]:
    """One run with a new model."""
    model = ScriptedModel(honest_script)
    values: dict[str, Any] = {"model": "scripted:x", "strategy": "smurfs"} | settings
    built = build_graph(
        Settings(response_cache=str(cache) if cache else None, **values), tools=[add], models={"scripted:x": model}
    )
    return built.invoke({"query": "What is 2 + 3?"}), model


def test_a_run_is_replayed_without_asking(tmp_path: Path) -> None:
    """The second run asks nothing, costs nothing, answers the same and says that it was replayed."""
    first, _ = run(tmp_path / "replies.sqlite")
    second, model = run(tmp_path / "replies.sqlite")
    assert second["answer"] == first["answer"]
    assert model.asked == []
    usage = second["usage"].summary()
    assert (usage["llm_calls"], usage["input_tokens"], usage["cost_usd"]) == (0, 0, 0)
    assert usage["replayed_calls"] == first["usage"].calls > 0


def test_other_parameters_are_other_calls(tmp_path: Path) -> None:
    """A reply at temperature 0 is no reply at temperature 1."""
    run(tmp_path / "replies.sqlite")
    _, model = run(tmp_path / "replies.sqlite", temperature=1.0)
    assert model.asked


def test_prompts_are_not_kept(tmp_path: Path) -> None:
    """The file holds digests of prompts and texts of replies."""
    path = tmp_path / "replies.sqlite"
    run(path)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"What is 2" not in kept
    assert b"The sum is 5" in kept


def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    """One line names the file."""
    path = tmp_path / "notes.txt"
    path.write_text("not a database" * 100)
    with pytest.raises(ConfigurationError, match=r"notes\.txt"):
        run(path)


def test_equal_calls_are_made_once_across_loops(tmp_path: Path) -> None:
    """Eight callers on four loops, one question, one call."""
    cache, made = ResponseCache(str(tmp_path / "c.sqlite")), list[int]()

    async def make() -> Kept:
        made.append(1)
        await asyncio.sleep(0.05)
        return Kept("hi", "prompted", False, AIMessage("hi"))

    async def two() -> list[tuple[Kept, bool]]:
        return list(await asyncio.gather(cache.once("k", make), cache.once("k", make)))

    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.extend(fresh for _, fresh in asyncio.run(two()))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(made) == 1
    assert sorted(found) == [False] * 7 + [True]


async def test_a_reply_that_comes_between_a_look_and_the_claim_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caller that was held up there does not ask again."""
    cache, made, look = ResponseCache(str(tmp_path / "c.sqlite")), list[int](), asyncio.to_thread

    async def make() -> Kept:
        made.append(1)
        return Kept("hi", "prompted", False, AIMessage("hi"))

    async def held_up(function: Any, *arguments: Any) -> Any:
        monkeypatch.setattr(asyncio, "to_thread", look)
        found = await look(function, *arguments)
        assert (await cache.once("k", make))[1]
        return found

    monkeypatch.setattr(asyncio, "to_thread", held_up)
    kept, fresh = await cache.once("k", make)
    assert (kept.text, fresh, len(made)) == ("hi", False, 1)


async def test_a_failed_call_is_not_kept_and_the_next_one_asks(tmp_path: Path) -> None:
    """An error reaches its own caller only."""
    cache, made = ResponseCache(str(tmp_path / "c.sqlite")), list[int]()

    async def make() -> Kept:
        made.append(1)
        await asyncio.sleep(0.01)
        if len(made) == 1:
            raise ConnectionError("reset")
        return Kept("hi", "prompted", False, AIMessage("hi"))

    asked = asyncio.gather(cache.once("k", make), cache.once("k", make), return_exceptions=True)
    results: list[Any] = list(await asked)
    assert isinstance(results[0], ConnectionError)
    assert results[1][0].text == "hi"
