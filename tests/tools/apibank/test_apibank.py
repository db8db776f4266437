"""API-Bank's level 3: documents and records from its samples, calls that count as the same, scores."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.suites.api_bank import score_calls
from smurfs_graph.tools.apibank import documents_of, read_samples
from smurfs_graph.tools.apibank.replay import same_arguments
from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.specs import load_tools


def recorded(api: str, arguments: dict[str, Any], output: Any, exception: str | None = None) -> dict[str, Any]:
    """A call as the benchmark writes it."""
    whole = {"api_name": api, "input": arguments, "output": output, "exception": exception}
    return {"api_name": api, "input": arguments, "output": whole}


DOCUMENT = {
    "name": "BookRoom",
    "description": "Books a room.",
    "input_parameters": {
        "start_time": {"type": "str", "description": "When"},
        "guests": {"type": "list(str)", "description": "Who"},
        "topic": {"type": "str", "description": "What for"},
        "message": {"type": "str"},
    },
    "output_parameters": {"status": {"type": "str", "description": "success or failed"}},
}
ARGUMENTS = {"start_time": "2024-05-01 10:00:00", "guests": ["Ana", "Bo"], "topic": "Team day", "message": "Come!"}
SAMPLES = [
    {
        "requirement": " Book a room for Ana and Bo. ",
        "response": "Done.",
        "apis": [recorded("ToolSearcher", {"keywords": "room"}, DOCUMENT), recorded("BookRoom", ARGUMENTS, "success")],
    },
    {
        "requirement": "Book one for Cy.",
        "response": "",
        "apis": [recorded("BookRoom", {**ARGUMENTS, "guests": ["Cy"]}, None, "the room is taken")],
    },
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two samples of a benchmark like API-Bank."""
    path = tmp_path / "samples.json"
    path.write_text(json.dumps(SAMPLES))
    return path


async def test_records_answer_calls(file: Path) -> None:
    """Free text may differ; an exception is a failure; what was not recorded fails and says so."""
    tool = load_tools([f"apibank:{file}"])["BookRoom"]
    assert tool.parameters["required"] == list(ARGUMENTS) and tool.effects == {"read"}

    async def call(**changed: Any) -> Any:
        return await call_tool(tool, {**ARGUMENTS, **changed}, timeout=5, max_chars=500)

    assert (await call(message="Please come", topic="Anything")).full == "success"
    assert (await call(guests=["Cy"])).reason == "the room is taken"
    assert "no response is recorded" in (await call(guests=["Di"])).reason


def test_a_sample_can_be_chosen(file: Path) -> None:
    """With the tools of the whole file; a number that is not there is refused."""
    assert list(load_tools([f"apibank:{file}#2"])) == ["BookRoom"]
    with pytest.raises(ConfigurationError, match="has 2 samples, and no number 3"):
        load_tools([f"apibank:{file}#3"])


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, True),
        ({"guests": ["Bo", "Ana"]}, False),
        ({"guests": ["Ana", "bo"]}, False),
        ({"guests": "Ana"}, False),
        ({"guests": ["Ana"]}, False),
        ({"start_time": "2024-05-01T10:00"}, False),
        ({"start_time": "2024-05-02 10:00:00"}, False),
        ({"topic": "Team day out"}, True),
        ({"topic": "team Day"}, False),
        ({"topic": "Holiday"}, False),
        ({"message": "Other words"}, True),
        ({"more": 1}, False),
    ],
)
def test_which_calls_are_the_same(changed: dict[str, Any], same: bool) -> None:
    """Calls that are written the same are, but for free text, by the published check."""
    assert same_arguments({**ARGUMENTS, **changed}, ARGUMENTS) is same


def test_decimals_are_compared_by_value_and_whole_numbers_by_their_digits() -> None:
    """API-Bank reads parameters of type float and int so, and records both as texts and as numbers."""
    assert same_arguments({"count": "4"}, {"count": 4})
    assert not same_arguments({"count": 4.0}, {"count": 4})
    assert not same_arguments({"count": "4.0"}, {"count": "4"})
    assert same_arguments({"salary": 100000}, {"salary": 100000.0})
    assert not same_arguments({"salary": "much"}, {"salary": 100000.0})
    assert same_arguments({"latitude": 74.006}, {"latitude": "74.0060"})
    assert not same_arguments({"latitude": 74.007}, {"latitude": "74.0060"})


def test_scores_count_each_required_call_once(file: Path) -> None:
    """A repetition is a call made, not one more that is correct."""
    first, _ = read_samples(file)
    wrong = {**ARGUMENTS, "guests": ["Di"]}
    score = score_calls(
        first, [("BookRoom", ARGUMENTS), ("BookRoom", ARGUMENTS), ("BookRoom", wrong)], ["BookRoom", "X"]
    )
    assert (score["made"], score["required"], score["correct"], score["repeats"]) == (3, 1, 1, 1)
    assert score["made and searched"] == 3 + 2 and score["required and searches"] == score["correct and found"] == 1 + 1
    assert score_calls(first, [], [])["completeness per case"] == 0.0


def test_documents_without_parameters_are_documents(tmp_path: Path) -> None:
    """They take nothing; what is no document is no tool."""
    bare = {"name": "Ping", "description": "Answers."}
    path = tmp_path / "samples.json"
    calls = [recorded("ToolSearcher", {"keywords": "x"}, output) for output in (bare, None, "text", [bare, DOCUMENT])]
    path.write_text(json.dumps([{"requirement": "x", "apis": calls}]))
    assert [document.name for document in documents_of(read_samples(path))] == ["Ping", "BookRoom"]
    assert load_tools([f"apibank:{path}"])["Ping"].takes_nothing
