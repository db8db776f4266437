"""Reading API-Bank's level-3 samples: requests, recorded calls, and the documents that ToolSearcher returned."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import json_list

SEARCHER = "ToolSearcher"
_JSON_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "dict": "object"}


@dataclass(frozen=True)
class ApiCall:
    """A recorded call. `output` is what the API returned; `exception`, what it raised instead."""

    api: str
    arguments: Mapping[str, Any]
    output: Any
    exception: str | None = None


@dataclass(frozen=True)
class SampleApi:
    """A document as ToolSearcher returns it. All parameters are required."""

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, Any]]
    """Parameters by name: `type` in Python's words, `description`."""
    returns: tuple[str, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """Return the parameters as a JSON schema."""
        properties = {name: _schema(known) for name, known in self.parameters.items()}
        return {"type": "object", "properties": properties, "required": list(properties)}


@dataclass(frozen=True)
class Sample:
    """A request with the calls and the response that people wrote for it."""

    request: str
    response: str
    calls: tuple[ApiCall, ...]


def read_samples(path: Path) -> list[Sample]:
    """Return the samples of a file. Raises ConfigurationError, in one line, for what is none."""
    wrong: list[str] = []
    samples = [sample_of(item, place) for place, item in json_list(path, wrong)]
    wrong += [f"{path.name!r} has no samples"] * (not samples)
    if wrong:
        raise ConfigurationError(f"apibank: {wrong[0]}")
    return samples


def documents_of(samples: Iterable[Sample]) -> list[SampleApi]:
    """Return every document that a ToolSearcher call returned, once, in order; all where it returned several."""
    found: dict[str, SampleApi] = {}
    for sample in samples:
        for call in sample.calls:
            if call.api == SEARCHER:
                for document in returned_documents(call):
                    found.setdefault(document.name, document)
    return list(found.values())


def returned_documents(call: ApiCall) -> list[SampleApi]:
    """Return the documents in a ToolSearcher call's output."""
    output = cast("list[Any]", call.output) if isinstance(call.output, list) else [call.output]
    return [document for item in output if (document := _document(item)) is not None]


def _document(item: Any) -> SampleApi | None:
    known = _mapping(item)
    name: Any = known.get("name")
    if not isinstance(name, str) or not name:
        return None
    given = _mapping(known.get("input_parameters"))
    described = {key: _mapping(value) for key, value in given.items() if isinstance(value, dict)}
    returns = tuple(_mapping(known.get("output_parameters")))
    return SampleApi(name, str(known.get("description") or ""), described, returns)


def sample_of(item: Mapping[str, Any], place: str) -> Sample:
    """Read one sample of a file. Raises ConfigurationError, in one line with the place, for what is none."""
    request, calls = item.get("requirement"), item.get("apis")
    if not isinstance(request, str) or not isinstance(calls, list):
        raise ConfigurationError(f"apibank: {place} has no requirement or no apis")
    found = [_call(call, f"{place}, call {at}") for at, call in enumerate(cast("list[Any]", calls), 1)]
    return Sample(request.strip(), str(item.get("response") or ""), tuple(found))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _call(item: Any, place: str) -> ApiCall:
    """Return a recorded call. Raises ConfigurationError for what is none."""
    known = _mapping(item)
    name = known.get("api_name")
    arguments = known.get("input")
    output = known.get("output")
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise ConfigurationError(f"apibank: {place} has no api_name or no input")
    wrapped = _mapping(output)
    if "api_name" in wrapped and "output" in wrapped:
        raised = wrapped.get("exception")
        return ApiCall(name, cast("dict[str, Any]", arguments), wrapped["output"], str(raised) if raised else None)
    return ApiCall(name, cast("dict[str, Any]", arguments), output)


def _schema(known: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(known.get("type", "str")).strip().lower()
    schema: dict[str, Any] = {"type": "array"} if kind.startswith("list") else {"type": _JSON_TYPES.get(kind, "string")}
    if kind.startswith("list("):
        schema["items"] = {"type": _JSON_TYPES.get(kind[5:].rstrip(")"), "string")}
    if known.get("description"):
        schema["description"] = str(known["description"])
    return schema
