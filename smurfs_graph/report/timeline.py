"""Draw a timeline of sub-tasks and their calls, with those that ran at the same time."""

from collections.abc import Iterator

from smurfs_graph.events.run_view import RunView, StepView, TaskView
from smurfs_graph.report.text import anchor, attribute, html, line, state, word
from smurfs_graph.report.times import ReportClock, critical_path
from smurfs_graph.showing.text import duration

_TICKS = 4


def timeline_html(view: RunView, clock: ReportClock) -> str:
    """Return a table whose last column is the picture; the others say the same in numbers."""
    tasks = [task for task in view.tasks.values() if task.started]
    if not tasks:
        return ""
    path = critical_path(view.tasks)
    head = "<tr><th scope=col>Sub-task<th scope=col>From<th scope=col>Took<th scope=col class=wide>"
    ticks = "".join(
        f'<span style="left:{100 * tick / _TICKS:g}%">{duration(clock.total * tick / _TICKS)}</span>'
        for tick in range(_TICKS + 1)
    )
    rows = "".join(_rows(view, tasks, clock, path))
    return (
        f"<p>{_parallel(tasks, clock)}</p><div class=scroll tabindex=0 role=region aria-label=Timeline>"
        f"<table class=time><thead>{head}<div class=ticks aria-hidden=true>{ticks}</div></thead>"
        f"<tbody>{rows}</tbody></table></div>{_legend(tasks)}"
    )


def _legend(tasks: list[TaskView]) -> str:
    states = dict.fromkeys(step.state for task in tasks for step in task.ordered if _is_call(step))
    if not states:
        return ""
    return f"<p class=legend>A frame is a sub-task; a bar in it is a tool call: {' '.join(map(state, states))}</p>"


def _rows(view: RunView, tasks: list[TaskView], clock: ReportClock, path: list[str]) -> Iterator[str]:
    """Yield the rows of the timeline: planning, a row for each sub-task with its calls, and the answer."""
    first = min(task.started for task in tasks)
    yield _row("planning", clock.start, first, _bar("own", clock, clock.start, first, "planning"), clock)
    for task in tasks:
        ended = task.ended or view.last
        kind = f"whole {task.state}{' critical' if task.id in path else ''}"
        bars = [_bar(kind, clock, task.started, ended, f"{task.id}: {word(task.state)}")]
        for step in task.ordered:
            if _is_call(step):
                said = f"{step.tool}: {step.state}, {duration(step.seconds)}"
                bars.append(_bar(f"call {step.state}", clock, step.called, step.called + step.seconds, said))
        name = f'<a href="#{anchor(task.id)}">{line(task.id, 24)}</a>{"*" if task.id in path else ""}'
        yield _row(name, task.started, ended, "".join(bars), clock)
    last = max(task.ended or view.last for task in tasks)
    if view.end and view.end.at > last:
        yield _row("answer", last, view.end.at, _bar("own", clock, last, view.end.at, "answer"), clock)


def _is_call(step: StepView) -> bool:
    """Return whether a step is a call of a tool; of a program, its calls are."""
    return bool(step.called and step.tool) and not step.is_program


def _row(name: str, start: float, end: float, bars: str, clock: ReportClock) -> str:
    took = clock.at(end) - clock.at(start)
    return (
        f"<tr><th scope=row>{name}<td>{duration(clock.at(start))}<td>{duration(took)}"
        f"<td class=wide><div class=track aria-hidden=true>{bars}</div>"
    )


def _bar(kind: str, clock: ReportClock, start: float, end: float, said: str) -> str:
    left = clock.share(start)
    width = max(clock.share(end) - left, 0.15)
    return (
        f'<i class="{attribute(kind.replace("rolled back", "rolled-back"))}" title="{attribute(said)}"'
        f' style="left:{left:.2f}%;width:{width:.2f}%"></i>'
    )


def _parallel(tasks: list[TaskView], clock: ReportClock) -> str:
    """Say how many sub-tasks ran at once, and how much time that saved."""
    marks = sorted(
        mark for task in tasks if task.ended for mark in ((clock.at(task.started), 1), (clock.at(task.ended), -1))
    )
    most = now = 0
    for _, change in marks:
        now += change
        most = max(most, now)
    said = "One sub-task at a time."
    if most > 1:
        work = sum(clock.at(task.ended) - clock.at(task.started) for task in tasks if task.ended)
        whole = clock.at(max(task.ended for task in tasks)) - clock.at(min(task.started for task in tasks))
        said = f"Up to {most} sub-tasks at once: {duration(work)} of work in {duration(whole)}."
    pauses = sum(until - since for since, until in clock.pauses)
    paused = f" Pauses of {duration(pauses)} in all, in which nothing ran, are left out." if pauses else ""
    return html(f"{said} * is on the critical path: what the run had to wait for.{paused}")
