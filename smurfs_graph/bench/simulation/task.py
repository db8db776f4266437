"""Synthetic tasks with their ground truth, and the tools that hold it."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.effects import READS
from smurfs_graph.tools.tool import Tool, Validated

_ITEM = re.compile(r"[Ff]ind item (Q\d+)\b")
OUT_OF_ORDER = "the service is out of order"
_WORDS = ("entry", "note", "source", "page", "remark", "volume", "index", "copy", "part", "list", "record", "table")


class TaskShape(BaseModel):
    """What a synthetic task looks like."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sub_tasks: int = Field(default=2, ge=1, le=20)
    """Items to be found, each by a tool of its own."""
    chained: int = Field(default=0, ge=0, le=20)
    """How many of them take an earlier one's answer as their key."""
    tools: int = Field(default=10, ge=1, le=500)
    """In all; at least two for each item, the right one and one in its place."""
    response_chars: int = Field(default=600, ge=50, le=100_000)
    failing: int = Field(default=0, ge=0, le=20)
    """Items whose right tool is out of order."""


class ErrorRates(BaseModel):
    """How often each decision goes wrong, from 0 to 1, in a prompt of no length; and what length adds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wrong_tool: float = Field(default=0.0, ge=0, le=1)
    """Times the binary logarithm of the tools in the prompt: with the list the choice gets harder."""
    wrong_argument: float = Field(default=0.0, ge=0, le=1)
    premature: float = Field(default=0.0, ge=0, le=1)
    """Ends too early: a sub-task left out of the plan, a verdict or an end of the work before all is found."""
    lost: float = Field(default=0.0, ge=0, le=1)
    """A value that is in the prompt and does not get into the answer, for each value."""
    format: float = Field(default=0.0, ge=0, le=1)
    """A reply that is no JSON."""
    per_1000_tokens: float = Field(default=0.0, ge=0, le=100)
    """Every thousand tokens of a prompt make all of these more frequent by this share."""

    def chance(self, kind: str, tokens: int, options: int = 2) -> float:
        """Of one error in a prompt of that length, at most 0.95; `options`: tools to choose from."""
        rate: float = getattr(self, kind)
        if kind == "wrong_tool":
            rate *= max(0, options - 1).bit_length()
        return min(0.95, rate * (1 + self.per_1000_tokens * tokens / 1000))


@dataclass(frozen=True, slots=True)
class Item:
    """What is to be found."""

    name: str
    tool: str
    spare: str
    """A tool that knows it too."""
    key: str
    """The argument that finds it."""
    after: str
    """The item whose answer the key is; empty where the request says the key."""
    value: str
    broken: bool

    @property
    def text(self) -> str:
        """The instruction."""
        key = f"the answer of item {self.after} as its key" if self.after else f"key {self.key}"
        return f"Find item {self.name} with {key}."


class SimulatedTask:
    """A request with its truth."""

    def __init__(self, shape: TaskShape, seed: int) -> None:
        """Equal arguments make equal tasks."""
        self.shape, self._chance = shape, random.Random(f"task {seed} {shape.model_dump_json()}")
        self.items = {item.name: item for item in self._make_items()}

    def _make_items(self) -> Sequence[Item]:
        items: list[Item] = []
        first_chained = self.shape.sub_tasks - min(self.shape.chained, self.shape.sub_tasks - 1)
        for at in range(self.shape.sub_tasks):
            before = items[-1] if at >= first_chained else None
            number = self._chance.randrange(10_000, 99_999)
            item = Item(
                name=f"Q{at + 1}",
                tool=f"search_{at + 1}",
                spare=f"archive_{at + 1}",
                key=before.value if before else f"K{self._chance.randrange(1000, 9999)}",
                after=before.name if before else "",
                value=f"V{at + 1}-{number}",
                broken=at < self.shape.failing,
            )
            items.append(item)
        return items

    @property
    def query(self) -> str:
        """The request."""
        return " ".join(item.text for item in self.items.values())

    def named_in(self, text: str) -> list[Item]:
        """The items that a text asks for, in its order."""
        return [self.items[name] for name in dict.fromkeys(_ITEM.findall(text)) if name in self.items]

    def known_in(self, text: str) -> set[str]:
        """The items whose value stands in a text."""
        return {item.name for item in self.items.values() if item.value in text}

    def tools(self) -> list[Tool]:
        """Right and spare ones, and others up to the number of the shape."""
        own = [self._tool(name, item) for item in self.items.values() for name in (item.tool, item.spare)]
        others = [self._tool(f"other_{number + 1}", None) for number in range(max(0, self.shape.tools - len(own)))]
        return [*own, *others]

    def _tool(self, name: str, item: Item | None) -> Tool:
        said = f"Finds item {item.name} by its key." if item else f"Finds things of kind {name[6:]} by their key."
        parameters: dict[str, Any] = {
            "type": "object",
            "properties": {
                "key": {"type": "string", "description": "The key under which it is kept."},
                "language": {"type": "string", "description": "Language of the response; left out: English."},
                "limit": {"type": "integer", "description": "The most entries to return."},
            },
            "required": ["key"],
        }

        def validate(arguments: Mapping[str, Any]) -> Validated:
            if not isinstance(arguments.get("key"), str):
                raise ValueError("key: a text is expected")
            return dict(arguments)

        async def call(arguments: Validated) -> Any:
            return self._answer(name, item, str(arguments["key"]))

        return Tool(
            name=name, description=said, parameters=parameters, validate=validate, call=call, effects=READS, group="sim"
        )

    def _answer(self, tool: str, item: Item | None, key: str) -> str:
        if item is not None and item.broken and tool == item.tool:
            raise ToolError(OUT_OF_ORDER)
        if item is not None and key != item.key:
            raise ToolError(f"there is nothing under the key {key!r:.60}")
        chance = random.Random(f"{tool} {key}")
        head = f"The value of {item.name} is {item.value}. " if item is not None else "Nothing of that kind is here. "
        words = [chance.choice(_WORDS) for _ in range(self.shape.response_chars // 5 + 1)]
        return (head + " ".join(words))[: max(self.shape.response_chars, len(head))]
