"""Machines, contracts and service of a coffee-machine rental."""

from typing import Any, Literal

_MODELS: dict[str, dict[str, Any]] = {
    "Brio 2": {"cups_per_day": 40, "monthly": 59.0, "tank_litres": 2.8},
    "Corso": {"cups_per_day": 90, "monthly": 118.0, "tank_litres": 6.0},
    "Grande X": {"cups_per_day": 220, "monthly": 245.0, "tank_litres": 0.0},
}
_CONTRACTS: dict[str, dict[str, Any]] = {
    "CR-4102": {"client": "Halden Law", "model": "Corso", "serial": "SX7719", "ends": "2027-02-28"},
    "CR-4117": {"client": "Studio Penn", "model": "Brio 2", "serial": "SX8034", "ends": "2026-11-30"},
    "CR-4125": {"client": "Norrby Clinic", "model": "Grande X", "serial": "SX8190", "ends": "2028-06-30"},
}
_COUNTERS = {"SX7719": 15230, "SX8034": 4876, "SX8190": 61045}
_BEANS = {"house": 13.9, "decaf": 16.4, "single origin": 21.5}


def machine_model(model: str) -> dict[str, Any]:
    """Data sheet of a model.

    Args:
        model (str): Name of the model.

    Returns:
        dict: Cups per day, monthly rent, tank volume (0 for a fixed water line).

    Example:
        machine_model("Corso")
    """
    if model not in _MODELS:
        raise ValueError(f"no model {model}")
    return _MODELS[model]


def get_contract(contract_id: str) -> dict[str, Any]:
    """Rental contract by id, with client, model, serial number and end date.

    Example:
        get_contract("CR-4102")
    """
    return _CONTRACTS.get(contract_id, {"contract_id": contract_id, "status": "not found"})


def cup_counter(serial: str) -> dict[str, int]:
    """Cups a machine has made so far.

    Args:
        serial (str): Serial number of the machine.

    Example:
        cup_counter("SX7719")
    """
    if serial not in _COUNTERS:
        raise ValueError(f"no machine {serial}")
    return {"cups": _COUNTERS[serial]}


def bean_price(blend: Literal["house", "decaf", "single origin"], kilos: float = 1) -> dict[str, float]:
    """Price of coffee beans.

    Args:
        blend (str): Which coffee.
        kilos (float): Weight.

    Example:
        bean_price("house", 5)
    """
    return {"price": round(_BEANS[blend] * kilos, 2)}


def schedule_service(serial: str, day: str, kind: Literal["descaling", "repair", "inspection"]) -> dict[str, str]:
    """Send a technician to a machine.

    Args:
        serial (str): Serial number of the machine.
        day (str): ISO date.
        kind (str): What is to be done.

    Returns:
        dict: Visit number and technician.

    Example:
        schedule_service("SX7719", "2026-04-02", "repair")
    """
    technician = {"descaling": "Milo Trent", "repair": "Gisela Bohn", "inspection": "Pat Quill"}[kind]
    return {"visit": f"V{serial[2:]}-{day[5:7]}{day[8:]}", "technician": technician}
