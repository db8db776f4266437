"""Stock and transport between three warehouses."""

from typing import Any, Literal

Site = Literal["Rotterdam", "Leeds", "Gdansk"]

_PRODUCTS: dict[str, dict[str, Any]] = {
    "packing tape": {"sku": "PT-100", "supplier": "Adhesa", "unit_weight_kg": 0.4},
    "pallet wrap": {"sku": "PW-230", "supplier": "Foliax", "unit_weight_kg": 2.1},
    "safety gloves": {"sku": "SG-415", "supplier": "Handwerk & Co", "unit_weight_kg": 0.2},
    "hand truck": {"sku": "HT-780", "supplier": "Rollmore", "unit_weight_kg": 13.5},
}
_STOCK = {
    ("PT-100", "rotterdam"): 820,
    ("PT-100", "leeds"): 64,
    ("PT-100", "gdansk"): 310,
    ("PW-230", "rotterdam"): 45,
    ("PW-230", "leeds"): 190,
    ("SG-415", "leeds"): 12,
    ("SG-415", "gdansk"): 540,
    ("HT-780", "rotterdam"): 9,
    ("HT-780", "gdansk"): 3,
}
_BINS = {
    ("PT-100", "leeds"): "L-07-2",
    ("PW-230", "rotterdam"): "R-15-4",
    ("SG-415", "gdansk"): "G-02-1",
    ("HT-780", "rotterdam"): "R-31-1",
}
_SUPPLIERS = {
    "adhesa": {"contact": "Mila Strand", "email": "orders@adhesa.example", "lead_time_days": 6},
    "foliax": {"contact": "Pieter Bos", "email": "sales@foliax.example", "lead_time_days": 10},
    "handwerk & co": {"contact": "Greta Sommer", "email": "desk@handwerk.example", "lead_time_days": 14},
    "rollmore": {"contact": "Ivan Tuck", "email": "info@rollmore.example", "lead_time_days": 21},
}
_SHIPMENTS: dict[int, dict[str, Any]] = {
    770341: {"state": "in transit", "carrier": "Norlink", "destination": "Leeds", "expected": "2026-04-16"},
    770358: {"state": "held at customs", "carrier": "Baltica", "destination": "Gdansk", "expected": "2026-04-22"},
    770360: {"state": "delivered", "carrier": "Norlink", "destination": "Rotterdam", "expected": "2026-04-09"},
}


def find_product(name: str) -> dict[str, Any]:
    """Find the article number, supplier and unit weight of a product by its name.

    Args:
        name: Name of the product in the singular or as it is sold.
    """
    product = _PRODUCTS.get(name.strip().casefold())
    if product is None:
        raise ValueError(f"no product {name!r}")
    return product


def stock_level(sku: str, site: Site) -> dict[str, Any]:
    """Units of an article in stock at a site."""
    return {"sku": sku.upper(), "site": site, "units": _STOCK.get((sku.upper(), site.casefold()), 0)}


def storage_bin(sku: str, site: Site) -> str:
    """Bin in which an article is kept at a site."""
    return _BINS.get((sku.upper(), site.casefold()), "not found")


def transfer_stock(sku: str, units: int, from_site: Site, to_site: Site, urgent: bool = False) -> dict[str, Any]:
    """Move units of an article from one site to another.

    Args:
        sku: Article number.
        units: How many units.
        from_site: Where they are now.
        to_site: Where they are needed.
        urgent: Whether they go with the next lorry.
    """
    if units > _STOCK.get((sku.upper(), from_site.casefold()), 0):
        raise ValueError("not enough stock")
    return {"transfer_no": f"TR-{from_site[0]}{to_site[0]}-{units}", "arrives_in_days": 1 if urgent else 3}


def supplier_contact(supplier: str) -> dict[str, Any]:
    """Contact person, e-mail address and lead time of a supplier."""
    if supplier.casefold() not in _SUPPLIERS:
        raise ValueError(f"no supplier {supplier!r}")
    return _SUPPLIERS[supplier.casefold()]


def shipment_status(shipment_no: int) -> dict[str, Any]:
    """State, carrier, destination and expected arrival of a shipment.

    Args:
        shipment_no: Six-digit shipment number.
    """
    return _SHIPMENTS.get(shipment_no, {"state": "not found"})


def place_order(sku: str, units: int, site: Site, deliver_by: str | None = None) -> dict[str, Any]:
    """Order more of an article from its supplier.

    Args:
        sku: Article number.
        units: How many units to order.
        site: Site that receives the goods.
        deliver_by: Latest delivery date (YYYY-MM-DD), if there is one.
    """
    return {"order_no": f"PO-{sku[-3:]}-{units}", "site": site, "deliver_by": deliver_by}
