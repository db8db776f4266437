"""People in the loop through LangGraph's own server: questions with their schemas, answers by id, what was approved."""

import importlib.util
from typing import Any

import pytest

from tests.studio.conftest import Server, new_thread

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("langgraph_api") is None, reason="the development server is not installed (extra: studio)"
)
QUERY = "What is the distance between Paris and Rome?"
APPROVE: Any = {"approve": ["plan", "tools"]}


def waited(server: Server, thread: str, **options: Any) -> Any:
    """The result of a run, a new one or one that goes on; errors are in it."""
    return server.client.runs.wait(thread, "smurfs", raise_error=False, context=APPROVE, **options)


def waiting(server: Server, thread: str) -> list[dict[str, Any]]:
    """The questions that a thread waits with, as Studio reads them."""
    state: Any = server.client.threads.get_state(thread)
    return list(state["interrupts"])


def answered(server: Server, thread: str, answers: Any) -> Any:
    """Go on with answers by id."""
    return waited(server, thread, command={"resume": answers})


@pytest.fixture
def thread(server: Server) -> str:
    """A thread whose run waits for its plan to be approved."""
    name = new_thread(server)
    waited(server, name, input={"query": QUERY})
    return name


def test_an_edited_plan_and_an_edited_call_are_exactly_what_runs(server: Server, thread: str) -> None:
    """Each question says what an answer looks like; the plan and the call that the person wrote are what is done."""
    [plan] = waiting(server, thread)
    assert plan["value"]["kind"] == "plan"
    assert plan["response_schema"]["properties"]["decision"]["enum"] == ["approve", "edit", "reject"]
    edited = {"sub_tasks": [{"id": "mine", "content": "What is the distance between Berlin and Vienna?"}]}
    answered(server, thread, {plan["id"]: {"decision": "edit", "plan": edited}})
    [call] = waiting(server, thread)
    assert call["value"]["kind"] == "tool_call"
    assert call["value"]["sub_task"] == "mine"
    assert "arguments" in call["response_schema"]["properties"]
    names = list(call["value"]["arguments"])
    arguments = {**call["value"]["arguments"], names[0]: "Rome", names[1]: "Paris"}
    result = answered(server, thread, {call["id"]: {"decision": "edit", "arguments": arguments}})
    assert result["stop_reason"] == "answered"
    assert [task["id"] for task in result["plan"]["sub_tasks"]] == ["mine"]
    [evidence] = result["outcomes"]["mine"]["evidence"]
    assert evidence["arguments"] == arguments
    assert [claim["sub_tasks"] for claim in result["claims"]] == [["mine"]]


@pytest.mark.parametrize(
    "answer", ["sure", {"decision": "perhaps"}, {"decision": "edit", "plan": {"sub_tasks": [{"idd": "x"}]}}, {}]
)
def test_rubbish_is_refused_and_the_question_still_waits(server: Server, thread: str, answer: Any) -> None:
    """The run fails with the library's own error, whose text is in the log; the thread can be answered again."""
    [plan] = waiting(server, thread)
    result = answered(server, thread, {plan["id"]: answer})
    assert result["__error__"]["error"] == "AnswerError"
    assert waiting(server, thread) == [plan]
    answered(server, thread, {plan["id"]: {"decision": "approve"}})
    [call] = waiting(server, thread)
    assert call["value"]["kind"] == "tool_call"


def test_a_stale_id_is_refused_and_the_question_still_waits(server: Server, thread: str) -> None:
    """An id that was answered before does not approve what comes after it."""
    [plan] = waiting(server, thread)
    answered(server, thread, {plan["id"]: {"decision": "approve"}})
    [call] = waiting(server, thread)
    result = answered(server, thread, {plan["id"]: {"decision": "approve"}})
    assert result["__error__"]["error"] == "AnswerError"
    assert waiting(server, thread) == [call]
    result = answered(server, thread, {call["id"]: {"decision": "reject", "reason": "no calls today"}})
    assert result["usage"]["rows"]
    assert "no calls today" in str(result["outcomes"])
    assert "does not wait for an answer" in server.log.read_text()


def test_a_rejected_plan_runs_nothing(server: Server, thread: str) -> None:
    """The stop reason says so."""
    [plan] = waiting(server, thread)
    result = answered(server, thread, {plan["id"]: {"decision": "reject", "reason": "not today"}})
    assert result["stop_reason"] == "rejected"
    assert all(outcome["evidence"] == [] for outcome in result["outcomes"].values())


def test_a_clarifying_question_is_asked_through_the_server(server: Server) -> None:
    """The form of a call can allow questions."""
    name = new_thread(server)
    context: Any = {"max_questions": 1}
    query = {"query": "Which flights go there?"}
    server.client.runs.wait(name, "smurfs", input=query, context=context, raise_error=False)
    [question] = waiting(server, name)
    assert question["value"]["kind"] == "clarification"
    assert {"answer", "skip"} == question["response_schema"]["properties"].keys()
    answer: Any = {"resume": {question["id"]: {"answer": "Rome"}}}
    server.client.runs.wait(name, "smurfs", command=answer, context=context, raise_error=False)
    state: Any = server.client.threads.get_state(name)
    assert "Rome" in state["values"]["plan"]["sub_tasks"][0]["content"]
