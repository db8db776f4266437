"""Running a matrix: rows on disk, resuming after a cut, errors of single cases, and nothing twice."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.configuration import Configuration, matrix
from smurfs_graph.bench.results import RESULTS, Ledger, Row, latest, read_rows
from smurfs_graph.bench.runner import Bench, run_matrix
from smurfs_graph.bench.summary import compare, summarize
from smurfs_graph.testing import ScriptedModel
from tests.bench.harness.scenery import Sums, run_left, smurfs


def direct(call: str, sections: dict[str, str]) -> Any:
    """Answers without a tool, rightly where the first number is even."""
    number = int(sections["query"].split()[2])
    return {"needs_tool": False, "reason": "easy", "answer": f"It is {number + 1 if number % 2 == 0 else 'unknown'}."}


def bench_of(suite: Sums) -> Bench:
    """Its model is an object, made for each case."""
    return Bench(suite, "sums", lambda configuration, case: {configuration.model: ScriptedModel(direct)})


def run(suite: Sums, folder: Path, configurations: list[Configuration], **options: Any) -> list[Row]:
    """Run what is left and return the new rows."""
    return run_left(bench_of(suite), folder, configurations, **options)


ONE = [Configuration(strategy="smurfs", model="mine:model")]


def test_every_case_is_run_once_under_every_configuration(tmp_path: Path) -> None:
    """Strategies, models and seeds multiply; figures are of the runs."""
    configurations = matrix(["smurfs", "full"], ["mine:model"], [0, 1], {})
    rows = run(Sums(5), tmp_path, configurations)
    assert len({row.key for row in rows}) == 5 * 4
    assert {row.score for row in rows if row.case in "024"} == {1.0}
    lines = summarize(read_rows(tmp_path))
    assert {line.label: (line.cases, line.rows) for line in lines} == {
        "smurfs / mine:model": (5, 10),
        "full / mine:model": (5, 10),
    }
    assert all(line.score.mean == pytest.approx(0.6) and line.llm_calls == 1 for line in lines)


def test_a_second_run_does_what_is_left(tmp_path: Path) -> None:
    """Nothing of the first; a wider matrix adds what is new."""
    assert len(run(Sums(3), tmp_path, ONE)) == 3
    assert run(Sums(3), tmp_path, ONE) == []
    assert [row.case for row in run(Sums(4), tmp_path, ONE)] == ["3"]
    assert len(run(Sums(4), tmp_path, [*ONE, Configuration(strategy="full", model="mine:model")])) == 4


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_line_cut_by_a_crash_is_run_again(tmp_path: Path, cut: int) -> None:
    """The whole lines stay as they are; the cut one is written anew, once."""
    run(Sums(4), tmp_path, ONE, jobs=1)
    file = tmp_path / RESULTS
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert [row.case for row in run(Sums(4), tmp_path, ONE)] == ["3"]
    assert sorted(row.case for row in read_rows(tmp_path)) == ["0", "1", "2", "3"]
    assert file.read_bytes().startswith(b"".join(whole.splitlines(keepends=True)[:3]))


def test_an_error_in_a_case_stays_in_its_row(tmp_path: Path) -> None:
    """The others go on; the summary counts it, and its score is 0."""
    rows = {row.case: row for row in run(Sums(3, broken="0"), tmp_path, ONE)}
    assert (rows["0"].error, rows["0"].message, rows["0"].score) == ("ZeroDivisionError", "the scorer broke", 0.0)
    assert rows["2"].score == 1.0
    assert summarize(rows.values())[0].errors == {"ZeroDivisionError": 1}


def test_a_server_that_is_away_is_an_error_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No exception, and yet nothing was measured: exit status, message, and the way to go on."""
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"query": "How much is 2 + 3?", "reference": "5"}\n')
    given = ["--data", str(cases), "--tools", "builtin:calc", "-o", str(tmp_path / "out"), "--quiet"]
    away = ["--model", "openai:any", "--base-url", "http://127.0.0.1:9/v1", "--set", "model_retries=0"]
    assert smurfs("bench", "jsonl", *given, *away, "--again") == 1
    said = capsys.readouterr().out
    assert "error, first in case '1' of full / openai:any: model 'openai:any' could not be asked" in said
    assert "1 runs ended in an error and count as they are; --again runs them once more" in said


