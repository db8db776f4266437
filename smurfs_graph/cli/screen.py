"""Progress on standard error: a live tree on a terminal, plain lines in a pipe."""

import sys
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text
from rich.tree import Tree

from smurfs_graph.cli.progress import RunView, StepView, TaskView, line_of
from smurfs_graph.events import Event

_MARKS = {
    "waiting": ("·", "dim"),
    "running": ("▸", "cyan"),
    "answered": ("…", "cyan"),
    "solved": ("✓", "green"),
    "pending": ("?", "yellow"),
    "partial": ("~", "yellow"),
    "exhausted": ("~", "yellow"),
    "rolled back": ("↶", "magenta"),
    "failed": ("✗", "red"),
    "blocked": ("✗", "red"),
    "rejected": ("✗", "red"),
}
_NOTE_CHARS = 160


class Screen(Protocol):
    """Something that shows a run as it goes on."""

    def __enter__(self) -> Self:
        """Start showing."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing; what was shown stays."""
        ...

    def show(self, event: Event) -> None:
        """Show what happened."""
        ...


class Silent:
    """Shows nothing (`--quiet`)."""

    def __enter__(self) -> Self:
        """Do nothing."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Do nothing."""

    def show(self, event: Event) -> None:
        """Do nothing."""


class Lines(Silent):
    """One plain line for each event that matters."""

    def show(self, event: Event) -> None:
        """Print the event's line."""
        if line := line_of(event):
            print(line, file=sys.stderr, flush=True)


class Terminal:
    """A tree that fills: the plan, each sub-task's calls and rollbacks, and what is being done now."""

    def __init__(self, console: Console) -> None:
        """`console` writes to standard error."""
        self._view = RunView()
        self._over = False  # before the next line: rich renders the view at once
        self._live = Live(console=console, refresh_per_second=8, transient=False, get_renderable=self._render)

    def __enter__(self) -> Self:
        """Start the live view."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the last view standing."""
        self._over = True
        self._live.stop()

    def show(self, event: Event) -> None:
        """Take the event into the view."""
        self._view.apply(event)

    def _render(self) -> Group:
        rows: list[RenderableType] = [plan_tree(self._view)] if self._view.tasks else []
        if not self._over:
            counts = f"{self._view.llm_calls} model calls, {self._view.tool_calls} tool calls"
            doing = f" · {self._view.doing}" if self._view.doing else ""
            rows.append(Spinner("dots", Text(f"{counts}{doing}", style="dim")))
        return Group(*rows, *(Text(f"! {notice}", style="yellow") for notice in self._view.notices[-3:]))


def plan_tree(view: RunView) -> Tree:
    """The plan as a tree: sub-tasks, and below each its search tree."""
    root = Tree(Text("plan", style="bold"), guide_style="dim")
    for task in view.tasks.values():
        branch = root.add(_task_label(task))
        parents = [branch]
        for step in task.steps:
            del parents[step.depth + 1 :]
            parents.append(parents[-1].add(_step_label(step)))
        if task.state == "running" and task.doing:
            branch.add(Text(_short(task.doing), style="dim italic"))
        elif task.note and task.state != "solved":
            branch.add(Text(_short(task.note), style="yellow"))
    return root


def screen_for(*, quiet: bool) -> Screen:
    """The view that fits where standard error goes."""
    if quiet:
        return Silent()
    console = Console(stderr=True)
    return Terminal(console) if console.is_terminal and not console.is_dumb_terminal else Lines()


def _task_label(task: TaskView) -> Text:
    mark, style = _MARKS[task.state]
    after = f"  after {', '.join(task.depends_on)}" if task.depends_on else ""
    return Text.assemble((f"{mark} {task.id} ", style), _short(task.content), (after, "dim"))


def _step_label(step: StepView) -> Text:
    mark, style = _MARKS[step.state]
    note = f"  {_short(step.note)}" if step.note else ""
    arguments = f"({step.arguments})" if step.arguments else ""
    struck = "strike" if step.state == "rolled back" else ""
    return Text.assemble((f"{mark} {step.tool}", f"{style} {struck}".strip()), _short(arguments), (note, "dim"))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _NOTE_CHARS else line[: _NOTE_CHARS - 1] + "…"
