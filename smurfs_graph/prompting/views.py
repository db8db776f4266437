"""Views of the state as text for prompts (docs/reference/prompts.md), laid out the same way everywhere."""

import json
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from smurfs_graph.canonical import canonical_json
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.planning.clarification import Clarification
from smurfs_graph.planning.outcome import Known, Outcome
from smurfs_graph.planning.plan import Constraint, Plan, SubTask
from smurfs_graph.search.records import AS_BEFORE
from smurfs_graph.search.state import Attempt, Call, SearchState
from smurfs_graph.settings import Executor
from smurfs_graph.tools.tool import Tool

_MOST_NAMED = 12
"""Calls of a sub-task that are named."""


def call_line(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return a call as every prompt shows it: the tool and its arguments."""
    return f"{tool} {canonical_json(dict(arguments))}"


def tool_names(tools: Iterable[Tool]) -> str:
    """Return the tools by name only."""
    return "\n".join(f"- {tool.name}" for tool in tools)


def tool_list(tools: Iterable[Tool]) -> str:
    """List the tools (τ), a line for each with its name and description."""
    return "\n".join(tool.summary for tool in tools)


def executors(found: Mapping[str, Executor]) -> str:
    """List the executors that sub-tasks can be assigned to, with what is wanted of a plan (planner, manager)."""
    if not found:
        return ""
    lines = [f"- {name}: {each.description} Tools: {', '.join(each.tools) or 'all'}." for name, each in found.items()]
    return "\n".join(
        (
            'Each sub-task is solved by one of these, whose tools it has and no others: name it as its "executor". '
            '"instructions": what it is to be told beside "content", if anything.',
            *lines,
        )
    )


def documents(tools: Iterable[Tool]) -> str:
    """List full documents, one JSON object per line."""
    return "\n".join(tool.document for tool in tools)


def sub_task(task: SubTask, *, details: bool = False, form: str = "") -> str:
    """Return the instruction; with `details`, also its known parameters and local constraints (executor: arguments).

    `form`: how its answer is to look, for who writes what is delivered.
    """
    lines = [task.content, *([f"instructions: {task.instructions}"] if task.instructions else [])]
    if details and task.parameters:
        lines.append(f"parameters: {json.dumps(task.parameters, ensure_ascii=False)}")
    if details and task.local_constraints:
        lines += [f"constraint: {constraint.text}" for constraint in task.local_constraints]
    lines += [f"Its form: {form}"] if form else []
    return "\n".join(lines)


def sub_tasks(tasks: Iterable[SubTask]) -> str:
    """Return the planner's list, with ids and what they build on, where that is known (manager)."""
    return "\n".join(f"- {task.id}: {_line(task.content)}" for task in tasks)


def known(items: Iterable[Known]) -> str:
    """List dependencies as question-answer pairs, each under its sub-task's id."""
    return "\n".join(_entry(f"- {item.id}: {item.question}" if item.id else f"- {item.question}", answer=item.answer)
                     for item in items)  # fmt: skip


def earlier_calls(turns: Iterable[Known]) -> str:
    """Return the calls of earlier turns and what they brought, each under its turn's id."""
    return "\n".join(
        _entry(f"- {turn.id}: {call_line(call.tool, call.arguments)}", ("brought" if call.ok else "failed", call.text))
        for turn in turns
        for call in turn.calls
    )


def lines(texts: Iterable[str]) -> str:
    """List texts, a line for each."""
    return "\n".join(f"- {_line(text)}" for text in texts)


def calls(made: Iterable[Call]) -> str:
    """Return the calls of a step: one as it is, several numbered."""
    shown = [call_line(call.tool, call.arguments) for call in made]
    return shown[0] if len(shown) == 1 else "\n".join(f"{number}. {text}" for number, text in enumerate(shown, 1))


def local_memory(steps: Iterable[Attempt]) -> str:
    """List thought, calls and answer of each step on the current path (M)."""
    return "\n".join(
        _entry(
            f"{number}. {step[0].call.thought or 'a step'}",
            *(("call", call_line(each.call.tool, each.call.arguments) + _again(each)) for each in step),
            answer="\n".join(dict.fromkeys(each.answer for each in step)),
        )
        for number, step in enumerate(_levels(steps), 1)
    )


def _again(attempt: Attempt) -> str:
    return f" ({AS_BEFORE})" if attempt.again else ""


def global_memory(attempts: Iterable[Attempt]) -> str:
    """List every attempt with its answer or failure (closing answer)."""
    return "\n".join(
        _entry(
            f"{number}. {call_line(attempt.call.tool, attempt.call.arguments)}",
            ("answer", attempt.answer) if attempt.answer else ("failed", attempt.reason),
        )
        for number, attempt in enumerate(attempts, 1)
    )


def tried(attempts: Iterable[Attempt], popped: Mapping[str, str]) -> str:
    """List calls that failed or were rolled back here, and tools that are withdrawn."""
    made = list(attempts)
    told = [f"- {call_line(each.call.tool, each.call.arguments)}: {_what_came(each)}" for each in made]
    seen = {each.call.tool for each in made}
    reasons = {name: f" ({_line(why)})" if why and name not in seen else "" for name, why in popped.items()}
    gone = [f"- {name}: withdrawn{reason}" for name, reason in reasons.items()]
    return "\n".join([*told, *gone])


def _what_came(attempt: Attempt) -> str:
    if not attempt.rolled_back:
        return f"failed ({_line(attempt.reason)})"
    missing = f"; missing: {_line(attempt.hint)}" if attempt.hint else ""
    return f"led nowhere (answer: {_line(attempt.answer)}{missing})"


def tried_here(search: SearchState) -> str:
    """List what a search tried since the last step of its path, and the tools that are withdrawn.

    Under the published rules nothing of a trajectory that was undone is seen but its tool's name: no answer, no hint,
    no failure below it (Smurfs 3.2).
    """
    last = search.path[-1] + 1 if search.path else 0
    made = search.attempts[last:]
    popped = search.popped[search.depth]

    if search.limits.published:
        made = tuple(each for each in made if each.depth == search.depth and not each.rolled_back)
        popped = dict.fromkeys(popped, "")
    return tried(made, popped)


def constraints(items: Iterable[Constraint]) -> str:
    """List constraints in the user's words."""
    return "\n".join(f"- {item.text}" for item in items)


def plan_conditions(plan: Plan) -> str:
    """Return the conditions that a plan holds so far, those of single sub-tasks with their ids (manager)."""
    local = [f"- {item.text} (of {task.id})" for task in plan.sub_tasks for item in task.local_constraints]
    return "\n".join([*(f"- {item.text}" for item in plan.global_constraints), *local])


def clarifications(items: Iterable[Clarification]) -> str:
    """List the questions that the user was asked, with the answers (planner)."""
    return "\n".join(
        _entry(f"{number}. {item.question}", answer=item.answer or "(none)") for number, item in enumerate(items, 1)
    )


def choice(report: ChoiceReport | None) -> str:
    """Return the choice that was made among candidates, or why there is none (deliverer)."""
    return f"{report.status}: {report.text}" if report else ""


def verdicts(items: Iterable[Verdict]) -> str:
    """List the verdicts on the constraints (deliverer)."""
    return "\n".join(f"- {item.text}: {item.standing}{f' ({item.detail})' if item.detail else ''}" for item in items)


def outcomes(plan: Iterable[SubTask], found: Mapping[str, Outcome], changing: Collection[str] = ()) -> str:
    """List how each sub-task of the plan ended (deliverer).

    `changing`: tools whose calls are not to be made again for what is not solved (manager).
    """
    blocks: list[str] = []
    for task in plan:
        outcome = found.get(task.id)
        status = outcome.status if outcome else "not started"
        block = f"- {task.id} [{status}] {_line(task.content)}"
        if outcome and outcome.answer:
            block += f"\n   answer: {_indent(outcome.answer)}"
        if outcome and outcome.reason:
            block += f"\n   reason: {_indent(outcome.reason)}"
        if outcome and outcome.status != "solved" and (made := _made(outcome, changing)):
            block += f"\n   done, and not to be done again: {_indent(made)}"
        blocks.append(block)
    return "\n".join(blocks)


def _made(outcome: Outcome, tools: Collection[str]) -> str:
    """Name the calls of some tools that returned something, the first ones of many."""
    made = [call_line(each.tool, each.arguments) for each in outcome.evidence if each.ok and each.tool in tools]
    more = [f"and {len(made) - _MOST_NAMED} more"] if len(made) > _MOST_NAMED else []
    return "; ".join([*made[:_MOST_NAMED], *more])


def _entry(title: str, *fields: tuple[str, str], **more: str) -> str:
    named = [*fields, *more.items()]
    return "\n".join([_line(title), *(f"   {name}: {_indent(text)}" for name, text in named)])


def _levels(steps: Iterable[Attempt]) -> list[list[Attempt]]:
    """Return the steps of the path, each with its calls: those that share a depth are one step."""
    return [list(group) for _, group in groupby(steps, key=lambda each: each.depth)]


def _line(text: str) -> str:
    return " ".join(text.split())


def _indent(text: str) -> str:
    return text.strip().replace("\n", "\n   ")
