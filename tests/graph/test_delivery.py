"""The delivery: what each claim rests on, what was not found, the two roles, and the answer as a caller's own type."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from pydantic import AfterValidator, BaseModel, Field, RootModel

from smurfs_graph import ConfigurationError, Outcome, Plan, Settings, SubTask, ToolError, build_graph
from smurfs_graph.planning.delivery import Cited, link_claims, not_found
from smurfs_graph.prompting.replies import DeliveryReply
from tests.scripts import CONFIG, Built, build, script

TWO = {"needs_tool": True, "sub_tasks": ["find one", "find two"]}


def lookup() -> str:
    """Look it up."""
    return "42"


def broken() -> str:
    """Look it up."""
    raise ToolError("the archive is closed")


class Mood(Enum):
    """A value that is no plain data."""

    GOOD = "good"


class Report(BaseModel):
    """What the caller wants to have."""

    total: int = Field(alias="Total", ge=0)
    mood: Mood = Mood.GOOD
    parts: list[str] = []


def test_claims_are_linked_to_the_sub_tasks_that_they_rest_on() -> None:
    """Links to what does not exist or found nothing are dropped, with a warning; what is left on nothing is marked."""
    claims = [
        {"text": "one is 42", "sub_tasks": ["s1", "s9"]},
        {"text": "both", "sub_tasks": ["s2", "s1"]},
        "it is a nice number",
        {"text": "", "sub_tasks": ["s1"]},
        17,
    ]
    built = build([lookup], script(planner=TWO, deliverer={"answer": "done", "claims": claims}))
    result = built.run()
    assert [(claim.text, claim.sub_tasks, claim.supported) for claim in result["claims"]] == [
        ("one is 42", ("s1",), True),
        ("both", ("s1", "s2"), True),
        ("it is a nice number", (), False),
    ]
    assert result["sources"] == ["s1", "s2"]
    assert any("'s9', which does not exist" in warning for warning in result["warnings"])


def test_an_answer_without_claims_is_one_claim() -> None:
    """It rests on the sources that were named, and on nothing where none were."""
    for reply, rests_on in (({"answer": "a", "sources": ["s1"]}, ("s1",)), ({"answer": "a"}, ())):
        [claim] = build([lookup], script(deliverer=reply)).run()["claims"]
        assert (claim.text, claim.sub_tasks) == ("a", rests_on)


def test_half_a_character_of_an_answer_is_replaced() -> None:
    """Some servers write one, in plain text and in JSON; no state holds it."""
    for reply in ("It is 42 \ud83d.", {"answer": "It is 42 \ud83d."}):
        result = build([lookup], script(planner=TWO, deliverer=reply)).run()
        assert result["stop_reason"] == "answered"
        assert result["answer"].startswith("It is 42 ")


def test_what_was_not_found_is_listed_with_its_reason() -> None:
    """A sub-task that failed stands there, no claim can rest on it, and nobody is invited to invent an answer."""
    built = build([broken])
    result = built.run("find the thing")
    missing, act = result["not_found"]
    assert act.content == "broken()"
    assert (missing.sub_task, missing.content, missing.status) == ("s1", "find the thing", "failed")
    assert "the archive is closed" in missing.reason
    assert "find the thing" in result["answer"] and missing.reason in result["answer"]
    assert (result["claims"], result["stop_reason"]) == ([], "no_evidence")
    assert not {"answer.closing", "deliverer"} & {*built.calls()}


_NAMES = st.sampled_from(["a", "b", "c", "x", "", "a b"])


@given(
    claims=st.lists(st.fixed_dictionaries({"text": st.text(min_size=1), "sub_tasks": st.lists(_NAMES, max_size=4)})),
    sources=st.lists(_NAMES, max_size=3),
    answered=st.sets(st.sampled_from(["a", "b", "c"])),
)
def test_every_link_leads_to_an_answer(claims: list[dict[str, Any]], sources: list[str], answered: set[str]) -> None:
    """Whatever a model names: claims and sources point to sub-tasks with an answer, and each lost link is said once."""
    plan = Plan(sub_tasks=tuple(SubTask(id=name, content=name) for name in "abc"))
    found = {name: Outcome(sub_task=name, status="solved", answer="yes") for name in answered}
    reply = DeliveryReply.model_validate({"answer": "x", "claims": claims, "sources": sources})
    checked = link_claims(
        reply.answer, [Cited(each.text, tuple(each.sub_tasks)) for each in reply.claims], reply.sources, plan, found, []
    )
    linked_to = {name for claim in checked.claims for name in claim.sub_tasks}
    assert linked_to <= set(checked.sources) <= answered
    wrong = {name for claim in reply.claims for name in claim.sub_tasks if name not in answered}
    assert len(checked.warnings) == len(wrong | {name for name in sources if name not in answered})
    assert [item.sub_task for item in not_found(plan, found)] == [name for name in "abc" if name not in answered]


@pytest.mark.parametrize(
    ("delivery", "constraints", "call"),
    [
        ("auto", [], "deliverer"),
        ("auto", ["cheap"], "deliverer.inference"),
        ("reporting", ["cheap"], "deliverer"),
        ("inference", [], "deliverer.inference"),
    ],
)
def test_the_deliverer_reports_or_decides(delivery: str, constraints: list[str], call: str) -> None:
    """It decides where conditions on the whole are open, or where the caller says so."""
    planned = {"needs_tool": True, "sub_tasks": ["q"], "constraints": constraints}
    built = build([lookup], script(planner=planned), delivery=delivery)
    built.run()
    assert built.calls()[-1] == call


def test_a_structured_answer_is_the_callers_model() -> None:
    """A wrong reply goes back with the exact complaint; the result is validated and of the caller's type."""
    replies = [{"Total": "many"}, {"Total": -1}, {"Total": "7", "mood": "good", "parts": ["x"]}]
    built = build([lookup], script(deliverer_structured=replies), answer_schema=Report)
    assert built.run()["structured"] == Report(Total=7, parts=["x"])
    complaints = [
        asked.sections.get("complaint", "") for asked in built.model.asked if asked.call.endswith("structured")
    ]
    assert complaints[0] == ""
    assert "Total: Input should be a valid integer" in complaints[1]
    assert "Total: Input should be greater than or equal to 0" in complaints[2]
    assert '"Total"' in built.model.asked[-1].sections["schema"]


