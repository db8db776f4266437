"""Native steps: tools are bound, a reply holds calls or the answer, and the search's rules bind all the same."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.testing import ScriptedModel
from tests.graph.test_policy import policy_file
from tests.scripts import CONFIG, Turns, asks_nobody, calling, results_in, script

STOCK = {"A-1": 1, "A-2": 2, "A-4": 5}


@effects("read")
def find_stock(item_id: str) -> dict[str, int]:
    """Find how many pieces of an item are in stock."""
    if item_id not in STOCK:
        raise ToolError(f"there is no item {item_id!r}; did you mean 'A-4'?")
    return {"stock": STOCK[item_id]}


def calls(*items: str, tool: str = "find_stock", text: str = "") -> AIMessage:
    """A reply with a call for each item."""
    return calling(tool, *({"item_id": item} for item in items), text=text)


class Run(Turns):
    """One run over `find_stock` and more, with a model that replies in turn."""

    def __init__(self, *replies: Any, tools: tuple[Any, ...] = (), own: Any = (find_stock,), **given: Any) -> None:
        super().__init__(*replies, tools=[*own, *tools], **given)


def test_independent_calls_cost_two_model_calls() -> None:
    """One reply with all calls, one with the answer; nobody plans, judges or delivers."""
    run = Run(calls("A-1", "A-2"), lambda messages: "A-1: 1, A-2: 2")
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("A-1: 1, A-2: 2", "answered")
    assert (result["usage"].calls, result["usage"].tool_calls) == (2, 2)
    assert [(item.arguments, item.text) for item in result["outcomes"]["s1"].evidence] == [
        ({"item_id": "A-1"}, '{"stock": 1}'),
        ({"item_id": "A-2"}, '{"stock": 2}'),
    ]
    assert [claim.sub_tasks for claim in result["claims"]] == [("s1",)]


def test_the_model_sees_its_own_replies_and_what_they_brought() -> None:
    """Calls with their results under their ids, in order; the date, and the same tools throughout."""
    replies = calls("A-1", text="First the stock."), calls("A-2")
    run = Run(*replies, "3 in all")
    run.result("How many in all?")
    last = run.seen[-1]
    assert [type(message).__name__ for message in last[2:]] == ["AIMessage", "ToolMessage", "AIMessage", "ToolMessage"]
    assert str(last[2].text) == "First the stock."
    made = [call["id"] for reply in replies for call in reply.tool_calls]
    assert [message.tool_call_id for message in last if isinstance(message, ToolMessage)] == made
    assert "<date>" in str(last[1].text)
    assert "<query>\nHow many in all?" in str(last[1].text)
    assert run.names == [["find_stock"]] * 3


def test_an_error_says_how_to_mend_the_call() -> None:
    """A wrong argument costs one more reply; the tool stays, and the answer rests on what was found."""
    run = Run(calls("A-1", "A-3"), calls("A-4"), lambda messages: " ".join(results_in(messages)))
    result = run.result()
    assert result["usage"].calls == 3
    assert "did you mean 'A-4'?" in result["answer"]
    assert result["answer"].endswith('{"stock": 5}')
    assert result["stop_reason"] == "answered"
    failed = next(
        message for message in run.seen[1] if isinstance(message, ToolMessage) and "A-3" in str(message.content)
    )
    assert failed.status == "error"


def test_what_was_not_found_makes_the_answer_partial() -> None:
    """The agreed last line is the gap; what was found is delivered."""
    run = Run(calls("A-1"), "A-1: 1 piece.\nNot found: the stock of A-3.")
    result = run.result()
    assert result["stop_reason"] == "partial"
    assert result["answer"].startswith("A-1: 1 piece.")
    assert [item.reason for item in result["not_found"]] == ["not found: the stock of A-3"]


def test_every_answer_is_verified_where_that_is_set() -> None:
    """The verifier sees the calls behind it; a doubted answer is not said, and goes back with the hint."""
    verdicts = [{"status": "pending", "hint": "A-2 is missing"}, {"status": "solved"}]
    replies = calls("A-1"), "1 piece", calls("A-2"), "1 and 2 pieces"
    run = Run(*replies, script=script(verifier=verdicts), verify="always")
    said = [str(message.text) for message, _ in run.graph.stream({"query": "q"}, CONFIG, stream_mode="messages")]
    assert (said, len(run.seen)) == (["q", "1 and 2 pieces"], 4)
    assert "A-2 is missing" in str(run.seen[2][-1].text)
    first, second = (asked.sections for asked in run.model.asked if asked.call == "verifier")
    assert (first["answer"], second["call"].count("find_stock")) == ("1 piece", 2)


@pytest.mark.parametrize(
    ("verdict", "reason", "gap"),
    [({"status": "solved"}, "answered", ""), ({"status": "pending"}, "llm_call_budget", "whether the answer is right")],
    ids=["solved", "doubted"],
)
def test_the_last_call_of_a_budget_may_be_the_verifiers(verdict: Any, reason: str, gap: str) -> None:
    """No closing answer has to follow; one that is doubted then stays, for nobody is left to mend it."""
    run = Run(calls("A-1"), "1 piece", script=script(verifier=verdict), verify="always", max_llm_calls=3)
    result = run.result()
    assert (result["answer"], result["stop_reason"], result["usage"].calls) == ("1 piece", reason, 3)
    assert [item.reason for item in result["not_found"]] == ([f"not found: {gap}"] if gap else [])


def test_a_short_answer_is_asked_of_whoever_writes_it() -> None:
    """The first solver's reply is delivered as it is, so it has to know; nothing is said where nothing is set."""
    run = Run(calls("A-1"), "1", answer_style="short")
    assert run.result()["answer"] == "1"
    assert all("<form>\nthe bare name, number" in str(messages[1].text) for messages in run.seen)
    run = Run(calls("A-1"), "There is 1 piece of A-1.")
    run.result()
    assert all("<form>" not in str(messages[1].text) for messages in run.seen)


