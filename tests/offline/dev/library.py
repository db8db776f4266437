"""A public library: catalogue, loans, members, branches."""

from typing import Any

from tests.offline.dev.case import Case

_BOOKS = [
    {"isbn": "978-0-14-1", "title": "The Tin Drum", "author": "Günter Grass", "year": 1959, "branch": "Harbour"},
    {"isbn": "978-0-14-2", "title": "Dog Years", "author": "Günter Grass", "year": 1963, "branch": "Hillside"},
]


def search_catalogue(
    title: str | None = None, author: str | None = None, subject: str | None = None
) -> list[dict[str, Any]]:
    """Search the library catalogue for books by title, author or subject.

    Args:
        title: Title or a part of it.
        author: Name of the author.
        subject: What the book is about.
    """
    return _BOOKS


def check_availability(isbn: str) -> dict[str, Any]:
    """Check whether copies of a book can be borrowed.

    Args:
        isbn: ISBN of the book.
    """
    return {"isbn": isbn, "copies_available": 2, "branch": "Harbour"}


def get_branch_hours(branch: str, weekday: str | None = None) -> dict[str, Any]:
    """Opening hours of a branch.

    Args:
        branch: Name of the branch.
        weekday: Day of the week.
    """
    return {"branch": branch, "opens": "10:00", "closes": "18:30"}


def get_member(card_number: str) -> dict[str, Any]:
    """Membership record for a library card.

    Args:
        card_number: Number on the card, like L-5531.
    """
    return {"card_number": card_number, "name": "Pia Holm", "fines_due": 4.2, "expires": "2027-01-31"}


def list_loans(card_number: str) -> list[dict[str, Any]]:
    """Books that a member has borrowed, with due dates.

    Args:
        card_number: Number on the card.
    """
    return [
        {"loan_id": "LN-1", "title": "Dog Years", "due": "2026-02-20"},
        {"loan_id": "LN-2", "title": "Momo", "due": "2026-02-11"},
    ]


def renew_loan(loan_id: str) -> dict[str, Any]:
    """Renew a loan by three weeks.

    Args:
        loan_id: The loan's id.
    """
    return {"loan_id": loan_id, "new_due": "2026-03-13"}


def place_hold(isbn: str, card_number: str) -> dict[str, Any]:
    """Reserve a book for a member.

    Args:
        isbn: ISBN of the book.
        card_number: The member's card.
    """
    return {"hold_id": "HD-6", "position": 1}


TOOLS = [search_catalogue, check_availability, get_branch_hours, get_member, list_loans, renew_loan, place_hold]

CASES = [
    Case(
        "Which books by Günter Grass do you have, and when does the Hillside branch open?",
        (("search_catalogue", {"author": "Günter Grass"}), ("get_branch_hours", {"branch": "Hillside"})),
        ("The Tin Drum", "10:00"),
    ),
    Case(
        'Find the book "The Tin Drum" and check if it is available.',
        (("search_catalogue", {"title": "The Tin Drum"}), ("check_availability", {"isbn": "978-0-14-1"})),
        ("2",),
    ),
    Case(
        "List the loans on card L-5531 and renew the loan that is due first.",
        (("list_loans", {"card_number": "L-5531"}), ("renew_loan", {"loan_id": "LN-2"})),
        ("2026-03-13",),
    ),
    Case(
        "Show the loans for card L-5531 and tell me what fines the member owes.",
        (("list_loans", {"card_number": "L-5531"}), ("get_member", {"card_number": "L-5531"})),
        ("Momo", "4.2"),
    ),
    Case(
        "Search for books about beekeeping. Also, what are the opening hours of the Harbour branch on Saturday?",
        (
            ("search_catalogue", {"subject": "beekeeping"}),
            ("get_branch_hours", {"branch": "Harbour", "weekday": "Saturday"}),
        ),
        ("Dog Years", "18:30"),
    ),
    Case(
        "Renew loan LN-1 and tell me when membership card L-5531 expires.",
        (("renew_loan", {"loan_id": "LN-1"}), ("get_member", {"card_number": "L-5531"})),
        ("2026-03-13", "2027-01-31"),
    ),
    Case(
        "Find 'Dog Years' and place a hold on it for card L-5531.",
        (("search_catalogue", {"title": "Dog Years"}), ("place_hold", {"isbn": "978-0-14-2", "card_number": "L-5531"})),
        ("HD-6",),
    ),
    Case(
        "Until when is the branch open that holds the oldest book by Günter Grass?",
        (("search_catalogue", {"author": "Günter Grass"}), ("get_branch_hours", {"branch": "Harbour"})),
        ("18:30",),
    ),
    Case(
        "Who owns card L-5531 and which books has that person borrowed?",
        (("get_member", {"card_number": "L-5531"}), ("list_loans", {"card_number": "L-5531"})),
        ("Pia Holm", "Momo"),
    ),
]
