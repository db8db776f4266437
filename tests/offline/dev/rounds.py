"""One call for each of several things: the things come from a list that an earlier call returned."""

from typing import Any

from tests.offline.dev.case import Case


def list_members(club: str) -> list[dict[str, Any]]:
    """List the members of a club."""
    return [
        {"member_id": "M-11", "name": "Ida Lund", "city": "Bergen"},
        {"member_id": "M-12", "name": "Per Dahl", "city": "Voss"},
        {"member_id": "M-13", "name": "Eva Moe", "city": "Oslo"},
    ]


def send_card(member_id: str, occasion: str | None = None) -> dict[str, Any]:
    """Send a greeting card to a member."""
    return {"sent": True, "member_id": member_id, "tracking": f"T-{member_id[-2:]}"}


def membership_fee(member_id: str) -> dict[str, Any]:
    """The yearly fee that a member pays, in euros."""
    return {"fee": {"M-11": 40, "M-12": 25, "M-13": 60}[member_id]}


def order_items(order_id: str) -> dict[str, Any]:
    """The items of an order, by stock number."""
    return {"order_id": order_id, "items": ["SKU-5", "SKU-8"]}


def item_price(sku: str) -> dict[str, Any]:
    """The price of an item in euros."""
    return {"sku": sku, "price": {"SKU-5": 12.5, "SKU-8": 7.0}[sku]}


def restock_item(sku: str) -> dict[str, Any]:
    """Order new stock of an item."""
    return {"restocked": True, "sku": sku, "reference": f"R-{sku[-1]}"}


def find_sensors(greenhouse: str) -> list[dict[str, Any]]:
    """Find the sensors that stand in a greenhouse."""
    return [{"sensor_id": "G2-a", "kind": "humidity"}, {"sensor_id": "G2-b", "kind": "humidity"}]


def read_humidity(sensor_id: str) -> dict[str, Any]:
    """Read the humidity that a sensor measures now, in percent."""
    return {"sensor_id": sensor_id, "humidity": {"G2-a": 61, "G2-b": 72}[sensor_id]}


def calibrate_sensor(sensor_id: str) -> dict[str, Any]:
    """Calibrate a sensor."""
    return {"calibrated": True, "sensor_id": sensor_id}


def get_appointments(date: str) -> list[dict[str, Any]]:
    """Get the appointments on a day (YYYY-MM-DD)."""
    return [
        {"title": "Dentist", "time": "2025-03-04 09:00"},
        {"title": "Piano tuner", "time": "2025-03-04 14:30"},
    ]


def add_alarm(title: str, time: str) -> dict[str, Any]:
    """Set an alarm with a title at a time (YYYY-MM-DD HH:MM)."""
    return {"alarm_id": "A1", "title": title, "time": time}


def find_hostels(town: str) -> list[dict[str, Any]]:
    """Find the hostels in a town."""
    return [{"hostel_id": "H3", "name": "Fjord Inn"}, {"hostel_id": "H9", "name": "Old Mill"}]


def hostel_rating(hostel_id: str) -> dict[str, Any]:
    """Guests' rating of a hostel, out of 5."""
    return {"rating": {"H3": 3.9, "H9": 4.6}[hostel_id]}


def reserve_bed(hostel_id: str, date: str) -> dict[str, Any]:
    """Reserve a bed in a hostel for a night."""
    return {"confirmation": "HB-7", "hostel_id": hostel_id, "date": date}


def tenants_of(building: str) -> list[dict[str, Any]]:
    """The tenants of a building."""
    return [{"tenant": "Ole Vik", "flat": 3}, {"tenant": "Mia Berg", "flat": 7}]


def phone_book(name: str) -> dict[str, Any]:
    """Look up the phone number of a person by name."""
    return {"name": name, "phone": {"Ole Vik": "555-0103", "Mia Berg": "555-0107"}[name]}


def send_text(phone: str, message: str) -> dict[str, Any]:
    """Send a text message to a phone number."""
    return {"status": "sent", "phone": phone}


def lake_depth(lake: str) -> dict[str, Any]:
    """The depth of a lake in metres."""
    return {"lake": lake, "depth": {"Mjosa": 453, "Femund": 150, "Tyrifjorden": 295}[lake]}


def water_plant(plant: str, litres: float) -> dict[str, Any]:
    """Water a plant with a number of litres."""
    return {"watered": True, "plant": plant, "litres": litres}


def invite_guest(name: str, event: str) -> dict[str, Any]:
    """Invite a guest to an event."""
    return {"invited": True, "name": name, "event": event}


