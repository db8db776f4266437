"""Fields that a tool declares of its results."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from typing_extensions import TypedDict

from smurfs_graph import effects
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.result_fields import of_schema


class Order(TypedDict):
    """An order."""

    order_id: str
    lines: list[dict[str, int]]


@dataclass
class Customer:
    """A customer."""

    customer_id: str
    orders: list[Order]


class Page(BaseModel):
    """A page of customers, which knows its next one."""

    customers: list[Customer] | None
    next_page: "Page | None" = None


@effects("read")
def find_customer(name: str) -> Customer:
    """Find a customer."""
    raise AssertionError(name)


@effects("read")
async def list_customers() -> list[Page]:
    """List customers, customer_id first."""
    raise AssertionError


@effects("read")
def order_state(order_id: str, format: str = "") -> dict[str, str]:
    """Find where an order is. Returns `state` and the parcel_number."""
    raise AssertionError(order_id, format)


def test_return_annotations_declare_fields() -> None:
    """Records of all kinds, in lists, unions and each other; what refers to itself has an end."""
    customer = ("customer_id", "orders", "orders[*].order_id", "orders[*].lines")
    assert from_function(find_customer).response_fields == customer
    fields = from_function(list_customers).response_fields
    assert {"customers[*].orders[*].order_id", "next_page.next_page.customers"} <= set(fields)
    assert from_function(order_state).response_fields == ()


def test_schemas_declare_fields() -> None:
    """Through references, lists and unions."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"total": {"type": "integer"}, "hits": {"type": "array", "items": {"$ref": "#/$defs/Hit"}}},
        "$defs": {"Hit": {"anyOf": [{"properties": {"id": {}, "next": {"$ref": "#/$defs/Hit"}}}, {"type": "null"}]}},
    }
    assert of_schema(schema)[:4] == ("total", "hits", "hits[*].id", "hits[*].next")
    assert of_schema(None) == ()
