"""Outgoing students, partner universities and grants in an exchange office."""

from typing import Any, Literal

Term = Literal["autumn", "spring"]

_STUDENTS: dict[int, dict[str, Any]] = {
    220714: {"name": "Leonie Haas", "subject": "Geology", "host": "University of Aldermere", "adviser": "Dr Quill"},
    220731: {"name": "Matteo Ricci", "subject": "Law", "host": "Varna Coast University", "adviser": "Dr Ferreira"},
    220758: {"name": "Aoife Brannigan", "subject": "Nursing", "host": "Lund Hill College", "adviser": "Dr Quill"},
}
_PARTNERS: dict[str, dict[str, Any]] = {
    "university of aldermere": {"code": "ALD", "city": "Aldermere", "country": "Ireland", "places_left": 3},
    "varna coast university": {"code": "VCU", "city": "Varna", "country": "Bulgaria", "places_left": 6},
    "lund hill college": {"code": "LHC", "city": "Lund", "country": "Sweden", "places_left": 1},
}
_DATES: dict[tuple[str, str], dict[str, str]] = {
    ("ALD", "autumn"): {"orientation": "2026-09-03", "teaching_ends": "2026-12-11"},
    ("ALD", "spring"): {"orientation": "2027-01-14", "teaching_ends": "2027-05-07"},
    ("VCU", "autumn"): {"orientation": "2026-09-21", "teaching_ends": "2027-01-15"},
    ("VCU", "spring"): {"orientation": "2027-02-18", "teaching_ends": "2027-06-04"},
    ("LHC", "autumn"): {"orientation": "2026-08-27", "teaching_ends": "2027-01-08"},
}
_RATES = {"ireland": 606, "bulgaria": 490, "sweden": 660}
_ROOMS: list[dict[str, Any]] = [
    {"room": "Quayside 4", "city": "Aldermere", "rent": 610, "furnished": True},
    {"room": "Mill Lane 11", "city": "Aldermere", "rent": 455, "furnished": False},
    {"room": "Sea Garden 2", "city": "Varna", "rent": 280, "furnished": True},
    {"room": "Delphi House", "city": "Lund", "rent": 520, "furnished": True},
]
_ADVISERS = {
    "dr quill": {"office": "Room 2.16", "consultation": "Wednesday 14:00"},
    "dr ferreira": {"office": "Room 0.08", "consultation": "Monday 10:30"},
}


def student_file(student_no: int) -> dict[str, Any]:
    """Opens the file of an outgoing student.

    Args:
        student_no (int): Matriculation number.

    Returns:
        dict: Name, subject, host university and academic adviser.
    """
    if student_no not in _STUDENTS:
        raise ValueError(f"no student {student_no}")
    return _STUDENTS[student_no]


def partner(university: str) -> dict[str, Any]:
    """Looks up a partner university.

    Args:
        university (str): Name of the university.

    Returns:
        dict: Partner code, city, country and places that are left.
    """
    if university.strip().lower() not in _PARTNERS:
        raise ValueError(f"{university} is not a partner")
    return _PARTNERS[university.strip().lower()]


def term_dates(partner_code: str, term: Term) -> dict[str, str]:
    """Gives the dates of a term abroad in the academic year 2026/27.

    Args:
        partner_code (str): Three-letter code of the partner.
        term (str): Which of the terms.

    Returns:
        dict: First day of orientation and last day of teaching.
    """
    if (partner_code.upper(), term) not in _DATES:
        raise ValueError(f"no dates for {partner_code} in {term}")
    return _DATES[partner_code.upper(), term]


def grant(country: str, months: int, green_travel: bool = False) -> dict[str, Any]:
    """Works out a mobility grant.

    Args:
        country (str): Country of the host university.
        months (int): Full months of the stay.
        green_travel (bool): The student goes by train or bus.

    Returns:
        dict: Monthly rate and total in euros.
    """
    rate = _RATES.get(country.strip().lower())
    if rate is None:
        raise ValueError(f"no rate for {country}")
    return {"monthly": rate, "total": rate * months + (150 if green_travel else 0)}


def rooms(city: str, max_rent: int | None = None, furnished_only: bool = False) -> list[dict[str, Any]]:
    """Lists rooms for exchange students.

    Args:
        city (str): City of the host university.
        max_rent (int | None): Highest monthly rent in euros.
        furnished_only (bool): Only rooms with furniture.

    Returns:
        list[dict]: Rooms and their rent.
    """
    return [
        room
        for room in _ROOMS
        if room["city"].lower() == city.strip().lower()
        and (max_rent is None or room["rent"] <= max_rent)
        and (room["furnished"] or not furnished_only)
    ]


def adviser(name: str) -> dict[str, str]:
    """Says where and when an academic adviser can be seen.

    Args:
        name (str): Title and surname, such as "Dr Smith".

    Returns:
        dict: Office and weekly consultation hour.
    """
    if name.strip().lower() not in _ADVISERS:
        raise ValueError(f"no adviser {name}")
    return _ADVISERS[name.strip().lower()]


def nominate(student_no: int, partner_code: str, term: Term, languages: list[str] | None = None) -> dict[str, Any]:
    """Nominates a student for a place abroad.

    Args:
        student_no (int): Matriculation number.
        partner_code (str): Three-letter code of the partner.
        term (str): Which of the terms.
        languages (list[str] | None): Languages that the student speaks.

    Returns:
        dict: Number of the nomination and the deadline for the papers.
    """
    if student_no not in _STUDENTS:
        raise ValueError(f"no student {student_no}")
    deadline = "2026-05-29" if term == "autumn" else "2026-10-23"
    return {
        "nomination": f"N-{partner_code.upper()}-{student_no % 1000}",
        "papers_until": deadline,
        "languages": languages or [],
    }
