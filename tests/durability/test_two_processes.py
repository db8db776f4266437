"""Two processes that work on runs of their own in one storage, at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from smurfs_graph.checkpoints.storage import open_storage

ROOT = Path(__file__).parents[2]
RUNS = 6
WORKER = """
import asyncio, json, sys
from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from tests.schedule.simulation import Simulation

async def main(address, name, count):
    work = Simulation({"a": [], "b": []})
    settings = Settings(model="scripted:x", strategy="full", step_shape="fused", max_replans=0)
    with open_storage(address) as storage:
        options = {"checkpointer": storage.checkpointer, "store": storage.store}
        graph = build_graph(settings, [work.tool()], models={"scripted:x": work.model}, **options)
        print("ready", flush=True)
        sys.stdin.readline()
        runs = [
            graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": f"{name}{number}"}}) for number in range(count)
        ]
        results = await asyncio.gather(*runs, return_exceptions=True)
    print(json.dumps([repr(r) if isinstance(r, BaseException) else r["stop_reason"] for r in results]))

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


@pytest.mark.slow
def test_neither_loses_or_disturbs_the_others_runs(address: str) -> None:
    """Every run ends with its answer, and is there with all its steps."""
    command = [sys.executable, "-c", WORKER, address]
    workers = [
        subprocess.Popen(
            [*command, name, str(RUNS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for name in ("left", "right")
    ]
    try:
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("\n")
            worker.stdin.flush()
        said = [worker.communicate(timeout=120)[0] for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert [json.loads(text) for text in said] == [["answered"] * RUNS] * 2
    with open_storage(address) as storage:
        found = {name: count for name, _, _, count in storage.threads()}
    assert sorted(found) == sorted(f"{name}{number}" for name in ("left", "right") for number in range(RUNS))
    assert len(set(found.values())) == 1
