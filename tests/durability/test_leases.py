"""A run that is under way is refused to a second worker, at once and in one line, and free when the first ends."""

import asyncio
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.checkpoints.leases import FileLeases
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.errors import RunBusyError
from smurfs_graph.testing import ScriptedModel
from tests.durability.storages import CHECKPOINTERS, open_checkpointer
from tests.memory.history import near
from tests.scripts import CONFIG, build, script

HOLDER = """
import sys, time
from smurfs_graph.checkpoints.storage import open_storage
with open_storage(sys.argv[1]) as storage, storage.leases.take("t"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("kind", CHECKPOINTERS)
async def test_the_same_run_twice_in_one_process_is_refused(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """On one graph or on two; the second run learns it before anything is done, the first ends as if alone."""
    with open_checkpointer(kind, request, tmp_path) as saver:
        model = ScriptedModel(script(), latency=0.05)
        graph, other = build([near], model=model, checkpointer=saver).graph, build([near], checkpointer=saver).graph
        first = asyncio.create_task(graph.ainvoke({"query": "q"}, CONFIG))
        while not model.asked:
            await asyncio.sleep(0.01)
        for second in (graph, other):
            with pytest.raises(RunBusyError, match="run 't' is under way in this process"):
                await second.ainvoke({"query": "other"}, CONFIG)
        assert (await first)["stop_reason"] == "answered"
        assert (await graph.aget_state(CONFIG)).values["query"] == "q"
        assert (await other.ainvoke({"query": "again"}, CONFIG))["stop_reason"] == "answered"


def test_a_run_of_another_process_is_refused_until_that_one_is_killed(address: str) -> None:
    """Taken over right after kill -9, with nothing to wait for or to clean up."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, address], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with open_storage(address) as storage:
            built = build([near], checkpointer=storage.checkpointer)
            with pytest.raises(RunBusyError, match=r"under way in (another )?process"):
                built.graph.invoke({"query": "q"}, CONFIG)
            assert built.graph.invoke({"query": "q"}, {"configurable": {"thread_id": "u"}})["answer"]
            holder.send_signal(signal.SIGKILL)
            holder.wait(10)
            for _ in range(100):  # a database notices the end of a connection in its own time
                try:
                    assert built.graph.invoke({"query": "q"}, CONFIG)["stop_reason"] == "answered"
                    return
                except RunBusyError:
                    time.sleep(0.05)
            pytest.fail("the run was never free again")
    finally:
        holder.kill()
        holder.communicate()


async def test_a_cancelled_run_is_free_again(address: str) -> None:
    """Whenever it was cancelled."""
    with open_storage(address) as storage:
        for delay in (0.0, 0.001, 0.01, 0.1):
            built = build([near], model=ScriptedModel(script(), latency=0.2), checkpointer=storage.checkpointer)
            run = asyncio.create_task(built.graph.ainvoke({"query": "q"}, CONFIG))
            await asyncio.sleep(delay)
            run.cancel()
            await asyncio.gather(run, return_exceptions=True)
            with storage.leases.take("t"):
                pass


def test_without_checkpoints_nothing_is_refused() -> None:
    """A graph without a checkpointer has nothing to interleave."""
    built = build([near])

    async def both() -> list[Any]:
        return await asyncio.gather(*(built.graph.ainvoke({"query": "q"}, CONFIG) for _ in range(2)))

    assert [result["stop_reason"] for result in asyncio.run(both())] == ["answered", "answered"]


def test_lock_files_do_not_pile_up(tmp_path: Path) -> None:
    """A run that has ended leaves none."""
    leases = FileLeases(tmp_path / "locks")
    for number in range(5):
        with leases.take(f"t{number}"):
            assert len([*(tmp_path / "locks").iterdir()]) == 2, "the run's, and that of its holder"
    assert [*(tmp_path / "locks").iterdir()] == []


def test_many_runs_at_once_need_one_descriptor(tmp_path: Path) -> None:
    """A server with hundreds of runs would be out of them; none is taken twice, by another storage of the process."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    first, second = FileLeases(tmp_path / "locks"), FileLeases(tmp_path / "locks")
    with ExitStack() as held:
        in_use = len([*Path("/proc/self/fd").iterdir()]) if sys.platform == "linux" else 200
        resource.setrlimit(resource.RLIMIT_NOFILE, (in_use + 10, limits[1]))
        held.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        for number in range(100):
            held.enter_context(first.take(f"t{number}"))
        for number in range(100):
            with pytest.raises(RunBusyError, match="in this process"), second.take(f"t{number}"):
                pass
    with second.take("t7"):
        pass
    assert [*(tmp_path / "locks").iterdir()] == []


def test_what_a_killed_process_left_is_taken_over(tmp_path: Path) -> None:
    """Its files are there, and nobody has them locked."""
    folder = tmp_path / "locks"
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom smurfs_graph.checkpoints.leases import FileLeases\n"
        "leases = FileLeases(Path(sys.argv[1]))\nheld = [leases.take(name) for name in 'ab']\n"
        "for each in held: each.__enter__()\nos._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert len([*folder.iterdir()]) == 3
    leases = FileLeases(folder)
    with leases.take("a"), leases.take("b"), pytest.raises(RunBusyError), leases.take("a"):
        pass
    assert [*folder.iterdir()] == []
