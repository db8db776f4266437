"""Forty requests over ten simple tools for small models: single, two, chain, a failing tool, an error to be mended.

The requests at even places of each kind were looked at while the rules of guided steps were written; those at odd
places are held out. Each says which calls have to bring something, and what the answer has to hold.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from smurfs_graph import ToolError, effects

Kind = Literal["single", "two", "chain", "failing tool", "mendable error", "no tool fits"]
_PEOPLE = {"Lena Fjord": "lena@fjord.example", "Tom Okafor": "tom@okafor.example", "Ana Ruiz": "ana@ruiz.example"}
_COURIERS = {"Nordpost": 8810, "Velox": 4402}
_PARCELS = {7001: "Nordpost", 7002: "Velox", 7003: "Nordpost"}
_PEOPLE_IN = {"Bergen": 285601, "Turin": 847287, "Lyon": 522250, "Graz": 292630}
_PRICES = {"kettle": 39.5, "lamp": 24.9, "desk": 310, "tent": 189}
_WEIGHTS = {("kg", "lb"): 2.20462, ("lb", "kg"): 0.453592}
_AIRPORTS = {"OSL": "Oslo", "LIN": "Milan", "GRZ": "Graz"}


def known(table: Mapping[Any, Any], key: Any, what: str) -> Any:
    """Return what a table has of a key. Raises ToolError, with the keys that it has."""
    if key not in table:
        raise ToolError(f"{what} {key!r:.60} is not known; known are {', '.join(map(str, table))}")
    return table[key]


@effects("read")
def get_population(city: str) -> str:
    """Get the population of a city."""
    return f"{known(_PEOPLE_IN, city, 'city')} inhabitants"


@effects("read")
def get_price(product: str) -> str:
    """Get the price of a product in euros."""
    return f"{known(_PRICES, product, 'product')} euros"


@effects("read")
def find_email(person: str) -> str:
    """Find the email address of a person by full name."""
    return str(known(_PEOPLE, person, "person"))


@effects("read")
def get_parcel(number: int) -> dict[str, Any]:
    """Get the courier that carries a parcel, by the parcel's number."""
    return {"parcel": number, "courier": known(_PARCELS, number, "parcel")}


@effects("read")
def get_hotline(courier: str) -> str:
    """Get the hotline number of a courier."""
    return f"the hotline of {courier} is {known(_COURIERS, courier, 'courier')}"


@effects("read")
def convert_weight(value: float, unit: str, to: str) -> str:
    """Convert a weight between kg and lb."""
    if (unit, to) not in _WEIGHTS:
        raise ToolError(f"cannot convert from {unit!r:.20} to {to!r:.20}; units are kg and lb")
    return f"{value * _WEIGHTS[unit, to]:.1f} {to}"


@effects("read")
def multiply(a: float, b: float) -> str:
    """Multiply two numbers: the product."""
    return f"{a * b:g}"


@effects("read")
def get_airport(code: str) -> str:
    """Get the city of an airport by its code of three letters."""
    return f"{code} is the airport of {known(_AIRPORTS, code, 'airport')}"


@effects("read")
def tide_service(harbour: str) -> str:
    """Get the time of high tide in a harbour, from the tide service."""
    raise ConnectionError(f"the tide service cannot be reached for {harbour}")


@effects("read")
def tide_almanac(harbour: str) -> str:
    """Look up the time of high tide in a harbour in the printed almanac."""
    return f"high tide in {harbour} is at {12 + len(harbour) % 9}:40"


TOOLS: list[Any] = [
    get_population, get_price, find_email, get_parcel, get_hotline, convert_weight, multiply, get_airport, tide_service,
    tide_almanac,
]  # fmt: skip


class Request(NamedTuple):
    """One request."""

    kind: Kind
    text: str
    calls: tuple[tuple[str, tuple[Any, ...]], ...]
    """Tools and the values of their arguments, in the order of the parameters."""
    values: tuple[str, ...]
    """Texts that the answer has to hold; of several with "|" between them, any one."""


def single(text: str, tool: str, *values: Any, answer: str) -> Request:
    """Return a request for one call."""
    return Request("single", text, ((tool, values),), (answer,))


