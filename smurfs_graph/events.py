"""The one vocabulary of what happens in a run; the CLI, reports and applications read nothing else.

Events come out of LangGraph's stream (mode "custom") as plain dicts, `kind` first; `parse_event` makes them typed.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from smurfs_graph.outcome import OutcomeStatus, StopReason
from smurfs_graph.plan import Plan

VERSION = 1


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True)

    sub_task: str = ""
    """The sub-task that it belongs to; empty for the run as a whole."""


class RoleAsked(_Event):
    """A role is about to ask its model."""

    kind: Literal["role_asked"] = "role_asked"
    call: str
    model: str


class Restarted(_Event):
    """A reply had the wrong format; the role is asked again."""

    kind: Literal["restarted"] = "restarted"
    call: str
    count: int
    complaint: str


class PlanMade(_Event):
    """The plan is known."""

    kind: Literal["plan_made"] = "plan_made"
    plan: Plan


class SubTaskStarted(_Event):
    """A sub-task is being solved from now on."""

    kind: Literal["sub_task_started"] = "sub_task_started"
    content: str


class Thought(_Event):
    """What the executor thinks is missing."""

    kind: Literal["thought"] = "thought"
    depth: int
    text: str


class ToolCalled(_Event):
    """A tool is about to be called."""

    kind: Literal["tool_called"] = "tool_called"
    depth: int
    tool: str
    arguments: dict[str, Any]


class ToolAnswered(_Event):
    """A tool call has ended; `reason` says why, where it failed."""

    kind: Literal["tool_answered"] = "tool_answered"
    depth: int
    tool: str
    failed: bool
    reason: str
    chars: int
    seconds: float


class Verdict(_Event):
    """An answer was judged."""

    kind: Literal["verdict"] = "verdict"
    depth: int
    tool: str
    answer: str
    status: Literal["solved", "pending"]
    hint: str


class RolledBack(_Event):
    """The last step of the path was undone; `tool` is what it had called."""

    kind: Literal["rolled_back"] = "rolled_back"
    depth: int
    tool: str
    hint: str


class Widened(_Event):
    """The candidate tools were used up; all permitted ones are allowed now."""

    kind: Literal["widened"] = "widened"
    tools: int


class BudgetOut(_Event):
    """A budget ran out, or a model could not be asked; the run goes on to its end."""

    kind: Literal["budget_out"] = "budget_out"
    reason: StopReason
    text: str = ""


class SubTaskFinished(_Event):
    """A sub-task has its outcome."""

    kind: Literal["sub_task_finished"] = "sub_task_finished"
    status: OutcomeStatus
    answer: str
    reason: str = ""


class AnswerReady(_Event):
    """The run has its answer."""

    kind: Literal["answer_ready"] = "answer_ready"
    stop_reason: StopReason
    answer: str


Event = (
    RoleAsked
    | Restarted
    | PlanMade
    | SubTaskStarted
    | Thought
    | ToolCalled
    | ToolAnswered
    | Verdict
    | RolledBack
    | Widened
    | BudgetOut
    | SubTaskFinished
    | AnswerReady
)

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def parse_event(data: Any) -> Event:
    """The typed event of a streamed dict. Raises pydantic's ValidationError for what is none."""
    return _ADAPTER.validate_python(data)
