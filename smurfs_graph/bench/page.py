"""The results of a matrix as one HTML file: no network, no script, light and dark, everything escaped."""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape

from smurfs_graph.bench.plots import COLOURS, calls_per_case, score_against_tokens, tokens_per_role
from smurfs_graph.bench.results import CaseTexts, Row
from smurfs_graph.bench.summary import SummaryLine, summarize
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import shorten

MOST_CASES, MOST_ROWS = 1_000, 6_000
"""Limits of a page; results.jsonl has them all."""
_TEXT, _MESSAGE = 400, 200
"""Characters of a text on the page."""
_REPORT = re.compile(r"reports/\w+\.html")
_HEAD = "".join(f"<th scope='col'>{name}" for name in ("", "got", "score", "ended", "calls", "path", "report"))
STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c1c1c, #e8e8e8); --page: light-dark(#fff, #16181c);
  --soft: light-dark(#d9d9d9, #3a3d44);
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #e69f00; --c5: #56b4e9; --c6: #8a6d3b; --c7: #777;
  --c8: #6a3d9a; --c9: #b2df8a; --c10: #e31a1c; --c11: #17becf; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 2rem auto;
  max-width: 76rem; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--soft); text-align: right; vertical-align: top; }
td { white-space: nowrap; } td.text { white-space: normal; }
th:first-child, td:first-child, td.text, .words th, .words td { text-align: left; }
.scroll { overflow-x: auto; } figure { margin: 2rem 0; max-width: 48rem; }
figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg .grid { stroke: var(--soft); }
svg polyline { fill: none; stroke-width: 2; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: 13px; }
.legend span { print-color-adjust: exact; display: inline-block; width: .8em; height: .8em; margin-right: .4em; }
.case { content-visibility: auto; contain-intrinsic-size: auto 11rem; margin: 1.2rem 0; }
.case p { margin: .1rem 0; overflow-wrap: anywhere; } .case b { font-weight: 600; }
.case table { table-layout: fixed; width: 100%; min-width: 62rem; }
.case th, .case td { white-space: pre-wrap; overflow-wrap: anywhere; width: 5rem; }
.case th:first-child, .case td:first-child { width: 13rem; }
.case th:nth-child(2), .case td:nth-child(2) { width: auto; text-align: left; }
.case th:nth-child(4), .case td:nth-child(4) { width: 8rem; }
@media print {
  .scroll { overflow: visible; font-size: .6rem; break-inside: avoid-page; }
  .scroll :is(th, td) { padding: .2rem .25rem; }
  .case { content-visibility: visible; } .case table { min-width: 0; }
  .case th, .case td { width: 7%; } .case :is(th, td):first-child { width: 18%; }
  .case :is(th, td):nth-child(2) { width: auto; } .case :is(th, td):nth-child(4) { width: 11%; }
}
""" + "".join(
    f"svg .c{at} {{ fill: var(--c{at}); }} svg .c{at} line, svg polyline.c{at} {{ stroke: var(--c{at}); }}"
    f" svg polyline.c{at} {{ fill: none; }} .legend .c{at} {{ background: var(--c{at}); }}\n"
    for at in range(COLOURS)
)


_BEFORE, _BEHIND = 5, 8
"""Columns of the table that stand before and behind those of the benchmark."""


def table(lines: Sequence[SummaryLine]) -> list[list[str]]:
    """Return the summary as cells; the first row is the head."""
    head = ["strategy / model", "cases", "runs", lines[0].main if lines else "score", "95 % interval"]
    others = sorted({name for line in lines for name in line.metrics} - {line.main for line in lines})
    ratios = list(dict.fromkeys(name for line in lines for name in line.ratios))
    head += [*ratios, *others, "calls", "path", "tool calls", "tokens in", "tokens out", "cost $", "p50 s", "p95 s"]
    body = [
        [
            line.label,
            f"{line.cases:,}",
            f"{line.rows:,}",
            f"{line.score.mean:.3f}",
            f"{line.score.low:.3f}–{line.score.high:.3f}",
            *(_ratio(line.ratios.get(name)) for name in ratios),
            *(f"{line.metrics[name]:.3f}" if name in line.metrics else "" for name in others),
            f"{line.llm_calls:.1f}",
            f"{line.path:.1f}",
            f"{line.tool_calls:.1f}",
            f"{line.input_tokens:,.0f}{'~' if line.estimated else ''}",
            f"{line.output_tokens:,.0f}{'~' if line.estimated else ''}",
            f"{line.cost_usd:.4f}",
            f"{line.p50:.2f}",
            f"{line.p95:.2f}",
        ]
        for line in lines
    ]
    return [head, *body]


def categories(rows: Sequence[Row], category: Callable[[str], str]) -> list[list[str]]:
    """Return the figures of each category as cells, of all rows whose case has one; none where no case has any."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[category(row.case)].append(row)
    lines = ((name, line) for name, group in groups.items() if name for line in summarize(group))
    body = [
        [name, line.label, f"{line.cases:,}", f"{line.score.mean:.3f}", f"{line.llm_calls:.1f}", f"{line.tokens:,.0f}"]
        for name, line in lines
    ]
    return [["category", "strategy / model", "cases", rows[0].main, "calls", "tokens"], *body] if body else []


