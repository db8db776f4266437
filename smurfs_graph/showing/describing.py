"""Questions to a person in words: complete where that fits, never silently cut, and no line of them can be faked.

What models and tools wrote stands in one line each, and values stand as JSON, so that their quotes hold them.
"""

import re
from collections.abc import Iterator, Sequence
from textwrap import TextWrapper
from typing import Any

from rich.cells import get_character_cell_size

from smurfs_graph.canonical import canonical_json
from smurfs_graph.planning.decisions import single_questions
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.showing.text import MAX_CHARS, count_of, in_a_line, shorten, shorten_middle, visible

_SUB_TASKS = 40
"""Sub-tasks of a plan that are listed."""
WHOLE = 10**9
"""Characters: nothing is cut."""
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
MARK = "│"
"""Begins a line that goes on with the one above it; where a line of a question begins so, it is written out."""
_FALSE_MARK = re.compile(rf"^( *){MARK}", re.MULTILINE)
_LINE_END = re.compile(r"\n|(?<=\r)(?!\n)")
"""Of a program; what stands behind a carriage return is no comment any more."""
_NARROWEST = 24
"""Columns of a terminal; a narrower one breaks lines by itself."""


def laid_out(text: str, width: int, *, further: int = 4) -> str:
    """Return the text in lines that fit; what goes on in another line is indented so many characters further."""
    lines: list[str] = []
    # Addresses stay whole.
    wrapper = TextWrapper(max(width, _NARROWEST), break_on_hyphens=False, break_long_words=False)
    for line in text.splitlines():
        wrapper.subsequent_indent = " " * (_indent(line) + further)
        lines += wrapper.wrap(line) or [""]
    return "\n".join(lines)


def laid_out_whole(text: str, width: int) -> str:
    """Return a question in lines that fit; behind the mark each goes on with the very next character, blanks too."""
    whole = _FALSE_MARK.sub(r"\1\\u2502", text)
    lines = (part for line in whole.split("\n") for part in _parts_of(line, max(width, _NARROWEST)))
    return "\n".join(lines)


