"""Box office of a community theatre."""

from typing import Any, Literal

Area = Literal["stalls", "circle", "gallery"]

_PERFORMANCES: dict[int, dict[str, Any]] = {
    311: {"show": "The Lighthouse Keeper's Wife", "day": "2026-10-02", "time": "19:30"},
    312: {"show": "The Lighthouse Keeper's Wife", "day": "2026-10-03", "time": "14:30"},
    313: {"show": "The Lighthouse Keeper's Wife", "day": "2026-10-03", "time": "19:45"},
    327: {"show": "Puss in Wellies", "day": "2026-12-12", "time": "13:00"},
    328: {"show": "Puss in Wellies", "day": "2026-12-12", "time": "17:15"},
    340: {"show": "An Evening of Gilbert", "day": "2026-11-06", "time": "20:00"},
}
_LEFT: dict[tuple[int, str], list[str]] = {
    (311, "stalls"): ["C4", "C5", "H11"],
    (311, "circle"): ["AA1", "AA2", "BB7", "BB8"],
    (312, "stalls"): ["D9", "F2", "F3", "F4"],
    (313, "circle"): ["CC5"],
    (327, "stalls"): ["B12"],
    (328, "stalls"): ["G6", "G7", "G8", "J1"],
    (328, "gallery"): ["Z3", "Z4"],
    (340, "stalls"): ["E1", "E2"],
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "BX4471": {"name": "Winifred Stott", "performance_id": 311, "seats": ["D1", "D2"], "paid": 33.0},
    "BX4508": {"name": "Cormac Ely", "performance_id": 327, "seats": ["A5", "A6", "A7", "A8"], "paid": 58.0},
    "BX4519": {"name": "Priya Nandakumar", "performance_id": 340, "seats": ["CC1"], "paid": 13.5},
}
_CREW: dict[tuple[int, str], list[str]] = {
    (311, "usher"): ["Hattie Bloor", "Len Fairweather"],
    (311, "bar"): ["Gus Tran"],
    (312, "usher"): ["Nell Ashby"],
    (327, "lighting"): ["Olu Martins"],
    (340, "bar"): ["Hattie Bloor", "Iris Quaye"],
    (340, "lighting"): ["Dermot Hale"],
}
_PRICE = {"stalls": 16.5, "circle": 13.5, "gallery": 9.0}


def list_performances(show: str) -> list[dict[str, Any]]:
    """All dates of a show."""
    return [
        {"performance_id": number, "day": one["day"], "time": one["time"]}
        for number, one in _PERFORMANCES.items()
        if one["show"].casefold() == show.strip().casefold()
    ]


def seats_left(performance_id: int, area: Area = "stalls") -> list[str]:
    """Seats still for sale in one area of the house."""
    if performance_id not in _PERFORMANCES:
        raise ValueError(f"no performance {performance_id}")
    return _LEFT.get((performance_id, area), [])


def ticket_price(area: Area, tickets: int = 1, concession: bool = False) -> float:
    """Price of a number of tickets in one area, in pounds."""
    return round(_PRICE[area] * tickets * (0.8 if concession else 1), 2)


def hold_seats(performance_id: int, seats: list[str], name: str) -> dict[str, Any]:
    """Put seats aside under a name until an hour before curtain."""
    if performance_id not in _PERFORMANCES:
        raise ValueError(f"no performance {performance_id}")
    if not seats:
        raise ValueError("no seats")
    return {"hold": f"HD{performance_id}{seats[0]}-{len(seats)}", "name": name}


def get_booking(reference: str) -> dict[str, Any]:
    """A paid booking by its reference."""
    if reference not in _BOOKINGS:
        return {"reference": reference, "found": False}
    return {"reference": reference, **_BOOKINGS[reference]}


def exchange_booking(reference: str, performance_id: int) -> dict[str, Any]:
    """Move a booking to another performance of the house."""
    if reference not in _BOOKINGS or performance_id not in _PERFORMANCES:
        raise ValueError("no such booking or performance")
    return {"new_reference": f"EX{reference[2:]}{performance_id}", "fee": 2.75}


def refund_booking(reference: str, waive_fee: bool = False) -> dict[str, Any]:
    """Cancel a booking and pay the money back, less a fee of 10 percent unless waived."""
    if reference not in _BOOKINGS:
        raise ValueError(f"no booking {reference}")
    return {"reference": reference, "refunded": round(_BOOKINGS[reference]["paid"] * (1 if waive_fee else 0.9), 2)}


def volunteers(performance_id: int, role: Literal["usher", "bar", "lighting"]) -> list[str]:
    """Who has signed up to help at a performance."""
    return _CREW.get((performance_id, role), [])
