"""A ring of farmers who share machines."""

from typing import Any, Literal

_MACHINES: dict[str, dict[str, Any]] = {
    "BL-2": {"kind": "baler", "model": "Krone Fortima", "width_m": 2.1, "eur_per_ha": 38.0, "yard": "Oberfeld"},
    "SD-1": {"kind": "seed_drill", "model": "Amazone D9", "width_m": 3.0, "eur_per_ha": 24.5, "yard": "Oberfeld"},
    "SD-4": {"kind": "seed_drill", "model": "Horsch Pronto", "width_m": 6.0, "eur_per_ha": 31.0, "yard": "Ried"},
    "CH-3": {"kind": "combine", "model": "Claas Tucano", "width_m": 5.4, "eur_per_ha": 118.0, "yard": "Ried"},
    "SP-6": {"kind": "sprayer", "model": "Hardi Commander", "width_m": 24.0, "eur_per_ha": 9.0, "yard": "Moosbach"},
}
_TAKEN = {
    ("BL-2", "2026-06-20"): 4417,
    ("CH-3", "2026-07-28"): 4402,
    ("SD-4", "2026-09-15"): 4430,
}
_MEMBERS: dict[int, dict[str, Any]] = {
    4402: {"name": "Anna Reiter", "phone": "0660 51 77", "unpaid_eur": 0.0, "hectares": 46.0},
    4417: {"name": "Josef Kolb", "phone": "0660 23 08", "unpaid_eur": 312.4, "hectares": 81.5},
    4430: {"name": "Marta Lindner", "phone": "0660 98 41", "unpaid_eur": 57.0, "hectares": 29.0},
}
_DRIVER_PER_HA = 14.0


def list_machines(
    kind: Literal["baler", "seed_drill", "combine", "sprayer"], min_width_m: float = 0.0
) -> list[dict[str, Any]]:
    """Machines of a kind.

    Parameters
    ----------
    kind : str
        One of baler, seed_drill, combine, sprayer.
    min_width_m : float, optional
        Leave out machines with a smaller working width.

    Returns
    -------
    list of dict
        With machine_id, model, width, price per hectare and yard.
    """
    return [
        {"machine_id": machine_id, **machine}
        for machine_id, machine in _MACHINES.items()
        if machine["kind"] == kind and machine["width_m"] >= min_width_m
    ]


def is_free(machine_id: str, day: str) -> dict[str, Any]:
    """Can the machine be had on that day? If not, the number of the member who has it is given.

    Parameters
    ----------
    machine_id : str
        For example BL-2.
    day : str
        ISO date.
    """
    if machine_id not in _MACHINES:
        raise ValueError(f"no machine {machine_id}")
    taken_by = _TAKEN.get((machine_id, day))
    return {"machine_id": machine_id, "day": day, "free": taken_by is None, "taken_by": taken_by}


def member(member_no: int) -> dict[str, Any]:
    """Name, telephone, unpaid bills and land of a member.

    Parameters
    ----------
    member_no : int
        Four digits.
    """
    if member_no not in _MEMBERS:
        raise ValueError(f"no member {member_no}")
    return {"member_no": member_no, **_MEMBERS[member_no]}


def member_number(name: str) -> int:
    """The membership number that goes with a full name."""
    for number, record in _MEMBERS.items():
        if record["name"].casefold() == name.strip().casefold():
            return number
    raise ValueError(f"{name} is not a member")


def hire_cost(machine_id: str, hectares: float, with_driver: bool = False) -> dict[str, float]:
    """What it costs to work an area with a machine.

    Parameters
    ----------
    machine_id : str
        For example BL-2.
    hectares : float
        Area to be worked.
    with_driver : bool, optional
        Whether the ring sends a driver along.
    """
    if machine_id not in _MACHINES:
        raise ValueError(f"no machine {machine_id}")
    rate = _MACHINES[machine_id]["eur_per_ha"] + (_DRIVER_PER_HA if with_driver else 0.0)
    return {"cost_eur": round(rate * hectares, 2)}


def reserve_machine(machine_id: str, member_no: int, day: str, with_driver: bool = False) -> dict[str, str]:
    """Reserve a machine for a member.

    Parameters
    ----------
    machine_id : str
        For example BL-2.
    member_no : int
        Who takes it.
    day : str
        ISO date.
    with_driver : bool, optional
        Whether the ring sends a driver along.
    """
    if machine_id not in _MACHINES or (machine_id, day) in _TAKEN:
        raise ValueError(f"{machine_id} cannot be had on {day}")
    slip = f"{machine_id}/{day[5:7]}{day[8:]}/{member_no % 100:02d}"
    return {"slip": slip + ("D" if with_driver else ""), "collect_at": _MACHINES[machine_id]["yard"]}


def report_damage(machine_id: str, part: Literal["hydraulics", "electrics", "bearing", "tyre"]) -> dict[str, Any]:
    """Tell the workshop that something on a machine is broken. Gives back the workshop's number and days off work."""
    days = {"hydraulics": 3, "electrics": 2, "bearing": 5, "tyre": 1}
    if machine_id not in _MACHINES or part not in days:
        raise ValueError("unknown machine or part")
    return {"workshop_no": f"W-{machine_id[:2]}{days[part]}7", "days_in_workshop": days[part]}
