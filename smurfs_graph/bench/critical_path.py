"""The critical path of a run: the longest chain of model calls that wait for each other."""

from collections import Counter
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Any

from smurfs_graph.budgets.usage import Usage
from smurfs_graph.planning.plan import Plan


def critical_path(result: Mapping[str, Any]) -> int:
    """Model calls on it, from a run's plan and ledger.

    The calls of one sub-task follow each other, and a sub-task follows all that it depends on. Calls before the plan,
    after it, and of sub-tasks that a revision took out of it stand alone.
    """
    usage: Usage = result.get("usage") or Usage()
    plan: Plan | None = result.get("plan")
    calls = Counter[str]()
    for row in usage.rows:
        calls[row.sub_task] += row.calls
    before = {task.id: task.depends_on for task in plan.sub_tasks} if plan else {}
    until: dict[str, int] = {}
    for name in TopologicalSorter(before).static_order():
        if name in before:
            until[name] = calls[name] + max((until.get(each, 0) for each in before[name]), default=0)
    alone = sum(count for name, count in calls.items() if name not in before)
    return alone + max(until.values(), default=0)
