"""The values of a state as plain JSON and back: an allow-list of types by name, validated; nothing else is built.

1, "text", null, [..], {..}                  as they are
{"$": "tuple", "v": [..]}                    tuples; "set", "frozenset" and "bytes" (base64) likewise
{"$": "dict", "v": [[key, value], ..]}       mappings whose keys are no texts, or hold "$"
{"$": "Plan", "v": {..}}                     this library's types, as pydantic writes them
{"$": "Interrupt", "v": {..}}                LangGraph's questions and overwritten values
{"$": "message", "v": {..}}                  LangChain's messages
"""

import base64
import math
from collections.abc import Callable, Mapping
from typing import Any, cast

from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict
from langgraph.types import Interrupt, Overwrite
from pydantic import BaseModel, ValidationError

from smurfs_graph.errors import StorageError
from smurfs_graph.state import CHECKPOINTED

_TAG, _VALUE = "$", "v"
_MODELS: dict[str, type[BaseModel]] = {kind.__name__: kind for kind in CHECKPOINTED}
_MAX_DEPTH = 100
_MAKERS: dict[str, Callable[[list[Any]], Any]] = {"tuple": tuple, "set": set, "frozenset": frozenset}


def to_plain(value: Any) -> Any:
    """Return a value as JSON data. Raises StorageError for a type that no state holds."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else {_TAG: "float", _VALUE: str(value)}
        case bytes() | bytearray():
            return {_TAG: "bytes", _VALUE: base64.b64encode(bytes(value)).decode()}
        case list():
            return [to_plain(item) for item in cast("list[Any]", value)]
        case tuple() | set() | frozenset():
            items = [to_plain(item) for item in cast("tuple[Any, ...]", value)]
            return {_TAG: type(cast("object", value)).__name__, _VALUE: items}
        case BaseModel() if type(value) is _MODELS.get(type(value).__name__):
            return {_TAG: type(value).__name__, _VALUE: value.model_dump(mode="json")}
        case Interrupt():
            return {_TAG: "Interrupt", _VALUE: {"value": to_plain(value.value), "id": value.id}}
        case BaseMessage():
            return {_TAG: "message", _VALUE: to_plain(message_to_dict(value))}
        case Overwrite():
            return {_TAG: "Overwrite", _VALUE: to_plain(cast("Any", value).value)}
        case Mapping():
            return _plain_mapping(cast("Mapping[Any, Any]", value))
        case _:
            raise StorageError(f"a value of type {type(value).__name__!r} cannot be written down")


def from_plain(data: Any, depth: int = 0) -> Any:
    """Invert `to_plain`. Raises StorageError for an unknown type's name and for values that do not fit their type."""
    if depth > _MAX_DEPTH:
        raise StorageError("a value is nested too deeply")
    match data:
        case list():
            return [from_plain(item, depth + 1) for item in cast("list[Any]", data)]
        case dict() if _TAG in data:
            return _build_typed(cast("dict[str, Any]", data), depth + 1)
        case dict():
            return {name: from_plain(item, depth + 1) for name, item in cast("dict[str, Any]", data).items()}
        case _:
            return data


def _plain_mapping(value: Mapping[Any, Any]) -> Any:
    if all(isinstance(name, str) for name in value) and _TAG not in value:
        return {name: to_plain(item) for name, item in value.items()}
    return {_TAG: "dict", _VALUE: [[to_plain(name), to_plain(item)] for name, item in value.items()]}


def _build_typed(data: dict[str, Any], depth: int) -> Any:
    name: Any = data[_TAG]
    value: Any = data.get(_VALUE)
    items = _items(value)
    try:
        match name:
            case "tuple" | "set" | "frozenset":
                return _MAKERS[name]([from_plain(item, depth) for item in items])
            case "dict":
                return {from_plain(key, depth): from_plain(item, depth) for key, item in items}
            case "float":
                return float(_text(value))
            case "bytes":
                return base64.b64decode(_text(value), validate=True)
            case "message":
                return messages_from_dict([from_plain(value, depth)])[0]
            case "Overwrite":
                return Overwrite(from_plain(value, depth))
            case "Interrupt":
                given = cast("dict[str, Any]", value)
                return Interrupt(value=from_plain(given["value"], depth), id=str(given["id"]))
            case str() if name in _MODELS:
                return _MODELS[name].model_validate(value)
            case _:
                raise StorageError(f"{name!r:.60} is no type of a run's state")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise StorageError(f"a value is no {name}: {where}: {first['msg']}") from None
    except (TypeError, ValueError, KeyError) as error:
        raise StorageError(f"a value is no {name!r:.60}: {error}") from None


def _items(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("it takes a text")
    return value
