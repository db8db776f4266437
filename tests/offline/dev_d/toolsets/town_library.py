"""Catalogue, loans and fines of a town library."""

from typing import Any, Literal

Branch = Literal["central", "riverside", "mobile"]

_ITEMS: dict[str, dict[str, Any]] = {
    "L-4410": {"title": "The Salt Road", "author": "Mirela Oduya", "kind": "book", "shelf": "FIC 12"},
    "L-4427": {"title": "Moths by Lamplight", "author": "Gareth Pym", "kind": "book", "shelf": "NAT 3"},
    "L-5093": {"title": "Ferrymen", "author": "Ilse Vanderhagen", "kind": "dvd", "shelf": "DVD 7"},
    "L-5120": {"title": "A Short Walk Uphill", "author": "Gareth Pym", "kind": "audiobook", "shelf": "AUD 1"},
}
_STATUS: dict[str, dict[str, Any]] = {
    "L-4410": {"status": "on loan", "branch": "central", "due_back": "2026-03-19"},
    "L-4427": {"status": "available", "branch": "riverside", "due_back": None},
    "L-5093": {"status": "in repair", "branch": "central", "due_back": "2026-04-02"},
    "L-5120": {"status": "available", "branch": "mobile", "due_back": None},
}
_LOANS: dict[str, list[dict[str, Any]]] = {
    "C70218": [{"item_no": "L-4410", "due": "2026-03-19", "overdue": False}],
    "C70355": [
        {"item_no": "L-3981", "due": "2026-02-11", "overdue": True},
        {"item_no": "L-4052", "due": "2026-03-25", "overdue": False},
    ],
}
_QUEUE = {"L-4410": 3, "L-4427": 0, "L-5093": 1, "L-5120": 0}
_HOURS = {
    "central": {"weekday": "09:00-19:30", "saturday": "10:00-16:00", "sunday": "closed"},
    "riverside": {"weekday": "11:00-18:00", "saturday": "09:30-13:15", "sunday": "closed"},
    "mobile": {"weekday": "13:45-17:00", "saturday": "closed", "sunday": "closed"},
}


def search_catalogue(title: str) -> dict[str, Any]:
    """Search by title. Gives item number, author, kind and shelf mark."""
    for item_no, item in _ITEMS.items():
        if item["title"].casefold() == title.strip().casefold():
            return {"item_no": item_no, **item}
    raise LookupError(f"nothing called {title!r}")


def item_status(item_no: str) -> dict[str, Any]:
    """Is this item on loan, available or in repair, at which branch, and when is it due back?"""
    if item_no.strip().upper() not in _STATUS:
        raise LookupError(f"no item {item_no!r}")
    return {"item_no": item_no.strip().upper(), **_STATUS[item_no.strip().upper()]}


def loans(card: str, overdue_only: bool = False) -> list[dict[str, Any]]:
    """Items out on a library card.

    card: number printed on the card, like C70000
    overdue_only: leave out everything that is still in time
    """
    if card.strip().upper() not in _LOANS:
        raise LookupError(f"unknown card {card!r}")
    return [one for one in _LOANS[card.strip().upper()] if one["overdue"] or not overdue_only]


def reserve_item(item_no: str, card: str, pickup: Branch = "central") -> dict[str, Any]:
    """Put a hold on an item. Returns hold number and place in the queue."""
    if item_no.strip().upper() not in _ITEMS:
        raise LookupError(f"no item {item_no!r}")
    place = _QUEUE[item_no.strip().upper()] + 1
    return {"hold": f"HD-{item_no.strip()[-4:]}-{place}", "place": place, "card": card, "pickup": pickup}


def late_fee(days: int, kind: Literal["book", "dvd", "audiobook"] = "book") -> dict[str, Any]:
    """Fee in pounds for returning something late."""
    return {"kind": kind, "days": days, "pounds": round(days * {"book": 0.15, "dvd": 0.6, "audiobook": 0.35}[kind], 2)}


def opening_hours(branch: Branch, day: Literal["weekday", "saturday", "sunday"] = "weekday") -> dict[str, Any]:
    """Opening hours of a branch."""
    return {"branch": branch, "day": day, "hours": _HOURS[branch.strip().casefold()][day.strip().casefold()]}
