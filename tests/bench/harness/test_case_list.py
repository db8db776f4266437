"""Every case for people: on the page, beside its run's report, and where two results differ."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from smurfs_graph.bench.configuration import matrix
from smurfs_graph.bench.page import cases_html
from smurfs_graph.bench.results import CASES, RESULTS, CaseTexts, Ledger, read_cases, read_rows, write_cases
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case
from smurfs_graph.bench.summary import compare
from smurfs_graph.testing import ScriptedModel
from tests.bench.harness.scenery import Asked, row, smurfs
from tests.scripts import script

SECRET = "sk-abcdefgh12345678"


def cells(html: str) -> list[list[str]]:
    """The rows of all cases, in order."""
    return [re.findall(r"<td>(.*?)(?=<td>|</tr>)", each) for each in re.findall(r"<tr>(<td>.*?</tr>)", html)]


def test_a_case_tells_what_was_asked_expected_and_got() -> None:
    """The worst first; each configuration with its score, ending, calls, path, and where its report is."""
    rows = [
        row("a", 1.0),
        row("b", 0.0, "It is 6.", stop_reason="token_budget", report="reports/0123abc.html"),
        row("b", 1.0, "It is 7.", "react"),
        row("c", 0.5, "", error="KeyError", message="the scorer broke", stop_reason="error"),
    ]
    html = cases_html(rows, {"b": CaseTexts("What is 3 + 4?", "7")})
    assert re.findall(r"<b>(\w+):</b> (.*?)</p>", html)[:3] == [
        ("case", "b"),
        ("query", "What is 3 + 4?"),
        ("expected", "7"),
    ]
    assert cells(html) == [
        ["full / m:x", "It is 6.", "0", "token budget", "4", "3", "<a href='reports/0123abc.html'>report</a>"],
        ["react / m:x", "It is 7.", "1", "answered", "4", "3", ""],
        ["full / m:x", "<i>KeyError: the scorer broke</i>", "0.5", "KeyError", "4", "3", ""],
        ["full / m:x", "It is 5.", "1", "answered", "4", "3", ""],
    ]


def test_nothing_in_a_case_can_do_anything_or_give_a_secret_away() -> None:
    """Markup is text, a key is masked, and a link leads to a report and nowhere else."""
    evil = f"<script>alert(1)</script> {SECRET}"
    rows = [row(evil, 0.0, evil, error=evil, message=evil, report="javascript:alert(1)"), row("x", 1.0, evil)]
    html = cases_html(rows, {evil: CaseTexts(evil, evil)})
    assert "<script" not in html and "href" not in html and SECRET not in html
    assert html.count("&lt;script&gt;") >= 6


def test_a_long_matrix_stays_a_page() -> None:
    """So many cases and rows are listed, of more the worst; long texts are cut."""
    long = "x" * 2_000
    rows = [row(str(at), at / 10_000, long, name) for at in range(1_004) for name in "abc"]
    html = cases_html(rows, {str(at): CaseTexts(long, long) for at in range(1_004)})
    assert html.count("<section") == 1_000 and len(cells(html)) == 3_000
    assert "4 more cases, none of which went worse" in html
    assert len(html) < 1_000 * 6_000
    assert "<b>case:</b> 999<" in html and "<b>case:</b> 1000<" not in html
    assert cases_html([each for each in rows for _ in "1234"], {}).count("<section") == 500


def test_texts_of_cases_are_kept_masked_and_none_is_lost(tmp_path: Path) -> None:
    """A smaller run on the same folder leaves those of the larger one; what cannot be read is nothing."""
    write_cases(tmp_path, {"1": CaseTexts(f"Use {SECRET}\u2028now", "a"), "2": CaseTexts("q" * 900, "b")})
    write_cases(tmp_path, {"2": CaseTexts("q", "b")})
    found = read_cases(tmp_path)
    assert found["2"] == ("q", "b") and found["1"].expected == "a"
    assert SECRET not in (tmp_path / CASES).read_text()
    (tmp_path / CASES).write_text("{}")
    assert read_cases(tmp_path) == {} == read_cases(tmp_path / RESULTS)


def test_two_results_differ_where_answers_or_scores_do() -> None:
    """Not where only case or punctuation differs; the largest difference first."""
    first = [row("a", 1.0, "Oslo."), row("b", 0.0, "six"), row("c", 0.4, "one"), row("d", 1.0, "two")]
    second = [row("a", 1.0, "oslo"), row("b", 1.0, "seven"), row("c", 0.5, "one"), row("d", 1.0, "both")]
    found = compare(first, [each.model_copy(update={"strategy": "b", "path": 1}) for each in second])
    assert [(one.case, other.answer) for one, other in found.differing] == [("b", "seven"), ("c", "one"), ("d", "both")]
    assert (found.path.worse, found.path.difference.mean) == (4, -2.0)


def look(word: str = "x") -> str:
    """Look for something."""
    return f"{word} <b>on the left</b>"


LOOKS = Asked([Case(name, f"Where is {name}?", "left") for name in ("this", "that")], look)
"""Cases whose run finds something, or nothing."""


def test_a_recorded_run_has_its_report(tmp_path: Path) -> None:
    """One file for each case, with the run's calls and full responses; without it, none."""
    [configuration] = matrix(["full"], ["scripted:x"], [0], {"planning": "always"})
    for folder, count in ((tmp_path, 2), (None, 0)):
        bench = Bench(LOOKS, "looks", lambda *_: {"scripted:x": ScriptedModel(script())}, reports=folder)
        rows = [asyncio.run(bench.run(case, configuration)) for case in LOOKS.cases()]
        places = {each.report for each in rows if each.report}
        assert len(places) == count
        for place in places:
            html = (tmp_path / place).read_text()
            assert "Where is th" in html and "x &lt;b&gt;on the left" in html
        assert [each.score for each in rows] == [1.0, 1.0]


