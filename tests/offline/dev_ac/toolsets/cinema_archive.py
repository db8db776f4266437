"""Film prints, their condition and viewings in a cinema archive."""

from typing import Any, Literal

_FILMS: dict[int, dict[str, Any]] = {
    3071: {"title": "The Lamplighter's Daughter", "director": "Agnes Thorvald", "year": 1927},
    3095: {"title": "Salt and Iron", "director": "Agnes Thorvald", "year": 1934},
    3140: {"title": "Night Ferry to Bergholm", "director": "Paul Winnick", "year": 1951},
    3188: {"title": "Two Suitcases", "director": "Lidia Moretti", "year": 1963},
}
_PRINTS: dict[str, dict[str, Any]] = {
    "N-0442": {"film_id": 3071, "carrier": "nitrate", "reels": 7, "grade": "fragile", "vault": "Cold 2"},
    "P-1180": {"film_id": 3071, "carrier": "35mm", "reels": 8, "grade": "good", "vault": "East 5"},
    "P-1206": {"film_id": 3095, "carrier": "35mm", "reels": 9, "grade": "scratched", "vault": "East 7"},
    "S-0731": {"film_id": 3140, "carrier": "16mm", "reels": 3, "grade": "faded", "vault": "West 1"},
    "P-1311": {"film_id": 3188, "carrier": "35mm", "reels": 6, "grade": "excellent", "vault": "West 4"},
}
Carrier = Literal["35mm", "16mm", "nitrate", "any"]


def find_film(title: str) -> dict[str, Any]:
    """Returns film id, director and year of the film with this title."""
    for film_id, film in _FILMS.items():
        if film["title"].casefold() == title.strip().casefold():
            return {"film_id": film_id, **film}
    return {"title": title, "found": False}


def films_by(director: str) -> list[dict[str, Any]]:
    """Returns id, title and year of all films by a director."""
    return [
        {"film_id": film_id, "title": film["title"], "year": film["year"]}
        for film_id, film in _FILMS.items()
        if film["director"].casefold() == director.strip().casefold()
    ]


def list_prints(film_id: int, carrier: Carrier = "any") -> list[str]:
    """Returns the print numbers held of a film, on request of one carrier only."""
    return [no for no, one in _PRINTS.items() if one["film_id"] == film_id and carrier in ("any", one["carrier"])]


def print_report(print_no: str) -> dict[str, Any]:
    """Returns carrier, number of reels, condition grade and vault of a print."""
    if print_no not in _PRINTS:
        raise ValueError(f"no print {print_no}")
    return {"print_no": print_no, **_PRINTS[print_no]}


def loan_fee(print_no: str, screenings: int = 1, insured: bool = True) -> dict[str, Any]:
    """Returns the fee in euros for lending a print to another cinema for a number of screenings."""
    if print_no not in _PRINTS:
        raise ValueError(f"no print {print_no}")
    fee = 35 * _PRINTS[print_no]["reels"] + 60 * screenings + (45 if insured else 0)
    return {"print_no": print_no, "fee_eur": fee}


def reserve_viewing(film_id: int, day: str, visitors: int = 1) -> dict[str, Any]:
    """Reserves the viewing room for a film and returns the reservation number.

    Args:
        film_id: Number of the film in the catalogue.
        day: ISO date.
        visitors: How many people come.
    """
    if film_id not in _FILMS:
        raise ValueError(f"no film {film_id}")
    return {
        "reservation": f"VR{film_id}/{day[5:7]}{day[8:]}",
        "visitors": visitors,
        "room": "B" if visitors > 4 else "A",
    }
