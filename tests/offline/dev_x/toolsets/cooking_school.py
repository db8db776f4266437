"""Courses of a cooking school."""

from typing import Any, Literal

_COURSES: dict[str, dict[str, Any]] = {
    "C-PASTA": {"title": "Fresh Pasta", "chef": "Bruno Vitale", "date": "2026-02-07", "price": 79.0, "seats_left": 5},
    "C-SUSHI": {"title": "Sushi Basics", "chef": "Hana Mori", "date": "2026-02-14", "price": 95.0, "seats_left": 2},
    "C-BREAD": {"title": "Sourdough Bread", "chef": "Eli Thorne", "date": "2026-02-21", "price": 68.0, "seats_left": 9},
    "C-CURRY": {"title": "Thai Curries", "chef": "Hana Mori", "date": "2026-03-07", "price": 74.0, "seats_left": 6},
}
_BRING = {"C-PASTA": ["apron", "rolling pin"], "C-SUSHI": ["apron", "sharp knife"], "C-BREAD": ["apron", "linen cloth"]}
_CHEFS = {"bruno vitale": "bruno@ladle.example", "hana mori": "hana@ladle.example", "eli thorne": "eli@ladle.example"}


def search_courses(title: str) -> dict[str, Any]:
    """Search a course by its title.

    Args:
        title: Title of the course.

    Returns:
        Course code, chef, date, price per person and seats left.
    """
    for code, course in _COURSES.items():
        if course["title"].lower() == title.strip().lower():
            return {"course_code": code, **course}
    return {"error": "course not found"}


def what_to_bring(course_code: str) -> list[str]:
    """List the things participants bring along.

    Args:
        course_code: Code of the course.
    """
    return _BRING.get(course_code, ["apron"])


def chef_email(chef: str) -> str:
    """Get the e-mail address of a chef.

    Args:
        chef: First and last name.
    """
    if chef.lower() not in _CHEFS:
        raise ValueError(f"no chef {chef}")
    return _CHEFS[chef.lower()]


def enrol(
    course_code: str,
    participant: str,
    seats: int = 1,
    diet: Literal["none", "vegetarian", "vegan", "gluten-free"] = "none",
) -> dict[str, Any]:
    """Enrol somebody in a course.

    Args:
        course_code: Code of the course.
        participant: Name under which to book.
        seats: How many seats.
        diet: Diet to be respected.

    Returns:
        Booking number and amount due.
    """
    if course_code not in _COURSES:
        raise ValueError(f"no course {course_code}")
    surname = participant.split()[-1].upper()
    return {
        "booking": f"{surname}-{course_code[2:4]}{seats}",
        "due": _COURSES[course_code]["price"] * seats,
        "diet": diet,
    }


def voucher_balance(voucher: str) -> dict[str, Any]:
    """Tell how many euros are left on a gift voucher.

    Args:
        voucher: Voucher number, e.g. GV-100.
    """
    balances = {"GV-212": 150.0, "GV-245": 42.5, "GV-260": 90.0}
    if voucher not in balances:
        raise ValueError(f"no voucher {voucher}")
    return {"voucher": voucher, "balance": balances[voucher]}
