"""Catalogue, members and loans of a city library."""

from typing import Any

_BOOKS: list[dict[str, Any]] = [
    {"book_id": "L-601", "title": "Dog Years", "author": "Jane Smith", "year": 2011, "language": "en", "shelf": "F12"},
    {"book_id": "L-602", "title": "Salt Maps", "author": "Jane Smith", "year": 2019, "language": "en", "shelf": "F14"},
    {"book_id": "L-611", "title": "Der Steg", "author": "Uwe Karl", "year": 2008, "language": "de", "shelf": "G03"},
    {
        "book_id": "L-612",
        "title": "Quiet Ice",
        "author": "Uwe Karl",
        "year": 2022,
        "language": "en",
        "shelf": "G05",
    },
]
_MEMBERS = {
    "Nora Quinn": {"member_no": 41, "email": "nora@mail.example", "fee_due": 3.2},
    "Paul Estrada": {"member_no": 58, "email": "paul@mail.example", "fee_due": 0.0},
}
_LOANS = {
    41: [
        {"loan_id": "LN-210", "title": "Night Ferry", "due_date": "2026-06-18"},
        {"loan_id": "LN-214", "title": "Bees at Home", "due_date": "2026-06-04"},
    ],
    58: [{"loan_id": "LN-222", "title": "Stone Fruit", "due_date": "2026-06-25"}],
}


def search_books(author: str, language: str | None = None) -> list[dict[str, Any]]:
    """Search books by an author.

    Args:
        author: Full name of the author.
        language: Two-letter code of the language, e.g. fr.
    """
    return [b for b in _BOOKS if b["author"].casefold() == author.casefold() and language in (None, b["language"])]


def get_book(title: str) -> dict[str, Any]:
    """Author, year and shelf of a book, by its title.

    Args:
        title: Title of the book.
    """
    for b in _BOOKS:
        if b["title"].casefold() == title.casefold():
            return b
    return {"title": title, "found": False}


def get_member(member_name: str) -> dict[str, Any]:
    """Look up a member of the library: number, email and fee due.

    Args:
        member_name: Full name of the member.
    """
    if member_name not in _MEMBERS:
        raise ValueError("unknown member")
    return {"member_name": member_name, **_MEMBERS[member_name]}


def list_loans(member_no: int) -> list[dict[str, Any]]:
    """List the loans of a member with their due dates.

    Args:
        member_no: Number of the member.
    """
    if member_no not in _LOANS:
        raise ValueError("unknown member")
    return _LOANS[member_no]


def renew_loan(loan_id: str) -> dict[str, Any]:
    """Renew a loan by three weeks.

    Args:
        loan_id: e.g. LN-100.
    """
    return {"loan_id": loan_id, "confirmation": f"RW{loan_id[3:]}"}


def reserve_book(book_id: str, member_no: int) -> dict[str, Any]:
    """Reserve a book for a member.

    Args:
        book_id: e.g. L-100.
        member_no: Number of the member.
    """
    return {"reservation_id": f"RV-{book_id[2:]}-{member_no}"}