def calculator(formula: str) -> dict[str, Any]:
    """Basic arithmetic on a formula, for example "(2 + 3) * 4"."""
    return {"result": {"40 + 25 + 60": 125, "12.5 + 7": 19.5, "310 + 95": 405, "(61 + 72) / 2": 66.5}[formula]}


TOOLS = [
    list_members, send_card, membership_fee, order_items, item_price, restock_item, find_sensors, read_humidity,
    calibrate_sensor, get_appointments, add_alarm, find_hostels, hostel_rating, reserve_bed,
    tenants_of, phone_book, send_text, lake_depth, water_plant, invite_guest, calculator,
]  # fmt: skip

_MEMBERS = ("list_members", {"club": "Sandvik Chess Club"})
_CARDS = tuple(("send_card", {"member_id": f"M-{number}"}) for number in (11, 12, 13))
_FEES = tuple(("membership_fee", {"member_id": f"M-{number}"}) for number in (11, 12, 13))
_PRICES = (("item_price", {"sku": "SKU-5"}), ("item_price", {"sku": "SKU-8"}))
_SENSORS = ("find_sensors", {"greenhouse": "2"})
_HUMIDITY = (("read_humidity", {"sensor_id": "G2-a"}), ("read_humidity", {"sensor_id": "G2-b"}))
_ALARMS = (
    ("add_alarm", {"title": "Dentist", "time": "2025-03-04 09:00"}),
    ("add_alarm", {"title": "Piano tuner", "time": "2025-03-04 14:30"}),
)
_RATINGS = (("hostel_rating", {"hostel_id": "H3"}), ("hostel_rating", {"hostel_id": "H9"}))

_TENANTS = ("tenants_of", {"building": "Harbour House"})
_PHONES = (("phone_book", {"name": "Ole Vik"}), ("phone_book", {"name": "Mia Berg"}))
_TEXTS = tuple(("send_text", {"phone": phone, "message": "The lift is out"}) for phone in ("555-0103", "555-0107"))
_INVITED = (
    ("invite_guest", {"name": "Ole Vik", "event": "Spring Fair"}),
    ("invite_guest", {"name": "Mia Berg", "event": "Spring Fair"}),
)

