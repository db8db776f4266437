"""Reading an OpenAPI document: from a file or a URL, JSON or YAML, without building objects or blowing up."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.http import HttpClient, HttpError, HttpLimits

MAX_BYTES = 20_000_000
MAX_VALUES = 2_000_000
"""Values of a document, those behind YAML aliases counted as often as they occur."""
MAX_DEPTH = 100
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True)
class Document:
    """A document that was read, and has paths."""

    data: dict[str, Any]
    source: str
    """As it was given, for messages."""
    url: str | None = None
    """Where it was fetched, for relative server addresses; None for a file."""

    @property
    def is_3_0(self) -> bool:
        """Whether its schemas are OpenAPI 3.0's own dialect; else they are JSON Schema 2020-12."""
        return str(self.data["openapi"]).startswith("3.0")

    @property
    def title(self) -> str:
        """The name of the service."""
        info: Any = self.data.get("info")
        return str(cast("Mapping[str, Any]", info).get("title") or "") if isinstance(info, Mapping) else ""


def is_url(source: str) -> bool:
    """Whether a source is to be fetched."""
    return source.lower().startswith(("http://", "https://"))


def read_document(source: str, client: HttpClient | None = None) -> Document:
    """Read a document; `client` fetches it where `source` is a URL. Raises ConfigurationError, in one line."""
    url: str | None = None
    if is_url(source):
        raw, url = _fetch(source, client or HttpClient()), source
    else:
        raw = _from_file(source)
    return Document(_check(_parse(raw, source), source), source, url)


def _fetch(source: str, client: HttpClient) -> bytes:
    try:
        response = client.request_blocking(
            "GET",
            source,
            headers={"Accept": "application/json, application/yaml;q=0.9, */*;q=0.5"},
            limits=HttpLimits(max_bytes=MAX_BYTES),
        )
    except HttpError as error:
        raise ConfigurationError(f"OpenAPI document {source!r} cannot be fetched: {error}") from None
    if response.status != 200:
        raise ConfigurationError(f"OpenAPI document {source!r} cannot be fetched: the server answers {response.status}")
    return response.content


def _from_file(source: str) -> bytes:
    try:
        path = Path(source).expanduser()
        if "://" in source:
            raise ConfigurationError(f"OpenAPI document {source!r:.200}: an address begins with http:// or https://")
        if not path.is_file():
            why = "is no file" if path.exists() else "does not exist"
            raise ConfigurationError(f"OpenAPI document {source!r} {why}")
        if path.stat().st_size > MAX_BYTES:
            raise ConfigurationError(f"OpenAPI document {source!r} is larger than {MAX_BYTES:,} bytes")
        return path.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:
        raise ConfigurationError(f"OpenAPI document {source!r:.200} cannot be read: {type(error).__name__}") from None


def _parse(raw: bytes, source: str) -> Any:
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
    import yaml

    loader, depth = _yaml_loader(), 0
    try:
        for event in yaml.parse(text, Loader=loader):  # libyaml's composer overflows the C stack
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise ConfigurationError(f"OpenAPI document {source!r} is nested more than {MAX_DEPTH} levels deep")
        return yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark is not None else ""
        problem = " ".join(str(getattr(error, "problem", None) or "malformed").split())[:120]
        raise ConfigurationError(f"OpenAPI document {source!r} is neither JSON nor YAML: {problem}{where}") from None
    except (RecursionError, ValueError, TypeError) as error:
        raise ConfigurationError(
            f"OpenAPI document {source!r} is neither JSON nor YAML: {type(error).__name__}"
        ) from None


def _yaml_loader() -> Any:
    """PyYAML's safe loader with YAML 1.2's plain values: `no` is a text, and so is a date."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):
        """The core schema of YAML 1.2."""

        merged = 0

        def flatten_mapping(self, node: Any) -> None:
            """Merge what `<<` names; merges of merges could double at every level."""
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


def _check(data: Any, source: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ConfigurationError(f"{source!r} is no OpenAPI document: it is not an object")
    _Measure(source).measure(data, 0)
    document = cast("dict[str, Any]", _with_text_keys(data))
    if "swagger" in document:
        raise ConfigurationError(f"{source!r} is Swagger {document['swagger']}; convert it to OpenAPI 3 first")
    version = str(document.get("openapi", ""))
    if not version.startswith(("3.0", "3.1")):
        said = f"OpenAPI {version}" if version else "no OpenAPI document: it has no field 'openapi'"
        raise ConfigurationError(f"{source!r} is {said}; 3.0 and 3.1 are understood")
    paths: Any = document.get("paths")
    if not isinstance(paths, dict) or not any(_has_operation(item) for item in cast("dict[str, Any]", paths).values()):
        raise ConfigurationError(f"{source!r} has no operation: its 'paths' are missing or empty")
    return document


def _has_operation(item: Any) -> bool:
    return isinstance(item, dict) and any(key in item for key in (*_METHODS, "$ref"))


class _Measure:
    """Counts what a walk through the document would meet; YAML's aliases can make a small file endless."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._sizes: dict[int, int] = {}
        self._inside: set[int] = set()

    def measure(self, value: Any, depth: int) -> int:
        if isinstance(value, dict):
            items = list(cast("dict[Any, Any]", value).values())
        elif isinstance(value, list):
            items = cast("list[Any]", value)
        else:
            return 1
        number = id(cast("object", value))
        if number in self._sizes:
            return self._sizes[number]
        if number in self._inside:
            raise ConfigurationError(f"OpenAPI document {self._source!r} contains itself")
        if depth > MAX_DEPTH:
            raise ConfigurationError(f"OpenAPI document {self._source!r} is nested more than {MAX_DEPTH} levels deep")
        self._inside.add(number)
        size = 1 + sum(self.measure(item, depth + 1) for item in items)
        if size > MAX_VALUES:
            raise ConfigurationError(f"OpenAPI document {self._source!r} holds more than {MAX_VALUES:,} values")
        self._inside.discard(number)
        self._sizes[number] = size
        return size


def _with_text_keys(value: Any) -> Any:
    """The same data, its keys as text (YAML reads the status 200 as a number), and no half characters."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_key(key): _with_text_keys(item) for key, item in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list):
        return [_with_text_keys(item) for item in cast("list[Any]", value)]
    return value


def _key(key: Any) -> str:
    if isinstance(key, bool) or key is None:
        return {True: "true", False: "false", None: "null"}[key]
    return str(key).encode("utf-8", "replace").decode()
