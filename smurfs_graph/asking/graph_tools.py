"""The tools of one graph, and what is looked up about them again and again."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.models.native import BoundTools
from smurfs_graph.programs.catalog import Catalog
from smurfs_graph.prompting.shortlist import Shortlists
from smurfs_graph.tools.choice import nearest
from smurfs_graph.tools.domain import Domain
from smurfs_graph.tools.tool import Tool, by_name


@dataclass(frozen=True)
class GraphTools:
    """The tools of one graph."""

    tools: Mapping[str, Tool]
    """All of them, the searches of domains included."""
    offered: Mapping[str, Tool]
    """The tools that models may be offered: all but the searches of domains."""
    domains: Mapping[str, Domain]
    shortlists: Shortlists
    catalog: Catalog
    bound: BoundedDict[tuple[tuple[str, ...], tuple[str, ...]], BoundTools] = field(
        default_factory=lambda: BoundedDict(64)  # each sub-task may have one of its own where tools are many
    )
    """A cache: tools as models have them bound, by the names of the graph's and of this library's own."""

    @classmethod
    def of(cls, given: Mapping[str, Tool]) -> Self:
        """Return the tools of a graph that is built with these."""
        domains = {tool.domain.name: tool.domain for tool in given.values() if tool.domain is not None}
        searches = [search for domain in domains.values() for search in domain.searches]
        tools = by_name([*given.values(), *searches])
        offered = {name: tool for name, tool in tools.items() if not tool.internal}
        return cls(tools, offered, domains, Shortlists(offered), Catalog(tools))

    def rank_lines(self, text: str, lines: Iterable[str]) -> list[str]:
        """Return the lines that begin with or hold a tool's name, those nearest to a text first."""
        found = [(line, self._tool_in(line)) for line in lines]
        known = [(line, tool) for line, tool in found if tool is not None]
        order = {tool.name: at for at, tool in enumerate(nearest(text, [tool for _, tool in known], len(known) - 1))}
        return [line for line, _ in sorted(known, key=lambda pair: order.get(pair[1].name, len(order)))]

    def _tool_in(self, line: str) -> Tool | None:
        named = line.removeprefix("- ").partition(":")[0].strip()
        if named in self.tools:
            return self.tools[named]
        try:
            document: Any = json.loads(line)
            return self.tools.get(document["name"])
        except (ValueError, TypeError, KeyError):
            return None
