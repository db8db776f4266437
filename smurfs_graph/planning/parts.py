"""A plan that a model writes by itself, as the arguments of `make_plan`: a few parts that are solved at once.

Pure. A request that one part ends, which builds on all others, or whose parts are questions of their own, needs no
writer: the parts are then told that the user reads them, and code joins their answers.
"""

from collections.abc import Collection, Mapping
from typing import Any, cast

from smurfs_graph.canonical import data_in
from smurfs_graph.planning.check import complaints, plain_id
from smurfs_graph.planning.forms import Constraint
from smurfs_graph.planning.lengths import LONGEST_CONSTRAINT, LONGEST_CONTENT, LONGEST_LABEL
from smurfs_graph.planning.plan import Plan, SubTask

MAKE_PLAN = "make_plan"
"""The name under which it is bound."""
FEWEST, MOST = 2, 4
"""Parts of a plan."""
_LONGEST_LIST = 12
"""More than any list may have, so that one which is too long is seen and complained of, not cut."""
_DESCRIPTION = (
    "Split a long request into parts that are solved at once, each by an assistant that sees only its part. Use it "
    "only when the same several-step work is to be done for two or more things that are already known by name, or for "
    "unrelated questions that take several calls each. Otherwise call the tools directly: one chain of look-ups, "
    "independent single calls (make them all in one reply), or a list you have not seen yet."
)
_READER = "What you write is read by the user, as the answer to this request"
_SEPARATE = "What you write is read by the user, as the answer to this question"


def make_plan_document() -> tuple[str, dict[str, Any]]:
    """Return the description and the parameters with which models are offered the tool."""
    name, names = _text(LONGEST_LABEL), _list_of(_text(LONGEST_LABEL))
    part = {
        "type": "object",
        "properties": {
            "id": name,
            "content": _text(LONGEST_CONTENT, "complete in itself: names, dates, units, what to report"),
            "depends_on": {**names, "description": "ids of parts whose answers it needs"},
            "tools": names,
        },
        "required": ["id", "content"],
    }
    conditions = _list_of(_text(LONGEST_CONSTRAINT))
    named = {
        "parts": {**_list_of(part), "description": f"{FEWEST} to {MOST}; several things in one part"},
        "constraints": {**conditions, "description": "what the answer must satisfy; a question is none"},
        "form": _text(LONGEST_CONSTRAINT, "unit, length, language of the answer, where the request says it"),
        "separate": {"type": "boolean", "description": "the parts are questions of their own"},
    }
    return _DESCRIPTION, {"type": "object", "properties": named, "required": ["parts"]}


def _text(longest: int, description: str = "") -> dict[str, Any]:
    return {"type": "string", "maxLength": longest, **({"description": description} if description else {})}


def _list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "maxItems": _LONGEST_LIST, "items": items}


def read_plan(given: Mapping[str, Any], request: str, tools: Collection[str], form: str = "") -> Plan:
    """Return the plan that the arguments mean. Raises ValueError with everything that is wrong with it.

    `request`: what the parts of; `tools`: the names that there are; `form`: how every answer is to look.
    """
    listed = data_in(given.get("parts"))
    items = cast("list[Any]", listed) if isinstance(listed, list) else []
    if not FEWEST <= len(items) <= MOST or not all(isinstance(item, Mapping) for item in items):
        raise ValueError(
            f"parts: {FEWEST} to {MOST} are needed, each with id and content; join what belongs together, and call the "
            "tools directly where there is one part only"
        )
    parts = [cast("Mapping[str, Any]", item) for item in items]
    names = {str(part.get("id")): plain_id(part.get("id") or "", number) for number, part in enumerate(parts, 1)}
    plan = Plan(
        sub_tasks=tuple(
            SubTask(
                id=plain_id(part.get("id") or "", number),
                content=str(part.get("content") or ""),
                depends_on=tuple(names.get(name, name) for name in _texts(part.get("depends_on"))),
                tools=tuple(_texts(part.get("tools"))),
            )
            for number, part in enumerate(parts, 1)
        ),
        global_constraints=tuple(
            Constraint(text=text) for text in _texts(given.get("constraints")) if not text.rstrip().endswith("?")
        ),
        form=str(given.get("form") or "").strip(),
        independent=True,  # as its description says, parts are solved at once
    )
    if wrong := complaints(plan, tools=tools, limit=MOST):
        raise ValueError("; ".join(wrong[:6]))
    return _without_writer(plan, request, separate=given.get("separate") is True, form=form)


def ending_part(plan: Plan) -> SubTask | None:
    """Return the part that builds on all others, at first or at second hand; None where there is none."""
    for task in plan.sub_tasks:
        found, left = {task.id}, list(task.depends_on)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += plan[name].depends_on
        if len(found) == len(plan.sub_tasks) > 1:
            return task
    return None


def _without_writer(plan: Plan, request: str, *, separate: bool, form: str) -> Plan:
    """Return the plan with its parts told who reads them, where nobody has to write the answer of them."""
    if plan.global_constraints:
        return plan
    form = "; ".join(filter(None, [plan.form, form]))
    last = ending_part(plan)
    if last is not None:
        told = f"{last.content}\n{_READER}: {request}"
        tasks = [_tell_reader(task, told, form) if task is last else task for task in plan.sub_tasks]
        return plan.model_copy(update={"sub_tasks": tuple(tasks), "written_by": "last"})
    if separate and not any(task.depends_on for task in plan.sub_tasks):
        tasks = [_tell_reader(task, f"{task.content}\n{_SEPARATE}.", form) for task in plan.sub_tasks]
        return plan.model_copy(update={"sub_tasks": tuple(tasks), "written_by": "parts"})
    return plan


def _tell_reader(task: SubTask, content: str, form: str) -> SubTask:
    return task.model_copy(update={"content": f"{content}\nIts form: {form}" if form else content})


def _texts(value: Any) -> list[str]:
    found = data_in(value)
    if isinstance(found, str):
        return [found] if found.strip() else []
    return [str(item) for item in cast("list[Any]", found) if str(item).strip()] if isinstance(found, list) else []
