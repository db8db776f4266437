"""Desk of the lounges at an airport."""

from typing import Any, Literal

FLIGHTS: dict[str, dict[str, Any]] = {
    "KX412": {"destination": "Lisbon", "terminal": "T2", "gate": "B14", "departs": "13:25", "status": "on time"},
    "KX655": {"destination": "Oslo", "terminal": "T1", "gate": "A6", "departs": "15:50", "status": "delayed"},
    "KX880": {"destination": "Athens", "terminal": "T3", "gate": "C3", "departs": "18:05", "status": "boarding"},
}
LOUNGES: list[dict[str, Any]] = [
    {"lounge_id": "LG-2", "name": "Cirrus", "terminal": "T1", "price_eur": 38, "rating": 4.4, "showers": False},
    {"lounge_id": "LG-3", "name": "Tailwind", "terminal": "T1", "price_eur": 29, "rating": 3.6, "showers": True},
    {"lounge_id": "LG-4", "name": "Meridian", "terminal": "T2", "price_eur": 42, "rating": 4.1, "showers": True},
    {"lounge_id": "LG-7", "name": "Aurora", "terminal": "T3", "price_eur": 55, "rating": 4.8, "showers": True},
    {"lounge_id": "LG-8", "name": "Contrail", "terminal": "T3", "price_eur": 47, "rating": 4.0, "showers": True},
    {"lounge_id": "LG-9", "name": "Apron", "terminal": "T3", "price_eur": 26, "rating": 3.2, "showers": False},
]
PASSES: dict[str, dict[str, Any]] = {
    "LP-9034": {"guest": "Helena Krantz", "lounge_id": "LG-4", "flight_no": "KX412", "price_eur": 42},
    "LP-9041": {"guest": "Samuel Oduya", "lounge_id": "LG-2", "flight_no": "KX655", "price_eur": 76},
    "LP-9052": {"guest": "Rita Moll", "lounge_id": "LG-8", "flight_no": "KX880", "price_eur": 47},
}
MENUS = {
    ("LG-4", "vegan"): ["chickpea curry", "fruit salad"],
    ("LG-4", "halal"): ["lamb tagine"],
    ("LG-7", "halal"): ["chicken biryani", "dates"],
    ("LG-7", "vegan"): ["mushroom risotto"],
}
WALK = {("LG-2", "A6"): 4, ("LG-2", "B14"): 17, ("LG-4", "B14"): 6, ("LG-7", "C3"): 9, ("LG-8", "C3"): 11}
RATES = {"USD": 1.1, "GBP": 0.85, "EUR": 1.0, "NOK": 11.5}


def get_flight(flight_no: str) -> dict[str, Any]:
    """Gate, terminal, departure and status of a flight.

    flight_no: e.g. KX412
    """
    if flight_no not in FLIGHTS:
        return {"flight_no": flight_no, "status": "not found"}
    return {"flight_no": flight_no, **FLIGHTS[flight_no]}


def search_lounges(
    terminal: Literal["T1", "T2", "T3"], showers: bool = False, min_rating: float | None = None
) -> list[dict[str, Any]]:
    """Search lounges in a terminal.

    terminal: where the lounge is
    showers: only lounges with showers
    min_rating: least number of stars
    """
    return [
        one
        for one in LOUNGES
        if one["terminal"] == terminal
        and (one["showers"] or not showers)
        and (min_rating is None or one["rating"] >= min_rating)
    ]


def book_lounge(lounge_id: str, guest_name: str, date: str, guests: int = 1) -> dict[str, Any]:
    """Book a lounge for a guest.

    lounge_id: e.g. LG-4
    guest_name: full name
    date: YYYY-MM-DD
    guests: number of guests
    """
    if lounge_id not in {one["lounge_id"] for one in LOUNGES}:
        raise ValueError(f"no lounge {lounge_id}")
    return {"reference": f"LP-{lounge_id[-1]}{date[5:7]}{date[8:]}", "guest_name": guest_name, "guests": guests}


def get_pass(pass_id: str) -> dict[str, Any]:
    """Look up a lounge pass: guest, lounge, flight and price. The pass_id looks like LP-9034."""
    if pass_id not in PASSES:
        raise ValueError(f"no pass {pass_id}")
    return {"pass_id": pass_id, **PASSES[pass_id]}


def cancel_pass(pass_id: str) -> dict[str, Any]:
    """Cancel a lounge pass. The pass_id looks like LP-9034."""
    if pass_id not in PASSES:
        raise ValueError(f"no pass {pass_id}")
    return {"pass_id": pass_id, "cancellation_no": f"CX-{pass_id[-4:]}"}


def get_menu(lounge_id: str, diet: Literal["vegan", "halal"]) -> dict[str, Any]:
    """Menu of a lounge for a diet.

    lounge_id: e.g. LG-4
    diet: which dishes
    """
    return {"lounge_id": lounge_id, "diet": diet, "dishes": MENUS.get((lounge_id, diet), [])}


def get_walking_time(lounge_id: str, gate: str) -> dict[str, Any]:
    """Walking time from a lounge to a gate, in minutes.

    lounge_id: e.g. LG-4
    gate: e.g. B14
    """
    if (lounge_id, gate) not in WALK:
        raise ValueError(f"no way known from {lounge_id} to {gate}")
    return {"lounge_id": lounge_id, "gate": gate, "walking_minutes": WALK[lounge_id, gate]}
