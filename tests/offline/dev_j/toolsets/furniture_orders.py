"""Order book of a small furniture workshop."""

from typing import Any, Literal

_ORDERS: dict[str, dict[str, Any]] = {
    "FO-2207": {
        "customer": "Harriet Stowe",
        "piece": "sideboard",
        "timber": "walnut",
        "stage": "finishing",
        "maker": "Jonas Pell",
        "due": "2026-05-22",
        "balance": 940.0,
    },
    "FO-2213": {
        "customer": "Amir Rahmani",
        "piece": "dining table",
        "timber": "oak",
        "stage": "joinery",
        "maker": "Lise Brandt",
        "due": "2026-06-12",
        "balance": 1275.5,
    },
    "FO-2219": {
        "customer": "Cobbler's Yard Cafe",
        "piece": "chair",
        "timber": "ash",
        "stage": "ready for dispatch",
        "maker": "Jonas Pell",
        "due": "2026-05-08",
        "balance": 0.0,
    },
    "FO-2224": {
        "customer": "Penelope Usher",
        "piece": "bookcase",
        "timber": "beech",
        "stage": "awaiting timber",
        "maker": "Owen Tarrant",
        "due": "2026-07-03",
        "balance": 610.0,
    },
}
_STOCK: dict[tuple[str, int], tuple[int, float]] = {
    ("oak", 25): (46, 38.5),
    ("oak", 40): (12, 61.0),
    ("ash", 25): (31, 29.75),
    ("walnut", 25): (7, 88.0),
    ("walnut", 32): (3, 104.0),
    ("beech", 25): (0, 24.2),
}
_BASE = {"dining table": 1450.0, "bookcase": 780.0, "chair": 265.0, "sideboard": 1190.0}
_FACTOR = {"oak": 1.0, "ash": 0.9, "walnut": 1.4, "beech": 0.8}
_BENCHES = {"jonas pell": (2, "2026-05-26"), "lise brandt": (4, "2026-06-15"), "owen tarrant": (1, "2026-05-11")}


def find_order(customer: str) -> dict[str, Any]:
    """Look up the open order of a customer.

    Args:
        customer (str): Name the order was placed under.

    Returns:
        dict: Order number, piece and timber; `found` is false if the customer has no open order.
    """
    for number, order in _ORDERS.items():
        if order["customer"].casefold() == customer.strip().casefold():
            return {"found": True, "order_no": number, "piece": order["piece"], "timber": order["timber"]}
    return {"found": False, "customer": customer}


def order_progress(order_no: str) -> dict[str, Any]:
    """How far the workshop is with an order.

    Args:
        order_no (str): Order number, FO- and four digits.

    Returns:
        dict: Stage, name of the maker, due date and balance to pay in euros.
    """
    order = _ORDERS.get(order_no.upper())
    if order is None:
        raise ValueError(f"no order {order_no}")
    return {key: order[key] for key in ("stage", "maker", "due", "balance")}


def timber_stock(species: Literal["oak", "ash", "walnut", "beech"], thickness_mm: int = 25) -> dict[str, Any]:
    """Boards in the timber store.

    Args:
        species (str): Kind of wood.
        thickness_mm (int): Thickness of the boards in millimetres.

    Returns:
        dict: Number of boards and price of one board in euros.
    """
    boards, price = _STOCK.get((species, thickness_mm), (0, None))
    return {"species": species, "thickness_mm": thickness_mm, "boards": boards, "price_each": price}


def quote(
    piece: Literal["dining table", "bookcase", "chair", "sideboard"],
    timber: Literal["oak", "ash", "walnut", "beech"],
    quantity: int = 1,
    with_delivery: bool = False,
) -> dict[str, Any]:
    """Work out a price for a new commission.

    Args:
        piece (str): What is to be made.
        timber (str): Kind of wood.
        quantity (int): Number of pieces.
        with_delivery (bool): Include delivery to the door.

    Returns:
        dict: Total in euros and the lead time in weeks.
    """
    total = _BASE[piece] * _FACTOR[timber] * quantity + (95.0 if with_delivery else 0.0)
    return {"total_eur": round(total, 2), "lead_time_weeks": 6 + quantity // 2}


def book_delivery(order_no: str, date: str, slot: Literal["morning", "afternoon"] = "morning") -> dict[str, str]:
    """Reserve the van for an order.

    Args:
        order_no (str): Order number.
        date (str): Day of the delivery, YYYY-MM-DD.
        slot (str): Half of the day.

    Returns:
        dict: Booking reference and the driver.
    """
    if order_no.upper() not in _ORDERS:
        raise ValueError(f"no order {order_no}")
    driver = "Stan Kolb" if slot == "morning" else "Mireille Roux"
    return {"booking": f"VAN-{order_no[-2:]}{date[5:7]}{date[8:]}", "driver": driver}


def maker_availability(maker: str) -> dict[str, Any]:
    """When a maker can begin something new.

    Args:
        maker (str): Full name of the maker.

    Returns:
        dict: Bench number and first free day.
    """
    if maker.strip().casefold() not in _BENCHES:
        raise ValueError(f"{maker} does not work here")
    bench, free_from = _BENCHES[maker.strip().casefold()]
    return {"maker": maker, "bench": bench, "free_from": free_from}
