"""Back issues, pull lists and trade-ins of a comic-book shop."""

from typing import Any, Literal

_ISSUES: list[dict[str, Any]] = [
    {"sku": "GLW-007", "series": "Glasswing", "number": 7, "price": 4.5, "copies": 12},
    {"sku": "GLW-001", "series": "Glasswing", "number": 1, "price": 38.0, "copies": 1},
    {"sku": "IRT-022", "series": "Iron Tide", "number": 22, "price": 3.75, "copies": 5},
    {"sku": "IRT-023", "series": "Iron Tide", "number": 23, "price": 3.95, "copies": 0},
    {"sku": "MWS-104", "series": "Midnight Wardens", "number": 104, "price": 6.2, "copies": 3},
    {"sku": "PPR-003", "series": "Paper Rockets", "number": 3, "price": 5.1, "copies": 9},
]
_PULL: dict[str, list[str]] = {
    "jonas adeyemi": ["Glasswing", "Iron Tide"],
    "carla whitcombe": ["Midnight Wardens"],
    "tomasz zielinski": ["Paper Rockets", "Midnight Wardens", "Hollow Moon"],
}
_WEEKS: dict[str, list[str]] = {
    "2026-03-04": ["Glasswing 8", "Hollow Moon 15"],
    "2026-03-11": ["Iron Tide 24", "Paper Rockets 4", "Sea Kings 1"],
    "2026-03-18": ["Midnight Wardens 105"],
}
_SHARE = {"mint": 0.6, "fine": 0.45, "good": 0.3, "worn": 0.1}


def find_issue(series: str, number: int) -> dict[str, Any]:
    """Look for one issue of a series in the shop."""
    for issue in _ISSUES:
        if issue["series"].casefold() == series.strip().casefold() and issue["number"] == number:
            return issue
    return {"series": series, "number": number, "status": "not found"}


def hold_copies(sku: str, customer: str, copies: int = 1) -> dict[str, Any]:
    """Put copies behind the counter for a customer. Held for two weeks."""
    for issue in _ISSUES:
        if issue["sku"] == sku:
            if issue["copies"] < copies:
                return {"sku": sku, "status": "not enough copies"}
            return {"hold": f"H-{customer[0].upper()}{sku[-3:]}", "total": round(issue["price"] * copies, 2)}
    raise ValueError(f"unknown sku: {sku}")


def get_pull_list(customer: str) -> list[str]:
    """Series that a regular has us set aside every month."""
    if customer.strip().casefold() not in _PULL:
        raise ValueError(f"no pull list for {customer}")
    return _PULL[customer.strip().casefold()]


def add_to_pull_list(customer: str, series: list[str]) -> dict[str, Any]:
    """Add one or several series to the pull list of a regular."""
    old = _PULL.get(customer.strip().casefold(), [])
    return {"customer": customer, "series_now": len(old) + len(series), "discount_percent": 10 + 2 * len(series)}


def new_releases(wednesday: str) -> list[str]:
    """What comes in on a delivery Wednesday (ISO date)."""
    return _WEEKS.get(wednesday, [])


def trade_in_offer(sku: str, condition: Literal["mint", "fine", "good", "worn"]) -> dict[str, Any]:
    """Store credit we give for a copy in some condition.

    Reckoned from our own selling price.
    """
    for issue in _ISSUES:
        if issue["sku"] == sku:
            return {"sku": sku, "credit": round(issue["price"] * _SHARE[condition], 2)}
    raise ValueError(f"unknown sku: {sku}")


def grading_fee(declared_value: float, express: bool = False) -> dict[str, Any]:
    """Fee and waiting time for sending a comic to professional grading."""
    return {"fee": round(22 + declared_value * 0.03 + (30 if express else 0), 2), "weeks": 2 if express else 9}
