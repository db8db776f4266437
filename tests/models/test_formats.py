"""The schemas that servers hold replies to: short, in the order of the prompts, no narrower than what is accepted."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import ValidationError

from smurfs_graph import Constraint
from smurfs_graph.models.formats import Formats, SamplingTerms
from smurfs_graph.models.forms import FormAttempt, SchemaForm
from smurfs_graph.models.schemas import reply_schema, terse
from smurfs_graph.prompting import plan_replies, replies
from smurfs_graph.prompting.plan_replies import ManagerReply
from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.prompting.replies import PlannerReply, Reply

REPLIES: dict[str, type[Reply]] = {
    "planner": replies.PlannerReply,
    "planner.plan": plan_replies.PlanReply,
    "manager": plan_replies.PlainManagerReply,
    "manager.conditions": plan_replies.ManagerReply,
    "manager.pmc": plan_replies.PublishedManagerReply,
    "supervisor": replies.SupervisorReply,
    "executor.thought": replies.ThoughtReply,
    "executor.tool": replies.ToolReply,
    "executor.fused": replies.StepReply,
    "executor.react": replies.ReactReply,
    "answer": replies.OpenAnswerReply,
    "answer.fused": replies.JudgedAnswerReply,
    "verifier": replies.FinalVerdictReply,
    "deliverer": replies.DeliveryReply,
    "deliverer.inference": replies.DecisionReply,
    "planner.umi": replies.StepDecision,
    "caller": replies.CallReply,
    "judge": replies.JudgeReply,
}
_MANAGER = Draft202012Validator(reply_schema(ManagerReply))
_FIELD = st.sampled_from(["price", "city"])
_NUMBER = st.integers(0, 900) | st.floats(0, 900)
_OPERATOR = st.sampled_from(["<=", "<", ">=", ">", "="])
_VALUES = st.lists(st.booleans() | _NUMBER | st.text(max_size=5), min_size=1, max_size=3)
_EACH = st.fixed_dictionaries(
    {"kind": st.just("each"), "field": _FIELD, "op": _OPERATOR, "value": _NUMBER}, optional={"unit": st.just("USD")}
)
_ONE_OF = st.fixed_dictionaries(
    {"kind": st.just("one_of"), "field": _FIELD, "values": _VALUES}, optional={"forbidden": st.booleans()}
)
_CHECKS = st.one_of(
    st.none(),
    _EACH,
    _ONE_OF,
    st.fixed_dictionaries({"kind": st.just("sum"), "field": _FIELD, "value": _NUMBER}, optional={"op": _OPERATOR}),
    st.fixed_dictionaries({"kind": st.just("cover"), "field": _FIELD, "values": _VALUES}),
    st.fixed_dictionaries({"kind": st.just("all_different"), "field": _FIELD}),
    st.fixed_dictionaries({"kind": st.just("count"), "op": _OPERATOR, "value": st.integers(0, 9)}),
    st.fixed_dictionaries({"kind": st.just("date_range"), "field": _FIELD, "start": st.just("2031-05-02")}),
    st.fixed_dictionaries({"kind": st.just("implies"), "condition": _EACH, "consequence": _ONE_OF}),
)


@pytest.mark.parametrize("call", [call for call in REPLIES if call != "deliverer"])  # which writes plain text
def test_keys_come_in_the_order_of_the_prompt(call: str) -> None:
    """A server writes them as its schema lists them: the thought before the choice, the answer before the verdict."""
    asked = load_prompt(call).system.rsplit("Reply with JSON", 1)[1]
    named = [name for name in reply_schema(REPLIES[call])["properties"] if f'"{name}":' in asked]
    assert named == sorted(named, key=lambda name: asked.index(f'"{name}":'))
    assert set(named) >= set(reply_schema(REPLIES[call]).get("required", ()))


@pytest.mark.parametrize("call", REPLIES)
def test_a_schema_says_what_it_has_to_and_no_more(call: str) -> None:
    """Valid, with a name and a note at its top only, and without what only some servers know."""
    schema = reply_schema(REPLIES[call])
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == REPLIES[call].__name__ and schema["description"]
    text = json.dumps({**schema, "title": "", "description": ""})
    assert not re.search(r'"(default|discriminator|oneOf|allOf)": ', text)
    assert text.count('"title": ') == text.count('"description": ') == 1


@given(_CHECKS)
def test_forms_of_a_constraint_fit_their_schema(check: Any) -> None:
    """Whatever is accepted may be written by a model that is held to the schema."""
    constraint = {"text": "a wish", "check": check}
    assert Constraint.model_validate(constraint)
    task = {"id": "s1", "content": "x", "depends_on": [], "tools": [], "constraints": [constraint]}
    reply = {"reasoning": "", "sub_tasks": [task], "constraints": [], "choice": None, "no_other_way": False}
    _MANAGER.validate(reply)


@pytest.mark.parametrize(
    "check",
    [
        {"field": "price", "op": "<=", "value": 5},
        {"kind": "sum", "value": 5},
        {"kind": "sum", "field": "price", "value": 5, "per": "night"},
        {"kind": "cover", "field": "city", "values": []},
        {"kind": "count", "op": "<=", "value": "few"},
        {"kind": "date_range", "field": "day", "start": "tomorrow"},
    ],
)
def test_a_server_lets_no_half_form_through(check: Any) -> None:
    """A form without its kind, its field or its values is none; what a form does not know may change its meaning."""
    schema = Draft202012Validator({**reply_schema(ManagerReply), "$ref": "#/$defs/Constraint"})
    assert not schema.is_valid({"text": "x", "check": check, "sub_tasks": [{"id": "s1", "content": "x"}]})


def test_names_are_no_keywords() -> None:
    """A property that is called like a keyword stays."""
    described = {"properties": {"title": {"type": "string", "title": "Title"}, "default": {"default": 1}}}
    assert terse(described) == {"properties": {"title": {"type": "string"}, "default": {}}}
    assert set(reply_schema(PlannerReply)["properties"]) == set(PlannerReply.model_fields)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda value: st.lists(value, max_size=2) | st.dictionaries(st.text(max_size=5), value, max_size=2),
    max_leaves=4,
)


@settings(max_examples=400)
@given(st.sampled_from([*REPLIES.values()]), st.data())
def test_a_field_of_any_kind_is_read_or_refused(reply: type[Reply], data: st.DataObject) -> None:
    """Whatever small models write in place of a word, a list among it, never ends a run."""
    with suppress(ValidationError):
        reply.model_validate(data.draw(st.dictionaries(st.sampled_from([*reply.model_fields]), _JSON)))


class _Marking(BaseChatModel):
    """A client that writes into the schema that it is given, as some do for their server."""

    def with_structured_output(self, schema: Any, **options: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        seen.append(json.dumps(schema))
        schema["properties"].clear()
        return self

    @property
    def _llm_type(self) -> str:
        return "marking"

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        raise AssertionError("it is only bound")


seen: list[str] = []


def test_what_a_client_does_to_a_schema_reaches_no_other_question() -> None:
    """Schemas with bounds are made once, and shared."""
    for _ in range(2):
        form, formats = SchemaForm(PlannerReply), Formats(_Marking())
        form.bound(formats, FormAttempt("json_schema"), SamplingTerms())
    assert seen[0] == seen[1] and "maxLength" in seen[0]
