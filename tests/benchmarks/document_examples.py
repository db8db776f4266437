"""Examples that a published document gives of its own requests and responses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.openapi.document import as_list, as_mapping
from smurfs_graph.tools.openapi.loading import read_document
from smurfs_graph.tools.openapi.operations import Operation, Operations
from smurfs_graph.tools.openapi.parameters import is_json
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.shown import Shown


class Published(NamedTuple):
    """A document, read."""

    references: References
    schemas: Schemas
    shown: Shown
    operations: list[Operation]


def read_published(path: Path, server: str) -> Published:
    """Read a document and its operations, in the order of its tools."""
    document = read_document(str(path))
    references = References(document)
    schemas = Schemas(references, is_3_0=document.is_3_0)
    shown = Shown(schemas)
    return Published(references, schemas, shown, list(Operations(document, references, shown, server)))


def example_of(operation: Operation, references: References) -> dict[str, Any]:
    """Return arguments of a call, as far as the document has examples of them."""
    given = dict(parameter_examples(operation, references))
    body = next(body_examples(operation, references), None) if operation.body is not None else None
    return given if body is None else given | arguments_of(operation, body)


def arguments_of(operation: Operation, value: Any) -> dict[str, Any]:
    """Return the arguments that stand for a body."""
    body = operation.body
    assert body is not None
    if body.flat is None or not isinstance(value, dict):
        return {body.argument: value}
    names = {name: argument for argument, name in body.flat.items()}
    return {names.get(name, name): item for name, item in as_mapping(value).items()}


def raw_operation(operation: Operation, references: References) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a path's object and the operation's, as the document has them."""
    item = references.resolve(references.at("#/paths")[operation.path])
    return item, references.resolve(item[operation.method.lower()])


def parameter_examples(operation: Operation, references: References) -> Iterator[tuple[str, Any]]:
    """Yield arguments and the examples that their parameters or schemas give."""
    names = {(one.place, one.name): one.argument for one in operation.parameters}
    for holder in raw_operation(operation, references):
        for item in as_list(holder.get("parameters")):
            one = references.resolve(item)
            argument = names.get((str(one.get("in")), str(one.get("name"))))  # pyright: ignore[reportArgumentType]
            schema = references.resolve(one.get("schema", {}))
            values = list(examples_in(one, references)) or ([schema["example"]] if "example" in schema else [])
            if argument is not None:
                yield from ((argument, value) for value in values)


def body_examples(operation: Operation, references: References) -> Iterator[Any]:
    """Yield the examples of the body, in the media type in which it is sent."""
    body = references.resolve(raw_operation(operation, references)[1].get("requestBody", {}))
    kind = operation.body.media_type if operation.body is not None else ""
    yield from examples_in(as_mapping(as_mapping(body.get("content")).get(kind)), references)


def response_examples(operation: Operation, references: References) -> Iterator[tuple[int, str, Any]]:
    """Yield status, media type and value of each JSON example of a success."""
    for status, said in operation.responses.items():
        if not (status.isdigit() and 200 <= int(status) < 300):
            continue
        try:
            content = as_mapping(references.resolve(said).get("content"))
        except ConfigurationError:
            continue
        for kind, media in content.items():
            if is_json(kind):
                yield from ((int(status), kind, value) for value in examples_in(as_mapping(media), references))


def examples_in(media: dict[str, Any], references: References) -> Iterator[Any]:
    """Yield the examples of a media type that are written out, those given as JSON text as what they say."""
    named = [references.resolve(one) for one in as_mapping(media.get("examples")).values() if isinstance(one, dict)]
    values = [one["value"] for one in named if "value" in one]
    for value in ([media["example"]] if "example" in media else []) + values:
        try:
            yield json.loads(value) if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else value
        except ValueError:
            continue
