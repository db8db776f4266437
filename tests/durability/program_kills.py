"""Kill programs with -9 at random moments, and look at what they leave.

python -m tests.durability.program_kills --address FILE_OR_URL [--kills N]

Every victim is forked from this process, which has imported everything and opened nothing. Its program reads, changes
what its reads return, and reads again; results come back in random order.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel
from tests.durability.killing import LONGEST_LIFE, born, child
from tests.durability.victim import Log

SOURCE = """
async def settle(name):
    before = await look(name)
    if before == "open":
        await book(name)
    return name, before, await look(name + " again")
print(sorted(await asyncio.gather(*[settle(name) for name in ("a", "b", "c")])))
"""
LONGEST = 0.08
"""Seconds that a program of these has still to run when it has logged its first line, about."""
ANSWER = "[('a', 'open', 'booked'), ('b', 'open', 'booked'), ('c', 'open', 'booked')]"


@dataclass
class Findings:
    """Counts over all victims."""

    victims: int = 0
    kills: int = 0
    answered: int = 0
    """Ended with the answer of a run that nobody kills."""
    reads_repeated: int = 0
    """Reads that had logged their end and were made again."""
    writes_twice: int = 0
    in_doubt: int = 0
    """Questions about writes that were under way; answered from the log."""
    problems: list[str] = field(default_factory=list[str])


class Victim(NamedTuple):
    """One run, in as many lives as it takes."""

    address: str
    thread: str
    log: Log
    chance: float

    def tools(self) -> list[Any]:
        """A read whose answer a change decides, and the change, which declares nothing."""
        waits = random.Random(self.chance)

        def is_booked(name: str) -> bool:
            return self.log.count()["booked", name.partition(" ")[0]] > 0

        @effects("read")
        async def look(name: str) -> str:
            """Look whether something is open."""
            await asyncio.sleep(waits.uniform(0, 0.02))
            found = "booked" if is_booked(name) else "open"
            self.log.write("looked", *name.split())
            return found

        def book(name: str) -> str:
            """Book something."""
            self.log.write("begun", name)
            time.sleep(0.01)
            self.log.write("booked", name)
            return "done"

        return [look, book]

    async def live(self) -> dict[str, Any]:
        """Start the run, or go on with it, to its end."""

        def reply(messages: Any, tools: Any) -> Any:
            results = [str(message.content) for message in messages if message.type == "tool"]
            call = {"name": "run_python", "args": {"code": SOURCE}, "id": "c"}
            return results[-1] if results else AIMessage("", tool_calls=[call])

        model, config = ScriptedModel(lambda *_: {}, caller=reply), {"configurable": {"thread_id": self.thread}}
        settings = Settings(model="scripted:x", step_shape="code")
        with open_storage(self.address) as storage:
            kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
            graph = build_graph(settings, self.tools(), models={"scripted:x": model}, **kept)
            state = await graph.aget_state(config)  # pyright: ignore[reportArgumentType]
            start: Any = None if state.values.get("query") or state.next else {"query": "q"}
            while True:
                if state.interrupts:
                    start = Command(resume={each.id: self._fate(each.value) for each in state.interrupts})
                result = await graph.ainvoke(start, config)  # pyright: ignore[reportArgumentType]
                state = await graph.aget_state(config)  # pyright: ignore[reportArgumentType]
                if not state.interrupts:
                    return result

    def _fate(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer as a person who looks at the log: it was made, or it came to nothing and is made again."""
        name = question["arguments"]["name"]
        self.log.write("doubted", name)
        if self.log.count()["booked", name]:
            return {"decision": "made", "response": "done"}
        return {"decision": "repeat"}


def findings(address: str, kills: int, seed: int = 7) -> Findings:
    """Kill victims until `kills` have died."""
    found, chance = Findings(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SMURFS_HOME"] = folder
        while found.kills < kills:
            found.victims += 1
            number = found.victims
            log, result = Log(Path(folder) / f"{number}.log"), Path(folder) / f"{number}.result"
            for _ in range(chance.randint(1, 3)):
                victim = Victim(address.replace("{}", str(number)), f"v{number}", log, chance.random())
                found.kills += _killed_in_program(victim, result, chance.uniform(0, LONGEST))
            victim = Victim(address.replace("{}", str(number)), f"v{number}", log, chance.random())
            born(lambda victim=victim: asyncio.run(victim.live()), result)
            _judge(found, log, result)
    return found


def _killed_in_program(victim: Victim, result: Path, late: float) -> bool:
    """Let a victim die so many seconds after its program's first line in the log of this life; whether it did."""
    before, pid = len(victim.log.lines()), child(lambda: asyncio.run(victim.live()), result)
    until = time.monotonic() + LONGEST_LIFE
    while time.monotonic() < until:
        done, _ = os.waitpid(pid, os.WNOHANG)
        if done:
            return False
        if len(victim.log.lines()) > before and until > (end := time.monotonic() + late):
            until, before = end, 1_000_000
        time.sleep(0.0005)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def _judge(found: Findings, log: Log, result: Path) -> None:
    said: dict[str, Any] = json.loads(result.read_text()) if result.exists() else {"error": "it did not end"}
    if said.get("answers") == {"s1": ANSWER}:
        found.answered += 1
    else:
        found.problems.append(f"victim {found.victims}: {said}")
    counted: Counter[tuple[str, ...]] = log.count()
    for words, times in counted.items():
        found.reads_repeated += times - 1 if words[0] == "looked" else 0
        found.writes_twice += times - 1 if words[0] == "booked" else 0
        found.in_doubt += times if words[0] == "doubted" else 0


def main() -> None:
    """Print what was found, as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", required=True, help="file or postgresql://...; {} stands for the victim's number")
    parser.add_argument("--kills", type=int, default=100)
    given = parser.parse_args()
    print(json.dumps(asdict(findings(given.address, given.kills))))


if __name__ == "__main__":
    main()
