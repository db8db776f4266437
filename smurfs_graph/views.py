"""What each prompt may see, as text (DESIGN 3.4): views over the state, laid out the same way everywhere."""

import json
from collections.abc import Iterable, Mapping

from smurfs_graph.canonical import canonical_json
from smurfs_graph.clarification import Clarification
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.outcome import Outcome
from smurfs_graph.plan import Constraint, SubTask
from smurfs_graph.search import Attempt
from smurfs_graph.state import Known
from smurfs_graph.tools.output import cut
from smurfs_graph.tools.tool import Tool

MEMORY_CHARS = 1200
"""What one question, thought or answer may take up in another prompt."""
REASON_CHARS = 400
"""What the reason for a popped tool may take up."""


def tool_names(tools: Iterable[Tool]) -> str:
    """The tools by name only (planner)."""
    return "\n".join(f"- {tool.name}" for tool in tools)


def tool_list(tools: Iterable[Tool]) -> str:
    """τ: names and descriptions."""
    return "\n".join(tool.summary for tool in tools)


def documents(tools: Iterable[Tool]) -> str:
    """Full documents, one JSON object per line."""
    return "\n".join(tool.document for tool in tools)


def sub_task(task: SubTask, *, details: bool = False) -> str:
    """The instruction; with `details`, also its known parameters and local constraints (executor: arguments)."""
    lines = [task.content]
    if details and task.parameters:
        lines.append(f"parameters: {json.dumps(task.parameters, ensure_ascii=False)}")
    if details and task.local_constraints:
        lines += [f"constraint: {constraint.text}" for constraint in task.local_constraints]
    return "\n".join(lines)


def sub_tasks(tasks: Iterable[SubTask]) -> str:
    """The planner's list, with ids (manager)."""
    return "\n".join(f"- {task.id}: {_line(task.content)}" for task in tasks)


def known(items: Iterable[Known]) -> str:
    """Dependencies as question-answer pairs."""
    return _numbered((item.question, "answer", item.answer) for item in items)


def local_memory(steps: Iterable[Attempt], limit: int = MEMORY_CHARS) -> str:
    """M: the (thought, answer) pairs of the current path."""
    return _numbered(((step.call.thought or f"use {step.call.tool}", "answer", step.answer) for step in steps), limit)


def global_memory(attempts: Iterable[Attempt], limit: int) -> str:
    """Every attempt with what came of it, within `limit` characters (closing answer)."""
    items = [
        (
            f"{attempt.call.tool} {canonical_json(attempt.call.arguments)}",
            "answer" if attempt.answer else "failed",
            attempt.answer or attempt.reason,
        )
        for attempt in attempts
    ]
    return cut(_numbered(items), limit)


def popped(tools: Mapping[str, str]) -> str:
    """The tools that are used up at this depth, and why."""
    return "\n".join(f"- {name}: {_line(cut(why, REASON_CHARS))}" for name, why in tools.items())


def constraints(items: Iterable[Constraint]) -> str:
    """Constraints in the user's words."""
    return "\n".join(f"- {item.text}" for item in items)


def clarifications(items: Iterable[Clarification]) -> str:
    """What the user was asked and said (planner)."""
    return _numbered((item.question, "answer", item.answer or "(none)") for item in items)


def choice(report: ChoiceReport | None) -> str:
    """The choice that was made among candidates, or why there is none (deliverer)."""
    return f"{report.status}: {report.text}" if report else ""


def verdicts(items: Iterable[Verdict]) -> str:
    """What became of the constraints (deliverer)."""
    return "\n".join(f"- {item.text}: {item.standing}{f' ({item.detail})' if item.detail else ''}" for item in items)


def outcomes(plan: Iterable[SubTask], found: Mapping[str, Outcome]) -> str:
    """How each sub-task of the plan ended (deliverer)."""
    blocks: list[str] = []
    for task in plan:
        outcome = found.get(task.id)
        status = outcome.status if outcome else "not started"
        block = f"- {task.id} [{status}] {_line(task.content)}"
        if outcome and outcome.answer:
            block += f"\n   answer: {_indented(outcome.answer)}"
        if outcome and outcome.reason:
            block += f"\n   reason: {_indented(outcome.reason)}"
        blocks.append(block)
    return "\n".join(blocks)


def _numbered(items: Iterable[tuple[str, str, str]], limit: int = MEMORY_CHARS) -> str:
    return "\n".join(
        f"{number}. {_line(cut(title, MEMORY_CHARS))}\n   {label}: {_indented(cut(text, limit))}"
        for number, (title, label, text) in enumerate(items, 1)
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n   ")
