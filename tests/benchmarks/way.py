"""`make bench NAME=way`: the way of a call, from a model's reply to the body of its tool, beside `create_agent`.

One run with one call, on a model that replies at once, with checkpoints in memory. Counted are the functions and files
of a library that run between the moment when the model has replied and the moment when the tool's body is reached, in
all threads and tasks: each once, by file and qualified name. A coroutine that goes on there counts, for a reader has to
know it; lambdas and comprehensions do not, for they are read with the function around them. Of LangChain's agent the
files below `langchain/agents` and `langgraph/prebuilt` count. Times are medians of whole runs in turns.
python -m tests.benchmarks.way [--rounds 200] [--list]
"""

import argparse
import asyncio
import gc
import itertools
import re
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import langchain
import langgraph.prebuilt
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver

import smurfs_graph
from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.concurrency import threads
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.settings import StrategyName

OURS = (Path(smurfs_graph.__file__).parent, Path(smurfs_graph.__file__).parents[1] / "nodes",
        Path(smurfs_graph.__file__).parents[1] / "tools")  # fmt: skip
THEIRS = (Path(str(langchain.__file__)).parent / "agents", Path(str(langgraph.prebuilt.__path__[0])))
DIAGRAM = re.compile(r"(<!-- way -->).*?(<!-- /way -->)", re.DOTALL)
WARM_UP = 10
Run = Callable[[], Awaitable[Any]]
"""A whole run on a new thread."""


class Way:
    """The functions that run from a model's reply on, until a tool's body is reached."""

    def __init__(self, *folders: Path) -> None:
        """`folders`: of the library whose functions count."""
        self.passed: Counter[tuple[str, str]] = Counter()
        """Calls by file and qualified name, in the order of the first ones."""
        self.steps: list[tuple[str, str, str]] = []
        """The first calls from one file to another: both, and the function that is called."""
        self._folders = folders
        self._places: dict[Any, tuple[str, str] | None] = {}
        self._on = False

    def begin(self) -> None:
        """The model has replied."""
        self._on = True

    def end(self) -> None:
        """The tool's body is reached; what comes after a further reply does not count."""
        self._on = False
        self.begin = self.end = lambda: None

    @contextmanager
    def profiled(self) -> Generator[None]:
        """Count what is called inside, in threads that are started there too."""
        before = sys.getprofile(), threading.getprofile()
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before[0])
            threading.setprofile(before[1])

    def times(self, name: str) -> int:
        """Return how often a function of this name was called."""
        return sum(count for (_, each), count in self.passed.items() if each == name)

    @property
    def files(self) -> list[str]:
        """The files of these functions."""
        return list(dict.fromkeys(place for place, _ in self.passed))

    def _note(self, frame: Any, event: str, argument: Any) -> None:
        if not self._on or event != "call" or (here := self._place_of(frame.f_code)) is None:
            return
        if here not in self.passed and (caller := self._caller_of(frame)) not in (None, here[0]):
            self.steps.append((str(caller), *here))
        self.passed[here] += 1

    def _caller_of(self, frame: Any) -> str | None:
        while (frame := frame.f_back) is not None:
            if (place := self._place_of(frame.f_code)) is not None:
                return place[0]
        return None

    def _place_of(self, code: Any) -> tuple[str, str] | None:
        if code not in self._places:
            path = Path(code.co_filename)
            folder = next((each for each in self._folders if each in path.parents), None)
            counts = folder is not None and not code.co_qualname.endswith(">")
            self._places[code] = (f"{path.parent.name}/{path.name}", code.co_qualname) if counts else None
        return self._places[code]


class OneCall(BaseChatModel):
    """Calls `find` once, then answers."""

    replied: Callable[[], None] = lambda: None
    """Called when a reply is ready."""

    @property
    def _llm_type(self) -> str:
        return "one call"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """It knows its tool."""
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        message = AIMessage("It was found.")
        if not any(isinstance(each, ToolMessage) for each in messages):
            message = AIMessage("", tool_calls=[{"name": "find", "args": {"item": "a"}, "id": "call_1"}])
        result = ChatResult(generations=[ChatGeneration(message=message)])
        self.replied()
        return result

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        return self._generate(messages)


def finder(reached: Callable[[], None] = lambda: None) -> Any:
    """Return the tool of the run; `reached` is called first in it."""

    @effects("read")
    def find(item: str) -> str:
        """Find something."""
        reached()
        return f"found {item}"

    return find


