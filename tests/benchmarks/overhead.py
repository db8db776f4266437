"""`make bench-overhead`: what a framework adds to each model call, beside LangChain's `create_agent`.

Two tool calls and an answer, on models that answer at once and make no mistake; runs of all contestants take turns, so
that whatever else the machine does hits them alike. Milliseconds of a whole run per model call, medians.
python -m tests.benchmarks.overhead [--rounds 60] [--profile smurfs]
"""

import argparse
import asyncio
import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

from smurfs_graph import Settings, build_graph
from smurfs_graph.testing import ScriptedModel
from tests.benchmarks.costs import QUERY, perfect

WARM_UP = 5
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


class InstantAgent(BaseChatModel):
    """Calls both tools, one after the other, then answers."""

    calls: int = 0

    @property
    def _llm_type(self) -> str:
        return "instant"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """It knows them."""
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        self.calls += 1
        done = sum(isinstance(message, ToolMessage) for message in messages)
        message = AIMessage("All is well in Oslo, and the ferry runs.")
        if done < 2:
            name = ("find_weather", "find_ferry")[done]
            message = AIMessage("", tool_calls=[{"name": name, "args": {"name": "Oslo"}, "id": f"call_{done}"}])
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
        return self._generate(messages)


def langchain_agent() -> Contestant:
    """The ReAct agent of LangChain."""
    model = InstantAgent()
    agent: Any = create_agent(model, [find_weather, find_ferry])

    async def run() -> int:
        before = model.calls
        await agent.ainvoke({"messages": [("user", QUERY)]})
        return model.calls - before

    return run


def strategy(name: str, **settings: Any) -> Contestant:
    """One of this library's strategies."""
    model = ScriptedModel(perfect())
    options = Settings.checked(strategy=name, model="scripted:perfect", **settings)
    graph = build_graph(options, [find_weather, find_ferry], models={"scripted:perfect": model})

    async def run() -> int:
        model.asked.clear()
        result = await graph.ainvoke({"query": QUERY})
        if result["stop_reason"] != "answered":
            raise AssertionError(f"{name} did not answer: {result['stop_reason']}")
        return len(model.asked)

    return run


CONTESTANTS: Mapping[str, Callable[[], Contestant]] = {
    "create_agent": langchain_agent,
    "react": lambda: strategy("react"),
    "smurfs": lambda: strategy("smurfs", step_shape="split"),
    "full": lambda: strategy("full", step_shape="fused"),
}


async def measure(rounds: int) -> dict[str, tuple[int, float]]:
    """Model calls of a run, and median milliseconds per call, by contestant."""
    contestants = {name: make() for name, make in CONTESTANTS.items()}
    calls: dict[str, int] = {}
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(WARM_UP + rounds):
        for name, run in contestants.items():
            gc.collect()
            started = time.perf_counter()
            calls[name] = await run()
            if number >= WARM_UP:
                taken[name].append((time.perf_counter() - started) * 1000 / calls[name])
    return {name: (calls[name], statistics.median(each)) for name, each in taken.items()}


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--profile", choices=sorted(CONTESTANTS), help="where the time of one contestant goes")
    options = parser.parse_args()
    if options.profile:
        _profiled(options.profile, options.rounds)
        return
    found = asyncio.run(measure(options.rounds))
    reference = found["create_agent"][1]
    print(f"milliseconds per model call, medians of {options.rounds} runs in turns")
    for name, (calls, median) in found.items():
        said = "" if name == "create_agent" else f", {median / reference:.2f} x create_agent (at most {LIMIT:.1f})"
        print(f"  {name}: {median:.2f} ms ({calls} calls a run){said}")


def _profiled(name: str, rounds: int) -> None:
    import cProfile
    import pstats

    run = CONTESTANTS[name]()

    async def several() -> None:
        for _ in range(rounds):
            await run()

    profile = cProfile.Profile()
    profile.runcall(asyncio.run, several())
    pstats.Stats(profile).sort_stats("cumulative").print_stats(70)


if __name__ == "__main__":
    main()