def test_what_ended_in_an_error_is_run_once_more_on_request(tmp_path: Path) -> None:
    """Its later row counts, also where the file is read as a whole; nothing is run again without the request."""
    run(Sums(3, broken="0"), tmp_path, ONE)
    assert run(Sums(3), tmp_path, ONE) == []
    assert [row.case for row in run(Sums(3), tmp_path, ONE, again=True)] == ["0"]
    every = list(read_rows(tmp_path))
    assert [row.case for row in every].count("0") == 2 and len(every) == 4
    assert {row.case: row.error for row in latest(every)} == {"0": "", "1": "", "2": ""}
    with Ledger(tmp_path, again=True) as ledger:
        assert len(ledger.done) == 3


def test_stopping_early_cancels_what_is_under_way() -> None:
    """Nothing goes on behind the back of who stopped it."""

    async def stop() -> int:
        def take(row: Row) -> None:
            raise KeyError(row.case)

        with pytest.raises(KeyError):
            await run_matrix(bench_of(Sums(50)), Sums(50).cases(), ONE, take)
        return len(asyncio.all_tasks()) - 1

    assert asyncio.run(stop()) == 0


def test_two_processes_do_not_write_to_one_file(tmp_path: Path) -> None:
    """The second is refused in one line."""
    with Ledger(tmp_path), pytest.raises(ConfigurationError, match="another process is writing"):
        Ledger(tmp_path)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    """And left as it is."""
    (tmp_path / RESULTS).write_text('{"not": "ours"}\n')
    with pytest.raises(ConfigurationError, match="no result of a benchmark"):
        Ledger(tmp_path)
    assert (tmp_path / RESULTS).read_text() == '{"not": "ours"}\n'


def test_a_matrix_is_checked_before_anything_runs() -> None:
    """Names, doubles and settings."""
    with pytest.raises(ConfigurationError, match="did you mean 'smurfs'"):
        matrix(["smurf"], ["m:x"], [0], {})
    with pytest.raises(ConfigurationError, match="named twice"):
        matrix(["smurfs"], ["m:x", "m:x"], [0], {})
    with pytest.raises(ConfigurationError, match="max_depth"):
        matrix(["smurfs"], ["m:x"], [0], {"max_depth": 0})
    with pytest.raises(ConfigurationError, match="no model"):
        matrix(["smurfs"], [], [0], {})


def test_comparing_is_paired_by_case(tmp_path: Path) -> None:
    """Only common cases count; mixed results are refused."""
    rows = run(Sums(6), tmp_path, ONE)
    other = [row.model_copy(update={"metrics": {"right": 1.0}, "input_tokens": 0}) for row in rows if row.case != "5"]
    found = compare(rows, other)
    assert (found.score.pairs, found.only_one) == (5, 1)
    assert (found.score.better, found.score.worse) == (2, 0)
    assert found.score.difference.mean == pytest.approx(0.4)
    assert found.tokens.worse == 5
    mixed = [*rows, rows[0].model_copy(update={"strategy": "full"})]
    with pytest.raises(ConfigurationError, match="several configurations"):
        compare(mixed, rows)
    with pytest.raises(ConfigurationError, match="no case in common"):
        compare(rows[:1], [row for row in rows if row.case != rows[0].case][:1])


def test_rows_hold_no_prompt_and_a_bounded_answer(tmp_path: Path) -> None:
    """So that results can be shared."""
    rows = run(Sums(1), tmp_path, ONE)
    data = json.loads((tmp_path / RESULTS).read_text())
    assert "What is" not in json.dumps(data)
    assert rows[0].answer == "It is 1."
