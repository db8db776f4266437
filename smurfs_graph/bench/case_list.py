"""Every case of a matrix for people: what was asked, expected and got, those that went worst first."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape

from smurfs_graph.bench.results import CaseTexts, Row
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.showing.text import shorten

MOST_CASES, MOST_ROWS = 1_000, 6_000
"""What a page lists; results.jsonl has them all."""
_TEXT, _MESSAGE = 400, 200
"""Characters of a text on the page."""
_REPORT = re.compile(r"reports/\w+\.html")
_HEAD = "".join(f"<th scope='col'>{name}" for name in ("", "got", "score", "ended", "calls", "path", "report"))
STYLE = """
.case { content-visibility: auto; contain-intrinsic-size: auto 11rem; margin: 1.2rem 0; }
.case p { margin: .1rem 0; overflow-wrap: anywhere; } .case b { font-weight: 600; }
.case table { table-layout: fixed; width: 100%; min-width: 62rem; }
.case th, .case td { white-space: pre-wrap; overflow-wrap: anywhere; width: 5rem; }
.case th:first-child, .case td:first-child { width: 13rem; }
.case th:nth-child(2), .case td:nth-child(2) { width: auto; text-align: left; }
.case th:nth-child(4), .case td:nth-child(4) { width: 8rem; }
"""


def cases_html(rows: Sequence[Row], texts: Mapping[str, CaseTexts]) -> str:
    """A section for each case, with a row for each configuration and seed; `texts`: by case."""
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
