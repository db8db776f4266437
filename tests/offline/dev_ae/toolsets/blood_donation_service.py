"""Donors, centres and appointments of a blood donation service."""

from typing import Any, Literal

_CENTRES: dict[str, list[dict[str, Any]]] = {
    "graz": [
        {"centre_id": "DC-4", "name": "Murpark", "distance_km": 3.2, "rating": 4.4},
        {"centre_id": "DC-5", "name": "Lendplatz", "distance_km": 1.1, "rating": 4.1},
    ],
    "linz": [
        {"centre_id": "DC-7", "name": "Hafen", "distance_km": 2.6, "rating": 4.8},
        {"centre_id": "DC-8", "name": "Auwiesen", "distance_km": 5.9, "rating": 4.0},
    ],
    "vienna": [
        {"centre_id": "DC-11", "name": "Favoriten", "distance_km": 4.3, "rating": 4.2},
        {"centre_id": "DC-12", "name": "Prater", "distance_km": 2.9, "rating": 4.7},
        {"centre_id": "DC-14", "name": "Liesing", "distance_km": 8.8, "rating": 4.9},
    ],
}
_HOURS = {
    "DC-4": {"weekday": "08:00-15:30", "saturday": "09:00-12:45"},
    "DC-5": {"weekday": "10:00-18:15", "saturday": "closed"},
    "DC-7": {"weekday": "07:15-14:00", "saturday": "08:30-11:30"},
    "DC-8": {"weekday": "12:00-19:45", "saturday": "closed"},
    "DC-11": {"weekday": "09:15-17:00", "saturday": "closed"},
    "DC-12": {"weekday": "07:45-16:20", "saturday": "10:00-13:10"},
    "DC-14": {"weekday": "11:00-18:40", "saturday": "closed"},
}
_DONORS: dict[int, dict[str, Any]] = {
    2210: {"name": "Jonas Wieser", "blood_type": "A-", "city": "Graz", "next_donation_date": "2026-04-21"},
    2231: {"name": "Helene Moser", "blood_type": "O+", "city": "Linz", "next_donation_date": "2026-06-02"},
    2245: {"name": "Kerem Aydin", "blood_type": "B+", "city": "Vienna", "next_donation_date": "2026-05-17"},
}
_STOCK = {"O-": (38, "low"), "O+": (214, "good"), "A-": (57, "fair"), "B+": (93, "good"), "AB+": (21, "critical")}
_DONATIONS: dict[int, list[dict[str, Any]]] = {
    2210: [{"date": "2025-12-20", "kind": "whole blood", "volume_ml": 465}],
    2231: [{"date": "2026-02-01", "kind": "plasma", "volume_ml": 700}],
    2245: [
        {"date": "2025-03-14", "kind": "whole blood", "volume_ml": 450},
        {"date": "2025-08-09", "kind": "plasma", "volume_ml": 650},
        {"date": "2026-01-16", "kind": "whole blood", "volume_ml": 480},
    ],
}
_APPOINTMENTS = {"AP-901": "2026-04-28", "AP-915": "2026-05-06", "AP-922": "2026-05-11"}


def find_donation_centres(city: str, max_distance_km: float | None = None) -> dict[str, Any]:
    """Find donation centres in a city.

    Args:
        city (str): Name of the city.
        max_distance_km (float): Farthest distance from the main station in kilometres.

    Returns:
        dict: The centres with their id, distance and rating.
    """
    found = _CENTRES.get(city.strip().casefold(), [])
    return {
        "city": city.strip(),
        "centres": [dict(one) for one in found if max_distance_km is None or one["distance_km"] <= max_distance_km],
    }


def get_opening_hours(
    centre_id: str,
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
) -> dict[str, Any]:
    """Opening hours of a donation centre on a day of the week.

    Args:
        centre_id (str): Id of the centre, e.g. DC-1.
        day (str): Day of the week.
    """
    key = centre_id.strip().upper()
    if key not in _HOURS:
        raise ValueError(f"no centre {centre_id}")
    kind = "saturday" if day.casefold() == "saturday" else "weekday"
    return {"centre_id": key, "day": day, "opening_hours": _HOURS[key][kind]}


def get_donor(donor_number: int) -> dict[str, Any]:
    """Name, blood type, city and next possible donation date of a donor.

    Args:
        donor_number (int): Four-digit number of the donor.
    """
    if donor_number not in _DONORS:
        raise ValueError(f"no donor {donor_number}")
    return {"donor_number": donor_number, **_DONORS[donor_number]}


def list_donations(donor_number: int) -> list[dict[str, Any]]:
    """List the donations of a donor with date, kind and volume.

    Args:
        donor_number (int): Four-digit number of the donor.
    """
    if donor_number not in _DONATIONS:
        raise ValueError(f"no donor {donor_number}")
    return [dict(one) for one in _DONATIONS[donor_number]]


def get_blood_stock(blood_type: Literal["O-", "O+", "A-", "A+", "B-", "B+", "AB-", "AB+"]) -> dict[str, Any]:
    """Stock of a blood type: how many bags there are.

    Args:
        blood_type (str): The blood type.
    """
    bags, state = _STOCK.get(blood_type.strip().upper(), (0, "none"))
    return {"blood_type": blood_type.strip().upper(), "bags": bags, "state": state}


def book_donation(
    donor_number: int,
    centre_id: str,
    date: str,
    time: str,
    kind: Literal["whole blood", "plasma", "platelets"] = "whole blood",
) -> dict[str, Any]:
    """Book a donation for a donor at a centre.

    Args:
        donor_number (int): Four-digit number of the donor.
        centre_id (str): Id of the centre, e.g. DC-1.
        date (str): Day, YYYY-MM-DD.
        time (str): Time of day, HH:MM.
        kind (str): What is donated.

    Returns:
        dict: Id of the appointment.
    """
    if donor_number not in _DONORS or centre_id.strip().upper() not in _HOURS:
        raise ValueError("no such donor or centre")
    appointment = f"AP-{donor_number % 100}{date[8:]}{time[:2]}"
    return {"appointment_id": appointment, "centre_id": centre_id, "date": date, "time": time, "kind": kind}


def cancel_appointment(appointment_id: str) -> dict[str, Any]:
    """Cancel an appointment for a donation.

    Args:
        appointment_id (str): Id of the appointment, e.g. AP-900.
    """
    key = appointment_id.strip().upper()
    if key not in _APPOINTMENTS:
        raise ValueError(f"no appointment {appointment_id}")
    return {"appointment_id": key, "date": _APPOINTMENTS[key], "status": "cancelled"}
