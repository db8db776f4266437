"""Workers for tests and benchmarks: a scripted model that makes the calls a request names, and tools with a log.

A request is a list of calls, as in "look a; pay b 0.5; book c": a tool, a name, and the seconds that it takes. As a
program, `python -m tests.workers.crew URL LOG`, it is one worker.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from smurfs_graph import Settings, ToolError, effects
from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.workers.carrying import Equipment
from smurfs_graph.workers.worker import WorkerOptions, run_worker

MODEL = "scripted:crew"


@dataclass(frozen=True)
class CallLog:
    """A file of lines that many processes append to."""

    path: Path

    def write(self, *words: str) -> None:
        """Append a line, in one write."""
        with self.path.open("ab", buffering=0) as file:
            file.write((" ".join((*words, str(os.getpid()))) + "\n").encode())

    def count(self) -> Counter[tuple[str, ...]]:
        """Count the lines, without the processes that wrote them."""
        text = self.path.read_text() if self.path.exists() else ""
        return Counter(tuple(line.split()[:-1]) for line in text.splitlines())

    def processes(self, *words: str) -> list[int]:
        """Return the processes that wrote such a line, in order."""
        lines = [line.split() for line in self.path.read_text().splitlines()]
        return [int(line[-1]) for line in lines if tuple(line[:-1]) == words]

    def wait_for(self, *words: str, seconds: float = 30.0) -> None:
        """Return once there is such a line. Raises TimeoutError."""
        wait_until(lambda: bool(self.count()[words]), seconds, " ".join(words))


def wait_until(holds: Callable[[], bool], seconds: float = 30.0, what: str = "") -> None:
    """Return once a condition holds. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds:g} s for {what or 'a condition'}")
        time.sleep(0.02)


def equipment(log: CallLog, *, latency: float = 0.0, asks: bool = False, **settings: Any) -> Equipment:
    """What the workers work with; `asks`: a person is asked about calls that write."""
    policy = log.path.with_name("policy.yaml")
    being_written = log.path.with_name(f"policy.{os.getpid()}")
    being_written.write_text(f"default: {'ask' if asks else 'allow'}\n")
    being_written.replace(policy)  # other workers read it at the same time

    @effects("read")
    def look(name: str, seconds: float = 0.0) -> dict[str, str]:
        """Look something up."""
        log.write("start", name)
        time.sleep(seconds)
        log.write("end", name)
        return {"found": name}

    @effects("write")
    def book(name: str, seconds: float = 0.0) -> dict[str, str]:
        """Book something."""
        log.write("start", name)
        time.sleep(seconds)
        log.write("end", name)
        return {"booked": name}

    @effects("write", idempotency_key="key")
    def pay(name: str, key: str, seconds: float = 0.0) -> dict[str, str]:
        """Pay for something: once for each key."""
        time.sleep(seconds)
        if not log.count()["key", key]:
            log.write("key", key)
            log.write("paid", name)
        return {"paid": name}

    @effects("read")
    def die(name: str, seconds: float = 0.0) -> str:
        """End the process."""
        log.write("died", name)
        os.kill(os.getpid(), signal.SIGKILL)
        return name

    @effects("read")
    def fail(name: str, seconds: float = 0.0) -> str:
        """Fail."""
        raise ToolError(f"there is no {name}")

    model = ScriptedModel(script=lambda call, sections: {"answer": "?"}, caller=_reply, latency=latency)
    given = {"model": MODEL, "step_shape": "native", "policy": str(policy), **settings}
    return Equipment(Settings.checked(**given), [look, book, pay, die, fail], {MODEL: model})


def _reply(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> Any:
    """Make the next call of the request, or answer with how many there were."""
    asked = next(text for each in reversed(messages) if each.type == "human" and (text := _request(str(each.text))))
    calls = [each.split() for each in asked.split(";") if each.strip()]
    since = max(at for at, each in enumerate(messages) if each.type == "human")
    made = sum(isinstance(each, ToolMessage) for each in messages[since:])
    if made >= len(calls):
        return f"{made} calls: {messages[-1].text}"
    tool, name, *rest = calls[made]
    arguments: dict[str, Any] = {"name": name, **({"seconds": float(rest[0])} if rest else {})}
    return AIMessage("", tool_calls=[{"name": tool, "args": arguments, "id": f"c{made}"}])


def _request(text: str) -> str:
    sections: Mapping[str, str] = parse_sections(text)
    return sections.get("query") or sections.get("request") or text


@contextmanager
def crew(url: str, log: CallLog, count: int = 1, **options: Any) -> Generator[list[subprocess.Popen[bytes]]]:
    """Start workers as processes; they have ended behind the context."""
    started = [start(url, log, **options) for _ in range(count)]
    try:
        yield started
    finally:
        for each in started:
            each.kill()
            each.wait()


def start(url: str, log: CallLog, *, said: Path | None = None, **options: Any) -> "subprocess.Popen[bytes]":
    """Start one worker as a process; `said`: a file for what it says."""
    flags = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    command = [sys.executable, "-m", "tests.workers.crew", url, str(log.path), *flags]
    root = Path(__file__).parents[2]
    with (said or Path(os.devnull)).open("ab") as errors:
        return subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, stderr=errors)


def main() -> None:
    """Work as one worker."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("log", type=Path)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--asks", type=int, default=0)
    parser.add_argument("--grace", type=float, default=30.0)
    given = parser.parse_args()

    def say(text: str) -> None:
        print(f"{time.time():.3f} {text}", file=sys.stderr, flush=True)

    made = equipment(CallLog(given.log), latency=given.latency, asks=bool(given.asks))
    run_worker(given.url, made, WorkerOptions(given.concurrency, grace=given.grace), say=say)


if __name__ == "__main__":
    main()
