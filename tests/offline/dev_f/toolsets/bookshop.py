"""An independent bookshop: shelves, orders, regulars and events."""

from typing import Any, Literal

_BOOKS: dict[str, dict[str, Any]] = {
    "9780000004117": {"title": "The Tin Orchard", "author": "Mira Solberg", "price": 12.99, "publisher": "Fenwick"},
    "9780000004124": {"title": "Nine Small Weathers", "author": "Mira Solberg", "price": 9.5, "publisher": "Fenwick"},
    "9780000005305": {"title": "Baking by Feel", "author": "Tobias Renn", "price": 24.0, "publisher": "Larder & Co"},
    "9780000006012": {"title": "A Clock for Edie", "author": "Prue Mather", "price": 7.99, "publisher": "Pocketmouse"},
    "9780000007729": {"title": "Rivers We Lost", "author": "Kofi Ansell", "price": 18.75, "publisher": "Larder & Co"},
}
_STOCK: dict[str, tuple[int, str]] = {
    "9780000004117": (4, "Fiction, shelf 7"),
    "9780000004124": (0, "Poetry, shelf 2"),
    "9780000005305": (2, "Cookery, shelf 1"),
    "9780000006012": (11, "Children, shelf 5"),
    "9780000007729": (0, "Nature, shelf 3"),
}
_LEAD_DAYS = {"fenwick": 3, "larder & co": 8, "pocketmouse": 2}
_CUSTOMERS: dict[int, dict[str, Any]] = {
    2207: {"name": "Astrid Pole", "email": "astrid.pole@mail.example", "points": 340},
    2231: {"name": "Ben Achterberg", "email": "ben.a@mail.example", "points": 95},
    2264: {"name": "Yusra Kamal", "email": "yk@mail.example", "points": 1210},
}
_VOUCHERS = {"GV-55K": 15.0, "GV-61R": 40.0, "GV-70B": 0.0}
_EVENTS = [
    {"event_id": "EV31", "title": "Poems after dark", "guest": "Mira Solberg", "day": "2026-10-08", "seats_left": 14},
    {"event_id": "EV32", "title": "Story hour", "guest": "Prue Mather", "day": "2026-10-17", "seats_left": 3},
    {"event_id": "EV35", "title": "Sourdough evening", "guest": "Tobias Renn", "day": "2026-11-05", "seats_left": 20},
]


def find_book(title: str) -> dict[str, Any]:
    """Find a book by its title.

    Args:
        title: Full title.

    Returns:
        ISBN, author, price in pounds and publisher; or a record saying that it is not in the catalogue.
    """
    for isbn, book in _BOOKS.items():
        if book["title"].casefold() == title.strip().casefold():
            return {"isbn": isbn, **book}
    return {"found": False, "title": title}


def books_by_author(author: str) -> list[dict[str, Any]]:
    """All titles of an author.

    Args:
        author: Full name of the author.

    Returns:
        ISBN, title and price of each.
    """
    return [
        {"isbn": isbn, "title": book["title"], "price": book["price"]}
        for isbn, book in _BOOKS.items()
        if book["author"].casefold() == author.strip().casefold()
    ]


def shelf_stock(isbn: str) -> dict[str, Any]:
    """Copies in the shop and where they stand.

    Args:
        isbn: 13 digits without hyphens.

    Returns:
        Number of copies and the shelf.
    """
    if isbn not in _STOCK:
        raise ValueError(f"unknown isbn {isbn!r}")
    copies, shelf = _STOCK[isbn]
    return {"isbn": isbn, "copies": copies, "shelf": shelf}


def delivery_days(publisher: str) -> int:
    """Working days a publisher takes to deliver.

    Args:
        publisher: Name of the publisher.

    Returns:
        Number of working days.
    """
    key = publisher.strip().casefold()
    if key not in _LEAD_DAYS:
        raise ValueError(f"unknown publisher {publisher!r}")
    return _LEAD_DAYS[key]


def order_book(isbn: str, customer_no: int, copies: int = 1, gift_wrap: bool = False) -> dict[str, Any]:
    """Order a book for a customer.

    Args:
        isbn: 13 digits without hyphens.
        customer_no: Number of the customer.
        copies: How many.
        gift_wrap: Wrap it on arrival, for 1.50 a copy.

    Returns:
        Order number and the amount to pay in pounds.
    """
    if isbn not in _BOOKS:
        raise ValueError(f"unknown isbn {isbn!r}")
    if customer_no not in _CUSTOMERS:
        raise ValueError(f"unknown customer {customer_no}")
    amount = copies * (_BOOKS[isbn]["price"] + (1.5 if gift_wrap else 0.0))
    return {"order": f"BO{customer_no}{isbn[-3:]}", "amount": round(amount, 2)}


def customer(email: str) -> dict[str, Any]:
    """Customer record: number, name and loyalty points.

    Args:
        email: E-mail address on file.
    """
    for number, one in _CUSTOMERS.items():
        if one["email"] == email.strip().casefold():
            return {"customer_no": number, **one}
    return {"found": False, "email": email}


def voucher_balance(code: str) -> dict[str, Any]:
    """Money left on a gift voucher, in pounds."""
    key = code.strip().upper()
    if key not in _VOUCHERS:
        return {"found": False, "code": code}
    return {"code": key, "balance": _VOUCHERS[key]}


def upcoming_events(
    month: Literal["september", "october", "november", "december"], guest: str | None = None
) -> list[dict[str, Any]]:
    """Events in the shop this autumn.

    Args:
        month: Month in English.
        guest: Only events with this guest.

    Returns:
        Id, title, guest, day and seats left of each event.
    """
    number = {"september": "09", "october": "10", "november": "11", "december": "12"}[month]
    return [
        dict(event)
        for event in _EVENTS
        if str(event["day"])[5:7] == number
        and (guest is None or str(event["guest"]).casefold() == guest.strip().casefold())
    ]
