"""The model calls of a run that was recorded: each opens to what was sent and what came back, a text shown once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.report.text import (
    LONGEST,
    anchor,
    beginning,
    block,
    data,
    description_list,
    fair_limit,
    html,
    line,
)
from smurfs_graph.runs.calls import CallRow

MOST = 1_000
"""Calls on the page."""
_MOST_LINKS = 4
"""Links in a row, at most, to texts of calls before."""
_BUDGET = 400_000
"""Bytes on the page for all their texts."""


class RecordedCalls:
    """The recorded model calls of a run."""

    def __init__(self, rows: Sequence[CallRow], redactor: Redactor) -> None:
        """`rows` in the order of time."""
        self._rows, self._left = rows[:MOST], len(rows) - MOST
        self._redactor = redactor
        self._first: dict[str, int] = {}
        """The call that has a text first."""
        for row in self._rows:
            for _, text in _texts(row):
                self._first.setdefault(text, row.number)
        texts = (*self._first, *(row.reason for row in self._rows))
        self._limit = fair_limit((len(text[:LONGEST].encode("utf-8", "replace")) for text in texts), _BUDGET)
        self._of_step: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for row in self._rows:
            if row.sub_task:
                self._of_step[row.sub_task, row.step].append(row.number)

    def of_step(self, task: str, step: int) -> str:
        """Return links to a step's calls."""
        return ", ".join(_link(number) for number in self._of_step.get((task, step), ()))

    def html(self) -> str:
        """Return every call as HTML, in the order of time."""
        items = "".join(f"<li id=call-{row.number}>{self._call(row)}" for row in self._rows)
        more = f"<p>… and {self._left:,} more; smurfs runs show ID --calls has them.</p>" if self._left > 0 else ""
        return f"<ol class=tree>{items}</ol>{more}" if items else ""

    def _call(self, row: CallRow) -> str:
        tokens = " + ".join(f"{row.usage.get(name, 0):,}" for name in ("input_tokens", "output_tokens"))
        place = f'<a href="#{anchor(row.sub_task, row.step)}">{line(row.sub_task, 64)}</a>' if row.sub_task else ""
        about = ", ".join(filter(None, (place, line(row.model, 60), f"{tokens} tokens", html(row.fate))))
        said = [*self._said(row)]
        rows = (*said, ("Not taken because", self._shown(row.reason)))
        summary = f"{row.number} <code>{line(row.call, 40)}</code> <span class=meta>{about}</span>"
        return f"<details><summary>{summary}</summary>{description_list(rows)}</details>"

    def _said(self, row: CallRow) -> Iterator[tuple[str, str]]:
        """Yield the texts of a call by name: in full at their first call, afterwards as a link to that call.

        Many known texts in a row, as in a conversation that grows, are one line.
        """
        for is_known, texts in groupby(_texts(row), key=lambda each: self._first[each[1]] != row.number):
            several = [*texts]
            if is_known and len(several) > _MOST_LINKS:
                calls = sorted({self._first[text] for _, text in several})
                yield f"{len(several):,} messages", f"as in calls {_link(calls[0])} to {_link(calls[-1])}"
                continue
            for name, text in several:
                yield name, f"as in call {_link(self._first[text])}" if is_known else self._shown(text)

    def _shown(self, text: str) -> str:
        shown = beginning(text, self._limit, self._redactor)
        return block(shown.text, self._limit, shown.chars)


def _texts(row: CallRow) -> Iterator[tuple[str, str]]:
    """Yield what was sent and what came back, by name."""
    for message in row.messages:
        yield line(str(message["role"]), 40).capitalize(), _reply(message)
    if row.terms:
        yield "With", data(row.terms)
    if row.reply is not None:
        yield "Reply", _reply(row.reply)


def _reply(message: Mapping[str, Any]) -> str:
    """Return the text of a message, and its calls."""
    content = message.get("content") or ""
    parts = [content if isinstance(content, str) else data(content)]
    for call in message.get("tool_calls") or ():
        parts.append(f"{call['function']['name']} {call['function']['arguments']}")
    return "\n".join(filter(None, parts))


def _link(number: int) -> str:
    return f'<a href="#call-{number}">{number}</a>'
