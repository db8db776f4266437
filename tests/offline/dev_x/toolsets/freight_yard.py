"""Wagons and tracks of a rail freight yard."""

from typing import Any, Literal

_WAGONS: dict[str, dict[str, Any]] = {
    "W-8801": {"kind": "tank", "track": 4, "cargo": "rapeseed oil", "tonnes": 62.0, "train": "G512"},
    "W-8816": {"kind": "hopper", "track": 9, "cargo": "gravel", "tonnes": 71.5, "train": "G530"},
    "W-8829": {"kind": "flat", "track": 2, "cargo": "steel coils", "tonnes": 58.3, "train": "G512"},
    "W-8842": {"kind": "box", "track": 9, "cargo": "paper", "tonnes": 33.8, "train": "G547"},
}
_TRAINS = {
    "G512": {"destination": "Linz", "departs": "2026-03-11T05:35", "driver": "A. Pohl"},
    "G530": {"destination": "Brno", "departs": "2026-03-11T21:10", "driver": "M. Havel"},
    "G547": {"destination": "Trieste", "departs": "2026-03-12T02:50", "driver": "S. Conti"},
}
_TRACKS = {2: (310, True), 4: (445, True), 7: (280, False), 9: (520, False)}


def wagon_info(wagon_id: str) -> dict[str, Any]:
    """Where a wagon stands, what it carries and to which train it belongs.

    Args:
        wagon_id: Wagon number like W-8800.
    """
    try:
        return {"wagon_id": wagon_id.upper(), **_WAGONS[wagon_id.upper()]}
    except KeyError:
        raise ValueError(f"wagon {wagon_id} is not in the yard") from None


def train_info(train: str) -> dict[str, Any]:
    """Destination, departure and driver of a train.

    Args:
        train: Train code like G500.
    """
    try:
        return {"train": train.upper(), **_TRAINS[train.upper()]}
    except KeyError:
        raise ValueError(f"no train {train}") from None


def track_info(track: int) -> dict[str, Any]:
    """Usable length of a track in metres and whether it has overhead wire.

    Args:
        track: Track number.
    """
    if track not in _TRACKS:
        raise ValueError(f"no track {track}")
    length, electrified = _TRACKS[track]
    return {"track": track, "length_m": length, "electrified": electrified}


def move_wagon(wagon_id: str, to_track: int, priority: Literal["normal", "urgent"] = "normal") -> dict[str, Any]:
    """Order the shunting of a wagon to another track.

    Args:
        wagon_id: Wagon number.
        to_track: Where it is to stand.
        priority: Urgent moves are done within the hour.

    Returns:
        Number of the shunting order.
    """
    if wagon_id.upper() not in _WAGONS or to_track not in _TRACKS:
        raise ValueError("unknown wagon or track")
    return {"order": f"SH{wagon_id[-3:]}-{to_track}", "priority": priority}


def book_inspection(wagon_id: str, day: str, items: list[str]) -> dict[str, Any]:
    """Book a technical inspection of a wagon.

    Args:
        wagon_id: Wagon number.
        day: Date in ISO format.
        items: Parts to be looked at, for example ["couplings"].
    """
    if wagon_id.upper() not in _WAGONS:
        raise ValueError(f"wagon {wagon_id} is not in the yard")
    return {"inspection": f"IN-{wagon_id[-2:]}{day[8:]}", "items": len(items)}
