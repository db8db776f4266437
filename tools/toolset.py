"""A toolset that knows its subject: tools together with the domain that plans and solves whole requests with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from smurfs_graph.tools.domain import Domain


@dataclass(frozen=True)
class Toolset:
    """Tools and their domain; stands wherever tools do: in `build_graph(tools=[...])` or behind `path.py:attr`."""

    tools: Iterable[Any]
    """Functions, LangChain tools, or what else may be passed as a tool; models are offered these."""
    domain: Domain