def test_reads_run_together_and_writes_in_their_order(tmp_path: Path) -> None:
    """Three reads wait for each other at a barrier; two writes come one after the other, as asked for."""
    barrier, made = threading.Barrier(3, timeout=20), list[str]()

    @effects("read")
    def look_up(item_id: str) -> str:
        """Look an item up."""
        barrier.wait()
        return f"seen {item_id}"

    @effects("write")
    def order(item_id: str) -> str:
        """Order an item."""
        made.append(f"begin {item_id}")
        time.sleep(0.05)
        made.append(f"end {item_id}")
        return "ordered"

    replies = calls("A", "B", "C", tool="look_up"), calls("A", "B", tool="order"), "done"
    run = Run(*replies, tools=(look_up, order), policy=policy_file(tmp_path, "default: allow"))
    evidence = run.result("Look A, B and C up, and order A and B.")["outcomes"]["s1"].evidence
    assert [item.ok for item in evidence] == [True] * 5
    assert made == ["begin A", "end A", "begin B", "end B"]


def test_an_identical_call_is_not_made_twice() -> None:
    """A read is answered from its record while nothing has changed, and the model is told so."""
    run = Run(calls("A-1", "A-1"), calls("A-1"), "1 piece")
    result = run.result()
    assert result["usage"].tool_calls == 1
    again = '{"stock": 1}\n(made before, and nothing has changed since)'
    assert results_in(run.seen[-1]) == ['{"stock": 1}', again, again]


def test_calls_that_cannot_be_made_are_answered_and_cost_no_step() -> None:
    """Unknown tools and wrong arguments come back as errors that help."""
    wrong = AIMessage("", tool_calls=[{"name": "find_stock", "args": {"article": "A-1"}, "id": "c1"}])
    run = Run(calls("x", tool="find_stocks_of"), wrong, calls("A-1"), "1 piece")
    result = run.result()
    first, second = results_in(run.seen[-1])[:2]
    assert "there is no tool 'find_stocks_of'; the nearest are find_stock" in first
    assert "no valid arguments" in second
    assert (result["usage"].tool_calls, result["stop_reason"]) == (1, "answered")


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("{'item_id': 'A-1',}", ["A-1"]),
        ('{"item_id": "A-1", /* mine */}</tool_call>', ["A-1"]),
        ('{"item_id": "A-1', []),
        ('{"item_id": 1', []),
        ('{"item_id": "', []),
    ],
)
def test_a_call_whose_arguments_were_cut_off_is_not_made(said: str, made: list[str]) -> None:
    """Half a value is a wrong one, also where the server does not say that it stopped; other damage is mended."""
    called: list[str] = []

    def erase(item_id: str) -> str:
        """Erase an item."""
        called.append(item_id)
        return "gone"

    broken: Any = {"name": "erase", "args": said, "id": "1", "error": None, "type": "invalid_tool_call"}
    run = Run(AIMessage("", invalid_tool_calls=[broken]), "done", own=(erase,))
    run.result()
    assert called == made
    assert made or "cut off" in results_in(run.seen[1])[0]


def test_arguments_that_are_a_list_are_a_bad_reply_of_a_server_that_is_well() -> None:
    """The client raises; the model is told, and nobody waits for the server."""

    def listed(messages: list[BaseMessage]) -> AIMessage:
        wrong: Any = {"name": "find_stock", "args": ["A-1"], "id": "1"}
        return AIMessage("", tool_calls=[wrong])

    run = Run(listed, calls("A-1"), "1 piece", model={"profile": {"tool_calling": True}})
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("1 piece", "answered")
    assert "JSON object" in str(run.seen[1][-1].content)


def test_a_model_that_never_stops_calling_ends_with_a_closing_answer() -> None:
    """The limit of steps holds; what was found is written up once, and the run ends as partial."""
    replies = [calls(f"A-{number}") for number in range(1, 12)]
    run = Run(*replies, script=script(answer_closing={"answer": "what there is"}), max_steps=4)
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("what there is", "partial")
    assert (result["usage"].tool_calls, len(run.seen)) == (4, 4)
    assert "answer.closing" in [asked.call for asked in run.model.asked]


