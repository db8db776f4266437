"""What tools of each source say of their results, as JSON schemas."""

from collections.abc import Iterator
from typing import Any

from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.result_schema import schema_of_result
from tests.programs.shop import find_orders, pay


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
