"""Swaps, lots and meetings of a stamp collectors' club."""

from typing import Any, Literal

_MEMBERS: dict[int, dict[str, Any]] = {
    17: {"name": "Agnes Pell", "collects": "Iceland", "fee_paid": True, "since": 1998},
    23: {"name": "Ruben Stahl", "collects": "airmail", "fee_paid": False, "since": 2011},
    38: {"name": "Yoko Lindgren", "collects": "Japan", "fee_paid": True, "since": 2004},
    41: {"name": "Declan Furey", "collects": "Ireland", "fee_paid": True, "since": 2019},
}
_STAMPS: dict[str, dict[str, Any]] = {
    "IS-88": {"country": "Iceland", "year": 1930, "motif": "parliament millennium", "mint": 62.0, "used": 21.5},
    "IS-104": {"country": "Iceland", "year": 1938, "motif": "geyser", "mint": 18.0, "used": 4.25},
    "JP-210": {"country": "Japan", "year": 1948, "motif": "looking back beauty", "mint": 75.0, "used": 33.0},
    "IE-12": {"country": "Ireland", "year": 1922, "motif": "map of the island", "mint": 9.5, "used": 1.8},
    "IE-31": {"country": "Ireland", "year": 1929, "motif": "portrait of O'Connell", "mint": 6.4, "used": 2.75},
}
_LOTS: dict[int, dict[str, Any]] = {
    301: {"stamp": "IS-88", "condition": "mint", "highest_bid": 48.0, "seller": 38, "closes": "2026-10-09"},
    305: {"stamp": "JP-210", "condition": "used", "highest_bid": 27.0, "seller": 17, "closes": "2026-10-09"},
    312: {"stamp": "IE-12", "condition": "mint", "highest_bid": 7.5, "seller": 23, "closes": "2026-11-13"},
}
_MEETINGS: dict[str, dict[str, str]] = {
    "2026-10": {"day": "2026-10-09", "place": "Guildhall annexe", "topic": "autumn auction"},
    "2026-11": {"day": "2026-11-13", "place": "Railway Arms", "topic": "watermarks"},
    "2026-12": {"day": "2026-12-04", "place": "Parish room", "topic": "postcards from the Alps"},
}


def member(number: int) -> dict[str, Any]:
    """A member by membership number (e.g. 17): name, field of collecting, whether the fee is paid."""
    if number not in _MEMBERS:
        raise ValueError(f"no member {number}")
    return {"number": number, **_MEMBERS[number]}


def search_stamps(country: str, year_from: int = 1840, year_to: int = 2030) -> list[dict[str, Any]]:
    """Stamps of a country in a span of years, each with its catalogue number (e.g. IS-88).

    Args:
        country (str): English name.
        year_from (int): First year of issue.
        year_to (int): Last year of issue.
    """
    return [
        {"catalogue_no": number, "year": stamp["year"], "motif": stamp["motif"]}
        for number, stamp in _STAMPS.items()
        if stamp["country"].lower() == country.strip().lower() and year_from <= stamp["year"] <= year_to
    ]


def stamp_value(catalogue_no: str, condition: Literal["mint", "used"] = "mint") -> float:
    """Catalogue value of a stamp (e.g. IS-88) in EUR, mint or used."""
    if catalogue_no.upper() not in _STAMPS:
        raise ValueError(f"no stamp {catalogue_no}")
    return float(_STAMPS[catalogue_no.upper()][condition])


def lot(lot_no: int) -> dict[str, Any]:
    """A lot of the club auction (e.g. 301): stamp, condition, highest bid in EUR, number of the seller, closing day."""
    if lot_no not in _LOTS:
        return {"lot_no": lot_no, "status": "not found"}
    return {"lot_no": lot_no, **_LOTS[lot_no]}


def place_bid(lot_no: int, member_no: int, amount: float) -> dict[str, Any]:
    """Bid for a lot.

    Args:
        lot_no (int): E.g. 301.
        member_no (int): Membership number of the bidder.
        amount (float): In EUR.
    """
    if lot_no not in _LOTS or member_no not in _MEMBERS:
        raise ValueError("unknown lot or member")
    leading = amount > _LOTS[lot_no]["highest_bid"]
    return {"bid": f"B{lot_no}-{member_no}", "result": "leading" if leading else "too low"}


def meeting(month: str) -> dict[str, str]:
    """Day, place and topic of the meeting in a month (YYYY-MM)."""
    return _MEETINGS.get(month, {"month": month, "status": "no meeting"})


def offer_swap(member_no: int, give: list[str], want: list[str], until: str = "2026-12-31") -> dict[str, Any]:
    """Put a swap on the board.

    Args:
        member_no (int): Who offers.
        give (list): Catalogue numbers given away, e.g. ["IS-88"].
        want (list): Catalogue numbers wanted.
        until (str): Last day of the offer, YYYY-MM-DD.
    """
    balance = sum(_STAMPS[one.upper()]["used"] for one in give) - sum(_STAMPS[one.upper()]["used"] for one in want)
    return {"swap": f"SW{member_no}-{len(give)}{len(want)}", "balance_eur": round(balance, 2), "until": until}