def ours(way: Way | None = None, saver: Any = None, strategy: StrategyName = "full") -> Run:
    """One of this library's strategies."""
    model = OneCall(replied=lambda: way.begin() if way else None)
    graph = build_graph(
        Settings(strategy=strategy, model="scripted:one-call"),
        [finder(lambda: way.end() if way else None)],
        models={"scripted:one-call": model},
        checkpointer=saver or InMemorySaver(),
    )
    return lambda: graph.ainvoke({"query": "Where is a?"}, _new_thread())


def theirs(way: Way | None = None, saver: Any = None) -> Run:
    """LangChain's agent."""
    model = OneCall(replied=lambda: way.begin() if way else None)
    agent: Any = create_agent(
        model, [finder(lambda: way.end() if way else None)], checkpointer=saver or InMemorySaver()
    )
    return lambda: agent.ainvoke({"messages": [("user", "Where is a?")]}, _new_thread())


_THREADS = itertools.count()


def _new_thread() -> Any:
    return {"configurable": {"thread_id": f"t{next(_THREADS)}"}}


def way_of(make: Callable[[Way], Run], *folders: Path) -> Way:
    """Return the way of the call in one run."""
    way = Way(*folders)
    run = make(way)

    async def work() -> None:
        await run_in_thread(int)  # there is an idle thread then, whatever ran before
        await run()

    before, threads.PATIENCE = threads.PATIENCE, 60.0  # on a busy machine the run may take longer than it waits
    try:
        with way.profiled():
            asyncio.run(work())
    finally:
        threads.PATIENCE = before
    return way


def with_diagram(text: str) -> str:
    """Return ARCHITECTURE.md with the way of a call as it is now."""
    way = way_of(ours, *OURS)
    rooms: dict[tuple[str, str], str] = {}
    for caller, place, name in way.steps:
        here, there = caller.partition("/")[0], place.partition("/")[0]
        if here != there and "smurfs_graph" not in (here, there):
            rooms.setdefault((here, place), f"{here}->>{there}: {place.partition('/')[2]} {name.rpartition('.')[2]}")
    lines = ["sequenceDiagram", "    models-->>asking: the reply", *(f"    {step}" for step in rooms.values())]
    drawn = "\n".join(["```mermaid", *lines, "    tools->>tools: the tool's body", "```"])
    count = f"{len(way.passed)} functions in {len(way.files)} files"
    return DIAGRAM.sub(
        lambda found: f"{found[1]}\n{count}; the first calls from a room to a file of another:\n\n{drawn}\n{found[2]}",
        text,
    )


def checkpoints(make: Callable[[Way | None, Any], Run]) -> int:
    """Return how many checkpoints one run writes, of inner graphs too."""
    saver = InMemorySaver()
    asyncio.run(make(None, saver)())  # pyright: ignore[reportArgumentType]
    return len(list(saver.list(None)))


async def measure(rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each run, contestants in turns."""
    contestants, taken = {"ours": ours(), "create_agent": theirs()}, dict[str, list[float]]()
    for number in range(WARM_UP + rounds):
        for name, run in contestants.items():
            gc.collect()
            started = time.perf_counter()
            await run()
            if number >= WARM_UP:
                taken.setdefault(name, []).append((time.perf_counter() - started) * 1000)
    return taken


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--list", action="store_true", help="print the functions, in the order of their first calls")
    given = parser.parse_args()
    mine, other = way_of(ours, *OURS), way_of(theirs, *THEIRS)
    if given.list:
        for (place, name), times in mine.passed.items():
            print(f"{times:4} {place} {name}")
        return
    print(f"from a reply to the tool's body: {len(mine.passed)} functions in {len(mine.files)} files", end="; ")
    print(f"create_agent {len(other.passed)} in {len(other.files)}")
    print(f"checkpoints: {checkpoints(ours)}; create_agent {checkpoints(theirs)}")
    taken = asyncio.run(measure(given.rounds))
    beside = statistics.median(a / b for a, b in zip(taken["ours"], taken["create_agent"], strict=True))
    medians = "; ".join(f"{name} {statistics.median(each):.2f} ms" for name, each in taken.items())
    print(f"a run: {medians}; {beside:.2f} x")


if __name__ == "__main__":
    main()
