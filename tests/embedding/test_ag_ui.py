"""AG-UI's endpoint over the graph: messages and tool calls are told, an approval is asked, a follow-up answered."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, build_graph
from tests.embedding.ag_ui_page import Page
from tests.servers.streaming import Body, Reply, StreamingServer

ag_ui = pytest.importorskip("ag_ui_langgraph", reason="ag-ui-langgraph is not installed")

WARM, COLD = "14 degrees in Oslo.", "Oslo is the colder one."


def find_weather(place: str) -> str:
    """Find the weather of a place."""
    return f"{place}: 14 degrees"


def reply(body: Body) -> Reply:
    """Looks up, then answers; a follow-up is answered from what was said."""
    text = json.dumps(body["messages"])
    if "colder" in text:
        return Reply(("Oslo is ", "the colder", " one.")) if WARM in text else Reply(("I do not know.",))
    if any(message["role"] == "tool" for message in body["messages"]):
        return Reply(("14 degrees", " in Oslo."))
    return Reply(("Let me look.",), (("find_weather", {"place": "Oslo"}),))


@pytest.fixture
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page of an application that has the endpoint over a graph whose model streams, and which asks about calls."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody-at-all")
    with StreamingServer(reply) as server:
        asks: frozenset[Literal["tools"]] = getattr(request, "param", frozenset({"tools"}))
        settings = Settings(model="openai:m", base_url=server.base_url, step_shape="native", approve=asks)
        graph = build_graph(settings, [find_weather], checkpointer=InMemorySaver())
        app = FastAPI()
        agent = ag_ui.LangGraphAgent(name="smurfs", graph=graph, emit_raw_events=False, emit_interrupt_outcome=True)
        ag_ui.add_langgraph_fastapi_endpoint(app, agent, "/agent")
        with TestClient(app) as client:
            yield Page(client)


def texts(events: list[Any]) -> list[str]:
    """The texts of messages among events."""
    return [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"]


def test_an_approval_an_answer_and_a_follow_up(page: Page) -> None:
    """Runs begin and end, the answer is one message and no inner call is, and the conversation stays as it was."""
    asked = page.say("How warm is it in Oslo?")
    assert (asked[0]["type"], asked[-1]["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    [question] = asked[-1]["outcome"]["interrupts"]
    assert texts(asked) == []
    approved = {"decisions": [{"type": "approve"}]}
    made = page.send(resume=[{"interruptId": question["id"], "status": "resolved", "payload": approved}])
    assert made[-1]["type"] == "RUN_FINISHED"
    kinds = [event["type"] for event in made if event["type"].startswith(("TOOL_CALL", "TEXT_MESSAGE"))]
    assert kinds == [*(f"TOOL_CALL_{part}" for part in ("START", "ARGS", "END", "RESULT")),
                     *(f"TEXT_MESSAGE_{part}" for part in ("START", "CONTENT", "END"))]  # fmt: skip
    assert texts(made) == [WARM]
    assert texts(page.say("Which one is colder, Oslo or Rome?")) == [COLD]
    assert [(each["role"], each["content"]) for each in page.messages][1::2] == [
        ("assistant", WARM),
        ("assistant", COLD),
    ]


@pytest.mark.parametrize("page", [frozenset[str]()], indirect=True)
def test_a_call_that_nobody_is_asked_about_is_told_whole(page: Page) -> None:
    """From its start to its result, under one id."""
    events = [event for event in page.say("How warm is it in Oslo?") if event["type"].startswith("TOOL_CALL")]
    assert [event["type"] for event in events] == [f"TOOL_CALL_{part}" for part in ("START", "ARGS", "END", "RESULT")]
    assert len({event["toolCallId"] for event in events}) == 1