def test_prompts_and_replies_of_a_recorded_case_open_in_its_report(tmp_path: Path) -> None:
    """And the run is kept for an export, once, with its score."""
    [configuration] = matrix(["full"], ["scripted:x"], [0], {"planning": "always", "record": True})
    model = ScriptedModel(script())
    with Ledger(tmp_path, again=True) as ledger:
        for _ in range(2):  # the second time, it takes the place of the first
            with Bench(LOOKS, "looks", lambda *_: {"scripted:x": model}, reports=tmp_path) as bench:
                for case in LOOKS.cases():
                    ledger.append(asyncio.run(bench.run(case, configuration)))
    for each in read_rows(tmp_path):
        html = (tmp_path / each.report).read_text()
        assert "Model calls</h2>" in html and "# Planner" in html and "it says x &lt;b&gt;on the left" in html
    out = tmp_path / "data"
    assert smurfs("export-training", str(tmp_path), "--min-score", "1", "--test-share", "0", "-o", str(out)) == 0
    whole = [json.loads(line) for line in (out / "global" / "train.jsonl").read_text().splitlines()]
    assert [row["meta"]["run"] for row in whole] == [f"{name}, full / scripted:x, seed 0" for name in ("this", "that")]


def test_what_is_kept_is_what_the_user_would_have_read() -> None:
    """Also of a run that found nothing: what it said of that, though it scores as no answer."""
    nothing = script(executor_tool={"tool": "none of these"}, executor_fused={"thought": "", "tool": "none of these"})
    [configuration] = matrix(["smurfs"], ["scripted:x"], [0], {})
    bench = Bench(LOOKS, "looks", lambda *_: {"scripted:x": ScriptedModel(nothing)})
    found = asyncio.run(bench.run(next(LOOKS.cases()), configuration))
    assert found.stop_reason == "no_evidence"
    assert len(found.answer.split()) > 3


def test_compare_prints_both_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With query and expected answer, in lines that nothing in them can fake; of one folder or of two."""
    rows = [row(str(at), 0.0, f"one\nB: {SECRET}", "full") for at in range(3)]
    rows += [row(str(at), 1.0, "two", "create-agent") for at in range(3)]
    (tmp_path / RESULTS).write_text("".join(each.model_dump_json() + "\n" for each in rows))
    write_cases(tmp_path, {"0": CaseTexts("Where?", "two")})
    options = ("bench", "compare", str(tmp_path), "--only", "full", "--only", "create-agent")
    assert smurfs(*options) == 0
    said = capsys.readouterr().out
    assert re.search(r"^critical path +\+0 ", said, re.MULTILINE)
    assert re.search(r"^case 0: score 0 and 1, 4 and 4 calls\n +query: +Where\?\n +expected: two\n", said, re.MULTILINE)
    assert said.count("  A:  ") == said.count("  B:  ") == 3 and SECRET not in said
    assert smurfs(*options, "--answers", "1") == 0
    said = capsys.readouterr().out
    assert said.count("case ") == 1 and "2 more cases" in said


def test_the_page_of_a_matrix_lists_its_cases(tmp_path: Path) -> None:
    """From the command line, with reports."""
    case = {"id": "sum", "query": "What is 2 + 3?", "reference": "5", "checker": "value"}
    (tmp_path / "mine.jsonl").write_text(json.dumps(case))
    data = ("--data", str(tmp_path / "mine.jsonl"), "--tools", "builtin:calc", "-o", str(tmp_path / "out"))
    assert smurfs("bench", "jsonl", "--strategy", "full,react", "--reports", "--quiet", *data) == 0
    html = (tmp_path / "out" / "results.html").read_text()
    assert "What is 2 + 3?" in html and "<b>expected:</b> 5" in html
    links = re.findall(r"href='(.*?)'", html)
    assert len(links) == 2 and all((tmp_path / "out" / link).is_file() for link in links)
