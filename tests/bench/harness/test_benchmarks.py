"""The published benchmarks' suites on records of our own: what is read, scored, left out and handed to evaluators."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.results import RESULTS, read_rows
from smurfs_graph.bench.suite import Suite, SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.bench.summary import SummaryLine, summarize
from tests.bench.harness.scenery import result_of, smurfs


def bench(folder: Path, name: str, data: Path, *options: str) -> int:
    """`smurfs bench NAME`, into a folder below `folder`."""
    return smurfs("bench", name, "--data", str(data), "-o", str(folder / "out"), "--quiet", *options)


def suite_on(name: str, data: Path) -> Suite:
    """A suite, with its tools from the data."""
    return load_suite(name, SuiteOptions(data))


def figures(folder: Path, suite: Suite) -> dict[str, SummaryLine]:
    """The summary's lines by strategy."""
    lines = summarize(read_rows(folder / "out"), suite.ratios)
    return {line.label.partition(" / ")[0]: line for line in lines}


def written(folder: Path, strategy: str, name: str) -> Any:
    """A file in the benchmark's own format."""
    file = folder / "out" / "official" / f"{strategy}__offline_rules__seed0" / name
    text = file.read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()] if name.endswith(".jsonl") else json.loads(text)


HOTPOT = [
    {
        "id": "q1",
        "question": "Who designed the Vessla tower?",
        "answer": "Ida Holm",
        "context": [["Vessla tower", ["The Vessla tower was designed by Ida Holm.", " It is 90 m high."]]],
    },
    {"_id": "q2", "question": "How high is the Vessla tower?", "answer": "90 m", "context": [["Broken", 5]]},
    {"id": "q3", "question": "Nothing?"},
]


@pytest.mark.parametrize("lines", [True, False])
def test_hotpotqa_in_both_forms(tmp_path: Path, lines: bool) -> None:
    """JSON or an object a line; the file's own passages are what is searched; a cut file gives what it has."""
    file = tmp_path / "questions.jsonl"
    whole = "\n".join(map(json.dumps, HOTPOT)) if lines else json.dumps(HOTPOT)[:-1]
    file.write_text(whole + (', {"id": "q4", "que' if not lines else '\n{"id": "q4", "que'))
    suite = suite_on("hotpotqa", tmp_path)
    cases = list(suite.cases())
    assert [case.id for case in cases] == ["q1", "q2"]
    assert len(suite.left_out) == 2
    assert "questions.jsonl, line" in suite.left_out[1]
    scores = suite.score(cases[0], {"answer": "It was Ida Holm", "stop_reason": "answered"})
    assert scores["recall"] == 1.0 and scores["EM"] == 0.0 and 0.5 < scores["F1"] < 1.0
    assert bench(tmp_path, "hotpotqa", tmp_path, "--strategy", "react,smurfs") == 0
    assert {row.case for row in read_rows(tmp_path / "out")} == {"q1", "q2"}


def document(name: str, parameter: str, returns: str) -> dict[str, Any]:
    """A recorded search for an API's document."""
    found = {
        "name": name,
        "description": f"Get the {returns} of a {parameter}.",
        "input_parameters": {parameter: {"type": "str", "description": f"The {parameter}."}},
        "output_parameters": {returns: {"type": "str", "description": returns}},
    }
    return recorded("ToolSearcher", {"keywords": name}, found)


def recorded(name: str, given: dict[str, Any], output: Any) -> dict[str, Any]:
    """A recorded call."""
    return {"api_name": name, "input": given, "output": {"api_name": name, "input": given, "output": output}}


def api_bank(folder: Path) -> Path:
    """Two samples, an entry that is none, and a cut."""
    samples = [
        {
            "requirement": "Query the meetings of John.",
            "response": "John meets Mary at ten.",
            "apis": [
                document("QueryMeeting", "user_name", "meetings"),
                recorded("QueryMeeting", {"user_name": "John"}, {"meetings": "Mary at ten"}),
            ],
        },
        {
            "requirement": "What is the balance of Ann and of Bob?",
            "response": "Ann has 5, Bob has 7.",
            "apis": [
                document("GetBalance", "person", "balance"),
                recorded("GetBalance", {"person": "Ann"}, {"balance": "5"}),
                recorded("GetBalance", {"person": "Bob"}, {"balance": "7"}),
            ],
        },
        {"requirement": 1},
    ]
    (folder / "level-3.json").write_text(json.dumps(samples)[:-1] + ', {"requirement": "Que')
    return folder


