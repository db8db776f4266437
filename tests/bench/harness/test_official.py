"""Files for the benchmarks' own evaluators, held to what these are published to read: keys, kinds, places, patterns.

Schemas and readers here are written from the formats' descriptions and from what the evaluators do with a file:
ToolEval's converted answers, TravelPlanner's submissions, API-Bank's level 3 predictions.
"""

import ast
import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from smurfs_graph.bench.suites.stabletoolbench import answer_record
from smurfs_graph.bench.suites.travelplanner import submission
from smurfs_graph.tools.python import from_function
from tests.bench.harness.scenery import result_of
from tests.bench.harness.test_benchmarks import api_bank, bench, figures, suite_on, written
from tests.real_data import TRAVELPLANNER, needs_travelplanner

QUERY = 'What is the "weather" in Oslo?'


class Strict(BaseModel):
    """No key more, no key less, nothing converted."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Node(Strict):
    """One message of a chain; in a sequence, at most one follows."""

    role: Literal["system", "user", "assistant", "tool"]
    message: str
    next: list["Node"] = Field(max_length=1)


class Properties(BaseModel):
    """A function's parameters, as OpenAI's functions have them."""

    type: Literal["object"]
    properties: dict[str, dict[str, Any]]
    required: list[str] = []


class Function(Strict):
    """An available tool."""

    name: str
    description: str
    parameters: Properties


class Answer(Strict):
    """The answer that the evaluator judges."""

    method: str
    total_steps: int
    final_answer: str
    answer_details: list[Node] = Field(min_length=1, max_length=1)


class Converted(Strict):
    """A query's record."""

    query: str
    available_tools: list[Function]
    answer: Answer


def weather(city: str) -> str:
    """Tell the weather in a city."""
    return city


TOOLS = [from_function(weather)]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.dictionaries(st.just("city"), st.text()), st.text()), max_size=4), st.text())
def test_an_answer_is_a_converted_answer(calls: list[tuple[dict[str, Any], str]], answer: str) -> None:
    """Whatever texts hold: the last tool message is Finish where there is an answer, every tool named is available."""
    record = answer_record(QUERY, TOOLS, result_of([("weather", *each) for each in calls], answer))
    read = Converted.model_validate_json(json.dumps(record))
    chain, node = [read.answer.answer_details[0]], read.answer.answer_details[0]
    while node.next:
        node = node.next[0]
        chain.append(node)
    tools = [each.message for each in chain if each.role == "tool"]
    assert [each.role for each in chain[:2]] == ["system", "user"] and chain[1].message == QUERY
    assert read.answer.total_steps == len(chain) == 2 + len(calls) + bool(answer)
    named = [re.findall(r"'name':\s*'(.*?)'", message)[0] for message in tools]
    assert set(named) <= {each.name for each in read.available_tools}
    assert all(set(ast.literal_eval(message)) == {"name", "arguments", "response"} for message in tools)
    if answer:
        assert named[-1] == "Finish"
        assert json.loads(read.answer.final_answer) == {"return_type": "give_answer", "final_answer": answer}
    else:
        assert read.answer.final_answer == "" and "Finish" not in named


class DayRecord(Strict):
    """A day of a plan; the evaluator ends with an error where one of these is missing."""

    days: int
    current_city: str
    transportation: str
    breakfast: str
    attraction: str
    lunch: str
    dinner: str
    accommodation: str


class Line(Strict):
    """A line of a submission."""

    idx: int
    query: str
    plan: list[DayRecord] | None


@given(st.sets(st.integers(1, 60)))
def test_lines_of_a_submission_stand_in_their_places(run: set[int]) -> None:
    """The evaluator takes the n-th line for the n-th query: gaps are lines without a plan."""
    day = {**dict.fromkeys(DayRecord.model_fields, "-"), "days": 1}
    plans = [{"idx": idx, "query": f"q{idx}", "plan": [day]} for idx in sorted(run, reverse=True)]
    lines = TypeAdapter(list[Line]).validate_python(list(submission(plans)))
    assert [line.idx for line in lines] == list(range(1, max(run, default=0) + 1))
    assert {line.idx for line in lines if line.plan} == run


