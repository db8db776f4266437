"""Models in this process, from a tiny file with random weights; only where the extra `llamacpp` is installed."""

from pathlib import Path
from typing import Any, get_args

import pytest
from langchain_core.messages import HumanMessage

from smurfs_graph import Settings, StopReason, build_graph
from smurfs_graph.models.llamacpp import LlamaModel
from smurfs_graph.prompting.plan_replies import ManagerReply
from smurfs_graph.settings import Sampling
from tests.servers.hostile import add
from tests.servers.llama.tiny import Kind, make_tiny

pytest.importorskip("llama_cpp", reason="the extra llamacpp is not installed", exc_type=ImportError)


@pytest.fixture(params=get_args(Kind))
def model_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A model that writes printable text, or any bytes."""
    path = tmp_path / "tiny.gguf"
    make_tiny(path, request.param, window=4096)
    return path


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_a_run_in_this_process_ends_in_words(model_file: Path, strategy: Any) -> None:
    """Whatever random weights write: a typed stop reason, within the budget, with tokens counted."""
    settings = Settings(
        model=f"llamacpp:{model_file}",
        strategy=strategy,
        temperature=1.0,
        sampling=Sampling(max_output_tokens=64, seed=1),
        max_llm_calls=12,
    )
    result = build_graph(settings, tools=[add]).invoke({"query": "What is 2 + 3?"})
    assert result["stop_reason"] in get_args(StopReason)
    assert 0 < result["usage"].calls <= 12
    assert all(row.input_tokens and not row.estimated for row in result["usage"].rows if row.calls)


def test_the_schemas_of_all_replies_have_a_grammar(tmp_path: Path) -> None:
    """The widest schema of them is held to by a grammar."""
    make_tiny(tmp_path / "tiny.gguf", "ascii")
    model = LlamaModel.from_file(str(tmp_path / "tiny.gguf"), Sampling(max_output_tokens=24), 512)
    bound = model.with_structured_output(ManagerReply.model_json_schema())
    assert str(bound.invoke([HumanMessage("Plan.")])["raw"].text).startswith("{")


def test_a_schema_without_a_grammar_is_refused_as_a_format(tmp_path: Path) -> None:
    """A pattern that llama.cpp cannot read would end the process; it is an error that the ladder knows instead."""
    make_tiny(tmp_path / "tiny.gguf", "ascii")
    model = LlamaModel.from_file(str(tmp_path / "tiny.gguf"), Sampling(max_output_tokens=8), 512)
    schema = {"type": "object", "properties": {"day": {"type": "string", "pattern": "^\\d{4}$"}}, "required": ["day"]}
    with pytest.raises(NotImplementedError, match="grammar"):
        model.with_structured_output(schema).invoke([HumanMessage("Which year?")])
