"""Answering calls from API-Bank's records, and what makes two calls the same.

As in the benchmark's own checks, inputs must be equal as they are written, letter case, order of lists and form of
times included, but for free text: an e-mail's content is not compared, a topic is by its words. Decimals are compared
by value, "74.0060" is 74.006; a whole number is its digits, 4.0 is not 4.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.apibank.samples import SEARCHER, ApiCall, Sample, SampleApi
from smurfs_graph.tools.tool import Tool, Validated, one_line, refuse_unknown

_WRITTEN = re.compile(r"(?:^|_)(?:content|contents|body|message|text|note|notes)$")
"""Parameters whose value is an author's; any will do."""
_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
_NAMED = re.compile(r"(?:^|_)(?:topic|title|subject)$")
"""Parameters whose words count: more than half of them shared (Jaccard)."""


def replay_tools(documents: Iterable[SampleApi], samples: Sequence[Sample]) -> list[Tool]:
    """Return a tool for each document, answering from the samples' records."""
    records = [call for sample in samples for call in sample.calls if call.api != SEARCHER]
    return [_tool(document, [call for call in records if call.api == document.name]) for document in documents]


def same_arguments(given: Mapping[str, Any], recorded: Mapping[str, Any], *, titles: bool = True) -> bool:
    """Return whether two calls of one API ask for the same. `titles`: topics and titles are compared by their words."""
    if given.keys() != recorded.keys():
        return False
    for name, value in recorded.items():
        if _WRITTEN.search(name):
            continue
        if _NAMED.search(name):
            if titles and not _alike(str(given[name]), str(value)):
                return False
        elif not _same(given[name], value):
            return False
    return True


def _tool(document: SampleApi, records: list[ApiCall]) -> Tool:
    """Return a tool that answers with what is on record for its arguments."""
    schema = document.schema

    def validate(arguments: Mapping[str, Any]) -> Validated:
        refuse_unknown(arguments, schema)
        if missing := [name for name in schema["required"] if name not in arguments]:
            raise ValueError("; ".join(f"{name}: Field required" for name in missing))
        for name, known in schema["properties"].items():
            if arguments[name] is None or (known["type"] == "array") != isinstance(arguments[name], list | tuple):
                wanted = "a list" if known["type"] == "array" else "a single value"
                raise ValueError(f"{name}: {wanted} is expected (got {arguments[name]!r:.80})")
        return dict(arguments)

    async def call(arguments: Validated) -> Any:
        for record in records:
            if same_arguments(arguments, record.arguments, titles=False):
                if record.exception:
                    raise ToolError(record.exception)
                return record.output
        raise ToolError("no response is recorded for these arguments")

    return Tool(
        name=document.name,
        description=_description(document),
        parameters=schema,
        validate=validate,
        call=call,
        source="apibank (recorded responses)",
        effects=frozenset({"read"}),
        group="API-Bank",
        response_fields=document.returns,
    )


def _description(document: SampleApi) -> str:
    """Return the description, and what the document says of the response: that is how one tool's need finds another
    one.
    """
    said = one_line(document.description)
    return f"{said} Returns {', '.join(document.returns)}." if document.returns else said


def _alike(one: str, other: str) -> bool:
    first, second = set(one.split()), set(other.split())
    return first == second or len(first & second) > 0.5 * len(first | second)


def _same(given: Any, recorded: Any) -> bool:
    """Return whether an argument is the recorded one: numbers by value, lists item by item, others as text."""
    if isinstance(recorded, list | tuple):
        wanted = cast("Sequence[Any]", recorded)
        items = cast("Sequence[Any]", given) if isinstance(given, list | tuple) else ()
        return len(items) == len(wanted) and all(map(_same, items, wanted))
    if isinstance(recorded, float) or (isinstance(recorded, str) and _DECIMAL.fullmatch(recorded)):
        try:
            return float(given) == float(recorded)
        except (TypeError, ValueError):
            return False
    return given == recorded if isinstance(recorded, dict) else str(given) == str(recorded)
