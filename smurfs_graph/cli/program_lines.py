"""A program on the terminal: its lines in colour, and below those that made calls what came of these."""

import re
from collections.abc import Sequence

from rich.text import Text

from smurfs_graph.events.run_view import StepView, arguments_of
from smurfs_graph.showing.programs import WordKind, calls_by_line, calls_summary, code_of, is_bad, words_of
from smurfs_graph.showing.text import duration, visible

_STYLES: dict[WordKind, str] = {"keyword": "magenta", "string": "green", "number": "cyan", "comment": "dim", "": ""}
_MOST_LINES = 30
"""Of longer programs, those that made calls are shown."""
_MOST_CALLS = 3
"""Calls of one line that are shown; those that failed are besides."""
_MOST_FAILED = 10
_MOST_PRINTED = 5
"""Lines of the output that are shown."""
_FAILED = re.compile(r"The program failed in line (\d+)")


def program_lines(program: StepView, calls: Sequence[StepView], indent: str, width: int, *, whole: bool) -> list[Text]:
    """Return the lines below a program, at last what came of it. `whole`: lines that made no calls, too."""
    source = code_of(program).rstrip().split("\n")
    made = calls_by_line(calls)
    lines = list[Text]()
    whole = whole and len(source) <= _MOST_LINES
    for number, text in enumerate(source, 1):
        if whole or number in made:
            lines.append(Text.assemble(indent, (f"{number:>3} ", "dim"), _coloured(text)))
            lines += _calls(made.pop(number, []), f"{indent}      ", width)
    unplaced = [call for found in made.values() for call in found]
    return [*lines, *_calls(unplaced, f"{indent}    ", width), *_end(program, source, indent)]


def _end(program: StepView, source: Sequence[str], indent: str) -> list[Text]:
    """Return the error that ended a program, or else the last lines that it printed."""
    if is_bad(program):
        error = _error_of(program, source)
        return [Text.assemble(indent, ("  ✗ ", "bold red"), visible(error))] if error else []
    printed = [line for line in program.printed.splitlines() if line.strip()]
    shown = printed[-_MOST_PRINTED:]
    more = [Text(f"{indent}  … {len(printed) - len(shown)} more lines", "dim")] if len(printed) > len(shown) else []
    return [*more, *(Text.assemble(indent, ("  > ", "dim"), visible(line)) for line in shown)]


def _error_of(program: StepView, source: Sequence[str]) -> str:
    """Return why a program ended, without its line, which stands above."""
    said = [line for line in program.reason.splitlines() if line.strip()]
    error = next((line for line in said if line.startswith("The program ")), "".join(said[-1:]))
    if found := _FAILED.match(error):
        line = "".join(source[int(found[1]) - 1 : int(found[1])]).strip()[:120]
        error = error.replace(f" ({line})", "", 1)
    return error.removeprefix("The program ")


def _calls(calls: Sequence[StepView], indent: str, width: int) -> list[Text]:
    good = [each for each in calls if not is_bad(each)][:_MOST_CALLS]
    bad = [each for each in calls if is_bad(each)][:_MOST_FAILED]
    lines = [_call(each, indent, width) for each in calls if each in good or each in bad]
    if len(calls) > len(lines):
        lines.append(Text(f"{indent}… {calls_summary(calls)} in all", style="dim"))
    return lines


def _call(call: StepView, indent: str, width: int) -> Text:
    """Return a call in a line, of which half is left for what came of it."""
    marks = {"running": ("▸", "bold cyan"), "failed": ("✗", "bold red"), "refused": ("✗", "bold red")}
    mark, style = marks.get(call.state, ("✓", "green"))
    took = duration(call.seconds) if call.state != "running" else ""
    note = visible(" ".join(call.reason.split())) if is_bad(call) else "as before" if call.reason else took
    line = Text.assemble(indent, (f"{mark} ", style), (visible(call.tool), style.removeprefix("bold ")))
    line.append(visible(f"({arguments_of(call.arguments)})"))
    line.truncate(max(width - len(note) - 2, width // 2), overflow="ellipsis")
    return Text.assemble(line, (f"  {note}", "dim"))


def _coloured(line: str) -> Text:
    return Text.assemble(*((text, _STYLES[kind]) for kind, text in words_of(visible(line))))
