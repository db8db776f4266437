"""The plan: sub-tasks, what they depend on, the constraints on them, and the choice to be made among their results.

Pure data. The order of `Plan.sub_tasks` is part of a run's identity: it is never re-sorted.
"""

from collections.abc import Collection
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.planning.forms import Constraint

TASK = "solve."
"""Prefix of a sub-task's LangGraph task; the sub-task's id follows."""


class SubTask(BaseModel):
    """One self-contained instruction, solved by one depth-first search over tool calls."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    content: str
    parameters: dict[str, Any] = Field(default_factory=dict)
    """Values that a tool will need, as far as they are known."""
    depends_on: tuple[str, ...] = ()
    local_constraints: tuple[Constraint, ...] = ()
    tools: tuple[str, ...] = ()
    """Candidate tools; empty means all permitted ones."""
    executor: str = ""
    """Name of its executor in `Settings.executors`; empty where none is named: then all tools are permitted."""
    instructions: str = ""
    """Instructions to the executor beside the content."""
    whole: bool = False
    """It is the request itself: its answer is read by the user."""
    prepared: bool = False
    """`parameters` are the arguments of its one tool: the call is made without asking a model, and what comes back is
    handed over as records."""


class Pick(BaseModel):
    """A sub-task, and how many of its candidates to choose."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sub_task: str
    least: int = Field(default=1, ge=0)
    most: int = Field(default=1, ge=0)


class Goal(BaseModel):
    """A field whose sum over the choice is to be as small or as large as possible."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    field: str
    sense: Literal["minimise", "maximise"] = "minimise"
    sub_tasks: tuple[str, ...] = ()
    """Empty: all that have the field."""
    unit: str = ""


class ChoiceSpec(BaseModel):
    """A choice among the candidates that sub-tasks hand over, under the plan's typed constraints."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    picks: tuple[Pick, ...] = ()
    """Empty: one of each sub-task that hands over candidates on which a constraint or goal bears."""
    goals: tuple[Goal, ...] = ()
    """The more important ones first."""
    domain: str = ""
    """Name of the domain whose solver makes the choice; empty for the general one."""
    facts: dict[str, Any] = Field(default_factory=dict)
    """Facts for that solver besides candidates and constraints."""


class Plan(BaseModel):
    """A directed acyclic graph of sub-tasks, plus the constraints on the whole."""

    model_config = ConfigDict(frozen=True)

    sub_tasks: tuple[SubTask, ...]
    main_task: str = ""
    """The request in the words of PMC's manager."""
    global_constraints: tuple[Constraint, ...] = ()
    choice: ChoiceSpec | None = None
    form: str = ""
    """Form of the answer, as the request says it."""
    written_by: Literal["", "last", "parts"] = ""
    """Author of the answer beside the deliverer: the part that builds on all others, or each part its own."""
    independent: bool = False
    """It says that its sub-tasks may run at the same time, also those that change something."""

    def __getitem__(self, sub_task_id: str) -> SubTask:
        """Return the sub-task of that id; KeyError where there is none."""
        for sub_task in self.sub_tasks:
            if sub_task.id == sub_task_id:
                return sub_task
        raise KeyError(sub_task_id)


def sequence(contents: list[str], constraints: tuple[Constraint, ...] = (), *, reach: int | None = None) -> Plan:
    """Return a plan in which every sub-task builds on all earlier ones (Smurfs, least-to-most decomposition).

    `reach`: on so many before it only; 0: on none.
    """
    ids = [f"s{number}" for number in range(1, len(contents) + 1)]
    firsts = [0 if reach is None else max(0, at - reach) for at in range(len(ids))]
    return Plan(
        sub_tasks=tuple(
            SubTask(id=ids[at], content=content, depends_on=tuple(ids[firsts[at] : at]))
            for at, content in enumerate(contents)
        ),
        global_constraints=constraints,
        independent=reach == 0,
    )


def changes_in_turn(plan: Plan, changing: Collection[str]) -> dict[str, str]:
    """Return for each sub-task of `changing` the one of them that it waits for besides its dependencies.

    Sub-tasks that may change something run in plan order, as far as dependencies allow, unless the plan says that they
    are independent. `changing`: ids. Raises KeyError for a dependency that is not in the plan, ValueError for a circle.
    """
    if plan.independent:
        return {}
    left, order = list(plan.sub_tasks), list[str]()
    while left:
        free = next((task for task in left if all(name in order for name in task.depends_on)), None)
        if free is None:
            missing = {name for task in left for name in task.depends_on} - {task.id for task in plan.sub_tasks}
            raise KeyError(*missing) if missing else ValueError("sub-tasks depend on each other in a circle")
        left.remove(free)
        order.append(free.id)
    turns = [name for name in order if name in changing]
    return dict(zip(turns[1:], turns, strict=False))


__all__ = ["ChoiceSpec", "Constraint", "Goal", "Pick", "Plan", "SubTask", "changes_in_turn", "sequence"]
