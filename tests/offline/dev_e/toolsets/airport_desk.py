"""Lounge and baggage desk of an airport."""

from typing import Any, Literal

_FLIGHTS: dict[str, dict[str, Any]] = {
    "NV418": {"to": "Bergen", "status": "delayed", "departs": "13:35", "gate": "C14", "terminal": 2},
    "KX907": {"to": "Lisbon", "status": "on time", "departs": "11:20", "gate": "A06", "terminal": 1},
    "OA233": {"to": "Nairobi", "status": "boarding", "departs": "10:05", "gate": "D31", "terminal": 2},
    "TR650": {"to": "Graz", "status": "cancelled", "departs": "09:40", "gate": "A11", "terminal": 1},
}
_LOUNGES: dict[str, dict[str, Any]] = {
    "AURORA": {"terminal": 1, "showers": False, "closes": "21:30", "fee": 34.0},
    "HARBOUR": {"terminal": 2, "showers": True, "closes": "23:15", "fee": 42.0},
    "TERRACE": {"terminal": 2, "showers": False, "closes": "20:45", "fee": 29.0},
}
_BAGS: dict[str, dict[str, Any]] = {
    "0074418812": {"flight": "KX907", "last_seen": "sorting hall B", "status": "on its way to the aircraft"},
    "0074420935": {"flight": "NV418", "last_seen": "Amsterdam", "status": "left behind"},
    "0074423306": {"flight": "OA233", "last_seen": "security screening", "status": "held for inspection"},
    "0074425571": {"flight": "TR650", "last_seen": "belt 7", "status": "ready for collection"},
}
_WALKS = {("A06", "C14"): 17, ("A06", "D31"): 26, ("A11", "C14"): 19, ("C14", "D31"): 8, ("A06", "A11"): 4}


def flight_status(flight: str) -> dict[str, Any]:
    """Gate, terminal, departure and state of one of today's flights."""
    if flight not in _FLIGHTS:
        return {"flight": flight, "found": False}
    return {"flight": flight, **_FLIGHTS[flight]}


def lounges(terminal: int, with_showers: bool = False) -> list[dict[str, Any]]:
    """Lounges in a terminal."""
    return [
        {"lounge": name, "closes": one["closes"], "entry_fee": one["fee"]}
        for name, one in _LOUNGES.items()
        if one["terminal"] == terminal and (one["showers"] or not with_showers)
    ]


def lounge_entry(lounge: str, card: Literal["gold", "silver", "none"] = "none", guests: int = 0) -> dict[str, Any]:
    """What a passenger and their guests pay to get into a lounge."""
    if lounge.upper() not in _LOUNGES:
        raise ValueError(f"no lounge {lounge!r}")
    fee = _LOUNGES[lounge.upper()]["fee"]
    own = {"gold": 0.0, "silver": fee / 2, "none": fee}[card]
    free_guests = 1 if card == "gold" else 0
    return {"lounge": lounge.upper(), "to_pay": own + fee * max(0, guests - free_guests)}


def book_shower(lounge: str, time: str, minutes: Literal[20, 30, 45] = 30) -> dict[str, Any]:
    """Reserve a shower room in a lounge from a time (HH:MM)."""
    if not _LOUNGES.get(lounge.upper(), {}).get("showers"):
        raise ValueError(f"no showers in {lounge!r}")
    return {"code": f"SH{time.replace(':', '')}-{minutes}", "room": 1 + int(time[:2]) % 4}


def trace_bag(bag_tag: str) -> dict[str, Any]:
    """Where a checked bag was last scanned, by the ten digits on its tag."""
    if bag_tag not in _BAGS:
        raise ValueError(f"no bag {bag_tag}")
    return {"bag_tag": bag_tag, **_BAGS[bag_tag]}


def report_missing(
    bag_tag: str, colour: str, kind: Literal["suitcase", "rucksack", "holdall", "pushchair"] = "suitcase"
) -> dict[str, Any]:
    """Open a missing-bag file."""
    return {"file": f"MB{bag_tag[-4:]}{colour[:2].upper()}{kind[0].upper()}", "allowance_per_day": 55.0}


def excess_fee(kilos_over: float, haul: Literal["domestic", "short", "long"] = "short", sports: bool = False) -> float:
    """Fee for a bag that is over the weight limit."""
    rate = {"domestic": 4.0, "short": 9.5, "long": 16.0}[haul]
    return round(kilos_over * rate * (0.75 if sports else 1), 2)


def walking_minutes(from_gate: str, to_gate: str) -> int:
    """Minutes on foot between two gates."""
    pair = (from_gate, to_gate) if (from_gate, to_gate) in _WALKS else (to_gate, from_gate)
    if pair not in _WALKS:
        raise ValueError(f"no way known from {from_gate} to {to_gate}")
    return _WALKS[pair]