def test_api_bank_is_a_ratio_of_sums(tmp_path: Path) -> None:
    """Two calls wrong of one sample and one right of the other are one in three, not a half."""
    suite = suite_on("api-bank", api_bank(tmp_path))
    first, second = suite.cases()
    assert len(suite.left_out) == 2
    right = suite.score(first, result_of([("QueryMeeting", {"user_name": "John"}, "")], "John meets Mary at ten."))
    wrong = suite.score(second, result_of([("GetBalance", {"person": "Al"}, "")] * 2, ""))
    assert right["completeness per case"] == 1.0 and right["ROUGE-L"] > 0.99
    assert wrong["completeness per case"] == 0.0 and wrong["ROUGE-L"] == 0.0
    total = {name: right[name] + wrong[name] for name in ("correct", "made", "required")}
    assert total == {"correct": 1.0, "made": 3.0, "required": 3.0}
    again = suite.score(second, result_of([("GetBalance", {"person": "Ann"}, "")] * 2, "x"))
    assert again["repeats"] == 1.0


def test_api_bank_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ratios in the table, every strategy a row, and predictions as the published evaluator reads them."""
    strategies = "react,dfsdt,smurfs,pmc,full,alpha-umi"
    assert bench(tmp_path, "api-bank", api_bank(tmp_path), "--strategy", strategies) == 0
    printed = capsys.readouterr().out
    assert all(f"{name} / offline:rules" in printed for name in strategies.split(","))
    assert "correctness" in printed and "made and searched" not in printed
    assert "left out: level-3.json, entry 3" in printed.replace("apibank: ", "")
    lines = figures(tmp_path, suite_on("api-bank", tmp_path))
    assert all(0.0 < line.ratios["completeness"] <= 1.0 for line in lines.values())
    responses = written(tmp_path, "full", "responses.jsonl")
    assert [list(each) for each in responses] == [["sample_id", "output", "pred"]] * 2
    calls = written(tmp_path, "full", "calls.jsonl")
    assert calls[0] == {"sample_id": 0, "api_id": 1, "pred": "API-Request: [QueryMeeting(user_name='John')]"}
    assert [each["api_id"] for each in calls if each["sample_id"] == 1] == [1, 2]
    html = (tmp_path / "out" / "results.html").read_text()
    assert all(f"{name} / offline:rules" in html for name in strategies.split(","))


def test_resuming_keeps_the_predictions(tmp_path: Path) -> None:
    """A cut in either file is mended, and nothing is lost or doubled in the official files."""
    data = api_bank(tmp_path)
    assert bench(tmp_path, "api-bank", data, "--strategy", "react") == 0
    whole = written(tmp_path, "react", "responses.jsonl")
    for name in (RESULTS, "predictions.jsonl"):
        file = tmp_path / "out" / name
        file.write_bytes(file.read_bytes()[:-20])
    assert bench(tmp_path, "api-bank", data, "--strategy", "react") == 0
    assert sorted(map(str, written(tmp_path, "react", "responses.jsonl"))) == sorted(map(str, whole))


STABLE: list[dict[str, Any]] = [
    {
        "query": "Get the weather of the city Oslo.",
        "query_id": 7,
        "api_list": [
            {
                "category_name": "Weather",
                "tool_name": "Sky",
                "api_name": "get weather",
                "api_description": "Get the current weather in a city.",
                "required_parameters": [{"name": "city", "type": "STRING", "description": "Name of the city"}],
                "optional_parameters": [],
                "method": "GET",
            }
        ],
        "relevant APIs": [["Sky", "get weather"], ["Sky", "forecast"]],
    },
    {"query": "No documents?", "query_id": 8, "api_list": []},
]


def test_stabletoolbench_answers_from_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls go where the environment says; recall of what is relevant; ToolEval's record."""
    cache = tmp_path / "cache" / "Weather" / "sky_for_Weather"
    cache.mkdir(parents=True)
    answer = {"error": "", "response": '{"city": "Oslo", "weather": "rain"}'}
    (cache / "get_weather.json").write_text(json.dumps({"{'city': 'Oslo'}": answer}))
    monkeypatch.setenv("SMURFS_TOOLBENCH", f"cache:{tmp_path / 'cache'}")
    (tmp_path / "G1_instruction.json").write_text(json.dumps(STABLE))
    assert bench(tmp_path, "stabletoolbench", tmp_path, "--strategy", "smurfs") == 0
    line = figures(tmp_path, suite_on("stabletoolbench", tmp_path))["smurfs"]
    assert line.cases == 1 and line.ratios["recall of relevant APIs"] == 0.5
    record = written(tmp_path, "smurfs", "G1_instruction.json")["7"]
    assert [tool["name"] for tool in record["available_tools"]] == ["get_weather_for_sky", "Finish"]
    chain, roles, last = record["answer"]["answer_details"][0], list[str](), ""
    while chain:
        roles.append(chain["role"])
        last = chain["message"]
        chain = chain["next"][0] if chain["next"] else None
    assert roles == ["system", "user", "tool", "tool"] and record["answer"]["total_steps"] == 4
    ended = ast.literal_eval(last)
    assert ended["name"] == "Finish"
    assert json.loads(ended["arguments"])["return_type"] == "give_answer"
    assert "rain" in json.loads(record["answer"]["final_answer"])["final_answer"]