def test_an_answer_without_tools_is_structured_too() -> None:
    """The schema holds for every answer."""
    direct = {"needs_tool": False, "answer": "7"}
    built = build([lookup], script(planner=direct, deliverer_structured={"Total": 7}), answer_schema=Report)
    result = built.run()
    assert result["stop_reason"] == "answered_without_tools"
    assert result["structured"] == Report(Total=7)


def test_without_a_schema_there_is_no_further_call() -> None:
    """Nor a node for it."""
    built = build([lookup])
    assert built.run()["structured"] is None
    assert "structure" not in built.graph.get_graph().nodes
    assert built.calls()[-1] == "deliverer"


def test_a_structured_answer_survives_a_checkpoint(tmp_path: Path) -> None:
    """It is kept as plain data, which a strict loader accepts, and is the caller's model again when handed out."""
    with SqliteSaver.from_conn_string(str(tmp_path / "runs.sqlite")) as saver:
        options: Any = {"answer_schema": Report, "checkpointer": saver}
        first = build([lookup], script(deliverer_structured={"Total": 7}), **options).graph
        assert first.invoke({"query": "q"}, CONFIG)["structured"] == Report(Total=7)
        again = build([lookup], **options).graph
        state = again.get_state(CONFIG).values
        assert state["structured"] == {"Total": 7, "mood": "good", "parts": []}
        assert {claim.sub_tasks for claim in state["claims"]} == {("s1",)}
        assert Report.model_validate(state["structured"]) == Report(Total=7)


def test_a_copy_of_the_graph_hands_out_the_model_too() -> None:
    """Configured graphs are copies."""
    graph = build([lookup], script(deliverer_structured={"Total": 7}), answer_schema=Report).graph
    copied = graph.with_config(tags=["x"]).copy({"checkpointer": InMemorySaver()})
    result = copied.invoke({"query": "q"}, CONFIG)
    assert result["structured"] == Report(Total=7)


def _explodes(value: int) -> int:
    raise KeyError(value)


class Explosive(BaseModel):
    """A model whose own check breaks."""

    total: Annotated[int, AfterValidator(_explodes)]


@pytest.mark.parametrize(
    ("options", "reply", "asked", "warning"),
    [
        ({"max_restarts": 1}, {"Total": -1}, 2, "no reply fitted Report"),
        ({"max_restarts": 0, "answer_schema": Explosive}, {"total": 1}, 1, "KeyError"),
        ({"max_llm_calls": 6}, {"Total": 1}, 0, "no model could be asked"),  # the text comes first
        ({"tools": [broken]}, {"Total": 1}, 0, "nothing was found"),  # nobody is invited to invent data
    ],
)
def test_where_there_is_no_data_there_is_text_and_a_warning(
    options: dict[str, Any], reply: Any, asked: int, warning: str
) -> None:
    """The run ends safely, whatever stands against it."""
    given: dict[str, Any] = {"tools": [lookup], "answer_schema": Report, **options}
    built = build(replies=script(deliverer_structured=reply), **given)
    result = built.run()
    assert result["structured"] is None
    assert result["answer"]
    assert any(warning in each for each in result["warnings"])
    assert built.calls().count("deliverer.structured") == asked


class Items(RootModel[list[int]]):
    """No object."""


class Odd(BaseModel):
    """No JSON schema can say what this is."""

    model_config = {"arbitrary_types_allowed": True}
    thing: Built


@pytest.mark.parametrize("schema", [dict, {"type": "object"}, Report.model_construct(), int, "Report", Items, Odd])
def test_what_is_no_schema_is_refused_at_once(schema: Any) -> None:
    """In one line that says what to give."""
    with pytest.raises(ConfigurationError, match="answer_schema") as refused:
        build_graph(Settings(), [lookup], answer_schema=schema)
    assert "\n" not in str(refused.value)
