"""Chat clients of LangGraph's server, such as agent-chat-ui, read messages, questions, decisions, follow-ups."""

from typing import Any, NamedTuple

import pytest

from tests.studio.conftest import Server, new_thread

QUERY = "What is the distance between Paris and Rome?"
NEXT = "What is the distance between Berlin and Vienna?"
TOOLS: Any = {"approve": ["tools"]}
PLAN: Any = {"approve": ["plan"]}
APPROVE = {"type": "approve"}


class Chat(NamedTuple):
    """One thread of a client: it sends what the page sends and keeps what the page reads."""

    server: Server
    thread: str

    def send(self, context: Any = TOOLS, **sent: Any) -> list[Any]:
        """Send a message or a decision; what was streamed meanwhile."""
        modes: Any = ["values", "messages-tuple"]
        options: Any = {"stream_mode": modes, "stream_subgraphs": True, "context": context, **sent}
        return list(self.server.client.runs.stream(self.thread, "smurfs", **options))

    def say(self, text: str, context: Any = TOOLS) -> list[Any]:
        """Send a message as the page writes it: blocks, and an id of its own."""
        message = {"id": f"said-{text}", "type": "human", "content": [{"type": "text", "text": text}]}
        return self.send(context, input={"messages": [message]})

    def decide(self, decision: Any, context: Any = TOOLS) -> list[Any]:
        """Send a decision as the page writes it: of no question in particular."""
        return self.send(context, command={"resume": {"decisions": [decision]}})

    @property
    def head(self) -> Any:
        """The newest state of the thread's history, which the page shows once a run has ended."""
        history: Any = self.server.client.threads.get_history(self.thread)
        return history[0]

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Type and text of the messages there."""
        return [(each["type"], text_of(each)) for each in self.head["values"]["messages"]]

    @property
    def question(self) -> Any:
        """The one question that waits."""
        [question] = self.head["interrupts"]
        return question["value"]


@pytest.fixture
def chat(server: Server) -> Chat:
    """A new thread."""
    return Chat(server, new_thread(server))


def text_of(message: Any) -> str:
    """A message's text, as the page puts it together."""
    content = message["content"]
    return content if isinstance(content, str) else " ".join(each["text"] for each in content)


def names_and_decisions(question: Any) -> list[tuple[str, list[str]]]:
    """The actions that the page shows, with their buttons; fails where it would show the bare data instead."""
    assert all(isinstance(each["args"], dict) for each in question["action_requests"])
    allowed = {each["action_name"]: each["allowed_decisions"] for each in question["review_configs"]}
    return [(each["name"], allowed[each["name"]]) for each in question["action_requests"]]


def test_a_question_an_approval_and_a_follow_up(chat: Chat) -> None:
    """The result of each is the last message; the question stands beside one that is not the user's."""
    chat.say(QUERY)
    assert names_and_decisions(chat.question) == [("get_distance", ["approve", "edit", "reject", "respond"])]
    assert chat.shown == [("human", QUERY), ("ai", "To be approved: get_distance")]
    chat.decide(APPROVE)
    [_, (kind, answer)] = chat.shown
    assert kind == "ai"
    assert "1389" in answer
    chat.say(NEXT)
    assert chat.shown[2:] == [("human", NEXT), ("ai", "To be approved: get_distance")]
    chat.decide(APPROVE)
    assert [kind for kind, _ in chat.shown] == ["human", "ai", "human", "ai"]
    assert "Vienna" in chat.shown[-1][1] or "km" in chat.shown[-1][1]


def test_whatever_came_last_holds_the_conversation(chat: Chat) -> None:
    """The page takes the values of inner graphs for the state, too; and no inner call is streamed as a message."""
    for streamed in (chat.say(QUERY), chat.decide(APPROVE)):
        values = [part.data for part in streamed if part.event.partition("|")[0] == "values"]
        assert any(part.event.startswith("values|") for part in streamed)
        without = [each for each in values if "__interrupt__" not in each and not each.get("messages")]
        assert without == []
        said = {part.data[0]["id"] for part in streamed if part.event.partition("|")[0] == "messages"}
        assert said <= {each["id"] for each in chat.head["values"]["messages"]}


def test_an_edit_is_what_runs_and_other_decisions_are_told(chat: Chat) -> None:
    """Arguments come back as the form has them; another tool's name is refused and asked about again. An answer by
    hand is the sub-task's, and is said to be one.
    """
    chat.say(QUERY)
    arguments = chat.question["action_requests"][0]["args"]
    edited = {**arguments, "destination": "Vienna"}
    chat.decide({"type": "edit", "edited_action": {"name": "search_flights", "args": edited}})
    assert "cannot call another tool" in chat.question["action_requests"][0]["description"]
    chat.decide({"type": "edit", "edited_action": {"name": "get_distance", "args": edited}})
    [outcome] = chat.head["values"]["outcomes"].values()
    assert outcome["evidence"][0]["arguments"] == edited
    chat.say(NEXT)
    chat.decide({"type": "reject", "message": "not today"})
    assert "not today" in str(chat.head["values"]["outcomes"])
    chat.say(QUERY)
    chat.decide({"type": "respond", "message": "It is 7 km."})
    [outcome] = chat.head["values"]["outcomes"].values()
    assert (outcome["status"], outcome["answer"]) == ("solved", "It is 7 km.")
    assert outcome["reason"] == "answered by a person" and "It is 7 km." in chat.shown[-1][1]


def test_a_plan_is_edited_in_a_form(chat: Chat) -> None:
    """Lists come back as text."""
    chat.say(QUERY, PLAN)
    assert names_and_decisions(chat.question) == [("plan", ["approve", "edit", "reject"])]
    arguments = chat.question["action_requests"][0]["args"]
    edited = {**arguments, "sub_tasks": f'[{{"id": "mine", "content": "{NEXT}"}}]'}
    chat.decide({"type": "edit", "edited_action": {"name": "plan", "args": edited}}, PLAN)
    assert list(chat.head["values"]["outcomes"]) == ["mine"]


def test_a_question_about_the_request_is_answered_in_a_form(chat: Chat) -> None:
    """The answer is a field of the action; a rejection goes on without one."""
    asks: Any = {"max_questions": 1}
    chat.say("Which flights go there?", asks)
    [action] = chat.question["action_requests"]
    assert chat.shown[-1] == ("ai", action["args"]["question"])
    answered = {"name": action["name"], "args": {**action["args"], "answer": "Rome"}}
    chat.decide({"type": "edit", "edited_action": answered}, asks)
    assert "Rome" in chat.head["values"]["plan"]["sub_tasks"][0]["content"]


@pytest.mark.parametrize("decisions", [[], [APPROVE, APPROVE], [{"type": "perhaps"}], "approve"])
def test_rubbish_leaves_the_question(chat: Chat, decisions: Any) -> None:
    """The run ends with an error, and the question still waits."""
    chat.say(QUERY)
    streamed = chat.send(command={"resume": {"decisions": decisions}})
    assert streamed[-1].data["error"] == "AnswerError"
    assert chat.shown[-1] == ("ai", "To be approved: get_distance")
