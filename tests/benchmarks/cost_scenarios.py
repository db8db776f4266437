"""The requests of `make bench-costs`: tools, what the capable model knows of each request, and what is right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from smurfs_graph import ToolError
from tests.benchmarks.capable_sight import Data, Fact, Knowledge, Part, Ref, Way
from tests.benchmarks.tool_specs import Spec


class Limit(NamedTuple):
    """The most that a run may cost."""

    calls: int | None = None
    tokens: float | None = None
    """Beside `create_agent`, and so is `path`."""
    path: float | None = None

    def __str__(self) -> str:
        """For a table."""
        beside = (f"{share} {name}" for name, share in (("tokens", self.tokens), ("path", self.path)) if share)
        return f"{self.calls} calls" if self.calls else ", ".join(beside)


@dataclass(frozen=True)
class Scenario:
    """One request: what it costs is measured for each contestant, `at_most` is what it may cost."""

    name: str
    knowledge: Knowledge
    tools: tuple[Spec, ...]
    right: tuple[str, ...]
    """What stands in a right answer."""
    at_most: Mapping[str, Limit] = field(default_factory=dict[str, Limit])
    one_call: bool = False
    falls_back: bool = False
    """Whether programs try another tool where one fails; in native steps nothing is different."""


_POPULATION = {"Oslo": 717_710, "Bergen": 294_029}
_WEATHER = {"Oslo": 17, "Bergen": 12, "Tromso": 4, "Stavanger": 14, "Bodo": 8}


def _weather(arguments: Data) -> Data:
    city = arguments["city"]
    if city not in _WEATHER:
        raise ToolError(f"no station at {city!r}")
    return {"city": city, "temperature_c": _WEATHER[city], "sky": "overcast", "wind_m_s": 5.4, "station": "airport"}


GET_WEATHER = Spec("get_weather", "Get the current weather of a city.", {"city": "Name of the city."}, _weather)
GET_POPULATION = Spec(
    "get_population",
    "Get how many people live in a city.",
    {"city": "Name of the city."},
    lambda given: {"city": given["city"], "population": _POPULATION.get(given["city"], 0), "year": 2024},
)


def _weather_fact(city: str) -> Fact:
    return Fact(city, (Way("get_weather", {"city": city}),), {"city": city}, ("temperature_c",))


def look_ups(count: int) -> Scenario:
    """So many independent look-ups of one tool."""
    cities = list(_WEATHER)[:count]
    request = f"What is the temperature in {', '.join(cities)} right now?"
    facts = tuple(map(_weather_fact, cities))
    part = Part(f"Find the current temperature of {' and '.join(cities)}.", tuple(cities), tools=("get_weather",))
    return Scenario(
        f"{count} look-ups",
        Knowledge(
            request,
            facts,
            lambda known: " ".join(f"{city}: {known[city]['temperature_c']} °C." for city in cities),
            (part,),
        ),
        (GET_WEATHER, GET_POPULATION, EXCHANGE_RATE),
        tuple(f"{city}: {_WEATHER[city]} °C" for city in cities),
        {"native": Limit(2), "fused": Limit(4)},
    )


def _rate(arguments: Data) -> Data:
    for currency in arguments.values():
        if len(currency) != 3:
            raise ToolError(f"unknown currency {currency!r}: write the ISO 4217 code, such as USD")
    return {**arguments, "rate": 11.7342}


EXCHANGE_RATE = Spec(
    "get_exchange_rate",
    "Get the exchange rate of two currencies.",
    {"base": "The currency that one has.", "quote": "The currency that one wants."},
    _rate,
)


def wrong_argument() -> Scenario:
    """An argument that is refused with a line that says how to mend it."""
    tool = EXCHANGE_RATE.name
    wrong = Way(tool, {"base": "euro", "quote": "Norwegian krone"}, blocked_by="write the ISO 4217 code")
    fact = Fact("rate", (wrong, Way(tool, {"base": "EUR", "quote": "NOK"})), {"base": "EUR"}, ("rate",))
    return Scenario(
        "a wrong argument",
        Knowledge(
            "How many Norwegian krone is one euro?",
            (fact,),
            lambda known: f"One euro is {known['rate']['rate']} NOK.",
            (Part("Find the exchange rate of the euro in Norwegian krone.", ("rate",), tools=(tool,)),),
        ),
        (EXCHANGE_RATE, GET_WEATHER, GET_POPULATION),
        ("11.7342",),
        {"native": Limit(3), "fused": Limit(5)},
    )


def comparison() -> Scenario:
    """Two look-ups and a comparison, which needs no tool."""
    facts = tuple(
        Fact(city, (Way("get_population", {"city": city}),), {"city": city}, ("population",)) for city in _POPULATION
    )
    return Scenario(
        "two, then compare",
        Knowledge(
            "Which has more inhabitants, Oslo or Bergen, and how many more?",
            facts,
            lambda known: f"Oslo, by {known['Oslo']['population'] - known['Bergen']['population']:,} people.",
            (Part("Find the number of inhabitants of Oslo and of Bergen.", ("Oslo", "Bergen")),),
        ),
        (GET_POPULATION, GET_WEATHER, EXCHANGE_RATE),
        ("Oslo", "423,681"),
        {"native": Limit(3), "fused": Limit(5)},
    )


_OFFICE = (
    "list_invoices: List the invoices of a customer.",
    "get_invoice: Get one invoice with its lines.",
    "list_shipments: List shipments that are on their way.",
    "track_parcel: Track a parcel by its number.",
    "search_products: Search the product catalogue.",
    "get_price: Get the list price of a product.",
    "list_suppliers: List suppliers of a product.",
    "get_holiday: Get public holidays of a country.",
    "find_employee: Find an employee by name.",
    "list_meetings: List meetings of a day.",
    "free_storage: Get how many pallet places are free in a warehouse.",
    "translate: Translate a text.",
)


def _office(line: str) -> Spec:
    name, _, text = line.partition(": ")

    def run(arguments: Data) -> Data:
        free = {"free_places": 412} if name == "free_storage" else {"note": "nothing is known"}
        return {"subject": arguments["subject"], **free}

    return Spec(name, text, {"subject": "What it is about: a name, a number or a place."}, run)


def german() -> Scenario:
    """A German request over English documents; the right tool is the eleventh of twelve."""
    fact = Fact("free", (Way("free_storage", {"subject": "Rostock"}),), {"subject": "Rostock"}, ("free_places",))
    return Scenario(
        "German, 11th of 12 tools",
        Knowledge(
            "Wie viele Stellplätze sind im Lager Rostock noch frei?",
            (fact,),
            lambda known: f"Im Lager Rostock sind noch {known['free']['free_places']} Stellplätze frei.",
            (Part("Herausfinden, wie viele Stellplätze im Lager Rostock frei sind.", ("free",)),),
        ),
        tuple(map(_office, _OFFICE)),
        ("412",),
        {"native": Limit(2), "fused": Limit(4)},
    )


_ORDERS = [
    {
        "order_id": f"R-{7301 + at * 13}",
        "placed": f"2026-{1 + at // 3:02}-{5 + at % 3 * 9:02}",
        "items": 1 + at * 5 % 32,
    }
    for at in range(32)
]
LIST_ORDERS = Spec(
    "list_orders",
    "List all orders of a customer, oldest first.",
    {"customer": "Name of the customer."},
    lambda given: {"customer": given["customer"], "orders": _ORDERS},
)
ORDER_STATUS = Spec(
    "order_status",
    "Get where an order is.",
    {"order_id": "Number of the order."},
    lambda given: {**given, "state": f"at gate {int(given['order_id'].removeprefix('R-')) % 97}"},
)


def one_record(which: str, field: str) -> Scenario:
    """A dependency's answer of 2 kB, of which one record is wanted: the one with the largest value of a field."""
    wanted = max(_ORDERS, key=lambda each: each[field])
    orders = Fact(
        "orders",
        (Way("list_orders", {"customer": "Ada Moor"}),),
        {},
        ("order_id", "placed", "items"),
        lambda found: max(found, key=lambda each: each[field]),
        listed=True,
    )
    number = {"order_id": Ref("orders", "order_id")}
    state = Fact("state", (Way("order_status", number),), number, ("state",))
    return Scenario(
        f"{which} record of 2 kB",
        Knowledge(
            f"Where is the order of Ada Moor with the largest {field!r}?",
            (orders, state),
            lambda known: f"Order {known['orders']['order_id']} is {known['state']['state']}.",
            (
                Part("List all orders of Ada Moor with number, date and items.", ("orders",), (), ("list_orders",)),
                Part(f"Find the state of the order with the largest {field!r}.", ("state",), (0,), ("order_status",)),
            ),
        ),
        (LIST_ORDERS, ORDER_STATUS, GET_WEATHER),
        (str(wanted["order_id"]), str(ORDER_STATUS.run(wanted)["state"])),
    )


