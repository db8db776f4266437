"""Forty fresh requests over ten simple tools, and ten that no tool fits, written blind to the system under test.

Tables are looked up whatever the case of a name; calls hold names as the request writes them, or, in mendable errors,
as the tool wants them. An optional argument that a request leaves out is left out of its calls, too.
"""

from collections.abc import Mapping
from typing import Any

from smurfs_graph import ToolError, effects
from tests.benchmarks.guided_requests import Request, single

_SALARIES = {"Tom Barley": 41300, "Ingrid Solberg": 68450, "Dev Patil": 57200, "Marta Nowak": 49900}
_SERVICES = {"webshop": ("kronos", 8443), "wiki": ("selene", 8090), "payroll": ("hestia", 7070)}
_UPTIMES = {"kronos": 263, "selene": 907, "hestia": 118}
_FILMS = {"Harbour Lights": "Mirela Stan", "The Glass Orchard": "Idris Vaughan", "Nine Winters": "Sofia Lindqvist"}
_BIRTHPLACES = {"Mirela Stan": "Cluj", "Idris Vaughan": "Swansea", "Sofia Lindqvist": "Uppsala"}
_SCALES = ("celsius", "fahrenheit", "kelvin")
_HOTELS = {"Alder House": 92, "Grand Meridian": 148, "Seaview Lodge": 67}
_BOARDS = {"room only": 0, "breakfast": 14, "half board": 38}
_SOWING = {
    "garlic": "October", "basil": "April", "spinach": "September", "fennel": "July", "chard": "August",
    "parsley": "February", "leek": "January", "radish": "March",
}  # fmt: skip


def _row(table: Mapping[str, Any], key: str, what: str) -> tuple[str, Any]:
    for name, value in table.items():
        if name.casefold() == key.strip().casefold():
            return name, value
    raise ToolError(f"no {what} {key!r:.60}; allowed are: {', '.join(table)}")


@effects("read")
def get_remuneration(employee: str) -> str:
    """Retrieve the yearly remuneration of an employee, by full name."""
    name, salary = _row(_SALARIES, employee, "employee")
    return f"{name}: {salary} euros a year"


@effects("read")
def find_deployment(service: str) -> dict[str, Any]:
    """Identify the host on which a service is deployed."""
    name, (host, port) = _row(_SERVICES, service, "service")
    return {"service": name, "host": host, "port": port}


@effects("read")
def get_availability(host: str) -> dict[str, Any]:
    """Report the availability record of a host: days without interruption."""
    name, days = _row(_UPTIMES, host, "host")
    return {"host": name, "days": days}


@effects("read")
def get_director(title: str) -> str:
    """Name the director of a motion picture, by its title."""
    name, director = _row(_FILMS, title, "title")
    return f"{name} was directed by {director}"


@effects("read")
def get_birthplace(person: str) -> str:
    """State the birthplace of a film-maker, by full name."""
    name, place = _row(_BIRTHPLACES, person, "person")
    return f"birthplace of {name}: {place}"


@effects("read")
def express_temperature(degrees: float, scale: str, target: str) -> str:
    """Express a temperature given on one scale on the target scale."""
    for each in (scale, target):
        if each.casefold() not in _SCALES:
            raise ToolError(f"no scale {each!r:.20}; allowed are: {', '.join(_SCALES)}")
    scale, target = scale.casefold(), target.casefold()
    kelvin = {"celsius": degrees + 273.15, "fahrenheit": (degrees + 459.67) / 1.8, "kelvin": degrees}[scale]
    result = {"celsius": kelvin - 273.15, "fahrenheit": kelvin * 1.8 - 459.67, "kelvin": kelvin}[target]
    return f"{result:.0f} degrees {target}"


@effects("read")
def stay_charge(hotel: str, nights: int, board: str = "room only") -> str:
    """Compute the total charge of a stay in a hotel, optionally with a board plan."""
    name, rate = _row(_HOTELS, hotel, "hotel")
    plan, extra = _row(_BOARDS, board, "board")
    return f"{name}, {plan}: {(rate + extra) * nights} euros in total"


