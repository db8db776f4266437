"""The answer's text as it comes: chunks in LangGraph's `messages` mode, and events; an agent's replies stay inside."""

import json
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import wrap_model_call
from langchain_core.messages import AIMessage, AIMessageChunk, ToolMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from pydantic import BaseModel, SecretStr

from smurfs_graph import Settings, build_graph
from tests.servers.streaming import Body, Reply, StreamingServer

PIECES = ("It is ", "14 degrees", " in Oslo,", " and", " dry.")
ANSWER = "".join(PIECES)
PREFACE = ("Let me", " look", " it up.")


def find_weather(place: str) -> str:
    """Find the weather of a place."""
    return f"{place}: 14 degrees, dry"


def looks_up_then_says(body: Body) -> Reply:
    """Calls the tool, then answers."""
    if any(message["role"] == "tool" for message in body["messages"]):
        return Reply(PIECES)
    return Reply(PREFACE, (("find_weather", {"place": "Oslo"}),))


def graph_on(server: StreamingServer, **settings: Any) -> Any:
    given: dict[str, Any] = {"step_shape": "native", "model": "openai:m", "base_url": server.base_url}
    more = {name: settings.pop(name) for name in ("answer_schema", "middleware") if name in settings}
    return build_graph(Settings(**given | settings), [find_weather], **more)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody-at-all")


async def stream(graph: Any, given: Any = None, **options: Any) -> tuple[list[AIMessage], list[dict[str, Any]], Any]:
    """The messages, the events and the last values of a run."""
    messages, events, values = list[AIMessage](), list[dict[str, Any]](), {}
    question = given or {"messages": [("user", "How warm is it in Oslo?")]}
    async for mode, part in graph.astream(question, stream_mode=["messages", "custom", "values"], **options):
        if mode == "messages":
            messages.append(part[0])
        elif mode == "custom":
            events.append(part)
        else:
            values = part
    return messages, events, values


def said(messages: list[AIMessage], message_id: str) -> str:
    return "".join(str(message.text) for message in messages if message.id == message_id)


async def test_the_answer_streams_as_the_message_that_the_state_has() -> None:
    with StreamingServer(looks_up_then_says) as server:
        messages, events, values = await stream(graph_on(server))
    last = values["messages"][-1]
    assert last.text == ANSWER
    chunks = [message for message in messages if message.id == last.id]
    assert len(chunks) >= len(PIECES) - 1
    assert all(isinstance(chunk, AIMessageChunk) for chunk in chunks)
    assert said(messages, last.id) == ANSWER
    told = [event for event in events if event["kind"] == "answer_text" and event["message_id"] == last.id]
    assert "".join(event["text"] for event in told) == ANSWER


async def test_words_before_a_call_are_no_part_of_the_answer() -> None:
    with StreamingServer(looks_up_then_says) as server:
        graph = graph_on(server)
        await graph.ainvoke({"query": "Rome?"})  # now the model is known to call tools: its words may be an answer
        messages, _, values = await stream(graph)
    (preface,) = {message.id for message in messages} - {values["messages"][-1].id, values["messages"][0].id}
    assert said(messages, str(preface)) == "".join(PREFACE)
    assert len(values["messages"]) == 2


async def test_tokens_of_a_streamed_reply_are_counted_as_those_of_another() -> None:
    with StreamingServer(looks_up_then_says) as server:
        _, _, streamed = await stream(graph_on(server))
        whole = await graph_on(server).ainvoke({"query": "How warm is it in Oslo?"})
    assert streamed["usage"].tokens == whole["usage"].tokens == 220
    assert [bool(body.get("stream")) for body in server.requests] == [True, True, False, False]


async def test_a_reply_that_breaks_off_is_begun_anew_under_another_id() -> None:
    broken: list[int] = []

    def breaks_once(body: Body) -> Reply:
        reply = looks_up_then_says(body)
        if reply.calls or broken:
            return reply
        broken.append(1)
        return Reply(("It is ", "15 "), breaks=True)

    with StreamingServer(breaks_once) as server:
        messages, _, values = await stream(graph_on(server, model_retry_wait=0.01))
    last = values["messages"][-1]
    assert last.text == said(messages, last.id) == ANSWER


async def test_an_answer_with_a_schema_streams_as_its_text_and_the_data_follow() -> None:
    """The data is made from the text, and never changes it."""

    class Weather(BaseModel):
        """The weather."""

        degrees: int

    def structured(body: Body) -> Reply:
        if body.get("response_format") or not any(
            each["function"]["name"] == "find_weather" for each in body.get("tools", [])
        ):
            return Reply(('{"degrees": ', "14}"))
        return looks_up_then_says(body)

    with StreamingServer(structured) as server:
        messages, events, values = await stream(graph_on(server, answer_schema=Weather))
    assert values["structured"] == {"degrees": 14}
    last = values["messages"][-1]
    assert last.text == said(messages, last.id) == ANSWER
    assert len([event for event in events if event["kind"] == "answer_text"]) >= len(PIECES) - 1
    assert {message.id for message in messages if isinstance(message, AIMessage)} == {last.id}