_NAMES = ("Ada Moor", "Bo Lindt", "Cem Aras", "Dea Voss")
_PRICES = (112.5, 87.25, 140.0, 96.75)
_FILLING = {"currency": "EUR", "office": "Hamburg", "updated": "2026-05-03T09:12:44Z", "channel": "web", "tier": "B"}
_NOTE = "Handled by the northern team; see the archive for earlier changes and for the terms that were agreed."


def _customer(arguments: Data) -> Data:
    number = f"C-{2040 + _NAMES.index(arguments['name'])}"
    return {"name": arguments["name"], "customer_id": number, **_FILLING, "note": _NOTE}


def _order(arguments: Data) -> Data:
    number = int(arguments["customer_id"].removeprefix("C-")) - 2040
    return {"customer_id": arguments["customer_id"], "order_id": f"A-{510 + number}", **_FILLING, "note": _NOTE}


def _unavailable(arguments: Data) -> Data:
    raise ToolError("shipping_cost is unavailable (503); estimate_shipping gives the same figures")


def _estimate(arguments: Data) -> Data:
    number = int(arguments["order_id"].removeprefix("A-")) - 510
    return {"order_id": arguments["order_id"], "cost_eur": _PRICES[number], **_FILLING, "note": _NOTE}


_TAKEN = {
    "name": "Full name of the customer.",
    "customer_id": "Number of the customer.",
    "order_id": "Number of the order.",
}


