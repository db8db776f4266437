"""A program on the terminal: the lines of it that made calls, in colour, each with its calls and failures below."""

from collections.abc import Sequence

from rich.text import Text

from smurfs_graph.events.run_view import StepView, arguments_of
from smurfs_graph.showing.text import count_of, duration, visible

_MOST_CALLS = 3
"""Calls of one line that are shown; those that failed are besides."""
_BAD = ("failed", "refused")


def program_lines(program: StepView, calls: Sequence[StepView], indent: str) -> list[Text]:
    """Return the lines below a program: what made its calls, and what came of these."""
    source = _code_of(program).splitlines()
    lines, at = list[Text](), 0
    while at < len(calls):
        end = at
        while end < len(calls) and calls[end].line == calls[at].line:
            end += 1
        number = calls[at].line or 0
        if 0 < number <= len(source):
            lines.append(Text.assemble(indent, (f"{number:>3} ", "dim"), _coloured(source[number - 1].strip())))
        lines += _calls(calls[at:end], f"{indent}    ")
        at = end
    return lines


def summary_of(program: StepView, calls: Sequence[StepView]) -> str:
    """Return how long a program is, and what it called."""
    told = [count_of(len(_code_of(program).strip().splitlines()), "line"), count_of(len(calls), "call")]
    if failed := sum(each.state in _BAD for each in calls):
        told.append(f"{failed} failed")
    return ", ".join(told)


def note_of(program: StepView) -> str:
    """Return what came of a program: what it printed last, or where it failed."""
    lines = [line for line in program.reason.splitlines() if line.strip()]
    failed = next((line for line in lines if line.startswith("The program ")), "")
    printed = [line for line in program.printed.splitlines() if line.strip()]
    return failed or (lines or printed or [program.note])[-1]


def _calls(calls: Sequence[StepView], indent: str) -> list[Text]:
    shown = [each for place, each in enumerate(calls) if place < _MOST_CALLS or each.state in _BAD]
    lines = [_call(each, indent) for each in shown]
    if len(calls) > len(shown):
        took = sum(each.seconds for each in calls)
        more = f"{indent}… {len(calls) - len(shown)} more, {duration(took)} in all {len(calls)}"
        lines.append(Text(more, style="dim"))
    return lines


def _call(call: StepView, indent: str) -> Text:
    marks = {"running": ("▸", "bold cyan"), "failed": ("✗", "bold red"), "refused": ("✗", "bold red")}
    mark, style = marks.get(call.state, ("✓", "green"))
    said = visible(f"({arguments_of(call.arguments)})")
    note = f"  {visible(' '.join(call.reason.split()))}" if call.reason else f"  {duration(call.seconds)}"
    return Text.assemble(
        indent, (f"{mark} ", style), (visible(call.tool), style.removeprefix("bold ")), said, (note, "dim")
    )


def _coloured(line: str) -> Text:
    from rich.syntax import Syntax  # pygments is loaded where a program is shown, and not before

    text = Syntax("", "python", theme="ansi_light").highlight(visible(line))
    text.rstrip()
    return text


def _code_of(program: StepView) -> str:
    return str(program.arguments.get("code") or "")
