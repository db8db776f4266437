"""How long a run would have taken: reckoned from what it used and from what waited for what, not measured.

A declared model: so many seconds for each call of the model, for its tokens in and out, and for each tool call. The
calls of one sub-task follow each other. Sub-tasks start when all that they depend on have ended and one of `at_once`
places is free, in the order of the plan, as the scheduler starts them. Planning before and delivery after stand alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.planning.plan import Plan


class Latency(BaseModel):
    """What a model's server and the tools take, in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_call: float = Field(default=0.0, ge=0)
    per_1000_input_tokens: float = Field(default=0.0, ge=0)
    per_1000_output_tokens: float = Field(default=0.0, ge=0)
    per_tool_call: float = Field(default=0.0, ge=0)
    at_once: int = Field(default=8, ge=1)
    """Sub-tasks that are solved at once, as the setting `max_concurrency` says."""

    def of(self, row: UsageRow) -> float:
        """The calls of one role, one after the other."""
        return (
            self.per_call * row.calls
            + self.per_1000_input_tokens * row.input_tokens / 1000
            + self.per_1000_output_tokens * row.output_tokens / 1000
            + self.per_tool_call * row.tool_calls
        )


def seconds_of(result: Mapping[str, Any], latency: Latency) -> float:
    """Of a run, from its plan and its ledger. Sub-tasks that a revision took out of the plan count in full."""
    usage: Usage = result.get("usage") or Usage()
    plan: Plan | None = result.get("plan")
    taken: dict[str, float] = {}
    for row in usage.rows:
        taken[row.sub_task] = taken.get(row.sub_task, 0.0) + latency.of(row)
    tasks = {task.id: task.depends_on for task in plan.sub_tasks} if plan else {}
    alone = sum(seconds for name, seconds in taken.items() if name not in tasks)
    return alone + makespan({name: taken.get(name, 0.0) for name in tasks}, tasks, latency.at_once)


def makespan(seconds: Mapping[str, float], depends_on: Mapping[str, Sequence[str]], at_once: int) -> float:
    """Seconds from the first start to the last end. A dependency that is not among the sub-tasks is not waited for."""
    ended: dict[str, float] = {}
    places = [0.0] * at_once
    left = list(seconds)
    while left:
        ready = [name for name in left if all(each in ended or each not in seconds for each in depends_on[name])]
        if not ready:
            raise ValueError(f"these wait for each other: {', '.join(left)}")
        place = min(range(at_once), key=places.__getitem__)
        starts = {name: max([places[place], *(ended.get(each, 0.0) for each in depends_on[name])]) for name in ready}
        first = min(ready, key=starts.__getitem__)
        ended[first] = places[place] = starts[first] + seconds[first]
        left.remove(first)
    return max(ended.values(), default=0.0)
