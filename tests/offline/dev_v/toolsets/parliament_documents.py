"""The document service of a parliament: bills, votes, committees and copies."""

from typing import Any, Literal

_BILLS: dict[str, dict[str, Any]] = {
    "B 204/26": {
        "title": "Rural Broadband Act",
        "sponsor": "Aveline Thorsby",
        "committee": "Infrastructure",
        "stage": "second reading",
        "introduced": "2026-01-19",
    },
    "B 211/26": {
        "title": "Bees and Pollinators Act",
        "sponsor": "Cornelius Mbatha",
        "committee": "Environment",
        "stage": "committee",
        "introduced": "2026-02-03",
    },
    "B 187/25": {
        "title": "School Meals Act",
        "sponsor": "Aveline Thorsby",
        "committee": "Education",
        "stage": "adopted",
        "introduced": "2025-10-28",
    },
    "B 219/26": {
        "title": "Night Trains Act",
        "sponsor": "Jolanta Piers",
        "committee": "Infrastructure",
        "stage": "first reading",
        "introduced": "2026-02-24",
    },
}
_VOTES: dict[tuple[str, str], dict[str, int]] = {
    ("B 204/26", "first"): {"yes": 171, "no": 92, "abstained": 14},
    ("B 187/25", "first"): {"yes": 148, "no": 113, "abstained": 19},
    ("B 187/25", "final"): {"yes": 163, "no": 104, "abstained": 11},
    ("B 211/26", "first"): {"yes": 202, "no": 57, "abstained": 23},
}
_COMMITTEES: dict[str, dict[str, Any]] = {
    "infrastructure": {
        "chair": "Lorcan Whitby",
        "room": "K 3.08",
        "meets": {"2026-03-11": "13:30", "2026-03-25": "09:15"},
    },
    "environment": {"chair": "Sabine Orlov", "room": "K 1.17", "meets": {"2026-03-12": "10:45"}},
    "education": {"chair": "Tobias Achterberg", "room": "N 2.21", "meets": {"2026-03-11": "15:10"}},
}
_MEMBERS: dict[str, dict[str, str]] = {
    "aveline thorsby": {"district": "Upper Marsh", "office": "W 412", "email": "thorsby@chamber.example"},
    "cornelius mbatha": {"district": "Saltholm", "office": "W 388", "email": "mbatha@chamber.example"},
    "jolanta piers": {"district": "Eastgate", "office": "S 105", "email": "piers@chamber.example"},
    "lorcan whitby": {"district": "Lower Marsh", "office": "S 131", "email": "whitby@chamber.example"},
    "sabine orlov": {"district": "Port Selby", "office": "W 290", "email": "orlov@chamber.example"},
}


def find_bill(title: str) -> dict[str, Any]:
    """Find the number of a bill.

    Args:
        title: Title of the bill, for example "School Meals Act".

    Returns:
        ``bill_no`` and ``title``, or ``bill_no`` None if there is no such bill.
    """
    for bill_no, bill in _BILLS.items():
        if bill["title"].casefold() == title.strip().casefold():
            return {"bill_no": bill_no, "title": bill["title"]}
    return {"bill_no": None, "title": title}


def bill_details(bill_no: str) -> dict[str, Any]:
    """Sponsor, committee in charge, present stage and date of introduction of a bill.

    Args:
        bill_no: Number with the year, for example "B 187/25".
    """
    if bill_no.strip().upper() not in _BILLS:
        raise ValueError(f"no bill {bill_no}")
    return {"bill_no": bill_no, **_BILLS[bill_no.strip().upper()]}


def vote_result(bill_no: str, reading: Literal["first", "final"] = "final") -> dict[str, Any]:
    """Result of a vote of the chamber.

    Args:
        bill_no: Number with the year.
        reading: Which vote on the bill.
    """
    votes = _VOTES.get((bill_no.strip().upper(), reading))
    return {"bill_no": bill_no, "reading": reading, "held": votes is not None, **(votes or {})}


def committee(name: str) -> dict[str, str]:
    """Chair and meeting room of a committee."""
    if name.strip().casefold() not in _COMMITTEES:
        raise ValueError(f"no committee {name}")
    return {key: _COMMITTEES[name.strip().casefold()][key] for key in ("chair", "room")}


def meeting_time(committee_name: str, day: str) -> str:
    """Time at which a committee meets on a day (YYYY-MM-DD), or "no meeting"."""
    if committee_name.strip().casefold() not in _COMMITTEES:
        raise ValueError(f"no committee {committee_name}")
    return _COMMITTEES[committee_name.strip().casefold()]["meets"].get(day, "no meeting")


def member_office(name: str) -> dict[str, str]:
    """District, office and e-mail address of a member of parliament.

    Args:
        name: Full name.
    """
    if name.strip().casefold() not in _MEMBERS:
        raise ValueError(f"no member {name}")
    return {"name": name, **_MEMBERS[name.strip().casefold()]}


def order_copies(
    bill_no: str, copies: int = 1, language: Literal["en", "fr", "de"] = "en", certified: bool = False
) -> dict[str, Any]:
    """Order printed copies of a bill.

    Args:
        bill_no: Number with the year.
        copies: How many.
        language: Language of the print.
        certified: With seal and signature.

    Returns:
        Number of the order and the fee in euros.
    """
    if bill_no.strip().upper() not in _BILLS:
        raise ValueError(f"no bill {bill_no}")
    fee = round(copies * (2.4 + (6.5 if certified else 0)), 2)
    return {"order": f"DOC-{bill_no.strip()[2:5]}-{language.upper()}{copies}", "fee": fee}
