"""People in the loop through LangGraph's own server: questions with their schemas, answers by id, what was approved."""

from typing import Any

import pytest

from tests.studio.conftest import Server, new_thread

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


def test_a_person_answers_a_sub_task_by_hand(server: Server, thread: str) -> None:
    """As chat pages answer; the outcome says so."""
    [plan] = waiting(server, thread)
    answered(server, thread, {plan["id"]: {"decision": "approve"}})
    [call] = waiting(server, thread)
    result = answered(server, thread, {call["id"]: {"decisions": [{"type": "respond", "message": "It is 7 km."}]}})
    [outcome] = result["outcomes"].values()
    assert (result["stop_reason"], outcome["status"]) == ("answered", "solved")
    assert (outcome["answer"], outcome["reason"]) == ("It is 7 km.", "answered by a person")
    assert result["claims"][0]["sub_tasks"] == [outcome["sub_task"]]


def test_a_conversation_goes_on_from_an_earlier_turn(server: Server) -> None:
    """It knows that turn and nothing later, which stays in the history."""
    name, threads = new_thread(server), server.client.threads
    places = ("Paris and Rome", "Berlin and Vienna")
    for place in places:
        waited(server, name, input={"messages": [f"What is the distance between {place}?"]})
        while questions := waiting(server, name):
            answered(server, name, {each["id"]: {"decision": "approve"} for each in questions})
    before: Any = threads.get_history(name, limit=100)
    [last, first] = [each for each in before if not each["next"]]
    asked: Any = {"messages": ["What is the distance between Rome and Oslo?"]}
    waited(server, name, input=asked, checkpoint=first["checkpoint"])
    now: Any = threads.get_state(name)
    texts = [each["content"] for each in now["values"]["messages"]]
    assert len(first["values"]["messages"]) == 2
    assert texts[:3] == [*(each["content"] for each in first["values"]["messages"]), asked["messages"][0]]
    kept: Any = threads.get_history(name, limit=100)
    assert {each["checkpoint_id"] for each in before} <= {each["checkpoint_id"] for each in kept}
    later: Any = threads.get_state(name, checkpoint=last["checkpoint"])
    assert len(later["values"]["messages"]) == 4
