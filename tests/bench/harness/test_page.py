"""The page of a matrix: what stands in it, and that nothing in it can do anything."""

import re
from pathlib import Path

from smurfs_graph.bench.page import cases_html, page, table
from smurfs_graph.bench.summary import summarize
from tests.bench.harness.scenery import row
from tests.report.browser import browser, needs_chromium


def columns(html: str) -> list[list[str]]:
    """The heads of the tables."""
    heads = re.findall(r"<thead><tr>(.*?)</tr></thead>", html)
    return [re.findall(r"<th scope='col'>(.*?)</th>", head) for head in heads]


def test_what_all_benchmarks_have_stands_apart_from_their_own_figures() -> None:
    """Two tables that fit the page; together they are the one of the terminal."""
    lines = summarize(
        [row("1", 1.0, strategy="a", metrics={"recall": 0.5}), row("1", 0.0, strategy="b", metrics={"recall": 0.2})]
    )
    first, second, _ = columns(page("t", lines, [], {}))
    assert first[:5] == ["strategy / model", "cases", "runs", "score", "95 % interval"] and "calls" in first
    assert second == ["strategy / model", "recall"]
    assert sorted([*first, *second[1:]]) == sorted(table(lines)[0])
    plain = page("t", summarize([row("1", 1.0, strategy="a")]), [], {})
    assert "More figures" not in plain and len(columns(plain)) == 2


def test_equal_results_are_all_seen() -> None:
    """Points are rings round those that cover them; a line above another one has gaps."""
    html = page("t", summarize([row("1", 1.0, strategy=name) for name in ("a", "b", "c")]), [], {})
    assert re.findall(r'r="(\d+)"', html) == ["11", "8", "5"]
    assert html.count("stroke-dasharray") == 2
    apart = page("t", summarize([row("1", 1.0, strategy="a"), row("1", 0.0, strategy="b", llm_calls=9)]), [], {})
    assert re.findall(r'r="(\d+)"', apart) == ["5", "5"] and "stroke-dasharray" not in apart


def test_names_are_text() -> None:
    """Whatever a strategy, a metric, a note or a fact is called."""
    evil = "<script>alert(1)</script>"
    html = page(evil, summarize([row("1", 1.0, strategy=evil, metrics={evil: 0.5})]), [evil], {evil: evil})
    assert "<script" not in html and html.count("&lt;script&gt;") > 6


@needs_chromium
def test_it_prints_whole(tmp_path: Path) -> None:
    """On A4 no table is cut at the right edge, and the answers of cases can be read."""
    file = tmp_path / "bench.html"
    lines = summarize([row("1", 1.0, strategy=name) for name in ("alpha-umi", "create-agent, with a long name")])
    case = cases_html([row("1", 1.0, strategy="a", answer="It is 23 degrees in Rome. " * 8)], {})
    file.write_text(page("t", lines, [], {}, case), "utf-8")
    with browser(tmp_path / "profile") as tab:
        tab.ask("Emulation.setEmulatedMedia", media="print")
        tab.open(file, 794)
        cut = "[...document.querySelectorAll('.scroll')].filter(at => at.scrollWidth > at.clientWidth).length"
        assert tab.value("document.querySelectorAll('.scroll').length") > 1
        assert tab.value(cut) == 0
        wide = "document.querySelector('.case td:nth-child(2)').clientWidth / document.body.clientWidth"
        assert tab.value(wide) > 0.3, "an answer had room for one character in a line"
