"""Dispatch of a snow-clearing service."""

from typing import Any, Literal

_SITES: dict[str, dict[str, Any]] = {
    "Larkfield School": {"site_id": 31, "district": "North", "area_m2": 1850, "gate_code": "7264"},
    "Hexham Clinic": {"site_id": 44, "district": "East", "area_m2": 920, "gate_code": "1180"},
    "Rowan Court": {"site_id": 52, "district": "North", "area_m2": 640, "gate_code": "none"},
    "Bellweather Mall": {"site_id": 67, "district": "Harbour", "area_m2": 7400, "gate_code": "5539"},
}
_SNOW = {"north": (14, -7.0), "east": (9, -4.5), "harbour": (3, -0.5), "old town": (6, -2.0)}
_PLOUGHS: dict[str, dict[str, Any]] = {
    "PL-2": {"driver": "Ewa Kubiak", "state": "idle", "salt_kg": 480, "position": "Depot Nord"},
    "PL-5": {"driver": "Magnus Tveit", "state": "clearing", "salt_kg": 115, "position": "Hexham Road"},
    "PL-6": {"driver": "Carys Bowen", "state": "idle", "salt_kg": 930, "position": "Quay depot"},
    "PL-9": {"driver": "Ned Farrow", "state": "workshop", "salt_kg": 0, "position": "Depot Nord"},
}
_ROTA: dict[tuple[str, str], str] = {
    ("2026-01-15", "night"): "Ingrid Sallow",
    ("2026-01-15", "day"): "Tobias Renner",
    ("2026-01-16", "night"): "Hector Blaine",
    ("2026-01-16", "day"): "Ingrid Sallow",
}
_INVOICES: dict[int, list[dict[str, Any]]] = {
    31: [
        {"invoice": "SN-1904", "amount_eur": 612.5, "paid": True},
        {"invoice": "SN-1958", "amount_eur": 340.0, "paid": False},
    ],
    44: [{"invoice": "SN-1921", "amount_eur": 288.75, "paid": False}],
    67: [{"invoice": "SN-1933", "amount_eur": 2115.0, "paid": True}],
}


def site(name: str) -> dict[str, Any]:
    """Contract site by name."""
    for key, one in _SITES.items():
        if key.lower() == name.strip().lower():
            return {"name": key, **one}
    return {"name": name, "found": False}


def snow_report(district: Literal["North", "East", "Harbour", "Old Town"]) -> dict[str, Any]:
    """Snow depth and temperature in a district."""
    if district.lower() not in _SNOW:
        raise ValueError(f"no district {district}")
    depth, temperature = _SNOW[district.lower()]
    return {"district": district, "depth_cm": depth, "temperature_c": temperature}


def plough(plough_id: str) -> dict[str, Any]:
    """State of a plough: driver, position, salt on board.

    Parameters:
        plough_id: such as PL-2
    """
    if plough_id.strip().upper() not in _PLOUGHS:
        raise ValueError(f"no plough {plough_id}")
    return _PLOUGHS[plough_id.strip().upper()]


def send_plough(plough_id: str, site_id: int, spread_salt: bool = True) -> dict[str, Any]:
    """Send a plough to a contract site.

    Parameters:
        plough_id: such as PL-2
        site_id: number of the site
        spread_salt: whether to grit after clearing
    """
    if plough_id.strip().upper() not in _PLOUGHS:
        raise ValueError(f"no plough {plough_id}")
    return {"order": f"RUN-{plough_id.strip()[-1]}{site_id}", "arrives_in_min": 8 + site_id % 20, "salt": spread_salt}


def estimate(area_m2: float, depth_cm: float) -> dict[str, float]:
    """Minutes and price for clearing an area.

    Parameters:
        area_m2: surface
        depth_cm: depth of the snow
    """
    return {"minutes": round(area_m2 * depth_cm / 400), "price_eur": round(40 + area_m2 * 0.06 + depth_cm * 3.5, 2)}


def duty_manager(day: str, shift: Literal["day", "night"]) -> str:
    """Who is in charge on a shift (day as YYYY-MM-DD)."""
    return _ROTA.get((day, shift), "nobody entered")


def invoices(site_id: int, unpaid_only: bool = False) -> list[dict[str, Any]]:
    """Invoices of a site this winter."""
    return [one for one in _INVOICES.get(site_id, []) if not (unpaid_only and one["paid"])]
