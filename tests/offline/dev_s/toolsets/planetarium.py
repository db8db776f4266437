"""Programme, tickets and sky calendar of a planetarium."""

from typing import Any, Literal

SHOWS: dict[str, dict[str, Any]] = {
    "PL301": {"title": "Rings of Saturn", "day": "2026-10-17", "starts": "14:30", "language": "english", "seats": 37},
    "PL302": {"title": "Black Holes", "day": "2026-10-17", "starts": "19:00", "language": "english", "seats": 5},
    "PL303": {"title": "Der kleine Mond", "day": "2026-10-17", "starts": "11:00", "language": "german", "seats": 82},
    "PL310": {"title": "Black Holes", "day": "2026-10-18", "starts": "16:15", "language": "english", "seats": 64},
    "PL311": {"title": "Sternenreise", "day": "2026-10-18", "starts": "13:00", "language": "german", "seats": 12},
}
SKY: dict[tuple[str, str], tuple[str, str]] = {
    ("jupiter", "2026-10-17"): ("01:12", "15:48"),
    ("saturn", "2026-10-17"): ("17:26", "05:31"),
    ("venus", "2026-10-17"): ("09:03", "17:55"),
    ("moon", "2026-10-17"): ("13:37", "22:09"),
    ("jupiter", "2026-10-18"): ("01:09", "15:44"),
    ("moon", "2026-10-18"): ("14:21", "23:16"),
}
OBJECTS: dict[str, dict[str, Any]] = {
    "andromeda galaxy": {"constellation": "Andromeda", "distance_ly": 2537000, "magnitude": 3.4},
    "ring nebula": {"constellation": "Lyra", "distance_ly": 2570, "magnitude": 8.8},
    "betelgeuse": {"constellation": "Orion", "distance_ly": 548, "magnitude": 0.5},
    "vega": {"constellation": "Lyra", "distance_ly": 25, "magnitude": 0.03},
}


def shows_on(day: str, language: Literal["english", "german"] = "english") -> list[dict[str, Any]]:
    """List the shows of a day in a language. Returns show id, title and starting time of each."""
    return [
        {"show_id": key, "title": show["title"], "starts": show["starts"]}
        for key, show in SHOWS.items()
        if show["day"] == day and show["language"] == language
    ]


def seats_left(show_id: str) -> int:
    """Count the unsold seats of a show. Returns the number of seats."""
    if show_id.upper() not in SHOWS:
        raise ValueError(f"unknown show {show_id}")
    return int(SHOWS[show_id.upper()]["seats"])


def ticket_total(adults: int, children: int = 0, member: bool = False) -> float:
    """Add up the admission for a party; members get a fifth off. Returns the total in euros."""
    return round((adults * 12.5 + children * 7.0) * (0.8 if member else 1.0), 2)


def hold_seats(show_id: str, seats: int, name: str, wheelchair: bool = False) -> dict[str, Any]:
    """Put seats of a show on hold under a name. Returns the hold code and the row."""
    if show_id.upper() not in SHOWS:
        raise ValueError(f"unknown show {show_id}")
    code = f"H{show_id[2:]}{seats}{name.split()[-1][:3].upper()}"
    return {"hold": code, "row": "A" if wheelchair else "F", "seats": seats}


def rise_and_set(body: str, day: str) -> dict[str, str]:
    """Give the times a planet or the moon rises and sets over the city on a date. Returns both times."""
    times = SKY.get((body.strip().lower(), day))
    if times is None:
        raise ValueError(f"no almanac entry for {body} on {day}")
    return {"rises": times[0], "sets": times[1]}


def sky_object(name: str) -> dict[str, Any]:
    """Describe a star, nebula or galaxy. Returns its constellation, distance in light years and magnitude."""
    found = OBJECTS.get(name.strip().lower())
    return {"name": name, **found} if found else {"name": name, "found": False}
