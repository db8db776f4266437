"""Cases, creditors and appointments of a debt-counselling office."""

import math
from typing import Any, Literal

_CASES: dict[str, dict[str, Any]] = {
    "DC/26/041": {
        "client": "Rosalind Achebe",
        "counsellor": "Mr Thornbury",
        "opened": "2026-01-19",
        "net_income": 1840.0,
        "dependants": 2,
    },
    "DC/26/057": {
        "client": "Filip Maran",
        "counsellor": "Ms Idris",
        "opened": "2026-02-06",
        "net_income": 1375.0,
        "dependants": 0,
    },
    "DC/25/198": {
        "client": "Joyce Penhallow",
        "counsellor": "Ms Idris",
        "opened": "2025-11-03",
        "net_income": 2210.0,
        "dependants": 3,
    },
    "DC/26/063": {
        "client": "Nikolai Brandt",
        "counsellor": "Mr Thornbury",
        "opened": "2026-02-17",
        "net_income": 1560.0,
        "dependants": 1,
    },
}
_DEBTS: dict[str, list[dict[str, Any]]] = {
    "DC/26/041": [
        {"creditor": "Kestrel Bank", "amount": 5200.0, "kind": "loan", "in_court": False},
        {"creditor": "Pinnacle Power", "amount": 615.4, "kind": "bill", "in_court": True},
    ],
    "DC/26/057": [
        {"creditor": "Mobilex", "amount": 890.0, "kind": "bill", "in_court": False},
        {"creditor": "Cardwell Credit", "amount": 3140.0, "kind": "card", "in_court": True},
    ],
    "DC/25/198": [{"creditor": "Stanmore Homes", "amount": 2700.0, "kind": "rent", "in_court": False}],
    "DC/26/063": [
        {"creditor": "Kestrel Bank", "amount": 9600.0, "kind": "loan", "in_court": False},
        {"creditor": "Cardwell Credit", "amount": 1475.0, "kind": "card", "in_court": False},
    ],
}
_FREE_TIMES = {
    ("mr thornbury", "2026-03-24"): ["09:20", "14:40"],
    ("mr thornbury", "2026-03-26"): ["11:10"],
    ("ms idris", "2026-03-24"): ["10:15"],
    ("ms idris", "2026-03-25"): ["08:50", "15:30"],
}


def find_case(client: str) -> dict[str, Any]:
    """Find the file of a client.

    Args:
        client: First and last name of the client. Example: "Filip Maran".

    Returns:
        Case number, counsellor in charge, day the case was opened, monthly net income and number of dependants.
    """
    for case_no, case in _CASES.items():
        if case["client"].lower() == client.strip().lower():
            return {"case_no": case_no, **case}
    raise ValueError(f"no case for {client!r}")


def list_debts(case_no: str, in_court_only: bool = False) -> list[dict[str, Any]]:
    """List the creditors of a case with the amounts owed in euros.

    Args:
        case_no: Number of the case. Format: DC/year/number, example: "DC/26/041".
        in_court_only: Show only debts for which there is a court order.
    """
    if case_no not in _DEBTS:
        raise ValueError(f"no case {case_no!r}")
    return [debt for debt in _DEBTS[case_no] if debt["in_court"] or not in_court_only]


def repayment_plan(debt: float, instalment: float, yearly_interest: float = 0.0) -> dict[str, Any]:
    """Work out how long it takes to pay a debt off.

    Args:
        debt: Amount owed in euros. Example: 2400.0.
        instalment: What is paid each month in euros. Example: 80.0.
        yearly_interest: Interest in per cent a year. Example: 4.5. Zero if the creditor waives it.

    Returns:
        Number of months and the amount of the last instalment.
    """
    rate, left, months = yearly_interest / 1200, debt, 0
    if instalment <= debt * rate:
        raise ValueError("the instalment does not even cover the interest")
    last = instalment
    while left > 0.005:
        left += left * rate
        last = min(left, instalment)
        left -= last
        months += 1
    return {"months": months, "last_instalment": round(last, 2)}


def protected_income(net_income: float, dependants: int = 0) -> dict[str, float]:
    """Say which part of a monthly income creditors cannot touch.

    Args:
        net_income: Monthly net income in euros. Example: 1650.0.
        dependants: Number of people the client supports. Example: 2.

    Returns:
        The protected and the attachable part in euros.
    """
    floor = 1180.0 + 265.0 * dependants
    attachable = math.floor(max(0.0, net_income - floor) * 0.7)
    return {"protected": round(net_income - attachable, 2), "attachable": float(attachable)}


def free_appointments(counsellor: Literal["Mr Thornbury", "Ms Idris"], day: str) -> list[str]:
    """List a counsellor's free times on a day.

    Args:
        counsellor: Title and surname.
        day: Date in ISO format. Example: "2026-03-24".
    """
    return _FREE_TIMES.get((counsellor.lower(), day), [])


def book_appointment(case_no: str, day: str, time: str, by_phone: bool = False) -> dict[str, Any]:
    """Book an appointment with the counsellor in charge of a case.

    Args:
        case_no: Number of the case. Example: "DC/26/041".
        day: Date in ISO format. Example: "2026-03-24".
        time: Time of day on the 24-hour clock. Example: "14:40".
        by_phone: True for a telephone appointment instead of a visit.
    """
    if case_no not in _CASES:
        raise ValueError(f"no case {case_no!r}")
    where = "telephone" if by_phone else "room 4" if _CASES[case_no]["counsellor"] == "Ms Idris" else "room 9"
    return {"appointment": f"A{case_no[-3:]}-{day[5:7]}{day[8:]}", "where": where, "day": day, "time": time}


def send_letter(
    case_no: str, creditor: str, letter: Literal["debt_statement", "deferral", "settlement_offer"]
) -> dict[str, Any]:
    """Send one of the standard letters to a creditor.

    Args:
        case_no: Number of the case. Example: "DC/26/041".
        creditor: Name of the creditor as in the file. Example: "Kestrel Bank".
        letter: "debt_statement" asks for a statement of the debt, "deferral" for a pause in payments,
            "settlement_offer" offers a smaller sum.

    Returns:
        Number of the outgoing letter and the days the creditor has to answer.
    """
    if not any(debt["creditor"].lower() == creditor.lower() for debt in _DEBTS.get(case_no, [])):
        raise ValueError(f"{creditor!r} is no creditor in {case_no!r}")
    days = {"debt_statement": 21, "deferral": 10, "settlement_offer": 35}[letter]
    return {"letter_no": f"OUT-{case_no[-3:]}{creditor[0].upper()}{days}", "days_to_answer": days}
