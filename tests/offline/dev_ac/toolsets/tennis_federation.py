"""Licences, rankings and tournaments of a tennis federation."""

from typing import Any, Literal

_PLAYERS: dict[str, dict[str, Any]] = {
    "TL-2094": {
        "name": "Elodie Kranz",
        "club": "Rotmoor TC",
        "ranking": 14,
        "points": 1320,
        "valid_until": "2026-12-31",
    },
    "TL-2177": {
        "name": "Bogdan Ilves",
        "club": "Westhaven LTC",
        "ranking": 27,
        "points": 985,
        "valid_until": "2026-06-30",
    },
    "TL-2203": {"name": "Carys Munro", "club": "Rotmoor TC", "ranking": 9, "points": 1675, "valid_until": "2027-03-31"},
    "TL-2260": {"name": "Nico Palombi", "club": "Eichfeld", "ranking": 41, "points": 610, "valid_until": "2026-12-31"},
}
_TOURNAMENTS: dict[str, dict[str, Any]] = {
    "lakeside open": {"code": "LKO26", "city": "Varnow", "starts": "2026-06-15", "surface": "grass", "fee": 55},
    "autumn cup": {"code": "ATC26", "city": "Eichfeld", "starts": "2026-09-28", "surface": "clay", "fee": 40},
    "harbour masters": {"code": "HBM26", "city": "Westhaven", "starts": "2026-11-09", "surface": "hard", "fee": 70},
}
_DUELS = {("TL-2094", "TL-2203"): (3, 5), ("TL-2094", "TL-2177"): (4, 1), ("TL-2177", "TL-2260"): (2, 0)}
_COURTS = {("varnow", "grass"): 11, ("eichfeld", "clay"): 16, ("westhaven", "hard"): 12, ("westhaven", "clay"): 3}


def find_player(name: str) -> dict[str, Any]:
    """Returns licence number, club, ranking, points and end of the licence of a player."""
    for licence, one in _PLAYERS.items():
        if one["name"].casefold() == name.strip().casefold():
            return {"licence": licence, **one}
    raise ValueError(f"no player {name!r}")


def tournament_info(name: str) -> dict[str, Any]:
    """Returns code, city, first day, surface and entry fee of a tournament."""
    if name.strip().casefold() not in _TOURNAMENTS:
        raise ValueError(f"no tournament {name!r}")
    return _TOURNAMENTS[name.strip().casefold()]


def head_to_head(licence_a: str, licence_b: str) -> dict[str, Any]:
    """Returns how many matches each of two players has won against the other."""
    if (licence_a, licence_b) in _DUELS:
        won, lost = _DUELS[licence_a, licence_b]
    else:
        lost, won = _DUELS.get((licence_b, licence_a), (0, 0))
    return {licence_a: won, licence_b: lost}


def count_courts(city: str, surface: Literal["clay", "grass", "hard"]) -> int:
    """Returns the number of courts of a surface that the federation has in a city."""
    return _COURTS.get((city.strip().casefold(), surface), 0)


def enter_player(
    licence: str, tournament_code: str, draw: Literal["singles", "doubles", "mixed"] = "singles"
) -> dict[str, str]:
    """Enters a player for a draw of a tournament and returns the entry number."""
    if licence not in _PLAYERS:
        raise ValueError(f"no licence {licence}")
    return {"entry": f"{tournament_code}-{draw[0].upper()}{licence[-3:]}"}


def renew_licence(licence: str, years: int = 1, junior: bool = False) -> dict[str, Any]:
    """Renews a licence for one or more years and returns the invoice number and the amount."""
    if licence not in _PLAYERS:
        raise ValueError(f"no licence {licence}")
    return {"invoice": f"INV{licence[3:]}{years}", "amount": years * (19.5 if junior else 48.0)}
