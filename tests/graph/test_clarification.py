"""Clarifying questions: asked where somebody can answer, never twice, never without end, and otherwise reported."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import ConfigurationError, ToolError
from smurfs_graph.planning.clarification import as_question
from tests.scripts import CONFIG, FUSED, Built, Turns, build, calling, script


def lookup() -> str:
    """Look it up."""
    return "42"


def planner(sections: dict[str, str]) -> dict[str, Any]:
    """Asks for the day until it was answered, or not."""
    if "answers" in sections:
        return {"needs_tool": True, "sub_tasks": [f"{sections['query']} {sections['answers']}"]}
    return {"needs_tool": True, "sub_tasks": [sections["query"]], "question": "Which day?"}


def asking(strategy: str = "smurfs", replies: Any = planner, **options: Any) -> Built:
    """A graph whose planner asks a question, and whose runs can wait for the answer."""
    given: dict[str, Any] = {"max_questions": 2, "checkpointer": InMemorySaver(), **options}
    return build([lookup], script(planner=replies), strategy=strategy, **given)


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_the_answer_flows_into_the_plan(strategy: str) -> None:
    """The planner is asked again, with the answer; later roles see it with the request."""
    built = asking(strategy)
    [question] = built.run("q", CONFIG)["__interrupt__"]
    expected = {"kind": "clarification", "question": "Which day?", "query": "q", "left": 1}
    assert question.value.items() >= expected.items()
    assert {"answer", "skip"} == question.response_schema["properties"].keys()
    result = built.graph.invoke(Command(resume={question.id: {"answer": "Monday"}}), CONFIG)
    assert "Monday" in result["plan"].sub_tasks[0].content
    assert result["stop_reason"] == "answered"
    assert result["warnings"] == []
    delivered = next(asked for asked in built.model.asked if asked.call == "deliverer")
    assert delivered.sections["query"] == "q\n(Which day? Monday)"


def test_a_question_can_be_skipped_and_a_new_request_starts_without_old_answers() -> None:
    """The run goes on with what it has; each run has its own questions."""
    built = asking()
    built.run("q", CONFIG)
    result = built.graph.invoke(Command(resume={"skip": True}), CONFIG)
    assert result["stop_reason"] == "answered"
    assert "(none)" in result["plan"].sub_tasks[0].content
    [question] = built.run("r", CONFIG)["__interrupt__"]
    assert (question.value["query"], question.value["left"]) == ("r", 1)


@pytest.mark.parametrize(
    "answer", ["Monday", None, {"answer": "  "}, {"answer": "x", "skip": True}, {}, {"day": 1}, [], 3]
)
def test_rubbish_is_refused_and_the_question_still_waits(answer: Any) -> None:
    """In one line; nothing is lost."""
    built = asking()
    built.run("q", CONFIG)
    with pytest.raises(ConfigurationError, match=r"answer|question") as refused:
        built.graph.invoke(Command(resume=answer), CONFIG)
    assert "\n" not in str(refused.value)
    assert "Monday" in built.graph.invoke(Command(resume={"answer": "Monday"}), CONFIG)["answer"]


def test_an_answer_with_a_stale_id_is_refused_and_the_question_still_waits() -> None:
    """An id of long ago, and one that has just been answered."""
    built = asking()
    [question] = built.run("q", CONFIG)["__interrupt__"]
    with pytest.raises(ConfigurationError, match=f"does not wait.*{question.id}"):
        built.graph.invoke(Command(resume={"0" * 32: {"answer": "Monday"}}), CONFIG)
    answer: Any = Command(resume={question.id: {"answer": "Monday"}})
    assert built.graph.invoke(answer, CONFIG)["stop_reason"] == "answered"
    with pytest.raises(ConfigurationError, match="no question waits"):
        built.graph.invoke(answer, CONFIG)


def test_questions_are_bounded_and_never_repeated() -> None:
    """A model that asks for ever is stopped, with a word on what was not asked."""
    count = iter(range(100))
    endless = asking(replies=lambda _: {"needs_tool": True, "sub_tasks": ["q"], "question": f"And {next(count)}?"})
    result = endless.run("q", CONFIG)
    rounds = 0
    while "__interrupt__" in result:
        rounds += 1
        result = endless.graph.invoke(Command(resume={"answer": "x"}), CONFIG)
    assert rounds == 2
    assert any("not asked: 'And 2?' (2 questions" in warning for warning in result["warnings"])
    stubborn = asking(replies={"needs_tool": True, "sub_tasks": ["q"], "question": "Which day?"}, max_questions=9)
    stubborn.run("q", CONFIG)
    result = stubborn.graph.invoke(Command(resume={"answer": "x"}), CONFIG)
    assert any("it was asked before" in warning for warning in result["warnings"])


@pytest.mark.parametrize(
    "options", [{"max_questions": 0}, {"checkpointer": None}, {"unattended": True}], ids=lambda given: next(iter(given))
)
def test_where_nobody_can_be_asked_the_question_is_reported(options: dict[str, Any]) -> None:
    """The run goes on with what the planner made of it."""
    result = asking(**options).graph.invoke({"query": "q"}, CONFIG)
    assert result["stop_reason"] == "answered"
    assert result["warnings"] == ["not asked: 'Which day?' (nobody can be asked)"]


def test_a_planner_that_only_asks_leaves_the_request_as_the_one_sub_task() -> None:
    """Nothing is guessed, and the run still ends."""
    result = asking(replies={"needs_tool": False, "question": "Which day?"}, max_questions=0).graph.invoke(
        {"query": "q"}, CONFIG
    )
    assert [task.content for task in result["plan"].sub_tasks] == ["q"]
    assert result["stop_reason"] == "answered"


@pytest.mark.parametrize("said", ["", "none", "N/A", "-", "No question.", "null", " … ".strip("… "), "..."])
def test_a_field_that_was_only_filled_is_no_question(said: str) -> None:
    """Weak models write something into every field."""
    assert as_question(said) == ""


def beginning(*replies: Any, **settings: Any) -> Turns:
    """A graph whose model just begins, and whose runs can wait for an answer."""
    given: dict[str, Any] = {"max_questions": 2, "checkpointer": InMemorySaver(), **settings}
    return Turns(*replies, tools=[lookup], **given)


def test_a_request_costs_no_planner_where_somebody_can_be_asked() -> None:
    """One look-up is two model calls, as where nobody is there; the prompt says that questions are possible."""
    turns = beginning(calling("lookup", {}), "It is 42.")
    result = turns.result()
    assert (result["stop_reason"], result["answer"], len(turns.seen)) == ("answered", "It is 42.", 2)
    assert '"questions": how many' in turns.seen[0][0].text and "<questions>\n2\n" in turns.seen[0][-1].text


def test_the_model_that_begins_asks_and_begins_anew_with_the_answer() -> None:
    """Its question waits as a planner's does; nothing of the first beginning is left, and no planner is asked."""
    turns = beginning("Sure. Which day do you mean?", calling("lookup", {}), "On Monday it is 42.")
    [question] = turns.result("Look it up")["__interrupt__"]
    expected = {"kind": "clarification", "question": "Sure. Which day do you mean?", "query": "Look it up", "left": 1}
    assert question.value.items() >= expected.items()
    result = turns.graph.invoke(Command(resume={question.id: {"answer": "Monday"}}), CONFIG)
    assert (result["stop_reason"], result["answer"]) == ("answered", "On Monday it is 42.")
    assert "Look it up\n(Sure. Which day do you mean? Monday)" in turns.seen[1][-1].text
    assert len(turns.seen) == 3 and result["warnings"] == []


