"""Outage desk of a regional electricity grid."""

from typing import Any, Literal

METERS = {
    "M-44071": {"street": "Tanner's Row 6", "postcode": "LW3", "feeder": "F12", "type": "domestic"},
    "M-44109": {"street": "Quarry Lane 31", "postcode": "LW7", "feeder": "F05", "type": "business"},
    "M-45220": {"street": "Abbot Close 2", "postcode": "LW3", "feeder": "F19", "type": "domestic"},
    "M-46833": {"street": "Sluice Road 88", "postcode": "LW9", "feeder": "F27", "type": "domestic"},
}
FEEDERS: dict[str, dict[str, Any]] = {
    "F05": {"state": "off", "cause": "tree on the line", "customers_off": 214, "back_by": "17:40", "crew": 7},
    "F12": {"state": "off", "cause": "cable fault", "customers_off": 63, "back_by": "19:15", "crew": 4},
    "F19": {"state": "normal", "cause": None, "customers_off": 0, "back_by": None, "crew": None},
    "F27": {"state": "partly off", "cause": "blown fuse", "customers_off": 9, "back_by": "15:05", "crew": 11},
}
CREWS = {
    4: {"leader": "Ines Varga", "where": "Mill Bridge substation", "minutes_away": 25},
    7: {"leader": "Tom Aldous", "where": "on site", "minutes_away": 0},
    11: {"leader": "Priya Nair", "where": "depot", "minutes_away": 50},
}
WORKS = {
    "LW3": [{"date": "2026-06-16", "from": "09:00", "to": "11:30"}],
    "LW7": [{"date": "2026-06-23", "from": "13:00", "to": "16:45"}],
    "LW9": [],
}
SYMPTOMS = {"no_supply": "A", "partial": "B", "flickering": "C", "burning_smell": "X"}


def meter_info(meter_no: str) -> dict[str, Any]:
    """Address, postcode, feeder and customer type that belong to a meter number like M-44071."""
    if meter_no.upper() not in METERS:
        raise ValueError(f"unknown meter {meter_no}")
    return METERS[meter_no.upper()]


def feeder_status(feeder: str) -> dict[str, Any]:
    """Whether a feeder is live; if it is not: the cause, how many are without power, when it is back, which crew."""
    if feeder.upper() not in FEEDERS:
        raise ValueError(f"unknown feeder {feeder}")
    return {"feeder": feeder.upper(), **FEEDERS[feeder.upper()]}


def crew_position(crew: int) -> dict[str, Any]:
    """Where a repair crew is, who leads it and how many minutes it needs to the fault."""
    if crew not in CREWS:
        raise ValueError(f"no crew {crew}")
    return CREWS[crew]


def report_outage(
    meter_no: str,
    symptom: Literal["no_supply", "partial", "flickering", "burning_smell"],
    medical_equipment: bool = False,
) -> dict[str, str]:
    """Open a fault ticket for a meter.

    Set medical_equipment if somebody in the house depends on a powered medical device; the ticket goes first then.
    """
    if meter_no.upper() not in METERS or symptom not in SYMPTOMS:
        raise ValueError("unknown meter or symptom")
    priority = "P1" if medical_equipment or symptom == "burning_smell" else "P3"
    return {"ticket": f"T{meter_no[-4:]}{SYMPTOMS[symptom]}", "priority": priority}


def subscribe_updates(ticket: str, phone: str, channel: Literal["sms", "voice"] = "sms") -> str:
    """Send news about a ticket to a phone number, as text messages or as voice calls. Returns a confirmation code."""
    return f"{channel.upper()}-{ticket}-{phone[-3:]}"


def planned_works(postcode: str) -> list[dict[str, str]]:
    """Announced switch-offs in a postcode district (LW3, LW7, LW9), with date and times."""
    if postcode.upper() not in WORKS:
        raise ValueError(f"we do not serve {postcode}")
    return WORKS[postcode.upper()]


def compensation(hours_off: float, customer_type: Literal["domestic", "business"] = "domestic") -> float:
    """Pounds due to a customer who was without power for so many hours. Nothing below twelve hours."""
    if hours_off < 12:
        return 0.0
    base, step = (80.0, 35.0) if customer_type == "domestic" else (155.0, 35.0)
    return base + step * int((hours_off - 12) // 6)
