"""The suites that need no tools of their own: what they read, what they leave out, how they score."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.suite import Case, Suite, SuiteOptions
from smurfs_graph.bench.suites import SUITES, load_suite
from smurfs_graph.bench.suites.checkers import checker_of, run_checker
from tests.real_data import REAL_DATA, WHERE

TOOLS = ("builtin:calc",)


def own_cases(folder: Path, *rows: Any) -> Suite:
    """The suite of a file with these cases, a line each."""
    (folder / "cases.jsonl").write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in rows))
    return load_suite("jsonl", SuiteOptions(folder, TOOLS))


def answered(text: str) -> dict[str, Any]:
    """A result as the graph gives it."""
    return {"answer": text, "stop_reason": "answered"}


def test_own_cases_are_read_and_the_rest_is_named(tmp_path: Path) -> None:
    """File, line and reason for each line that makes no case."""
    suite = own_cases(
        tmp_path,
        *({"query": "one?", "reference": "1"}, "", {"query": ""}, []),
        *({"id": "x", "query": "a"}, {"id": "x", "query": "b"}),
        *({"query": "c", "checker": "os:system"}, '{"query": "cut'),
    )
    assert [(case.id, case.query) for case in suite.cases()] == [("1", "one?"), ("x", "a")]
    places = [re.match(r"cases\.jsonl, line (\d)\b", line) for line in suite.left_out]
    assert [place and place[1] for place in places] == ["3", "4", "6", "7", "8"]
    assert len(list(suite.cases())) == 2, "they can be read again"


def test_odd_values_break_nothing(tmp_path: Path) -> None:
    """Half a character becomes a question mark; a checker that is no text is none."""
    odd = {"query": "a \ud800 é 😀", "reference": ["\udfff"]}
    suite = own_cases(tmp_path, odd, {"query": "b", "checker": {}}, {"query": "c", "id": [1]})
    assert [(case.query, case.id) for case in suite.cases()] == [("a ? é 😀", "1"), ("c", "[1]")]
    assert "line 2: unknown checker '{}'" in suite.left_out[0]
    hotpot = tmp_path / "questions.jsonl"
    hotpot.write_text(json.dumps({"question": "q", "answer": "a", "context": [["\ud800", ["text \ud800."]]]}))
    assert len(list(load_suite("hotpotqa", SuiteOptions(hotpot)).cases())) == 1


def test_doubles_are_named_by_their_line_and_missing_references_counted(tmp_path: Path) -> None:
    """An id that is null is none; two cases can be told apart by their lines."""
    first = {"query": "a", "id": "x", "answer": "2", "note": "for people"}
    suite: Any = own_cases(tmp_path, first, {"query": "b", "id": "x"}, {"query": "c", "id": None, "reference": "1"})
    assert [case.id for case in suite.cases()] == ["x", "3"]
    assert suite.left_out == ["cases.jsonl, line 2: the id 'x' stood there before; the first one counts"]
    assert suite.notes == [
        "1 of the cases without a reference: scored by whether the run said that it answered",
        "not read of the cases: 'answer'; what is read is id, query, reference, checker",
    ]


def test_own_cases_are_scored_by_their_checker(tmp_path: Path) -> None:
    """A named one, token F1 without one, whether it was answered without a reference."""
    suite = own_cases(
        tmp_path,
        {"query": "a", "reference": "red fox"},
        {"query": "b", "reference": ["red", "fox"], "checker": "contains"},
        {"query": "c", "reference": 100, "checker": "number"},
        {"query": "d"},
    )
    f1, contains, number, answered_at_all = suite.cases()
    assert suite.score(f1, answered("a red fox ran"))["score"] == pytest.approx(0.8)
    assert suite.score(contains, answered("The fox. It was red!"))["score"] == 1.0
    assert suite.score(contains, answered("The foxes were red."))["score"] == 0.0
    assert suite.score(number, answered(" 95 "))["score"] == 1.0
    assert suite.score(number, answered("about 95"))["score"] == 0.0
    assert suite.score(answered_at_all, {"stop_reason": "no_evidence", "answer": "x"})["score"] == 0.0
    assert suite.score(f1, {"stop_reason": "no_evidence", "answer": "red fox"})["score"] == 0.0


def test_a_checker_of_ones_own(tmp_path: Path) -> None:
    """From the command line: a function of answer and reference; several figures where one is 'score'."""
    file = tmp_path / "mine.py"
    file.write_text("def close(answer, reference):\n    return {'score': answer == reference, 'length': len(answer)}\n")
    assert run_checker(checker_of(f"{file}:close"), "ab", "ab") == {"score": 1.0, "length": 2.0}
    with pytest.raises(ConfigurationError, match="no function 'far'"):
        checker_of(f"{file}:far")
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        checker_of(f"{tmp_path / 'none.py'}:close")
    with pytest.raises(ConfigurationError, match="did you mean 'exact'"):
        checker_of("exakt")
    with pytest.raises(ValueError, match="one is called 'score'"):
        run_checker(lambda answer, reference: {"other": 1}, "", "")


def test_parallelqa(tmp_path: Path) -> None:
    """Numbers within a tenth, other answers exactly; branches are kept."""
    file = tmp_path / "questions.json"
    file.write_text(json.dumps([{"id": "7", "question": "How deep?", "answer": "100", "branch": 2}, {"id": "8"}]))
    suite = load_suite("parallelqa", SuiteOptions(tmp_path, TOOLS))
    assert list(suite.cases()) == [Case("7", "How deep?", "100", {"branches": 2})]
    assert suite.left_out == [
        "questions.json, entry 2 has no text 'question'",
        "questions.json, entry 2 has no text 'answer'",
    ]
    case = next(suite.cases())
    assert suite.score(case, answered("104.5")) == {"accuracy": 1.0, "holds the answer": 0.0}
    assert suite.score(case, answered("It is 100 m deep.")) == {"accuracy": 0.0, "holds the answer": 1.0}


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    """No file, no list, no tools, no such benchmark."""
    with pytest.raises(ConfigurationError, match="no data file"):
        load_suite("jsonl", SuiteOptions(tmp_path, TOOLS))
    (tmp_path / "questions.json").write_text("{}")
    with pytest.raises(ConfigurationError, match="no JSON list"):
        list(load_suite("parallelqa", SuiteOptions(tmp_path, TOOLS)).cases())
    for name in ("jsonl", "parallelqa"):
        (tmp_path / "cases.jsonl").write_text("")
        with pytest.raises(ConfigurationError, match="which tools"):
            load_suite(name, SuiteOptions(tmp_path))
    with pytest.raises(ConfigurationError, match="did you mean 'parallelqa'"):
        load_suite("paralelqa", SuiteOptions(tmp_path, TOOLS))
    assert "jsonl" in SUITES


def test_the_real_questions() -> None:
    """57 of them, where the data is there."""
    if not (REAL_DATA / "parallelqa").is_dir():
        pytest.skip(f"no ParallelQA; {WHERE}")
    suite = load_suite("parallelqa", SuiteOptions(REAL_DATA, TOOLS))
    assert len(list(suite.cases())) == 57
    assert suite.left_out == []
