"""The format that strategies which write a plan themselves are told, with and without PMC's hint."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.bench.configuration import PEER, matrix
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.bench.suites.travelplanner import FORMAT, HINT
from smurfs_graph.bench.travelplanner.day import SLOTS
from smurfs_graph.testing import ScriptedModel
from tests.bench.travelplanner.scenario import GOOD_PLAN, QUERY, write_files
from tests.scripts import finish, script


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small sandbox with one query."""
    write_files(tmp_path)
    record = {**QUERY, "query": "Please plan a trip from Alder to Birch."}
    (tmp_path / "queries.jsonl").write_text(json.dumps(record) + "\n")
    return tmp_path


def test_pmc_delivers_in_the_format_that_it_is_told(folder: Path) -> None:
    """PMC, appendix F.5: "its job is to deliver a plan given the execution results following the same format as
    experiments in the original paper". Manager and deliverer see it, and what the deliverer writes is judged.
    """
    suite = load_suite("travelplanner", SuiteOptions(folder))
    replies = script(
        executor_react=finish("Fork, Spoon and Knife are in Birch."),
        deliverer={"answer": json.dumps(GOOD_PLAN)},
        deliverer_inference={"answer": json.dumps(GOOD_PLAN)},
    )
    model = ScriptedModel(replies)
    bench = Bench(suite, "t", lambda *_: {"scripted:x": model})
    [configuration] = matrix(["pmc"], ["scripted:x"], [0], {})
    row = asyncio.run(bench.run(next(suite.cases()), configuration))
    assert (row.metrics["delivered"], row.metrics["final pass"]) == (1.0, 1.0)
    asked = {each.call: each.sections["query"] for each in model.asked if "query" in each.sections}
    told = f"Please plan a trip from Alder to Birch.\n\n{FORMAT}"
    assert asked["manager.pmc"] == told and told in asked.values()
    assert all(query == told for query in asked.values())


@pytest.mark.parametrize(("name", "hinted"), [("travelplanner", False), ("travelplanner-hint", True)])
def test_the_hint_is_a_benchmark_of_its_own(folder: Path, name: str, hinted: bool) -> None:
    """PMC, section 5.1.1: "with unconventional hint", and "we conduct a separate experiment that excludes this external
    knowledge". Strategy `full` chooses by the toolset's domain and needs neither.
    """
    suite: Any = load_suite(name, SuiteOptions(folder))
    case = next(suite.cases())
    for strategy in ("pmc", "react", PEER):
        query = suite.query(case, strategy)
        assert query.startswith(case.query) and FORMAT in query
        assert (HINT in query) == hinted
    assert suite.query(case, "full") == case.query
    assert suite.name == name and any("hint" in note for note in suite.notes) == hinted


def test_the_format_names_every_field() -> None:
    """And the hint has the two rules that the paper calls odd."""
    assert all(slot in FORMAT for slot in (*SLOTS, "days", "current_city"))
    assert "no restaurant twice" in HINT.lower() and "airports" in HINT
