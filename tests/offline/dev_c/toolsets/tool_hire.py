"""Machines, customers and contracts of a tool hire shop."""

from typing import Any, Literal

_MACHINES: dict[str, dict[str, Any]] = {
    "mini digger": {"machine_id": "MX-201", "day_rate": 95.0, "deposit": 400, "branch": "Eastfield"},
    "floor sander": {"machine_id": "MX-118", "day_rate": 38.5, "deposit": 120, "branch": "Harrow Road"},
    "wood chipper": {"machine_id": "MX-164", "day_rate": 62.0, "deposit": 250, "branch": "Eastfield"},
}
_FREE_FROM = {"MX-201": "2026-05-21", "MX-118": "2026-05-06", "MX-164": "2026-05-13"}
_CONTRACTS: dict[str, dict[str, Any]] = {
    "HC-4410": {"customer": "Gareth Lowe", "machine_id": "MX-201", "return_by": "2026-05-20", "paid": True},
    "HC-4415": {"customer": "Elif Demir", "machine_id": "MX-164", "return_by": "2026-05-12", "paid": False},
}
_BRANCHES: dict[str, dict[str, Any]] = {
    "eastfield": {"phone": "0113 555 0142", "opens": "07:15", "manager": "Trudy Marsh"},
    "harrow road": {"phone": "0113 555 0178", "opens": "08:05", "manager": "Ivan Petrov"},
}
_SERVICE = {"MX-201": 412, "MX-118": 87, "MX-164": 256}


def find_machine(name: str) -> dict[str, Any]:
    """Find a machine in the catalogue.

    Args:
        name: What the machine is called, e.g. "cement mixer".

    Returns:
        Machine id, day rate and deposit in pounds, and the branch that keeps it.
    """
    if name.strip().casefold() not in _MACHINES:
        raise LookupError(f"unknown machine {name!r}")
    return {"name": name, **_MACHINES[name.strip().casefold()]}


def available_from(machine_id: str) -> dict[str, Any]:
    """Return the first date on which a machine can be hired.

    Args:
        machine_id: Machine id, e.g. "MX-100".
    """
    if machine_id.strip().upper() not in _FREE_FROM:
        raise LookupError(f"unknown machine {machine_id!r}")
    return {"machine_id": machine_id.strip().upper(), "date": _FREE_FROM[machine_id.strip().upper()]}


def engine_hours(machine_id: str) -> dict[str, Any]:
    """Return the hours a machine has run since its last service.

    Args:
        machine_id: Machine id, e.g. "MX-100".
    """
    if machine_id.strip().upper() not in _SERVICE:
        raise LookupError(f"unknown machine {machine_id!r}")
    return {"machine_id": machine_id.strip().upper(), "hours": _SERVICE[machine_id.strip().upper()]}


def get_contract(contract_id: str) -> dict[str, Any]:
    """Return a hire contract: customer, machine, return date and whether it has been paid.

    Args:
        contract_id: Contract number, e.g. "HC-4000".
    """
    if contract_id.strip().upper() not in _CONTRACTS:
        raise LookupError(f"unknown contract {contract_id!r}")
    return {"contract_id": contract_id.strip().upper(), **_CONTRACTS[contract_id.strip().upper()]}


def branch_info(branch: str) -> dict[str, Any]:
    """Return phone number, opening time and manager of a branch."""
    if branch.strip().casefold() not in _BRANCHES:
        raise LookupError(f"unknown branch {branch!r}")
    return {"branch": branch, **_BRANCHES[branch.strip().casefold()]}


def late_fee(days: int, size: Literal["small", "medium", "large"] = "medium") -> dict[str, Any]:
    """Calculate the fee for bringing a machine back late.

    Args:
        days: Number of days overdue.
        size: Size class of the machine.

    Returns:
        The fee in pounds.
    """
    return {"days": days, "fee": days * {"small": 9.5, "medium": 17.0, "large": 31.0}[size.strip().casefold()]}
