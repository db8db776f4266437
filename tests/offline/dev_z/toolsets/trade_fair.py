"""Stands, exhibitors and services of a trade-fair organiser."""

from typing import Any, Literal

_FAIRS: dict[str, dict[str, Any]] = {
    "TimberTech": {"fair_id": 31, "city": "Graz", "opens": "2026-09-22", "closes": "2026-09-25"},
    "Gastro Nord": {"fair_id": 35, "city": "Malmo", "opens": "2026-10-06", "closes": "2026-10-08"},
    "ToyWorld": {"fair_id": 38, "city": "Ghent", "opens": "2027-01-19", "closes": "2027-01-23"},
}
_STANDS: dict[int, list[dict[str, Any]]] = {
    31: [{"stand": "H2-14", "square_metres": 24, "rent": 5160}, {"stand": "H3-02", "square_metres": 40, "rent": 8200}],
    35: [{"stand": "A-07", "square_metres": 18, "rent": 4410}],
    38: [{"stand": "K-33", "square_metres": 30, "rent": 6990}],
}
_EXHIBITORS = {
    "EX-402": {"company": "Holmqvist Ovens", "contact": "Stina Holm", "fair_id": 35, "stand": "B-19", "paid": True},
    "EX-417": {"company": "Sawline", "contact": "Gregor Pichler", "fair_id": 31, "stand": "H1-08", "paid": False},
    "EX-433": {"company": "Wooden Bear", "contact": "Anke Maes", "fair_id": 38, "stand": "K-12", "paid": True},
}
_HOTELS = {"graz": ("Hotel Murblick", 119), "malmo": ("Sundet Inn", 134), "ghent": ("Leie House", 127)}


def fair_info(name: str) -> dict[str, Any]:
    """Number, city and dates of a fair.

    Args:
        name: Name of the fair.
    """
    for fair, info in _FAIRS.items():
        if fair.lower() == name.strip().lower():
            return info
    raise ValueError(f"no fair {name}")


def free_stands(fair_id: int) -> list[dict[str, Any]]:
    """Stands of a fair that nobody has rented yet, with area and rent in euros."""
    return _STANDS.get(fair_id, [])


def exhibitor(exhibitor_no: str) -> dict[str, Any]:
    """Company, contact person, stand and payment of an exhibitor.

    Args:
        exhibitor_no: EX- and three digits.
    """
    return _EXHIBITORS.get(exhibitor_no.upper(), {"result": "not found"})


def partner_hotel(city: str) -> dict[str, Any]:
    """Our partner hotel in a city and its nightly price."""
    if city.lower() not in _HOTELS:
        raise ValueError(f"no partner hotel in {city}")
    return {"hotel": _HOTELS[city.lower()][0], "night": _HOTELS[city.lower()][1]}


def order_service(
    stand: str, services: list[Literal["power", "water", "wifi", "carpet"]], days: int = 3
) -> dict[str, Any]:
    """Order technical services for a stand.

    Args:
        stand: Stand code, e.g. C-05.
        services: What is to be laid on.
        days: For how many days.
    """
    prices = {"power": 65, "water": 48, "wifi": 22, "carpet": 37}
    return {"order": f"SV-{stand.replace('-', '')}", "euros": sum(prices[one] for one in services) * days}


def visitor_tickets(fair_id: int, count: int, day: str | None = None) -> dict[str, Any]:
    """Issue visitor tickets, for a single day (ISO) or for the whole fair."""
    return {"ticket_batch": f"VT-{fair_id}-{count}", "euros": count * (18 if day else 45)}
