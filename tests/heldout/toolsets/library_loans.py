"""Tools of a town library: catalogue, members, loans and opening hours."""

from datetime import date, timedelta
from typing import Any, Literal

_BOOKS: list[dict[str, Any]] = [
    {
        "book_id": "B-101",
        "title": "The Left Hand of Darkness",
        "author": "Ursula K. Le Guin",
        "year": 1969,
        "shelf": "SF-12",
    },
    {"book_id": "B-102", "title": "Middlemarch", "author": "George Eliot", "year": 1871, "shelf": "FIC-04"},
    {"book_id": "B-103", "title": "Kindred", "author": "Octavia E. Butler", "year": 1979, "shelf": "SF-03"},
    {"book_id": "B-104", "title": "Solaris", "author": "Stanislaw Lem", "year": 1961, "shelf": "SF-14"},
    {
        "book_id": "B-105",
        "title": "A Field Guide to Mosses",
        "author": "Hanne Dalgaard",
        "year": 2011,
        "shelf": "NAT-07",
    },
    {"book_id": "B-106", "title": "Salt", "author": "Mark Kurlansky", "year": 2002, "shelf": "HIS-21"},
]
_COPIES = {
    ("B-101", "central"): (4, 1),
    ("B-101", "north"): (2, 2),
    ("B-102", "central"): (6, 0),
    ("B-102", "north"): (5, 3),
    ("B-103", "central"): (3, 2),
    ("B-103", "harbour"): (2, 0),
    ("B-104", "harbour"): (1, 1),
    ("B-105", "north"): (1, 0),
    ("B-106", "central"): (9, 7),
}
_MEMBERS = {
    "M-118": {"name": "Priya Raman", "since": "2019-09-01", "fines": 3.40},
    "M-204": {"name": "Tomas Lindqvist", "since": "2022-01-17", "fines": 12.75},
    "M-309": {"name": "Eleanor Wu", "since": "2015-06-30", "fines": 0.0},
    "M-377": {"name": "Kofi Mensah", "since": "2024-11-05", "fines": 1.20},
}
_LOANS = {
    "L-3001": ("M-118", "B-102", "2026-03-18"),
    "L-3002": ("M-204", "B-106", "2026-03-21"),
    "L-3003": ("M-204", "B-103", "2026-03-09"),
    "L-3004": ("M-309", "B-105", "2026-04-02"),
}
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"]
_HOURS: dict[str, dict[str, tuple[str, str]]] = {
    "central": dict.fromkeys(_WEEKDAYS, ("09:00", "20:00"))
    | {"saturday": ("09:30", "18:00"), "sunday": ("11:00", "15:45")},
    "north": dict.fromkeys(_WEEKDAYS, ("10:00", "18:15")) | {"saturday": ("10:00", "13:00")},
    "harbour": dict.fromkeys(_WEEKDAYS, ("08:30", "19:00")) | {"saturday": ("09:00", "17:30")},
}


def find_book(title: str) -> dict[str, Any]:
    """Look up a book in the catalogue by its title.

    Args:
        title: Full title of the book. Upper and lower case do not matter.

    Returns:
        The book's id, title, author, year of publication and shelf mark.

    Raises:
        LookupError: If no book in the catalogue has that title.
    """
    for book in _BOOKS:
        if book["title"].casefold() == title.strip().casefold():
            return dict(book)
    raise LookupError(f"no book titled {title!r}")


def check_availability(book_id: str, branch: Literal["central", "north", "harbour"] = "central") -> dict[str, Any]:
    """Tell how many copies of a book a branch owns and how many are on the shelf now.

    Args:
        book_id: Catalogue id of the book, such as "B-101".
        branch: Branch to look in.

    Returns:
        The number of copies owned and the number currently available.
    """
    key = book_id.strip().upper()
    if key not in {book["book_id"] for book in _BOOKS}:
        raise ValueError(f"unknown book id {book_id!r}")
    owned, available = _COPIES.get((key, branch.strip().casefold()), (0, 0))
    return {"book_id": key, "branch": branch, "owned": owned, "available": available}


def find_member(name: str) -> dict[str, Any]:
    """Find a library member by full name.

    Args:
        name: First and last name of the member.

    Returns:
        The member id, name and date of joining.
    """
    for member_id, member in _MEMBERS.items():
        if str(member["name"]).casefold() == name.strip().casefold():
            return {"member_id": member_id, "name": member["name"], "since": member["since"]}
    raise LookupError(f"no member called {name!r}")


def get_fines(member_id: str) -> dict[str, Any]:
    """Return the unpaid fines of a member, in euros.

    Args:
        member_id: Id of the member, such as "M-118".
    """
    key = member_id.strip().upper()
    if key not in _MEMBERS:
        raise ValueError(f"unknown member id {member_id!r}")
    return {"member_id": key, "amount_due": _MEMBERS[key]["fines"], "currency": "EUR"}


def list_loans(member_id: str) -> list[dict[str, Any]]:
    """List the books a member has on loan, with their due dates.

    Args:
        member_id: Id of the member, such as "M-118".

    Returns:
        One entry for each loan with the loan id, the title and the due date.
    """
    key = member_id.strip().upper()
    if key not in _MEMBERS:
        raise ValueError(f"unknown member id {member_id!r}")
    titles = {book["book_id"]: book["title"] for book in _BOOKS}
    return [
        {"loan_id": loan_id, "title": titles[book_id], "due_date": due}
        for loan_id, (owner, book_id, due) in _LOANS.items()
        if owner == key
    ]


def renew_loan(loan_id: str, days: int = 14) -> dict[str, Any]:
    """Extend a loan by a number of days.

    Args:
        loan_id: Id of the loan, such as "L-3001".
        days: By how many days the due date moves, 1 to 28.

    Returns:
        The loan id with its old and new due dates.

    Raises:
        ValueError: If the loan is unknown or the number of days is out of range.
    """
    key = loan_id.strip().upper()
    if key not in _LOANS:
        raise ValueError(f"unknown loan id {loan_id!r}")
    if not 1 <= days <= 28:
        raise ValueError("days must be between 1 and 28")
    old = date.fromisoformat(_LOANS[key][2])
    return {
        "loan_id": key,
        "old_due_date": old.isoformat(),
        "new_due_date": (old + timedelta(days=days)).isoformat(),
    }


def opening_hours(
    branch: Literal["central", "north", "harbour"],
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> dict[str, Any]:
    """Get the opening and closing time of a library branch on a day of the week."""
    hours = _HOURS.get(branch.strip().casefold())
    if hours is None:
        raise ValueError(f"unknown branch {branch!r}")
    opens, closes = hours.get(day.strip().casefold(), ("closed", "closed"))
    return {"branch": branch, "day": day, "opens": opens, "closes": closes}
