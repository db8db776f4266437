"""Schemas of planning replies: the manager's plan graph, whole or without the forms of conditions."""

from collections.abc import Collection
from copy import deepcopy
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, ValidationError, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.models.schemas import reply_schema
from smurfs_graph.planning.forms import Constraint
from smurfs_graph.planning.lengths import LONGEST_PROSE, MOST_SUB_TASKS, Content, Id, Label, Reasoning, most
from smurfs_graph.prompting.replies import Name, Order, Parameters, PlannerReply, Reply


def _lenient(value: Any) -> Any:
    """Read constraints as models write them: bare texts, and typed forms that are none (those become untyped)."""
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


Constraints = Annotated[list[Constraint], BeforeValidator(_lenient), most(4)]


class PlannedSubTask(Reply):
    """One sub-task of the manager's plan."""

    id: Name
    content: Content = Field(min_length=1)
    depends_on: Annotated[list[Annotated[Id, BeforeValidator(str)]], most(10)] = Field(default_factory=list)
    tools: Annotated[list[Label], most(5)] = Field(default_factory=list)
    parameters: SkipJsonSchema[Parameters] = Field(default_factory=dict)
    """Asked for by PMC's manager alone."""
    executor: SkipJsonSchema[str] = ""
    """Asked for where there are executors, as the next; see `assigning`."""
    instructions: SkipJsonSchema[str] = ""
    constraints: Constraints = Field(default_factory=list[Constraint])


def assigning(reply: type[Reply], executors: Collection[str]) -> dict[str, Any] | None:
    """Return a plan's schema whose sub-tasks name an executor, and what it is told; None where there are none."""
    if not executors:
        return None
    schema = deepcopy(reply_schema(reply))
    for planned in schema["$defs"].values():
        if "depends_on" in (properties := planned.get("properties", {})):
            properties["executor"] = {"type": "string", "enum": [*executors]}
            properties["instructions"] = {"type": "string", "maxLength": LONGEST_PROSE}
            planned["required"] = [*planned.get("required", ()), "executor"]
    return {**schema, "title": f"{schema['title']}_{digest(canonical_json([*executors]))[:12]}"}


class PlannedPick(Reply):
    """A sub-task, and the number of its results to choose."""

    sub_task: Name
    count: int = Field(default=1, ge=0, le=1000)


class PlannedGoal(Reply):
    """A field to minimise or maximise."""

    field: Label = Field(min_length=1)
    sense: Annotated[
        Literal["minimise", "maximise"],
        BeforeValidator(
            lambda value: value.strip().lower().replace("mize", "mise") if isinstance(value, str) else value
        ),
    ] = "minimise"
    unit: Label = ""


class PlannedChoice(Reply):
    """The choice among results that the manager asks for."""

    picks: Annotated[list[PlannedPick], most(10)] = Field(default_factory=list[PlannedPick])
    goals: Annotated[list[PlannedGoal], most(5)] = Field(default_factory=list[PlannedGoal])


def _no_choice(value: Any) -> Any:
    """Return None for a choice that says nothing, in one of the ways in which models say nothing."""
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, Any]", value)
    return given if given.get("picks") or given.get("goals") else None


Choice = Annotated[PlannedChoice | None, BeforeValidator(_no_choice)]


class ManagerReply(Reply):
    """The plan graph, thought first."""

    reasoning: Reasoning = ""
    main_task: SkipJsonSchema[Content] = ""
    """Asked for by PMC's manager alone."""
    sub_tasks: Annotated[list[PlannedSubTask], most(MOST_SUB_TASKS)] = Field(default_factory=list[PlannedSubTask])
    constraints: Constraints = Field(default_factory=list[Constraint])
    choice: Choice = None
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
    """The manager's reply where the request sets no conditions; their forms are read, but not asked for."""

    sub_tasks: Annotated[list[PlainSubTask], most(MOST_SUB_TASKS)] = Field(default_factory=list[PlainSubTask])  # pyright: ignore
    constraints: SkipJsonSchema[Constraints] = Field(default_factory=list[Constraint])
    choice: SkipJsonSchema[Choice] = None


class PublishedSubTask(PlannedSubTask):
    """One sub-task of PMC's manager: its tools are all that the executor gets, so only a model that runs on is cut."""

    tools: Annotated[list[Label], most(50)] = Field(default_factory=list)
    parameters: Parameters = Field(default_factory=dict)


class PublishedManagerReply(ManagerReply):
    """The reply of PMC's manager (its appendix G)."""

    main_task: Content = ""
    sub_tasks: Annotated[list[PublishedSubTask], most(MOST_SUB_TASKS)] = Field(default_factory=list[PublishedSubTask])  # pyright: ignore
    choice: SkipJsonSchema[Choice] = None
    no_other_way: SkipJsonSchema[bool] = False


class PlanReply(PlannerReply):
    """The tool check and the whole plan in one reply."""

    sub_tasks: Annotated[list[PlainSubTask], most(MOST_SUB_TASKS)] = Field(default_factory=list[PlainSubTask])  # pyright: ignore
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
    """The planner's reply in a later turn of a conversation."""

    request: Content = ""
    """The query made complete from the conversation."""


class FollowUpPlanReply(PlanReply):
    """The whole plan, likewise."""

    request: Content = ""
