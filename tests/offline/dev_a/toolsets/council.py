"""Services of a town council for its residents."""

from typing import Any, Literal

_STREETS = {
    "mill lane": "Riverside",
    "castle road": "Old Town",
    "abbey close": "Old Town",
    "quarry hill": "Highfield",
    "station parade": "Riverside",
}
_BINS: dict[str, dict[str, str]] = {
    "mill lane": {"household": "2026-04-07", "paper": "2026-04-15", "garden": "2026-04-09"},
    "castle road": {"household": "2026-04-08", "paper": "2026-04-16", "garden": "2026-04-22"},
    "abbey close": {"household": "2026-04-08", "paper": "2026-04-17", "garden": "2026-04-23"},
    "quarry hill": {"household": "2026-04-10", "paper": "2026-04-20", "garden": "2026-04-13"},
    "station parade": {"household": "2026-04-07", "paper": "2026-04-14", "garden": "2026-04-21"},
}
_COUNCILLORS = {
    "riverside": {"name": "Harriet Okoye", "phone": "01632 960114", "surgery": "Tuesdays at 18:00"},
    "old town": {"name": "Benedict Shaw", "phone": "01632 960187", "surgery": "Mondays at 17:30"},
    "highfield": {"name": "Rosa Lindgren", "phone": "01632 960152", "surgery": "Saturdays at 10:00"},
}
_ISSUES = {
    "R-20417": {"kind": "pothole", "street": "Castle Road", "status": "repair scheduled", "crew": "Crew Amber"},
    "R-20433": {"kind": "graffiti", "street": "Station Parade", "status": "closed", "crew": "Crew Violet"},
    "R-20458": {"kind": "streetlight", "street": "Quarry Hill", "status": "awaiting parts", "crew": "Crew Cobalt"},
}
_DAYS = {"pothole": 14, "streetlight": 7, "graffiti": 21, "fly-tipping": 3}
_MEETINGS: dict[str, dict[str, str]] = {
    "planning": {"date": "2026-04-21", "room": "Wessex Room", "chair": "Benedict Shaw"},
    "transport": {"date": "2026-05-06", "room": "Guildhall", "chair": "Rosa Lindgren"},
    "finance": {"date": "2026-04-29", "room": "Committee Room 2", "chair": "Harriet Okoye"},
}
_AGENDAS: dict[tuple[str, str], list[str]] = {
    ("planning", "2026-04-21"): ["Extension at 9 Abbey Close", "New skate park"],
    ("planning", "2026-03-17"): ["Shop front at Castle Road"],
    ("transport", "2026-05-06"): ["Cycle lane on Mill Lane", "Night bus pilot"],
    ("finance", "2026-04-29"): ["Budget outturn", "Leisure centre loan"],
}
_PERMITS = {"A": 96.0, "B": 72.0, "C": 54.0}


def find_ward(street: str) -> dict[str, str]:
    """Tell which ward a street belongs to.

    Args:
        street: Name of the street, without house number.
    """
    key = street.strip().casefold()
    if key not in _STREETS:
        raise LookupError(f"unknown street {street!r}")
    return {"street": street.strip(), "ward": _STREETS[key]}


def ward_councillor(ward: str) -> dict[str, str]:
    """Get the councillor who represents a ward, with phone number and surgery hours.

    Args:
        ward: Name of the ward.
    """
    key = ward.strip().casefold()
    if key not in _COUNCILLORS:
        raise LookupError(f"unknown ward {ward!r}")
    return {"ward": ward.strip(), **_COUNCILLORS[key]}


def bin_collection(street: str, waste: Literal["household", "paper", "garden"] = "household") -> dict[str, str]:
    """Get the date of the next bin collection in a street.

    Args:
        street: Name of the street, without house number.
        waste: Kind of waste to be collected.
    """
    key = street.strip().casefold()
    if key not in _BINS:
        raise LookupError(f"unknown street {street!r}")
    return {"street": street.strip(), "waste": waste, "next_collection": _BINS[key][waste.casefold()]}


def report_issue(
    street: str, kind: Literal["pothole", "streetlight", "graffiti", "fly-tipping"], urgent: bool = False
) -> dict[str, Any]:
    """Report a problem in a public street.

    Args:
        street: Name of the street.
        kind: What is wrong.
        urgent: Whether somebody is in danger.

    Returns:
        The reference number of the report and the number of days within which it is dealt with.
    """
    if street.strip().casefold() not in _STREETS:
        raise LookupError(f"unknown street {street!r}")
    days = 1 if urgent else _DAYS[kind.casefold()]
    number = 20500 + 10 * list(_DAYS).index(kind.casefold()) + list(_STREETS).index(street.strip().casefold())
    return {"reference": f"R-{number}", "days": days}


def issue_status(reference: str) -> dict[str, str]:
    """Get the status of a reported street problem and the crew in charge.

    Args:
        reference: Reference number of the report, such as "R-20000".
    """
    key = reference.strip().upper()
    if key not in _ISSUES:
        raise LookupError(f"no report {reference!r}")
    return {"reference": key, **_ISSUES[key]}


def next_meeting(committee: str) -> dict[str, str]:
    """Get date, room and chair of the next meeting of a committee.

    Args:
        committee: Name of the committee, such as "housing".
    """
    key = committee.strip().casefold()
    if key not in _MEETINGS:
        raise LookupError(f"no committee {committee!r}")
    return {"committee": key, **_MEETINGS[key]}


def meeting_agenda(committee: str, date: str) -> list[str]:
    """List the items on the agenda of a committee meeting.

    Args:
        committee: Name of the committee, such as "housing".
        date: Day of the meeting, as YYYY-MM-DD.
    """
    key = (committee.strip().casefold(), date)
    if key not in _AGENDAS:
        raise LookupError(f"no {committee} meeting on {date}")
    return _AGENDAS[key]


def parking_permit_fee(zone: Literal["A", "B", "C"], months: int = 12, electric: bool = False) -> dict[str, Any]:
    """Work out the fee of a resident's parking permit.

    Args:
        zone: Parking zone.
        months: How long the permit is to be valid.
        electric: Whether the car is electric, which halves the fee.
    """
    if zone.upper() not in _PERMITS or not 1 <= months <= 24:
        raise ValueError("invalid zone or duration")
    fee = _PERMITS[zone.upper()] / 12 * months
    return {"zone": zone.upper(), "months": months, "fee": round(fee / 2 if electric else fee, 2)}