def spoken(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    """A conversation."""
    return [{"from": who, "value": text} for who, text in pairs]


UMI: list[dict[str, Any]] = [
    {
        "tools": [{"Name": "weather_for_sky", "function": "Weather of a city.", "input": {"city": "string, A city"}}],
        "instruction": "What is the weather in Oslo?",
        "conversations": spoken(
            ("user", "What is the weather in Oslo?"),
            ("assistant", "I look it up.\n Next: caller."),
            ("caller", 'Action: weather_for_sky\nAction Input: {"city": "Oslo"}'),
            ("observation", '{"weather": "rain"}'),
            ("assistant", "It is known.\n Next: conclusion."),
            ("conclusion", "It rains in Oslo."),
            ("assistant", "Something else.\n Next: caller."),
            ("caller", "Action: undocumented\nAction Input: {}"),
            ("assistant", "That leads nowhere.\n Next: give up."),
        ),
    },
    {"tools": [], "instruction": "x", "conversations": []},
]


def test_static_steps_see_the_annotated_history(tmp_path: Path) -> None:
    """The agents call first, then answer; errors of the annotation are left out."""
    file = tmp_path / "records.json"
    file.write_text(json.dumps(UMI))
    suite = suite_on("toolbench-static", file)
    cases = list(suite.cases())
    assert [(case.id, case.reference.decision) for case in cases] == [
        ("records/1#1", "call"),
        ("records/1#2", "finish"),
        ("records/1#4", "give up"),
    ]
    assert [each.observation for each in cases[1].data["step"].history] == ['{"weather": "rain"}']
    assert len(suite.left_out) == 2
    assert bench(tmp_path, "toolbench-static", file, "--strategy", "alpha-umi,react") == 0
    for line in figures(tmp_path, suite).values():
        assert line.score.mean == pytest.approx(2 / 3)
        assert line.ratios["action EM"] == line.ratios["argument F1"] == 1.0
        assert line.ratios["hallucination"] == 0.0
        assert 0.0 < line.ratios["ROUGE-L"] < 1.0


def test_static_steps_are_for_agents_that_go_on_from_a_history(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other strategies are refused in a line."""
    file = tmp_path / "records.json"
    file.write_text(json.dumps(UMI))
    assert bench(tmp_path, "toolbench-static", file, "--strategy", "full") == 2
    assert "'full' has no agent" in capsys.readouterr().err


def test_suites_that_bring_tools_refuse_others(tmp_path: Path) -> None:
    """In a line, instead of leaving them unused."""
    for name in ("api-bank", "travelplanner", "stabletoolbench", "toolbench-static"):
        with pytest.raises(ConfigurationError, match="brings its own tools"):
            load_suite(name, SuiteOptions(api_bank(tmp_path), ("builtin:calc",)))
