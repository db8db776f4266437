"""Removal van rental: vans, bookings, distances and exchange rates."""

from typing import Any, Literal

_VANS: dict[str, dict[str, Any]] = {
    "V-08": {"model": "Ford Transit", "city": "Graz", "volume_m3": 11, "price_per_day": 74.0, "depot_id": "DP-2"},
    "V-09": {"model": "Iveco Daily", "city": "Graz", "volume_m3": 18, "price_per_day": 92.0, "depot_id": "DP-2"},
    "V-12": {"model": "Renault Master", "city": "Graz", "volume_m3": 15, "price_per_day": 81.5, "depot_id": "DP-3"},
    "V-30": {"model": "Fiat Ducato", "city": "Linz", "volume_m3": 13, "price_per_day": 69.0, "depot_id": "DP-6"},
    "V-33": {"model": "Mercedes Sprinter", "city": "Linz", "volume_m3": 17, "price_per_day": 97.0, "depot_id": "DP-6"},
}
_DEPOTS = {
    "DP-2": {"address": "Lagergasse 140", "opens": "06:30", "phone": "0316 555 02"},
    "DP-3": {"address": "Triester Strasse 391", "opens": "07:15", "phone": "0316 555 03"},
    "DP-6": {"address": "Wiener Strasse 88", "opens": "06:45", "phone": "0732 555 06"},
}
_BOOKINGS: dict[str, dict[str, Any]] = {
    "RB-4410": {"driver_name": "Jonas Egger", "van_id": "V-09", "pickup_date": "2026-06-12", "deposit": 350.0},
    "RB-4417": {"driver_name": "Vera Lindner", "van_id": "V-30", "pickup_date": "2026-06-15", "deposit": 280.0},
    "RB-4432": {"driver_name": "Emil Zach", "van_id": "V-12", "pickup_date": "2026-07-01", "deposit": 310.0},
}
_KM: dict[tuple[str, ...], float] = {
    ("graz", "linz"): 221.0,
    ("graz", "vienna"): 194.0,
    ("graz", "ljubljana"): 192.0,
    ("linz", "passau"): 104.0,
    ("linz", "salzburg"): 133.0,
}
_PER_EURO = {"EUR": 1.0, "CHF": 0.95, "CZK": 25.0, "HUF": 400.0}


def search_vans(city: str, pickup_date: str, return_date: str, min_volume: float = 0) -> list[dict[str, Any]]:
    """Search the vans that are free in a city between two dates.

    Args:
        city: City of the depot.
        pickup_date: YYYY-MM-DD.
        return_date: YYYY-MM-DD.
        min_volume: Least loading volume in cubic metres.
    """
    return [
        {"van_id": van_id, **{key: van[key] for key in ("model", "volume_m3", "price_per_day")}}
        for van_id, van in _VANS.items()
        if van["city"].casefold() == city.casefold() and van["volume_m3"] >= min_volume and pickup_date <= return_date
    ]


def get_van(van_id: str) -> dict[str, Any]:
    """Model, loading volume, daily price and depot of a van.

    Args:
        van_id: Fleet number of the van, e.g. "V-08".
    """
    if van_id not in _VANS:
        raise ValueError(f"van {van_id} is unknown")
    return {"van_id": van_id, **_VANS[van_id]}


def get_depot(depot_id: str) -> dict[str, Any]:
    """Address, opening time and phone number of a depot.

    Args:
        depot_id: Number of the depot, e.g. "DP-2".
    """
    if depot_id not in _DEPOTS:
        raise ValueError(f"depot {depot_id} is unknown")
    return {"depot_id": depot_id, **_DEPOTS[depot_id]}


def reserve_van(
    van_id: str, pickup_date: str, return_date: str, driver_name: str, insurance: bool = False
) -> dict[str, Any]:
    """Reserve a van for a driver.

    Args:
        van_id: Fleet number of the van, e.g. "V-08".
        pickup_date: YYYY-MM-DD.
        return_date: YYYY-MM-DD.
        driver_name: Full name of the driver.
        insurance: With insurance without excess.

    Returns:
        booking_id and daily price in euros, insurance included.
    """
    van = get_van(van_id)
    return {
        "booking_id": f"RB-{van_id[2:]}{pickup_date[5:7]}{pickup_date[8:]}{return_date[8:]}",
        "driver_name": driver_name,
        "price_per_day": van["price_per_day"] + (16.0 if insurance else 0.0),
    }


def get_booking(booking_id: str) -> dict[str, Any]:
    """Driver, van, pickup date and deposit of a booking.

    Args:
        booking_id: Number of the booking, e.g. "RB-4410".
    """
    if booking_id not in _BOOKINGS:
        raise ValueError(f"booking {booking_id} is unknown")
    return {"booking_id": booking_id, **_BOOKINGS[booking_id]}


def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Driving distance from one city to another in kilometres.

    Args:
        origin: City of departure.
        destination: City of arrival.
    """
    pair = (origin.casefold(), destination.casefold())
    distance = _KM.get(pair, _KM.get(pair[::-1]))
    if distance is None:
        raise ValueError("no route")
    return {"origin": origin, "destination": destination, "distance_km": distance}


def convert_currency(
    amount: float, from_currency: str, to_currency: Literal["EUR", "CHF", "CZK", "HUF"]
) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Args:
        amount: The amount.
        from_currency: Currency code, e.g. "EUR".
        to_currency: One of EUR, CHF, CZK, HUF.
    """
    if from_currency not in _PER_EURO:
        raise ValueError(f"no rate for {from_currency}")
    converted = round(amount / _PER_EURO[from_currency] * _PER_EURO[to_currency], 2)
    return {"converted_amount": converted, "currency": to_currency}
