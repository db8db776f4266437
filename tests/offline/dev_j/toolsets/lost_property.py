"""Lost-property office of an airport."""

from typing import Any, Literal

Category = Literal["phone", "bag", "clothing", "jewellery", "documents", "toy", "umbrella"]

_ITEMS: list[dict[str, Any]] = [
    {"ref": "LP-30917", "category": "phone", "colour": "black", "found_on": "2026-03-02", "place": "Gate B14"},
    {"ref": "LP-30922", "category": "bag", "colour": "green", "found_on": "2026-03-02", "place": "Security lane 3"},
    {"ref": "LP-30938", "category": "toy", "colour": "grey", "found_on": "2026-03-03", "place": "Play corner T2"},
    {"ref": "LP-30941", "category": "bag", "colour": "red", "found_on": "2026-03-04", "place": "Carousel 5"},
    {"ref": "LP-30956", "category": "jewellery", "colour": "silver", "found_on": "2026-03-05", "place": "Lounge East"},
    {"ref": "LP-30960", "category": "umbrella", "colour": "yellow", "found_on": "2026-03-05", "place": "Taxi rank"},
]
_STORE: dict[str, tuple[str, str, float]] = {
    "LP-30917": ("T1", "Safe 2", 0.3),
    "LP-30922": ("T3", "Rack 17", 6.8),
    "LP-30938": ("T2", "Box 41", 0.5),
    "LP-30941": ("T1", "Rack 09", 11.2),
    "LP-30956": ("T3", "Safe 6", 0.1),
    "LP-30960": ("T2", "Stand 4", 0.7),
}
_HOURS = {
    ("T1", "weekday"): "07:30-19:00",
    ("T1", "weekend"): "09:00-16:30",
    ("T2", "weekday"): "08:15-18:15",
    ("T2", "weekend"): "closed",
    ("T3", "weekday"): "06:45-21:00",
    ("T3", "weekend"): "10:00-17:45",
}
_CLAIMS: dict[int, dict[str, Any]] = {
    551204: {"claimant": "Beatriz Nolan", "status": "matched", "item_ref": "LP-30941"},
    551219: {"claimant": "Henrik Aas", "status": "searching", "item_ref": None},
    551233: {"claimant": "Mei Tanaka", "status": "matched", "item_ref": "LP-30938"},
}


def search_found(category: Category, colour: str | None = None, found_on: str | None = None) -> list[dict[str, Any]]:
    """Search the things that were handed in.

    Args:
        category: Kind of thing.
        colour: Main colour, if known.
        found_on: Day on which it was found (YYYY-MM-DD), if known.

    Returns:
        Matching items with reference, colour, date and place; an empty list if there are none.
    """
    return [
        item
        for item in _ITEMS
        if item["category"] == category and colour in (None, item["colour"]) and found_on in (None, item["found_on"])
    ]


def storage_place(ref: str) -> dict[str, Any]:
    """Tell where an item is kept.

    Args:
        ref: Reference of the item (LP- and five digits).

    Returns:
        Terminal, place in the store and weight in kilograms.
    """
    if ref.upper() not in _STORE:
        raise ValueError(f"no item {ref}")
    terminal, place, weight = _STORE[ref.upper()]
    return {"ref": ref.upper(), "terminal": terminal, "place": place, "weight_kg": weight}


def opening_hours(terminal: Literal["T1", "T2", "T3"], day: Literal["weekday", "weekend"] = "weekday") -> str:
    """Opening hours of the office in a terminal.

    Args:
        terminal: The terminal.
        day: Weekday or weekend.

    Returns:
        Hours as text.
    """
    return _HOURS[terminal, day]


def storage_fee(days: int, valuable: bool = False) -> dict[str, Any]:
    """Fee for keeping an item; the first three days are free.

    Args:
        days: Days for which it was kept.
        valuable: Whether it had to be kept in a safe.

    Returns:
        Fee in euros.
    """
    if days < 0:
        raise ValueError("days cannot be negative")
    return {"days": days, "fee_eur": round(max(0, days - 3) * (2.5 if valuable else 1.2), 2)}


def courier_quote(country: str, weight_kg: float, insured: bool = False) -> dict[str, Any]:
    """Price for sending an item to its owner.

    Args:
        country: Country of the owner, in English.
        weight_kg: Weight of the parcel.
        insured: With insurance.

    Returns:
        Price in euros and days in transit, or `available` false.
    """
    rates = {"norway": (18.0, 3.5, 4), "portugal": (14.0, 2.8, 3), "japan": (36.0, 7.2, 8)}
    rate = rates.get(country.strip().lower())
    if rate is None:
        return {"available": False, "country": country}
    base, per_kg, days = rate
    price = base + per_kg * weight_kg + (9.5 if insured else 0.0)
    return {"available": True, "price_eur": round(price, 2), "days": days}


def claim(claim_no: int) -> dict[str, Any]:
    """Look at a passenger's claim.

    Args:
        claim_no: Six-digit number of the claim.

    Returns:
        Claimant, status and the reference of the matched item, if any.
    """
    if claim_no not in _CLAIMS:
        raise ValueError(f"no claim {claim_no}")
    return _CLAIMS[claim_no]


def arrange_pickup(ref: str, collector: str, date: str) -> dict[str, Any]:
    """Prepare an item for being fetched.

    Args:
        ref: Reference of the item.
        collector: Full name of the person who will come.
        date: Day of the visit (YYYY-MM-DD).

    Returns:
        Pickup code to show at the desk.
    """
    if ref.upper() not in _STORE:
        raise ValueError(f"no item {ref}")
    return {"pickup_code": f"{ref[-3:]}-{collector[:1].upper()}{date[8:]}", "collector": collector, "date": date}
