"""The city's museum pass."""

from typing import Any, Literal

Language = Literal["English", "German", "French", "Spanish"]

_MUSEUMS: dict[str, dict[str, Any]] = {
    "Maritime Museum": {"opening_hours": "09:00-17:30", "ticket_price": 12.5, "address": "Pier 4"},
    "Textile Museum": {"opening_hours": "10:00-18:00", "ticket_price": 9.0, "address": "Spindle Lane 19"},
    "Clock Museum": {"opening_hours": "11:00-16:45", "ticket_price": 7.5, "address": "Bell Court 2"},
    "Puppet Museum": {"opening_hours": "13:00-19:00", "ticket_price": 6.0, "address": "Marionette Square 7"},
}
_EXHIBITIONS = [
    {"title": "Lost in the Shallows", "topic": "shipwrecks", "museum": "Maritime Museum", "opened": "2026-01-16"},
    {"title": "White Gold", "topic": "porcelain", "museum": "Textile Museum", "opened": "2025-11-04"},
    {"title": "Dolls of Clay", "topic": "porcelain", "museum": "Puppet Museum", "opened": "2026-02-20"},
    {"title": "Springs and Wheels", "topic": "pendulums", "museum": "Clock Museum", "opened": "2025-09-12"},
]
_TOURS = [
    {"tour": "Behind the Dial", "museum": "Clock Museum", "language": "German", "starts": "11:45"},
    {"tour": "Hours and Minutes", "museum": "Clock Museum", "language": "French", "starts": "15:10"},
    {"tour": "Strings Attached", "museum": "Puppet Museum", "language": "English", "starts": "14:20"},
    {"tour": "Manos y Hilos", "museum": "Puppet Museum", "language": "Spanish", "starts": "17:05"},
    {"tour": "Below Deck", "museum": "Maritime Museum", "language": "English", "starts": "10:15"},
]
_PASSES = {
    "MP-3007": {"holder": "Viola Strand", "kind": "adult", "valid_until": "2026-05-31"},
    "MP-3011": {"holder": "Kofi Mensah", "kind": "family", "valid_until": "2026-08-15"},
    "MP-3024": {"holder": "Edda Lorenz", "kind": "student", "valid_until": "2026-04-30"},
}
_VISITS = {
    "MP-3007": [{"museum": "Clock Museum", "day": "2026-01-10"}],
    "MP-3011": [
        {"museum": "Puppet Museum", "day": "2026-02-28"},
        {"museum": "Maritime Museum", "day": "2026-01-25"},
        {"museum": "Textile Museum", "day": "2025-12-06"},
        {"museum": "Clock Museum", "day": "2025-10-19"},
    ],
    "MP-3024": [{"museum": "Textile Museum", "day": "2026-01-03"}],
}


def _museum(name: str) -> str:
    for museum in _MUSEUMS:
        if museum.casefold() == name.strip().casefold():
            return museum
    raise ValueError(f"no museum called {name}")


def get_museum(museum: str) -> dict[str, Any]:
    """Opening hours, ticket price and address of a museum.

    Parameters
    ----------
    museum : str
        Name of the museum, e.g. "Toy Museum".
    """
    return {"museum": _museum(museum), **_MUSEUMS[_museum(museum)]}


def search_exhibitions(topic: str) -> list[dict[str, Any]]:
    """Search exhibitions about a topic.

    Parameters
    ----------
    topic : str
        One word, in the plural where it has one.

    Returns
    -------
    list of dict
        Title, museum and opening day of each exhibition.
    """
    return [one for one in _EXHIBITIONS if one["topic"] == topic.strip().casefold()]


def list_tours(museum: str, language: Language | None = None) -> list[dict[str, Any]]:
    """List the guided tours of a museum.

    Parameters
    ----------
    museum : str
        Name of the museum.
    language : {"English", "German", "French", "Spanish"}, optional
        Language of the tour.
    """
    name = _museum(museum)
    return [one for one in _TOURS if one["museum"] == name and language in (None, one["language"])]


def get_pass(pass_id: str) -> dict[str, Any]:
    """Holder, kind and validity of a museum pass.

    Parameters
    ----------
    pass_id : str
        Id of the pass, e.g. "MP-3000".
    """
    if pass_id not in _PASSES:
        raise ValueError(f"no pass {pass_id}")
    return {"pass_id": pass_id, **_PASSES[pass_id]}


def renew_pass(pass_id: str, months: int) -> dict[str, Any]:
    """Renew a museum pass for some months.

    Parameters
    ----------
    pass_id : str
        Id of the pass, e.g. "MP-3000".
    months : int
        Number of months.
    """
    if pass_id not in _PASSES:
        raise ValueError(f"no pass {pass_id}")
    rate = {"adult": 4.5, "family": 8.0, "student": 2.75}[_PASSES[pass_id]["kind"]]
    return {"pass_id": pass_id, "renewed_for_months": months, "amount_due": rate * months}


def list_visits(pass_id: str, limit: int = 10) -> list[dict[str, Any]]:
    """List the museum visits made with a pass, newest first.

    Parameters
    ----------
    pass_id : str
        Id of the pass, e.g. "MP-3000".
    limit : int
        How many visits at most.
    """
    if pass_id not in _VISITS:
        raise ValueError(f"no pass {pass_id}")
    return _VISITS[pass_id][:limit]


def book_time_slot(museum: str, date: str, time: str, visitors: int = 1, audio_guide: bool = False) -> dict[str, Any]:
    """Book a time slot in a museum.

    Parameters
    ----------
    museum : str
        Name of the museum.
    date : str
        Day of the visit, YYYY-MM-DD.
    time : str
        Start of the slot, HH:MM.
    visitors : int
        Number of visitors.
    audio_guide : bool
        Whether audio guides are wanted.

    Returns
    -------
    dict
        Code of the slot.
    """
    initials = "".join(word[0] for word in _museum(museum).split())
    code = f"SL-{initials}{date[5:7]}{date[8:]}{time[:2]}-{visitors}"
    return {"slot_code": code, "museum": _museum(museum), "audio_guide": audio_guide}