def requests() -> list[Request]:
    """All forty, kind after kind."""
    singles = [
        single("What is the population of Bergen?", "get_population", "Bergen", answer="285601"),
        single("Tell me the population of the city of Turin", "get_population", "Turin", answer="847287"),
        single("What is the price of the kettle?", "get_price", "kettle", answer="39.5"),
        single("Give me the price for a desk in euros", "get_price", "desk", answer="310"),
        single("What is the email address of Lena Fjord?", "find_email", "Lena Fjord", answer="lena@fjord.example"),
        single("Please find Tom Okafor's email", "find_email", "Tom Okafor", answer="tom@okafor.example"),
        single("Which courier carries parcel 7002?", "get_parcel", 7002, answer="Velox"),
        single("Who is the courier of the parcel with number 7001?", "get_parcel", 7001, answer="Nordpost"),
        single("What is the hotline number of Velox?", "get_hotline", "Velox", answer="4402"),
        single("I need the hotline for the courier Nordpost", "get_hotline", "Nordpost", answer="8810"),
        single("Convert 12 kg to lb", "convert_weight", 12, "kg", "lb", answer="26.5"),
        single("How much is a weight of 40 lb in kg?", "convert_weight", 40, "lb", "kg", answer="18.1"),
        single("Multiply 14 and 9", "multiply", 14, 9, answer="126"),
        single("What is the product of the numbers 2.5 and 8?", "multiply", 2.5, 8, answer="20"),
        single("Which city has the airport with code OSL?", "get_airport", "OSL", answer="Oslo"),
        single("What city does the airport code GRZ stand for?", "get_airport", "GRZ", answer="Graz"),
    ]
    return [*singles, *_twos(), *_chains(), *_failing(), *_mendable()]


def _twos() -> list[Request]:
    def both(text: str, first: tuple[str, Any], second: tuple[str, Any], *values: str) -> Request:
        return Request("two", text, tuple((tool, (value,)) for tool, value in (first, second)), values)

    people, price, email, hotline = "get_population", "get_price", "find_email", "get_hotline"
    return [
        both("What is the population of Bergen and Lyon?", (people, "Bergen"), (people, "Lyon"), "285601", "522250"),
        both("Compare the populations of Graz and Turin", (people, "Graz"), (people, "Turin"), "292630", "847287"),
        both("What is the price of the lamp, and what is the email of Ana Ruiz?", (price, "lamp"), (email, "Ana Ruiz"),
             "24.9", "ana@ruiz.example"),
        both("Find the email of Lena Fjord and tell me the price of a tent", (email, "Lena Fjord"), (price, "tent"),
             "lena@fjord.example", "189"),
        both("Get the hotline of Velox. What is the population of Lyon?", (hotline, "Velox"), (people, "Lyon"),
             "4402", "522250"),
        both("What are the prices of a desk and a lamp?", (price, "desk"), (price, "lamp"), "310", "24.9"),
        both("Which couriers carry the parcels 7001 and 7002?", ("get_parcel", 7001), ("get_parcel", 7002),
             "Nordpost", "Velox"),
        both("What are the email addresses of Tom Okafor and Ana Ruiz?", (email, "Tom Okafor"), (email, "Ana Ruiz"),
             "tom@okafor.example", "ana@ruiz.example"),
    ]  # fmt: skip


def _chains() -> list[Request]:
    def chain(text: str, parcel: int) -> Request:
        courier = _PARCELS[parcel]
        calls = (("get_parcel", (parcel,)), ("get_hotline", (courier,)))
        return Request("chain", text, calls, (str(_COURIERS[courier]),))

    def city(text: str, code: str) -> Request:
        place = _AIRPORTS[code]
        return Request("chain", text, (("get_airport", (code,)), ("get_population", (place,))), ("292630",))

    return [
        chain("What is the hotline number of the courier that carries parcel 7001?", 7001),
        chain("Which hotline has the courier of parcel 7002?", 7002),
        chain("Get the hotline of the courier for parcel number 7003", 7003),
        chain("Parcel 7002 is late. What is the hotline of its courier?", 7002),
        city("What is the population of the city with the airport GRZ?", "GRZ"),
        city("Find the population of the city that the airport code GRZ belongs to", "GRZ"),
    ]


def _failing() -> list[Request]:
    texts = [
        ("When is high tide in Bergen, by the tide service?", "Bergen"),
        ("Get the time of high tide in Brest", "Brest"),
        ("Ask the tide service for high tide in the harbour of Kiel", "Kiel"),
        ("What time is high tide in Porto?", "Porto"),
        ("Tell me when high tide is in the harbour of Cork", "Cork"),
    ]
    return [
        Request("failing tool", text, (("tide_almanac", (place,)),), (f"{12 + len(place) % 9}:40",))
        for text, place in texts
    ]


def _mendable() -> list[Request]:
    return [
        Request("mendable error", "What is the population of Bergan?", (("get_population", ("Bergen",)),), ("285601",)),
        Request("mendable error", "Convert 10 kilograms to lb", (("convert_weight", (10, "kg", "lb")),), ("22.0",)),
        Request("mendable error", "What is the price of the kettles?", (("get_price", ("kettle",)),), ("39.5",)),
        Request("mendable error", "What is the email of Lena Fjort?", (("find_email", ("Lena Fjord",)),),
                ("lena@fjord.example",)),
        Request("mendable error", "How heavy are 20 lb in kilos?", (("convert_weight", (20, "lb", "kg")),), ("9.1",)),
    ]  # fmt: skip
