"""Reading an OpenAPI document: from a file or a URL, JSON or YAML, without building objects or blowing up."""

import json
import re
from typing import Any, cast

import yaml

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.complaints import explain_yaml, read_file
from smurfs_graph.tools.http import HttpClient, HttpError, HttpLimits
from smurfs_graph.tools.openapi.document import METHODS, Document, is_url
from smurfs_graph.tools.openapi.files import gather
from smurfs_graph.tools.openapi.swagger import as_openapi_3

MAX_BYTES = 25_000_000
MAX_VALUES = 2_000_000
"""Values of a document, those behind YAML aliases counted as often as they occur."""
MAX_DEPTH = 100


def read_document(source: str, client: HttpClient | None = None) -> Document:
    """Read a document and the files that it refers to; `client` fetches them where `source` is a URL.

    Raises ConfigurationError, in one line.
    """
    read = _DocumentReader(source, client)
    data = read(source)
    if not isinstance(data, dict):
        raise ConfigurationError(f"{source!r} is no OpenAPI document: it is not an object")
    whole = cast("dict[str, Any]", data)
    gather(whole, source, read, is_url=is_url(source))
    document = Document(whole, source, source if is_url(source) else None)
    if str(whole.get("swagger", "")).startswith("2."):
        document = as_openapi_3(document)
    _check(document.data, source)
    return document


class _DocumentReader:
    """Reads files or addresses of one document, which have one limit together."""

    def __init__(self, source: str, client: HttpClient | None) -> None:
        self._source, self._client = source, client
        self._bytes, self._values = MAX_BYTES, MAX_VALUES

    def __call__(self, place: str) -> Any:
        """Return what stands at a place, with texts for keys and without half characters."""
        if is_url(place):
            raw = _fetch(place, self._client or HttpClient(), self._bytes)
        else:
            if "://" in place:
                raise ConfigurationError(f"OpenAPI document {place!r:.200}: an address begins with http:// or https://")
            raw = read_file(place, "OpenAPI document", self._bytes)
        self._bytes -= len(raw)
        data, values = _Copier(place, self._values).copy(_parse(raw, place), 0)
        self._values -= values
        return data


def _fetch(source: str, client: HttpClient, max_bytes: int) -> bytes:
    """Return a document from the network. Raises ConfigurationError."""
    try:
        response = client.request_blocking(
            "GET",
            source,
            headers={"Accept": "application/json, application/yaml;q=0.9, */*;q=0.5"},
            limits=HttpLimits(max_bytes=max_bytes),
        )
    except HttpError as error:
        raise ConfigurationError(f"OpenAPI document {source!r} cannot be fetched: {error}") from None
    if response.status != 200:
        raise ConfigurationError(f"OpenAPI document {source!r} cannot be fetched: the server answers {response.status}")
    return response.content


def _parse(raw: bytes, source: str) -> Any:
    """Return a document as data, from JSON or YAML. Raises ConfigurationError."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigurationError(f"OpenAPI document {source!r} is no UTF-8 text") from None
    try:
        return json.loads(text)
    except RecursionError:
        raise ConfigurationError(f"OpenAPI document {source!r} is nested too deeply") from None
    except ValueError as error:
        if text.lstrip()[:1] == "{":
            raise ConfigurationError(f"OpenAPI document {source!r} is no JSON: {error}") from None
    return _parse_yaml(text, source)


def _parse_yaml(text: str, source: str) -> Any:
    loader, depth = _yaml_loader(), 0
    try:
        for event in yaml.parse(text, Loader=loader):  # libyaml's composer overflows the C stack
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise ConfigurationError(f"OpenAPI document {source!r} is nested more than {MAX_DEPTH} levels deep")
        return yaml.load(text, Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        raise ConfigurationError(f"OpenAPI document {source!r}: {explain_yaml(error)}") from None


def _yaml_loader() -> Any:
    """Return PyYAML's safe loader with YAML 1.2's plain values: `no` is a text, and so is a date."""
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):
        """The core schema of YAML 1.2."""

        merged = 0

        def flatten_mapping(self, node: Any) -> None:
            """Merge what `<<` names; merges of merges grow by the square, before PyYAML 6.0.4 without end."""
            before = len(node.value)
            super().flatten_mapping(node)
            self.merged += max(0, len(node.value) - before)
            if self.merged > MAX_VALUES:
                raise yaml.constructor.ConstructorError(problem="merges without end")

    Loader.yaml_implicit_resolvers = {}
    for tag, pattern, first in (
        ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
        ("int", r"[-+]?[0-9]+", "-+0123456789"),
        ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
        ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
        ("merge", r"<<", "<"),
    ):
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))
    Loader.add_constructor("tag:yaml.org,2002:int", _whole_number)
    return Loader


def _whole_number(loader: Any, node: Any) -> int:
    return int(loader.construct_scalar(node))


def _check(document: dict[str, Any], source: str) -> None:
    """Raises ConfigurationError for what is no OpenAPI 3.0 or 3.1 document with an operation."""
    if "swagger" in document:
        raise ConfigurationError(f"{source!r} is Swagger {document['swagger']!s:.20}; 2.0 and OpenAPI 3 are understood")
    version = str(document.get("openapi", ""))
    if not version.startswith(("3.0", "3.1")):
        said = f"OpenAPI {version}" if version else "no OpenAPI document: it has no field 'openapi'"
        raise ConfigurationError(f"{source!r} is {said}; 3.0 and 3.1 are understood")
    paths: Any = document.get("paths")
    if not isinstance(paths, dict) or not any(_has_operation(item) for item in cast("dict[str, Any]", paths).values()):
        raise ConfigurationError(f"{source!r} has no operation: its 'paths' are missing or empty")


def _has_operation(item: Any) -> bool:
    return isinstance(item, dict) and any(key in item for key in (*METHODS, "$ref"))


class _Copier:
    """Copies a document with texts for keys (YAML reads the status 200 as a number) and without half characters.

    YAML's aliases can make a small file endless: what stands behind one is copied once, and counted each time.
    """

    def __init__(self, source: str, most: int) -> None:
        self._source = source
        self._most = most
        self._known: dict[int, tuple[Any, int] | None] = {}
        """By identity; None for what is being copied."""

    def copy(self, value: Any, depth: int) -> tuple[Any, int]:
        """Return the copy, and how many values a walk through it would meet."""
        if not isinstance(value, dict | list):
            return _text(value) if isinstance(value, str) else value, 1
        number = id(cast("object", value))
        if number not in self._known:
            if depth > MAX_DEPTH:
                raise ConfigurationError(
                    f"OpenAPI document {self._source!r} is nested more than {MAX_DEPTH} levels deep"
                )
            self._known[number] = None
            self._known[number] = self._copy_parts(cast("dict[Any, Any] | list[Any]", value), depth + 1)
        if (known := self._known[number]) is None:
            raise ConfigurationError(f"OpenAPI document {self._source!r} contains itself")
        return known

    def _copy_parts(self, value: dict[Any, Any] | list[Any], depth: int) -> tuple[Any, int]:
        parts = [self.copy(item, depth) for item in (value.values() if isinstance(value, dict) else value)]
        size = 1 + sum(count for _, count in parts)
        if size > self._most:
            raise ConfigurationError(f"OpenAPI document {self._source!r} holds more than {MAX_VALUES:,} values")
        copies = [part for part, _ in parts]
        return dict(zip(map(_key, value), copies, strict=True)) if isinstance(value, dict) else copies, size


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _key(key: Any) -> str:
    return _text(key if isinstance(key, str) else json.dumps(key, default=str))
