"""Conversations: messages in and out, follow-ups that name what changes, a fresh start of all else, a bound."""

from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState, StateGraph
from pydantic import BaseModel

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.strategies import STRATEGIES
from tests.conversations import DEGREES, TALK, Weather, weather_model
from tests.scripts import CONFIG, FUSED, build, script

SHAPES: dict[str, dict[str, Any]] = {
    "native": {},
    "planned, fused": {**FUSED, "context": "rich"},
    "lean, fused": {**FUSED, "context": "lean"},
    "smurfs": {"strategy": "smurfs"},
}


class Talk:
    """A thread, its graph, model and tool."""

    def __init__(self, shape: str = "native", *, kept: bool = True, **settings: Any) -> None:
        self.weather, self.model = Weather(), weather_model(native=shape == "native")
        self.config: Any = {"configurable": {"thread_id": "talk"}}
        given, tools = Settings(model="scripted:x", **SHAPES[shape] | settings), [self.weather.find_temperature]
        saver = InMemorySaver() if kept else None
        self.graph = build_graph(given, tools, models={"scripted:x": self.model}, checkpointer=saver)

    def say(self, text: str, **more: Any) -> Any:
        """One turn."""
        return self.graph.invoke({"messages": [("user", text)]}, self.config, **more)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("by", ["messages", "query"])
def test_a_look_up_a_follow_up_and_a_comparison(shape: str, by: str) -> None:
    """Each right by what the prompts show; the last from what is known, without a call; budgets are each turn's own."""
    talk = Talk(shape, max_tool_calls=1)
    for_each: list[Any] = [
        talk.graph.invoke({"query": text} if by == "query" else {"messages": [("user", text)]}, talk.config)
        for text in TALK
    ]
    first, second, third = for_each
    assert (first["answer"], second["answer"]) == ("Oslo has 4 degrees.", "Rome has 17 degrees.")
    assert third["answer"] == "Rome, with 17 degrees."
    assert [result["stop_reason"] for result in for_each] == ["answered", "answered", "answered_without_tools"]
    assert talk.weather.calls == ["Oslo", "Rome"]
    assert [result["usage"].tool_calls for result in for_each] == [1, 1, 0]
    assert [message.text for message in third["messages"]] == [
        *(text for result, asked in zip(for_each, TALK, strict=True) for text in (asked, result["answer"]))
    ]
    assert not any(result["warnings"] for result in for_each)
    outcomes = [[outcome.answer for outcome in result["outcomes"].values()] for result in (second, third)]
    assert not any("Oslo" in answer for answers in outcomes for answer in answers)


def test_the_answer_is_a_message_that_says_what_it_rests_on() -> None:
    """Its claims and the stop reason, as plain data; its id is the run's."""
    talk = Talk("lean, fused")
    result = talk.say(TALK[0])
    asked, said = result["messages"]
    assert isinstance(asked, HumanMessage) and isinstance(said, AIMessage)
    run_id = talk.graph.get_state(talk.config).values["run_id"]
    assert said.id == f"answer-{run_id}"
    assert said.additional_kwargs["stop_reason"] == "answered"
    assert [claim["sub_tasks"] for claim in said.additional_kwargs["claims"]] == [["s1"]]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_takes_messages_and_sees_the_turn_before(strategy: str) -> None:
    """Whoever reads the request first has the conversation beside it."""

    def look() -> str:
        """Look."""
        return "seen"

    built = build([look], script(), strategy=strategy, checkpointer=InMemorySaver())
    first: Any = built.graph.invoke({"messages": [("user", "What about Oslo?")]}, CONFIG)
    asked = len(built.model.asked)
    second: Any = built.graph.invoke({"messages": [{"role": "user", "content": "And Rome?"}]}, CONFIG)
    kinds = [message.type for message in second["messages"]]
    assert kinds == ["human", "ai", "human", "ai"]
    assert second["messages"][-1].text == second["answer"]
    seen = built.model.asked[asked].user
    assert "What about Oslo?" in seen and first["answer"].split("\n")[0] in seen and "And Rome?" in seen


def test_what_follows_works_from_the_completed_request() -> None:
    """The deliverer is asked the whole question, not "And in Rome?" alone."""
    talk = Talk("lean, fused")
    talk.say(TALK[0])
    talk.say(TALK[1])
    [query] = [asked.sections["query"] for asked in talk.model.asked[-4:] if asked.call == "deliverer"]
    assert query == "How warm is it in Rome?"


