"""One conversation of BFCL with the oracle, on a fresh world: who asks it, and what its checker says."""

import asyncio
import random
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple, cast

from langchain import agents
from langchain_core.messages import BaseMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.bfcl.conversation import open_conversation
from smurfs_graph.bench.bfcl.process import BfclProcess
from smurfs_graph.bench.configuration import PEER
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import fresh_registry
from tests.benchmarks.bfcl_oracle import Oracle
from tests.benchmarks.bfcl_plays import Play

Keep = Literal["checkpointer", "nothing", "storage"]
"""Where a conversation is kept between turns: in memory, nowhere (its messages are sent again), or in SQLite."""
_REFERENCE = "scripted:oracle"
_MOST_SECONDS = 0.05


@dataclass(frozen=True)
class Manner:
    """The way in which conversations are held."""

    contestant: str = "full"
    """`create-agent`, or a strategy."""
    keep: Keep = "checkpointer"
    delays: bool = False
    """Whether each call of a tool takes up to 50 ms, by chance."""
    reads: frozenset[str] = frozenset()
    """Functions that are declared to read; the others declare nothing."""
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Of a strategy."""
    splits: bool = True
    """Whether a planner makes a sub-task of each call, or one of all."""


class Held(NamedTuple):
    """The result of a conversation."""

    id: str
    valid: bool
    why: str
    calls: int
    """Of the model."""
    tokens: int
    """Of prompts, tools bound in them."""
    not_made: int
    """Calls that the model asked for and the world has not seen; 0 where none is bound."""
    first_prompts: list[str]
    """By turn, as all that follows."""
    results: list[list[str]]
    stops: list[str]


def hold(process: BfclProcess, entry: dict[str, Any], play: Play, manner: Manner) -> Held:
    """Hold a conversation on a fresh world."""
    with fresh_registry():
        return asyncio.run(_hold(process, entry, play, manner))


async def _hold(process: BfclProcess, entry: dict[str, Any], play: Play, manner: Manner) -> Held:
    oracle, chance = Oracle(splits=manner.splits), random.Random(entry["id"])
    first, stops = list[str](), list[str]()
    delay = (lambda: chance.uniform(0, _MOST_SECONDS)) if manner.delays else None
    with ExitStack() as stack:
        thread = _Thread(manner, oracle, stack)
        async with open_conversation(process, entry, delay) as conversation:
            for turn, replies in zip(conversation.turns(), play, strict=True):
                oracle.begin_turn(replies, conversation.made[-1])
                tools = [_declared(tool) if tool.name in manner.reads else tool for tool in turn.tools]
                stops.append(await thread.say(turn.messages, tools))
                first.append(oracle.prompts[0] if oracle.prompts else "")
    valid, why = await conversation.verdict()
    not_made = oracle.wanted and oracle.wanted - sum(map(len, conversation.made))
    return Held(entry["id"], valid, why, oracle.calls, oracle.tokens, not_made, first, conversation.results, stops)


def _declared(tool: StructuredTool) -> StructuredTool:
    return tool.model_copy(update={"metadata": {"effects": ["read"]}})


class _Thread:
    """A conversation with a contestant."""

    _names = count()

    def __init__(self, manner: Manner, oracle: Oracle, stack: ExitStack) -> None:
        self._manner, self._oracle = manner, oracle
        self._config: Any = {"configurable": {"thread_id": f"t{next(self._names)}"}, "recursion_limit": 500}
        self._messages: list[BaseMessage] = []
        self._kept: dict[str, Any] = {}
        if manner.keep == "storage":
            folder = stack.enter_context(TemporaryDirectory())
            storage = stack.enter_context(open_storage(f"{folder}/runs.sqlite"))
            self._kept = {"checkpointer": storage.checkpointer, "store": storage.store}
        elif manner.keep == "checkpointer":
            self._kept = {"checkpointer": InMemorySaver()}

    async def say(self, messages: list[tuple[str, str]], tools: list[Any]) -> str:
        """Take a turn; return why it ended."""
        agent = self._agent(tools)
        if self._kept:
            result = await agent.ainvoke({"messages": messages}, self._config)
        else:
            result = await agent.ainvoke({"messages": [*self._messages, *messages]})
            self._messages = result["messages"]
        return str(result.get("stop_reason", ""))

    def _agent(self, tools: list[Any]) -> Any:
        if self._manner.contestant == PEER:
            kept = {name: value for name, value in self._kept.items() if name == "checkpointer"}
            return cast("Any", agents).create_agent(self._oracle, tools, **kept)
        settings = Settings.checked(
            strategy=self._manner.contestant, model=_REFERENCE, tool_retries=0, **self._manner.settings
        )
        return build_graph(settings, tools, models={_REFERENCE: self._oracle}, **self._kept)
