"""The stubs of a graph's tools, made once for each choice of them, and what undeclared results have looked like."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.programs.shapes import shape_of
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.choice import nearest
from smurfs_graph.tools.tool import Tool

_MOST_CHOICES = 50
_MOST_FOUND = 8
"""Stubs that `find_tools` tells of at once."""


class Catalog:
    """The tools that programs of one graph may call."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        """`tools`: all of the graph's, by name."""
        self._tools = tools
        self._stubs: OrderedDict[tuple[tuple[str, ...], bool], Stubs] = OrderedDict()
        self.seen: dict[str, str] = {}
        """The shape of undeclared results by tool, without anybody's data."""

    def stubs(self, names: Sequence[str], *, finds_more: bool = False) -> Stubs:
        """Return the stubs of these tools. `finds_more`: some of them are found by `find_tools`."""
        key = (tuple(names), finds_more)
        if key not in self._stubs:
            self._stubs[key] = Stubs([self._tools[name] for name in names], finds_more=finds_more)
            if len(self._stubs) > _MOST_CHOICES:
                self._stubs.popitem(last=False)
        return self._stubs[key]

    def note(self, tool: Tool, value: Any) -> None:
        """Remember what a tool that declares nothing returned: names and types of fields, no values."""
        if tool.returns is None and not tool.of_request and tool.name not in self.seen:
            self.seen[tool.name] = shape_of(value, values=False)

    def find(self, words: str, names: Sequence[str], stubs: Stubs) -> str:
        """Return the stubs of the tools that words lead to, as text."""
        found = nearest(words, [self._tools[name] for name in names], _MOST_FOUND)
        return stubs.for_model({tool.name for tool in found}, self.seen) if found else "no tool fits these words"
