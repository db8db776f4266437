"""The decision tree of each sub-task: every step that was tried, rolled-back ones included, each to be opened."""

from collections.abc import Iterator, Mapping
from itertools import takewhile

from smurfs_graph.events.run_view import RunView, StepView, TaskView, arguments_of
from smurfs_graph.events.vocabulary import RUN_PYTHON
from smurfs_graph.report.calls import Calls
from smurfs_graph.report.programs import program_html
from smurfs_graph.report.text import (
    LONGEST,
    Kept,
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
from smurfs_graph.report.times import Clock
from smurfs_graph.showing.text import count_of, duration

OPEN_STEPS = 40
"""Steps of the whole run up to which sub-tasks are open from the start."""
_DEEPEST = 8
"""Depth from which on the tree is not indented any more."""
_BUDGET = 1_300_000
"""Bytes on the page for all texts of steps; where that is too little, long ones are cut to a common length."""
_SUMMARY = 110


def limit_of(view: RunView, responses: Mapping[str, str]) -> int:
    """The bytes that one text of a step may take up, so that the page keeps its size."""
    sizes: list[int] = []
    for step in (step for task in view.tasks.values() for step in task.steps.values()):
        texts = (step.thought, responses.get(step.reference, ""), step.answer, step.hint, step.reason)
        sizes += [size_of(text[:LONGEST]) for text in (*texts, data(step.arguments) if step.arguments else "")]
    return fair_limit(sizes, _BUDGET)


def tasks_html(
    view: RunView, responses: Mapping[str, Kept] | None, clock: Clock, limit: int, calls: Calls
) -> Iterator[str]:
    """A section for each sub-task. `responses`: None where nobody has asked for them."""
    small = sum(len(task.steps) for task in view.tasks.values()) <= OPEN_STEPS
    used = view.usage.by_sub_task()
    for task in view.tasks.values():
        mine = used.get(task.id)
        tokens = f"{mine.tokens:,} tokens" if mine else ""
        took = duration(clock.at(task.ended) - clock.at(task.started)) if task.ended and task.started else ""
        counts = ", ".join(
            filter(None, (count_of(sum(each.line is None for each in task.ordered), "step"), tokens, took))
        )
        yield (
            f'<section class=task id="{anchor(task.id)}" aria-label="Sub-task {html(task.id)}">'
            f"<details{' open' if small else ''}><summary><h3>{html(task.id)} {state(task.state)}</h3>"
            f"<span class=content>{line(task.content, 300)}</span> <span class=meta>{counts}</span></summary>"
        )
        yield _about(task, limit)
        if task.steps:
            yield f"<ol class=tree>{''.join(_tree(task, responses, limit, clock, calls))}</ol>"
        yield "</details></section>"


def _about(task: TaskView, limit: int) -> str:
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


def _tree(
    task: TaskView, responses: Mapping[str, Kept] | None, limit: int, clock: Clock, calls: Calls
) -> Iterator[str]:
    """Nested lists: a step stands below the last one before it that is a level higher."""
    depth, steps = -1, task.ordered
    for at, step in enumerate(steps):
        if step.line is not None and any(each.tool == RUN_PYTHON for each in steps[:at]):
            continue  # it stands below its program
        wanted = min(step.depth, _DEEPEST)
        if wanted > depth and depth >= 0:
            wanted = depth + 1  # a level that is missing is not made up
            yield "<ol>"
        elif depth >= 0:
            yield "</li>" + "</ol></li>" * (depth - wanted)
        depth = wanted if depth >= 0 else 0
        asked = calls.of_step(task.id, step.number)
        if step.tool == RUN_PYTHON:
            inner = list(takewhile(lambda each: each.line is not None, steps[at + 1 :]))
            yield _program(task.id, step, inner, responses, limit, clock, asked)
        else:
            yield _step(task.id, step, responses, limit, clock, asked)
    yield "</li>" + "</ol></li>" * max(depth, 0)


def _program(
    task: str,
    step: StepView,
    inner: list[StepView],
    responses: Mapping[str, Kept] | None,
    limit: int,
    clock: Clock,
    calls: str,
) -> str:
    """A program with its text, what it printed, and its calls below."""
    source = str(step.arguments.get("code") or "")
    made = "".join(f"{_step(task, each, responses, limit, clock, '')}</li>" for each in inner)
    rows = (
        ("Thought", prose(step.thought, limit)),
        ("Program", program_html(source, inner, limit)),
        ("Failed because", prose(step.reason, limit)),
        ("Printed", block(step.printed, limit)),
        ("Calls", f"<ol class=calls>{made}</ol>" if made else ""),
        ("Model calls", calls),
    )
    failed = sum(each.state in ("failed", "refused") for each in inner)
    told = [count_of(len(source.strip().splitlines()), "line"), count_of(len(inner), "call")]
    told += [f"{failed} failed"] * bool(failed)
    summary = f"{state(step.state)} <span class=call><code>{html(step.tool)}</code>({', '.join(told)})</span>"
    place = anchor(task, step.number) if step.number >= 0 else f"{anchor(task)}-program"
    return (
        f'<li class="{step.state.replace(" ", "-")}" id="{place}">'
        f"<details open><summary>{summary}</summary>{description_list(rows)}</details>"
    )


def _step(
    task: str,
    step: StepView,
    responses: Mapping[str, Kept] | None,
    limit: int,
    clock: Clock,
    calls: str,
) -> str:
    arguments = line(arguments_of(step.arguments), _SUMMARY) if step.tool else line(step.thought, _SUMMARY)
    call = f"<code>{line(step.tool, 80)}</code>({arguments})" if step.tool else f"<em>{arguments or 'no call'}</em>"
    found = responses.get(step.reference) if responses and step.reference else None
    response = block(found.text, limit, found.chars) if found else ""
    lost = "<em>the response is no longer kept</em>" if step.reference and responses is not None and not found else ""
    reason = "Refused because" if step.state == "refused" else "Failed because"
    rows = (
        ("Thought", prose(step.thought, limit)),
        ("Arguments", block(data(step.arguments), limit) if step.arguments else ""),
        (reason, prose(step.reason, limit)),
        ("Response", response or lost),
        ("Answer", prose(step.answer, limit)),
        ("Verdict", state(step.verdict) if step.verdict else ""),
        ("Hint", prose(step.hint, limit)),
        ("Time", _times(step, clock)),
        ("Model calls", calls),
    )
    took = f" <span class=meta>{duration(step.seconds)}</span>" if step.seconds else ""
    kind = step.state.replace(" ", "-")
    summary = f"<summary>{state(step.state)} <span class=call>{call}</span>{took}</summary>"
    return f'<li class="{kind}" id="{anchor(task, step.number)}"><details>{summary}{description_list(rows)}</details>'


def _times(step: StepView, clock: Clock) -> str:
    if not step.ended:
        return ""
    began = step.began or step.called
    whole = clock.at(step.ended) - clock.at(began)
    return f"from {duration(clock.at(began))}, {duration(whole)} in all, {duration(step.seconds)} in the tool"
