"""A program as people see it: how long it is, what its calls took, and which of them a line made. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal

from smurfs_graph.events.run_view import StepView
from smurfs_graph.showing.text import count_of, duration

WordKind = Literal["keyword", "string", "number", "comment", ""]


def code_of(program: StepView) -> str:
    """Return a program's text."""
    return str(program.arguments.get("code") or "")


def summary_of(program: StepView, calls: Sequence[StepView]) -> str:
    """Return how long a program is, what it called, and how long that took."""
    return f"{count_of(len(code_of(program).strip().splitlines()), 'line')}, {calls_summary(calls)}"


def calls_summary(calls: Sequence[StepView]) -> str:
    """Return how many calls there are, how many failed, and how long one of them or more was under way."""
    told = [count_of(len(calls), "call")]
    if failed := sum(is_bad(each) for each in calls):
        told.append(f"{failed} failed")
    if took := busy(calls):
        told.append(duration(took))
    return ", ".join(told)


def calls_by_line(calls: Sequence[StepView]) -> dict[int, list[StepView]]:
    """Return the calls of each line, which is 0 where it is not known; lines in order."""
    found = dict[int, list[StepView]]()
    for call in sorted(calls, key=lambda each: each.line or 0):
        found.setdefault(call.line or 0, []).append(call)
    return found


def words_of(source: str) -> Iterator[tuple[WordKind, str]]:
    """Yield the parts of a program, or of whatever it is, with their kinds; together they are the whole text."""
    from pygments.lexers.python import PythonLexer  # loaded where a program is shown, and not before
    from pygments.token import Comment, Keyword, Number, Operator, String

    kinds: dict[Any, WordKind] = {
        Keyword: "keyword", Operator.Word: "keyword", String: "string", Number: "number", Comment: "comment",
    }  # fmt: skip

    def kind_of(token: tuple[Any, str]) -> WordKind:
        for above, name in kinds.items():
            if token[0] in above:
                return name
        return ""

    for kind, found in groupby(PythonLexer(stripnl=False, ensurenl=False).get_tokens(source), kind_of):
        yield kind, "".join(text for _, text in found)


def is_bad(call: StepView) -> bool:
    """Return whether a call brought nothing."""
    return call.state in ("failed", "refused")


def busy(calls: Sequence[StepView]) -> float:
    """Return the seconds in which calls were under way; those of several at once count once."""
    total = latest = 0.0
    for began, ended in sorted((each.called, each.called + each.seconds) for each in calls):
        total += max(0.0, ended - max(began, latest))
        latest = max(latest, ended)
    return total
