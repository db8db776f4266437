"""Programme, studio and donations of a community radio station."""

from typing import Any, Literal

SHOWS: list[dict[str, Any]] = [
    {"show_id": "SH-12", "title": "Blue Hour", "genre": "jazz", "language": "en", "presenter": "Lucy Farrow",
     "minutes": 120, "first_aired": "2019-05-03"},
    {"show_id": "SH-15", "title": "Kitchen Table", "genre": "talk", "language": "en", "presenter": "Owen Pryce",
     "minutes": 60, "first_aired": "2021-10-11"},
    {"show_id": "SH-17", "title": "Fala", "genre": "talk", "language": "pl", "presenter": "Beata Nowak",
     "minutes": 90, "first_aired": "2023-01-16"},
    {"show_id": "SH-20", "title": "Hedgerow", "genre": "folk", "language": "en", "presenter": "Owen Pryce",
     "minutes": 75, "first_aired": "2018-03-22"},
    {"show_id": "SH-24", "title": "Le Quai", "genre": "news", "language": "fr", "presenter": "Mathis Garnier",
     "minutes": 30, "first_aired": "2022-09-05"},
    {"show_id": "SH-26", "title": "Town Desk", "genre": "news", "language": "en", "presenter": "Lucy Farrow",
     "minutes": 45, "first_aired": "2024-02-19"},
]  # fmt: skip
PRESENTERS: dict[str, dict[str, str]] = {
    "lucy farrow": {"presenter": "Lucy Farrow", "email": "lucy@hillside.example", "phone": "01874 5501"},
    "owen pryce": {"presenter": "Owen Pryce", "email": "owen@hillside.example", "phone": "01874 5502"},
    "beata nowak": {"presenter": "Beata Nowak", "email": "beata@hillside.example", "phone": "01874 5503"},
    "mathis garnier": {"presenter": "Mathis Garnier", "email": "mathis@hillside.example", "phone": "01874 5504"},
}
PLAYLISTS: dict[tuple[str, str], list[dict[str, str]]] = {
    ("SH-12", "2026-03-06"): [
        {"song": "Velvet Stairs", "artist": "Trio Amsel"},
        {"song": "Late Ferry", "artist": "Nora Quist"},
    ],
    ("SH-12", "2026-03-13"): [{"song": "Copper Rain", "artist": "Dell Harmon"}],
    ("SH-20", "2026-03-13"): [{"song": "The Tinker's Gate", "artist": "Marrow Lane"}],
    ("SH-26", "2026-03-09"): [{"song": "Signal Box", "artist": "The Pylons"}],
}
DONATIONS: list[dict[str, Any]] = [
    {"donor": "R. Meredith", "amount_eur": 40, "date": "2026-02-03"},
    {"donor": "Bakery Thorne", "amount_eur": 150, "date": "2026-02-14"},
    {"donor": "S. Okafor", "amount_eur": 25, "date": "2026-02-27"},
    {"donor": "P. Vaughan", "amount_eur": 60, "date": "2026-04-08"},
    {"donor": "Cycle Co-op", "amount_eur": 210, "date": "2026-04-19"},
]
BOOKINGS = {"SB-71": "2026-05-04", "SB-74": "2026-05-11", "SB-79": "2026-05-18"}


def list_shows(
    genre: Literal["jazz", "talk", "folk", "news"] | None = None, language: Literal["en", "fr", "pl"] | None = None
) -> list[dict[str, Any]]:
    """List the radio shows, with presenter and length.

    Args:
        genre: kind of show
        language: language code of the show, fr for French, pl for Polish
    """
    return [show for show in SHOWS if genre in (None, show["genre"]) and language in (None, show["language"])]


def get_presenter(presenter: str) -> dict[str, str]:
    """E-mail address and phone number of a presenter, by name."""
    found = PRESENTERS.get(presenter.strip().casefold())
    if found is None:
        raise ValueError(f"no presenter {presenter}")
    return found


def get_playlist(show_id: str, date: str) -> list[dict[str, str]]:
    """Playlist of a show on a day: its songs and artists.

    Args:
        show_id: number of the show, e.g. SH-12
        date: day of broadcast, YYYY-MM-DD
    """
    return PLAYLISTS.get((show_id, date), [])


def list_donations(month: str) -> list[dict[str, Any]]:
    """Donations to the station in a month, written YYYY-MM."""
    return [one for one in DONATIONS if one["date"].startswith(month)]


def book_studio(date: str, start_time: str, end_time: str, studio: Literal["A", "B"] = "A") -> dict[str, Any]:
    """Book a studio for a recording.

    Args:
        date: YYYY-MM-DD
        start_time: HH:MM
        end_time: HH:MM
        studio: which of the two studios
    """
    reference = f"SB-{studio}{date[5:7]}{date[8:]}{start_time[:2]}"
    return {"booking_id": reference, "date": date, "from": start_time, "until": end_time}


def cancel_studio_booking(booking_id: str) -> dict[str, str]:
    """Cancel a studio booking (booking_id, e.g. SB-71)."""
    if booking_id not in BOOKINGS:
        raise ValueError(f"no booking {booking_id}")
    return {"booking_id": booking_id, "date": BOOKINGS[booking_id], "status": "cancelled"}


def add_announcement(show_id: str, text: str) -> dict[str, str]:
    """Add an announcement to a show.

    Args:
        show_id: number of the show, e.g. SH-12
        text: what is to be read out
    """
    return {"announcement_id": f"AN-{show_id[-2:]}{len(text)}", "show_id": show_id, "state": "queued"}
