"""A program on the page: its text in colours and with line numbers, and at each line what its calls took."""

import io
import keyword
import token
import tokenize
from collections.abc import Iterator, Sequence

from smurfs_graph.events.run_view import StepView
from smurfs_graph.report.text import html, size_of
from smurfs_graph.showing.text import count_of, duration

_BAD = ("failed", "refused")


def program_html(source: str, calls: Sequence[StepView], limit: int) -> str:
    """Return a program in lines, cut to `limit` bytes of the page, with the calls of each told beside it."""
    rows, left = list[str](), limit
    lines = source.split("\n")
    for number, spans in enumerate(_coloured(source), 1):
        left -= size_of(lines[number - 1]) + 1
        if left < 0:
            rows.append(f"<li class=more>… {len(lines) - number + 1:,} more lines")
            break
        mine = [each for each in calls if each.line == number]
        failed = [each for each in mine if each.state in _BAD]
        kind = " class=failed" if failed else ""
        rows.append(f"<li{kind}><code>{spans}</code>{_beside(mine, failed)}")
    return f"<ol class=program tabindex=0>{''.join(rows)}</ol>"


def _beside(calls: Sequence[StepView], failed: Sequence[StepView]) -> str:
    """Return how many calls a line made, their time, and how many failed."""
    if not calls:
        return ""
    told = [count_of(len(calls), "call"), duration(sum(each.seconds for each in calls))]
    told += [f"{len(failed)} failed"] * bool(failed)
    return f" <span class=meta>{', '.join(told)}</span>"


def _coloured(source: str) -> Iterator[str]:
    """Yield each line as HTML, its words in the classes of their kinds; plain where it is no Python."""
    lines, marks = source.split("\n"), dict[int, list[tuple[int, int, str]]]()
    try:
        for each in tokenize.generate_tokens(io.StringIO(source).readline):
            for row in range(each.start[0], each.end[0] + 1) if (kind := _kind(each)) else ():
                start = each.start[1] if row == each.start[0] else 0
                end = each.end[1] if row == each.end[0] else len(lines[row - 1])
                marks.setdefault(row, []).append((start, end, kind))
    except (tokenize.TokenError, SyntaxError, ValueError, IndexError):
        marks.clear()
    for row, text in enumerate(lines, 1):
        at, spans = 0, list[str]()
        for start, end, kind in marks.get(row, ()):
            spans += [html(text[at:start]), f"<i class={kind}>{html(text[start:end])}</i>"]
            at = end
        yield "".join([*spans, html(text[at:])])


def _kind(each: tokenize.TokenInfo) -> str:
    match each.type:
        case token.NAME if keyword.iskeyword(each.string):
            return "k"
        case token.STRING:
            return "s"
        case token.NUMBER:
            return "n"
        case tokenize.COMMENT:
            return "c"
        case _:
            return ""
