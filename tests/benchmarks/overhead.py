"""`make bench NAME=overhead`: what a framework adds to each model call, beside LangChain's `create_agent`.

Two tool calls and an answer, on models that answer at once and make no mistake: whatever they were asked before, they
reply as they did then, from a table, so that no contestant pays for its model's thinking. Same tools, no checkpointer.
Runs of all contestants take turns, with the garbage collected before each, so that whatever else the machine does hits
them alike. Milliseconds of a whole run per model call, on the clock and of the processor: medians, and medians of what
each took in a round beside what `create_agent` took in the same round.
python -m tests.benchmarks.overhead [--rounds 60]
"""

import argparse
import asyncio
import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from pydantic import Field

from smurfs_graph import Settings, build_graph
from smurfs_graph.testing import ScriptedModel
from tests.benchmarks.costs import QUERY, perfect

WARM_UP = 5
TOOL_CALLS = 2
_PERFECT = perfect()
LIMIT = 1.0
Contestant = Callable[[], Awaitable[int]]
"""One run; gives its model calls."""


@tool
def find_weather(name: str) -> str:
    """Find the current weather at a place: sky, temperature, wind and rain."""
    return (f"weather: all is well at {name}. " * 40)[:600]


@tool
def find_ferry(name: str) -> str:
    """Find the timetable of a ferry line between two ports on one day."""
    return (f"ferry: all is well at {name}. " * 40)[:600]


class Instant(BaseChatModel):
    """Replies from a table, which another model fills with its first reply to each prompt."""

    teacher: BaseChatModel
    known: dict[tuple[int, str, str], AIMessage] = Field(default_factory=dict[tuple[int, str, str], AIMessage])
    calls: int = 0

    @property
    def _llm_type(self) -> str:
        return "instant"

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        self.calls += 1
        key = (len(messages), str(messages[0].content), str(messages[-1].content))
        if key not in self.known:
            self.known[key] = self.teacher.invoke(messages)
        return ChatResult(generations=[ChatGeneration(message=self.known[key].model_copy(update={"id": None}))])

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        return self._generate(messages)


class InstantWithTools(Instant):
    """Takes LangChain's tools, which its teacher knows."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """It knows them."""
        return self


class Caller(BaseChatModel):
    """Calls both tools, one after the other, then answers."""

    @property
    def _llm_type(self) -> str:
        return "caller"

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        done = sum(isinstance(message, ToolMessage) for message in messages)
        message = AIMessage("All is well in Oslo, and the ferry runs.")
        if done < 2:
            name = ("find_weather", "find_ferry")[done]
            message = AIMessage("", tool_calls=[{"name": name, "args": {"name": "Oslo"}, "id": f"call_{done}"}])
        return ChatResult(generations=[ChatGeneration(message=message)])


def langchain_agent() -> Contestant:
    """The ReAct agent of LangChain."""
    model = InstantWithTools(teacher=Caller())
    agent: Any = create_agent(model, [find_weather, find_ferry])

    async def run() -> int:
        before = model.calls
        await agent.ainvoke({"messages": [("user", QUERY)]})
        return model.calls - before

    return run


def strategy(name: str, **settings: Any) -> Contestant:
    """One of this library's strategies."""
    model = Instant(teacher=ScriptedModel(_taught))
    options = Settings.checked(strategy=name, model="scripted:perfect", **settings)
    graph = build_graph(options, [find_weather, find_ferry], models={"scripted:perfect": model})

    async def run() -> int:
        before = model.calls
        result = await graph.ainvoke({"query": QUERY})
        if result["stop_reason"] != "answered" or result["usage"].tool_calls != TOOL_CALLS:
            raise AssertionError(f"{name}: {result['stop_reason']}, {result['usage'].tool_calls} tool calls")
        return model.calls - before

    return run


def _taught(call: str, sections: dict[str, str]) -> Any:
    """Reply as the perfect model does; α-UMi's planner has both tools called too, and then the summarizer."""
    done = sections.get("history", "").count("observation:")
    match call:
        case "planner.umi":
            return {"rationale": "this is missing", "next": "caller" if done < TOOL_CALLS else "conclusion"}
        case "caller":
            return {"tool": ("find_weather", "find_ferry")[done], "arguments": {"name": "Oslo"}}
        case _:
            return _PERFECT(call, sections)


CONTESTANTS: Mapping[str, Callable[[], Contestant]] = {
    "create_agent": langchain_agent,
    "react": lambda: strategy("react"),
    "smurfs": lambda: strategy("smurfs", step_shape="split"),
    "full": lambda: strategy("full", step_shape="fused"),
    "dfsdt": lambda: strategy("dfsdt"),
    "pmc": lambda: strategy("pmc"),
    "alpha-umi": lambda: strategy("alpha-umi"),
}


class Taken(NamedTuple):
    """A contestant's model calls in a run, and milliseconds of each round per model call."""

    calls: int
    clock: list[float]
    processor: list[float]


async def measure(rounds: int) -> dict[str, Taken]:
    """Measure every contestant, the rounds in the same order."""
    contestants = {name: make() for name, make in CONTESTANTS.items()}
    taken: dict[str, Taken] = {}
    for number in range(WARM_UP + rounds):
        for name, run in contestants.items():
            gc.collect()
            started, worked = time.perf_counter(), time.process_time()
            calls = await run()
            clock, processor = time.perf_counter() - started, time.process_time() - worked
            each = taken.setdefault(name, Taken(calls, [], []))
            if number >= WARM_UP:
                each.clock.append(clock * 1000 / calls)
                each.processor.append(processor * 1000 / calls)
    return taken


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    rounds: int = parser.parse_args().rounds
    found = asyncio.run(measure(rounds))
    agent = found["create_agent"]
    print(f"milliseconds per model call, medians of {rounds} runs in turns; at most {LIMIT:.1f} x create_agent")
    for name, each in found.items():
        clock, processor = statistics.median(each.clock), statistics.median(each.processor)
        print(
            f"  {name}: {clock:.2f} ms, {_beside(each.clock, agent.clock):.2f} x; "
            f"processor {processor:.2f} ms, {_beside(each.processor, agent.processor):.2f} x ({each.calls} calls a run)"
        )


def _beside(mine: list[float], theirs: list[float]) -> float:
    return statistics.median(one / other for one, other in zip(mine, theirs, strict=True))


if __name__ == "__main__":
    main()
