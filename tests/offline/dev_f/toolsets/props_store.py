"""The props store of a film studio: what there is, when it is free, what it costs to hire."""

from typing import Any, Literal

_PROPS: dict[str, dict[str, Any]] = {
    "PR-0417": {"name": "Rotary telephone, black", "era": "1940s", "bay": "C12", "value": 180.0, "weight_kg": 2.6},
    "PR-0422": {"name": "Push-button telephone, orange", "era": "1970s", "bay": "C14", "value": 95.0, "weight_kg": 1.4},
    "PR-1103": {"name": "Steamer trunk", "era": "1920s", "bay": "F03", "value": 640.0, "weight_kg": 21.5},
    "PR-1188": {"name": "Bakelite radio", "era": "1940s", "bay": "C17", "value": 310.0, "weight_kg": 5.8},
    "PR-2050": {"name": "Hospital bed", "era": "modern", "bay": "K01", "value": 1250.0, "weight_kg": 88.0},
    "PR-2291": {"name": "Gramophone with brass horn", "era": "1920s", "bay": "F09", "value": 890.0, "weight_kg": 9.2},
}
_DAY_RATE = {
    "PR-0417": 6.5,
    "PR-0422": 4.0,
    "PR-1103": 18.0,
    "PR-1188": 11.0,
    "PR-2050": 42.0,
    "PR-2291": 24.5,
}
_BOOKED: dict[str, list[tuple[str, str, str]]] = {
    "PR-1103": [("2026-05-04", "2026-05-15", "Salt Harbour")],
    "PR-1188": [("2026-06-01", "2026-06-05", "The Long Exchange")],
    "PR-2050": [("2026-05-20", "2026-06-30", "Ward Nine")],
}
_PRODUCTIONS = {
    "salt harbour": {"buyer": "Ines Calloway", "phone": "555-0142", "stage": 4},
    "the long exchange": {"buyer": "Piotr Wanless", "phone": "555-0177", "stage": 2},
    "ward nine": {"buyer": "Grace Adeyemi", "phone": "555-0119", "stage": 7},
}


def _prop(prop_id: str) -> dict[str, Any]:
    key = prop_id.strip().upper()
    if key not in _PROPS:
        raise ValueError(f"no prop with id {prop_id!r}")
    return {"prop_id": key, **_PROPS[key]}


def search_props(
    keyword: str, era: Literal["any", "1920s", "1940s", "1970s", "modern"] = "any"
) -> list[dict[str, Any]]:
    """Search the props inventory.

    Args:
        keyword: Word that occurs in the name of the prop, in the singular.
        era: Restrict the search to one period.

    Returns:
        Id, name and era of each match; an empty list if there is none.
    """
    word = keyword.strip().casefold()
    return [
        {"prop_id": prop_id, "name": prop["name"], "era": prop["era"]}
        for prop_id, prop in _PROPS.items()
        if word in prop["name"].casefold() and era in ("any", prop["era"])
    ]


def prop_details(prop_id: str) -> dict[str, Any]:
    """Look up everything on file about one prop.

    Args:
        prop_id: Inventory id, e.g. "PR-0001".

    Returns:
        Name, era, storage bay, replacement value in euros and weight in kilograms.

    Raises:
        ValueError: If there is no such prop.
    """
    return _prop(prop_id)


def check_availability(prop_id: str, start: str, end: str) -> dict[str, Any]:
    """Check whether a prop is free over a period.

    Args:
        prop_id: Inventory id.
        start: First day needed (YYYY-MM-DD).
        end: Last day needed (YYYY-MM-DD).

    Returns:
        Whether it is available and, if not, which production has it and until when.
    """
    prop = _prop(prop_id)
    for first, last, production in _BOOKED.get(prop["prop_id"], []):
        if first <= end and start <= last:
            return {
                "prop_id": prop["prop_id"],
                "available": False,
                "held_by": production,
                "held_until": last,
            }
    return {"prop_id": prop["prop_id"], "available": True}


def hire_quote(prop_id: str, days: int, insured: bool = False) -> dict[str, Any]:
    """Work out the hire charge of a prop. Insurance adds 5 percent of its value.

    Args:
        prop_id: Inventory id.
        days: Number of hire days.
        insured: Add breakage insurance.

    Returns:
        Charge in euros.
    """
    prop = _prop(prop_id)
    if days < 1:
        raise ValueError("days must be at least 1")
    charge = _DAY_RATE[prop["prop_id"]] * days + (0.05 * prop["value"] if insured else 0)
    return {"prop_id": prop["prop_id"], "days": days, "charge_eur": round(charge, 2)}


def reserve_prop(prop_id: str, production: str, start: str, end: str) -> dict[str, Any]:
    """Reserve a prop for a production.

    Args:
        prop_id: Inventory id.
        production: Title of the production.
        start: First day (YYYY-MM-DD).
        end: Last day (YYYY-MM-DD).

    Returns:
        The reservation number.
    """
    prop = _prop(prop_id)
    return {
        "reservation": f"RS{prop['prop_id'][3:]}-{start[5:7]}{start[8:]}",
        "production": production,
        "status": "confirmed",
    }


def report_damage(prop_id: str, severity: Literal["cosmetic", "repairable", "write-off"]) -> dict[str, Any]:
    """Log damage to a prop so that the workshop takes it in.

    Args:
        prop_id: Inventory id.
        severity: How bad it is.

    Returns:
        Ticket number of the workshop and the bench it goes to.
    """
    prop = _prop(prop_id)
    bench = {"cosmetic": "paint shop", "repairable": "main bench", "write-off": "skip"}[severity]
    return {"ticket": f"WK-{int(prop['prop_id'][3:]) + 7000}", "bench": bench}


def production_contact(production: str) -> dict[str, Any]:
    """Who buys for a production, with phone number and sound stage."""
    key = production.strip().casefold()
    if key not in _PRODUCTIONS:
        raise ValueError(f"unknown production {production!r}")
    return {"production": production, **_PRODUCTIONS[key]}
