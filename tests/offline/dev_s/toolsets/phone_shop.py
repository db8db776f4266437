"""Counter system of a mobile phone network's shop."""

from typing import Any, Literal

_CUSTOMERS: dict[str, dict[str, Any]] = {
    "07700 900112": {"customer_id": 30418, "name": "Niamh Doyle", "plan": "Breeze 10", "contract_ends": "2026-08-31"},
    "07700 900347": {"customer_id": 30752, "name": "Carlo Fusco", "plan": "Gale 50", "contract_ends": "2027-01-15"},
    "07700 900581": {"customer_id": 31006, "name": "Asha Menon", "plan": "Storm Max", "contract_ends": "2026-05-20"},
    "07700 900664": {"customer_id": 31277, "name": "Bert Hollis", "plan": "Breeze 10", "contract_ends": "2026-12-03"},
}
_PLANS: dict[str, dict[str, Any]] = {
    "breeze 10": {"monthly_gbp": 9.5, "data_gb": 10, "roaming": False},
    "gale 50": {"monthly_gbp": 17.0, "data_gb": 50, "roaming": True},
    "storm max": {"monthly_gbp": 28.0, "data_gb": 250, "roaming": True},
}
_USAGE = {
    (30418, "2026-02"): 9.7,
    (30418, "2026-03"): 12.4,
    (30752, "2026-03"): 21.3,
    (31006, "2026-03"): 188.6,
    (31277, "2026-02"): 3.1,
    (31277, "2026-03"): 2.2,
}
_HANDSETS = {
    ("fern 6", 128): (349.0, 6),
    ("fern 6", 256): (419.0, 0),
    ("heron pro", 128): (689.0, 3),
    ("heron pro", 256): (769.0, 2),
    ("pebble lite", 128): (179.0, 14),
}
_MASTS = {"bs7 9hn": ("excellent", "good"), "ex20 3ld": ("good", "none"), "ld3 0aa": ("fair", "none")}


def customer_by_number(phone_number: str) -> dict[str, Any]:
    """Identify a customer by mobile number. Returns customer id, name, current plan and the contract's end."""
    digits = phone_number.replace(" ", "")
    for number, customer in _CUSTOMERS.items():
        if number.replace(" ", "") == digits:
            return customer
    raise ValueError(f"{phone_number} is not one of ours")


def plan_details(plan: str) -> dict[str, Any]:
    """Describe a plan by name. Returns the monthly price, the data allowance in GB and whether roaming is included."""
    if plan.strip().lower() not in _PLANS:
        raise ValueError(f"no plan {plan}")
    return {"plan": plan, **_PLANS[plan.strip().lower()]}


def data_used(customer_id: int, month: str) -> dict[str, Any]:
    """Look up a customer's mobile data in a month.

    Args:
        customer_id: Five-digit customer id.
        month: Year and month, YYYY-MM.

    Returns:
        The gigabytes used.
    """
    used = _USAGE.get((customer_id, month))
    if used is None:
        return {"customer_id": customer_id, "month": month, "status": "no usage found"}
    return {"customer_id": customer_id, "month": month, "gigabytes": used}


def change_plan(customer_id: int, new_plan: str, starts_on: str) -> dict[str, Any]:
    """Move a customer to another plan from a date on (YYYY-MM-DD). Returns the change order."""
    if new_plan.strip().lower() not in _PLANS:
        raise ValueError(f"no plan {new_plan}")
    return {"order": f"CP{customer_id}-{starts_on[5:7]}{starts_on[8:]}", "new_plan": new_plan, "starts_on": starts_on}


def order_sim(customer_id: int, kind: Literal["nano", "esim"] = "nano", block_old: bool = False) -> dict[str, Any]:
    """Order a replacement SIM, blocking the old one at once if wanted. Returns the order number and the fee."""
    return {
        "order": f"SIM-{customer_id}{kind[0].upper()}",
        "fee_gbp": 0.0 if kind == "esim" else 4.5,
        "blocked": block_old,
    }


def handset(model: str, storage_gb: Literal[128, 256] = 128) -> dict[str, Any]:
    """Check a phone model in a storage size. Returns the price in pounds and the number on the shelf."""
    found = _HANDSETS.get((model.strip().lower(), storage_gb))
    if found is None:
        raise ValueError(f"we do not sell {model} with {storage_gb} GB")
    return {"model": model, "price_gbp": found[0], "in_stock": found[1]}


def coverage(postcode: str) -> dict[str, str]:
    """Check the signal at a postcode. Returns the quality of 4G and of 5G reception."""
    found = _MASTS.get(postcode.strip().lower())
    if found is None:
        return {"postcode": postcode, "status": "unknown postcode"}
    return {"postcode": postcode, "lte_4g": found[0], "nr_5g": found[1]}
