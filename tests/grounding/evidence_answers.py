"""Right answers to the requests of `tests/evidence`, in sentences, with the calls that a capable model makes for them.

`evidence_answers.jsonl` was written before the code that reads the answers. What is computed in them (totals,
differences, conversions) is right.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph import ToolError
from smurfs_graph.grounding.ground import Source, call_text
from smurfs_graph.tools.travel.toolset import open_source, tools_over
from tests.evidence import harbour, office, seedbank

HERE = Path(__file__).parent
TODAY = "Friday, 20 November 2026"


class Case(NamedTuple):
    """A request, the calls made for it, and right answers."""

    name: str
    query: str
    calls: list[tuple[str, dict[str, Any]]]
    answers: list[str]

    def sources(self) -> list[Source]:
        """Return the request, the date, and what the calls return."""
        return [Source(self.query), Source(TODAY), *(_source(tool, given) for tool, given in self.calls)]


@cache
def cases() -> list[Case]:
    """Return all cases, those of `trips.jsonl` left out: code writes their answers."""
    queries = {row["id"]: row["query"] for path in (HERE.parent / "evidence").glob("*.jsonl") for row in _rows(path)
               if "query" in row}  # fmt: skip
    return [
        Case(row["id"], queries[row["id"]], row["calls"], row["answers"])
        for row in _rows(HERE / "evidence_answers.jsonl")
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@cache
def _tools() -> dict[str, Callable[..., Any]]:
    own = {"office": office.DECLARED, "seedbank": seedbank.TOOLS, "harbour": harbour.TOOLS}
    own["travel"] = tools_over(open_source())
    return {f"{name}.{tool.__name__}": tool for name, tools in own.items() for tool in tools}


def _source(tool: str, given: dict[str, Any]) -> Source:
    call, about = call_text(tool.rpartition(".")[2], given), json.dumps(given)
    try:
        returned = _tools()[tool](**given)
    except ToolError as error:
        return Source(str(error), call, "s1", failed=True, about=about)
    return Source(json.dumps(returned, ensure_ascii=False, default=str), call, "s1", about=about)
