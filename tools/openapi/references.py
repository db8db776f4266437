"""Following `$ref` within a document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import unquote

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.openapi.document import Document

_MAX_HOPS = 50
_DATA = frozenset({"example", "examples", "default", "enum", "const", "callbacks", "links", "mapping"})
"""Keys below which nothing is that a call needs; nor is there below extensions (`x-…`)."""
NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "headers"})
"""Keys of objects whose own keys are names: a property may be called `default` or `x-mark`."""


class References:
    """Looks up what a document's `$ref`s stand for."""

    def __init__(self, document: Document) -> None:
        """References lead to places in this document only."""
        self._data = document.data
        self._source = document.source
        self._sound: set[str] = set()

    def resolve(self, node: Any) -> dict[str, Any]:
        """Return the object that a node is, or refers to. Raises ConfigurationError where there is none."""
        seen: list[str] = []
        while isinstance(node, Mapping) and isinstance(cast("Mapping[str, Any]", node).get("$ref"), str):
            reference = str(cast("Mapping[str, Any]", node)["$ref"])
            if reference in seen or len(seen) > _MAX_HOPS:
                raise ConfigurationError(f"{self._source!r}: the reference {reference!r} leads back to itself")
            seen.append(reference)
            node = self.at(reference)
        if not isinstance(node, Mapping):
            where = f" behind {seen[-1]!r}" if seen else ""
            raise ConfigurationError(f"{self._source!r}: an object is needed{where}, not {node!r:.60}")
        return dict(cast("Mapping[str, Any]", node))

    def check(self, node: Any) -> None:
        """Follow every reference below a node once. Raises ConfigurationError for one that leads nowhere or out."""
        waiting = [node]
        while waiting:
            for known in mappings_below(waiting.pop()):
                reference = known.get("$ref")
                if isinstance(reference, str) and reference not in self._sound:
                    self._sound.add(reference)
                    waiting.append(self.resolve(known))

    def at(self, reference: str) -> Any:
        """Resolve a reference like `#/components/schemas/Pet`. Raises ConfigurationError."""
        if not reference.startswith("#"):
            raise ConfigurationError(
                f"{self._source!r}: the reference {reference!r:.120} leads out of the document; bundle it into one file"
            )
        node: Any = self._data
        for part in unquote(reference[1:]).split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, Mapping) and key in node:
                node = cast("Mapping[str, Any]", node)[key]
            elif isinstance(node, list) and re.fullmatch("[0-9]{1,9}", key) and int(key) < len(cast("list[Any]", node)):
                node = cast("list[Any]", node)[int(key)]
            else:
                raise ConfigurationError(f"{self._source!r}: the reference {reference!r:.120} leads nowhere")
        return node


def mappings_below(node: Any) -> Iterator[Mapping[str, Any]]:
    """Yield a node's objects in which references count: neither data, such as examples, nor extensions."""
    waiting: list[tuple[Any, bool]] = [(node, False)]
    while waiting:
        item, is_named = waiting.pop()
        if isinstance(item, list):
            waiting += [(each, False) for each in cast("list[Any]", item)]
        elif isinstance(item, Mapping):
            known = cast("Mapping[str, Any]", item)
            if not is_named:
                yield known
            waiting += [
                (value, key in NAMED and not is_named)
                for key, value in known.items()
                if is_named or not (key in _DATA or key.startswith("x-"))
            ]