def test_tools_for_a_follow_up_are_found_by_the_request_before_it() -> None:
    """Its own words lead nowhere: the shortlist needs those of the turn before."""

    def other(number: int) -> Any:
        def read() -> str:
            """Read a book of a library."""
            return "read"

        read.__name__ = f"read_{number}"
        return read

    weather, model = Weather(), weather_model()
    graph = build_graph(
        Settings(model="scripted:x", shortlist_over=5, shortlist_size=3, **FUSED),
        [*(other(number) for number in range(60)), weather.find_temperature],
        models={"scripted:x": model},
        checkpointer=InMemorySaver(),
    )
    graph.invoke({"query": "What temperature, how many degrees? How warm is it in Oslo?"}, CONFIG)
    graph.invoke({"query": "And in Rome?"}, CONFIG)
    shown = [asked.sections["tools"] for asked in model.asked if asked.call.startswith("planner")]
    assert all("find_temperature" in tools for tools in shown) and len(shown) == 2
    assert weather.calls == ["Oslo", "Rome"]


def test_a_history_that_a_client_brings_along_counts_too() -> None:
    """Without a checkpointer, as chat clients send it: all messages each time."""
    talk = Talk(kept=False)
    history = [("user", TALK[0]), ("assistant", "Oslo has 4 degrees."), ("user", TALK[1])]
    result: Any = talk.graph.invoke({"messages": history})
    assert (result["answer"], talk.weather.calls) == ("Rome has 17 degrees.", ["Rome"])
    system: Any = talk.graph.invoke({"messages": [("system", "Be a pirate."), ("user", TALK[0])]})
    assert system["answer"] == "Oslo has 4 degrees."
    assert system["warnings"] == ["a system message is not read; instructions are a setting"]


def test_a_query_beside_messages_is_the_request_and_they_the_history() -> None:
    """And is not said twice where it is their last one; blocks of text are text."""
    talk = Talk(kept=False)
    history: list[Any] = [HumanMessage(TALK[0]), AIMessage("Oslo has 4 degrees.")]
    result: Any = talk.graph.invoke({"query": TALK[1], "messages": history})
    assert (result["answer"], len(result["messages"])) == ("Rome has 17 degrees.", 4)
    blocks: Any = HumanMessage([{"type": "text", "text": TALK[1]}])
    for beside in ({}, {"query": ""}, {"query": None}):  # a form sends empty fields
        result = talk.graph.invoke({"messages": [*history, blocks], **beside})
        assert (result["answer"], len(result["messages"])) == ("Rome has 17 degrees.", 4)
    with pytest.raises(ConfigurationError, match="messages: "):
        talk.graph.invoke({"query": TALK[1], "messages": [object()]})


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], "the user's"),
        ([("user", "x"), ("ai", "y")], "the user's"),
        ([("user", "  ")], "the query is empty"),
        ([object()], "messages: "),
        ([("nobody", "x")], "messages: "),
    ],
)
def test_messages_that_ask_nothing_are_refused_in_a_line(messages: Any, said: str) -> None:
    """They are refused like an empty query."""
    with pytest.raises(ConfigurationError, match=said) as refused:
        Talk(kept=False).graph.invoke({"messages": messages})
    assert "\n" not in str(refused.value)


def test_a_long_conversation_is_bounded_and_that_is_said() -> None:
    """The latest turns in full, older ones in part, the oldest not at all; the state keeps every message."""
    talk = Talk("lean, fused", context_window=8192)
    history: list[Any] = []
    for number in range(80):
        history += [("user", f"question-{number}? {'q' * 300}"), ("ai", f"answer-{number}. {'a' * 300}")]
    result: Any = talk.graph.invoke({"messages": [*history, ("user", TALK[0])]}, talk.config)
    shown = talk.model.asked[0].sections["conversation"]
    assert len(shown) < 5_000
    assert f"answer-79. {'a' * 300}" in shown
    assert "answer-75." in shown and f"answer-75. {'a' * 300}" not in shown
    assert "question-0?" not in shown and "turn 80" in shown
    [warning] = result["warnings"]
    assert warning.startswith("the conversation is long: of its 80 earlier turns ")
    assert (len(result["messages"]), result["answer"]) == (162, "Oslo has 4 degrees.")


