"""Is a plan that a model wrote a plan at all? Complaints for the model, and a safe repair when it will not learn.

Pure. PMC never validated its plans; here nothing runs that was not checked (docs/how-it-works.md, PMC).
"""

import re
from collections.abc import Collection, Iterable
from graphlib import CycleError, TopologicalSorter
from typing import Any, cast

from smurfs_graph.planning.forms import Constraint
from smurfs_graph.planning.plan import ChoiceSpec, Plan, SubTask

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def complaints(plan: Plan, *, tools: Collection[str], limit: int, executors: Collection[str] = ()) -> list[str]:
    """Return everything that is wrong with a plan, each with the names that it is about; empty for a sound one.

    `executors`: where there are any, each sub-task has to name one.
    """
    if not plan.sub_tasks:
        return ["sub_tasks: the plan is empty; list at least one sub-task"]
    found = _about_ids(plan, limit)
    ids = {task.id for task in plan.sub_tasks}
    for task in plan.sub_tasks:
        found += _about_edges(task, ids)
        if not task.content.strip():
            found.append(f"sub-task {task.id!r}: content is empty")
        unknown = [name for name in task.tools if name not in tools]
        if unknown:
            found.append(f"sub-task {task.id!r}: tools: {', '.join(map(repr, unknown))} are not among the tools")
        if executors and task.executor not in executors and not task.prepared:
            found.append(f"sub-task {task.id!r}: executor: {task.executor!r:.80} is none of {', '.join(executors)}")
    if cycle := _cycle(plan.sub_tasks):
        found.append(f"depends_on: the sub-tasks wait for each other in a circle: {' -> '.join(cycle)}")
    found += _about_choice(plan, ids)
    for text in sorted(_local_and_global(plan)):
        found.append(f"constraints: {text!r} is named both for a sub-task and for the whole; keep one of the two")
    return found


def merge_repeated(plan: Plan) -> Plan:
    """Return the plan without the conditions of sub-tasks that it sets for the whole in the same words and form."""
    whole = {(_words(item), item.check) for item in plan.global_constraints}
    tasks = [
        task.model_copy(
            update={
                "local_constraints": tuple(
                    item for item in task.local_constraints if (_words(item), item.check) not in whole
                )
            }
        )
        for task in plan.sub_tasks
    ]
    return plan.model_copy(update={"sub_tasks": tuple(tasks)})


def repair(plan: Plan, *, tools: Collection[str], limit: int, executors: Collection[str] = ()) -> Plan:
    """Return a sound plan as near to this one as can be had. Raises ValueError for a plan with no content at all.

    Unknown tools, executors and edges are dropped, circles are cut where they point forward in the list, repeated ids
    are renamed, surplus sub-tasks are joined into the last one, a wish that is both local and global stays global.
    """
    tasks = [task for task in plan.sub_tasks if task.content.strip()]
    if not tasks:
        raise ValueError("no sub-task of the plan has a content")
    tasks = _join_surplus(_rename_repeated(tasks), limit)
    ids = [task.id for task in tasks]
    twice = _local_and_global(plan)
    mended = [
        task.model_copy(
            update={
                "depends_on": tuple(dict.fromkeys(name for name in task.depends_on if name in ids and name != task.id)),
                "tools": tuple(name for name in task.tools if name in tools),
                "executor": task.executor if task.executor in executors else "",
                "local_constraints": tuple(item for item in task.local_constraints if item.text not in twice),
            }
        )
        for task in tasks
    ]
    if _cycle(mended):
        earlier = {name: set(ids[:at]) for at, name in enumerate(ids)}
        mended = [
            task.model_copy(update={"depends_on": tuple(name for name in task.depends_on if name in earlier[task.id])})
            for task in mended
        ]
    return plan.model_copy(update={"sub_tasks": tuple(mended), "choice": _choice_among(plan, ids)})


def _about_ids(plan: Plan, limit: int) -> list[str]:
    ids = [task.id for task in plan.sub_tasks]
    found = [f"sub_tasks: id {name!r} is used more than once" for name in dict.fromkeys(ids) if ids.count(name) > 1]
    if len(ids) > limit:
        found.append(f"sub_tasks: there are {len(ids)}, at most {limit} are allowed; join those that belong together")
    return found


def _about_edges(task: SubTask, ids: Collection[str]) -> list[str]:
    """Return complaints about a sub-task that depends on itself or on one that does not exist."""
    found = [
        f"sub-task {task.id!r}: depends_on: there is no sub-task {name!r} (there are {', '.join(sorted(ids))})"
        for name in task.depends_on
        if name not in ids
    ]
    if task.id in task.depends_on:
        found.append(f"sub-task {task.id!r}: depends_on: it depends on itself")
    return found


