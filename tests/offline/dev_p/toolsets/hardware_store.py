"""Counter of a hardware store with three branches."""

from typing import Any, Literal

Department = Literal["tools", "paint", "garden", "electrical"]

_PRODUCTS: dict[int, dict[str, Any]] = {
    40218: {"name": "claw hammer", "department": "tools", "price": 18.9, "warranty_years": 2, "supplier_id": "SUP-3"},
    40560: {"name": "patio slab", "department": "garden", "price": 7.25, "warranty_years": 1, "supplier_id": "SUP-8"},
    40604: {
        "name": "Bexley cordless drill",
        "department": "tools",
        "price": 129,
        "warranty_years": 3,
        "supplier_id": "SUP-3",
    },
    40611: {
        "name": "Orlo cordless drill",
        "department": "tools",
        "price": 94.5,
        "warranty_years": 2,
        "supplier_id": "SUP-5",
    },
    40618: {
        "name": "Titan cordless drill",
        "department": "tools",
        "price": 219,
        "warranty_years": 5,
        "supplier_id": "SUP-5",
    },
    40733: {
        "name": "extension reel",
        "department": "electrical",
        "price": 36.4,
        "warranty_years": 4,
        "supplier_id": "SUP-5",
    },
    40802: {"name": "boat lacquer", "department": "paint", "price": 42.8, "warranty_years": 1, "supplier_id": "SUP-8"},
    40809: {"name": "floor lacquer", "department": "paint", "price": 55.6, "warranty_years": 1, "supplier_id": "SUP-8"},
    40911: {
        "name": "garden hose 25 m",
        "department": "garden",
        "price": 31.0,
        "warranty_years": 6,
        "supplier_id": "SUP-8",
    },
    40917: {"name": "soaker hose", "department": "garden", "price": 22.3, "warranty_years": 2, "supplier_id": "SUP-5"},
}
_STOCK = {
    (40218, "northgate"): (34, "A-07"),
    (40218, "harbour"): (11, "C-02"),
    (40733, "northgate"): (8, "B-15"),
    (40809, "riverside"): (27, "D-09"),
    (40611, "harbour"): (5, "C-11"),
}
_BRANCHES = {
    "northgate": {"opening_hours": "07:00-19:00", "manager": "Piet Aalders", "phone": "0555 2010"},
    "harbour": {"opening_hours": "06:30-18:00", "manager": "Sunita Rao", "phone": "0555 2020"},
    "riverside": {"opening_hours": "08:15-20:00", "manager": "Colm Duffy", "phone": "0555 2030"},
}
_SUPPLIERS = {
    "SUP-3": {"name": "Ferrum Tools", "phone": "0555 7301", "delivery_days": 3},
    "SUP-5": {"name": "Voltmark", "phone": "0555 7305", "delivery_days": 6},
    "SUP-8": {"name": "Stone & Stem", "phone": "0555 7308", "delivery_days": 9},
}
_MACHINES = {"cement mixer": 38.0, "floor sander": 29.5, "chainsaw": 24.0}


def search_products(
    keyword: str, department: Department | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search products by a word of their name, within a department and up to a price if you like."""
    return [
        {"article_number": number, "name": one["name"], "price": one["price"]}
        for number, one in _PRODUCTS.items()
        if keyword.strip().casefold() in one["name"].casefold()
        and department in (None, one["department"])
        and (max_price is None or one["price"] <= max_price)
    ]


def get_product(article_number: int) -> dict[str, Any]:
    """Price, warranty and supplier of an article."""
    if article_number not in _PRODUCTS:
        raise ValueError(f"no article {article_number}")
    return {"article_number": article_number, **_PRODUCTS[article_number]}


def check_stock(article_number: int, branch: str) -> dict[str, Any]:
    """Check the stock of an article in a branch: pieces and shelf."""
    if branch.strip().casefold() not in _BRANCHES or article_number not in _PRODUCTS:
        raise ValueError("no such article or branch")
    pieces, shelf = _STOCK.get((article_number, branch.strip().casefold()), (0, "none"))
    return {"article_number": article_number, "branch": branch, "pieces": pieces, "shelf": shelf}


def get_branch(branch: str) -> dict[str, Any]:
    """Opening hours, manager and phone number of a branch (Northgate, Harbour or Riverside)."""
    if branch.strip().casefold() not in _BRANCHES:
        raise ValueError(f"no branch {branch}")
    return {"branch": branch, **_BRANCHES[branch.strip().casefold()]}


def get_supplier(supplier_id: str) -> dict[str, Any]:
    """Name, phone number and delivery time of a supplier, e.g. SUP-1."""
    if supplier_id not in _SUPPLIERS:
        raise ValueError(f"no supplier {supplier_id}")
    return {"supplier_id": supplier_id, **_SUPPLIERS[supplier_id]}


def order_product(article_number: int, quantity: int, branch: str, delivery: bool = False) -> dict[str, Any]:
    """Order pieces of an article at a branch, with delivery to the house or for collection there."""
    if branch.strip().casefold() not in _BRANCHES or article_number not in _PRODUCTS:
        raise ValueError("no such article or branch")
    total = round(_PRODUCTS[article_number]["price"] * quantity + (15 if delivery else 0), 2)
    return {"order_number": f"OR-{article_number % 1000}{quantity}", "branch": branch, "total": total}


def rent_machine(machine: str, start_date: str, days: int = 1) -> dict[str, Any]:
    """Rent a machine for some days. start_date is YYYY-MM-DD. Machines: cement mixer, floor sander, chainsaw."""
    if machine.strip().casefold() not in _MACHINES:
        raise ValueError(f"no machine {machine}")
    rate = _MACHINES[machine.strip().casefold()]
    return {"rental": f"RN-{start_date[5:7]}{start_date[8:]}", "machine": machine, "rent": rate * days}
