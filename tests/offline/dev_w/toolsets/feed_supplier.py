"""Order desk of an animal feed supplier."""

from typing import Any, Literal, TypedDict


class Feed(TypedDict):
    """One product."""

    feed_id: str
    name: str
    animal: str
    organic: bool
    price: float
    protein_percent: float
    bag_kg: int
    mill: str


_FEEDS: list[Feed] = [
    {
        "feed_id": "F-20",
        "name": "Layer Gold",
        "animal": "hens",
        "organic": False,
        "price": 11.2,
        "protein_percent": 16.5,
        "bag_kg": 20,
        "mill": "Tarbert",
    },
    {
        "feed_id": "F-22",
        "name": "Farmyard Layer",
        "animal": "hens",
        "organic": True,
        "price": 17.8,
        "protein_percent": 17.2,
        "bag_kg": 20,
        "mill": "Oban",
    },
    {
        "feed_id": "F-24",
        "name": "Meadow Crumb",
        "animal": "hens",
        "organic": True,
        "price": 15.6,
        "protein_percent": 15.9,
        "bag_kg": 15,
        "mill": "Tarbert",
    },
    {
        "feed_id": "F-41",
        "name": "Stable Mix",
        "animal": "horses",
        "organic": False,
        "price": 19.4,
        "protein_percent": 10.8,
        "bag_kg": 25,
        "mill": "Oban",
    },
    {
        "feed_id": "F-43",
        "name": "Senior Mash",
        "animal": "horses",
        "organic": False,
        "price": 23.9,
        "protein_percent": 12.6,
        "bag_kg": 20,
        "mill": "Crieff",
    },
    {
        "feed_id": "F-60",
        "name": "Ewe Nuts",
        "animal": "sheep",
        "organic": False,
        "price": 13.1,
        "protein_percent": 18.4,
        "bag_kg": 25,
        "mill": "Crieff",
    },
]
_FARMS = {
    "Braeside Farm": {"farm_id": "FM-118", "owner": "Isla Munro", "town": "Callander"},
    "Kirkton Farm": {"farm_id": "FM-125", "owner": "Rory Baird", "town": "Dunkeld"},
    "Lochend Farm": {"farm_id": "FM-131", "owner": "Una Petrie", "town": "Aberfeldy"},
}
_DELIVERIES = [
    {"delivery_id": "D-5501", "farm_id": "FM-118", "feed_id": "F-22", "bags": 12, "date": "2026-03-02", "cost": 213.6},
    {"delivery_id": "D-5520", "farm_id": "FM-118", "feed_id": "F-60", "bags": 30, "date": "2026-04-08", "cost": 393.0},
    {"delivery_id": "D-5524", "farm_id": "FM-118", "feed_id": "F-41", "bags": 8, "date": "2026-04-20", "cost": 155.2},
    {"delivery_id": "D-5519", "farm_id": "FM-125", "feed_id": "F-43", "bags": 16, "date": "2026-04-07", "cost": 382.4},
]
_KG = {"kg": 1.0, "pounds": 0.45359237, "tonnes": 1000.0}


def search_feeds(animal: str, organic: bool = False, max_price: float | None = None) -> list[dict[str, Any]]:
    """Find feeds for an animal, with price per bag and protein content.

    animal: which animals it is for, e.g. "hens".
    organic: organic feeds only.
    max_price: highest price per bag in pounds.
    """
    keys = ("feed_id", "name", "price", "protein_percent")
    return [
        {key: feed[key] for key in keys}
        for feed in _FEEDS
        if feed["animal"] == animal.lower()
        and (feed["organic"] or not organic)
        and (max_price is None or feed["price"] <= max_price)
    ]


def get_feed(feed_id: str) -> dict[str, Any]:
    """Product sheet of a feed: price, protein, weight of a bag and the mill that makes it.

    feed_id: e.g. "F-20".
    """
    for feed in _FEEDS:
        if feed["feed_id"] == feed_id:
            return dict(feed)
    raise ValueError(f"There is no feed {feed_id}")


def get_farm(farm_name: str) -> dict[str, Any]:
    """Look up a farm by its name. Gives its farm_id, owner and town."""
    if farm_name not in _FARMS:
        raise ValueError(f"There is no farm called {farm_name}")
    return {"farm_name": farm_name, **_FARMS[farm_name]}


def list_deliveries(farm_id: str, limit: int = 10) -> list[dict[str, Any]]:
    """List the deliveries to a farm, newest first.

    farm_id: e.g. "FM-118".
    limit: how many deliveries at most.
    """
    mine = [one for one in _DELIVERIES if one["farm_id"] == farm_id]
    return sorted(mine, key=lambda one: str(one["date"]), reverse=True)[:limit]


def order_feed(feed_id: str, farm_id: str, bags: int, delivery_date: str) -> dict[str, Any]:
    """Order bags of a feed for a farm.

    feed_id: e.g. "F-20".
    farm_id: e.g. "FM-118".
    bags: number of bags.
    delivery_date: YYYY-MM-DD.
    """
    feed = get_feed(feed_id)
    return {
        "order_number": f"{feed_id[2:]}-{farm_id[3:]}-{bags}",
        "total": round(feed["price"] * bags, 2),
        "delivery_date": delivery_date,
    }


def convert_weight(
    amount: float, from_unit: Literal["kg", "pounds", "tonnes"], to_unit: Literal["kg", "pounds", "tonnes"]
) -> dict[str, Any]:
    """Convert a weight from one unit to another: kg, pounds or tonnes."""
    return {"amount": round(amount * _KG[from_unit] / _KG[to_unit], 2), "unit": to_unit}
