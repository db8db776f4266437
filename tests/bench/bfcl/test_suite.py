"""`smurfs bench bfcl`: conversations on fresh worlds, single turns, rows that resume, figures by category."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.bfcl.process import BfclProcess
from smurfs_graph.bench.configuration import PEER, Configuration, matrix
from smurfs_graph.bench.results import Row, read_rows
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case, SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.bench.suites.bfcl import Bfcl
from smurfs_graph.testing import ScriptedModel
from tests.bench.bfcl.conftest import start_fake
from tests.bench.bfcl.fake_worker import BOARD, ENTRY, SINGLE
from tests.bench.harness.scenery import run_left, smurfs

Calls = Sequence[tuple[str, Mapping[str, Any]]]
START: Calls = [("press_brake", {}), ("start_engine", {})]


def driver(start: Calls = START) -> ScriptedModel:
    """A model that makes these calls in the first turn and then does what is right, one call a reply."""

    def reply(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        bound = {tool["function"]["name"] for tool in tools}
        log: Calls = [("log_trip", {"start": BOARD})]
        plan = [("car_press_brake", {})] if "car_press_brake" in bound else log if "log_trip" in bound else start
        asked = max(at for at, message in enumerate(messages) if isinstance(message, HumanMessage))
        done = sum(message.type == "tool" for message in messages[asked:])
        if done >= len(plan):
            return AIMessage("Done.")
        name, arguments = plan[done]
        return AIMessage("", tool_calls=[{"name": name, "args": dict(arguments), "id": f"call_{asked}_{done}"}])

    def no_role(call: str, sections: dict[str, str]) -> Any:
        raise AssertionError(f"nobody asks for {call}")

    return ScriptedModel(no_role, caller=reply, profile={"tool_calling": True})


def rows_of(folder: Path, *strategies: str, start: Calls = START) -> list[Row]:
    """Run what is left of both cases with a driver."""

    def models(configuration: Configuration, case: Case) -> Mapping[str, BaseChatModel]:
        return {"scripted:driver": driver(start)}

    with Bench(Bfcl(SuiteOptions(Path()), start_fake()), "bfcl", models) as bench:
        return run_left(bench, folder, matrix(strategies, ["scripted:driver"], [0], {"tool_retries": 0}))


@pytest.mark.parametrize("strategy", ["full", PEER])
def test_a_conversation_runs_over_one_thread_on_a_fresh_world(tmp_path: Path, strategy: str) -> None:
    """Tools that are added in a later turn are there; calls, tokens and path are those of all turns."""
    rows = {row.case: row for row in rows_of(tmp_path, strategy)}
    assert {name: row.score for name, row in rows.items()} == {ENTRY: 1.0, SINGLE: 1.0}
    row = rows[ENTRY]
    assert (row.answer, row.stop_reason, row.message) == ("Done.\n\nDone.", "answered", "")
    assert (row.llm_calls, row.path, row.tool_calls) == (5, 5, 3)


def test_what_is_wrong_says_why(tmp_path: Path) -> None:
    """The checker's words are in the row; nothing is left of the other worlds that were changed meanwhile."""
    found = {row.label: row for row in rows_of(tmp_path, "full", PEER, start=START[:1]) if row.case == ENTRY}
    assert [row.score for row in found.values()] == [0.0, 0.0]
    assert {row.message for row in found.values()} == {f"state: {{'brake': True, 'engine': False, 'trips': [{BOARD}]}}"}


def test_rows_resume(tmp_path: Path) -> None:
    """Rows that exist are not run again, an added strategy is; a case that broke off leaves no half row."""
    assert len(rows_of(tmp_path, "full")) == 2
    assert [row.strategy for row in rows_of(tmp_path, "full", PEER)] == [PEER, PEER]
    lines = (tmp_path / "results.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "results.jsonl").write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    assert len(rows_of(tmp_path, "full", PEER)) == 1
    assert len(list(read_rows(tmp_path))) == 4


def environment(folder: Path) -> Path:
    """An environment whose interpreter serves the fake worker, whatever it is to run."""
    python = folder / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexec {sys.executable} {Path(__file__).with_name('fake_worker.py')}\n")
    python.chmod(0o755)
    return python.parents[1]


def test_the_command_gives_figures_by_category(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the terminal, in JSON and on the page; cases are picked by their ids."""
    options = ("--data", str(environment(tmp_path)), "-o", str(tmp_path / "out"), "--quiet", "--strategy", "full,react")
    assert smurfs("bench", "bfcl", *options, "--cases", "simple_*") == 0
    said = capsys.readouterr().out
    assert "simple_python" in said and "multi_turn_base" not in said
    assert smurfs("bench", "bfcl", *options, "--json") == 0
    head, *cells = json.loads(capsys.readouterr().out)["categories"]
    assert head[:4] == ["category", "strategy / model", "cases", "accuracy"]
    assert sorted((name, label) for name, label, *_ in cells) == [
        (name, f"{strategy} / offline:rules")
        for name in ("multi_turn_base", "simple_python")
        for strategy in ("full", "react")
    ]
    assert "<h2>By category</h2>" in (tmp_path / "out" / "results.html").read_text()


def test_an_environment_without_it_is_said_in_a_line(tmp_path: Path) -> None:
    """No folder, and tools that nobody needs."""
    with pytest.raises(ConfigurationError, match="is no environment with bfcl_eval; `make env-bfcl` makes"):
        load_suite("bfcl", SuiteOptions(tmp_path))
    with pytest.raises(ConfigurationError, match="brings its own tools"):
        load_suite("bfcl", SuiteOptions(tmp_path, ("builtin:calc",)))


def test_the_real_cases(real: BfclProcess) -> None:
    """All categories but memory and web search; calls that an annotator would accept are valid, others are not."""
    suite = Bfcl(SuiteOptions(Path()), real)
    counts: dict[str, int] = {}
    for case in suite.cases():
        counts[suite.category(case.id)] = counts.get(suite.category(case.id), 0) + 1
    assert suite.left_out == []
    assert counts["multi_turn_base"] == counts["multi_turn_long_context"] == 200
    assert counts["live_multiple"] > 1_000 and counts["irrelevance"] > 200
    right = {"name": "calculate_triangle_area", "arguments": {"base": 10, "height": 5, "unit": "units"}}
    for calls, valid in (([right], True), ([], False), ([right, right], False)):
        assert real.ask("check", entry="simple_python_0", made=[calls])["valid"] is valid
    for case, valid in (("irrelevance_0", False), ("live_relevance_0-0-0", True)):
        assert real.ask("check", entry=case, made=[[right]])["valid"] is valid
        assert real.ask("check", entry=case, made=[[]])["valid"] is not valid