def _link(name: str, text: str, takes: str, gives: str, run: Callable[[Data], Data]) -> Spec:
    """A tool of the chain: it takes one field, and declares what it gives besides, filling included."""
    return Spec(name, text, {takes: _TAKEN[takes]}, run, (takes, gives, *_FILLING, "note"))


_CHAIN = (
    _link("find_customer", "Find a customer by name.", "name", "customer_id", _customer),
    _link("latest_order", "Find the latest order of a customer.", "customer_id", "order_id", _order),
    _link("shipping_cost", "Get what the shipping of an order costs.", "order_id", "cost_eur", _unavailable),
    _link("estimate_shipping", "Estimate what the shipping of an order costs.", "order_id", "cost_eur", _estimate),
)
_THINGS = [
    "supplier",
    "invoice",
    "refund",
    "contract",
    "parcel",
    "route",
    "vehicle",
    "driver",
    "depot",
    "claim",
    "tariff",
]


def many(count: int) -> tuple[Spec, ...]:
    """So many tools: the four of the chain, and others that declare their fields too."""
    others = [
        Spec(
            f"{verb}_{thing}",
            f"{verb.capitalize()} the {thing} with a number, with its dates and its state.",
            {f"{thing}_id": f"Number of the {thing}.", "period": "Year and month, as YYYY-MM."},
            lambda given: dict(given),
            (f"{thing}_id", "state", "opened", "closed"),
        )
        for verb in ("find", "check", "price")
        for thing in _THINGS
    ]
    return (*others[: count - 9], *_CHAIN, *others[count - 9 : count - 4])


