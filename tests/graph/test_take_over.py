"""A person answers a sub-task by hand where its call waits for approval: the call is not made, their words count."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph
from smurfs_graph.errors import AnswerError
from smurfs_graph.nodes.approval import MOST_BY_HAND
from smurfs_graph.planning.outcome import BY_PERSON
from smurfs_graph.strategies import SHOWN
from tests.graph.test_approve_calls import APPROVE, Orders
from tests.memory.history import near
from tests.scripts import CONFIG, build, script

BY_HAND = {"decisions": [{"type": "respond", "message": "It is 7 km."}]}
QUERY = {"query": "What is the distance between Paris and Rome?"}


def waiting(strategy: str) -> tuple[Any, Any]:
    """A graph whose run waits for a call's approval, and its question."""
    settings = Settings.checked(strategy=strategy, approve=["tools"])
    graph = build_graph(settings, ["builtin:travel"], checkpointer=InMemorySaver())
    return graph, graph.invoke(QUERY, CONFIG)["__interrupt__"][0]


@pytest.mark.parametrize("strategy", SHOWN)
@pytest.mark.parametrize("said", [BY_HAND, {"decision": "respond", "answer": "It is 7 km."}])
def test_what_a_person_answers_is_the_sub_tasks_outcome(strategy: str, said: Any) -> None:
    """In each strategy, in LangChain's form and in this library's; no call is made."""
    graph, asked = waiting(strategy)
    assert asked.value["review_configs"][0]["allowed_decisions"] == ["approve", "edit", "reject", "respond"]
    result = graph.invoke(Command(resume={asked.id: said}), CONFIG)
    [outcome] = result["outcomes"].values()
    assert (outcome.status, outcome.answer, outcome.reason) == ("solved", "It is 7 km.", BY_PERSON)
    assert "7 km" in result["answer"]
    assert (result["stop_reason"], result["usage"].tool_calls) == ("answered", 0)
    assert [claim.sub_tasks for claim in result["claims"]] == [(outcome.sub_task,)]


def test_those_that_build_on_it_have_the_answer() -> None:
    """They have it as if the run had found it; the deliverer is told whose it is."""
    parts = {"needs_tool": True, "sub_tasks": ["find it", "use it"]}
    plan = [{"id": "a", "content": "find it"}, {"id": "b", "content": "use it", "depends_on": ["a"]}]
    replies = script(planner=parts, manager={"sub_tasks": plan})
    settings: dict[str, Any] = {"strategy": "full", "planning": "always", "approve": {"tools"}}
    built = build([near], replies, checkpointer=InMemorySaver(), **settings)
    asked = built.run("find and use it", CONFIG)["__interrupt__"][0]
    later = built.graph.invoke(Command(resume={asked.id: BY_HAND}), CONFIG)["__interrupt__"][0]
    result = built.graph.invoke(Command(resume={later.id: {"decision": "approve"}}), CONFIG)
    assert [result["outcomes"][name].by_person for name in "ab"] == [True, False]
    seen = {asked.call: asked.user for asked in built.model.asked}
    assert "It is 7 km." in seen["supervisor"]
    assert BY_PERSON in seen["deliverer"]


def test_a_form_that_fills_every_field_is_read() -> None:
    """Forms made of the schema send all fields; the answer counts, without the characters that nobody sees."""
    graph, asked = waiting("smurfs")
    said = {"decision": "respond", "answer": "\x1b[2JIt is 7\u202e km.\n", "reason": "", "arguments": None, "tool": ""}
    [outcome] = graph.invoke(Command(resume={asked.id: said}), CONFIG)["outcomes"].values()
    assert outcome.answer == "It is 7 km."


NO_WORDS = "respond needs an answer, and an answer needs the decision respond"


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"decision": "respond"}, NO_WORDS),
        ({"decision": "respond", "answer": " "}, NO_WORDS),
        ({"decision": "respond", "answer": "\x1b[2J\u200b"}, NO_WORDS),
        ({"decision": "approve", "answer": "It is 7 km."}, NO_WORDS),
        ({"decisions": [{"type": "respond"}]}, NO_WORDS),
        ({"decision": "respond", "answer": "x" * (MOST_BY_HAND + 1)}, "32,000 are the most"),
        ({"decisions": [{"type": "approve", "edited_action": {"name": "t", "args": {}}}]}, "needs the decision edit"),
    ],
)
def test_an_answer_that_does_not_fit_changes_nothing(said: Any, complaint: str) -> None:
    """Without words, with too many, or beside another decision: one line says why, and the question goes on waiting."""
    graph, asked = waiting("smurfs")
    with pytest.raises(AnswerError, match=complaint):
        graph.invoke(Command(resume={asked.id: said}), CONFIG)
    assert graph.get_state(CONFIG).interrupts[0].id == asked.id


def test_of_several_calls_none_is_made() -> None:
    """Said to one, with the others rejected; an approval beside it is refused."""
    orders = Orders("A", "B")
    asked, respond = orders.ask(), {"type": "respond", "message": "Both were ordered by phone."}
    long = {"type": "respond", "message": "x" * (MOST_BY_HAND + 1)}
    reject: Any = {"type": "reject"}
    for wrong in ([respond, APPROVE], [respond, respond], [long, reject], [{"type": "respond"}, reject]):
        with pytest.raises(AnswerError, match=r"respond|32,000"):
            orders.answer(asked, *wrong)
    result = orders.answer(asked, reject, respond)
    assert (orders.made, result["answer"]) == ([], "Both were ordered by phone.")
