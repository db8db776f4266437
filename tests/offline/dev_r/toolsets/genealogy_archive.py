"""Finding aids of a genealogy archive."""

from typing import Any, Literal

_PERSONS: dict[str, dict[str, Any]] = {
    "P1007": {
        "given": "Johanna",
        "surname": "Trescott",
        "born": 1843,
        "parish": "Lanmore",
        "father": "P0981",
        "mother": "P0990",
    },
    "P0981": {
        "given": "Silas",
        "surname": "Trescott",
        "born": 1811,
        "parish": "Lanmore",
        "father": None,
        "mother": None,
    },
    "P0990": {
        "given": "Keziah",
        "surname": "Bolitho",
        "born": 1816,
        "parish": "Penwarne",
        "father": "P0902",
        "mother": None,
    },
    "P0902": {
        "given": "Digory",
        "surname": "Bolitho",
        "born": 1784,
        "parish": "Penwarne",
        "father": None,
        "mother": None,
    },
    "P1120": {
        "given": "Emmeline",
        "surname": "Vosper",
        "born": 1871,
        "parish": "St Breward",
        "father": "P1064",
        "mother": "P1007",
    },
    "P1064": {
        "given": "Nathaniel",
        "surname": "Vosper",
        "born": 1839,
        "parish": "St Breward",
        "father": None,
        "mother": None,
    },
}
_REGISTERS: dict[tuple[str, str], dict[str, Any]] = {
    ("lanmore", "baptisms"): {"register": "LB/14", "years": "1801-1858", "film": "F-2290"},
    ("lanmore", "burials"): {"register": "LX/03", "years": "1813-1902", "film": "F-2294"},
    ("penwarne", "baptisms"): {"register": "PB/06", "years": "1779-1834", "film": "F-1733"},
    ("penwarne", "marriages"): {"register": "PM/02", "years": "1790-1841", "film": "F-1736"},
    ("st breward", "marriages"): {"register": "SM/09", "years": "1837-1889", "film": "F-3051"},
}
_ENTRIES = {
    ("LB/14", 212): "Johanna, daughter of Silas Trescott, tinner, and Keziah; baptised 1843-05-21",
    ("PM/02", 77): "Silas Trescott, bachelor, and Keziah Bolitho, spinster; married 1838-11-06",
    ("SM/09", 140): "Nathaniel Vosper, carpenter, and Johanna Trescott; married 1868-08-15",
    ("PB/06", 31): "Keziah, daughter of Digory Bolitho, miller; baptised 1816-02-04",
}
_SEATS = {
    "2026-08-18": {"morning": 3, "afternoon": 0},
    "2026-08-19": {"morning": 7, "afternoon": 5},
    "2026-08-20": {"morning": 0, "afternoon": 6},
}


def search_persons(surname: str, given: str | None = None) -> list[dict[str, Any]]:
    """Search the index of persons.

    Args:
        surname: Family name at birth.
        given: First name, to narrow the search.

    Returns:
        Person id, name, year of birth and parish for every match.
    """
    return [
        {"person_id": key, "name": f"{one['given']} {one['surname']}", "born": one["born"], "parish": one["parish"]}
        for key, one in _PERSONS.items()
        if one["surname"].casefold() == surname.strip().casefold()
        and (given is None or one["given"].casefold() == given.strip().casefold())
    ]


def parents_of(person_id: str) -> dict[str, Any]:
    """Father and mother of a person, as far as the archive knows them.

    Args:
        person_id: Id such as P1007.

    Raises:
        ValueError: If the id is not in the index.
    """
    if person_id.upper() not in _PERSONS:
        raise ValueError(f"no person {person_id}")
    result: dict[str, Any] = {"person_id": person_id.upper()}
    for role in ("father", "mother"):
        key = _PERSONS[person_id.upper()][role]
        parent = _PERSONS.get(key) if key else None
        result[role] = {"person_id": key, "name": f"{parent['given']} {parent['surname']}"} if parent else None
    return result


def find_register(parish: str, kind: Literal["baptisms", "marriages", "burials"]) -> dict[str, Any]:
    """Which church register of a parish we hold, the years it covers and its microfilm."""
    return _REGISTERS.get((parish.strip().casefold(), kind), {"register": None, "note": "not held"})


def read_entry(register: str, page: int) -> str:
    """Transcription of the entry on a page of a register.

    Args:
        register: Shelf mark of the register, such as LB/14.
        page: Page number.
    """
    return _ENTRIES.get((register.upper(), page), "no transcription")


def free_seats(date: str) -> dict[str, Any]:
    """Seats left in the reading room on a date (YYYY-MM-DD), in the morning and in the afternoon."""
    return {"date": date, **_SEATS.get(date, {"closed": True})}


def book_seat(
    date: str, half: Literal["morning", "afternoon"], reader_card: int, film_reader: bool = False
) -> dict[str, Any]:
    """Book a seat in the reading room.

    Args:
        date: Day of the visit, YYYY-MM-DD.
        half: Half of the day.
        reader_card: Number on the reader's card.
        film_reader: Seat with a microfilm machine.
    """
    if not _SEATS.get(date, {}).get(half):
        raise ValueError("no seat is free then")
    return {"booking": f"{'FR' if film_reader else 'RR'}-{date[8:]}{half[0].upper()}-{reader_card % 1000}"}


def order_copy(
    register: str, page: int, medium: Literal["paper", "scan"] = "scan", certified: bool = False
) -> dict[str, Any]:
    """Order the copy of a page.

    Args:
        register: Shelf mark of the register.
        page: Page number.
        medium: On paper or as a file.
        certified: With the archive's stamp, for use in court.

    Returns:
        Order number and price in pounds.
    """
    price = (6.5 if medium == "paper" else 4.0) + (12 if certified else 0)
    return {"order": f"CP-{register.replace('/', '')}{page}{'C' if certified else ''}", "price": price}
