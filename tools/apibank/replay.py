"""Answering calls from API-Bank's records, and what makes two calls the same.

As in the benchmark's own checks, inputs must be equal but for free text: an e-mail's content is not compared, a topic
is by its words. Numbers and times are compared by value, lists without their order: "74.0060" is 74.006.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from smurfs_graph.canonical import canonical_json
from smurfs_graph.errors import ToolError
from smurfs_graph.tools.apibank.samples import SEARCHER, ApiCall, ApiDocument, Sample
from smurfs_graph.tools.tool import Tool, Validated, one_line, refuse_unknown

_WRITTEN = re.compile(r"(?:^|_)(?:content|contents|body|message|text|note|notes)$")
"""Parameters whose value is an author's; any will do."""
_NAMED = re.compile(r"(?:^|_)(?:topic|title|subject)$")
"""Parameters whose words count: more than half of them shared (Jaccard)."""


def replay_tools(documents: Iterable[ApiDocument], samples: Sequence[Sample]) -> list[Tool]:
    """A tool for each document, answering from the samples' records."""
    records = [call for sample in samples for call in sample.calls if call.api != SEARCHER]
    return [_tool(document, [call for call in records if call.api == document.name]) for document in documents]


def same_arguments(given: Mapping[str, Any], recorded: Mapping[str, Any], *, titles: bool = True) -> bool:
    """Whether two calls of one API ask for the same. `titles`: topics and titles are compared by their words."""
    if given.keys() != recorded.keys():
        return False
    for name, value in recorded.items():
        if _WRITTEN.search(name):
            continue
        if _NAMED.search(name):
            if titles and not _alike(str(given[name]), str(value)):
                return False
        elif _plain(given[name]) != _plain(value):
            return False
    return True


def _tool(document: ApiDocument, records: list[ApiCall]) -> Tool:
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


def _description(document: ApiDocument) -> str:
    """The description, and what the document says of the response: that is how one tool's need finds another one."""
    said = one_line(document.description)
    return f"{said} Returns {', '.join(document.returns)}." if document.returns else said


def _alike(one: str, other: str) -> bool:
    first, second = set(one.lower().split()), set(other.lower().split())
    return first == second or len(first & second) > 0.5 * len(first | second)


def _plain(value: Any) -> Any:
    """A value in one spelling."""
    if isinstance(value, list | tuple):
        return sorted(canonical_json(_plain(item)) for item in cast("Sequence[Any]", value))
    if isinstance(value, bool) or value is None:
        return value
    text = " ".join(str(value).split())
    try:
        number = float(text)
    except ValueError:
        pass
    else:
        return int(number) if number.is_integer() else number
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        return text.casefold()
