"""The stubs of a graph's tools, made once for each choice of them, and what undeclared results have looked like."""

from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.programs.shapes import shape_of, values_of
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.tool import Tool

_MOST_CHOICES = 50
_MOST_SEEN = 2_000
"""Results that are remembered for conversations."""


class Catalog:
    """The tools that programs of one graph may call."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """`tools`: all of the graph's, by name."""
        self._tools = tools
        self._stubs: BoundedDict[tuple[str, ...], Stubs] = BoundedDict(_MOST_CHOICES)
        self._seen: dict[str, str] = {}
        """The shape of undeclared results by tool, without anybody's data."""
        self._own: BoundedDict[tuple[str, str], str] = BoundedDict(_MOST_SEEN)
        """Shapes of results in one conversation, by it and tool, with short words of its data."""

    def stubs(self, names: Sequence[str]) -> Stubs:
        """Return the stubs of these tools; programs find those that no prompt shows by `find_tools`."""
        key = tuple(names)
        if key not in self._stubs:
            self._stubs[key] = Stubs((self._tools[name] for name in names), finds_more=True)
        return self._stubs[key]

    def note(self, tool: Tool, value: Any, conversation: str) -> None:
        """Remember what a tool returned: its fields' names and types, and for the same conversation short words."""
        declares = tool.returns is not None
        if tool.of_request or (conversation, tool.name) in self._own:
            return
        if not declares and tool.name not in self._seen:
            self._seen[tool.name] = shape_of(value, values=False)
        self._own[conversation, tool.name] = values_of(value) if declares else shape_of(value)

    def seen(self, name: str, conversation: str) -> str:
        """Return what results of a tool have looked like; empty where none was seen."""
        return self._own.get((conversation, name)) or self._seen.get(name, "")

    def tell(self, names: Sequence[str], stubs: Stubs, conversation: str) -> str:
        """Return the stubs of some tools, as text, with what their results have looked like."""
        seen = {name: self.seen(name, conversation) for name in names}
        return stubs.for_model(seen, seen)
