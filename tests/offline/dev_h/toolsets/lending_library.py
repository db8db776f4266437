"""Members, loans and branches of a lending library."""

from typing import Any, Literal

Branch = Literal["Northgate", "Castle Street", "Elmfield"]

_TITLES: dict[str, dict[str, Any]] = {
    "a bridge of reeds": {"book_id": "B-1204", "author": "Ottilie Kern", "shelf": "F-KER", "copies_in": 2},
    "the salt inspector": {"book_id": "B-1377", "author": "Ottilie Kern", "shelf": "F-KER", "copies_in": 0},
    "winter bees": {"book_id": "B-2051", "author": "Fergus Doyle", "shelf": "595-DOY", "copies_in": 3},
    "maps of the moon": {"book_id": "B-2290", "author": "Lian Zhou", "shelf": "523-ZHO", "copies_in": 1},
    "the quiet locksmith": {"book_id": "B-3318", "author": "Fergus Doyle", "shelf": "F-DOY", "copies_in": 0},
}
_MEMBERS: dict[str, dict[str, Any]] = {
    "M4401": {"name": "Tobias Wren", "home_branch": "Elmfield", "loans": ["B-1377"], "fines": 3.2},
    "M4418": {"name": "Sunita Rao", "home_branch": "Castle Street", "loans": [], "fines": 0.0},
    "M4460": {"name": "Beatrix Holm", "home_branch": "Northgate", "loans": ["B-3318", "B-2290"], "fines": 7.5},
}
_HOURS: dict[tuple[str, str], str] = {
    ("northgate", "monday"): "09:00-17:30",
    ("northgate", "saturday"): "10:00-13:00",
    ("castle street", "saturday"): "09:30-16:30",
    ("castle street", "thursday"): "11:00-19:30",
    ("elmfield", "tuesday"): "08:45-16:45",
    ("elmfield", "friday"): "13:00-18:15",
}


def find_title(title: str) -> dict[str, Any]:
    """Find a book in the catalogue by its title."""
    return _TITLES.get(title.strip().casefold(), {"found": False, "title": title})


def titles_by_author(author: str, available_only: bool = False) -> list[str]:
    """Titles that the library holds of an author.

    Args:
        author: First and last name of the author.
        available_only: Leave out titles of which all copies are lent.
    """
    books = [(title, book) for title, book in _TITLES.items() if book["author"].casefold() == author.casefold()]
    return [title.title() for title, book in books if book["copies_in"] or not available_only]


def member_record(member_no: str) -> dict[str, Any]:
    """Name, home branch, current loans and open fines of a member."""
    if member_no.upper() not in _MEMBERS:
        raise ValueError(f"no member {member_no!r}")
    return _MEMBERS[member_no.upper()]


def renew_loan(member_no: str, book_id: str, weeks: int = 3) -> dict[str, Any]:
    """Extend a loan.

    Args:
        member_no: Number on the library card.
        book_id: Identifier of the book.
        weeks: By how many weeks.
    """
    if book_id not in member_record(member_no)["loans"]:
        raise ValueError("that book is not on loan to this member")
    return {"renewal_slip": f"RN{book_id[2:]}{weeks}", "weeks": weeks}


def reserve_book(book_id: str, member_no: str, pickup_branch: Branch) -> dict[str, Any]:
    """Put a book aside for a member.

    Args:
        book_id: Identifier of the book.
        member_no: Number on the library card.
        pickup_branch: Where the member will collect it.
    """
    member_record(member_no)
    return {"reservation": f"RS-{book_id[2:]}-{member_no[1:]}", "pickup_branch": pickup_branch}


def branch_hours(
    branch: Branch,
    weekday: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
) -> str:
    """Opening hours of a branch on a day of the week."""
    return _HOURS.get((branch.casefold(), weekday.casefold()), "closed")


def pay_fine(member_no: str, amount: float, method: Literal["cash", "card", "transfer"] = "card") -> dict[str, Any]:
    """Record the payment of a fine.

    Args:
        member_no: Number on the library card.
        amount: Amount paid.
        method: Means of payment.
    """
    remaining = round(member_record(member_no)["fines"] - amount, 2)
    return {"receipt": f"PF-{member_no[1:]}-{method[0].upper()}", "remaining": remaining}
