"""A person edits a call: what runs is what they wrote, whichever node makes the call and whichever client sent it."""

from collections.abc import Callable
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.scripts import CONFIG, FUSED, Turns, build, calling, script

Edit = Callable[[dict[str, Any]], Any]


class Post:
    """A tool that keeps what it was called with."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

        @effects("write")
        def send(to: str, body: Any = None, data: dict[str, Any] | None = None) -> str:
            """Send something."""
            self.sent.append({"to": to, "body": body, "data": data})
            return "sent"

        self.tool = send
        self.options: dict[str, Any] = {"approve": ("tools",), "checkpointer": InMemorySaver()}

    def fused(self, given: dict[str, Any]) -> AnywhereGraph:
        """Make the call in a fused step."""
        called = {"thought": "send it", "calls": [{"tool": "send", "arguments": given}]}
        answered = {"answer": "done", "status": "solved"}
        options: dict[str, Any] = {**self.options, **FUSED}
        return build([self.tool], script(executor_fused=called, answer_fused=answered), **options).graph

    def native(self, given: dict[str, Any]) -> AnywhereGraph:
        """Make the call by a native reply."""
        return Turns(calling("send", given), "done", tools=[self.tool], **self.options).graph

    def program(self, given: dict[str, Any]) -> AnywhereGraph:
        """Make the call in a program."""
        written = ", ".join(f"{name}={value!r}" for name, value in given.items())
        code = calling("run_python", {"code": f"print(await send({written}))"})
        return Turns(code, "done", tools=[self.tool], step_shape="code", **self.options).graph


def edit(graph: AnywhereGraph, arguments: dict[str, Any]) -> Any:
    """Answer the question of a run with an edit, in the form that it takes."""
    graph.invoke({"query": "Send it."}, CONFIG)
    [asked] = graph.get_state(CONFIG).interrupts
    several = {"decisions": [{"type": "edit", "edited_action": {"name": "send", "args": arguments}}]}
    single = {"decision": "edit", "arguments": arguments}
    graph.invoke(Command(resume=several if asked.value["kind"] == "tool_calls" else single), CONFIG)
    return [question.value for question in graph.get_state(CONFIG).interrupts]


@pytest.mark.parametrize("way", ["fused", "native", "program"])
@pytest.mark.parametrize(
    ("given", "edited", "sent"),
    [
        ({}, {"to": "bob"}, {"to": "bob"}),
        ({"body": "hello"}, {"to": "bob", "body": "[urgent] come"}, {"body": "[urgent] come"}),
        ({"body": "hello"}, {"to": "bob", "body": '{"a": 1}'}, {"body": '{"a": 1}'}),
        ({"body": {"a": 1}}, {"to": "bob", "body": '{"a": 2}'}, {"body": {"a": 2}}),
        ({"body": {"a": 1}}, {"to": "bob", "body": '{"a": 2'}, {"body": '{"a": 2'}),
        ({"data": {"a": 1}}, {"to": "bob", "data": '{"a": 2}'}, {"data": {"a": 2}}),
        ({"body": 1}, {"to": "ada", "body": True}, {"to": "ada", "body": True}),
        ({"data": {"a": False}}, {"to": "ada", "data": {"a": 0}}, {"to": "ada", "data": {"a": 0}}),
    ],
)
def test_what_runs_is_what_a_person_wrote(
    way: str, given: dict[str, Any], edited: dict[str, Any], sent: dict[str, Any]
) -> None:
    """A form has objects as text; nothing is mended, and what was text stays text."""
    post = Post()
    assert edit(getattr(post, way)({"to": "ada", **given}), edited) == []
    assert repr(post.sent) == repr([{"to": "bob", "body": None, "data": None, **sent}])  # 1 == True


@pytest.mark.parametrize("way", ["fused", "native", "program"])
@pytest.mark.parametrize(
    ("edited", "complaint"),
    [
        ({"to": "bob", "data": '{"a": 2'}, "data: "),
        ({"to": "bob", "copy": "eve"}, "unknown parameter 'copy'"),
        ({"to": ["bob"]}, "to: Input should be a valid string"),
    ],
)
def test_an_edit_that_cannot_be_made_is_asked_about_again(way: str, edited: dict[str, Any], complaint: str) -> None:
    """Nothing is called."""
    post = Post()
    [question] = edit(getattr(post, way)({"to": "ada"}), edited)
    assert complaint in question["complaint"] and not post.sent
