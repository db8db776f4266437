"""Front desk of a neighbourhood legal-aid clinic."""

from typing import Any, Literal, TypedDict


class CaseRecord(TypedDict):
    """One client's open matter."""

    case_no: str
    client: str
    matter: str
    solicitor: str


_CASES: list[CaseRecord] = [
    {"case_no": "LA-0412", "client": "Dorota Wilk", "matter": "eviction", "solicitor": "Amrit Sandhu"},
    {"case_no": "LA-0437", "client": "Yusuf Demir", "matter": "benefits", "solicitor": "Helen Okafor"},
    {"case_no": "LA-0455", "client": "Marta Quispe", "matter": "asylum", "solicitor": "Helen Okafor"},
    {"case_no": "LA-0461", "client": "Gerald Finch", "matter": "family", "solicitor": "Amrit Sandhu"},
]
_HEARINGS = {
    "LA-0412": {"day": "2026-04-16", "time": "10:15", "court": "Southgate County Court", "room": "4B"},
    "LA-0437": {"day": "2026-05-07", "time": "14:00", "court": "Tribunal House", "room": "12"},
    "LA-0455": {"day": "2026-04-29", "time": "09:45", "court": "Immigration Centre", "room": "7"},
}
_SLOTS = {
    ("amrit sandhu", "2026-04-13"): ["09:30", "11:00"],
    ("amrit sandhu", "2026-04-14"): ["15:30"],
    ("helen okafor", "2026-04-13"): ["16:15"],
    ("helen okafor", "2026-04-15"): ["10:00", "13:45"],
}
_PAPERS = {
    "eviction": ["tenancy agreement", "notice to quit", "rent statements"],
    "benefits": ["decision letter", "bank statements"],
    "asylum": ["passport or identity card", "screening interview record"],
    "family": ["marriage certificate", "birth certificates of the children"],
}
_INTERPRETERS = {
    "polish": [{"name": "Ewa Nowicka", "hourly_fee": 34.0}],
    "turkish": [{"name": "Selin Aksoy", "hourly_fee": 36.5}],
    "spanish": [{"name": "Ruben Salas", "hourly_fee": 33.0}],
}


def check_eligibility(monthly_income: float, household_size: int = 1, savings: float = 0.0) -> dict[str, Any]:
    """Test whether somebody qualifies for free advice. Returns the decision, the income limit and any contribution."""
    limit = 1300 + 420 * (household_size - 1)
    eligible = monthly_income <= limit and savings < 8000
    contribution = 45.0 if eligible and savings >= 3000 else 0.0
    return {"eligible": eligible, "income_limit": limit, "contribution": contribution}


def find_case(client: str) -> CaseRecord:
    """Find the open case of a client by full name. Returns case number, kind of matter and solicitor."""
    for case in _CASES:
        if case["client"].lower() == client.strip().lower():
            return case
    raise ValueError(f"no open case for {client}")


def next_hearing(case_no: str) -> dict[str, str]:
    """Look up the next hearing of a case. Returns day, time, court and room, or a note that none is listed."""
    return _HEARINGS.get(case_no.strip().upper(), {"note": "no hearing listed"})


def solicitor_slots(solicitor: str, day: str) -> list[str]:
    """List the free appointment times of a solicitor on a day (ISO date). Returns times like 09:30."""
    return _SLOTS.get((solicitor.strip().lower(), day), [])


def book_consultation(
    case_no: str, day: str, time: str, channel: Literal["in_person", "phone", "video"] = "in_person"
) -> dict[str, str]:
    """Book an appointment of a client with the solicitor of the case. Returns the booking reference."""
    if not any(case["case_no"] == case_no.strip().upper() for case in _CASES):
        raise ValueError(f"no case {case_no}")
    reference = f"APT-{case_no[-3:]}-{day[8:]}{time[:2]}{channel[0].upper()}"
    return {"reference": reference, "day": day, "time": time, "channel": channel}


def documents_needed(matter: Literal["eviction", "benefits", "asylum", "family"]) -> list[str]:
    """Tell which papers a client must bring for a kind of matter. Returns the list of papers."""
    if matter not in _PAPERS:
        raise ValueError(f"we do not take {matter} matters")
    return _PAPERS[matter]


def interpreters(language: str) -> list[dict[str, Any]]:
    """List the interpreters for a language. Returns name and hourly fee of each."""
    return _INTERPRETERS.get(language.strip().lower(), [])
