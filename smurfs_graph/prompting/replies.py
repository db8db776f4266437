"""Reply schemas: one for each call of a model.

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
from smurfs_graph.models.schemas import MOST_MORE
from smurfs_graph.models.written_calls import ACTION
from smurfs_graph.planning.clarification import as_question
from smurfs_graph.planning.lengths import MOST_SUB_TASKS, Answer, Condition, Content, Label, Prose, Reasoning, most


def _all_required(schema: dict[str, Any]) -> None:
    """Require every field of the model on the server; what is missing all the same is read as empty."""
    if schema.get("properties"):
        schema["required"] = list(schema["properties"])


class Reply(BaseModel):
    """Base of the replies: unknown keys are dropped, text is stripped."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True, json_schema_extra=_all_required)


def _as_text(value: Any) -> Any:
    """Return a number as text; anything else as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _in_lower_case(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


Name = Annotated[Label, BeforeValidator(_as_text)]
"""A name or an id, which models may write as a number."""


Order = Literal["independent", "chain", "mixed"]


class PlannerReply(Reply):
    """The tool check and the decomposition, in one reply."""

    reason: Prose = ""
    needs_tool: bool
    sub_tasks: Annotated[list[Content], most(MOST_SUB_TASKS)] = Field(default_factory=list)
    order: Annotated[Order, BeforeValidator(lambda value: value if value in ("independent", "chain") else "mixed")] = (
        "mixed"
    )
    """Order in which they build on each other; "mixed" has to be worked out."""
    constraints: Annotated[list[Condition], most(6)] = Field(default_factory=list)
    """Conditions on the whole request, in its words."""
    form: Condition = ""
    """Form of the answer."""
    answer: Answer = ""
    question: Annotated[Prose, BeforeValidator(lambda value: as_question(value) if isinstance(value, str) else "")] = ""
    """A question that only the user can answer; empty where nothing is missing."""

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
    """The executor's thought: which information is missing, and which kind of tool would find it."""

    thought: Prose = Field(min_length=1)


class ToolReply(Reply):
    """The name of a tool, or "none of these"."""

    tool: Name = Field(min_length=1)


class ArgumentsReply(Reply):
    """The arguments of a call; the tool's own schema is checked after this one."""

    model_config = ConfigDict(extra="allow")


def _object(value: Any) -> Any:
    """Read arguments as an object, also where they come as JSON text."""
    if not isinstance(value, str):
        return value
    found = cast("list[Any]", [each for each in candidates(value) if isinstance(each, dict)])
    return found[0] if found else value if value.strip() else {}


Arguments = Annotated[dict[str, Any], BeforeValidator(_object)]


def _several(value: Any) -> Any:
    """Return a list, also where there is one item or none."""
    return [value] if isinstance(value, dict) else value or []


class SeveralArgumentsReply(ArgumentsReply):
    """The arguments of a call, and in `more` those of further calls of the same tool."""

    more: Annotated[list[Arguments], BeforeValidator(_several), most(MOST_MORE)] = Field(
        default_factory=list[dict[str, Any]]
    )


class _WithCall(Reply):
    """A tool and its arguments, in an object `call` as schemas have them, or beside the rest."""

    @model_validator(mode="before")
    @classmethod
    def _call_beside_the_rest(cls, value: Any) -> Any:
        given = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        call: Any = given.get("call")
        return {**given, **cast("dict[str, Any]", call)} if isinstance(call, dict) else cast("Any", value)


class StepReply(Reply):
    """A thought and the next calls (fused step): none where nothing is left to find, several where none needs another.

    One call is also taken as it was asked for before there were several: beside the thought.
    """

    thought: Prose = ""
    calls: "Annotated[list[CallReply], most(10)]" = Field(default_factory=lambda: list[CallReply]())

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
    """The answer to a sub-task."""

    answer: Answer = Field(min_length=1)


class ClosingReply(Reply):
    """The answer to a sub-task from all attempts; empty where they found nothing."""

    answer: Answer


class OpenAnswerReply(AnswerReply):
    """The answer that one response supports, and what it lacks."""

    missing: Prose = ""


class VerdictReply(Reply):
    """The verifier's reply: what an answer still lacks, and whether it settles its sub-task."""

    hint: Prose = ""
    status: Annotated[Literal["solved", "pending"], BeforeValidator(_in_lower_case)]


