"""What a tool declares of its results, and whose results feed whom."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from typing_extensions import TypedDict

from smurfs_graph import effects
from smurfs_graph.planning.pages import Paging
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.result_fields import declared_fields, feeding, of_schema, paging, with_fields


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


@effects("read")
def parcel(parcel_number: str, format: str) -> str:
    """Find a parcel."""
    raise AssertionError(parcel_number, format)


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


def test_tools_feed_each_other_by_name() -> None:
    """A field is called like what another tool needs; a document that says what it returns counts, too."""
    tools = [from_function(each) for each in (find_customer, list_customers, order_state, parcel)]
    assert declared_fields(tools[2]) == ("state", "parcel_number")
    assert feeding(tools) == {"find_customer", "list_customers", "order_state"}
    assert feeding(tools[:2]) == frozenset()
    assert feeding(tools[2:3]) == frozenset()


def test_what_a_tool_was_given_or_anybody_has_feeds_nobody() -> None:
    """An echo is no news, nor is a date; a bare id is that of the thing that the tool is called after."""

    class Weather(TypedDict):
        city: str
        date: str

    class Named(TypedDict):
        id: str

    def get_weather(city: str) -> Weather:
        """Get the weather."""
        raise AssertionError(city)

    def find_hotel(city: str, date: str) -> Named:
        """Find a hotel."""
        raise AssertionError(city, date)

    def book(hotel_id: str) -> str:
        """Book."""
        raise AssertionError(hotel_id)

    tools = [from_function(each) for each in (get_weather, find_hotel, book)]
    assert feeding(tools) == {"find_hotel"}


def test_a_description_says_the_fields_that_it_does_not_name() -> None:
    """Once, and only what is declared."""
    assert with_fields(from_function(find_customer)).startswith(
        "Find a customer. Returns customer_id, orders, orders[*].order_id"
    )
    assert with_fields(from_function(order_state)) == from_function(order_state).description


def test_a_next_page_goes_into_the_parameter_of_its_name() -> None:
    """In whatever spelling, also within a record; or the pages are counted, where their parameter is a number."""

    class Page(TypedDict):
        page: int
        nextPage: int

    class Found(TypedDict):
        ids: list[str]
        pages: Page

    def search(text: str, page: int = 1) -> Found:
        """Search."""
        raise AssertionError(text, page)

    def read(page: int) -> Page:
        """Read a page. Returns next_cursor."""
        raise AssertionError(page)

    def list_rows(page: int = 1) -> str:
        """List rows. Returns `rows` and `total_pages`."""
        raise AssertionError(page)

    def list_names(page: str) -> str:
        """List names. Returns `names` and `total_pages`."""
        raise AssertionError(page)

    assert paging(from_function(search)) == Paging("pages.nextPage", "page")
    assert paging(from_function(read)) == Paging("nextPage", "page")
    assert paging(from_function(order_state)) is None
    assert paging(from_function(list_rows)) == Paging("total_pages", "page", counted=True)
    assert paging(from_function(list_names)) is None
    assert with_fields(from_function(read)) == "Read a page. Returns next_cursor. Returns nextPage."
