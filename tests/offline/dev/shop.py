"""A web shop: customers, orders, products, shipments, refunds."""

from typing import Any, Literal

from tests.offline.dev.case import Case

_PRODUCTS = [
    {"sku": "KB-100", "name": "Mechanical keyboard", "category": "keyboards", "price": 89.0, "stock": 12},
    {"sku": "KB-200", "name": "Compact keyboard", "category": "keyboards", "price": 59.5, "stock": 0},
    {"sku": "MS-310", "name": "Trackball mouse", "category": "mice", "price": 45.0, "stock": 31},
]
_ORDERS = {
    "B-1042": {
        "order_id": "B-1042",
        "customer_id": "C-17",
        "status": "shipped",
        "total": 134.0,
        "tracking_number": "TRK55081",
        "items": [{"sku": "KB-100", "quantity": 1}, {"sku": "MS-310", "quantity": 1}],
    },
    "B-1043": {
        "order_id": "B-1043",
        "customer_id": "C-22",
        "status": "processing",
        "total": 59.5,
        "tracking_number": None,
        "items": [{"sku": "KB-200", "quantity": 1}],
    },
}
_CUSTOMERS = [
    {"customer_id": "C-17", "name": "Alice Meyer", "email": "alice@example.com", "city": "Bergen"},
    {"customer_id": "C-22", "name": "Tom Okafor", "email": "tom@example.com", "city": "Leeds"},
]


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by full name.

    Args:
        name: The customer's full name.
    """
    return next((one for one in _CUSTOMERS if one["name"] == name), {"error": f"no customer {name}"})


def get_customer(customer_id: str) -> dict[str, Any]:
    """Get the contact details of a customer.

    Args:
        customer_id: Customer id such as C-17.
    """
    return next((one for one in _CUSTOMERS if one["customer_id"] == customer_id), {"error": "unknown customer"})


def get_order(order_id: str) -> dict[str, Any]:
    """Look up an order by its id: status, total, items and tracking number.

    Args:
        order_id: The order's id, e.g. "B-1042".
    """
    return _ORDERS.get(order_id, {"error": "unknown order"})


def list_orders(
    customer_id: str, status: Literal["processing", "shipped", "delivered"] | None = None
) -> list[dict[str, Any]]:
    """List the orders of one customer.

    Args:
        customer_id: The customer's id.
        status: Only orders in this state.
    """
    rows = [
        {key: order[key] for key in ("order_id", "status", "total")}
        for order in _ORDERS.values()
        if order["customer_id"] == customer_id
    ]
    return [row for row in rows if status is None or row["status"] == status]


def search_products(query: str, max_price: float | None = None) -> list[dict[str, Any]]:
    """Search the product catalogue.

    Args:
        query: Words to search for, e.g. "keyboard".
        max_price: Highest price in euros.
    """
    hits = [one for one in _PRODUCTS if query.lower().rstrip("s") in str(one["name"]).lower()]
    return [one for one in hits if max_price is None or float(str(one["price"])) <= max_price]


def track_shipment(tracking_number: str) -> dict[str, Any]:
    """Track a parcel on its way to the customer.

    Args:
        tracking_number: The carrier's tracking number.
    """
    return {
        "tracking_number": tracking_number,
        "carrier": "Nordpost",
        "location": "Oslo hub",
        "expected_delivery": "2026-03-18",
    }


def refund_order(order_id: str, reason: str | None = None) -> dict[str, Any]:
    """Refund an order in full.

    Args:
        order_id: The order's id.
        reason: Why it is refunded.
    """
    return {"refund_id": "R-501", "order_id": order_id, "state": "issued"}


TOOLS = [find_customer, get_customer, get_order, list_orders, search_products, track_shipment, refund_order]

CASES = [
    Case(
        "What's the status of order B-1042 and where is its parcel right now?",
        (("get_order", {"order_id": "B-1042"}), ("track_shipment", {"tracking_number": "TRK55081"})),
        ("shipped", "Oslo hub"),
    ),
    Case(
        "Find the customer Alice Meyer and list her orders.",
        (("find_customer", {"name": "Alice Meyer"}), ("list_orders", {"customer_id": "C-17"})),
        ("B-1042", "134"),
    ),
    Case(
        "Which email address belongs to the customer who placed order B-1043?",
        (("get_order", {"order_id": "B-1043"}), ("get_customer", {"customer_id": "C-22"})),
        ("tom@example.com",),
    ),
    Case(
        "Look up order B-1043, then refund it.",
        (("get_order", {"order_id": "B-1043"}), ("refund_order", {"order_id": "B-1043"})),
        ("R-501",),
    ),
    Case(
        "Search for keyboards under 80 euros and also tell me the status of order B-1042.",
        (("search_products", {"query": "keyboards", "max_price": 80}), ("get_order", {"order_id": "B-1042"})),
        ("KB-200", "shipped"),
    ),
    Case(
        "Does Tom Okafor have any orders that are still processing?",
        (("find_customer", {"name": "Tom Okafor"}), ("list_orders", {"customer_id": "C-22", "status": "processing"})),
        ("B-1043",),
    ),
    Case(
        "Show me the shipped orders of Alice Meyer.",
        (("find_customer", {"name": "Alice Meyer"}), ("list_orders", {"customer_id": "C-17", "status": "shipped"})),
        ("B-1042",),
    ),
    Case(
        "When will the parcel for order B-1042 arrive?",
        (("get_order", {"order_id": "B-1042"}), ("track_shipment", {"tracking_number": "TRK55081"})),
        ("2026-03-18",),
    ),
    Case(
        "I need the total of order B-1043 and the total of order B-1042.",
        (("get_order", {"order_id": "B-1043"}), ("get_order", {"order_id": "B-1042"})),
        ("59.5", "134"),
    ),
    Case(
        "Please find Alice Meyer's email address, and check what order B-1043 cost.",
        (("find_customer", {"name": "Alice Meyer"}), ("get_order", {"order_id": "B-1043"})),
        ("alice@example.com", "59.5"),
    ),
    Case("Refund my last order.", (), ()),
]