@effects("read")
def appliance_consumption(watts: float, hours: float, days: int = 1) -> str:
    """Compute the electrical consumption of an appliance in kWh, by its rating, hours a day and number of days."""
    return f"{watts * hours * days / 1000:g} kWh"


@effects("read")
def sowing_service(plant: str) -> str:
    """Retrieve the recommended sowing month of a plant from the online garden service."""
    raise ConnectionError(f"the garden service did not answer within 30 seconds ({plant!r:.40})")


@effects("read")
def sowing_handbook(plant: str) -> str:
    """Look up the recommended sowing month of a plant in the garden handbook."""
    name, month = _row(_SOWING, plant, "plant")
    return f"{name} is sown in {month}"


TOOLS: list[Any] = [
    get_remuneration, find_deployment, get_availability, get_director, get_birthplace, express_temperature, stay_charge,
    appliance_consumption, sowing_service, sowing_handbook,
]  # fmt: skip


def requests() -> list[Request]:
    """All forty, kind after kind."""
    return [*_singles(), *_twos(), *_chains(), *_failing(), *_mendable()]


def _singles() -> list[Request]:
    return [
        single("How much does Ingrid Solberg earn?", "get_remuneration", "Ingrid Solberg", answer="68450"),
        single("need the salary of dev patil asap", "get_remuneration", "dev patil", answer="57200"),
        single("which server is the webshop running on?", "find_deployment", "webshop", answer="kronos"),
        single("Sorry to bother you again, but I keep forgetting where payroll lives. What machine was it?",
                "find_deployment", "payroll", answer="hestia"),
        single("uptime of selene", "get_availability", "selene", answer="907"),
        single("For how many days has kronos been up without a crash?", "get_availability", "kronos", answer="263"),
        single("Who made the film Nine Winters?", "get_director", "Nine Winters", answer="Sofia Lindqvist"),
        single("We watched The Glass Orchard last night and loved it, my husband even cried. Who directed it?",
                "get_director", "The Glass Orchard", answer="Idris Vaughan"),
        single("Where does Mirela Stan come from? I mean, where was she born?", "get_birthplace", "Mirela Stan",
                answer="Cluj"),
        single("My oven only shows fahrenheit. What is 180 celsius there?", "express_temperature", 180, "celsius",
                "fahrenheit", answer="356"),
        single("425 fahrenheit in celsius", "express_temperature", 425, "fahrenheit", "celsius", answer="218"),
        single("What would 3 nights at the Seaview Lodge cost me?", "stay_charge", "Seaview Lodge", 3, answer="201"),
        single("Work out what we'd pay for 6 nights in Alder House with breakfast.", "stay_charge", "Alder House", 6,
                "breakfast", answer="636"),
        single("How much power does a 1800 watt heater use if I leave it on for 7 hours?", "appliance_consumption",
                1800, 7, answer="12.6"),
        single("the kids' console draws 150 watts and they play 3 hours a day, what does that add up to over 30 days?",
                "appliance_consumption", 150, 3, 30, answer="13.5"),
        single("What does the handbook say, in which month do I put radish in the ground?", "sowing_handbook",
                "radish", answer="March"),
    ]  # fmt: skip


