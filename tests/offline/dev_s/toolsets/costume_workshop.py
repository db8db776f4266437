"""Costume workshop of a municipal theatre."""

from typing import Any, Literal

ACTORS: dict[str, dict[str, int]] = {
    "Leonie Brandl": {"height_cm": 172, "chest_cm": 90, "waist_cm": 71, "hat_size": 56},
    "Oskar Reinholt": {"height_cm": 186, "chest_cm": 104, "waist_cm": 92, "hat_size": 60},
    "Pia Sorensen": {"height_cm": 164, "chest_cm": 86, "waist_cm": 68, "hat_size": 55},
    "Idris Vance": {"height_cm": 179, "chest_cm": 98, "waist_cm": 84, "hat_size": 58},
}
ROLES: dict[tuple[str, str], dict[str, str]] = {
    ("twelfth night", "malvolio"): {"costume_no": "K-118", "actor": "Oskar Reinholt", "rail": "7"},
    ("twelfth night", "viola"): {"costume_no": "K-121", "actor": "Pia Sorensen", "rail": "7"},
    ("the seagull", "nina"): {"costume_no": "K-204", "actor": "Leonie Brandl", "rail": "11"},
    ("the seagull", "trigorin"): {"costume_no": "K-209", "actor": "Idris Vance", "rail": "12"},
}
ALTERATIONS: dict[str, list[dict[str, Any]]] = {
    "K-118": [
        {"job": "take in the waist", "hours": 1.5, "done": False},
        {"job": "dye stockings yellow", "hours": 2.0, "done": True},
    ],
    "K-121": [{"job": "shorten the sleeves", "hours": 0.75, "done": False}],
    "K-204": [{"job": "replace the hooks", "hours": 0.5, "done": False}],
    "K-209": [{"job": "let out the back seam", "hours": 1.25, "done": True}],
}
FABRICS: dict[tuple[str, str], tuple[float, float]] = {
    ("velvet", "crimson"): (14.5, 32.0),
    ("velvet", "black"): (3.2, 32.0),
    ("wool", "grey"): (27.0, 24.5),
    ("linen", "white"): (41.0, 11.8),
    ("silk", "green"): (6.4, 46.0),
}
PER_GARMENT = {"cloak": 2.6, "gown": 3.1, "breeches": 1.0, "waistcoat": 0.6}


def role_costume(production: str, role: str) -> dict[str, str]:
    """Find the costume of a role in a production. Returns the costume number, the actor and the rail it hangs on."""
    found = ROLES.get((production.strip().lower(), role.strip().lower()))
    if found is None:
        raise ValueError(f"no costume for {role} in {production}")
    return found


def measurements(actor: str) -> dict[str, int]:
    """Look up an actor's body measurements. Returns height, chest, waist and hat size."""
    for name, sizes in ACTORS.items():
        if name.lower() == actor.strip().lower():
            return sizes
    raise ValueError(f"not measured: {actor}")


def alterations(costume_no: str, include_done: bool = False) -> list[dict[str, Any]]:
    """List the sewing jobs on a costume. Returns each job with its hours of work."""
    jobs = ALTERATIONS.get(costume_no.strip().upper(), [])
    return [job for job in jobs if include_done or not job["done"]]


def fabric_stock(fabric: str, colour: str) -> dict[str, Any]:
    """Check a fabric on the shelves. Returns metres in stock and the price per metre."""
    found = FABRICS.get((fabric.strip().lower(), colour.strip().lower()))
    if found is None:
        return {"fabric": fabric, "colour": colour, "metres": 0.0}
    return {"fabric": fabric, "colour": colour, "metres": found[0], "price_per_metre": found[1]}


def metres_needed(
    garment: Literal["cloak", "gown", "breeches", "waistcoat"], height_cm: int, lined: bool = False
) -> float:
    """Estimate the cloth for a garment from the wearer's height. Returns metres."""
    return round(PER_GARMENT[garment] * height_cm / 100 + (0.8 if lined else 0.0), 2)


def schedule_fitting(actor: str, costume_no: str, day: str, time: str = "10:00") -> dict[str, str]:
    """Put a fitting in the diary. Returns the fitting's number and the cabin."""
    if actor.strip().title() not in ACTORS:
        raise ValueError(f"nobody called {actor}")
    number = f"FT-{costume_no[-3:]}-{day[8:]}{time[:2]}"
    return {"fitting": number, "cabin": "left" if int(time[:2]) < 12 else "right"}
