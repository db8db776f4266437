"""MCP servers in runs: one session each, deaths survived, changes refused, nothing left behind however they end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph.tools.specs import load_tools
from tests.scripts import build, script
from tests.tools.mcp_servers.conftest import MakeFile, children, entry

PENDING = {"status": "pending", "hint": "go on"}


def chosen(*names: str) -> list[dict[str, str]]:
    """The tools that a model names, one after the other."""
    return [{"tool": name} for name in names]


def answers(result: dict[str, Any]) -> list[str]:
    """Return the results of a run's calls, or why they failed."""
    return [item.text for outcome in result["outcomes"].values() for item in outcome.evidence]


def test_a_run_has_one_session_and_the_next_one_another(mcp_file: MakeFile) -> None:
    """A server that counts its visits counts those of one run."""
    spec = mcp_file(all=entry(tools=["visits", "echo"]))
    replies = script(
        executor_tool=chosen("visits", "echo", "visits"), executor_arguments={"text": "x"},
        verifier=[PENDING, PENDING, {"status": "solved"}] * 2,
    )  # fmt: skip
    tools = list(load_tools([spec]).values())
    built = build([*tools], replies)
    assert "1" in answers(built.graph.invoke({"query": "q"}))[0]
    assert not children()
    assert "1" in answers(built.graph.invoke({"query": "q"}))[0]


def test_a_server_that_dies_is_started_again_at_the_next_call(mcp_file: MakeFile, tmp_path: Path) -> None:
    """The call in which it died is retried where it only reads; the next ones work."""
    spec = mcp_file(all=entry(env={"COUNT": str(tmp_path / "count")}, tools=["die", "weather"]))
    replies = script(executor_tool=chosen("die", "weather"), executor_arguments={"city": "Rome"})
    result = build([spec], replies, tool_retries=1).graph.invoke({"query": "q"})
    assert result["stop_reason"] == "answered"
    assert "went away" in answers(result)[0]
    assert "21.5" in answers(result)[1]
    lines = (tmp_path / "count").read_text().splitlines()
    assert [line.split()[0] for line in lines] == ["die", "die", "weather"]
    assert len({line.split()[1] for line in lines}) == 3, "three processes"


def test_tools_that_change_in_mid_run_are_refused_and_new_ones_not_seen(mcp_file: MakeFile) -> None:
    """A server that swaps its tools after they were chosen gets no call of them."""
    spec = mcp_file(all=entry(tools=["change", "echo", "nothing", "planted"]))
    replies = script(
        executor_tool=chosen("change", "echo", "planted"), executor_arguments={"text": "x"}, verifier=PENDING
    )
    built = build([spec], replies, max_depth=2)
    result = built.graph.invoke({"query": "q"})
    assert "the server has changed this tool" in answers(result)[1]
    offered = [asked.sections["tools"] for asked in built.model.asked if asked.call == "executor.thought"]
    assert not any("planted" in text for text in offered)


async def test_a_cancelled_run_leaves_no_process(mcp_file: MakeFile) -> None:
    """Nor does one that was in the middle of a call."""
    spec = mcp_file(all=entry(tools=["slow"]))
    graph = build([spec], script(executor_arguments={"seconds": 60})).graph
    running = asyncio.create_task(graph.ainvoke({"query": "q"}))
    while not children():
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not children()


def test_a_run_that_waits_for_a_person_holds_no_process(mcp_file: MakeFile, tmp_path: Path) -> None:
    """Approval may take days; the session is opened again when the run goes on."""
    spec = mcp_file(all=entry(tools=["delete_all"], env={"COUNT": str(tmp_path / "count")}))
    config: Any = {"configurable": {"thread_id": "t"}}
    graph = build([spec], script(), checkpointer=InMemorySaver()).graph
    graph.invoke({"query": "q"}, config)
    assert graph.get_state(config).interrupts
    assert not children()
    result = graph.invoke(Command(resume={"decision": "approve"}), config)
    assert result["stop_reason"] == "answered"
    assert (tmp_path / "count").read_text().count("delete_all") == 1


def test_an_abandoned_stream_leaves_no_process(mcp_file: MakeFile) -> None:
    """The caller stops listening in mid-run."""
    spec = mcp_file(all=entry(tools=["visits"]))
    stream = build([spec], script(verifier=PENDING)).graph.stream({"query": "q"}, stream_mode="updates", subgraphs=True)
    for _ in stream:
        if children():
            break
    stream.close()
    assert not children()