def test_the_model_that_begins_asks_no_more_than_it_may() -> None:
    """A skipped question counts; one more is the answer, and is not said to be possible."""
    turns = beginning("Which day?", "Which month?", "Which year?")
    result = turns.result()
    for _ in range(2):
        result = turns.graph.invoke(Command(resume={"skip": True}), CONFIG)
    assert "__interrupt__" not in result and (result["answer"], result["stop_reason"]) == ("Which year?", "asked")
    assert ["<questions>" in seen[-1].text for seen in turns.seen] == [True, True, False]


LIST = "I found two customers:\n- Ann Lee\n- Ann Ray"


@pytest.mark.parametrize(
    ("request_", "text", "reason"),
    [
        ("Cancel Ann's order", f"{LIST}\n\nWhich one do you mean?", "asked"),
        ("Cancel Ann's order", "There are two. Which Ann do you mean?\n1. Ann Lee\n2. Ann Ray", "asked"),
        ("Cancel Ann's order", "Her order is O-5. Do you want me to cancel it?", "asked"),
        ("Cancel Ann's order", "Her order is O-5. Would you like me to proceed?", "asked"),
        ("Book a room", "Would you like the Grand or the Plaza?", "asked"),
        ("Find a room", "It is 42. Which room do you want to book?", "asked"),
        ("Look it up", "It is 42. Anything else?", "answered"),
        ("Look it up", "It is 42. Is there anything else that I can help you with?", "answered"),
        ("Look it up", "Es ist 42. Kann ich sonst noch etwas für Sie tun?", "answered"),
        ("Look it up", "It is 42. Would you like me to check the trains as well?", "answered"),
        ("Look it up", "It is 42. Do you want a summary of the others?", "answered"),
        ("Look it up", "It is 42. Shall I check the trains as well?", "answered"),
        ("Cancel Ann's order", "Her order is O-5. Shall I cancel it?", "asked"),
        ("What is the subject?", 'The subject is "42?"', "answered"),
        ("Which questions does it have?", "These:\n1. How old are you?\n2. Where do you live?", "answered"),
        ("Is it open?", "Why is it closed? The year has ended, as 42 says.", "answered"),
    ],
)
def test_a_question_after_look_ups_is_asked(request_: str, text: str, reason: str) -> None:
    """It is the answer, whole, and what was looked up is kept; no offer of more is one, and no quoted question."""
    turns = beginning(calling("lookup", {}), text)
    result = turns.result(request_)
    assert (result["answer"], result["stop_reason"], result["usage"].tool_calls) == (text, reason, 1)
    assert result["not_found"] == []