class FinalVerdictReply(VerdictReply):
    """A verdict that may also be that nothing more can be found."""

    status: Annotated[Literal["solved", "pending", "final"], BeforeValidator(_in_lower_case)]  # pyright: ignore


class JudgedAnswerReply(FinalVerdictReply, AnswerReply):
    """Answer and verdict at once (fused step), the answer first."""


class LinkedClaim(Reply):
    """A statement of the answer, and the ids of the sub-tasks that it rests on."""

    text: Content = Field(min_length=1)
    sub_tasks: Annotated[list[Label], most(20)] = Field(default_factory=list)


def _claims(value: Any) -> Any:
    """Read claims as models write them: bare texts, one id instead of a list, numbers as ids; others are dropped."""
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

    answer: Answer = Field(min_length=1)
    claims: SkipJsonSchema[Annotated[list[LinkedClaim], BeforeValidator(_claims)]] = []
    """Claims that a model lists by itself; asked for are ids in brackets in the answer."""
    sources: SkipJsonSchema[Annotated[list[str], BeforeValidator(_ids)]] = Field(default_factory=list)


class _Thinking(Reply):
    """A reply whose reasoning is written first: servers keep to the order of a schema."""

    reasoning: Reasoning = ""


class DecisionReply(DeliveryReply, _Thinking):
    """The decision or plan that the query asks for, thought first, and the claims that it rests on."""


class OneVerdict(Reply):
    """A judge's verdict on one condition."""

    number: int
    reason: Prose = ""
    verdict: Annotated[Literal["holds", "violated", "unknown"], BeforeValidator(_in_lower_case)]


class JudgeReply(Reply):
    """A judge's verdicts on the conditions that no code can check, by their numbers."""

    verdicts: Annotated[list[OneVerdict], most(40)]


class ReactReply(_WithCall):
    """A thought and a call, or Finish (ToolLLM); a thought alone is allowed."""

    thought: Prose = ""
    tool: Label = ""
    arguments: Arguments = Field(default_factory=dict)

    @model_validator(mode="after")
    def _says_something(self) -> "ReactReply":
        if not self.thought and not self.tool:
            raise ValueError("thought and tool are both empty; give at least one")
        return self


class StepDecision(Reply):
    """A rationale and who is next (α-UMi section 3.2)."""

    rationale: Prose = ""
    next: Literal["caller", "conclusion", "give up"]

    @field_validator("next", mode="before")
    @classmethod
    def _other_words(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        text = value.strip().lower().rstrip(".").replace("_", " ")
        return {"summarizer": "conclusion", "finish": "conclusion", "giveup": "give up"}.get(text, text)


def read_decision(text: str) -> dict[str, Any] | None:
    """Return the fields of a decision in its authors' form, "rationale Next: caller."; None for another text.

    A give-up anywhere outranks a conclusion, and a conclusion a call, as in the published code.
    """
    for decision in ("give up", "conclusion", "caller"):
        rationale, named, _ = text.partition(f"Next: {decision}")
        if named:
            return {"rationale": rationale, "next": decision}
    return None


class CallReply(_WithCall, ToolReply):
    """A tool and its arguments (α-UMi's caller)."""

    arguments: Arguments = Field(default_factory=dict)


def read_call(text: str) -> dict[str, Any] | None:
    """Return the fields of a call in its authors' form, "Action: tool", "Action Input: {…}"; None for another text."""
    found = ACTION.search(text)
    if found is None or found["name"] is None:
        return None
    return {"tool": found["name"], "arguments": found["input"]}


class NamedValue(Reply):
    """A parameter that is known, by name: no schema says beforehand which ones there are."""

    name: Label
    value: Content


def _by_name(value: Any) -> Any:
    """Read parameters as an object, from a list of names and values or as they are."""
    if not isinstance(value, list):
        return value
    items = [cast("dict[str, Any]", item) for item in cast("list[Any]", value) if isinstance(item, dict)]
    return {str(item["name"]): item["value"] for item in items if item.get("name") and "value" in item}


Parameters = Annotated[
    dict[str, Any],
    BeforeValidator(_by_name),
    WithJsonSchema({"type": "array", "maxItems": 20, "items": NamedValue.model_json_schema()}),
]
"""Values that a sub-task's tools will need, as far as they are known."""


class SupervisorReply(Reply):
    """A sub-task made concrete."""

    content: Content = Field(min_length=1)
    parameters: Parameters = Field(default_factory=dict)