def test_one_huge_turn_is_cut_and_no_condensed_one_takes_the_place_of_a_later_one() -> None:
    """The turn before this one is there, whatever its size."""
    talk = Talk("lean, fused", context_window=8192)
    history = [("user", "early"), ("ai", "short"), ("user", "late"), ("ai", f"begin {'x' * 50_000} end")]
    talk.graph.invoke({"messages": [*history, ("user", TALK[0])]}, talk.config)
    shown = talk.model.asked[0].sections["conversation"]
    assert "begin xxx" in shown and "xxx end" in shown and len(shown) < 5_000
    assert "early" in shown and "short" in shown


def test_a_turn_without_an_answer_is_one_in_the_next() -> None:
    """It waits for a person, is left, and another request comes."""
    talk = Talk("lean, fused")
    waiting = talk.say(TALK[0], context={"approve": ["plan"]})
    assert "answer" not in waiting or not waiting["answer"]
    result = talk.say(TALK[1])
    assert result["answer"] == "Rome has 17 degrees."
    [shown] = [asked.sections["conversation"] for asked in talk.model.asked if "conversation" in asked.sections][:1]
    assert TALK[0] in shown and "(no answer)" in shown


def test_in_a_graph_of_messages_the_answer_joins_the_outer_conversation() -> None:
    """Our graph as a node of another one: its key `messages` is all that they share."""
    talk = Talk(kept=False)
    outer: Any = StateGraph(MessagesState)
    outer.add_node("smurfs", talk.graph)
    outer.set_entry_point("smurfs")
    graph = outer.compile(checkpointer=InMemorySaver())
    said: list[BaseMessage] = []
    for text in TALK:
        said = cast("list[BaseMessage]", graph.invoke({"messages": [("user", text)]}, talk.config)["messages"])
    assert [message.type for message in said] == ["human", "ai"] * 3
    assert said[-1].text == "Rome, with 17 degrees." and talk.weather.calls == ["Oslo", "Rome"]


class Found(BaseModel):
    """An answer as data."""

    degrees: int


def test_an_answer_that_is_written_again_is_one_message() -> None:
    """With data behind it, and after the last word alone."""
    built = build(
        [Weather().find_temperature],
        script(executor_fused={"thought": "x", "tool": "find_temperature", "arguments": {"city": "Oslo"}},
               answer_fused={"answer": "4", "status": "solved"}, deliverer={"answer": "It has 4."},
               deliverer_structured={"degrees": DEGREES["Oslo"]}),
        answer_schema=Found,
        **FUSED,
    )  # fmt: skip
    seen: list[Any] = []
    for part in built.graph.stream({"query": TALK[0]}, stream_mode="updates"):
        seen += [
            name for name, update in part.items() if any(m.type == "ai" for m in (update or {}).get("messages", []))
        ]
    assert seen == ["structure"]


@pytest.mark.parametrize("shape", list(SHAPES))
async def test_a_fork_from_an_earlier_turn_knows_that_turn_and_nothing_later(shape: str) -> None:
    """Later turns' calls are not repeated, and stay in the history; so does the turn that was forked."""
    talk = Talk(shape)
    first, follow_up, _ = TALK
    for text in (first, follow_up):
        await talk.graph.ainvoke({"messages": [("user", text)]}, talk.config)
    before = [each async for each in talk.graph.aget_state_history(talk.config)]
    last, after_first = [each for each in before if not each.next]
    assert list(talk.weather.calls) == ["Oslo", "Rome"]
    result = await talk.graph.ainvoke({"messages": [("user", "And in Bergen?")]}, after_first.config)
    assert talk.weather.calls[2:] == ["Bergen"]
    assert result["answer"] == "Bergen has 9 degrees."
    assert [message.text for message in result["messages"]][:3] == [first, "Oslo has 4 degrees.", "And in Bergen?"]
    kept = {each.config["configurable"]["checkpoint_id"] async for each in talk.graph.aget_state_history(talk.config)}
    assert {each.config["configurable"]["checkpoint_id"] for each in before} <= kept
    assert len((await talk.graph.aget_state(last.config)).values["messages"]) == 4
