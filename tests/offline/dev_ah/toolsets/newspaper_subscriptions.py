"""Subscribers, plans and articles of a daily newspaper."""

from typing import Any, Literal

_SUBSCRIBERS: list[dict[str, Any]] = [
    {
        "subscriber_id": "N-20118",
        "name": "Greta Holm",
        "street": "Fjordgata 12",
        "route_id": "RT-08",
        "subscription_id": "SUB-7012",
    },
    {
        "subscriber_id": "N-20145",
        "name": "Ivo Marchetti",
        "street": "Linden Row 40",
        "route_id": "RT-15",
        "subscription_id": "SUB-7021",
    },
    {
        "subscriber_id": "N-20177",
        "name": "Pia Lund",
        "street": "Harbour Steps 5",
        "route_id": "RT-08",
        "subscription_id": "SUB-7034",
    },
]
_SUBSCRIPTIONS: dict[str, dict[str, Any]] = {
    "SUB-7012": {"plan": "Print Daily", "price_per_month": 38.5, "renews_on": "2026-09-01", "status": "active"},
    "SUB-7021": {"plan": "Digital Plus", "price_per_month": 14.9, "renews_on": "2026-05-20", "status": "active"},
    "SUB-7034": {"plan": "Saturday Paper", "price_per_month": 11.2, "renews_on": "2027-01-15", "status": "active"},
}
_PLANS = [
    {"plan": "Print Daily", "edition": "print", "price_per_month": 38.5},
    {"plan": "Digital Basic", "edition": "digital", "price_per_month": 7.5},
    {"plan": "Digital Plus", "edition": "digital", "price_per_month": 14.9},
    {"plan": "Saturday Paper", "edition": "weekend", "price_per_month": 11.2},
    {"plan": "Long Weekend", "edition": "weekend", "price_per_month": 19.8},
]
_CARRIERS = {
    "RT-08": {"carrier": "Sven Aas", "phone": "555 0148", "delivered_by": "06:15"},
    "RT-15": {"carrier": "Dolores Vega", "phone": "555 0193", "delivered_by": "06:40"},
}
_ARTICLES = [
    {"title": "Hives on the Roof", "topic": "beekeeping", "section": "culture", "date": "2026-02-01"},
    {"title": "Honey Prices Climb", "topic": "beekeeping", "section": "business", "date": "2026-01-22"},
    {"title": "A Swarm in the Square", "topic": "beekeeping", "section": "culture", "date": "2026-01-10"},
    {"title": "Ask the Beekeeper", "topic": "beekeeping", "section": "culture", "date": "2025-12-04"},
    {"title": "White Gold Rush", "topic": "lithium", "section": "business", "date": "2026-02-03"},
    {"title": "Mine Vote Delayed", "topic": "lithium", "section": "politics", "date": "2026-01-30"},
    {"title": "Eight Oars, One Medal", "topic": "rowing", "section": "sport", "date": "2026-01-18"},
]


def find_subscriber(name: str) -> dict[str, Any]:
    """Find a subscriber by name, with street, delivery route and subscription.

    Args:
        name (str): Full name of the subscriber.
    """
    for record in _SUBSCRIBERS:
        if record["name"].casefold() == name.strip().casefold():
            return record
    raise ValueError(f"no subscriber called {name!r}")


def get_subscription(subscription_id: str) -> dict[str, Any]:
    """Plan, price, status and renewal date of a subscription.

    Args:
        subscription_id (str): Number of the subscription, e.g. SUB-6000.
    """
    if subscription_id not in _SUBSCRIPTIONS:
        raise ValueError(f"no subscription {subscription_id}")
    return {"subscription_id": subscription_id, **_SUBSCRIPTIONS[subscription_id]}


def list_plans(
    edition: Literal["print", "digital", "weekend"] | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """List the plans that can be subscribed to.

    Args:
        edition (str): Which edition of the paper.
        max_price (float): Highest price per month in euros.
    """
    return [
        plan
        for plan in _PLANS
        if edition in (None, plan["edition"])
        and (max_price is None or float(str(plan["price_per_month"])) <= max_price)
    ]


def pause_delivery(subscription_id: str, start_date: str, end_date: str) -> dict[str, Any]:
    """Pause the delivery of a subscription for a holiday.

    Args:
        subscription_id (str): Number of the subscription, e.g. SUB-6000.
        start_date (str): First day without a paper, YYYY-MM-DD.
        end_date (str): Last day without a paper, YYYY-MM-DD.

    Returns:
        dict: Number of the pause.
    """
    if subscription_id not in _SUBSCRIPTIONS:
        raise ValueError(f"no subscription {subscription_id}")
    return {"pause_no": f"PS-{subscription_id[4:]}-{start_date[5:7]}{start_date[8:]}", "until": end_date}


def renew_subscription(subscription_id: str, months: int = 12) -> dict[str, Any]:
    """Renew a subscription.

    Args:
        subscription_id (str): Number of the subscription, e.g. SUB-6000.
        months (int): For how many months.

    Returns:
        dict: Number of the invoice and the amount to pay in euros.
    """
    if subscription_id not in _SUBSCRIPTIONS:
        raise ValueError(f"no subscription {subscription_id}")
    amount = round(months * _SUBSCRIPTIONS[subscription_id]["price_per_month"], 2)
    return {"invoice_no": f"IN-{subscription_id[4:]}-{months}", "amount_eur": amount}


def get_carrier(route_id: str) -> dict[str, Any]:
    """Name and phone number of the carrier of a delivery route.

    Args:
        route_id (str): The delivery route, e.g. RT-01.
    """
    if route_id not in _CARRIERS:
        raise ValueError(f"no route {route_id}")
    return {"route_id": route_id, **_CARRIERS[route_id]}


def search_articles(
    topic: str, section: Literal["politics", "sport", "culture", "business"] | None = None, limit: int = 5
) -> list[dict[str, Any]]:
    """Search articles about a topic, newest first.

    Args:
        topic (str): What the articles are about.
        section (str): Section of the paper.
        limit (int): How many articles at most.
    """
    found = [
        {"title": one["title"], "section": one["section"], "date": one["date"]}
        for one in _ARTICLES
        if one["topic"] == topic.strip().casefold() and section in (None, one["section"])
    ]
    return found[:limit]
