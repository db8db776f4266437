"""Office of a removal firm."""

from typing import Any, Literal

_JOBS: dict[int, dict[str, Any]] = {
    6104: {"client": "Delacroix", "from": "Redhill", "to": "Stowford", "date": "2026-04-02", "volume_m3": 28.0},
    6117: {"client": "Abernathy", "from": "Calder", "to": "Redhill", "date": "2026-04-09", "volume_m3": 41.5},
    6125: {"client": "Voss Dental", "from": "Stowford", "to": "Merton Bay", "date": "2026-04-16", "volume_m3": 63.0},
}
_VANS: dict[str, list[dict[str, Any]]] = {
    "2026-04-02": [{"van": "V3", "capacity_m3": 22}, {"van": "V5", "capacity_m3": 34}],
    "2026-04-09": [{"van": "V1", "capacity_m3": 45}],
    "2026-04-16": [
        {"van": "V1", "capacity_m3": 45},
        {"van": "V7", "capacity_m3": 68},
        {"van": "V3", "capacity_m3": 22},
    ],
}
_DISTANCES = {
    frozenset(["redhill", "stowford"]): 46,
    frozenset(["calder", "redhill"]): 112,
    frozenset(["stowford", "merton bay"]): 83,
    frozenset(["calder", "merton bay"]): 174,
}
_VOLUMES = {"sofa": 1.9, "wardrobe": 2.3, "piano": 2.75, "desk": 0.8, "double bed": 1.6, "bookcase": 0.95}
_CREWS = {
    "red": {"foreman": "Stan Okafor", "mobile": "0772 331", "people": 3},
    "blue": {"foreman": "Lidia Marques", "mobile": "0772 358", "people": 4},
    "green": {"foreman": "Tam Begley", "mobile": "0772 390", "people": 2},
}


def get_job(job_no: int) -> dict[str, Any]:
    """Client, towns, date and volume of a booked move."""
    if job_no not in _JOBS:
        raise ValueError(f"job {job_no} does not exist")
    return _JOBS[job_no]


def vans_free(day: str) -> list[dict[str, Any]]:
    """Vans without a job on a day (ISO date)."""
    return _VANS.get(day, [])


def distance_km(origin: str, destination: str) -> int:
    """Road distance between two towns."""
    key = frozenset([origin.strip().lower(), destination.strip().lower()])
    if key not in _DISTANCES:
        raise ValueError("distance unknown")
    return _DISTANCES[key]


def volume_of(items: list[str]) -> dict[str, float]:
    """Volume of pieces of furniture.

    Args:
        items (list[str]): Kinds of furniture in the singular, repeated if there are several.

    Returns:
        dict: Total in cubic metres.
    """
    unknown = [item for item in items if item.lower() not in _VOLUMES]
    if unknown:
        raise ValueError(f"no volume for {unknown}")
    return {"total_m3": round(sum(_VOLUMES[item.lower()] for item in items), 2)}


def move_price(volume_m3: float, km: float, packing: bool = False) -> dict[str, float]:
    """Price of a move in euros.

    Args:
        volume_m3 (float): Load.
        km (float): Distance.
        packing (bool): Our people pack the boxes.
    """
    return {"price_eur": round(120 + volume_m3 * 14 + km * 1.8 + (volume_m3 * 6 if packing else 0), 2)}


def assign(job_no: int, crew: Literal["red", "blue", "green"], van: str) -> dict[str, Any]:
    """Give a job to a crew and a van.

    Args:
        job_no (int): Booked move.
        crew (str): Colour of the crew.
        van (str): Van, such as V3.
    """
    if job_no not in _JOBS:
        raise ValueError(f"job {job_no} does not exist")
    return {"job_no": job_no, "sheet": f"WS-{job_no % 1000}{crew[0].upper()}{van.strip()[-1]}", "meeting": "06:45"}


def crew_info(crew: Literal["red", "blue", "green"]) -> dict[str, Any]:
    """Foreman, mobile number and head count of a crew."""
    if crew not in _CREWS:
        raise ValueError(f"no crew {crew}")
    return _CREWS[crew]