CASES = [
    Case(
        "Look up the depth of Mjosa and text it to the phone number 555-0103.",
        (("lake_depth", {"lake": "Mjosa"}), ("send_text", {"phone": "555-0103", "message": "lake: Mjosa; depth: 453"})),
        ("453",),
    ),
    Case(
        "What is the total fee of all the members of the Sandvik Chess Club?",
        (_MEMBERS, *_FEES, ("calculator", {"formula": "40 + 25 + 60"})),
        ("125",),
    ),
    Case(
        "What is the combined price of all items in order A-77?",
        (("order_items", {"order_id": "A-77"}), *_PRICES, ("calculator", {"formula": "12.5 + 7"})),
        ("19.5",),
    ),
    Case(
        "What is the average humidity of all sensors in greenhouse Aurora?",
        (
            ("find_sensors", {"greenhouse": "Aurora"}),
            *_HUMIDITY,
            ("calculator", {"formula": "(61 + 72) / 2"}),
        ),
        ("66.5",),
    ),
    Case(
        "Tell me the humidity of all sensors in greenhouse Aurora.",
        (("find_sensors", {"greenhouse": "Aurora"}), *_HUMIDITY),
        ("61", "72"),
    ),
    Case(
        "How much do the items in order A-77 cost altogether?",
        (("order_items", {"order_id": "A-77"}), *_PRICES, ("calculator", {"formula": "12.5 + 7"})),
        ("19.5",),
    ),
    Case("Find hostels in Flam and their ratings.", (("find_hostels", {"town": "Flam"}), *_RATINGS), ("3.9", "4.6")),
    Case(
        "What are the prices of the items in order A-77?",
        (("order_items", {"order_id": "A-77"}), *_PRICES),
        ("12.5", "7"),
    ),
    Case("Get the phone numbers of the tenants of Harbour House.", (_TENANTS, *_PHONES), ("555-0103", "555-0107")),
    Case(
        "Who are the tenants of Harbour House, and what are their phone numbers?",
        (_TENANTS, *_PHONES),
        ("555-0103", "555-0107"),
    ),
    Case(
        'Look up the tenants of Harbour House, get their phone numbers and text them "The lift is out".',
        (_TENANTS, *_PHONES, *_TEXTS),
    ),
    Case(
        "Find the tenants of Harbour House and invite them to the Spring Fair.",
        (_TENANTS, *_INVITED),
    ),
    Case("Invite the tenants of Harbour House to the Spring Fair.", (_TENANTS, *_INVITED)),
    Case("Invite Ole Vik and Mia Berg to the Spring Fair.", _INVITED),
    Case("Invite both Ole Vik and Mia Berg to the Spring Fair.", _INVITED),
    Case(
        "Compare the depths of Mjosa and Femund.",
        (("lake_depth", {"lake": "Mjosa"}), ("lake_depth", {"lake": "Femund"})),
        ("453", "150"),
    ),
    Case(
        "Which lake is deeper, Mjosa or Femund?",
        (("lake_depth", {"lake": "Mjosa"}), ("lake_depth", {"lake": "Femund"})),
        ("453", "150"),
    ),
    Case(
        "Find out the depth of Mjosa, Femund and Tyrifjorden.",
        tuple(("lake_depth", {"lake": lake}) for lake in ("Mjosa", "Femund", "Tyrifjorden")),
        ("453", "150", "295"),
    ),
    Case(
        "Water the fern with 2 litres and the cactus with 0.5 litres.",
        (
            ("water_plant", {"plant": "fern", "litres": 2}),
            ("water_plant", {"plant": "cactus", "litres": 0.5}),
        ),
    ),
    Case("Send cards to the members of the Sandvik Chess Club.", (_MEMBERS, *_CARDS), ("T-11", "T-12", "T-13")),
    Case(
        "Check my appointments on 2025-03-04 and set alarms for them.",
        (("get_appointments", {"date": "2025-03-04"}), *_ALARMS),
    ),
    Case("Send a card to every member of the Sandvik Chess Club.", (_MEMBERS, *_CARDS), ("T-11", "T-12", "T-13")),
    Case("List the members of the Sandvik Chess Club and send a card to each of them.", (_MEMBERS, *_CARDS), ("T-13",)),
    Case(
        "Who are the members of the Sandvik Chess Club? Then send all of them a card.", (_MEMBERS, *_CARDS), ("T-13",)
    ),
    Case("What fee does each member of the Sandvik Chess Club pay?", (_MEMBERS, *_FEES), ("40", "25", "60")),
    Case("For each member of the Sandvik Chess Club, find the membership fee.", (_MEMBERS, *_FEES), ("40", "60")),
    Case(
        "What is the price of each item in order A-77?",
        (("order_items", {"order_id": "A-77"}), *_PRICES),
        ("12.5", "7"),
    ),
    Case(
        "Get the items of order A-77, look up the price of each one, and restock all of them.",
        (
            ("order_items", {"order_id": "A-77"}),
            *_PRICES,
            ("restock_item", {"sku": "SKU-5"}),
            ("restock_item", {"sku": "SKU-8"}),
        ),
        ("R-5", "R-8"),
    ),
    Case("Find the sensors in greenhouse 2, then read the humidity of each one.", (_SENSORS, *_HUMIDITY), ("61", "72")),
    Case(
        "Calibrate all the sensors in greenhouse 2.",
        (
            _SENSORS,
            ("calibrate_sensor", {"sensor_id": "G2-a"}),
            ("calibrate_sensor", {"sensor_id": "G2-b"}),
        ),
    ),
    Case(
        "Set an alarm for each of my appointments on 2025-03-04.",
        (("get_appointments", {"date": "2025-03-04"}), *_ALARMS),
        ("Piano tuner",),
    ),
    Case(
        "Look at my appointments on 2025-03-04 and set an alarm for every one of them.",
        (("get_appointments", {"date": "2025-03-04"}), *_ALARMS),
        ("Dentist",),
    ),
    Case(
        "Get the rating of every hostel in Flam.",
        (("find_hostels", {"town": "Flam"}), *_RATINGS),
        ("3.9", "4.6", "Old Mill"),
    ),
    Case(
        "Find hostels in Flam, get the rating of each, and reserve a bed for 2025-06-01 in the best one.",
        (
            ("find_hostels", {"town": "Flam"}),
            *_RATINGS,
            ("reserve_bed", {"hostel_id": "H9", "date": "2025-06-01"}),
        ),
        ("HB-7",),
    ),
    Case("How many members does the Sandvik Chess Club have every year?", (_MEMBERS,), ("3",)),
    Case("List all the members of the Sandvik Chess Club.", (_MEMBERS,), ("Ida Lund", "Eva Moe")),
]
