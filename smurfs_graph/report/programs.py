"""A program on the page: its text in colours and with line numbers, and at each line what its calls took."""

from collections.abc import Sequence

from smurfs_graph.events.run_view import StepView
from smurfs_graph.report.text import html, size_of
from smurfs_graph.showing.programs import calls_by_line, calls_summary, is_bad, words_of
from smurfs_graph.showing.text import visible


def program_html(source: str, calls: Sequence[StepView], limit: int) -> str:
    """Return a program in lines, cut to `limit` bytes of the page, with the calls of each told beside it."""
    lines = source.rstrip().split("\n")
    made = calls_by_line(calls)
    shown = list[str]()
    left = limit
    for text in lines:
        left -= size_of(text) + 1
        if left < 0:
            break
        shown.append(visible(text))
    rows = [_row(text, made.get(number, [])) for number, text in enumerate(_coloured(shown), 1)]
    if more := len(lines) - len(shown):
        rows.append(f"<li class=more>… {more:,} more lines")
    return f"<ol class=program tabindex=0>{''.join(rows)}</ol>"


def _row(text: str, calls: Sequence[StepView]) -> str:
    kind = " class=failed" if any(map(is_bad, calls)) else ""
    beside = f" <span class=meta>{calls_summary(calls)}</span>" if calls else ""
    return f"<li{kind}><code>{text}</code>{beside}"


def _coloured(lines: Sequence[str]) -> list[str]:
    """Return lines as HTML, in which words have the classes of their kinds; they need not be Python."""
    rows = [""]
    for kind, text in words_of("\n".join(lines)):
        parts = map(html, text.split("\n"))
        first, *others = (f"<i class={kind[0]}>{part}</i>" if kind and part else part for part in parts)
        rows[-1] += first
        rows += others
    return rows
