"""Customer desk of a toll bridge."""

from typing import Any, Literal

_ACCOUNTS: dict[str, dict[str, Any]] = {
    "KX19 FTO": {"account": 70213, "holder": "Ottery Plumbing", "balance": 8.6},
    "BD22 LVA": {"account": 70288, "holder": "Nadia Brook", "balance": 31.25},
    "WN70 GHE": {"account": 70301, "holder": "Ferris Coaches", "balance": 204.0},
}
_CROSSINGS = {
    ("KX19 FTO", "2026-02-03"): ["07:52", "16:38"],
    ("BD22 LVA", "2026-02-03"): ["12:06"],
    ("WN70 GHE", "2026-02-04"): ["06:19", "10:47", "18:33"],
}
_CLOSED = {"2026-02-14": "22:00-05:30", "2026-02-21": "23:15-04:45"}


def toll(vehicle: Literal["motorcycle", "car", "van", "coach", "lorry"], axles: int = 2, night: bool = False) -> float:
    """Toll for one crossing in pounds.

    Args:
        vehicle: Kind of vehicle.
        axles: Number of axles; only matters for lorries.
        night: Crossing between 22:00 and 06:00.
    """
    base = {"motorcycle": 1.1, "car": 2.6, "van": 3.8, "coach": 7.4, "lorry": 4.0}[vehicle]
    full = base + (1.7 * axles if vehicle == "lorry" else 0.0)
    return round(full * (0.5 if night else 1.0), 2)


def account_of(plate: str) -> dict[str, Any]:
    """Prepaid account by number plate, e.g. "AB12 CDE"."""
    if plate.strip().upper() not in _ACCOUNTS:
        raise ValueError(f"no account for {plate}")
    return _ACCOUNTS[plate.strip().upper()]


def crossings(plate: str, day: str) -> list[str]:
    """Times at which a plate crossed on a day."""
    return _CROSSINGS.get((plate.strip().upper(), day), [])


def top_up(account: int, pounds: float) -> dict[str, Any]:
    """Pay money into an account, e.g. 70100."""
    for record in _ACCOUNTS.values():
        if record["account"] == account:
            return {"receipt": f"TU{account}-{pounds:g}", "balance": round(record["balance"] + pounds, 2)}
    raise ValueError(f"no account {account}")


def night_closure(day: str) -> dict[str, Any]:
    """Hours of a planned closure of the bridge in the night that starts on a day."""
    return {"day": day, "closed": _CLOSED.get(day)}


def dispute(plate: str, day: str, time: str, reason: Literal["not_mine", "double", "wrong_class"]) -> dict[str, str]:
    """Open a dispute about a charged crossing.

    Args:
        plate: Number plate.
        day: ISO date.
        time: Time of the crossing, HH:MM.
        reason: Why the charge is wrong.
    """
    return {"case": f"D{plate[:2].upper()}{day[8:]}{time.replace(':', '')}{reason[0].upper()}"}
