"""What each call of a model has to reply with: one schema per call.

The prompts beside the agents say the same in words; a reply is always validated against its schema, whatever a server
promised about its format.
"""

from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from smurfs_graph.clarification import as_question
from smurfs_graph.constraints.forms import Constraint

NONE_OF_THESE = "none of these"
"""What an executor names when no tool in its list fits."""


class Reply(BaseModel):
    """Base of the replies: unknown keys are dropped, text is stripped."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)


class PlannerReply(Reply):
    """The tool check and the decomposition, in one reply."""

    needs_tool: bool
    reason: str = ""
    sub_tasks: list[str] = Field(default_factory=list)
    constraints: list[str] = Field(default_factory=list)
    """Conditions on the whole request, in its words."""
    answer: str = ""
    question: Annotated[str, BeforeValidator(lambda value: as_question(value) if isinstance(value, str) else "")] = ""
    """What only the user can know; empty where nothing is missing."""

    @field_validator("sub_tasks")
    @classmethod
    def _no_empty_ones(cls, value: list[str]) -> list[str]:
        return [text.strip() for text in value if text.strip()]

    @model_validator(mode="after")
    def _has_what_it_decided(self) -> "PlannerReply":
        if self.question:
            return self
        if self.needs_tool and not self.sub_tasks:
            raise ValueError("needs_tool is true, so sub_tasks must list at least one sub-task")
        if not self.needs_tool and not self.answer:
            raise ValueError("needs_tool is false, so answer must hold the answer")
        return self


class ThoughtReply(Reply):
    """What is missing, and which kind of tool would find it."""

    thought: str = Field(min_length=1)


class ToolReply(Reply):
    """The name of a tool, or "none of these"."""

    tool: str = Field(min_length=1)

    @field_validator("tool", mode="before")
    @classmethod
    def _number_as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class ArgumentsReply(Reply):
    """The arguments of a call; the tool's own schema is checked after this one."""

    model_config = ConfigDict(extra="allow")


class _Thought(Reply):
    """What comes first in a reply, so that it is written first: servers keep to the order of a schema."""

    thought: str = ""


class ActionReply(ToolReply, _Thought):
    """Thought, tool and arguments at once (fused step)."""

    arguments: dict[str, Any] = Field(default_factory=dict)


class AnswerReply(Reply):
    """The answer to a sub-task, from one response or from all attempts."""

    answer: str = Field(min_length=1)


