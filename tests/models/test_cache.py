"""The response cache: a run is replayed at no cost."""

from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.servers.hostile import Body, Handler, HostileServer, add, completion, honest_script


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


def test_a_refusal_is_not_kept(tmp_path: Path) -> None:
    """Its words alone would be the answer of the next run."""

    def refuse(handler: Handler, body: Body) -> None:
        handler.send(200, completion("I cannot help with that.", finish="content_filter"))

    with HostileServer(refuse) as server:
        settings = Settings(model="openai:any", base_url=server.base_url, response_cache=str(tmp_path / "r.sqlite"))
        for number in (1, 2):
            with fresh_registry():
                result = build_graph(settings, [add]).invoke({"query": "What is 2 + 3?"})
            assert result["stop_reason"] == "refused"
            assert len(server.requests) == number


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
