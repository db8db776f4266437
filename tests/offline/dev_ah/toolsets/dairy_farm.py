"""Herd, milk and feed of a dairy farm."""

from typing import Any, Literal

COWS: dict[str, dict[str, Any]] = {
    "DK-4417": {"name": "Bluebell", "breed": "jersey", "birth_date": "2020-04-02", "barn": "north", "vet_id": "V-2"},
    "DK-4425": {"name": "Sorrel", "breed": "jersey", "birth_date": "2021-09-17", "barn": "north", "vet_id": "V-2"},
    "DK-4431": {"name": "Tansy", "breed": "jersey", "birth_date": "2019-11-25", "barn": "north", "vet_id": "V-5"},
    "DK-4438": {"name": "Maple", "breed": "holstein", "birth_date": "2018-06-30", "barn": "south", "vet_id": "V-5"},
    "DK-4444": {"name": "Juniper", "breed": "holstein", "birth_date": "2020-01-08", "barn": "south", "vet_id": "V-5"},
    "DK-4452": {"name": "Clover", "breed": "brown swiss", "birth_date": "2017-03-19", "barn": "river", "vet_id": "V-8"},
    "DK-4460": {"name": "Hazel", "breed": "brown swiss", "birth_date": "2021-05-11", "barn": "river", "vet_id": "V-8"},
    "DK-4466": {"name": "Yarrow", "breed": "jersey", "birth_date": "2022-02-14", "barn": "river", "vet_id": "V-2"},
}
DAILY = {
    "DK-4417": 18.5,
    "DK-4425": 17.2,
    "DK-4431": 19.1,
    "DK-4438": 27.6,
    "DK-4444": 31.3,
    "DK-4452": 22.4,
    "DK-4460": 20.8,
    "DK-4466": 16.9,
}
CALVED = {"DK-4452": "2025-10-03", "DK-4460": "2025-08-21", "DK-4417": "2025-12-15"}
MILK = {
    ("DK-4417", "2026-01"): (561, 5.2),
    ("DK-4417", "2025-12"): (548, 5.3),
    ("DK-4431", "2025-12"): (583, 5.1),
    ("DK-4452", "2025-12"): (690, 4.2),
    ("DK-4444", "2026-02"): (874, 3.9),
    ("DK-4438", "2026-02"): (770, 4.0),
}
VETS = {
    "V-2": {"vet": "Dr Anneke Smit", "phone": "020 555 7711", "next_visit": "2026-03-17"},
    "V-5": {"vet": "Dr Colm Reilly", "phone": "020 555 7734", "next_visit": "2026-03-24"},
    "V-8": {"vet": "Dr Petra Noll", "phone": "020 555 7768", "next_visit": "2026-04-09"},
}


def get_cow(ear_tag: str) -> dict[str, Any]:
    """Get a cow by ear tag (e.g. DK-4000): name, breed, birth date, barn, last calving and vet."""
    if ear_tag not in COWS:
        raise ValueError(f"unknown ear tag {ear_tag}")
    return {"ear_tag": ear_tag, **COWS[ear_tag], "last_calving": CALVED.get(ear_tag)}


def list_cows(
    barn: Literal["north", "south", "river"], breed: Literal["holstein", "jersey", "brown swiss"] | None = None
) -> dict[str, Any]:
    """List the cows in a barn, optionally of one breed, with birth date and daily litres of milk."""
    cows = [
        {
            "ear_tag": ear_tag,
            "name": cow["name"],
            "breed": cow["breed"],
            "birth_date": cow["birth_date"],
            "daily_litres": DAILY[ear_tag],
        }
        for ear_tag, cow in COWS.items()
        if cow["barn"] == barn and breed in (None, cow["breed"])
    ]
    return {"barn": barn, "cows": cows}


def get_milk_yield(ear_tag: str, month: str) -> dict[str, Any]:
    """Milk yield and fat content of a cow in a month.

    ear_tag is the tag of the cow, e.g. DK-4000; month is written YYYY-MM.
    """
    if (ear_tag, month) not in MILK:
        return {"ear_tag": ear_tag, "month": month, "found": False}
    litres, fat = MILK[(ear_tag, month)]
    return {"ear_tag": ear_tag, "month": month, "litres": litres, "fat_percent": fat}


def get_vet(vet_id: str) -> dict[str, Any]:
    """Name, phone number and next visit of a vet (vet_id e.g. V-1)."""
    if vet_id not in VETS:
        raise ValueError(f"unknown vet {vet_id}")
    return {"vet_id": vet_id, **VETS[vet_id]}


def add_treatment(ear_tag: str, medicine: str, date: str) -> dict[str, Any]:
    """Add a treatment with a medicine to the record of a cow.

    ear_tag is the tag of the cow, e.g. DK-4000; date is YYYY-MM-DD.
    """
    if ear_tag not in COWS:
        raise ValueError(f"unknown ear tag {ear_tag}")
    return {"treatment_no": f"TR-{ear_tag[3:]}-{date[5:7]}{date[8:]}", "medicine": medicine, "date": date}


def order_feed(
    feed: Literal["hay", "silage", "barley", "soy meal"], weight_kg: float, delivery_date: str | None = None
) -> dict[str, Any]:
    """Order feed for the herd: weight_kg in kilograms, delivery_date as YYYY-MM-DD."""
    price = {"hay": 0.16, "silage": 0.07, "barley": 0.24, "soy meal": 0.45}[feed]
    return {
        "order_no": f"FD-{feed[:3].upper()}-{round(weight_kg)}",
        "price_eur": round(price * weight_kg, 2),
        "delivery_date": delivery_date,
    }


def schedule_pickup(date: str, time: str, litres: int) -> dict[str, Any]:
    """Schedule the pickup of milk by the tanker: date YYYY-MM-DD, time HH:MM, amount in litres."""
    return {"pickup_no": f"PU-{date[5:7]}{date[8:]}-{time.replace(':', '')}", "litres": litres}
