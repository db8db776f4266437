"""Tools of a small shop, for programs: what declares its results, what does not, names that Python cannot write."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from smurfs_graph import effects
from smurfs_graph.programs.sandbox import Surroundings
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.tools.python import from_object
from smurfs_graph.tools.schema import arguments_validator
from smurfs_graph.tools.tool import Tool


class Line(TypedDict):
    """One line of an order."""

    sku: str
    amount: int


class Order(TypedDict):
    """An order."""

    order_id: str
    status: Literal["open", "paid"]
    lines: list[Line]
    note: NotRequired[str]


@dataclass
class Price:
    """A price."""

    value: float
    currency: str


@effects("read")
def find_orders(customer: str, limit: int = 10, since: date | None = None) -> list[Order]:
    """Find the orders of a customer.

    Args:
        customer: the customer's id, as in C-12
    """
    return []


@effects("read")
def price_of(sku: str, currency: Literal["EUR", "USD"] = "EUR") -> Price:
    """Find the price of an article."""
    return Price(1.0, currency)


@effects("read")
def stock(sku: str) -> Any:
    """Find how many of an article there are."""
    return {"sku": sku, "amount": 3}


@effects("write")
def pay(order_id: str) -> None:
    """Pay an order."""


def strange() -> Tool:
    """A tool whose names no Python program can write."""
    parameters = {
        "type": "object",
        "properties": {"from": {"type": "string"}, "user-id": {"type": "integer"}},
        "required": ["user-id"],
    }

    async def call(arguments: dict[str, Any]) -> Any:
        return arguments

    return Tool("shop.move-item", "Move an item.", parameters, arguments_validator(parameters), call)


TOOLS = [*from_object([find_orders, price_of, stock, pay]), strange()]
STUBS = Stubs(TOOLS)
SURROUNDINGS = Surroundings(datetime(2026, 1, 2, 12, 30), "seed")
