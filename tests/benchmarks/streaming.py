"""`make bench NAME=streaming`: how late the first words of an answer come, and what a call costs while text streams.

A look-up, then an answer of 40 pieces, on a server on loopback that writes down when it wrote the first of them.
Whoever listens to `messages` sees it so much later: a bare client, LangChain's `create_agent`, `full` in native
steps, in turns; medians, and `full` beside each; agent and `full` also with a hook around models and tools that does
nothing, where `full` says its answer as one message. Milliseconds of a whole run per model call are the clock's and the
processor's.
python -m tests.benchmarks.streaming [--rounds 40]
"""

import argparse
import asyncio
import gc
import os
import statistics
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, NamedTuple

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import AIMessageChunk
from langchain_openai import ChatOpenAI

from smurfs_graph import Settings, build_graph
from tests.servers.streaming import Body, Reply, StreamingServer

WARM_UP = 5
LATER, TIMES = 30.0, 1.5
"""Milliseconds after the bare client's first words, and a call's time beside `create_agent`'s: at most."""
HOOKED = ", hooks"
QUESTION = {"messages": [("user", "How warm is it in Oslo?")]}
WORDS = tuple(f"{word} " for word in ["it", "is", "dry", "and", "warm", "in", "Oslo", "now"] * 5)


def find_weather(place: str) -> str:
    """Find the weather of a place."""
    return f"{place}: 14 degrees, dry"


def _reply(body: Body) -> Reply:
    asks = body.get("tools") and not any(message["role"] == "tool" for message in body["messages"])
    return Reply((), (("find_weather", {"place": "Oslo"}),)) if asks else Reply(WORDS)


class Nothing(AgentMiddleware[Any, Any, Any]):
    """A hook that hands on what it is given."""

    async def awrap_model_call(self, request: Any, handler: Any) -> Any:
        """As without it."""
        return await handler(request)

    async def awrap_tool_call(self, request: Any, handler: Any) -> Any:
        """As without it."""
        return await handler(request)


class Run(NamedTuple):
    """Milliseconds: until the first words after they were written, and per model call."""

    first: float
    clock: float
    processor: float


Stream = Callable[[], AsyncIterator[Any]]


def contestants(server: StreamingServer) -> dict[str, Stream]:
    """What streams messages, by name."""
    model = ChatOpenAI(model="m", base_url=server.base_url)
    settings = Settings(step_shape="native", model="openai:m", base_url=server.base_url, tracing="off")

    async def bare() -> AsyncIterator[Any]:
        async for part in model.astream("How warm is it in Oslo?"):
            yield part

    async def messages_of(runnable: Any) -> AsyncIterator[Any]:
        async for part, _ in runnable.astream(QUESTION, stream_mode="messages"):
            yield part

    found: dict[str, Stream] = {"client": bare}
    for hooked, hooks in (("", []), (HOOKED, [Nothing()])):
        agent: Any = create_agent(model, [find_weather], middleware=hooks)
        graph: Any = build_graph(settings, [find_weather], middleware=hooks)
        found[f"create_agent{hooked}"], found[f"full{hooked}"] = (
            partial(messages_of, agent),
            partial(messages_of, graph),
        )
    return found


async def measure(server: StreamingServer, rounds: int) -> dict[str, list[Run]]:
    """What each took, round by round."""
    streams = contestants(server)
    found: dict[str, list[Run]] = {name: [] for name in streams}
    for number in range(WARM_UP + rounds):
        for name, stream in streams.items():
            run = await _once(server, stream)
            found[name] += [run] if number >= WARM_UP else []
    return found


async def _once(server: StreamingServer, stream: Stream) -> Run:
    gc.collect()
    calls, seen = len(server.requests), 0.0
    clock, processor = time.perf_counter(), time.process_time()
    async for part in stream():
        if not seen and isinstance(part, AIMessageChunk) and part.text:
            seen = time.perf_counter()
    seen = seen or time.perf_counter()  # nothing streamed: the answer came whole, at the end
    made = len(server.requests) - calls
    took = (time.perf_counter() - clock, time.process_time() - processor)
    return Run(1e3 * (seen - server.first_words[-1]), 1e3 * took[0] / made, 1e3 * took[1] / made)


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    os.environ.setdefault("OPENAI_API_KEY", "none")
    with StreamingServer(_reply) as server:
        found = asyncio.run(measure(server, rounds))
    print(f"milliseconds, medians of {rounds} runs in turns")
    for name, runs in found.items():
        first, clock, processor = (statistics.median(column) for column in zip(*runs, strict=True))
        print(
            f"  {name}: first words {first:.1f} later; {clock:.1f} a call, {processor:.1f} of the processor (both ends)"
        )
    late = [mine.first - client.first for mine, client in zip(found["full"], found["client"], strict=True)]
    print(f"full: {statistics.median(late):.1f} ms after the client's first words (at most {LATER:g})")
    for hooked in ("", HOOKED):
        pairs = zip(found[f"full{hooked}"], found[f"create_agent{hooked}"], strict=True)
        beside, of_processor = zip(*((a.clock / b.clock, a.processor / b.processor) for a, b in pairs), strict=True)
        times, work = statistics.median(beside), statistics.median(of_processor)
        print(f"full{hooked}: {times:.2f} x create_agent per call (at most {TIMES:g}); {work:.2f} x of the processor")


if __name__ == "__main__":
    main()
