"""Material store of a building site."""

from typing import Any, Literal

_ITEMS: dict[str, dict[str, Any]] = {
    "REB-12": {"name": "rebar 12 mm", "unit": "m", "stock": 860.0, "bay": "C3", "supplier": "Stahlhof Brandt"},
    "REB-16": {"name": "rebar 16 mm", "unit": "m", "stock": 145.0, "bay": "C4", "supplier": "Stahlhof Brandt"},
    "CEM-25": {"name": "cement bag 25 kg", "unit": "bag", "stock": 64.0, "bay": "A1", "supplier": "Kalkwerk Nord"},
    "PLY-18": {"name": "formwork plywood 18 mm", "unit": "sheet", "stock": 27.0, "bay": "D2", "supplier": "Holz Ried"},
    "INS-80": {"name": "insulation board 80 mm", "unit": "sheet", "stock": 310.0, "bay": "E5", "supplier": "Dammtec"},
}
_SUPPLIERS: dict[str, dict[str, Any]] = {
    "stahlhof brandt": {"phone": "0421 7730", "lead_days": 4, "minimum_order_eur": 500},
    "kalkwerk nord": {"phone": "0421 5518", "lead_days": 2, "minimum_order_eur": 150},
    "holz ried": {"phone": "0421 9062", "lead_days": 6, "minimum_order_eur": 300},
    "dammtec": {"phone": "0421 3347", "lead_days": 9, "minimum_order_eur": 250},
}
_DELIVERIES = {
    "2026-06-08": [{"note": "DN-551", "item_code": "CEM-25", "quantity": 120, "gate": "east"}],
    "2026-06-09": [
        {"note": "DN-556", "item_code": "REB-16", "quantity": 400, "gate": "north"},
        {"note": "DN-557", "item_code": "PLY-18", "quantity": 50, "gate": "east"},
    ],
}


def _item(item_code: str) -> dict[str, Any]:
    if item_code.strip().upper() not in _ITEMS:
        raise ValueError(f"no item {item_code}")
    return _ITEMS[item_code.strip().upper()]


def find_item(name: str) -> list[dict[str, str]]:
    """Search the store by a word of the item's name, e.g. "sand". Returns code and full name of each match."""
    wanted = name.strip().lower()
    return [{"item_code": code, "name": item["name"]} for code, item in _ITEMS.items() if wanted in item["name"]]


def stock_level(item_code: str) -> dict[str, Any]:
    """Check what is in the store of an item. Returns the quantity, the unit, the storage bay and the supplier."""
    item = _item(item_code)
    return {
        "item_code": item_code.upper(),
        "quantity": item["stock"],
        "unit": item["unit"],
        "bay": item["bay"],
        "supplier": item["supplier"],
    }


def issue_material(item_code: str, quantity: float, crew: str, returnable: bool = False) -> dict[str, Any]:
    """Hand out material to a crew. Returns the slip number and the quantity left in the store."""
    left = _item(item_code)["stock"] - quantity
    if left < 0:
        raise ValueError("not enough in store")
    slip = f"SL-{item_code[:3].upper()}{int(quantity)}{crew[:1].upper()}"
    return {"slip": slip, "left": left, "returnable": returnable}


def order_material(
    item_code: str, quantity: float, needed_by: str, priority: Literal["normal", "urgent"] = "normal"
) -> dict[str, Any]:
    """Order more of an item from its supplier, needed by an ISO date. Returns the order number and the supplier."""
    item = _item(item_code)
    order = f"PO-{item_code[-2:]}{int(quantity)}{'U' if priority == 'urgent' else 'N'}-{needed_by[5:7]}{needed_by[8:]}"
    return {"order": order, "supplier": item["supplier"], "priority": priority}


def supplier_info(supplier: str) -> dict[str, Any]:
    """Look up a supplier. Returns the phone number, lead time in days and minimum order in euros."""
    found = _SUPPLIERS.get(supplier.strip().lower())
    if found is None:
        return {"supplier": supplier, "status": "not found"}
    return {"supplier": supplier, **found}


def deliveries_due(day: str) -> list[dict[str, Any]]:
    """List the deliveries announced for a day. Returns delivery note, item, quantity and gate of each."""
    return _DELIVERIES.get(day, [])


def concrete_volume(length_m: float, width_m: float, thickness_cm: float, waste_percent: float = 0.0) -> float:
    """Compute the concrete for a rectangular slab. Returns cubic metres."""
    return round(length_m * width_m * thickness_cm / 100 * (1 + waste_percent / 100), 2)
