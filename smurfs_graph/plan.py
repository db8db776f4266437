"""The plan: sub-tasks, what they depend on, and the constraints on them (DESIGN: words).

Pure data. The order of `Plan.sub_tasks` is part of a run's identity: it is never re-sorted.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.constraints.forms import Constraint


class SubTask(BaseModel):
    """One self-contained instruction, solved by one depth-first search over tool calls."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    content: str
    parameters: dict[str, Any] = Field(default_factory=dict)
    """What a tool will need, as far as it is known."""
    depends_on: tuple[str, ...] = ()
    local_constraints: tuple[Constraint, ...] = ()
    tools: tuple[str, ...] = ()
    """Candidate tools; empty means all permitted ones."""


class Plan(BaseModel):
    """A directed acyclic graph of sub-tasks, plus the constraints on the whole."""

    model_config = ConfigDict(frozen=True)

    sub_tasks: tuple[SubTask, ...]
    global_constraints: tuple[Constraint, ...] = ()

    def __getitem__(self, sub_task_id: str) -> SubTask:
        """The sub-task of that id; KeyError where there is none."""
        for sub_task in self.sub_tasks:
            if sub_task.id == sub_task_id:
                return sub_task
        raise KeyError(sub_task_id)


def sequence(contents: list[str], constraints: tuple[Constraint, ...] = ()) -> Plan:
    """A plan in which every sub-task builds on all earlier ones (Smurfs, least-to-most decomposition)."""
    ids = [f"s{number}" for number in range(1, len(contents) + 1)]
    return Plan(
        sub_tasks=tuple(
            SubTask(id=ids[at], content=content, depends_on=tuple(ids[:at])) for at, content in enumerate(contents)
        ),
        global_constraints=constraints,
    )


__all__ = ["Constraint", "Plan", "SubTask", "sequence"]