def long(*, one_call: bool = False, falls_back: bool = False) -> Scenario:
    """Three look-ups that need each other, for each of four customers; one tool fails, another one helps."""
    facts: list[Fact] = []
    parts: list[Part] = []
    for name in _NAMES:
        customer, order, cost = (f"{what} of {name}" for what in ("customer", "order", "shipping"))
        number = Ref(customer, "customer_id")
        which = {"order_id": Ref(order, "order_id")}
        ways = (Way("shipping_cost", which, "shipping_cost is unavailable"), Way("estimate_shipping", which))
        facts += [
            Fact(customer, (Way("find_customer", {"name": name}),), {"name": name}, ("customer_id",)),
            Fact(order, (Way("latest_order", {"customer_id": number}),), {"customer_id": number}, ("order_id",)),
            Fact(cost, ways, which, ("cost_eur",)),
        ]
        text = f"Find what the shipping of the latest order of {name} costs, in EUR."
        parts.append(Part(text, (customer, order, cost), tools=tuple(spec.name for spec in _CHAIN)))
    names = ", ".join(_NAMES)

    def answer(known: Mapping[str, Data]) -> str:
        costs = [known[f"shipping of {name}"]["cost_eur"] for name in _NAMES]
        return f"Yes: shipping costs {sum(costs):.2f} EUR in total, which is below 500 EUR."

    return Scenario(
        f"26 tools, 4 x 3{', one call a reply' if one_call else ', fallbacks' if falls_back else ' dependent'}",
        Knowledge(
            f"What does the shipping of the latest orders of {names} cost in total, and is that below 500 EUR?",
            tuple(facts),
            answer,
            tuple(parts),
        ),
        many(26),
        ("436.50",),
        _ONE_CALL if one_call else {"code": _PROGRAM if falls_back else Limit(tokens=0.4, path=0.6)},
        one_call,
        falls_back,
    )


_PROGRAM = Limit(tokens=0.35, path=0.4)
"""Where a program foresees that a tool may fail; else it is a reply more: three beside five, of four calls each."""
_ONE_CALL = {"code": _PROGRAM, "native": Limit(tokens=0.7, path=0.6)}


def _rooms(arguments: Data) -> Data:
    filters = arguments["filters"]
    if not isinstance(filters, dict) or "max_price" not in filters:
        raise ToolError("filters has no max_price: without one there are too many rooms")
    return {"place": arguments["place"], "room": "Fjord Inn 12", "price": 140}


def three_tools() -> Scenario:
    """Three look-ups with three tools, one of which takes an object of any form."""
    any_form = {"type": "object", "description": "What rooms must be like, as max_price, stars or breakfast."}
    rooms = Spec("search_rooms", "Search hotel rooms.", {"place": "A city.", "filters": any_form}, _rooms)
    wanted = {"place": "Bergen", "filters": {"max_price": 150}}
    facts = (
        _weather_fact("Oslo"),
        Fact("people", (Way("get_population", {"city": "Bergen"}),), {"city": "Bergen"}, ("population",)),
        Fact("room", (Way("search_rooms", wanted),), {"place": "Bergen"}, ("room",)),
    )
    return Scenario(
        "three tools",
        Knowledge(
            "How warm is it in Oslo, how many live in Bergen, and which room is there for at most 150?",
            facts,
            lambda known: (
                f"{known['Oslo']['temperature_c']} °C, {known['people']['population']}, {known['room']['room']}."
            ),
            (Part("Find the temperature in Oslo, the people of Bergen and a room there.", ("Oslo", "people", "room")),),
        ),
        (GET_WEATHER, GET_POPULATION, rooms),
        ("17 °C", "294029", "Fjord Inn 12"),
    )


def chat() -> Scenario:
    """Thirty tools, for a model that follows no format."""
    return replace(german(), name="30 tools, a model that only chats", tools=many(30), at_most=_CHAT)


_CHAT = {shape: Limit(20) for shape in ("code", "native", "fused", "split")}


def scenarios() -> tuple[Scenario, ...]:
    """All of them."""
    return (
        *(look_ups(count) for count in (1, 3, 5)),
        wrong_argument(),
        comparison(),
        german(),
        one_record("last", "placed"),
        one_record("20th", "items"),
        long(),
        long(falls_back=True),
        long(one_call=True),
    )
