"""Parking permits of a city."""

from typing import Any, Literal

_STREETS = {
    "tanner street": {"zone": "N4", "ward": "Northgate"},
    "abbey row": {"zone": "C1", "ward": "Minster"},
    "willow bank": {"zone": "S2", "ward": "Riverside"},
}
_ZONES = {
    "N4": {"hours": "08:00-18:30", "waiting_list": 23, "spaces": 340},
    "C1": {"hours": "07:00-22:00", "waiting_list": 117, "spaces": 95},
    "S2": {"hours": "09:00-17:00", "waiting_list": 0, "spaces": 410},
}
_FEES = {
    ("N4", "resident"): 84.0, ("N4", "business"): 260.0, ("N4", "visitor"): 31.5,
    ("C1", "resident"): 142.0, ("C1", "business"): 415.0, ("C1", "visitor"): 58.0,
    ("S2", "resident"): 66.0, ("S2", "business"): 198.0, ("S2", "visitor"): 24.75,
}  # fmt: skip
_PERMITS: dict[str, dict[str, Any]] = {
    "RP-5520": {"holder": "Edith Marlow", "plate": "LD21 KKE", "zone": "N4", "expires": "2026-07-31"},
    "RP-5587": {"holder": "Vikram Shah", "plate": "OY68 TBN", "zone": "C1", "expires": "2026-04-18"},
    "BP-0931": {"holder": "Fennel & Sons", "plate": "WR70 AZU", "zone": "S2", "expires": "2026-11-05"},
}


def zone_of_street(street: str) -> dict[str, str]:
    """Return the parking zone and ward a street belongs to.

    Parameters
    ----------
    street : str
        Street name without house number.
    """
    if street.strip().lower() not in _STREETS:
        raise ValueError("street not found")
    return _STREETS[street.strip().lower()]


def zone_rules(zone: str) -> dict[str, Any]:
    """Return controlled hours, length of the waiting list and number of spaces of a zone.

    Parameters
    ----------
    zone : str
        Zone code, e.g. ``"W3"``.
    """
    if zone.upper() not in _ZONES:
        raise ValueError("zone not found")
    return _ZONES[zone.upper()]


def permit_fee(zone: str, kind: Literal["resident", "business", "visitor"] = "resident") -> float:
    """Return the yearly fee of a permit in pounds.

    Parameters
    ----------
    zone : str
        Zone code.
    kind : {"resident", "business", "visitor"}, optional
        Type of permit.
    """
    return _FEES[zone.upper(), kind]


def lookup_permit(permit_no: str) -> dict[str, Any]:
    """Return holder, number plate, zone and expiry of a permit.

    Parameters
    ----------
    permit_no : str
        Number on the permit.
    """
    return _PERMITS.get(permit_no.upper(), {"permit_no": permit_no, "found": False})


def renew_permit(permit_no: str, months: Literal[6, 12] = 12) -> dict[str, Any]:
    """Renew a permit.

    Parameters
    ----------
    permit_no : str
        Number on the permit.
    months : {6, 12}, optional
        Length of the renewal.
    """
    if permit_no.upper() not in _PERMITS:
        raise ValueError("permit not found")
    return {"receipt": f"REN{permit_no[3:]}-{months}", "months": months}


def change_plate(permit_no: str, new_plate: str) -> dict[str, Any]:
    """Put another number plate on a permit.

    Parameters
    ----------
    permit_no : str
        Number on the permit.
    new_plate : str
        The new registration.
    """
    return {"permit_no": permit_no.upper(), "plate": new_plate.upper(), "case": f"CHG-{permit_no[3:]}"}
