"""The tools of the page about the offline model, and runs on them."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, ToolError, build_graph, effects

ROOMS = [
    {"room": "Old Mill", "city": "Bern", "price_eur": 420, "seats": 40},
    {"room": "Glass House", "city": "Bern", "price_eur": 650, "seats": 60},
    {"room": "Attic", "city": "Bern", "price_eur": 180, "seats": 25},
]


@effects("read")
def find_stock(item_id: str) -> dict[str, Any]:
    """Find how many pieces of an item are in stock.

    Args:
        item_id: Id of the item, such as A-17.
    """
    if not item_id.startswith(("A-", "B-")):
        raise ToolError(f"there is no item {item_id!r}")
    return {"item_id": item_id, "stock": 4}


@effects("read")
def find_price(item_id: str) -> dict[str, Any]:
    """Find the price of an item.

    Args:
        item_id: Id of the item, such as A-17.
    """
    return {"item_id": item_id, "price_eur": 12.5}


@effects("read")
def search_rooms(
    city: str, max_price: float | None = None, room_type: Literal["shared", "private"] | None = None
) -> list[dict[str, Any]]:
    """Search rooms for a party in a city, with their price.

    Args:
        city: Name of the city.
        max_price: Highest price, in euros.
        room_type: Kind of room.
    """
    return [room for room in ROOMS if room["city"] == city]


def book_room(room: str, day: str) -> dict[str, Any]:
    """Book a room for a day.

    Args:
        room: Name of the room.
        day: Day as YYYY-MM-DD.
    """
    return {"room": room, "day": day, "booked": True}


def cancel_booking(booking_id: str, refund: bool = False) -> dict[str, Any]:
    """Cancel a booking.

    Args:
        booking_id: Id of the booking, such as BK-5.
        refund: Whether the price is paid back.
    """
    return {"booking_id": booking_id, "cancelled": True}


@effects("read")
def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Get the road distance between two cities.

    Args:
        origin: City to start from.
        destination: City to drive to.
    """
    return {"origin": origin, "destination": destination, "distance_km": 314.0, "duration": "3 h 49 min"}


TOOLS: tuple[Any, ...] = (find_stock, find_price, search_rooms, book_room, cancel_booking, get_distance)
BUILT_IN = ("builtin:calc", "builtin:dates")


def run(query: str, tools: Sequence[Callable[..., Any] | str] = (*TOOLS, *BUILT_IN), **settings: Any) -> dict[str, Any]:
    """The result of a request."""
    return build_graph(Settings(**settings), tools).invoke({"query": query})


def approving(query: str, **settings: Any) -> dict[str, Any]:
    """The result of a request where a person approves each call that they are asked about."""
    graph = build_graph(Settings(**settings), (*TOOLS, *BUILT_IN), checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    result = graph.invoke({"query": query}, config)
    while questions := result.get("__interrupt__"):
        result = graph.invoke(Command(resume={each.id: {"decision": "approve"} for each in questions}), config)
    return result


def calls(result: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The calls that were made, by sub-task."""
    outcomes = [result["outcomes"][task.id] for task in result["plan"].sub_tasks if task.id in result["outcomes"]]
    return [(one.tool, dict(one.arguments)) for outcome in outcomes for one in outcome.evidence if one.called]
