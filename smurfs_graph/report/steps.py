"""The decision tree of each sub-task: every step that was tried, rolled-back ones included, each to be opened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from smurfs_graph.events.run_view import RunView, StepView, TaskView, arguments_of
from smurfs_graph.report.calls import RecordedCalls
from smurfs_graph.report.programs import program_html
from smurfs_graph.report.text import (
    LONGEST,
    ShortenedText,
    anchor,
    block,
    data,
    description_list,
    fair_limit,
    html,
    line,
    prose,
    size_of,
    state,
)
from smurfs_graph.report.times import ReportClock
from smurfs_graph.search.state import Decision
from smurfs_graph.showing.programs import code_of, summary_of
from smurfs_graph.showing.text import count_of, duration

OPEN_STEPS = 40
"""Steps of the whole run up to which sub-tasks are open from the start."""
_DEEPEST = 8
"""Depth from which on the tree is not indented any more."""
_BUDGET = 1_300_000
"""Bytes on the page for all texts of steps; where that is too little, long ones are cut to a common length."""
_SUMMARY = 110
_DECISIONS: dict[Decision, str] = {
    "": "",
    "approved": "approved it as it stands",
    "edited": "changed and approved it",
    "rejected": "said no to it",
}


class _StepPage(NamedTuple):
    """The context that all steps are shown in."""

    responses: Mapping[str, ShortenedText] | None
    """None where nobody has asked for them."""
    limit: int
    clock: ReportClock


def limit_of(view: RunView, responses: Mapping[str, str]) -> int:
    """Return the bytes that one text of a step may take up, so that the page keeps its size."""
    sizes: list[int] = []
    for step in (step for task in view.tasks.values() for step in task.steps.values()):
        texts = (step.thought, responses.get(step.reference, ""), step.answer, step.hint, step.reason, step.printed)
        sizes += [size_of(text[:LONGEST]) for text in (*texts, data(step.arguments) if step.arguments else "")]
    return fair_limit(sizes, _BUDGET)


def tasks_html(
    view: RunView, responses: Mapping[str, ShortenedText] | None, clock: ReportClock, limit: int, calls: RecordedCalls
) -> Iterator[str]:
    """Yield a section for each sub-task. `responses`: None where nobody has asked for them."""
    page = _StepPage(responses, limit, clock)
    small = sum(len(task.steps) for task in view.tasks.values()) <= OPEN_STEPS
    used = view.usage.by_sub_task()
    for task in view.tasks.values():
        mine = used.get(task.id)
        tokens = f"{mine.tokens:,} tokens" if mine else ""
        took = duration(clock.at(task.ended) - clock.at(task.started)) if task.ended and task.started else ""
        counts = ", ".join(filter(None, (count_of(len(task.with_calls), "step"), tokens, took)))
        yield (
            f'<section class=task id="{anchor(task.id)}" aria-label="Sub-task {html(task.id)}">'
            f"<details{' open' if small else ''}><summary><h3>{html(task.id)} {state(task.state)}</h3>"
            f"<span class=content>{line(task.content, 300)}</span> <span class=meta>{counts}</span></summary>"
        )
        yield _about(task, limit)
        if task.with_calls:
            yield f"<ol class=tree>{''.join(_tree(page, task, calls))}</ol>"
        yield "</details></section>"


def _about(task: TaskView, limit: int) -> str:
    """Return what is told of a sub-task as a whole."""
    asked = html(task.doing) if task.state == "asked" else ""
    rows = [
        ("Answer", prose(task.answer, 2 * limit)),
        ("Solved" if task.state == "solved" else "Not solved because", html(task.reason)),
        ("A person is asked", asked),
    ]
    if task.depends_on:
        links = ", ".join(f'<a href="#{anchor(name)}">{html(name)}</a>' for name in task.depends_on)
        rows.append(("After", links))
    if task.plan is not None and task.plan.local_constraints:
        texts = "; ".join(constraint.text for constraint in task.plan.local_constraints)
        rows.append(("Conditions", line(texts, 1_000)))
    return description_list(rows)


def _tree(page: _StepPage, task: TaskView, calls: RecordedCalls) -> Iterator[str]:
    """Yield nested lists: a step stands below the last one before it that is a level higher."""
    depth = -1
    for step, inner in task.with_calls:
        wanted = min(step.depth, _DEEPEST)
        if wanted > depth and depth >= 0:
            wanted = depth + 1  # a level that is missing is not made up
            yield "<ol>"
        elif depth >= 0:
            yield "</li>" + "</ol></li>" * (depth - wanted)
        depth = wanted if depth >= 0 else 0
        asked = calls.of_step(task.id, step.number)
        yield _program(page, task.id, step, inner, asked) if step.is_program else _step(page, task.id, step, asked)
    yield "</li>" + "</ol></li>" * max(depth, 0)


def _program(page: _StepPage, task: str, step: StepView, inner: Sequence[StepView], calls: str) -> str:
    """Return a program with its text, what it printed, and its calls below. `calls`: of the model."""
    made = "".join(f"{_step(page, task, each, '')}</li>" for each in inner)
    rows = (
        ("Thought", prose(step.thought, page.limit)),
        ("Program", program_html(code_of(step), inner, page.limit)),
        ("A person", _DECISIONS[step.decision]),
        (_reason(step), block(step.reason, page.limit)),
        ("Printed", block(step.printed, page.limit)),
        ("Calls", f"<ol class=calls>{made}</ol>" if made else ""),
        ("Model calls", calls),
    )
    call = f"<code>{html(step.tool)}</code>({summary_of(step, inner)})"
    return _item(anchor(task, step.number), step, call, rows, " open")


def _step(page: _StepPage, task: str, step: StepView, calls: str) -> str:
    """Return a step with its call, its response and what was thought of it."""
    arguments = line(arguments_of(step.arguments), _SUMMARY) if step.tool else line(step.thought, _SUMMARY)
    call = f"<code>{line(step.tool, 80)}</code>({arguments})" if step.tool else f"<em>{arguments or 'no call'}</em>"
    found = page.responses.get(step.reference) if page.responses and step.reference else None
    response = block(found.text, page.limit, found.chars) if found else ""
    lost = step.reference and page.responses is not None and not found
    rows = (
        ("Thought", prose(step.thought, page.limit)),
        ("Arguments", block(data(step.arguments), page.limit) if step.arguments else ""),
        ("A person", _DECISIONS[step.decision]),
        (_reason(step), prose(step.reason, page.limit)),
        ("Response", response or ("<em>the response is no longer kept</em>" if lost else "")),
        ("Answer", prose(step.answer, page.limit)),
        ("Verdict", state(step.verdict) if step.verdict else ""),
        ("Hint", prose(step.hint, page.limit)),
        ("Time", _times(step, page.clock)),
        ("Model calls", calls),
    )
    return _item(anchor(task, step.number), step, call, rows)


def _item(place: str, step: StepView, call: str, rows: Iterable[tuple[str, str]], opened: str = "") -> str:
    """Return an item of the list, which is ended where it is put."""
    took = f" <span class=meta>{duration(step.seconds)}</span>" if step.seconds else ""
    summary = f"<summary>{state(step.state)} <span class=call>{call}</span>{took}</summary>"
    kind = step.state.replace(" ", "-")
    return f'<li class="{kind}" id="{place}"><details{opened}>{summary}{description_list(rows)}</details>'


def _reason(step: StepView) -> str:
    return "Refused because" if step.state == "refused" else "Failed because"


def _times(step: StepView, clock: ReportClock) -> str:
    if not step.ended:
        return ""
    began = step.began or step.called
    whole = clock.at(step.ended) - clock.at(began)
    return f"from {duration(clock.at(began))}, {duration(whole)} in all, {duration(step.seconds)} in the tool"