def _parts_of(line: str, width: int) -> Iterator[str]:
    indent = " " * min(_indent(line) + 4 - len(MARK), _NARROWEST // 2) + MARK
    start, before = 0, ""
    while (end := _end_of_part(line, start, width - len(before))) < len(line):
        yield before + line[start:end]
        start, before = end, indent
    yield before + line[start:]


def _end_of_part(line: str, start: int, room: int) -> int:
    """Return where the next line begins: with blanks where there are some, which nobody sees at the end of one."""
    before_blanks = 0
    for at in range(start, len(line)):
        if line[at] == " " and at > start and line[at - 1] != " ":
            before_blanks = at
        room -= get_character_cell_size(line[at])
        if room < 0:
            return before_blanks or max(at, start + 1)
    return len(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def describe(question: dict[str, Any], *, whole: bool = False) -> str:
    """Say a question in words, with the complaint about the last answer, if any; `whole`: nothing is cut."""
    complaint = question.get("complaint")
    limit = WHOLE if whole else MAX_CHARS
    match question.get("kind"):
        case "tool_call":
            words = _call(question, "wants to call", limit)
        case "tool_calls":
            words = "\n".join(_call(each, "wants to call", limit) for each in single_questions(question))
        case "call_in_doubt":
            words = "\n".join((_call(question, "The process ended while it was calling", limit), _DOUBT))
        case "clarification":
            words = f"\nA question about the request:\n  {in_a_line(str(question['question']), limit)}"
        case _:
            words = _plan(question, limit)
    return f"that did not pass: {in_a_line(str(complaint), limit)}\n{words}" if complaint else words


def plan_decision(decision: str, by: str, when: str) -> str:
    """Say what a person decided about a plan. `by`: empty where nobody is named."""
    done = {"approve": "approved as it stood", "edit": "changed and approved", "reject": "rejected"}.get(decision)
    return f"The plan was {done or visible(decision)} by {in_a_line(by, 80) or 'a person'}, {when}"


def plan_changes(before: dict[str, Any], now: dict[str, Any]) -> str:
    """Return in a line what differs between two plans, as questions hold them; empty where nothing does."""
    old, new = ({str(task["id"]): task for task in plan.get("sub_tasks", [])} for plan in (before, now))
    differing = {
        "new": [name for name in new if name not in old],
        "changed": [name for name in new if name in old and new[name] != old[name]],
        "gone": [name for name in old if name not in new],
        "also changed": [name for name in before if name != "sub_tasks" and before[name] != now.get(name)],
    }
    said = [f"{what}: {', '.join(map(_name, names))}" for what, names in differing.items() if names]
    return f"since the last time: {in_a_line('; '.join(said), MAX_CHARS)}" if said else ""


def arguments_shown(arguments: dict[str, Any], limit: int = MAX_CHARS) -> str:
    """Return arguments as name=value, each cut in its middle; whatever they hold, it stays between its quotes."""
    return ", ".join(
        f"{_name(name)}={shorten_middle(canonical_json(value), limit)}" for name, value in arguments.items()
    )


def call_shown(tool: str, arguments: dict[str, Any]) -> str:
    """Return a call as tool(name=value), in one line."""
    return f"{_name(tool)}({arguments_shown(arguments)})"


_DOUBT = "  The call may have been made. repeat: make it again; leave: go on without it; made: and what it brought."


def _name(name: str) -> str:
    return name if _NAME.fullmatch(name) else visible(canonical_json(name))


def _call(question: dict[str, Any], what: str, limit: int) -> str:
    """Describe a call that a person decides on: its sub-task, what will run, its effects and why it is asked about."""
    effects = ", ".join(map(str, question.get("effects", [])))
    arguments = question["arguments"]
    called = [f"  {what} {_name(str(question['tool']))}({arguments_shown(arguments, limit)})"]
    if question["tool"] == RUN_PYTHON and isinstance(arguments.get("code"), str):
        called = ["  wants to run a program:", *_program(arguments["code"], limit)]
    lines = [
        f"\n{in_a_line(str(question['sub_task']))}: {in_a_line(str(question['content']), min(limit, 400))}",
        *called,
        f"  {in_a_line(str(question['description']), min(limit, 400))}",
    ]
    if effects:
        lines.append(f"  effects: {in_a_line(effects)}")
    if (why := question.get("why")) and why != f"its effects are {effects}":
        lines.append(f"  asked because: {in_a_line(str(why), min(limit, 400))}")
    return "\n".join(lines)


def _program(source: str, limit: int) -> list[str]:
    """Return a program's lines with their numbers, those in its middle left out where it is long."""
    lines = [f"    {number:>3} ┆ {_code(line)}" for number, line in enumerate(_LINE_END.split(source), 1)]
    if sum(map(len, lines)) <= limit:
        return lines
    head = _as_far_as(lines, limit - limit // 4)
    tail = _as_far_as(lines[len(head) :][::-1], limit // 4)[::-1]
    left = len(lines) - len(head) - len(tail)
    return [*head, f"        … ({count_of(left, 'more line')}) …", *tail] if left else [*head, *tail]


def _code(line: str) -> str:
    """Return a line of a program with its blanks to be seen: a terminal shows tabs as some, and none at its end."""
    shown = visible(line).replace("\t", "\\t")
    return f"{shown[:-1]}\\x20" if shown.endswith(" ") else shown


def _as_far_as(lines: Sequence[str], room: int) -> list[str]:
    """Return the lines that have room; the one that has not is cut, with a word on how much is missing."""
    kept = list[str]()
    for line in lines:
        kept.append(shorten(line, max(room, 40)))
        if (room := room - len(line)) < 0:
            break
    return kept


def _plan(question: dict[str, Any], limit: int) -> str:
    """Describe a plan that a person decides on; all of it where `limit` is WHOLE."""
    plan: dict[str, Any] = question.get("plan", {})
    tasks: list[dict[str, Any]] = plan.get("sub_tasks", [])
    most = len(tasks) if limit == WHOLE else _SUB_TASKS
    short, long = (limit, limit) if limit == WHOLE else (300, 600)
    lines = ["", "The plan:"]
    if plan.get("main_task"):
        lines.append(f"  as a whole: {in_a_line(str(plan['main_task']), short)}")
    for task in tasks[:most]:
        lines += _sub_task(task, short, long)
    if len(tasks) > most:
        lines.append(f"  … and {len(tasks) - most} more sub-tasks; edit shows them all")
    for item in plan.get("global_constraints", []):
        lines += _condition("  whole: ", item, short)
    spec: dict[str, Any] = plan.get("choice") or {}
    facts: dict[str, Any] = spec.get("facts") or {}
    choice: dict[str, Any] = {name: value for name, value in spec.items() if name != "facts"}
    choice |= {
        f"facts.{name}" if name in choice else name: value for name, value in facts.items()
    }  # none hides another
    if said := {name: value for name, value in choice.items() if value}:
        lines.append(f"  choice: {arguments_shown(said, long)}")
    if plan.get("form"):
        lines.append(f"  form of the answer: {in_a_line(str(plan['form']), short)}")
    if plan.get("independent") and len(tasks) > 1:
        lines.append("  its sub-tasks may run at the same time, also those that change something")
    return "\n".join(lines)


def _sub_task(task: dict[str, Any], short: int, long: int) -> list[str]:
    after = f"  (after {in_a_line(', '.join(map(str, task['depends_on'])), short)})" if task["depends_on"] else ""
    lines = [f"  {in_a_line(str(task['id']))}  {in_a_line(str(task['content']), short)}{after}"]
    lines += [
        f"      {name}: {in_a_line(str(task[name]), long)}" for name in ("executor", "instructions") if task.get(name)
    ]
    if task.get("tools"):
        lines.append(f"      tools: {', '.join(_name(str(name)) for name in task['tools'])}")
    if task.get("parameters"):
        told = "called without a model, with" if task.get("prepared") else "with"
        lines.append(f"      {told} {arguments_shown(task['parameters'], long)}")
    for item in task["local_constraints"]:
        lines += _condition("      · ", item, short)
    return lines


def _condition(label: str, item: dict[str, Any], limit: int) -> list[str]:
    """Return the lines on a condition: its words, and what code checks in their place."""
    lines = [f"{label}{in_a_line(str(item['text']), limit)}"]
    form: dict[str, Any] = item.get("check") or {}
    if form:
        said = {name: value for name, value in form.items() if value not in (None, "")}
        lines.append(f"{' ' * (len(label) + 2)}checked: {arguments_shown(said, limit)}")
    return lines
