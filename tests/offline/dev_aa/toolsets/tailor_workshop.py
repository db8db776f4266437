"""Customers, fabrics and alterations of a tailor's workshop."""

from typing import Any, Literal

_CUSTOMERS = {
    "Edmund Pike": {"customer_no": 61, "chest_cm": 102, "waist_cm": 88, "inseam_cm": 81},
    "Salome Ortiz": {"customer_no": 74, "chest_cm": 91, "waist_cm": 72, "inseam_cm": 77},
    "Henrik Aas": {"customer_no": 79, "chest_cm": 110, "waist_cm": 97, "inseam_cm": 84},
}
_FABRICS: dict[str, dict[str, Any]] = {
    "navy flannel": {"per_metre": 48.0, "metres": 12.5, "mill": "Corrie & Sons"},
    "grey herringbone": {"per_metre": 56.5, "metres": 4.0, "mill": "Weftworks"},
    "ivory linen": {"per_metre": 33.0, "metres": 21.0, "mill": "Baltic Flax"},
}
_JOBS: dict[int, list[dict[str, Any]]] = {
    61: [{"ticket": "A-330", "garment": "overcoat", "ready": "2026-10-14"}],
    74: [{"ticket": "A-341", "garment": "evening dress", "ready": "2026-10-09"}],
    79: [],
}
_PRICES = {"hem": 14.0, "take in": 22.5, "new lining": 65.0, "zip": 18.0}


def customer_measurements(name: str) -> dict[str, int]:
    """Fetch a customer's number and measurements in centimetres.

    Args:
        name: Full name of the customer.

    Example:
        customer_measurements("Edmund Pike")
    """
    if name not in _CUSTOMERS:
        raise ValueError(f"unknown customer {name}")
    return _CUSTOMERS[name]


def fabric(name: str) -> dict[str, Any]:
    """Fetch price per metre, metres on the roll and mill of a fabric.

    Args:
        name: Name of the fabric.

    Example:
        fabric("ivory linen")
    """
    if name.lower() not in _FABRICS:
        raise ValueError(f"unknown fabric {name}")
    return _FABRICS[name.lower()]


def open_jobs(customer_no: int) -> list[dict[str, Any]]:
    """List the garments of a customer that are being worked on.

    Args:
        customer_no: Two-digit customer number.

    Example:
        open_jobs(61)
    """
    return _JOBS.get(customer_no, [])


def alteration_price(work: Literal["hem", "take in", "new lining", "zip"], express: bool = False) -> float:
    """Price of an alteration; express costs half as much again.

    Args:
        work: What is to be done.
        express: Done within two days.

    Example:
        alteration_price("hem", express=True)
    """
    return _PRICES[work] * (1.5 if express else 1)


def book_fitting(customer_no: int, day: str, time: str = "10:00") -> dict[str, str]:
    """Book a fitting for a customer.

    Args:
        customer_no: Two-digit customer number.
        day: ISO date.
        time: HH:MM, the usual time if left out.

    Returns:
        The code of the fitting and the name of the tailor.

    Example:
        book_fitting(61, "2026-10-05")
    """
    tailor = "Mr Bellamy" if time < "13:00" else "Ms Okafor"
    return {"fitting": f"FT{customer_no}-{day[5:7]}{day[8:]}", "time": time, "tailor": tailor}