@pytest.mark.parametrize("calls", [0, 1])
def test_a_question_is_whole_and_the_next_turn_sees_it(calls: int) -> None:
    """Also where all that was tried has failed: nothing is cut, and nothing is called a gap."""

    def find(name: str) -> str:
        """Find a customer."""
        raise ToolError(f"there is no {name}")

    text = f"{'I looked for the customer everywhere. ' * 20}Which id has she?"
    made = [calling("find", {"name": "Ann"})] * calls
    turns = Turns(*made, text, calling("find", {"name": "Lee"}), "No.", tools=[find], checkpointer=InMemorySaver())
    first = turns.graph.invoke({"messages": [("user", "Find Ann")]}, CONFIG)
    assert (first["answer"], first["stop_reason"]) == (text, "asked")
    assert first["messages"][-1].text == text
    turns.graph.invoke({"messages": [("user", "It is Lee")]}, CONFIG)
    assert any(text in str(message.text) for message in turns.seen[calls + 1])


class Day(BaseModel):
    """The answer as data."""

    day: str


def test_a_planner_that_answers_with_a_question_asks() -> None:
    """No tool is needed for it, and no data is made of it."""
    built = build([lookup], script(planner={"needs_tool": False, "answer": "Which day?"}), answer_schema=Day)
    result = built.run("Look it up")
    assert (result["answer"], result["stop_reason"], built.calls()) == ("Which day?", "asked", ["planner"])
    assert (result["structured"], result["warnings"]) == (None, ["structured: the user is asked first"])


@pytest.mark.parametrize("shape", ["native", "code"])
def test_a_model_is_told_to_ask_which_where_several_fit(shape: str) -> None:
    """Instead of choosing silently."""
    turns = beginning("Which day?", step_shape=shape)
    turns.result("Look it up")
    assert "several fit alike, ask which" in str(turns.seen[0][0].text)


def test_a_question_is_not_said_as_the_answer_while_it_comes() -> None:
    """The person is asked it, and reads it once."""
    turns = beginning("Which day do you mean?")
    told = [data for data, _ in turns.graph.stream({"query": "q"}, CONFIG, stream_mode="messages")]
    assert not [message for message in told if isinstance(message, AIMessage) and message.text]


LOOK: dict[str, Any] = {"tool": "lookup", "arguments": {}}


@pytest.mark.parametrize(("text", "reason"), [("Which day do you mean?", "asked"), ("It is 42.", "answered")])
@pytest.mark.parametrize("shape", ["split", "fused"])
def test_a_deliverer_that_asks_the_user_back_asks(shape: str, text: str, reason: str) -> None:
    """As a model with the tools bound does."""
    settled = {"answer": "it is 42", "status": "solved", "hint": "", "missing": ""}
    replies = script(deliverer={"answer": text}, executor_fused={"thought": "", "calls": [LOOK]}, answer_fused=settled)
    shaped: dict[str, Any] = {**FUSED, "step_shape": shape}
    built = build([lookup], replies, **shaped)
    result = built.run("Look it up")
    assert (result["answer"], result["stop_reason"], result["not_found"]) == (text, reason, [])
