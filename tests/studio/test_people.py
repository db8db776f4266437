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
