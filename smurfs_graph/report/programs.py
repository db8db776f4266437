"""A program on the page: its text in colours and with line numbers, and at each line what its calls took."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Number, Operator, String

from smurfs_graph.events.run_view import StepView
from smurfs_graph.report.text import html, size_of
from smurfs_graph.showing.programs import calls_by_line, calls_summary, is_bad
from smurfs_graph.showing.text import visible

_CLASSES = {Keyword: "k", Operator.Word: "k", String: "s", Number: "n", Comment: "c"}
"""Of the page's styles, for kinds of words."""


def program_html(source: str, calls: Sequence[StepView], limit: int) -> str:
    """Return a program in lines, cut to `limit` bytes of the page, with the calls of each told beside it."""
    lines, made, shown, left = source.rstrip().split("\n"), calls_by_line(calls), list[str](), limit
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
    rows, tokens = [""], PythonLexer(stripnl=False, ensurenl=False).get_tokens("\n".join(lines))
    for name, found in groupby(tokens, lambda each: _class_of(each[0])):
        parts = map(html, "".join(text for _, text in found).split("\n"))
        first, *others = (f"<i class={name}>{part}</i>" if name and part else part for part in parts)
        rows[-1] += first
        rows += others
    return rows


def _class_of(kind: Any) -> str:
    return next((name for parent, name in _CLASSES.items() if kind in parent), "")
