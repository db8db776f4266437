"""One conversation of BFCL: its turns, the tools of each, and the calls that were made, judged by its checker."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from langchain_core.tools import StructuredTool

from smurfs_graph.bench.bfcl.functions import tools_of
from smurfs_graph.bench.bfcl.process import BfclProcess

NO_DATA = '{"status": "done", "note": "this benchmark records calls and returns no data"}'
"""Result of a call where functions are documents alone."""


class ConversationTurn(NamedTuple):
    """The messages and tools of the next turn."""

    messages: list[tuple[str, str]]
    """Role and text; all but the last are there already."""
    tools: list[StructuredTool]
    new_tools: bool
    """Whether there are others than in the turn before."""


class ConversationVerdict(NamedTuple):
    """The verdict of BFCL's checker on a conversation."""

    valid: bool
    why: str
    """Why not; empty where it is valid."""


class Conversation:
    """A conversation on a world of its own."""

    def __init__(
        self, process: BfclProcess, entry: dict[str, Any], world: str, delay: Callable[[], float] | None = None
    ) -> None:
        """`entry`: as the process describes it; `delay`: gives the seconds that a call takes on its way."""
        self._process, self._entry, self._world, self._delay = process, entry, world, delay
        self.made: list[list[dict[str, Any]]] = []
        """Name and arguments of the calls that have arrived, by turn, in their order."""
        self.results: list[list[str]] = []
        """Results of the calls, by turn, in the order in which they ended."""

    def turns(self) -> Iterator[ConversationTurn]:
        """Return the turns one by one; the calls that are made until the next one count as a turn's own."""
        functions = list(self._entry["functions"])
        for at, said in enumerate(self._entry["turns"]):
            functions += (added := self._entry["later"].get(str(at), []))
            self.made.append([])
            self.results.append([])
            yield ConversationTurn(
                [(role, text) for role, text in said], tools_of(functions, self._call), bool(added) or not at
            )

    async def _call(self, name: str, arguments: dict[str, Any]) -> str:
        """Make a call in the world of BFCL, and keep it with its result."""
        if self._delay is not None:
            await asyncio.sleep(self._delay())
        made, results = self.made[-1], self.results[-1]
        made.append({"name": name, "arguments": arguments})
        text = NO_DATA
        if self._world:
            text = await self._process.ask_async("call", world=self._world, name=name, arguments=arguments)
        results.append(text)
        return text

    async def verdict(self) -> ConversationVerdict:
        """Return the checker's verdict on the calls that were made."""
        return ConversationVerdict(**await self._process.ask_async("check", entry=self._entry["id"], made=self.made))


@asynccontextmanager
async def open_conversation(
    process: BfclProcess, entry: dict[str, Any], delay: Callable[[], float] | None = None
) -> AsyncGenerator[Conversation]:
    """Open a conversation on a fresh world, which is forgotten at its end."""
    world: str = await process.ask_async("begin", entry=entry["id"]) if entry["has_world"] else ""
    try:
        yield Conversation(process, entry, world, delay)
    finally:
        if world:
            await process.ask_async("end", world=world)
