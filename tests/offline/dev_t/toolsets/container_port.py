"""Terminal desk of a container port: boxes in the yard, ships, slots for lorries."""

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class _Box:
    container_no: str
    size_ft: int
    block: str
    vessel: str
    declaration_no: int
    refrigerated: bool


_BOXES = {
    box.container_no: box
    for box in (
        _Box("MSKU7041182", 40, "C-17", "Baltic Heron", 880412, False),
        _Box("TGHU3320915", 20, "A-04", "Orsova", 880377, False),
        _Box("CXRU1186240", 40, "R-02", "Baltic Heron", 880450, True),
        _Box("HLXU5590036", 45, "D-21", "Lady Verena", 880391, False),
        _Box("SZLU9027711", 20, "R-05", "Lady Verena", 880466, True),
    )
}
_SHIPS: dict[str, dict[str, Any]] = {
    "baltic heron": {"voyage": "BH614W", "berth": 3, "arrival": "2026-06-09", "departure": "2026-06-11"},
    "orsova": {"voyage": "OR220E", "berth": 5, "arrival": "2026-06-12", "departure": "2026-06-13"},
    "lady verena": {"voyage": "LV087N", "berth": 1, "arrival": "2026-06-15", "departure": "2026-06-18"},
}
_CUSTOMS = {
    880412: "released",
    880377: "held for scan",
    880450: "released",
    880391: "papers missing",
    880466: "in review",
}
_TEMPERATURES = {"CXRU1186240": [-18.4, -18.1, -17.6, -18.2], "SZLU9027711": [4.3, 5.9, 4.1, 3.8]}
_TARIFF = {20: 11.0, 40: 19.5, 45: 23.0}


def locate_container(container_no: str) -> dict[str, Any]:
    """Where a container stands and what belongs to it.

    Args:
        container_no (str): Four letters and seven digits without blanks, e.g. "MSKU7041182".

    Returns:
        dict: Size in feet, yard block, vessel, number of the customs declaration, whether refrigerated.
    """
    if container_no not in _BOXES:
        return {"container_no": container_no, "found": False}
    return asdict(_BOXES[container_no])


def vessel_call(vessel: str) -> dict[str, Any]:
    """Next call of a ship at this port.

    Args:
        vessel (str): Name of the ship, e.g. "Orsova".

    Returns:
        dict: Voyage, berth, day of arrival and day of departure (ISO).
    """
    call = _SHIPS.get(vessel.strip().lower())
    if call is None:
        raise ValueError(f"no call announced for {vessel!r}")
    return {"vessel": vessel, **call}


def customs_status(declaration_no: int) -> dict[str, Any]:
    """State of a customs declaration.

    Args:
        declaration_no (int): Six digits, e.g. 880412.
    """
    return {"declaration_no": declaration_no, "status": _CUSTOMS.get(declaration_no, "not found")}


def storage_charge(size_ft: Literal[20, 40, 45], days: int, refrigerated: bool = False) -> dict[str, Any]:
    """Charge for keeping one container in the yard. The first three days are free.

    Args:
        size_ft (int): Length of the container in feet: 20, 40 or 45.
        days (int): Days in the yard in all, e.g. 9.
        refrigerated (bool): Plugged in to power, which costs 28.00 more on every day.
    """
    charge = max(0, days - 3) * _TARIFF[size_ft] + (days * 28.0 if refrigerated else 0)
    return {"charge_eur": round(charge, 2), "free_days": 3}


def temperature_log(container_no: str, readings: int = 2) -> list[float]:
    """Latest temperatures inside a refrigerated container in degrees Celsius, newest first.

    Args:
        container_no (str): Four letters and seven digits, e.g. "CXRU1186240".
        readings (int): How many readings to return, 1 to 4.
    """
    if container_no not in _TEMPERATURES:
        raise ValueError(f"{container_no} has no temperature log")
    return _TEMPERATURES[container_no][:readings]


def book_truck_slot(
    container_no: str, plate: str, day: str, hour: int, purpose: Literal["pick_up", "drop_off"] = "pick_up"
) -> dict[str, Any]:
    """Reserve an hour at the gate for a lorry.

    Args:
        container_no (str): The container to fetch or bring, e.g. "TGHU3320915".
        plate (str): Registration plate of the lorry, e.g. "KD-58-RT".
        day (str): ISO date, e.g. "2026-06-10".
        hour (int): Full hour at which the slot starts, 6 to 21.
        purpose (str): "pick_up" to take the container away, "drop_off" to bring it in.
    """
    if not 6 <= hour <= 21:
        raise ValueError("the gate is open from 6 to 21")
    gate = "West" if purpose == "pick_up" else "East"
    return {"slot": f"TS-{day[8:]}{hour:02d}-{container_no[-3:]}", "gate": gate, "plate": plate, "day": day}
