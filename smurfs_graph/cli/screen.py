"""Progress on standard error: a live view on a terminal, plain lines in a pipe."""

import re
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from smurfs_graph.cli.program_lines import program_lines
from smurfs_graph.events import vocabulary as events
from smurfs_graph.events.run_view import RunView, StepView, TaskView, arguments_of, lines_of
from smurfs_graph.showing.programs import summary_of
from smurfs_graph.showing.results import in_plain_words
from smurfs_graph.showing.text import MARKS, count_of, duration, visible

_STYLES = {
    "waiting": "dim",
    "running": "bold cyan",
    "asked": "bold magenta",
    "answered": "cyan",
    "solved": "bold green",
    "pending": "cyan",
    "final": "bold magenta",
    "partial": "bold magenta",
    "exhausted": "bold magenta",
    "rolled back": "magenta",
    "failed": "bold red",
}
"""A state's colour, else red; it must do on light and dark: no yellow, no white. Words say the same as the colours."""
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_LINE_CHARS = 500
"""Of a plain line."""
_BREAKS = re.compile(r"\s*[\n\r]+\s*")
_OVER_LINES = 400
"""Of the view that is left standing."""
_KEPT_STEPS = 3
"""Steps off the current path that are shown of a sub-task that is going on."""


class Screen:
    """Shows a run as it goes on; this one shows nothing (`--quiet`)."""

    shows_text = False
    """Whether the answer is shown while it is written."""

    def __enter__(self) -> Self:
        """Start showing."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop showing; what was shown stays."""

    def recall(self, before: Iterable[events.Event]) -> None:
        """Show what had happened before, in an earlier process."""

    def show(self, event: events.Event) -> None:
        """Show what happened."""


