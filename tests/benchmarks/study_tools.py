"""Tools and requests of the study on real weights (`study.py`), drawn from study_tools.yaml.

None is BFCL's, none of the forty requests' (`guided_requests.py`). A request knows the values that it was made with.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from langchain_core.tools import StructuredTool

from smurfs_graph import ToolError

_TENTHS = tuple(at / 10 for at in range(5, 200, 3))
_UNFIT = 1 / 8
"""Share of requests that no tool at hand fits."""
_DECLARED = 0.25


class Spec(NamedTuple):
    """A tool, with what is asked of it; braces hold parameters, {n} is a number that the tool finds."""

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, Any]]
    requests: list[str]
    response: str
    answer: str

    @property
    def schema(self) -> dict[str, Any]:
        """Return its parameters as a JSON schema."""
        kept = ("type", "description", "enum")
        properties = {name: {key: one[key] for key in kept if key in one} for name, one in self.parameters.items()}
        return {"type": "object", "properties": properties, "required": list(properties)}


class World(NamedTuple):
    """All there is in the file."""

    pools: Mapping[str, tuple[Any, ...]]
    tools: tuple[Spec, ...]
    irrelevant: tuple[str, ...]


@cache
def world() -> World:
    """Return the tools, the values, and what no tool does."""
    given: Any = yaml.safe_load(Path(__file__).with_name("study_tools.yaml").read_text("utf-8"))
    pools = {name: tuple(values) for name, values in given["pools"].items()} | {"tenths": _TENTHS}
    tools = tuple(Spec(**each) for each in given["tools"])
    return World(pools, tools, tuple(given["irrelevant"]))


@dataclass(frozen=True)
class Request:
    """What is asked, the tools at hand, and the right call."""

    text: str
    gold: Spec | None
    """None: no tool at hand fits."""
    values: Mapping[str, Any]
    number: int
    """What the tool finds."""
    at_hand: tuple[Spec, ...]
    declared: bool
    """Whether the tools say that they only read, so that code may choose without the model."""

    def fill_in(self, text: str) -> str:
        """Return a response or an answer with this request's values."""
        return text.format(**self.values, n=self.number)

    def tools(self, made: list[tuple[str, dict[str, Any]]]) -> list[StructuredTool]:
        """Return the tools at hand; the calls go to `made`."""
        return [self._tool(spec, made) for spec in self.at_hand]

    def _tool(self, spec: Spec, made: list[tuple[str, dict[str, Any]]]) -> StructuredTool:
        async def call(**arguments: Any) -> str:
            made.append((spec.name, arguments))
            if spec is not self.gold or arguments != dict(self.values):
                raise ToolError("nothing is known of that")
            return self.fill_in(spec.response)

        metadata = {"effects": ["read"]} if self.declared else None
        return StructuredTool(
            name=spec.name, description=spec.description, args_schema=spec.schema, coroutine=call, metadata=metadata
        )


def draw_requests(seed: int, count: int) -> Iterator[Request]:
    """Yield requests: one in eight that no tool fits, and of the others three in five with several tools at hand."""
    rng = random.Random(seed)
    tools, irrelevant = world().tools, world().irrelevant
    for _ in range(count):
        spec = rng.choice(tools)
        values = _draw(spec, rng)
        others = rng.sample([each for each in tools if each is not spec], rng.choice((0, 0, 1, 2, 3)))
        fits = rng.random() > _UNFIT
        wording = rng.choice(spec.requests if fits else irrelevant)
        filled = values if fits else _fillers(rng)
        at_hand = [spec, *others]
        rng.shuffle(at_hand)
        gold, number = spec if fits else None, rng.randrange(2, 900)
        yield Request(wording.format(**filled), gold, values, number, tuple(at_hand), rng.random() < _DECLARED)


def _draw(spec: Spec, rng: random.Random) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, one in spec.parameters.items():
        values[name] = rng.choice([each for each in _pool(one) if each not in values.values()])
    return values


def _pool(parameter: Mapping[str, Any]) -> tuple[Any, ...]:
    if "range" in parameter:
        return tuple(range(*parameter["range"]))
    named = parameter.get("pool")
    return world().pools[named] if named else tuple(parameter.get("values") or parameter["enum"])


def _fillers(rng: random.Random) -> dict[str, Any]:
    pools = world().pools
    given = {"town": pools["towns"], "person": pools["people"], "day": pools["days"], "number": range(10, 99)}
    return {name: rng.choice(values) for name, values in given.items()}