@pytest.mark.slow
@needs_travelplanner
def test_travelplanner_on_real_queries(tmp_path: Path) -> None:
    """Strategy full delivers by its domain; a plan in an answer's text is judged as well, and no plan is none."""
    suite = suite_on("travelplanner", TRAVELPLANNER)
    plans = (TRAVELPLANNER / "submission_gold.jsonl").read_text().splitlines()
    gold = {each["idx"]: each for each in map(json.loads, plans)}
    case = next(suite.cases())
    plan = json.dumps(gold[case.reference.idx]["plan"])
    told = suite.score(case, {"answer": f"Here it is:\n{plan}", "stop_reason": "answered"})
    assert told["delivered"] == told["final pass"] == 1.0
    nothing = suite.score(case, {"answer": "No idea.", "stop_reason": "answered"})
    assert nothing == suite.missed(case)
    data = tmp_path / "data"  # its first query in words that the stand-in knows
    data.mkdir()
    for file in TRAVELPLANNER.iterdir():
        (data / file.name).symlink_to(file)
    (data / "queries.jsonl").unlink()
    query = json.loads((TRAVELPLANNER / "queries.jsonl").read_text().splitlines()[0])
    query["query"] = query["query"].replace("Can you provide", "Please plan")
    (data / "queries.jsonl").write_text(json.dumps(query) + "\n")
    assert bench(tmp_path, "travelplanner", data, "--strategy", "full", "--limit", "1") == 0
    submission = written(tmp_path, "full", "submission.jsonl")
    lines = TypeAdapter(list[Line]).validate_python(submission)
    [delivered] = [line for line in lines if line.plan]
    assert lines[delivered.idx - 1] == delivered and delivered.plan
    assert [day.days for day in delivered.plan] == list(range(1, len(delivered.plan) + 1))
    line = figures(tmp_path, suite)["full"]
    assert line.ratios["commonsense micro"] == 1.0


def level_3(text: str) -> tuple[str, dict[str, str]]:
    """A call as level 3's evaluator reads it: from "[" to ")]" of one line; a value is what stands between the first
    two quotes, a list to the last bracket, or a word.
    """
    found = re.search(r"\[(\w+)\((.*)\)\]", text)
    assert found is not None
    name, rest = found.groups()
    values: dict[str, str] = {}
    while opened := re.search(r"(\w+)\s*=\s*", rest):
        rest = rest[opened.end() :]
        if rest[:1] in ("'", '"'):
            value = re.match(r".(.+?)['\"]", rest)
        elif rest[:1] == "[":
            value = re.match(r"(\[.*\])", rest)
        else:
            value = re.match(r"(\w+)", rest)
        if value is None:
            break
        values[opened[1]] = value[1]
        rest = rest[value.end() :]
    return name, values


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"person": "Ann"}, {"person": "Ann"}),
        ({"amount": 3.5, "low": -2, "person": "Ann"}, {"amount": "3.5", "low": "-2", "person": "Ann"}),
        ({"note": "", "person": "Ann"}, {"person": "Ann"}),
        ({"person": "a\nb", "sure": True}, {"person": "a b", "sure": "True"}),
        ({"symptoms": ["a", "b"], "person": "Ann"}, {"symptoms": "['a', 'b']", "person": "Ann"}),
        ({"person": "x=1, y=2"}, {"person": "x=1, y=2"}),
    ],
)
def test_calls_are_read_as_they_were_made(tmp_path: Path, given: dict[str, Any], read: dict[str, str]) -> None:
    """Numbers with points and signs, empty texts, lines, lists."""
    suite: Any = suite_on("api-bank", api_bank(tmp_path))
    _, case = suite.cases()
    told = suite.prediction(case, result_of([("GetBalance", given, "seen")], "x"))
    assert level_3(told["calls"][0]["pred"]) == ("GetBalance", read)
    assert told["calls"][1]["pred"] == ""


def test_predictions_point_at_the_samples_of_the_file(tmp_path: Path) -> None:
    """An entry that is no sample keeps its place, or the evaluator would compare with another one."""
    file = api_bank(tmp_path) / "level-3.json"
    samples = file.read_text().replace("[", '["no sample", ', 1)
    file.write_text(samples)
    assert bench(tmp_path, "api-bank", file, "--strategy", "react") == 0
    responses, calls = (written(tmp_path, "react", name) for name in ("responses.jsonl", "calls.jsonl"))
    assert [each["sample_id"] for each in responses] == [1, 2]
    assert {each["sample_id"] for each in calls} == {1, 2}
    assert all(set(each) == {"sample_id", "output", "pred"} and isinstance(each["pred"], str) for each in responses)
    assert all(set(each) == {"sample_id", "api_id", "pred"} and isinstance(each["api_id"], int) for each in calls)
