"""Catalogue, branches and loans of a network of public libraries."""

from typing import Any, Literal

Language = Literal["English", "German", "French", "Spanish"]

_BOOKS: list[dict[str, Any]] = [
    {"book_id": "BK-410", "title": "The Tin Orchard", "author": "Jane Halloway", "language": "English", "year": 2011},
    {"book_id": "BK-411", "title": "Harbour of Glass", "author": "Jane Halloway", "language": "English", "year": 2019},
    {"book_id": "BK-412", "title": "Le Verger", "author": "Jane Halloway", "language": "French", "year": 2014},
    {"book_id": "BK-455", "title": "Nine Winters", "author": "Anders Voll", "language": "English", "year": 2003},
    {"book_id": "BK-456", "title": "Neun Winter", "author": "Anders Voll", "language": "German", "year": 2006},
    {"book_id": "BK-471", "title": "Salt and Copper", "author": "Lucia Ferrante", "language": "Spanish", "year": 2021},
]
_COPIES: dict[str, list[dict[str, Any]]] = {
    "BK-410": [
        {"branch": "Eastgate", "shelf": "F-17", "on_shelf": 2},
        {"branch": "Millbrook", "shelf": "F-03", "on_shelf": 0},
    ],
    "BK-411": [{"branch": "Central", "shelf": "A-22", "on_shelf": 1}],
    "BK-412": [{"branch": "Central", "shelf": "X-08", "on_shelf": 1}],
    "BK-455": [{"branch": "Millbrook", "shelf": "V-31", "on_shelf": 3}],
    "BK-456": [{"branch": "Eastgate", "shelf": "X-40", "on_shelf": 1}],
    "BK-471": [{"branch": "Central", "shelf": "X-12", "on_shelf": 0}],
}
_HOURS = {
    ("central", "weekday"): "08:30-20:00",
    ("central", "saturday"): "09:00-17:30",
    ("central", "sunday"): "11:00-15:00",
    ("eastgate", "weekday"): "10:00-18:15",
    ("eastgate", "saturday"): "10:00-13:45",
    ("eastgate", "sunday"): "closed",
    ("millbrook", "weekday"): "09:15-17:00",
    ("millbrook", "saturday"): "09:30-12:00",
    ("millbrook", "sunday"): "closed",
}
_MEMBERS = {"M-9021": "Tomas Reyle", "M-9033": "Greta Lindqvist", "M-9050": "Farah Aziz"}
_LOANS: list[dict[str, Any]] = [
    {"loan_id": "LN-5501", "member_id": "M-9021", "title": "Nine Winters", "due_date": "2026-05-11", "renewals": 0},
    {
        "loan_id": "LN-5507",
        "member_id": "M-9021",
        "title": "Knots and Splices",
        "due_date": "2026-04-28",
        "renewals": 1,
    },
    {"loan_id": "LN-5519", "member_id": "M-9033", "title": "Salt and Copper", "due_date": "2026-05-02", "renewals": 0},
    {"loan_id": "LN-5520", "member_id": "M-9033", "title": "Bread at Home", "due_date": "2026-05-19", "renewals": 0},
    {"loan_id": "LN-5524", "member_id": "M-9033", "title": "The Slow Canal", "due_date": "2026-05-07", "renewals": 2},
]


def search_books(
    author: str | None = None,
    title: str | None = None,
    language: Language | None = None,
) -> list[dict[str, Any]]:
    """Search the catalogue for books.

    :param author: full name of the author
    :param title: title of the book
    :param language: language of the book
    :return: the books found, each with its book_id, title, author, language and year
    """
    return [
        book
        for book in _BOOKS
        if (author is None or book["author"].casefold() == author.casefold())
        and (title is None or book["title"].casefold() == title.casefold())
        and language in (None, book["language"])
    ]


def get_copies(book_id: str) -> list[dict[str, Any]]:
    """Copies of a book: the branches that have it, the shelf, and how many are on the shelf.

    :param book_id: number of the book, e.g. BK-100
    """
    if book_id not in _COPIES:
        raise ValueError(f"unknown book {book_id}")
    return _COPIES[book_id]


def get_opening_hours(branch: str, day: Literal["weekday", "saturday", "sunday"] = "weekday") -> dict[str, str]:
    """Opening hours of a library branch.

    :param branch: name of the branch, e.g. Harbourside
    :param day: one of weekday, saturday, sunday
    """
    hours = _HOURS.get((branch.strip().casefold(), day))
    if hours is None:
        raise ValueError(f"unknown branch {branch}")
    return {"branch": branch, "day": day, "hours": hours}


def find_member(name: str) -> dict[str, str]:
    """Find a library member by name.

    :param name: first and last name of the member
    :return: the member_id and the name
    """
    for member_id, known in _MEMBERS.items():
        if known.casefold() == name.strip().casefold():
            return {"member_id": member_id, "name": known}
    raise ValueError(f"no member called {name}")


def list_loans(member_id: str) -> list[dict[str, Any]]:
    """List the loans of a member with their due dates.

    :param member_id: number of the member, e.g. M-1000
    """
    return [loan for loan in _LOANS if loan["member_id"] == member_id]


def renew_loan(loan_id: str, weeks: int = 3) -> dict[str, Any]:
    """Renew a loan for some weeks.

    :param loan_id: number of the loan, e.g. LN-1000
    :param weeks: how many weeks longer
    """
    for loan in _LOANS:
        if loan["loan_id"] == loan_id:
            return {"loan_id": loan_id, "renewal_number": f"RN-{loan_id[3:]}-{weeks}", "renewals": loan["renewals"] + 1}
    raise ValueError(f"no loan {loan_id}")


def reserve_book(book_id: str, member_id: str, pickup_branch: str | None = None) -> dict[str, Any]:
    """Reserve a book for a member.

    :param book_id: number of the book, e.g. BK-100
    :param member_id: number of the member, e.g. M-1000
    :param pickup_branch: branch where the book is picked up
    """
    if book_id not in _COPIES or member_id not in _MEMBERS:
        raise ValueError("unknown book or member")
    return {"reservation_id": f"RS-{book_id[3:]}{member_id[-2:]}", "pickup_branch": pickup_branch or "Central"}
