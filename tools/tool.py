"""The common form of a tool, whatever its source: a document for the models, and a way to call it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.effects import WRITES, Effect, Undeclared

if TYPE_CHECKING:
    from smurfs_graph.tools.domain import Domain

Parameters = dict[str, Any]
"""A JSON schema of type object: `properties`, `required`."""

Validated = dict[str, Any]
Validate = Callable[[Mapping[str, Any]], Validated]
"""Turns a model's arguments into those of the call; raises ValueError with a complaint that names the field."""


@dataclass(frozen=True)
class Blocking:
    """A tool's call that blocks: made in a thread, which is left behind where it does not end in time."""

    make: Callable[[Validated], Any]

    def __call__(self, arguments: Validated) -> Awaitable[Any]:
        """Make it in a thread."""
        return run_in_thread(self.make, arguments)


@dataclass(frozen=True)
class Tool:
    """One tool. `name` is unique within a run; `description` is one line, the document adds the parameters."""

    name: str
    description: str
    parameters: Parameters
    validate: Validate
    call: Callable[[Validated], Awaitable[Any]]
    source: str = "python"
    stateful: bool = False
    """A repeated call may answer differently, although nothing was changed: it is made each time."""
    returns_nothing: bool = False
    """Nothing is a result that the tool says it may return; of tools that change something, it always is."""
    effects: frozenset[Effect] = WRITES
    """Effects of a call; a source that does not know says nothing, and the worst is assumed."""
    says_it_reads: bool = False
    """Its server says that it only reads, and is not trusted, so that `effects` hold the worst."""
    undeclared: bool = False
    """Code that the caller passed himself and that says nothing of its effects."""
    idempotent: bool = False
    """A repetition of a call changes nothing more than the call did."""
    idempotency_key: str = ""
    """The parameter that takes a key, equal for a call and its repetition; not among `parameters`."""
    title: str = ""
    """The name as its source writes it, where that is not `name`; what a policy asks about or denies under it holds."""
    group: str = ""
    """The service, server or API that it belongs to."""
    category: str = ""
    response_fields: tuple[str, ...] = ()
    """Names of what a response holds, as far as its document says; for finding the tool, not for judging it."""
    result_schema: Callable[[], Parameters | None] | None = None
    """Gives the JSON schema of its results, where it declares one; called once, where somebody needs it."""
    domain: "Domain | None" = None
    """Domain that its toolset can plan and solve by itself, shared by the toolset's tools."""
    of_request: bool = False
    """A call depends on what its request brought along, so that no other run may have its response."""
    internal: bool = False
    """Only for prepared sub-tasks: no model is offered it."""

    @property
    def reads_only(self) -> bool:
        """Return whether a call changes nothing, so that it may be made again, shared and remembered."""
        return "read" in self.effects and self.effects <= {"read", "network"}

    def may_change(self, undeclared: Undeclared | None) -> bool:
        """Return whether a call may change something.

        `undeclared`: how functions that declare nothing are taken; None: as writes, for nobody has said otherwise.
        """
        return not self.reads_only and not (self.undeclared and undeclared == "read")

    @property
    def repeatable(self) -> bool:
        """Return whether a call whose fate is unknown may be made again, key or no key."""
        return self.reads_only or self.idempotent

    @property
    def summary(self) -> str:
        """Return one line for a tool list: name and description."""
        return f"- {self.name}: {self.description}"

    @cached_property
    def returns(self) -> Parameters | None:
        """Return the JSON schema of its results; None where it declares none that could be read."""
        return self.result_schema() if self.result_schema is not None else None

    @cached_property
    def document(self) -> str:
        """Return the document as one line of JSON: name, description and parameters."""
        document = {"name": self.name, "description": self.description, "parameters": self.parameters}
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False, default=str)  # parameters as declared

    @property
    def takes_nothing(self) -> bool:
        """Return whether a call has no arguments at all."""
        return not self.parameters.get("properties") and not self.parameters.get("additionalProperties")


def by_name(tools: list[Tool]) -> dict[str, Tool]:
    """Return the tools by name, in their order. Raises ConfigurationError where two have one name."""
    found: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in found:
            raise ConfigurationError(
                f"two tools are called {tool.name!r} (from {found[tool.name].source} and {tool.source}); rename one"
            )
        found[tool.name] = tool
    return found


def refuse_unknown(arguments: Mapping[str, Any], parameters: Parameters) -> None:
    """Raises ValueError for an argument that the tool does not have, unless it takes any."""
    known = parameters.get("properties", {})
    if not parameters.get("additionalProperties"):
        for name in arguments:
            if name not in known:
                raise ValueError(f"unknown parameter {name!r}; the parameters are {sorted(known)}")


def one_line(text: str) -> str:
    """Return the first sentence-bearing line of a description, without line breaks."""
    paragraph = text.strip().split("\n\n")[0]
    return " ".join(paragraph.split())


def tidy(schema: Any) -> Any:
    """Return a JSON schema without what no model needs: titles, and null as a second type of an optional parameter."""
    if isinstance(schema, list):
        return [tidy(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    known = cast("dict[str, Any]", schema)
    any_of = known.get("anyOf")
    choices = cast("list[Any]", any_of) if isinstance(any_of, list) else []
    if len(choices) == 2 and {"type": "null"} in choices:
        other = next(choice for choice in choices if choice != {"type": "null"})
        known = {**other, **{key: value for key, value in known.items() if key != "anyOf"}}
    return {
        key: {name: tidy(value) for name, value in item.items()} if key == "properties" else tidy(item)
        for key, item in known.items()
        if not (key == "title" and isinstance(item, str)) and not (key == "default" and item is None)
    }
