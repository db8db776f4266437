"""LangChain's `create_agent` in a bench: the same model, tools, policy and budgets, and the same rows."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from smurfs_graph import ConfigurationError, Settings, ToolError
from smurfs_graph.asking.resources import Resources
from smurfs_graph.bench.configuration import PEER, Configuration, matrix
from smurfs_graph.bench.judging import Judge
from smurfs_graph.bench.peer import Peer
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case, calls_of
from smurfs_graph.testing import ScriptedModel, fresh_registry
from smurfs_graph.tools.hotpotqa import hotpotqa_tools
from smurfs_graph.tools.hotpotqa.encyclopedia import Page
from smurfs_graph.tools.hotpotqa.passages import Passages
from tests.bench.harness.scenery import Asked, smurfs
from tests.scripts import finish
from tests.servers.hostile import Body, Handler, HostileServer, completion

MADE: list[str] = []
QUERY = "How many pieces of A-1 and of A-2 are there?"


@pytest.fixture(autouse=True)
def nothing_made() -> None:
    """Each test starts with an empty log of calls."""
    MADE.clear()


def find_stock(item_id: str, config: str = "") -> Any:
    """Find how many pieces of an item are in stock."""
    if item_id == "A-1":
        time.sleep(0.05)  # it ends after the call of A-2 that stands beside it
    MADE.append(item_id)
    if item_id == "A-9":
        raise ToolError("there is no item 'A-9'")
    return {"item": item_id, "stock": len(item_id)}


def calls(*items: str, tool: str = "find_stock") -> AIMessage:
    """A reply with a call for each item."""
    asked = [{"name": tool, "args": {"item_id": item}, "id": f"call-{at}"} for at, item in enumerate(items)]
    return AIMessage("", tool_calls=asked)


class Run:
    """One run of the peer, with a model that replies in turn, the last reply for ever."""

    def __init__(self, *replies: Any, tools: tuple[Any, ...] = (find_stock,), **settings: Any) -> None:
        self.seen: list[list[BaseMessage]] = []
        self._replies = list(replies)
        self.model = ScriptedModel(_no_script, caller=self._reply)
        options = {"model": "scripted:x", "tool_retries": 0, **settings}
        self.peer = Peer(Settings.checked(**options), tools, {"scripted:x": self.model})

    def _reply(self, messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
        self.seen.append(messages)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    def result(self, query: str = QUERY) -> Mapping[str, Any]:
        """Return the result that a bench gets."""
        return asyncio.run(self.peer.ainvoke({"query": query}))

    @property
    def results(self) -> list[str]:
        """Return the results of its calls that the model was shown last."""
        return [str(message.content) for message in self.seen[-1] if isinstance(message, ToolMessage)]


def _no_script(call: str, sections: dict[str, str]) -> Any:
    raise AssertionError(f"nobody asks for {call}")


def test_it_answers_in_a_loop_of_its_own_and_accounts_for_it() -> None:
    """Two calls in one reply, then the answer; the date is all that its prompt says; evidence, usage, stop reason."""
    run = Run(calls("A-1", "A-2"), "Three each.")
    result = run.result()
    assert (result["answer"], result["stop_reason"]) == ("Three each.", "answered")
    assert sorted(MADE) == ["A-1", "A-2"]
    assert [json.loads(text)["item"] for text in run.results] == ["A-1", "A-2"]
    assert run.seen[0][0].type == "system" and str(run.seen[0][0].text).startswith("Today is ")
    assert [str(each.text) for each in run.seen[0][1:]] == [QUERY]
    usage = result["usage"]
    assert (usage.calls, usage.tool_calls) == (2, 2) and usage.tokens > 0
    assert {row.role for row in usage.rows} == {"agent", "tool"}
    assert [(each.tool, each.arguments, each.ok) for each in calls_of(result)] == [
        ("find_stock", {"item_id": "A-1"}, True),
        ("find_stock", {"item_id": "A-2"}, True),
    ]


def test_failures_go_to_the_model() -> None:
    """A tool's error, wrong arguments and a tool that there is not: it reads why and goes on."""
    wrong = AIMessage("", tool_calls=[{"name": "find_stock", "args": {"size": 3}, "id": "c"}])
    run = Run(calls("A-9"), wrong, calls("A-1", tool="find_price"), calls("A-1"), "There are three.")
    result = run.result()
    assert result["stop_reason"] == "answered"
    assert "there is no item 'A-9'" in run.results[0]
    assert "size" in run.results[1]
    assert "find_price" in run.results[2]
    assert MADE == ["A-9", "A-1"]
    assert [call.ok for call in calls_of(result)] == [False, True]


