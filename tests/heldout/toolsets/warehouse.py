"""Tools of a distribution warehouse: products, stock, suppliers, orders and parcels."""

from typing import Any, Literal

_PRODUCTS = {
    "SKU-4410": {"name": "Folding Stepladder", "weight_kg": 6.8, "unit_price": 49.5, "supplier_id": 31},
    "SKU-4425": {"name": "Cordless Drill", "weight_kg": 1.9, "unit_price": 119.0, "supplier_id": 47},
    "SKU-4460": {"name": "Garden Hose 30m", "weight_kg": 4.2, "unit_price": 27.95, "supplier_id": 31},
    "SKU-4483": {"name": "Paint Roller Kit", "weight_kg": 0.8, "unit_price": 13.2, "supplier_id": 58},
}
_STOCK = {
    "SKU-4410": {"Leeds": 42, "Bristol": 17},
    "SKU-4425": {"Leeds": 8, "Bristol": 133},
    "SKU-4460": {"Leeds": 0, "Bristol": 256},
    "SKU-4483": {"Leeds": 1204, "Bristol": 390},
}
_SUPPLIERS = {
    31: {"name": "Harrow & Pike Ltd", "contact": "Janet Pike", "phone": "0113 555 0142", "lead_time_days": 9},
    47: {
        "name": "Voltwerk GmbH",
        "contact": "Dieter Kranz",
        "phone": "+49 30 555 7781",
        "lead_time_days": 16,
    },
    58: {
        "name": "Brightcoat Supplies",
        "contact": "Amira Haddad",
        "phone": "0117 555 0199",
        "lead_time_days": 4,
    },
}
_ORDERS = {
    70015: {
        "customer": "Millbrook School",
        "status": "dispatched",
        "tracking_number": "TRK88121",
        "total": 742.5,
    },
    70022: {"customer": "Oakley Builders", "status": "packing", "tracking_number": None, "total": 2380.0},
    70031: {
        "customer": "Fern Lane Nursery",
        "status": "dispatched",
        "tracking_number": "TRK88140",
        "total": 111.8,
    },
}
_PARCELS = {
    "TRK88121": {"location": "Doncaster hub", "expected": "2026-03-12"},
    "TRK88140": {"location": "Swindon depot", "expected": "2026-03-13"},
    "TRK88097": {"location": "delivered", "expected": "2026-03-06"},
}
_ZONES = {"england": 1.0, "wales": 1.1, "scotland": 1.35, "northern ireland": 1.8}
_BASE = {"standard": (3.5, 0.6), "express": (8.0, 1.4), "freight": (25.0, 0.25)}


def find_product(name: str) -> dict[str, Any]:
    """Find a product by name and return its SKU, weight, unit price and supplier id.

    Args:
        name: Product name as printed in the catalogue.

    Raises:
        LookupError: If there is no product of that name.
    """
    for sku, product in _PRODUCTS.items():
        if str(product["name"]).casefold() == name.strip().casefold():
            return {"sku": sku, **product}
    raise LookupError(f"no product named {name!r}")


def stock_level(sku: str, site: str | None = None) -> dict[str, Any]:
    """Report how many units of a product are in stock.

    Args:
        sku: Stock keeping unit, such as "SKU-4410".
        site: Warehouse site ("Leeds" or "Bristol"). All sites together when left out.

    Returns:
        The SKU, the site and the number of units.
    """
    key = sku.strip().upper()
    if key not in _STOCK:
        raise ValueError(f"unknown SKU {sku!r}")
    if site is None:
        return {"sku": key, "site": "all", "units": sum(_STOCK[key].values())}
    for known, units in _STOCK[key].items():
        if known.casefold() == site.strip().casefold():
            return {"sku": key, "site": known, "units": units}
    raise ValueError(f"unknown site {site!r}")


def supplier_details(supplier_id: int) -> dict[str, Any]:
    """Return name, contact person, phone number and lead time of a supplier.

    Args:
        supplier_id: Number of the supplier.
    """
    if supplier_id not in _SUPPLIERS:
        raise ValueError(f"unknown supplier {supplier_id}")
    return {"supplier_id": supplier_id, **_SUPPLIERS[supplier_id]}


def order_status(order_number: int) -> dict[str, Any]:
    """Look up a customer order.

    Args:
        order_number: The five-digit order number.

    Returns:
        Customer, status, order total and, once dispatched, the tracking number.

    Raises:
        ValueError: If there is no such order.
    """
    if order_number not in _ORDERS:
        raise ValueError(f"unknown order {order_number}")
    return {"order_number": order_number, **_ORDERS[order_number]}


def track_parcel(tracking_number: str) -> dict[str, Any]:
    """Track a parcel: where it is now and when it is expected.

    Args:
        tracking_number: Tracking number, starting with TRK.
    """
    key = tracking_number.strip().upper()
    if key not in _PARCELS:
        raise ValueError(f"unknown tracking number {tracking_number!r}")
    return {"tracking_number": key, **_PARCELS[key]}


def shipping_cost(
    weight_kg: float,
    destination: str,
    service: Literal["standard", "express", "freight"] = "standard",
    insured: bool = False,
) -> dict[str, Any]:
    """Calculate the cost of sending a consignment.

    Args:
        weight_kg: Weight in kilograms.
        destination: Country of the UK: England, Wales, Scotland or Northern Ireland.
        service: Delivery service.
        insured: Whether to add insurance.

    Returns:
        The cost in pounds.
    """
    zone = _ZONES.get(destination.strip().casefold())
    if zone is None:
        raise ValueError(f"we do not deliver to {destination!r}")
    base, per_kg = _BASE[service.strip().casefold()]
    cost = (base + per_kg * weight_kg) * zone + (4.0 if insured else 0.0)
    return {"destination": destination, "service": service, "insured": insured, "cost": round(cost, 2)}


def reorder(sku: str, quantity: int) -> dict[str, Any]:
    """Place a purchase order with the supplier to replenish a product.

    Args:
        sku: Stock keeping unit to replenish.
        quantity: Number of units to buy.

    Returns:
        The purchase order number and the lead time in days.
    """
    key = sku.strip().upper()
    if key not in _PRODUCTS:
        raise ValueError(f"unknown SKU {sku!r}")
    if quantity < 1:
        raise ValueError("quantity must be at least 1")
    supplier = _SUPPLIERS[int(str(_PRODUCTS[key]["supplier_id"]))]
    return {
        "purchase_order": f"PO-{key[-4:]}-{quantity}",
        "sku": key,
        "quantity": quantity,
        "lead_time_days": supplier["lead_time_days"],
    }
