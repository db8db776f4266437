"""Books, pupils and reading groups of a school library."""

from typing import Any

_BOOKS = {
    "B204": {"title": "The Copper Fox", "author": "Lena Marsh", "shelf": "F3", "available": True},
    "B219": {"title": "Rivers of Ice", "author": "Omar Tell", "shelf": "G1", "available": False},
    "B233": {"title": "A Clock for Nadia", "author": "Lena Marsh", "shelf": "F7", "available": True},
    "B251": {"title": "Beetles at Home", "author": "Prue Hatch", "shelf": "N2", "available": True},
}
_PUPILS = {
    "Amira Dace": {"pupil_id": 703, "form": "7B", "loans": ["B219"]},
    "Jonas Whitlock": {"pupil_id": 718, "form": "8A", "loans": []},
    "Tilly Marchetti": {"pupil_id": 725, "form": "7B", "loans": []},
}
_FORM_HOURS = {"7B": "Tuesday 11:15", "8A": "Thursday 09:05", "9C": "Friday 13:40"}


def find_book(title: str) -> dict[str, Any]:
    """Find a book by its title.

    Args:
        title: Full title.

    Returns:
        Book code, author, shelf and whether it is in. `found` is false for unknown titles.
    """
    for code, book in _BOOKS.items():
        if str(book["title"]).lower() == title.strip().lower():
            return {"found": True, "book_code": code, **book}
    return {"found": False, "title": title}


def find_pupil(name: str) -> dict[str, Any]:
    """Find a pupil by name.

    Args:
        name: First and last name.

    Returns:
        Pupil id, form and codes of the books on loan.
    """
    for known, pupil in _PUPILS.items():
        if known.lower() == name.strip().lower():
            return {"found": True, "name": known, **pupil}
    return {"found": False, "name": name}


def lend_book(book_code: str, pupil_id: int, weeks: int = 2) -> dict[str, Any]:
    """Lend a book to a pupil.

    Args:
        book_code: Code on the spine.
        pupil_id: Id of the pupil.
        weeks: Length of the loan.

    Returns:
        Loan number and the number of weeks.
    """
    if book_code not in _BOOKS:
        raise ValueError(f"unknown book {book_code}")
    return {"loan": f"LN{pupil_id}-{book_code[1:]}", "weeks": weeks}


def books_by_author(author: str) -> list[str]:
    """List the titles the library has by an author.

    Args:
        author: Name of the author.
    """
    return [str(book["title"]) for book in _BOOKS.values() if str(book["author"]).lower() == author.strip().lower()]


def library_hour(form: str) -> str:
    """Return weekday and time of a form's library lesson.

    Args:
        form: Year and letter, e.g. "9C".
    """
    if form.upper() not in _FORM_HOURS:
        raise ValueError(f"no form {form}")
    return _FORM_HOURS[form.upper()]
