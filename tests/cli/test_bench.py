"""`smurfs bench`: a matrix on own cases, going on with it, comparing, checking metrics, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CASES = [
    {"id": "one", "query": "What is 2 + 3?", "reference": "5", "checker": "contains"},
    {"id": "two", "query": "What is 20 - 4?", "reference": "16", "checker": "contains"},
    {"query": 7},
]


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A file with two cases and a line that is none."""
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(map(json.dumps, CASES)))
    return file


def test_a_matrix_from_the_command_line(cases: Path, tmp_path: Path, smurfs: Run) -> None:
    """A table with a row per strategy, what was left out, a page without anything from elsewhere; then it goes on."""
    command = ["bench", "jsonl", "--data", str(cases), "--strategy", "smurfs,full", "--tools", "builtin:calc"]
    out = tmp_path / "out"
    done = smurfs(*command, "--limit", "1", "-o", str(out))
    assert done.status == 0, done.err
    assert re.search(r"^smurfs / offline:rules +1 +1 ", done.out, re.MULTILINE)
    assert re.search(r"^full / offline:rules +1 +1 ", done.out, re.MULTILINE)
    assert "no language model" in done.out
    page = (out / "results.html").read_text()
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=", page)
    more = smurfs(*command, "-o", str(out), "--json")
    assert "2 of 4 are there already" in more.err
    found = json.loads(more.out)
    assert [row[1] for row in found["summary"][1:]] == ["2", "2"]
    assert "left out: cases.jsonl, line 3 has no text 'query'" in found["notes"]
    compared = smurfs("bench", "compare", str(out), str(out), "--only", "smurfs", "--only", "full")
    assert compared.status == 0
    assert "2 common cases" in compared.out
    assert re.search(r"^score +\+0 ", compared.out, re.MULTILINE)


def test_metrics_are_checked(tmp_path: Path, smurfs: Run) -> None:
    """Exit 1 with each difference, 2 where a row cannot be checked; the rows after it are."""
    row = {"metric": "hotpot_em", "prediction": "an owl", "reference": "owl", "value": True}
    file = tmp_path / "values.jsonl"
    file.write_text(json.dumps(row))
    assert smurfs("bench", "check-metrics", str(file)).status == 0
    file.write_text(json.dumps(row | {"value": False}))
    done = smurfs("bench", "check-metrics", str(file))
    assert done.status == 1
    assert "hotpot_em is True here, False in the file" in done.out
    file.write_text("{}\n" + json.dumps(row))
    done = smurfs("bench", "check-metrics", str(file))
    assert done.status == 2
    assert "line 1 lacks" in done.out
    assert "1 of 2 values are equal" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--strategy", "smurf", "--tools", "builtin:calc"], "did you mean 'smurfs'"),
        ([], "which tools"),
        (["--tools", "builtin:calc", "--checker", "exakt"], "did you mean 'exact'"),
        (["--tools", "builtin:calc", "--model", "nobody:x"], "provider 'nobody'"),
        (["--tools", "builtin:calc", "--set", "max_depth=0"], "max_depth"),
    ],
)
def test_what_cannot_work_is_said_before_anything_runs(
    arguments: list[str], message: str, cases: Path, tmp_path: Path, smurfs: Run
) -> None:
    """One line, exit 2, and no rows."""
    out = tmp_path / "out"
    done = smurfs("bench", "jsonl", "--data", str(cases), "-o", str(out), *arguments)
    assert done.status == 2
    assert message in done.err
    assert not (out / "results.jsonl").exists() or not (out / "results.jsonl").read_text()
