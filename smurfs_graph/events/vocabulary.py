"""The one vocabulary of what happens in a run; the CLI, reports and applications read nothing else.

Events come out of LangGraph's stream (mode "custom") as plain dicts; `parse_event` makes them typed. A node that is
repeated after an interruption says again what it had said: the same kind, sub-task and step: the later one counts.
`smurfs_graph.runs.history` tells the events of a run that is over again, from its checkpoints.
"""

import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.constraints.check import Verdict as ConstraintVerdict
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.planning.delivery import Claim, NotFound
from smurfs_graph.planning.outcome import OutcomeStatus, StopReason
from smurfs_graph.planning.plan import Plan
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.search.state import Decision

VERSION = 1
"""Raised where an event or a field is taken away or changes its meaning; new ones may come without."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True)

    at: float = 0.0
    """Seconds since 1970."""
    sub_task: str = ""
    """The sub-task that it belongs to; empty for the run as a whole."""


class StepEvent(_Event):
    """An event of one step of a sub-task's search."""

    step: int = 0
    """Number of the call within its sub-task, from 0, in the order they were decided on; unchanged by a resume."""
    depth: int
    """Steps before it on its path."""


class RunStarted(_Event):
    """A run begins; `version` is this vocabulary's."""

    kind: Literal["run_started"] = "run_started"
    version: int = VERSION
    run_id: str
    query: str
    strategy: str = ""
    model: str = ""


class RoleAsked(_Event):
    """A role is about to ask its model."""

    kind: Literal["role_asked"] = "role_asked"
    call: str
    model: str


class RoleAnswered(_Event):
    """A model has replied, or could not: what that has used."""

    kind: Literal["role_answered"] = "role_answered"
    call: str
    used: UsageRow


class PersonAsked(_Event):
    """The run waits for a person: about the plan, a tool call, a call in doubt, or what the request left open."""

    kind: Literal["person_asked"] = "person_asked"
    about: Literal["plan", "tool_call", "call_in_doubt", "clarification"]
    text: str


class PersonAnswered(_Event):
    """A person has answered, and the run goes on; about a plan: approve, edit, reject, or invalid (asked again)."""

    kind: Literal["person_answered"] = "person_answered"
    about: Literal["plan", "tool_call", "call_in_doubt", "clarification"]
    decision: str
    by: str = ""
    """The user who decided about a plan; empty where nobody is named."""


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


class Thought(StepEvent):
    """The executor thought about what is missing."""

    kind: Literal["thought"] = "thought"
    text: str


class ProgramBegan(StepEvent):
    """A program is run, or goes on; its calls are the steps from here on, and the step after them is `run_python`."""

    kind: Literal["program_began"] = "program_began"
    code: str


class ToolCalled(StepEvent):
    """A tool is about to be called."""

    kind: Literal["tool_called"] = "tool_called"
    tool: str
    arguments: dict[str, Any]
    line: int | None = None
    """The line of the program that makes the call, 0 where that cannot be told; None for a call of no program."""
    decision: Decision = ""
    """Of a person about the call; empty where nobody was asked."""


class ToolAnswered(StepEvent):
    """A tool call has ended; `reason` says why, where it failed."""

    kind: Literal["tool_answered"] = "tool_answered"
    tool: str
    failed: bool
    reason: str
    chars: int
    seconds: float
    reference: str = ""
    """Key of the full response in the store; empty where it keeps none."""
    printed: str = ""
    """Output of a program, as its model reads it; of `run_python` that did not fail."""


class CallRefused(StepEvent):
    """A call was not made: invalid arguments, a policy, a person, no tool that fits, or what it brings is known."""

    kind: Literal["call_refused"] = "call_refused"
    tool: str
    """Empty where the executor wanted none."""
    arguments: dict[str, Any]
    reason: str
    line: int | None = None
    """Line of the program, see `ToolCalled`."""


class AnswerJudged(StepEvent):
    """An answer was judged."""

    kind: Literal["verdict"] = "verdict"
    tool: str
    answer: str
    status: Literal["solved", "pending", "final"]
    hint: str


class StepRolledBack(StepEvent):
    """The last step of the path was undone; `tool` is what it had called."""

    kind: Literal["rolled_back"] = "rolled_back"
    tool: str
    hint: str


class ToolsWidened(_Event):
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


class ChoiceMade(_Event):
    """A choice among candidates was made, or it was proved that there is none."""

    kind: Literal["choice_made"] = "choice_made"
    choice: ChoiceReport


class ConstraintsChecked(_Event):
    """The constraints were checked: by code, or judged by a model."""

    kind: Literal["constraints_checked"] = "constraints_checked"
    constraints: tuple[ConstraintVerdict, ...]


class AnswerText(_Event):
    """A piece of the answer while its model writes it, masked; streamed where somebody listens to `messages` too.

    With another `message_id` the answer begins anew: a reply broke off, or turned out to be none.
    """

    kind: Literal["answer_text"] = "answer_text"
    message_id: str
    text: str


class AnswerReady(_Event):
    """The run has an answer; it may still be sent back for what it leaves out, and another one follow."""

    kind: Literal["answer_ready"] = "answer_ready"
    stop_reason: StopReason
    answer: str


class UsageKnown(_Event):
    """The run's usage so far, all its processes together. Not streamed: told when a run is read again."""

    kind: Literal["usage_known"] = "usage_known"
    usage: Usage


class RunEnded(_Event):
    """A run's result, as its state has it. Not streamed: `run_ended` makes it, and a run's history tells it."""

    kind: Literal["run_ended"] = "run_ended"
    stop_reason: StopReason
    answer: str
    constraints: tuple[ConstraintVerdict, ...] = ()
    choice: ChoiceReport | None = None
    claims: tuple[Claim, ...] = ()
    not_found: tuple[NotFound, ...] = ()
    sources: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


Event = (
    RunStarted
    | RoleAsked
    | RoleAnswered
    | PersonAsked
    | PersonAnswered
    | Restarted
    | PlanMade
    | SubTaskStarted
    | Thought
    | ProgramBegan
    | ToolCalled
    | ToolAnswered
    | CallRefused
    | AnswerJudged
    | StepRolledBack
    | ToolsWidened
    | BudgetOut
    | SubTaskFinished
    | ChoiceMade
    | ConstraintsChecked
    | AnswerText
    | AnswerReady
    | UsageKnown
    | RunEnded
)

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def parse_event(data: Any) -> Event:
    """Return the typed event of a streamed dict. Raises pydantic's ValidationError for what is none."""
    return _ADAPTER.validate_python(data)


def parse_masked(data: Any, redactor: Redactor) -> Event:
    """Return the typed event of a streamed dict, without secrets.

    Raises ValidationError where one stands in an id's place.
    """
    return parse_event({name: value if name in _PLAIN else redactor.data(value) for name, value in data.items()})


_PLAIN = frozenset({"kind", "at", "step", "depth"})


def run_ended(result: Any, at: float | None = None) -> RunEnded:
    """Return the last event of a run, from its result or from its last state."""
    known = {name: result[name] for name in RunEnded.model_fields.keys() - _Event.model_fields if result.get(name)}
    always = {"stop_reason": "cancelled", "answer": "", "at": time.time() if at is None else at}
    return RunEnded.model_validate({**always, **known})
