"""What each call of a model has to reply with: one schema per call.

The prompts beside the agents say the same in words; a reply is always validated against its schema, whatever a server
promised about its format.
"""

from typing import Annotated, Any, Literal, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    field_validator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from smurfs_graph.models.json_text import candidates
from smurfs_graph.planning.clarification import as_question
from smurfs_graph.planning.forms import Constraint


def _all_required(schema: dict[str, Any]) -> None:
    """A server holds its model to every field; what is missing all the same is read as empty."""
    if schema.get("properties"):
        schema["required"] = list(schema["properties"])


class Reply(BaseModel):
    """Base of the replies: unknown keys are dropped, text is stripped."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True, json_schema_extra=_all_required)


Order = Literal["independent", "chain", "mixed"]


class PlannerReply(Reply):
    """The tool check and the decomposition, in one reply."""

    reason: str = ""
    needs_tool: bool
    sub_tasks: list[str] = Field(default_factory=list)
    order: Annotated[Order, BeforeValidator(lambda value: value if value in ("independent", "chain") else "mixed")] = (
        "mixed"
    )
    """How they build on each other; "mixed" has to be worked out."""
    constraints: list[str] = Field(default_factory=list)
    """Conditions on the whole request, in its words."""
    form: str = ""
    """How the answer is to look."""
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


def _object(value: Any) -> Any:
    """Arguments as an object, also where they come as JSON text."""
    if not isinstance(value, str):
        return value
    found = cast("list[Any]", [each for each in candidates(value) if isinstance(each, dict)])
    return found[0] if found else value if value.strip() else {}


Arguments = Annotated[dict[str, Any], BeforeValidator(_object)]


class _WithCall(Reply):
    """A tool and its arguments, in an object `call` as schemas have them, or beside the rest."""

    @model_validator(mode="before")
    @classmethod
    def _call_beside_the_rest(cls, value: Any) -> Any:
        given = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        call: Any = given.get("call")
        return {**given, **cast("dict[str, Any]", call)} if isinstance(call, dict) else cast("Any", value)


class _Thought(Reply):
    """What comes first in a reply, so that it is written first: servers keep to the order of a schema."""

    thought: str = ""


class ActionReply(_WithCall, ToolReply, _Thought):
    """Thought, tool and arguments at once (fused step)."""

    arguments: Arguments = Field(default_factory=dict)


class StepReply(_Thought):
    """A thought and the next calls (fused step): none where nothing is left to find, several where none needs another.

    One call is also taken as it was asked for before there were several: beside the thought.
    """

    calls: "list[CallReply]" = Field(default_factory=lambda: list[CallReply]())

    @model_validator(mode="before")
    @classmethod
    def _one_call(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        given = cast("dict[str, Any]", value)
        beside: Any = {"tool": given["tool"], "arguments": given.get("arguments") or {}} if given.get("tool") else None
        one: Any = given.get("call") or beside
        return given if "calls" in given or one is None else {**given, "calls": [one]}

    @model_validator(mode="after")
    def _says_something(self) -> "StepReply":
        if not self.calls and not self.thought:
            raise ValueError("calls is empty and so is thought; name a call, or say why none is needed")
        return self


class AnswerReply(Reply):
    """The answer to a sub-task, from all attempts."""

    answer: str = Field(min_length=1)


class OpenAnswerReply(AnswerReply):
    """The answer that one response supports, and what it lacks."""

    missing: str = ""


class VerdictReply(Reply):
    """What is still missing in an answer, and whether it settles its sub-task."""

    hint: str = ""
    status: Literal["solved", "pending"]

    @field_validator("status", mode="before", check_fields=False)
    @classmethod
    def _any_case(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class FinalVerdictReply(VerdictReply):
    """A verdict that may also be that nothing more can be found."""

    status: Literal["solved", "pending", "final"]  # pyright: ignore[reportIncompatibleVariableOverride]


class JudgedAnswerReply(FinalVerdictReply, AnswerReply):
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
    claims: SkipJsonSchema[Annotated[list[LinkedClaim], BeforeValidator(_claims)]] = Field(
        default_factory=list[LinkedClaim]
    )
    """Where a model lists them by itself; asked for are ids in brackets in the answer."""
    sources: SkipJsonSchema[Annotated[list[str], BeforeValidator(_ids)]] = Field(default_factory=list)


class _Thinking(Reply):
    """What comes first in a reply, so that it is written first."""

    reasoning: str = ""


class DecisionReply(DeliveryReply, _Thinking):
    """The decision or plan that the query asks for, thought first, and the claims that it rests on."""


class OneVerdict(Reply):
    """What a judge says of one condition."""

    number: int
    reason: str = ""
    verdict: Literal["holds", "violated", "unknown"]

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
    sub_tasks: list[PlannedSubTask] = Field(default_factory=list[PlannedSubTask])
    constraints: Constraints = Field(default_factory=list[Constraint])
    choice: Annotated[PlannedChoice | None, BeforeValidator(_no_choice)] = None
    no_other_way: bool = False
    """Of a revision: nothing else is worth trying."""

    @model_validator(mode="after")
    def _has_a_plan(self) -> "ManagerReply":
        if not self.sub_tasks and not self.no_other_way:
            raise ValueError("sub_tasks: list at least one sub-task")
        return self


class PlainSubTask(PlannedSubTask):
    """One sub-task of a plan for a request without conditions."""

    constraints: SkipJsonSchema[Constraints] = Field(default_factory=list[Constraint])


class PlainManagerReply(ManagerReply):
    """The same where the request sets no conditions: their forms are not asked for, but read where they come."""

    sub_tasks: list[PlainSubTask] = Field(default_factory=list[PlainSubTask])  # pyright: ignore
    constraints: SkipJsonSchema[Constraints] = Field(default_factory=list[Constraint])
    choice: SkipJsonSchema[Annotated[PlannedChoice | None, BeforeValidator(_no_choice)]] = None


class PublishedManagerReply(ManagerReply):
    """The reply of PMC's manager."""

    choice: SkipJsonSchema[Annotated[PlannedChoice | None, BeforeValidator(_no_choice)]] = None
    no_other_way: SkipJsonSchema[bool] = False