def _about_choice(plan: Plan, ids: Collection[str]) -> list[str]:
    """Return complaints about a choice, and about the calls that prepare it."""
    found = [
        f"sub-task {task.id!r}: a prepared call needs exactly one tool"
        for task in plan.sub_tasks
        if task.prepared and len(task.tools) != 1
    ]
    if plan.choice is None:
        return found
    picked = [pick.sub_task for pick in plan.choice.picks]
    named = [*picked, *(name for goal in plan.choice.goals for name in goal.sub_tasks)]
    found += [f"choice: there is no sub-task {name!r}" for name in dict.fromkeys(named) if name not in ids]
    twice = [name for name in dict.fromkeys(picked) if picked.count(name) > 1]
    found += [f"choice: sub-task {name!r} is picked from twice" for name in twice]
    return found + [
        f"choice: of {pick.sub_task!r}, at least {pick.least} and at most {pick.most} cannot be had"
        for pick in plan.choice.picks
        if pick.least > pick.most
    ]


def _cycle(tasks: Iterable[SubTask]) -> list[str]:
    graph = {task.id: [name for name in task.depends_on if name != task.id] for task in tasks}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def _local_and_global(plan: Plan) -> set[str]:
    whole: dict[str, Constraint] = {item.predicate: item for item in plan.global_constraints}
    return {item.text for task in plan.sub_tasks for item in task.local_constraints if item.predicate in whole}


def _words(constraint: Constraint) -> str:
    return " ".join(constraint.text.lower().split())


def _choice_among(plan: Plan, ids: Collection[str]) -> ChoiceSpec | None:
    """Return the choice as far as its sub-tasks exist."""
    spec = plan.choice
    if spec is None:
        return None
    picks = {pick.sub_task: pick for pick in spec.picks if pick.sub_task in ids and pick.least <= pick.most}
    goals = [
        goal.model_copy(update={"sub_tasks": tuple(name for name in goal.sub_tasks if name in ids)})
        for goal in spec.goals
    ]
    return spec.model_copy(update={"picks": tuple(picks.values()), "goals": tuple(goals)})


def _rename_repeated(tasks: list[SubTask]) -> list[SubTask]:
    seen: set[str] = set()
    renamed: list[SubTask] = []
    for number, task in enumerate(tasks, 1):
        name = task.id
        while name in seen:
            name = f"s{number}_{len(seen)}"
        seen.add(name)
        renamed.append(task.model_copy(update={"id": name}))
    return renamed


def _join_surplus(tasks: list[SubTask], limit: int) -> list[SubTask]:
    """Join the sub-tasks beyond the limit into the last one that is allowed."""
    if len(tasks) <= limit:
        return tasks
    kept, surplus = tasks[: limit - 1], tasks[limit - 1 :]
    names = {task.id for task in surplus}
    last = surplus[0].model_copy(
        update={
            "content": "\n".join(task.content for task in surplus),
            "depends_on": tuple(
                dict.fromkeys(name for task in surplus for name in task.depends_on if name not in names)
            ),
            "local_constraints": tuple(item for task in surplus for item in task.local_constraints),
            "tools": tuple(dict.fromkeys(name for task in surplus for name in task.tools)),
        }
    )
    return [*kept, last]


def lost_keys(written: Any, read: Any) -> list[str]:
    """Return the keys of written data that its reader has not taken up, at any depth: misspelt ones."""
    if isinstance(written, dict) and isinstance(read, dict):
        given, taken = cast("dict[str, Any]", written), cast("dict[str, Any]", read)
        inner = [key for name, value in given.items() if name in taken for key in lost_keys(value, taken[name])]
        return [str(name) for name in given if name not in taken] + inner
    if isinstance(written, list | tuple) and isinstance(read, list):
        pairs = zip(cast("list[Any]", written), cast("list[Any]", read), strict=False)
        return list(dict.fromkeys(key for one, other in pairs for key in lost_keys(one, other)))
    return []


def plain_id(text: object, number: int) -> str:
    """Return an id that a sub-task may have, as near to what a model wrote as can be had."""
    wanted = "_".join(str(text).split())
    if isinstance(text, int) or wanted.isdigit():
        wanted = f"s{wanted}"
    return wanted if _ID.fullmatch(wanted) else f"s{number}"