def test_no_call_at_all_is_answered_without_tools() -> None:
    """A model that is known to call tools and answers at once has answered."""
    run = Run("Paris", model={"profile": {"tool_calling": True}})
    result = run.result("What is the capital of France?")
    assert (result["answer"], result["usage"].calls) == ("Paris", 1)
    assert result["stop_reason"] == "answered_without_tools"


_PLANNED = script(
    planner={"needs_tool": True, "sub_tasks": ["Find the stock of A-1"]},
    executor_arguments={"item_id": "A-1"},
    executor_fused={"thought": "look it up", "tool": "find_stock", "arguments": {"item_id": "A-1"}},
    answer={"answer": "1 piece"},
    answer_fused={"answer": "1 piece", "status": "solved", "hint": ""},
    deliverer={"answer": "1 piece", "claims": []},
)


def test_text_of_a_model_that_was_never_seen_to_call_tools_is_no_answer() -> None:
    """A planner looks at the request; one more call, and the tool is called after all."""
    run = Run("I would look it up.", script=_PLANNED)
    run.model.caller = lambda messages, tools: "I would look it up."
    result = run.result("How many pieces of A-1 are there?")
    assert (result["answer"], result["usage"].tool_calls) == ("1 piece", 1)


def test_text_is_an_answer_where_the_model_called_tools_earlier_in_the_talk() -> None:
    """In a new process too, which has not seen it; not of another model that goes on with the talk."""
    saver = InMemorySaver()
    Run(calls("A-1"), "1 piece", checkpointer=saver).result()
    later = Run("One, as I said.", checkpointer=saver).result("How many was that?")
    assert (later["answer"], later["usage"].calls) == ("One, as I said.", 1)
    other = ScriptedModel(_PLANNED, caller=lambda messages, tools: "I would look it up.")
    models = {"scripted:other": other}
    graph = build_graph(Settings(model="scripted:other"), [find_stock], models=models, checkpointer=saver)
    assert graph.invoke({"query": "How many was that?"}, CONFIG)["answer"] == "1 piece"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Which item do you mean?", True),
        ("I can look that up. Which of the two shops? Then I can tell.", True),
        ("**Which colour?**", True),
        ("どの店ですか\uff1f", True),
        ("How many pieces are there? Let me see.", False),
        ("Which one is it? It is A-1. There is one. Surely.", False),
        ("Of course! What else would you like to know?", False),
        ("I am happy to help. Is there anything else?", False),
        ("There is one: https://example.org/?a=1", False),
    ],
)
def test_a_question_is_the_answer_of_a_model_of_which_nothing_is_known(text: str, asks: bool) -> None:
    """One about the request; neither the request once more nor an offer of help."""
    run = Run(text, script=asks_nobody if asks else _PLANNED)
    result = run.result("How many pieces are there?")
    assert (result["answer"] == text) == asks
    assert result["stop_reason"] == ("asked" if asks else "answered")


def test_one_text_does_not_make_a_model_one_that_calls_no_tools() -> None:
    """Some requests need none: the next one has the tools bound again; after three without a call, none has."""
    run = Run(*["I would look it up."] * 2, calls("A-1"), "1 piece, of course", script=_PLANNED)
    first, second = run.result("How many pieces of A-1 are there?"), run.result("And now?")
    assert (first["answer"], second["answer"], len(run.seen)) == ("1 piece", "1 piece, of course", 4)
    run = Run(*["I would look it up."] * 6, script=_PLANNED)
    for _ in range(4):
        assert run.result("How many pieces of A-1 are there?")["answer"] == "1 piece"
    assert len(run.seen) == 6


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_takes_no_tools_is_asked_otherwise_and_remembered(status: int) -> None:
    """One refused call, then planning as ever; the next run does not try again."""

    class RefusalError(Exception):
        status_code = status

    def refuse(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        tried.append(1)
        raise RefusalError('"auto" tool choice requires --enable-auto-tool-choice')

    tried: list[int] = []
    run = Run(script=_PLANNED)
    run.model.caller = refuse
    assert [run.result()["answer"] for _ in range(2)] == ["1 piece", "1 piece"]
    assert len(tried) == 1


def test_planning_always_comes_first_where_it_is_set() -> None:
    """The parts of the plan are solved in native steps all the same."""

    def part(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        found = results_in(messages)
        item = "A-1" if "A-1</sub_task>" in str(messages[1].text).replace("\n", "") else "A-2"
        return found[0] if found else calls(item)

    plan = {"needs_tool": True, "sub_tasks": ["Find the stock of A-1", "Find the stock of A-2"]}
    run = Run(script=script(planner=plan, deliverer={"answer": "1 and 2", "claims": []}), planning="always")
    run.model.caller = part
    result = run.result()
    assert [result["outcomes"][name].answer for name in ("s1", "s2")] == ['{"stock": 1}', '{"stock": 2}']
    assert result["answer"] == "1 and 2"