def _twos() -> list[Request]:
    def both(text: str, first: tuple[Any, ...], second: tuple[Any, ...], *values: str) -> Request:
        return Request("two", text, tuple((tool, tuple(rest)) for tool, *rest in (first, second)), values)

    pay, where, up, director = "get_remuneration", "find_deployment", "get_availability", "get_director"
    heat, stay, power = "express_temperature", "stay_charge", "appliance_consumption"
    return [
        both("What do Ingrid Solberg and Tom Barley make a year?", (pay, "Ingrid Solberg"), (pay, "Tom Barley"),
             "68450", "41300"),
        both("who directed harbour lights and who directed nine winters", (director, "harbour lights"),
             (director, "nine winters"), "Mirela Stan", "Sofia Lindqvist"),
        both("Two things before the meeting: which server hosts the wiki, and what is Marta Nowak paid?",
             (where, "wiki"), (pay, "Marta Nowak"), "selene", "49900"),
        both("Change 220 celsius to fahrenheit and 300 fahrenheit to celsius.", (heat, 220, "celsius", "fahrenheit"),
             (heat, 300, "fahrenheit", "celsius"), "428", "149"),
        both("I can't decide between Alder House and Grand Meridian. We'd stay 5 nights. What's the damage for each?",
             (stay, "Alder House", 5), (stay, "Grand Meridian", 5), "460", "740"),
        both("days up for kronos and hestia pls", (up, "kronos"), (up, "hestia"), "263", "118"),
        both("Where was Idris Vaughan born? And how many kWh does a 2400 watt kiln eat in 6 hours?",
             ("get_birthplace", "Idris Vaughan"), (power, 2400, 6), "Swansea", "14.4"),
        both("Tell me what 2 nights at Seaview Lodge come to, then who the director of The Glass Orchard is",
             (stay, "Seaview Lodge", 2), (director, "The Glass Orchard"), "134", "Idris Vaughan"),
    ]  # fmt: skip


def _chains() -> list[Request]:
    def uptime(text: str, service: str) -> Request:
        host, _ = _SERVICES[service]
        calls = (("find_deployment", (service,)), ("get_availability", (host,)))
        return Request("chain", text, calls, (str(_UPTIMES[host]),))

    def born(text: str, title: str) -> Request:
        director = _FILMS[title]
        calls = (("get_director", (title,)), ("get_birthplace", (director,)))
        return Request("chain", text, calls, (_BIRTHPLACES[director],))

    return [
        uptime("How long has the server behind the wiki been up?", "wiki"),
        uptime("people say the webshop is flaky. how many days has the machine it runs on gone without an outage?",
               "webshop"),
        uptime("Find out what box payroll is on and give me that box's uptime.", "payroll"),
        born("Where was the director of Harbour Lights born?", "Harbour Lights"),
        born("Whoever directed Nine Winters, what town were they born in?", "Nine Winters"),
        born("My sister insists the person who made The Glass Orchard is from around here, which I doubt. "
             "Look up their place of birth", "The Glass Orchard"),
    ]  # fmt: skip


def _failing() -> list[Request]:
    texts = [
        ("When should I plant garlic?", "garlic"),
        ("what month for sowing basil", "basil"),
        ("Check the online garden service for me, when does spinach get sown?", "spinach"),
        ("I finally have a balcony! Best month to sow parsley, please.", "parsley"),
        ("Tell me when to start fennel from seed", "fennel"),
    ]
    return [Request("failing tool", text, (("sowing_handbook", (plant,)),), (_SOWING[plant],)) for text, plant in texts]


def _mendable() -> list[Request]:
    def mend(text: str, tool: str, *values: Any, answer: str) -> Request:
        return Request("mendable error", text, ((tool, values),), (answer,))

    return [
        mend("What does Tom earn?", "get_remuneration", "Tom Barley", answer="41300"),
        mend("american recipe says 350 F, what's that in C", "express_temperature", 350, "fahrenheit", "celsius",
             answer="177"),
        mend("How much are 4 nights at the Grand Meridian with breakfast and dinner?", "stay_charge", "Grand Meridian",
             4, "half board", answer="744"),
        mend("Which machine runs the web shop?", "find_deployment", "webshop", answer="kronos"),
        mend("Who was the director of Harbor Lights?", "get_director", "Harbour Lights", answer="Mirela Stan"),
    ]  # fmt: skip


def none_requests() -> list[Request]:
    """Ten that no tool fits; the first five use words of the tools."""
    kind: Any = "no tool fits"
    texts = [
        "Raise the remuneration of Dev Patil by 5 percent",
        "please restart the host kronos, it's stuck",
        "Book me a room in the hotel Alder House for Friday",
        "Which motion picture won the award for best director last year?",
        "Where can I buy a new appliance with low consumption?",
        "Write a short poem about rain.",
        "who won the football world cup in 1998",
        "How do you say good night in Portuguese?",
        "Set an alarm for half past six, I really can't be late tomorrow",
        "thanks, that's all for today",
    ]
    return [Request(kind, text, (), ()) for text in texts]
