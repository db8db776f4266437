"""Collection, loans and visits of an art gallery."""

from typing import Any, Literal

_WORKS: dict[str, dict[str, Any]] = {
    "harbour in fog": {"inventory_no": "AG-0312", "artist": "Elin Marsden", "year": 1908, "room": "3"},
    "the red ladder": {"inventory_no": "AG-0457", "artist": "Rafael Ibarra", "year": 1954, "room": "7"},
    "woman with plums": {"inventory_no": "AG-0188", "artist": "Elin Marsden", "year": 1912, "room": "3"},
    "study in ochre": {"inventory_no": "AG-0520", "artist": "Hana Mizuno", "year": 1971, "room": "depot"},
}
_VALUES = {"AG-0312": 240000, "AG-0457": 1150000, "AG-0188": 310000, "AG-0520": 86000}
_RATES = {"EUR": 1.0, "GBP": 0.85, "USD": 1.1}
_CLIMATE: dict[str, dict[str, float]] = {
    "3": {"temperature_c": 20.4, "humidity_percent": 48},
    "7": {"temperature_c": 22.9, "humidity_percent": 57},
    "depot": {"temperature_c": 18.1, "humidity_percent": 45},
}
_EXHIBITIONS: dict[str, dict[str, Any]] = {
    "northern light": {"opens": "2026-04-18", "closes": "2026-08-02", "curator": "Judith Paal", "ticket": 14.0},
    "paper and ink": {"opens": "2026-06-06", "closes": "2026-10-11", "curator": "Simon Achebe", "ticket": 11.0},
}
_GUIDES = {"english": "Tess Whitlow", "french": "Bruno Carel", "german": "Anke Rohde", "spanish": "Pilar Soto"}


def find_artwork(title: str) -> dict[str, Any]:
    """Find inventory number, artist, year and room of a work by its title."""
    return _WORKS.get(title.strip().casefold(), {"found": False, "title": title})


def works_by_artist(artist: str) -> list[str]:
    """Titles of the works by an artist in the collection."""
    return [title.title() for title, work in _WORKS.items() if work["artist"].casefold() == artist.strip().casefold()]


def insurance_value(inventory_no: str, currency: Literal["EUR", "GBP", "USD"] = "EUR") -> dict[str, Any]:
    """Insurance value of a work.

    Args:
        inventory_no: Inventory number, such as AG-0312.
        currency: Currency of the result.
    """
    if inventory_no.upper() not in _VALUES:
        raise ValueError(f"no work {inventory_no!r}")
    return {"currency": currency, "value": round(_VALUES[inventory_no.upper()] * _RATES[currency])}


def register_loan(inventory_no: str, borrower: str, start: str, end: str) -> dict[str, Any]:
    """Register the loan of a work to another museum.

    Args:
        inventory_no: Inventory number of the work.
        borrower: Name of the museum.
        start: First day of the loan (YYYY-MM-DD).
        end: Last day of the loan (YYYY-MM-DD).
    """
    if inventory_no.upper() not in _VALUES:
        raise ValueError(f"no work {inventory_no!r}")
    return {"loan_no": f"LN-{inventory_no[-3:]}-{start[2:4]}{start[5:7]}", "borrower": borrower, "until": end}


def room_climate(room: str) -> dict[str, Any]:
    """Temperature and humidity in a room of the gallery."""
    if room.casefold() not in _CLIMATE:
        raise ValueError(f"no room {room!r}")
    return dict(_CLIMATE[room.casefold()])


def exhibition_details(name: str) -> dict[str, Any]:
    """Opening and closing date, curator and ticket price of an exhibition."""
    if name.casefold() not in _EXHIBITIONS:
        raise ValueError(f"no exhibition {name!r}")
    return _EXHIBITIONS[name.casefold()]


def book_tour(
    day: str,
    group_size: int,
    language: Literal["english", "french", "german", "spanish"] = "english",
    with_workshop: bool = False,
) -> dict[str, Any]:
    """Book a guided tour for a group.

    Args:
        day: Date of the visit (YYYY-MM-DD).
        group_size: Number of visitors.
        language: Language of the guide.
        with_workshop: Add an hour of painting after the tour.
    """
    fee = 60 + 5 * group_size + (90 if with_workshop else 0)
    return {"tour_no": f"T{day[5:7]}{day[8:]}-{group_size}", "guide": _GUIDES[language], "fee": fee}
