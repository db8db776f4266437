"""Repairs and parts in a bicycle workshop with two branches."""

from typing import Any, Literal

JOBS: dict[str, dict[str, Any]] = {
    "T4410": {
        "owner": "Wanda Reuss",
        "model": "Brompton C Line",
        "fault": "hub gear slips",
        "mechanic": "Olu",
        "status": "waiting for part",
        "part_no": "SA-3310",
    },
    "T4417": {
        "owner": "Pieter Daal",
        "model": "Trek FX 2",
        "fault": "rear brake rubs",
        "mechanic": "Sunniva",
        "status": "ready",
        "part_no": "BP-0705",
    },
    "T4423": {
        "owner": "Marguerite Oyelowo",
        "model": "Surly Ogre",
        "fault": "chain worn",
        "mechanic": "Olu",
        "status": "on the stand",
        "part_no": "CH-1105",
    },
}
PARTS: dict[str, dict[str, Any]] = {
    "SA-3310": {"name": "3-speed gear cable", "price": 14.9, "main": 0, "station": 3},
    "BP-0705": {"name": "brake pads, pair", "price": 11.5, "main": 16, "station": 7},
    "CH-1105": {"name": "chain, 11 speed", "price": 27.8, "main": 5, "station": 0},
    "TY-4728": {"name": "tyre 47-622", "price": 38.95, "main": 2, "station": 9},
    "TU-2813": {"name": "inner tube 28 inch", "price": 6.4, "main": 40, "station": 22},
}
FITS = {
    ("trek fx 2", "tyre"): "TY-4728",
    ("trek fx 2", "tube"): "TU-2813",
    ("trek fx 2", "pads"): "BP-0705",
    ("surly ogre", "chain"): "CH-1105",
    ("surly ogre", "tyre"): "TY-4728",
    ("brompton c line", "cable"): "SA-3310",
}
SLOTS = {
    "2026-09-14": ["09:15", "13:40"],
    "2026-09-15": [],
    "2026-09-16": ["08:30", "11:05", "16:20"],
    "2026-09-18": ["10:10"],
}
RATES = {"puncture": 9.0, "brakes": 24.0, "gears": 31.5, "wheel truing": 28.0, "full service": 96.0}


def repair_ticket(ticket: str) -> dict[str, Any]:
    """Shows a repair by its ticket number: owner, bike model, fault, mechanic, status and the part it needs."""
    if ticket not in JOBS:
        return {"ticket": ticket, "status": "not found"}
    return {"ticket": ticket, **JOBS[ticket]}


def fitting_part(model: str, kind: Literal["tyre", "tube", "pads", "chain", "cable"]) -> dict[str, str]:
    """Finds the part of a kind that fits a bike model and returns its part number."""
    part_no = FITS.get((model.strip().lower(), kind))
    if part_no is None:
        raise ValueError(f"nothing listed for {kind} on {model}")
    return {"part_no": part_no, "name": PARTS[part_no]["name"]}


def part_stock(part_no: str, branch: Literal["main", "station"] = "main") -> dict[str, Any]:
    """Pieces on the shelf and unit price of a part. The branch is the main shop unless you say station."""
    if part_no not in PARTS:
        raise ValueError(f"no part {part_no}")
    part = PARTS[part_no]
    return {"part_no": part_no, "branch": branch, "pieces": part[branch], "price": part["price"]}


def order_part(part_no: str, quantity: int = 1) -> dict[str, Any]:
    """Orders a quantity of a part from the wholesaler; returns the order number and the delivery day."""
    if part_no not in PARTS:
        raise ValueError(f"no part {part_no}")
    return {"order": f"WH{part_no[-4:]}x{quantity}", "delivery": "2026-09-17" if quantity < 10 else "2026-09-22"}


def labour_price(
    work: Literal["puncture", "brakes", "gears", "wheel truing", "full service"], same_day: bool = False
) -> dict[str, Any]:
    """What a kind of work costs without parts. Jobs done the same_day cost 30 percent more."""
    return {"work": work, "price": round(RATES[work] * (1.3 if same_day else 1), 2)}


def free_slots(day: str) -> list[str]:
    """Drop-off times that are still open on a day, which is written like 2026-09-14."""
    return SLOTS.get(day, [])


def book_slot(
    day: str,
    time: str,
    customer: str,
    work: Literal["puncture", "brakes", "gears", "wheel truing", "full service"],
) -> dict[str, str]:
    """Reserves a drop-off time on a day for a customer. Say in work what is to be done; gives a new ticket number."""
    if time not in SLOTS.get(day, []):
        raise ValueError(f"{time} on {day} is not open")
    return {"ticket": f"T5{day[8:]}{time[:2]}", "customer": customer, "day": day, "time": time, "work": work}


def tyre_pressure(rider_kg: float, tyre_mm: int) -> dict[str, float]:
    """Recommended pressure in bar, front and rear, for a rider of rider_kg on tyres that are tyre_mm wide."""
    base = 180 / tyre_mm * rider_kg / 75
    return {"front_bar": round(base * 0.92, 1), "rear_bar": round(base * 1.08, 1)}