def plans(body: Body) -> Reply:
    """A planner's, an executor's and a deliverer's replies, by what they are asked for."""
    asked = json.dumps(body)
    if "# Deliverer" in asked:
        return Reply(
            ("{", '"answer": "as JSON"}') if "as JSON" in asked else ("Oslo has", " 14 [s", "1] and", " so on.")
        )
    if "# Planner" in asked:
        parts = [{"id": f"s{at}", "content": f"Weather of {place}"} for at, place in enumerate(("Oslo", "Rome"), 1)]
        return Reply((json.dumps({"reasoning": "two", "needs_tool": True, "sub_tasks": parts}),))
    return looks_up_then_says(body)


@pytest.mark.parametrize(("question", "text"), [("Oslo and Rome?", "Oslo has 14 and so on."), ("as JSON?", "as JSON")])
async def test_the_deliverers_text_streams_without_its_ids_and_no_agents_reply_does(question: str, text: str) -> None:
    with StreamingServer(plans) as server:
        messages, _, values = await stream(graph_on(server, planning="always"), {"query": question})
    last = values["messages"][-1]
    assert last.text == said(messages, last.id) == text
    assert {message.id for message in messages if isinstance(message, AIMessage)} == {last.id}


async def test_a_secret_that_chunks_cut_in_two_is_masked() -> None:
    def tells(body: Body) -> Reply:
        reply = looks_up_then_says(body)
        return reply if reply.calls else Reply(("The key is gh", "p_abcdefghij", "klmnop0123", " for you."))

    with StreamingServer(tells) as server:
        messages, events, values = await stream(graph_on(server))
    assert said(messages, values["messages"][-1].id) == "The key is [secret] for you."
    assert "abcdefghij" not in json.dumps([event for event in events if event["kind"] == "answer_text"])


async def test_inside_another_graph_the_answer_alone_streams() -> None:
    with StreamingServer(looks_up_then_says) as server:
        outer: Any = StateGraph(MessagesState)
        outer.add_node("smurfs", graph_on(server))
        outer.add_edge(START, "smurfs")
        outer.add_edge("smurfs", END)
        graph = outer.compile()
        parts = [
            part
            async for part in graph.astream(
                {"messages": [("user", "How warm is it in Oslo?")]}, stream_mode="messages", subgraphs=True
            )
        ]
    texts: dict[str, str] = {}
    for _, (message, _) in parts:
        if isinstance(message, AIMessage):
            texts[str(message.id)] = texts.get(str(message.id), "") + str(message.text)
    assert set(texts.values()) == {ANSWER}


async def test_as_a_tool_of_an_agent_it_says_nothing_to_the_agents_user() -> None:
    def outer_model(body: Body) -> Reply:
        names = [each["function"]["name"] for each in body.get("tools", [])]
        if "ask_weather" not in names:
            return looks_up_then_says(body)
        if any(message["role"] == "tool" for message in body["messages"]):
            return Reply(("Warm", " enough."))
        return Reply((), (("ask_weather", {"question": "How warm is it in Oslo?"}),))

    with StreamingServer(outer_model) as server:
        graph = graph_on(server)

        async def ask_weather(question: str) -> str:
            """Ask about the weather."""
            return (await graph.ainvoke({"query": question}))["answer"]

        model = ChatOpenAI(model="m", base_url=server.base_url, api_key=SecretStr("none"))
        agent: Any = create_agent(model, [ask_weather])
        parts = [
            message
            async for message, _ in agent.astream(
                {"messages": [("user", "Is it warm in Oslo?")]}, stream_mode="messages"
            )
        ]
    assert "".join(str(part.text) for part in parts if isinstance(part, AIMessage)) == "Warm enough."
    assert [part.text for part in parts if isinstance(part, ToolMessage)] == [ANSWER]


async def test_an_answer_that_a_hook_may_change_does_not_stream() -> None:
    """Else what it takes out would have been read already."""

    @wrap_model_call
    async def censor(request: Any, handler: Any) -> Any:
        [reply] = (await handler(request)).result
        return reply.model_copy(update={"content": reply.text.replace("Oslo", "[place]")})

    with StreamingServer(looks_up_then_says) as server:
        graph = graph_on(server, middleware=[censor])
        messages, events, values = await stream(graph)
    assert values["answer"] == ANSWER.replace("Oslo", "[place]")
    assert "Oslo" not in "".join(str(message.text) for message in messages if isinstance(message, AIMessageChunk))
    assert all(event["kind"] != "answer_text" for event in events)


async def test_what_a_streamed_answer_invents_is_flagged_and_not_taken_back() -> None:
    """No second answer is asked for; claims, stop reason and warnings say what stands in no result."""

    def invents(body: Body) -> Reply:
        reply = looks_up_then_says(body)
        return reply if reply.calls else Reply((*PIECES, " It was 23.5 degrees yesterday."))

    with StreamingServer(invents) as server:
        _, _, values = await stream(graph_on(server))
    assert len(server.requests) == 2
    assert values["answer"].endswith("yesterday.")
    claims = values["messages"][-1].additional_kwargs["claims"]
    assert [(claim["supported"], claim["ungrounded"]) for claim in claims] == [(True, []), (False, ["23.5"])]
    assert (values["stop_reason"], values["warnings"]) == (
        "partial", ["answer: in no result, request or conversation: 23.5"],
    )  # fmt: skip
