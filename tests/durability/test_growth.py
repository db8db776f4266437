"""Stored bytes per step: bounded, and as many at the end of a long run as at its beginning."""

import random
import sqlite3
import statistics
from contextlib import closing
from pathlib import Path
from typing import Any

from smurfs_graph.checkpoints.payloads import BoundedStore
from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer
from tests.scripts import CONFIG, build, script

STEPS = 36
RESPONSE = 20_000
PENDING = {"status": "pending", "hint": "go on"}


def read(page: int) -> str:
    """Read a page of 20 kB."""
    words = random.Random(page)
    return " ".join("".join(words.choices("abcdefghij", k=7)) for _ in range(RESPONSE // 8))


def kept_per_step(path: Path) -> list[int]:
    """Bytes of rows that were kept between one tool call and the next."""
    with closing(SqliteCheckpointer(path)) as saver:
        pages = iter(range(1, 1000))
        replies = script(executor_arguments=lambda sections: {"page": next(pages)}, verifier=PENDING)
        limits: dict[str, Any] = {"max_steps": STEPS, "max_depth": STEPS, "max_tool_calls": None, "max_llm_calls": None}
        limits["max_response_chars"] = 6_144
        built = build([read], replies, checkpointer=saver, **limits)
        built.graph.invoke({"query": "read on"}, CONFIG)
        found = [*saver.list(CONFIG)][::-1]
    sizes: dict[tuple[str, str], int] = {}
    with closing(sqlite3.connect(path)) as database:
        for table in ("checkpoints", "writes"):
            for ns, name, size in database.execute(f"SELECT ns, id, length(data) + 150 FROM {table}"):
                sizes[ns, name] = sizes.get((ns, name), 0) + size
    steps: list[int] = [0]
    for item in sorted(found, key=lambda item: item.checkpoint["id"]):
        ns = str(item.config["configurable"]["checkpoint_ns"])
        if "branch:to:tool_call" in item.checkpoint["channel_values"]:
            steps.append(0)
        steps[-1] += sizes[ns, item.checkpoint["id"]]
    marks = len(steps[1:]) // STEPS
    return [sum(steps[1 + at : 1 + at + marks]) for at in range(0, len(steps) - 1, marks)]


def test_a_step_costs_as_much_at_the_end_as_at_the_beginning(tmp_path: Path) -> None:
    """Twelve steps in the middle against the last twelve, within a tenth; each a fraction of its response.

    A step costs what any other one does within 3 %, unless a whole version is kept in it.
    """
    steps = kept_per_step(tmp_path / "runs.sqlite")
    assert len(steps) == STEPS
    early, late = sum(steps[10:22]), sum(steps[22:34])
    assert 0.9 <= late / early <= 1.1, steps
    usual = statistics.median(steps)
    assert sum(0.97 * usual <= step <= 1.03 * usual for step in steps) >= STEPS - 3, steps
    assert sum(steps) / STEPS < 15_000, steps
    assert (tmp_path / "runs.sqlite").stat().st_size < 20_000 * STEPS + 100_000


async def test_a_graph_without_a_store_of_its_own_does_not_grow_without_bound() -> None:
    """The oldest responses are forgotten; the latest is always there."""
    store = BoundedStore(100_000)
    for number in range(20):
        await store.aput(("n",), str(number), {"full": "x" * 10_000})
        assert await store.aget(("n",), str(number)) is not None
    kept = await store.asearch(("n",), limit=100)
    assert {item.key for item in kept} == {str(number) for number in range(11, 20)}