def test_it_keeps_to_the_budgets() -> None:
    """No model call beyond its budget, no tool call beyond its own; the stop reasons are those of the strategies."""
    endless = Run(calls("A-1"), max_llm_calls=4)
    result = endless.result()
    assert (len(endless.seen), result["stop_reason"], result["answer"]) == (4, "llm_call_budget", "")
    short = Run(calls("A-1"), calls("A-2"), "three", max_tool_calls=1)
    result = short.result()
    assert (MADE[-1], len(MADE), result["stop_reason"]) == ("A-1", 5, "tool_call_budget")
    assert "no more tools" in short.results[-1] and result["answer"] == "three"
    assert Run(calls("A-1"), max_tokens=40).result()["stop_reason"] == "token_budget"


def test_it_keeps_to_the_policy(tmp_path: Path) -> None:
    """A tool that is denied is not shown; a call that nobody has approved is not made."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules:\n  - {tools: find_stock, decision: ask}\n")

    def drop_all() -> str:
        """Delete everything."""
        raise AssertionError("nobody may call this")

    run = Run(calls("A-1"), "I may not look.", policy=str(policy))
    result = run.result()
    assert MADE == [] and "nobody has" in run.results[0]
    assert calls_of(result) == []
    policy.write_text("rules:\n  - {tools: drop_all, decision: deny}\n")
    assert list(Run("x", tools=(find_stock, drop_all), policy=str(policy)).peer.tools) == ["find_stock"]


def test_a_server_that_fails_ends_the_run_with_a_reason() -> None:
    """The peer's run ends like a strategy's run, and no exception gets out."""
    result = Run(ValueError("wrong key"), model_retries=0).result()
    assert (result["stop_reason"], result["answer"]) == ("error", "")
    assert "wrong key" in result["warnings"][0]
    assert result["usage"].calls == 1


def test_a_tool_with_a_cursor_reads_on() -> None:
    """HotpotQA's Lookup gives the next hit of the same keyword: its place follows from the calls before it."""
    pages = [Page("Vessla", ("Vessla is a tower.", "The tower is red.", "The tower is old."))]
    tools = hotpotqa_tools(Passages(pages, "test"))
    found = AIMessage("", tool_calls=[{"name": "retrieve", "args": {"entity": "Vessla"}, "id": "a"}])
    looked = AIMessage("", tool_calls=[{"name": "lookup", "args": {"keyword": "tower"}, "id": "b"}])
    run = Run(found, looked, looked, "done", tools=tuple(tools))
    run.result()
    assert run.results[1] != run.results[2]


def test_short_answers_are_asked_for_as_of_the_strategies() -> None:
    """Else the peer would lose where a name is compared with a sentence."""
    run = Run("Three.", answer_style="short")
    run.result()
    assert "bare name" in str(run.seen[0][0].text)


def test_what_calls_no_tools_is_refused_in_a_line() -> None:
    """The embedded model, and no tools at all."""
    with pytest.raises(ConfigurationError, match="create-agent binds tools, and offline:rules takes none"):
        Peer(Settings(), [find_stock])
    with pytest.raises(ConfigurationError, match="there are no tools"):
        Peer(Settings(), [])


