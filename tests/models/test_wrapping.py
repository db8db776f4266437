"""Models inside other Runnables: any that answers messages will do, and what a chat model can do still works."""

from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import Runnable, RunnableLambda

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.testing import ScriptedModel, call_of
from tests.servers.hostile import HostileServer, add, honest, honest_script

PROMPT = ChatPromptTemplate([MessagesPlaceholder("messages")])


def run(model: Any, **settings: Any) -> dict[str, Any]:
    """A run with that model."""
    values: dict[str, Any] = {"model": "mine:model", "model_retry_wait": 0.01} | settings
    return build_graph(Settings(**values), [add], models={"mine:model": model}).invoke({"query": "What is 2 + 3?"})


def caller(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """Calls `add`, and reports."""
    if messages[-1].type == "tool":
        return AIMessage(f"The sum is {messages[-1].text}.")
    return AIMessage("", tool_calls=[{"name": "add", "args": {"a": 2, "b": 3}, "id": "1"}])


def scripted(**options: Any) -> ScriptedModel:
    """A chat model with tools and JSON schemas."""
    return ScriptedModel(honest_script, caller=caller, formats=frozenset({"json_schema"}), **options)


def unreachable(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """Fail like a server that is down."""
    raise ConnectionError("down")


WRAPPED: dict[str, Callable[[ScriptedModel], Runnable[Any, Any]]] = {
    "retry": lambda model: model.with_retry(stop_after_attempt=2),
    "bound": lambda model: model.bind(stop=["END"]),
    "config": lambda model: model.with_config(tags=["mine"]),
    "behind a prompt": lambda model: PROMPT | model,
    "fallbacks": lambda model: ScriptedModel(honest_script, caller=unreachable).with_fallbacks([model]),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_a_wrapped_model_has_its_tools_bound(name: str) -> None:
    """One call a step, as without the wrapping, in two replies."""
    model = scripted()
    result = run(WRAPPED[name](model))
    assert (result["stop_reason"], result["answer"], result["warnings"]) == ("answered", "The sum is 5.", [])
    assert len(model.asked) == 2


@pytest.mark.parametrize("name", [name for name in WRAPPED if name != "fallbacks"])
def test_a_wrapped_model_is_held_to_schemas(name: str) -> None:
    """In split steps each reply comes in the native format; the answer is text."""
    model = scripted()
    assert run(WRAPPED[name](model), planning="always", step_shape="split")["stop_reason"] == "answered"
    assert {asked.rung for asked in model.asked if asked.call != "deliverer"} == {"json_schema"}


def test_what_was_bound_before_is_sent_too() -> None:
    """The parameters that somebody bound stay beside the tools: LangChain's own `bind_tools` would drop them."""
    from langchain_openai import ChatOpenAI

    with HostileServer(honest) as server:
        model = ChatOpenAI(model="any", base_url=server.base_url, api_key=lambda: "none", max_retries=0)
        assert run(model.bind(stop=["END"]).with_retry())["stop_reason"] == "answered"
    assert all(body["tools"] and body["stop"] == ["END"] for body in server.requests)


@pytest.mark.parametrize("parsed", [False, True])
def test_a_function_is_asked_for_json_in_words(parsed: bool) -> None:
    """Nothing can be bound, so planner, executor, answer and verifier ask in their prompts."""
    asked: list[str] = []

    def answer(messages: list[BaseMessage]) -> Any:
        asked.append(call_of(str(messages[0].text)))
        return ScriptedModel(honest_script).invoke(messages)

    model: Any = RunnableLambda(answer) | StrOutputParser() if parsed else RunnableLambda(answer)
    result = run(model)
    assert (result["stop_reason"], result["warnings"]) == ("answered", [])
    assert "executor.thought" in asked


def test_what_is_no_model_is_refused_in_a_line() -> None:
    """It is refused when the graph is built, or when it answers."""
    with pytest.raises(ConfigurationError, match=r"must be a chat model .* RunnableLambda\(function\)"):
        run(lambda messages: "5")  # pyright: ignore[reportUnknownLambdaType]
    (said,) = run(RunnableLambda(lambda messages: {"answer": 5}))["warnings"]
    assert "answered with dict; a model answers with a message or text" in said
