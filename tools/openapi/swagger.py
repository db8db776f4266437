"""Swagger 2.0 documents as OpenAPI 3.0: what differs is said anew, and what is referred to stays where it is. Pure."""

from collections.abc import Mapping
from typing import Any

from smurfs_graph.tools.openapi.document import METHODS, Document, as_list, as_mapping
from smurfs_graph.tools.openapi.references import References

_FORM, _PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
_SEPARATED = {"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}
_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_OF_PARAMETER = frozenset({"name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "schema"})
"""Keys of a parameter that say nothing of its values; the others are its schema."""


def as_openapi_3(document: Document) -> Document:
    """Return the document as OpenAPI 3.0. Raises ConfigurationError for a reference that leads nowhere."""
    data, references = document.data, References(document)
    paths = {
        path: _path_item(references.resolve(item), data, references)
        for path, item in as_mapping(data.get("paths")).items()
        if not path.startswith("x-")
    }
    definitions = as_mapping(data.get("securityDefinitions"))
    schemes = {name: _scheme(references.resolve(one)) for name, one in definitions.items()}
    made = {
        **{key: value for key, value in data.items() if key not in ("swagger", "securityDefinitions")},
        "openapi": "3.0.3",
        "servers": [{"url": _address(data)}],
        "paths": paths,
        "components": {"securitySchemes": schemes},
    }
    return Document(made, document.source, document.url)


def _address(data: Mapping[str, Any]) -> str:
    base = str(data.get("basePath") or "/")
    if not data.get("host"):
        return base  # of the place where the document was fetched
    schemes = as_list(data.get("schemes")) or ["https"]
    return f"{'https' if 'https' in schemes else schemes[0]}://{data['host']}{'' if base == '/' else base}"


def _path_item(item: Mapping[str, Any], data: Mapping[str, Any], references: References) -> dict[str, Any]:
    """Return a path's entry as OpenAPI 3 writes it."""
    shared = as_list(item.get("parameters"))
    made = {key: value for key, value in item.items() if key not in ("parameters", *METHODS)}
    for method in (key for key in item if key in METHODS):
        said = references.resolve(item[method])
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for each in [*shared, *as_list(said.get("parameters"))]:
            one = references.resolve(each)
            found[(str(one.get("in")), str(one.get("name")))] = one
        consumes = as_list(said.get("consumes", data.get("consumes")))
        produces = as_list(said.get("produces", data.get("produces")))
        made[method] = {
            **said,
            "parameters": [_parameter(one) for (place, _), one in found.items() if place not in ("body", "formData")],
            "responses": {
                status: _response(references.resolve(one), produces)
                for status, one in as_mapping(said.get("responses")).items()
                if not status.startswith("x-")
            },
            **_body(list(found.values()), consumes),
        }
    return made


def _parameter(one: Mapping[str, Any]) -> dict[str, Any]:
    known = {key: one[key] for key in ("name", "in", "required", "description") if key in one}
    style = _style(one) if one.get("in") == "query" else {}
    return {**known, **style, "schema": _schema(one)}


def _style(one: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a list is written (`collectionFormat`); a single value is written alike in all."""
    if one.get("type") != "array":
        return {}
    said = str(one.get("collectionFormat") or "csv")
    return {"style": _SEPARATED.get(said, "form"), "explode": said == "multi"}


def _schema(one: Mapping[str, Any]) -> dict[str, Any]:
    schema = {key: value for key, value in one.items() if key not in _OF_PARAMETER}
    return {**schema, "type": "string", "format": "binary"} if one.get("type") == "file" else schema


def _body(parameters: list[dict[str, Any]], consumes: list[Any]) -> dict[str, Any]:
    """Return the request body that a `body` parameter or the fields of a form make; nothing without them."""
    for one in parameters:
        if one.get("in") == "body":
            media = {"schema": one.get("schema", {})}
            content = {str(kind): media for kind in consumes or ["application/json"]}
            return {"requestBody": {"content": content, "required": one.get("required", False), **_described(one)}}
    fields = {str(one.get("name")): one for one in parameters if one.get("in") == "formData"}
    if not fields:
        return {}
    required = [name for name, one in fields.items() if one.get("required") is True]
    schema = {
        "type": "object",
        "properties": {name: {**_schema(one), **_described(one)} for name, one in fields.items()},
        "required": required,
    }
    has_file = any(one.get("type") == "file" for one in fields.values())
    kind = _PARTS if has_file or (_PARTS in consumes and _FORM not in consumes) else _FORM
    media = {"schema": schema, "encoding": {name: style for name, one in fields.items() if (style := _style(one))}}
    return {"requestBody": {"content": {kind: media}, "required": bool(required)}}


def _described(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": one["description"]} if one.get("description") else {}


def _response(said: Mapping[str, Any], produces: list[Any]) -> dict[str, Any]:
    schema, examples = as_mapping(said.get("schema")), as_mapping(said.get("examples"))
    if not schema:
        return dict(said)
    is_file = schema.get("type") == "file"
    kinds = produces or ["application/octet-stream" if is_file else "application/json"]
    media = {"schema": {"type": "string", "format": "binary"} if is_file else schema}
    content = {str(kind): {**media, **_example(examples, str(kind))} for kind in kinds}
    return {"description": said.get("description", ""), "content": content}


def _example(examples: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {"example": examples[kind]} if kind in examples else {}


def _scheme(said: Mapping[str, Any]) -> dict[str, Any]:
    match said.get("type"):
        case "basic":
            return {"type": "http", "scheme": "basic"}
        case "oauth2":
            flow = {key: said[key] for key in ("authorizationUrl", "tokenUrl", "scopes") if key in said}
            return {"type": "oauth2", "flows": {_FLOWS.get(str(said.get("flow")), "implicit"): flow}}
        case _:
            return dict(said)