def test_what_other_strategies_saw_does_not_keep_it_from_running() -> None:
    """A model that once only chatted is tried again, with LangChain's own client on a server."""

    def behave(handler: Handler, body: Body) -> None:
        called = [
            {"id": "c", "type": "function", "function": {"name": "find_stock", "arguments": '{"item_id": "A-1"}'}}
        ]
        if body["messages"][-1]["role"] == "tool":
            handler.send(200, completion("Three."))
        else:
            handler.send(200, completion(None, tool_calls=called, finish="tool_calls"))

    with fresh_registry(), HostileServer(behave) as server:
        settings = Settings(model="openai:any", base_url=server.base_url)
        Resources.of(settings, {}).askers.first("executor", settings).knowledge.calls_tools = False
        result = asyncio.run(Peer(settings, [find_stock]).ainvoke({"query": QUERY}))
        assert (result["answer"], result["stop_reason"]) == ("Three.", "answered")
        names = {tool["function"]["name"] for body in server.requests for tool in body["tools"]}
    assert MADE == ["A-1"] and names == {"find_stock"}


def test_its_row_is_like_any_other() -> None:
    """Calls, tokens by role, critical path, stop reason and answer."""
    replies: list[Any] = [calls("A-1", "A-2"), "Three each."]
    caller: Callable[..., Any] = lambda messages, tools: replies.pop(0)  # noqa: E731
    suite = Asked([Case("1", QUERY, "Three")], find_stock)
    bench = Bench(suite, "stock", lambda *_: {"scripted:x": ScriptedModel(_no_script, caller=caller)})
    [configuration] = matrix([PEER], ["scripted:x"], [0], {"max_llm_calls": 9})
    row = asyncio.run(bench.run(next(suite.cases()), configuration))
    assert (row.label, row.stop_reason, row.answer) == ("create-agent / scripted:x", "answered", "Three each.")
    assert (row.score, row.llm_calls, row.tool_calls, row.path) == (1.0, 2, 2, 2)
    assert row.role_tokens["agent"] == row.tokens > 0


@pytest.mark.parametrize("said", ["There are 3, I believe.", "I could not find A-9."])
def test_the_same_replies_count_the_same(said: str) -> None:
    """All calls fail, and the model answers nevertheless: what it says is judged, whichever loop asked it."""
    suite, rows = Asked([Case("1", QUERY, "3")], find_stock), list[Row]()
    judge = Judge("mine:judge", 1, models={"mine:judge": ScriptedModel(lambda *_: {"verdict": "solved"})})
    for strategy in ("full", "react", PEER):

        def caller(messages: list[Any], tools: Any) -> Any:
            return said if any(isinstance(message, ToolMessage) for message in messages) else calls("A-9")

        def script(call: str, sections: dict[str, str]) -> Any:
            assert call == "executor.react"
            asked = {"thought": "look", "tool": "find_stock", "arguments": {"item_id": "A-9"}}
            return finish(said) if "history" in sections else asked

        able = {"profile": {"tool_calling": True, "max_input_tokens": 100_000}}
        model = ScriptedModel(script, caller=caller, **able)
        bench = Bench(suite, "stock", lambda *_, model=model: {"scripted:x": model}, judge)
        [configuration] = matrix([strategy], ["scripted:x"], [0], {})
        rows.append(asyncio.run(bench.run(next(suite.cases()), configuration)))
    assert [(row.stop_reason, row.votes) for row in rows] == [("no_evidence", ["solved"])] * 3
    assert all(said in row.answer for row in rows)


def test_its_name_is_known_in_a_bench_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A near miss is told; a run does not take it; suites of single steps and the embedded model refuse it."""
    with pytest.raises(ConfigurationError, match="did you mean 'create-agent'"):
        matrix(["create_agent"], ["m:x"], [0], {})
    assert Configuration(strategy=PEER, model="m:x").checked().model == "m:x"
    assert smurfs("run", "x", "--strategy", PEER) == 2
    (tmp_path / "cases.jsonl").write_text('{"query": "What is 2 + 3?", "reference": "5"}\n')
    options = ("--data", str(tmp_path), "--tools", "builtin:calc", "-o", str(tmp_path / "out"))
    capsys.readouterr()
    assert smurfs("bench", "jsonl", "--strategy", PEER, *options) == 2
    assert "offline:rules takes none" in capsys.readouterr().err