def _ratio(value: float | None) -> str:
    return "" if value is None else "none" if math.isnan(value) else f"{value:.3f}"


def endings(lines: Sequence[SummaryLine]) -> list[list[str]]:
    """Return a table of how runs ended, as rows of cells; the first row is the head."""
    rows = [[line.label, _counts(line.stop_reasons), _counts(line.errors) if line.errors else "none"] for line in lines]
    return [["strategy / model", "stop reasons", "errors"], *rows]


def page(
    title: str,
    lines: Sequence[SummaryLine],
    notes: Sequence[str],
    facts: Mapping[str, str],
    cases: str = "",
    parts: Sequence[Sequence[str]] = (),
) -> str:
    """Return the whole file; `notes` are sentences, `facts` what the matrix was run with, `cases`: of `cases_html`.

    `parts`: of `categories`.
    """
    said = "".join(f"<li>{escape(note)}</li>" for note in notes)
    run_with = "".join(
        f"<tr><th>{escape(name)}</th><td class='text'>{escape(value)}</td></tr>" for name, value in facts.items()
    )
    figures = "".join(
        f"<figure><figcaption>{caption}</figcaption>{plot}</figure>"
        for caption, plot in (
            ("Score against tokens", score_against_tokens(lines)),
            ("Tokens per role, per case", tokens_per_role(lines)),
            ("Model calls per case", calls_per_case(lines)),
        )
    )
    by_category = f"<h2>By category</h2>{_html(parts)}" if parts else ""
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>"
        f"{_tables(lines)}{by_category}<ul>{said}</ul>{figures}"
        f"<h2>How runs ended</h2>{_html(endings(lines), kind='words')}"
        f"<h2>What was run</h2><div class='scroll'><table>{run_with}</table></div>{cases}</main></body></html>\n"
    )


def _tables(lines: Sequence[SummaryLine]) -> str:
    """Return the summary as two tables, for one would not fit the page: what every benchmark has,
    and the figures of this one alone.
    """
    cells = table(lines)
    common = (*range(_BEFORE), *range(len(cells[0]) - _BEHIND, len(cells[0])))
    own = (0, *range(_BEFORE, len(cells[0]) - _BEHIND))
    first = _html([[row[at] for at in common] for row in cells])
    return (
        first if len(own) == 1 else f"{first}<h2>More figures</h2>{_html([[row[at] for at in own] for row in cells])}"
    )


def _html(cells: Sequence[Sequence[str]], kind: str = "figures") -> str:
    head = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in cells[0])
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cells[1:])
    return (
        f"<div class='scroll'><table class='{kind}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def cases_html(rows: Sequence[Row], texts: Mapping[str, CaseTexts]) -> str:
    """Return a section for each case, with a row for each configuration and seed; `texts`: by case."""
    by_case: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_case[row.case].append(row)
    worst = sorted(by_case, key=lambda case: sum(row.score for row in by_case[case]) / len(by_case[case]))
    redactor, parts, listed = Redactor(), list[str](), 0
    for case in worst[:MOST_CASES]:
        if listed + len(by_case[case]) > MOST_ROWS:
            break
        listed += len(by_case[case])
        parts.append(_case(case, by_case[case], texts.get(case, CaseTexts()), redactor))
    left = len(worst) - len(parts)
    more = f"<p>{left:,} more cases, none of which went worse, are in results.jsonl.</p>" if left else ""
    path = "path: the longest chain of model calls that wait for each other"
    return f"<h2>Cases</h2><p>The worst first; {path}.</p>{''.join(parts)}{more}"


def _case(case: str, rows: Sequence[Row], texts: CaseTexts, redactor: Redactor) -> str:
    told = "".join(
        f"<p><b>{name}:</b> {_shown(redactor.text(text), _TEXT)}</p>"
        for name, text in (("case", case), ("query", texts.query), ("expected", texts.expected))
        if text
    )
    listed = "".join(_row(row, redactor) for row in sorted(rows, key=lambda row: (row.label, row.seed)))
    table = f"<table><thead><tr>{_HEAD}</thead><tbody>{listed}</tbody></table>"
    return f"<section class='case'>{told}<div class='scroll'>{table}</div></section>"


def _row(row: Row, redactor: Redactor) -> str:
    """Return the line of one result."""
    got = _shown(redactor.text(row.answer), _TEXT)
    if row.message:
        said = f"{row.error}: {row.message}" if row.error else row.message
        got += f"<i>{_shown(redactor.text(said), _MESSAGE)}</i>"
    seed = f", seed {row.seed}" if row.seed else ""
    link = f"<a href='{row.report}'>report</a>" if _REPORT.fullmatch(row.report) else ""
    cells = (
        _shown(f"{row.label}{seed}", _MESSAGE),
        got or "<i>nothing</i>",
        f"{row.score:.3g}",
        _shown(redactor.text(row.error or row.stop_reason.replace("_", " ")), _MESSAGE),
        f"{row.llm_calls:,}",
        f"{row.path:,}",
        link,
    )
    return f"<tr>{''.join(f'<td>{cell}' for cell in cells)}</tr>"


def _shown(text: str, limit: int) -> str:
    return escape(shorten(text, limit))
