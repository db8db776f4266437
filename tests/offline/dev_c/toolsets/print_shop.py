"""Jobs, papers and presses of a print shop."""

from typing import Any, Literal

_JOBS: dict[str, dict[str, Any]] = {
    "J-770": {
        "customer": "Lantern Press",
        "product": "brochure",
        "copies": 2500,
        "press": "Heidi",
        "due": "2026-03-19",
    },
    "J-774": {"customer": "Cafe Morel", "product": "menu", "copies": 140, "press": "Komori", "due": "2026-03-12"},
    "J-781": {
        "customer": "Blue Hen Theatre",
        "product": "poster",
        "copies": 600,
        "press": "Heidi",
        "due": "2026-03-27",
    },
}
_PRESSES: dict[str, dict[str, Any]] = {
    "heidi": {"sheets_per_hour": 9200, "operator": "Magnus Roth", "colours": 5},
    "komori": {"sheets_per_hour": 13500, "operator": "Zofia Wilk", "colours": 8},
}
_PAPERS: dict[str, dict[str, Any]] = {
    "silk": {"weight_gsm": 150, "sheets": 18400, "price_per_100": 6.9},
    "kraft": {"weight_gsm": 120, "sheets": 3750, "price_per_100": 5.2},
    "linen": {"weight_gsm": 246, "sheets": 910, "price_per_100": 14.8},
}
_PROOFS = {"J-770": "approved", "J-774": "waiting for customer", "J-781": "rejected"}


def list_jobs(customer: str) -> list[dict[str, Any]]:
    """List the print jobs of a customer.

    Args:
        customer: Name of the customer.

    Returns:
        Every job with its number, product, copies, press and due date.
    """
    jobs = [{"job": key, **job} for key, job in _JOBS.items() if job["customer"].casefold() == customer.casefold()]
    if not jobs:
        raise LookupError(f"no jobs for {customer!r}")
    return jobs


def proof_status(job: str) -> dict[str, Any]:
    """Tell whether the proof of a job has been approved.

    Args:
        job: Job number, e.g. "J-700".
    """
    if job.strip().upper() not in _PROOFS:
        raise LookupError(f"unknown job {job!r}")
    return {"job": job.strip().upper(), "proof": _PROOFS[job.strip().upper()]}


def press_info(press: str) -> dict[str, Any]:
    """Return speed, operator and number of colours of a printing press.

    Args:
        press: Name of the press.
    """
    if press.strip().casefold() not in _PRESSES:
        raise LookupError(f"unknown press {press!r}")
    return {"press": press, **_PRESSES[press.strip().casefold()]}


def paper_stock(paper: Literal["silk", "kraft", "linen"]) -> dict[str, Any]:
    """Return grammage, sheets on hand and price per 100 sheets of a paper."""
    if paper.strip().casefold() not in _PAPERS:
        raise LookupError(f"unknown paper {paper!r}")
    return {"paper": paper, **_PAPERS[paper.strip().casefold()]}


def quote_print(copies: int, size: Literal["A3", "A4", "A5"] = "A4", double_sided: bool = False) -> dict[str, Any]:
    """Quote the price for printing.

    Args:
        copies: Number of copies.
        size: Sheet size.
        double_sided: Print on both sides.

    Returns:
        The price in euros.
    """
    unit = {"A3": 0.34, "A4": 0.19, "A5": 0.11}[size.strip().upper()] * (1.7 if double_sided else 1.0)
    return {"copies": copies, "size": size, "price": round(copies * unit, 2)}