class VerdictReply(Reply):
    """Whether an answer settles its sub-task and, if not, what to find next."""

    status: Literal["solved", "pending"]
    hint: str = ""

    @field_validator("status", mode="before")
    @classmethod
    def _any_case(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class JudgedAnswerReply(VerdictReply, AnswerReply):
    """Answer and verdict at once (fused step), the answer first."""


class LinkedClaim(Reply):
    """A statement of the answer, and the ids of the sub-tasks that it rests on."""

    text: str = Field(min_length=1)
    sub_tasks: list[str] = Field(default_factory=list)


def _claims(value: Any) -> Any:
    """Claims as models write them: bare texts, one id instead of a list, numbers as ids; what is none is dropped."""
    if not isinstance(value, list):
        return []
    items: list[LinkedClaim] = []
    for item in cast("list[Any]", value):
        given = cast("dict[str, Any]", item) if isinstance(item, dict) else {"text": item}
        try:
            items.append(LinkedClaim(text=given.get("text", ""), sub_tasks=_ids(given.get("sub_tasks"))))
        except ValidationError:
            continue
    return items


def _ids(value: Any) -> list[str]:
    several = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [str(item) for item in several if isinstance(item, str | int) and not isinstance(item, bool)]


class DeliveryReply(Reply):
    """The answer to the query, its claims, and the ids of the sub-tasks that they rest on."""

    answer: str = Field(min_length=1)
    claims: Annotated[list[LinkedClaim], BeforeValidator(_claims)] = Field(default_factory=list[LinkedClaim])
    sources: Annotated[list[str], BeforeValidator(_ids)] = Field(default_factory=list)


class _Thinking(Reply):
    """What comes first in a reply, so that it is written first."""

    reasoning: str = ""


class DecisionReply(DeliveryReply, _Thinking):
    """The decision or plan that the query asks for, thought first, and the claims that it rests on."""


class OneVerdict(Reply):
    """What a judge says of one condition."""

    number: int
    verdict: Literal["holds", "violated", "unknown"]
    reason: str = ""

    @field_validator("verdict", mode="before")
    @classmethod
    def _any_case(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class JudgeReply(Reply):
    """What a judge says of the conditions that no code can check, by their numbers."""

    verdicts: list[OneVerdict]


def _lenient(value: Any) -> Any:
    """Constraints as models write them: bare texts, and typed forms that are none (those become untyped)."""
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    for item in cast("list[Any]", value):
        try:
            items.append(Constraint.model_validate({"text": item} if isinstance(item, str) else item))
        except ValidationError:
            text: Any = cast("dict[str, Any]", item).get("text") if isinstance(item, dict) else None
            if text:
                items.append(Constraint(text=str(text)))
    return items


Constraints = Annotated[list[Constraint], BeforeValidator(_lenient)]


class PlannedSubTask(Reply):
    """One sub-task of the manager's plan."""

    id: str
    content: str = Field(min_length=1)
    depends_on: list[str] = Field(default_factory=list)
    tools: list[str] = Field(default_factory=list)
    constraints: Constraints = Field(default_factory=list[Constraint])

    @field_validator("id", mode="before")
    @classmethod
    def _id_as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @field_validator("depends_on", mode="before")
    @classmethod
    def _ids_as_text(cls, value: Any) -> Any:
        return [str(item) for item in cast("list[Any]", value)] if isinstance(value, list) else value


class PlannedPick(Reply):
    """How many of a sub-task's results are to be chosen."""

    sub_task: str
    count: int = Field(default=1, ge=0, le=1000)

    @field_validator("sub_task", mode="before")
    @classmethod
    def _id_as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class PlannedGoal(Reply):
    """What is wanted small or large."""

    field: str = Field(min_length=1)
    sense: Literal["minimise", "maximise"] = "minimise"
    unit: str = ""

    @field_validator("sense", mode="before")
    @classmethod
    def _any_spelling(cls, value: Any) -> Any:
        return value.strip().lower().replace("mize", "mise") if isinstance(value, str) else value


class PlannedChoice(Reply):
    """The choice among results that the manager asks for."""

    picks: list[PlannedPick] = Field(default_factory=list[PlannedPick])
    goals: list[PlannedGoal] = Field(default_factory=list[PlannedGoal])


def _no_choice(value: Any) -> Any:
    """A choice that says nothing, in one of the ways in which models say nothing, is none."""
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, Any]", value)
    return given if given.get("picks") or given.get("goals") else None


class ManagerReply(Reply):
    """The plan graph, thought first."""

    reasoning: str = ""
    sub_tasks: list[PlannedSubTask] = Field(min_length=1)
    constraints: Constraints = Field(default_factory=list[Constraint])
    choice: Annotated[PlannedChoice | None, BeforeValidator(_no_choice)] = None


class ReactReply(Reply):
    """A thought and a call, or Finish (ToolLLM); a thought alone is allowed."""

    thought: str = ""
    tool: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _says_something(self) -> "ReactReply":
        if not self.thought and not self.tool:
            raise ValueError("thought and tool are both empty; give at least one")
        return self


class StepDecision(Reply):
    """A rationale and who is next (α-UMi section 3.2)."""

    rationale: str = ""
    next: Literal["caller", "conclusion", "give up"]

    @field_validator("next", mode="before")
    @classmethod
    def _other_words(cls, value: Any) -> Any:
        text = value.strip().lower().rstrip(".").replace("_", " ") if isinstance(value, str) else value
        return {"summarizer": "conclusion", "finish": "conclusion", "giveup": "give up"}.get(text, text)


class CallReply(ToolReply):
    """A tool and its arguments (α-UMi's caller)."""

    arguments: dict[str, Any] = Field(default_factory=dict)


class SupervisorReply(Reply):
    """A sub-task made concrete."""

    content: str = Field(min_length=1)
    parameters: dict[str, Any] = Field(default_factory=dict)
