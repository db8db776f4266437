"""`make bench NAME=programs`: programs killed with -9, and the time of a program beside the same calls in native steps.

python -m tests.benchmarks.programs [--sqlite 100] [--postgres 40] [--rounds 15] [--only kills|time]
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.testing import ScriptedModel
from tests.servers.postgres.server import PostgresServer, UnavailableError

CALLS, SECONDS = 10, 0.05
_LOOP = f"for number in range({CALLS}):\n    print(await {{}}(number))"
_TOGETHER = f"print(await asyncio.gather(*[look(number) for number in range({CALLS})]))"


class Scene(NamedTuple):
    """One set of calls, in a program and in native steps."""

    name: str
    program: str
    tool: str
    a_reply: int
    """Calls of one native reply."""


SCENES = (
    Scene("reads in a row, native: a reply each", _LOOP.format("look"), "look", 1),
    Scene("changes in a row, native: one reply", _LOOP.format("change"), "change", CALLS),
    Scene("reads together, native: one reply", _TOGETHER, "look", CALLS),
)


@effects("read", stateful=True)
async def look(number: int) -> int:
    """Look at a number."""
    await asyncio.sleep(SECONDS)
    return number


async def change(number: int) -> int:
    """Change a number."""
    await asyncio.sleep(SECONDS)
    return number


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sqlite", type=int, default=100, help="kills on SQLite")
    parser.add_argument("--postgres", type=int, default=40, help="kills on PostgreSQL")
    parser.add_argument("--rounds", type=int, default=15, help="of each scene, in turns")
    parser.add_argument("--only", choices=("kills", "time"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.only in (None, "time"):
            asyncio.run(_times(Path(folder), given.rounds))
        if given.only in (None, "kills"):
            _kills(Path(folder), given.sqlite, given.postgres)


async def _times(folder: Path, rounds: int) -> None:
    """Whole runs from request to answer, checkpointed, of a model that takes no time; the program's check included."""
    print(f"{CALLS} calls of {SECONDS * 1e3:g} ms, checkpointed (SQLite); median of {rounds} runs each, in turns")
    with open_storage(folder / "time.sqlite") as storage:
        for scene in SCENES:
            ways: dict[str, Callable[[list[Any]], Any]] = {"code": _writes(scene), "native": _calls(scene)}
            graphs = {shape: _graph(storage, shape, replies) for shape, replies in ways.items()}
            taken: dict[str, list[float]] = {shape: [] for shape in ways}
            for number in range(rounds + 2):  # the first ones import, and start the interpreter
                for shape, graph in graphs.items():
                    seconds = await _seconds(graph, f"{scene.name} {shape} {number}")
                    if number >= 2:
                        taken[shape].append(seconds)
            code, native = (statistics.median(taken[shape]) for shape in ("code", "native"))
            best = min(taken["code"]) / min(taken["native"])
            print(
                f"  {scene.name:38} program {code * 1e3:5.0f} ms, native {native * 1e3:5.0f} ms: {code / native:.2f} x "
                f"(at most 1.1), of the best ones {best:.2f} x",
                flush=True,
            )


async def _seconds(graph: Any, thread: str) -> float:
    started = time.perf_counter()
    result = await graph.ainvoke({"query": "Look."}, {"configurable": {"thread_id": thread}})
    took = time.perf_counter() - started
    if result["usage"].tool_calls != CALLS or result["answer"] != "done":
        raise SystemExit(f"{thread}: {result['usage'].tool_calls} calls, {result['answer']!r}")
    return took


def _graph(storage: Storage, shape: str, replies: Callable[[list[Any]], Any]) -> Any:
    model = ScriptedModel(lambda *_: {}, caller=lambda messages, tools: replies(messages))
    settings = Settings.checked(model="scripted:x", step_shape=shape, max_steps=3 * CALLS, max_depth=2 * CALLS)
    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    return build_graph(settings, [look, change], models={"scripted:x": model}, **kept)


def _writes(scene: Scene) -> Callable[[list[Any]], Any]:
    def reply(messages: list[Any]) -> Any:
        ran = any(message.type == "tool" for message in messages)
        call = {"name": "run_python", "args": {"code": scene.program}, "id": "c"}
        return "done" if ran else AIMessage("", tool_calls=[call])

    return reply


def _calls(scene: Scene) -> Callable[[list[Any]], Any]:
    def reply(messages: list[Any]) -> Any:
        made = sum(message.type == "tool" for message in messages)
        numbers = range(made, min(made + scene.a_reply, CALLS))
        calls = [{"name": scene.tool, "args": {"number": each}, "id": f"c{each}"} for each in numbers]
        return AIMessage("", tool_calls=calls) if calls else "done"

    return reply


def _kills(folder: Path, sqlite: int, postgres: int) -> None:
    print("killed with -9 in a program (wanted: as many answered as victims; no call repeated, no write twice)")
    _killed("SQLite", str(folder / "{}.sqlite"), sqlite)
    with ExitStack() as stack:
        try:
            server = stack.enter_context(PostgresServer())
        except UnavailableError as error:
            print(f"  PostgreSQL: not measured, {error}")
            return
        _killed("PostgreSQL", server.create_database("programs"), postgres)


def _killed(title: str, address: str, kills: int) -> None:
    command = [sys.executable, "-m", "tests.durability.program_kills", "--address", address, "--kills", str(kills)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    found: dict[str, Any] = json.loads(said.stdout) if said.returncode == 0 else {"failed": said.stderr[-500:]}
    print(f"  {title}: {', '.join(f'{name} {value}' for name, value in found.items() if value != [])}", flush=True)


if __name__ == "__main__":
    main()