class Lines(Screen):
    """One plain line for each event that matters."""

    def __init__(self) -> None:
        """Start with nothing printed."""
        self._plan: list[str] = []
        """Lines of the plan that was printed last."""
        self._asked: list[events.PersonAsked] = []
        """Questions that are not printed yet: an answer may follow at once."""

    def __exit__(self, *_: object) -> None:
        """Print what is left."""
        self._ask()

    def recall(self, before: Iterable[events.Event]) -> None:
        """Print the plan and how its sub-tasks have ended."""
        for event in before:
            if isinstance(event, events.PlanMade | events.SubTaskFinished):
                self.show(event)

    def show(self, event: events.Event) -> None:
        """Print the event's lines; a plan only where it is another one, a question only where it is not answered."""
        if isinstance(event, events.PersonAsked):
            self._asked.append(event)
            return
        if isinstance(event, events.PersonAnswered):  # the answer came with the command
            self._asked = [each for each in self._asked if each.sub_task != event.sub_task]
        self._ask()
        self._print(event)

    def _ask(self) -> None:
        """Print the questions, each once: of several calls of a tool there is one each."""
        for asked in {(each.sub_task, each.text): each for each in self._asked}.values():
            self._print(asked)
        self._asked = []

    def _print(self, event: events.Event) -> None:
        lines = lines_of(event)
        if isinstance(event, events.PlanMade):
            lines, self._plan = (lines if lines != self._plan else []), lines
        for text in lines:
            if line := visible(_BREAKS.sub(" ", text[: _LINE_CHARS + 1])):
                print(line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…", file=sys.stderr, flush=True)


class Terminal(Screen):
    """A view that fills: the plan, each sub-task's path and what was rolled back, its cost so far, the answer."""

    shows_text = True

    def __init__(self, console: Console, *, transient: bool = False) -> None:
        """`console` writes to standard error; a transient view is wiped when it stops."""
        self._view = RunView()
        self._console = console
        self._transient = transient
        self._over = False  # before the next line: rich renders the view at once
        self._paused = 0.0
        """Seconds that the run had taken when it was last paused."""
        self._since: float | None = None
        """When it went on, on `time.monotonic`'s clock; None while it is paused."""
        self._live: Live | None = None

    def __enter__(self) -> Self:
        """Start the live view; the time is that of the run, which begins with its first event."""
        self._over, self._since = False, None
        # anew each time: one that was used would begin by wiping as many lines as it had, a question that stands there
        self._live = Live(
            console=self._console, refresh_per_second=8, transient=self._transient, get_renderable=self._render
        )
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last view standing, or wipe it."""
        self._over = not self._transient  # only what fits on the screen can be wiped
        if self._live is not None:
            self._live.stop()
        self._paused, self._since = self._seconds(), None

    def recall(self, before: Iterable[events.Event]) -> None:
        """Take what had happened before into the view."""
        for event in before:
            self._view.apply(event)
        self._paused = self._view.usage.elapsed

    def show(self, event: events.Event) -> None:
        """Take the event into the view."""
        self._since = self._since or time.monotonic()
        self._view.apply(event)

    def _seconds(self) -> float:
        return self._paused + (time.monotonic() - self._since if self._since is not None else 0.0)

    def _render(self) -> Group:
        width, seconds = self._console.width, self._seconds()
        below = [_text(f"! {notice}", width, "magenta") for notice in self._view.notices[-3:]]
        if self._view.asked:
            below.append(_text(f"? {self._view.asked}", width, "bold magenta"))
        below += self._answer_lines(width)
        status = _text(status_line(self._view, seconds, width, over=self._over), width, "dim")
        room = _OVER_LINES if self._over else max(3, self._console.height - len(below) - 2)
        return Group(*plan_lines(self._view, width, room, whole=self._over), status, *below)

    def _answer_lines(self, width: int) -> list[Text]:
        """Return the end of the answer that is being written; it is printed whole when the run is over."""
        said = "" if self._over else self._view.said[-self._console.height * width :]
        lines = [wrapped for line in said.splitlines() for wrapped in Text(visible(line)).wrap(self._console, width)]
        return lines[-max(1, self._console.height // 2) :]


def plan_lines(view: RunView, width: int, room: int = _OVER_LINES, *, whole: bool = True) -> list[Text]:
    """Return the plan in lines: sub-tasks with the steps of each; of a run that goes on, what fits
    into `room` lines.
    """
    blocks = {name: [_task_line(task, width), *_step_lines(task, width, whole=whole)]
              for name, task in view.tasks.items()}  # fmt: skip
    for shorten in ("solved", "waiting", "running"):
        for name, task in view.tasks.items():
            if sum(len(block) for block in blocks.values()) <= room:
                break
            if (task.state if task.state in ("waiting", "running", "asked") else "solved") == shorten:
                blocks[name] = [] if shorten != "running" else blocks[name][:1]
    lines = [line for block in blocks.values() for line in block]
    if hidden := [view.tasks[name] for name, block in blocks.items() if not block]:
        waiting = sum(task.state == "waiting" for task in hidden)
        counts = [f"{len(hidden) - waiting} finished" * (len(hidden) > waiting), f"{waiting} waiting" * bool(waiting)]
        lines.insert(0, _text(f"not shown: {', '.join(filter(None, counts))}", width, "dim"))
    return lines[:room]


def status_line(view: RunView, seconds: float, width: int, *, over: bool) -> str:
    """Return a line with time, calls, tokens and cost so far, and what is being done; what matters most comes first."""
    usage = view.usage
    about = "~" if any(row.estimated for row in usage.rows) else ""
    parts = [
        duration(seconds),
        count_of(usage.calls, "model call"),
        count_of(view.tool_calls, "tool call"),
        f"{about}{usage.tokens:,} tokens",
    ]
    if usage.cost:
        parts.append(f"${usage.cost:.4f}")
    if view.doing and not over:
        parts.append(view.doing)
    mark = "" if over else f"{_SPINNER[int(time.monotonic() * 8) % len(_SPINNER)]} "
    short = [part.replace(" model", "m").replace(" tool", "t").replace(" tokens", " tok") for part in parts]
    line = mark + " · ".join(parts)
    return line if len(line) <= width else mark + " · ".join(short)


def screen_for(*, quiet: bool) -> Screen:
    """Return the view that fits where standard error goes."""
    if quiet:
        return Screen()
    console = Console(stderr=True)
    return Terminal(console) if console.is_terminal and not console.is_dumb_terminal else Lines()


def _task_line(task: TaskView, width: int) -> Text:
    mark, style = MARKS[task.state], _STYLES.get(task.state, "red")
    said = f"  {task.state}" if task.state not in ("waiting", "running", "solved") else ""
    after = f"  after {', '.join(task.depends_on)}" if task.state == "waiting" and task.depends_on else ""
    if task.ended and task.started and task.state == "solved":
        after = f"  {duration(task.ended - task.started)}"
    room = max(12, width - len(task.id) - len(said) - min(len(after), width // 3) - 4)
    line = Text.assemble((f"{mark} ", style), (f"{task.id} ", "bold"), _line(task.content, room), (said, style))
    line.append(_line(after, width // 3, strip=False), "dim")
    return _fit(line, width)


def _step_lines(task: TaskView, width: int, *, whole: bool) -> list[Text]:
    goes_on, lines = task.state in ("running", "asked"), list[Text]()
    steps = [(step, calls) for step, calls in task.with_calls if step.tool and (whole or goes_on)]
    if not whole:
        off = [step.number for step, _ in steps if step.state in ("rolled back", "failed", "refused")][:-_KEPT_STEPS]
        steps = [(step, calls) for step, calls in steps if step.number not in off]
        lines += [Text(f"  … {len(off)} earlier steps rolled back or failed", style="dim")] if off else []
    for step, calls in steps:
        if step.is_program:
            lines += _program_lines(step, calls, width, whole=whole)
        else:
            lines += _call_lines(task, step, width, whole=whole)
    if goes_on and task.doing and not (steps and steps[-1][0].state == "running"):
        lines.append(_text(f"    {task.doing}", width, "dim italic"))
    elif not goes_on and task.state != "waiting" and task.reason:
        lines.append(_text(f"  {task.state}: {task.reason}", width, ""))
    return lines


def _call_lines(task: TaskView, step: StepView, width: int, *, whole: bool) -> list[Text]:
    """Return the call and what came of it in a line; where it stays, and does not fit, in two."""
    given = f"({arguments_of(step.arguments)})"
    note = in_plain_words(step.note, f"{task.content} {given}")
    short = len(step.tool) + len(given) + len(note) + 2 * step.depth + 6 <= width
    if short or not whole or not note or step.state == "rolled back":
        return [_step_line(step, width, given, note)]
    indent = "  " * (min(step.depth + 1, max(1, width // 12)) + 1)
    return [_step_line(step, width, given, ""), _fit(Text(indent + _line(note, width), style="dim"), width)]


def _program_lines(program: StepView, calls: Sequence[StepView], width: int, *, whole: bool) -> list[Text]:
    lines = [_step_line(program, width, f"({summary_of(program, calls)})", "")]
    if program.state != "rolled back":
        indent = "  " * min(program.depth + 2, max(1, width // 12))
        lines += [_fit(line, width) for line in program_lines(program, calls, indent, width, whole=whole)]
    return lines


def _step_line(step: StepView, width: int, arguments: str, note: str) -> Text:
    mark, style = MARKS[step.state], _STYLES.get(step.state, "red")
    mark = "✓" if step.is_program and step.state == "answered" else mark
    indent = "  " * min(step.depth + 1, max(1, width // 12))
    struck = "strike " if step.state == "rolled back" else ""
    said = "rolled back: " if step.state == "rolled back" else ""
    note = f"  {said}{note}" if note or said else ""
    room = max(8, (width * 3 // 5 if note else width) - len(indent) - len(step.tool) - 4)
    line = Text.assemble(indent, (f"{mark} ", style), (visible(step.tool), f"{struck}{style}".strip()))
    line.append(_line(arguments, room))
    line.append(_line(note, width, strip=False), "dim")
    return _fit(line, width)


def _text(text: str, width: int, style: str) -> Text:
    return _fit(Text(_line(text, 4 * width, strip=False), style=style), width)


def _fit(line: Text, width: int) -> Text:
    line.no_wrap = True
    line.truncate(width, overflow="ellipsis")
    return line


def _line(text: str, limit: int, *, strip: bool = True) -> str:
    """Return one line of visible characters; leading space is kept where it means something."""
    lead = "" if strip else text[: len(text) - len(text.lstrip(" "))]
    line = lead + visible(" ".join(text[: 8 * limit].split()))
    return line if len(line) <= limit else line[: max(0, limit - 1)] + "…"
