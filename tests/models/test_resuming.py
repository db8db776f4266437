"""A run that goes on in a new process goes on with its budgets: calls, tokens and seconds come from the ledgers."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from smurfs_graph import Settings, build_graph
from smurfs_graph.testing import ScriptedModel
from tests.servers.hostile import add, honest_script


async def test_a_resumed_run_has_what_was_left(tmp_path: Path) -> None:
    """Interrupted at its first verdict and resumed by new objects, it counts everything once and keeps its budget."""
    asked = asyncio.Event()

    def stuck(call: str, sections: dict[str, str]) -> Any:
        if call == "verifier":
            asked.set()
            raise ConnectionError("the process is about to end")
        return honest_script(call, sections)

    def pending(call: str, sections: dict[str, str]) -> Any:
        return {"status": "pending", "hint": "more"} if call == "verifier" else honest_script(call, sections)

    settings = Settings(model="scripted:x", strategy="smurfs", max_llm_calls=9, max_restarts=0, model_retry_wait=30)
    config: Any = {"configurable": {"thread_id": "t"}}
    first, second = ScriptedModel(stuck), ScriptedModel(pending)
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "c.sqlite")) as saver:
        built = build_graph(settings, tools=[add], models={"scripted:x": first}, checkpointer=saver)
        run = asyncio.create_task(built.ainvoke({"query": "What is 2 + 3?"}, config, durability="sync"))
        await asyncio.wait_for(asked.wait(), 10)
        run.cancel()
        with suppress(asyncio.CancelledError):
            await run
        again = build_graph(settings, tools=[add], models={"scripted:x": second}, checkpointer=saver)
        result = await again.ainvoke(None, config, durability="sync")
    made = len(first.asked) + len(second.asked)
    assert result["stop_reason"] == "llm_call_budget"
    assert result["usage"].calls == made <= 9
    assert result["usage"].elapsed > 0
