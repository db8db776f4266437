"""Registry of a civil court."""

from typing import Any, Literal

_CASES: dict[str, dict[str, Any]] = {
    "CV-2025-0418": {"parties": "Harcourt v Delphi Freight", "judge": "Nwosu", "stage": "disclosure"},
    "CV-2025-0577": {"parties": "Lamb v Lamb", "judge": "Ferrante", "stage": "mediation"},
    "CV-2026-0031": {"parties": "Osprey Homes v Tully", "judge": "Nwosu", "stage": "pleadings"},
    "CV-2026-0102": {"parties": "Birchall v Northgate Council", "judge": "Haldane", "stage": "judgment reserved"},
}
_HEARINGS: dict[str, dict[str, str]] = {
    "CV-2025-0418": {"date": "2026-05-12", "time": "10:30", "courtroom": "4"},
    "CV-2025-0577": {"date": "2026-04-21", "time": "14:00", "courtroom": "2B"},
    "CV-2026-0031": {"date": "2026-06-03", "time": "09:45", "courtroom": "7"},
}
_CHAMBERS = {
    "nwosu": {"clerk": "Edith Marsh", "phone": "020 5550 118"},
    "ferrante": {"clerk": "Colm Brady", "phone": "020 5550 124"},
    "haldane": {"clerk": "Yusra Amin", "phone": "020 5550 131"},
}
_SITTING: dict[tuple[str, str], list[str]] = {
    ("nwosu", "2026-05-12"): ["10:30 Harcourt v Delphi Freight", "15:15 Kerr v Kerr"],
    ("ferrante", "2026-04-21"): ["14:00 Lamb v Lamb"],
    ("haldane", "2026-04-21"): ["11:00 Petrie v Sandgate Marine"],
}
_FEES = {"claim": (0.05, 35.0), "appeal": (0.02, 240.0), "counterclaim": (0.03, 35.0)}


def get_case(case_no: str) -> dict[str, Any]:
    """Return the register entry of a case (parties, judge, stage)."""
    key = case_no.strip().upper()
    if key not in _CASES:
        raise ValueError(f"no case {case_no}")
    return {"case_no": key, **_CASES[key]}


def search_by_party(party: str) -> list[dict[str, str]]:
    """Return case numbers and titles in which a person or company is a party.

    Parameters
    ----------
    party : str
        Surname or company name, or a part of it.
    """
    word = party.strip().lower()
    return [{"case_no": no, "parties": one["parties"]} for no, one in _CASES.items() if word in one["parties"].lower()]


def next_hearing(case_no: str) -> dict[str, str]:
    """Return date, time and courtroom of the next hearing."""
    key = case_no.strip().upper()
    return {"case_no": key, **_HEARINGS[key]} if key in _HEARINGS else {"case_no": key, "hearing": "none listed"}


def judge_list(judge: str, day: str) -> list[str]:
    """Return what a judge hears on a day.

    Parameters
    ----------
    judge : str
        Surname.
    day : str
        ISO date.
    """
    return _SITTING.get((judge.strip().lower(), day), [])


def chambers_contact(judge: str) -> dict[str, str]:
    """Return the clerk and the telephone number of a judge's chambers."""
    if judge.strip().lower() not in _CHAMBERS:
        raise ValueError(f"no judge {judge}")
    return _CHAMBERS[judge.strip().lower()]


def filing_fee(kind: Literal["claim", "counterclaim", "appeal"], amount: float) -> dict[str, Any]:
    """Return the fee for filing.

    Parameters
    ----------
    kind : {"claim", "counterclaim", "appeal"}
        What is filed.
    amount : float
        Sum in dispute, in pounds.
    """
    rate, least = _FEES[kind]
    return {"kind": kind, "fee_gbp": round(max(least, amount * rate), 2)}


def order_copy(
    case_no: str,
    document: Literal["claim form", "defence", "order", "transcript"],
    copies: int = 1,
    certified: bool = False,
) -> dict[str, Any]:
    """Order paper copies from a case file; returns order number and price.

    Parameters
    ----------
    case_no : str
        For example CV-2025-0418.
    document : str
        Kind of document.
    copies : int
        How many.
    certified : bool
        Whether they carry the court's seal.
    """
    key = case_no.strip().upper()
    if key not in _CASES:
        raise ValueError(f"no case {case_no}")
    price = copies * (14.5 if certified else 3.25)
    return {"order_no": f"CP{key[-4:]}{document[0].upper()}{copies}", "price_gbp": price}
