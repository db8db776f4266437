"""Questions to a person in words, for a terminal: complete where that fits, and never silently cut."""

from textwrap import wrap
from typing import Any

from smurfs_graph.canonical import canonical_json
from smurfs_graph.cli.showing import shortened, visible
from smurfs_graph.run_view import arguments_of

_SUB_TASKS = 40
"""Sub-tasks of a plan that are listed."""


def laid_out(text: str, width: int) -> str:
    """The text in lines that fit; what goes on in another line stands below its beginning."""
    lines: list[str] = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        lines += wrap(line, max(width, 24), subsequent_indent=indent, break_on_hyphens=False) or [""]
    return "\n".join(lines)


def described(question: dict[str, Any]) -> str:
    """A question in words, with the complaint about the last answer, if any."""
    complaint = question.get("complaint")
    kinds = {"tool_call": _call, "call_in_doubt": _doubt, "clarification": _clarification}
    words = kinds.get(str(question.get("kind")), _plan)(question)
    return f"that did not pass: {shortened(str(complaint))}\n{words}" if complaint else words


def _clarification(question: dict[str, Any]) -> str:
    return f"\nA question about the request:\n  {shortened(question['question'])}"


def _call(question: dict[str, Any]) -> str:
    arguments = ", ".join(
        f"{visible(name)}={shortened(canonical_json(value))}" for name, value in question["arguments"].items()
    )
    effects = ", ".join(question.get("effects", []))
    lines = [
        f"\n{question['sub_task']}: {shortened(question['content'], 400)}",
        f"  wants to call {visible(question['tool'])}({arguments})",
        f"  {shortened(question['description'], 400)}",
    ]
    return "\n".join([*lines, *([f"  effects: {visible(effects)}"] if effects else [])])


def _doubt(question: dict[str, Any]) -> str:
    lines = [
        _call(question).replace("  wants to call ", "  The process ended while it was calling ", 1),
        "  The call may have been made. approve: make it again; edit: write what it brought; reject: leave it.",
    ]
    return "\n".join(lines)


def _plan(question: dict[str, Any]) -> str:
    plan: dict[str, Any] = question.get("plan", {})
    tasks: list[dict[str, Any]] = plan.get("sub_tasks", [])
    lines = ["", "The plan:"]
    for task in tasks[:_SUB_TASKS]:
        after = f"  (after {', '.join(task['depends_on'])})" if task["depends_on"] else ""
        lines.append(f"  {task['id']}  {shortened(' '.join(task['content'].split()), 300)}{shortened(after, 200)}")
        if task.get("parameters"):
            lines.append(f"      with {shortened(arguments_of(task['parameters']), 600)}")
        lines += [f"      · {shortened(item['text'], 300)}" for item in task["local_constraints"]]
    if len(tasks) > _SUB_TASKS:
        lines.append(f"  … and {len(tasks) - _SUB_TASKS} more sub-tasks; edit shows them all")
    lines += [f"  whole: {shortened(item['text'], 300)}" for item in plan.get("global_constraints", [])]
    spec: dict[str, Any] = plan.get("choice") or {}
    facts: dict[str, Any] = spec.get("facts") or {}
    choice: dict[str, Any] = {name: value for name, value in spec.items() if name != "facts"}
    choice |= {
        f"facts.{name}" if name in choice else name: value for name, value in facts.items()
    }  # none hides another
    if said := {name: value for name, value in choice.items() if value}:
        lines.append(f"  choice: {shortened(arguments_of(said), 600)}")
    return "\n".join(lines)