class PlanReply(PlannerReply):
    """The tool check and the whole plan in one reply."""

    sub_tasks: list[PlainSubTask] = Field(default_factory=list[PlainSubTask])  # pyright: ignore
    order: SkipJsonSchema[Order] = "mixed"

    @field_validator("sub_tasks", mode="before")
    @classmethod
    def _no_empty_ones(cls, value: Any) -> Any:
        items = cast("list[Any]", value) if isinstance(value, list) else []
        numbered = [
            {"id": f"s{at}", "content": item} if isinstance(item, str) else item for at, item in enumerate(items, 1)
        ]
        given = [cast("dict[str, Any]", item) for item in numbered if isinstance(item, dict)]
        return [item for item in given if str(item.get("content", "")).strip()]


class FollowUpReply(PlannerReply):
    """The same for a later turn of a conversation."""

    request: str = ""
    """The query made complete from the conversation."""


class FollowUpPlanReply(PlanReply):
    """The whole plan, likewise."""

    request: str = ""


class ReactReply(_WithCall):
    """A thought and a call, or Finish (ToolLLM); a thought alone is allowed."""

    thought: str = ""
    tool: str = ""
    arguments: Arguments = Field(default_factory=dict)

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


class CallReply(_WithCall, ToolReply):
    """A tool and its arguments (α-UMi's caller)."""

    arguments: Arguments = Field(default_factory=dict)


class NamedValue(Reply):
    """A parameter that is known, by name: no schema says beforehand which ones there are."""

    name: str
    value: str


def _by_name(value: Any) -> Any:
    """Parameters as an object, from a list of names and values or as they are."""
    if not isinstance(value, list):
        return value
    items = [cast("dict[str, Any]", item) for item in cast("list[Any]", value) if isinstance(item, dict)]
    return {str(item["name"]): item["value"] for item in items if item.get("name") and "value" in item}


class SupervisorReply(Reply):
    """A sub-task made concrete."""

    content: str = Field(min_length=1)
    parameters: Annotated[
        dict[str, Any],
        BeforeValidator(_by_name),
        WithJsonSchema({"type": "array", "items": NamedValue.model_json_schema()}),
    ] = Field(default_factory=dict)
