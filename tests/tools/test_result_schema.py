"""JSON schemas of results, by source of tools."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Optional, TypedDict

from pydantic import Field

from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.result_schema import schema_of_result
from tests.programs.shop import find_orders, pay


class _Length(TypedDict):
    value: float
    unit: Literal["m", "ft"]


class _Part(TypedDict):
    """Of the library's own TypedDict, which pydantic does not read before Python 3.12."""

    length: Annotated[_Length | None, Field(description="Of the whole.")]
    lengths: list[_Length]
    note: NotRequired[Optional[str]]  # noqa: UP045
    parts: "dict[str, _Part]"


def _part() -> list[_Part]:
    return []


def _numbers() -> Iterator[int]:
    yield 1


def _plain(x: int) -> Any:
    return x


async def _later() -> dict[str, float]:
    return {}


def _strange() -> "NotThere":  # pyright: ignore  # noqa: F821
    raise AssertionError


def test_annotations_become_schemas() -> None:
    """Records, lists, what an iterator is collected into, and nothing where nothing is said."""
    orders = from_function(find_orders).returns
    assert orders is not None and orders["items"] == {"$ref": "#/$defs/Order"}
    assert orders["$defs"]["Order"]["required"] == ["order_id", "status", "lines"]
    assert from_function(pay).returns == {"type": "null"}
    assert schema_of_result(_numbers) == {"items": {"type": "integer"}, "type": "array"}
    assert schema_of_result(_later) == {"additionalProperties": {"type": "number"}, "type": "object"}
    assert schema_of_result(_plain) is None and schema_of_result(_strange) is None


def test_records_of_pythons_own_kind_are_read_in_every_version() -> None:
    """Within each other, with what may be missing, and with a record that holds its like."""
    schema = schema_of_result(_part)
    assert schema is not None
    part = schema["$defs"]["_Part"] if "$ref" in schema["items"] else schema["items"]
    assert part["required"] == ["length", "lengths", "parts"]
    assert schema["$defs"]["_Length"]["properties"]["unit"]["enum"] == ["m", "ft"]
    assert "Of the whole." in json.dumps(part)
