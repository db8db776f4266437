"""Market stand of a fruit wholesaler."""

from typing import Any, Literal

LOTS: dict[str, dict[str, Any]] = {
    "K2207": {"fruit": "conference pear", "origin": "Belgium", "crates": 64, "bay": 5, "arrived": "2026-03-09"},
    "K2211": {"fruit": "blood orange", "origin": "Sicily", "crates": 120, "bay": 2, "arrived": "2026-03-09"},
    "K2215": {"fruit": "mango", "origin": "Peru", "crates": 38, "bay": 8, "arrived": "2026-03-10"},
    "K2219": {"fruit": "braeburn", "origin": "South Tyrol", "crates": 210, "bay": 1, "arrived": "2026-03-11"},
}
PRICES = {"conference pear": 17.2, "blood orange": 21.5, "mango": 29.0, "braeburn": 14.6}
CUSTOMERS: dict[str, dict[str, Any]] = {
    "hartley grocers": {"account": "AC-518", "zone": "north", "owes": 742.3},
    "cafe lumen": {"account": "AC-533", "zone": "city", "owes": 0.0},
    "the juice yard": {"account": "AC-547", "zone": "south", "owes": 1316.85},
}
ROUNDS = {"north": ("04:40", 18.0), "city": ("05:25", 11.0), "south": ("06:10", 16.5)}


def arrivals(day: str) -> list[str]:
    """Lot numbers that arrived on a day (ISO)."""
    return [lot for lot, record in LOTS.items() if record["arrived"] == day]


def lot(number: str) -> dict[str, Any]:
    """A lot by its number, for example K2100."""
    return LOTS.get(number.upper(), {"number": number, "status": "not found"})


def crate_price(fruit: str, grade: Literal["I", "II"] = "I") -> float:
    """Today's price of a crate.

    Args:
        fruit: Name in the singular, such as "williams pear".
        grade: Class of quality.
    """
    if fruit.strip().casefold() not in PRICES:
        raise ValueError(f"no price for {fruit}")
    return round(PRICES[fruit.strip().casefold()] * (1.0 if grade == "I" else 0.75), 2)


def customer(name: str) -> dict[str, Any]:
    """Account number, delivery zone and open balance of a customer."""
    if name.strip().casefold() not in CUSTOMERS:
        raise ValueError(f"no customer {name}")
    return CUSTOMERS[name.strip().casefold()]


def delivery_round(zone: Literal["north", "city", "south"]) -> dict[str, Any]:
    """When the lorry for a zone leaves and what a drop costs."""
    leaves, drop_fee = ROUNDS[zone]
    return {"leaves": leaves, "drop_fee": drop_fee}


def sell(account: str, lot_number: str, crates: int) -> dict[str, Any]:
    """Sell crates out of a lot to an account.

    Args:
        account: Account number, for example AC-500.
        lot_number: Lot number, for example K2100.
        crates: How many.
    """
    if lot_number not in LOTS:
        raise ValueError(f"no lot {lot_number}")
    return {"docket": f"{account[3:]}.{lot_number[1:]}.{crates}", "crates_left": LOTS[lot_number]["crates"] - crates}
