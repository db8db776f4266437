"""Ticket office of the Northmoor Arena."""

from typing import Any, Literal

Stand = Literal["north", "south", "east", "west"]

_MATCHES: dict[str, dict[str, Any]] = {
    "G-701": {"team": "Northmoor Rovers", "opponent": "Calder Town", "date": "2026-09-05", "kick_off": "15:00"},
    "G-702": {"team": "Northmoor Rovers", "opponent": "Ashby United", "date": "2026-09-19", "kick_off": "17:30"},
    "G-703": {"team": "Northmoor Rovers", "opponent": "Fenwick", "date": "2026-10-03", "kick_off": "12:15"},
    "G-740": {"team": "Northmoor Ladies", "opponent": "Elland", "date": "2026-09-13", "kick_off": "14:00"},
    "G-741": {"team": "Northmoor Ladies", "opponent": "Ravenhill", "date": "2026-09-27", "kick_off": "13:30"},
}
_PRICES = {"north": 31.0, "south": 27.5, "east": 44.0, "west": 52.0}
_ORDERS: dict[str, dict[str, Any]] = {
    "TO-9917": {"buyer_name": "Marek Zielinski", "match_id": "G-701", "stand": "east", "tickets": 2, "total": 88.0},
    "TO-9920": {"buyer_name": "Olive Tranter", "match_id": "G-740", "stand": "south", "tickets": 4, "total": 58.0},
    "TO-9941": {"buyer_name": "Sanjay Rao", "match_id": "G-703", "stand": "west", "tickets": 1, "total": 52.0},
}
_PARKING = {
    "2026-09-05": {"free_spaces": 212, "fee": 12.0},
    "2026-09-13": {"free_spaces": 640, "fee": 6.0},
    "2026-09-19": {"free_spaces": 48, "fee": 14.5},
    "2026-09-27": {"free_spaces": 655, "fee": 6.5},
    "2026-10-03": {"free_spaces": 130, "fee": 11.0},
}


def search_matches(team: str, date_from: str | None = None, date_to: str | None = None) -> list[dict[str, Any]]:
    """Search the home matches of a team.

    Parameters
    ----------
    team : str
        Name of the team, e.g. "Northmoor Rovers".
    date_from : str, optional
        First day, YYYY-MM-DD.
    date_to : str, optional
        Last day, YYYY-MM-DD.

    Returns
    -------
    list of dict
        match_id, opponent, date and kick-off time of each match.
    """
    return [
        {"match_id": match_id, **match}
        for match_id, match in _MATCHES.items()
        if match["team"].lower() == team.lower() and (date_from or "") <= match["date"] <= (date_to or "9999")
    ]


def get_match(match_id: str) -> dict[str, Any]:
    """Opponent, date and kick-off time of a match.

    Parameters
    ----------
    match_id : str
        Identifier of the match, e.g. "G-701".
    """
    if match_id not in _MATCHES:
        raise ValueError(f"no match {match_id}")
    return {"match_id": match_id, **_MATCHES[match_id]}


def get_ticket_price(match_id: str, stand: Stand) -> dict[str, Any]:
    """Price of a ticket for a match in one of the stands.

    Parameters
    ----------
    match_id : str
        Identifier of the match, e.g. "G-701".
    stand : {"north", "south", "east", "west"}
        The stand.
    """
    if match_id not in _MATCHES:
        raise ValueError(f"no match {match_id}")
    share = 0.5 if "Ladies" in _MATCHES[match_id]["team"] else 1.0
    return {"match_id": match_id, "stand": stand, "ticket_price": _PRICES[stand] * share, "currency": "GBP"}


def book_tickets(match_id: str, stand: Stand, tickets: int, buyer_name: str) -> dict[str, Any]:
    """Book tickets for a match.

    Parameters
    ----------
    match_id : str
        Identifier of the match, e.g. "G-701".
    stand : {"north", "south", "east", "west"}
        Where the seats are to be.
    tickets : int
        Number of tickets.
    buyer_name : str
        Full name of the buyer.

    Returns
    -------
    dict
        Number of the order and total price.
    """
    price = get_ticket_price(match_id, stand)["ticket_price"]
    initials = "".join(word[0] for word in buyer_name.split()).upper()
    return {"order_id": f"TO-{match_id[2:]}{stand[0].upper()}{tickets}{initials}", "total": price * tickets}


def get_order(order_id: str) -> dict[str, Any]:
    """Look up a ticket order: buyer, match, stand, number of tickets and total.

    Parameters
    ----------
    order_id : str
        Identifier of the order, e.g. "TO-9917".
    """
    if order_id not in _ORDERS:
        raise ValueError(f"no order {order_id}")
    return {"order_id": order_id, **_ORDERS[order_id]}


def refund_order(order_id: str, reason: str) -> dict[str, Any]:
    """Refund a ticket order.

    Parameters
    ----------
    order_id : str
        Identifier of the order, e.g. "TO-9917".
    reason : str
        Why the money is paid back.
    """
    if order_id not in _ORDERS:
        raise ValueError(f"no order {order_id}")
    return {"refund_id": f"RF-{order_id[3:]}", "refunded": _ORDERS[order_id]["total"], "reason": reason}


def get_parking(date: str) -> dict[str, Any]:
    """Free spaces and fee of the stadium car park on a day.

    Parameters
    ----------
    date : str
        The day, YYYY-MM-DD.
    """
    return {"date": date, **_PARKING.get(date, {"free_spaces": 900, "fee": 4.0})}
