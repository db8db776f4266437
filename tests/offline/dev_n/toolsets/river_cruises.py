"""Booking desk of a river cruise operator."""

from typing import Any, Literal, TypedDict

Cabin = Literal["standard", "french_balcony", "suite"]


class Sailing(TypedDict):
    """One departure."""

    code: str
    river: str
    ship: str
    departs: str
    nights: int


_SAILINGS: list[Sailing] = [
    {"code": "DN-0514", "river": "Danube", "ship": "MS Ottilie", "departs": "2026-05-14", "nights": 7},
    {"code": "DN-0528", "river": "Danube", "ship": "MS Ottilie", "departs": "2026-05-28", "nights": 10},
    {"code": "RH-0603", "river": "Rhine", "ship": "MS Lorelei Star", "departs": "2026-06-03", "nights": 5},
    {"code": "SN-0720", "river": "Seine", "ship": "MS Colette", "departs": "2026-07-20", "nights": 6},
    {"code": "DO-0909", "river": "Douro", "ship": "MS Vindima", "departs": "2026-09-09", "nights": 7},
]
_PER_GUEST: dict[tuple[str, str], float] = {
    ("DN-0514", "standard"): 1180.0,
    ("DN-0514", "suite"): 2450.0,
    ("DN-0528", "standard"): 1495.0,
    ("RH-0603", "standard"): 890.0,
    ("RH-0603", "french_balcony"): 1090.0,
    ("SN-0720", "suite"): 2015.0,
    ("SN-0720", "standard"): 1075.0,
    ("DO-0909", "french_balcony"): 1640.0,
}
_LEFT: dict[tuple[str, str], int] = {
    ("DN-0514", "suite"): 3,
    ("DN-0514", "standard"): 17,
    ("DN-0528", "standard"): 22,
    ("RH-0603", "standard"): 0,
    ("RH-0603", "french_balcony"): 9,
    ("DO-0909", "french_balcony"): 11,
    ("SN-0720", "suite"): 1,
}
_CALLS = {
    "DN-0514": [(1, "Passau"), (3, "Melk"), (5, "Vienna"), (7, "Budapest")],
    "RH-0603": [(1, "Cologne"), (3, "Koblenz"), (5, "Strasbourg")],
    "SN-0720": [(1, "Paris"), (4, "Rouen"), (6, "Honfleur")],
    "DO-0909": [(1, "Porto"), (4, "Pinhao"), (7, "Porto")],
}
_TOURS: dict[str, list[dict[str, Any]]] = {
    "koblenz": [{"code": "KOB1", "name": "Cable car and fortress", "eur": 48, "hours": 3.5}],
    "passau": [{"code": "PAS2", "name": "Organ concert in the cathedral", "eur": 29, "hours": 1.5}],
    "rouen": [{"code": "ROU1", "name": "Cider farm visit", "eur": 62, "hours": 4.0}],
    "pinhao": [{"code": "PIN3", "name": "Port lodge tasting", "eur": 55, "hours": 2.5}],
}
_SHIPS = {
    "ms ottilie": {"built": 2017, "guests": 168, "crew": 46, "lift": True},
    "ms lorelei star": {"built": 2011, "guests": 142, "crew": 38, "lift": False},
    "ms colette": {"built": 2020, "guests": 120, "crew": 41, "lift": True},
    "ms vindima": {"built": 2014, "guests": 96, "crew": 33, "lift": False},
}


def _known(sailing: str) -> Sailing:
    for one in _SAILINGS:
        if one["code"] == sailing.strip().upper():
            return one
    raise ValueError(f"unknown sailing {sailing}")


def search_sailings(river: Literal["Danube", "Rhine", "Seine", "Douro"], month: str) -> list[Sailing]:
    """Departures on a river in one month (YYYY-MM)."""
    return [one for one in _SAILINGS if one["river"] == river and one["departs"].startswith(month)]


def cabin_price(sailing: str, cabin: Cabin, guests: int = 2) -> dict[str, object]:
    """Price in euros for everyone in one cabin; a guest on their own pays a 40 % supplement.

    Args:
        sailing: Sailing code, for example DN-0514.
        cabin: Category of the cabin.
        guests: People in the cabin.
    """
    each = _PER_GUEST.get((_known(sailing)["code"], cabin))
    if each is None:
        raise ValueError(f"no {cabin} cabins on {sailing}")
    return {"sailing": sailing, "cabin": cabin, "total_eur": round(each * (1.4 if guests == 1 else guests), 2)}


def cabins_left(sailing: str, cabin: Cabin) -> int:
    """How many cabins of a category can still be sold on a sailing."""
    return _LEFT.get((_known(sailing)["code"], cabin), 0)


def port_calls(sailing: str) -> list[dict[str, object]]:
    """The stops of a sailing: day of the trip and port."""
    return [{"day": day, "port": port} for day, port in _CALLS.get(_known(sailing)["code"], [])]


def shore_excursions(port: str) -> list[dict[str, object]]:
    """Excursions offered in a port, with code, price per head and duration."""
    return list(_TOURS.get(port.strip().casefold(), []))


def ship_facts(ship: str) -> dict[str, object]:
    """Year of building, capacity, crew and whether there is a lift on board.

    Args:
        ship: Name of the ship including MS.
    """
    if ship.strip().casefold() not in _SHIPS:
        raise ValueError(f"we have no ship {ship}")
    return {"ship": ship, **_SHIPS[ship.strip().casefold()]}


def hold_cabin(sailing: str, cabin: Cabin, lead_guest: str, guests: int = 2) -> dict[str, object]:
    """Keep a cabin for a customer for three days without payment.

    Args:
        sailing: Sailing code.
        cabin: Category of the cabin.
        lead_guest: Full name of the person who books.
        guests: People in the cabin, the lead guest included.

    Returns:
        The reference of the hold.
    """
    code = _known(sailing)["code"].replace("-", "")
    return {"hold": f"H{code}{lead_guest.split()[-1][:3].upper()}{guests}", "cabin": cabin, "state": "held"}
