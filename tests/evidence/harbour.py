"""An invented harbour with 27 tools that declare their fields, for long requests in which a careless reader errs.

    smurfs bench jsonl --data tests/evidence/harbour.jsonl --tools tests/evidence/harbour.py:TOOLS ...

What is hard is said by the records, never hidden: lists have pages, one of them empty with more to follow; ids and
names look alike; weights and depths come in the unit that somebody noted; a copy may be older than the list says; a
service is down and names another; a record names the one that replaced it. `harbour_gold.jsonl` is for who judges.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from smurfs_graph import ToolError, effects

PAGE = 3
SHIPS = {  # name, flag, draught and its unit
    "SH-1118": ("Maria Stern", "DE", 8.4, "m"),
    "SH-1181": ("Maria Stern", "NO", 8.9, "m"),
    "SH-1204": ("Aurora", "FI", 31.2, "ft"),
    "SH-1240": ("Aurora II", "FI", 9.1, "m"),
    "SH-1310": ("Kestrel", "GB", 27.9, "ft"),
}
CALLS = {  # ship, arrival, departure, berth, state, the call that replaced it
    "C-401": ("SH-1181", "2026-03-02T07:00", "2026-03-03T18:00", "B-12", "done", ""),
    "C-402": ("SH-1118", "2026-03-20T05:30", "2026-03-21T04:00", "B-21", "done", ""),
    "C-403": ("SH-1204", "2025-12-30T10:00", "2026-01-01T09:00", "B-12", "done", ""),
    "C-404": ("SH-1181", "2026-04-11T09:00", "2026-04-12T21:00", "B-30", "done", ""),
    "C-405": ("SH-1204", "2026-02-09T06:00", "2026-02-12T06:00", "B-12", "replaced", "C-406"),
    "C-406": ("SH-1204", "2026-02-10T06:00", "2026-02-11T20:30", "B-12", "done", ""),
    "C-407": ("SH-1181", "2026-05-08T11:00", "2026-05-09T02:00", "B-21", "done", ""),
    "C-408": ("SH-1204", "2026-04-01T22:00", "2026-04-02T19:15", "B-21", "done", ""),
    "C-409": ("SH-1118", "2026-07-19T05:00", "2026-07-20T06:00", "B-12", "done", ""),
    "C-410": ("SH-1204", "2026-06-15T08:00", "2026-06-15T17:00", "B-21", "done", ""),
    "C-411": ("SH-1181", "2026-07-04T03:00", "2026-07-05T13:00", "B-12", "done", ""),
    "C-412": ("SH-1181", "2026-08-01T06:00", "2026-08-02T06:00", "B-12", "cancelled", ""),
    "C-413": ("SH-1204", "2026-09-10T08:00", "2026-09-12T08:00", "B-12", "cancelled", ""),
    "C-414": ("SH-1310", "2026-05-21T08:00", "2026-05-22T08:00", "B-12", "done", ""),
    "C-415": ("SH-1310", "2026-06-21T08:00", "2026-06-22T08:00", "B-21", "done", ""),
}
HIDDEN_PAGES = {("SH-1181", 2)}
"""Pages of calls that are empty although others follow."""
CONTAINERS = {  # call, weight and its unit, hazardous, agent, revision
    "K-30015": ("C-406", 8100, "kg", False, "AG-7", 1),
    "K-30051": ("C-406", 7.9, "t", True, "AG-19", 1),
    "K-30105": ("C-406", 10400, "kg", True, "AG-7", 2),
    "K-30117": ("C-411", 14200, "kg", False, "AG-7", 1),
    "K-30171": ("C-411", 9.6, "t", True, "AG-9", 1),
    "K-30711": ("C-411", 22046, "lb", False, "AG-19", 1),
    "K-31017": ("C-411", 18900, "kg", False, "AG-91", 3),
    "K-31071": ("C-411", 11.35, "t", True, "AG-91", 1),
    "K-30502": ("C-402", 12000, "kg", True, "AG-9", 1),
    "K-30520": ("C-402", 6.2, "t", True, "AG-7", 1),
    "K-30205": ("C-414", 12500, "kg", True, "AG-7", 1),
    "K-30250": ("C-414", 13.1, "t", False, "AG-7", 1),
    "K-32005": ("C-414", 17637, "lb", True, "AG-19", 1),
    "K-32050": ("C-415", 9800, "kg", False, "AG-7", 1),
    "K-32500": ("C-415", 11.4, "t", False, "AG-9", 1),
}
COPIES = {  # what an older copy says: weight, hazardous, revision
    "K-31017": (17400, False, 2),
    "K-30105": (10400, False, 1),
}
INSPECTIONS = {  # in the order of entry, which is not the order of the days
    "K-30015": [("2026-02-11", "failed")],
    "K-30105": [("2026-02-12", "failed"), ("2026-02-10", "passed")],
    "K-30117": [("2026-07-04", "passed")],
    "K-30171": [("2026-07-05", "failed"), ("2026-07-04", "passed")],
    "K-30711": [("2026-07-05", "passed"), ("2026-07-04", "failed")],
    "K-31071": [("2026-07-04", "failed")],
    "K-30502": [("2026-03-20", "failed"), ("2026-03-21", "passed")],
    "K-30520": [("2026-03-21", "failed"), ("2026-03-20", "passed")],
    "K-30205": [("2026-05-21", "passed")],
    "K-32005": [("2026-05-22", "passed"), ("2026-05-21", "failed")],
}
BERTHS = {"B-12": ("North", 31.5, "ft"), "B-21": ("South", 10.4, "m"), "B-30": ("East", 27.0, "ft")}
TARIFFS = {"North": (24, 18.0), "South": (12, 22.5), "East": (12, 15.0)}
CRANES = {  # quay, what it lifts and its unit, EUR an hour, out of service until
    "CR-1": ("North", 12000, "kg", 90, ""),
    "CR-2": ("North", 14, "t", 120, "further notice"),
    "CR-3": ("North", 20, "t", 160, ""),
    "CR-11": ("North", 15000, "kg", 140, ""),
    "CR-12": ("South", 25, "t", 150, ""),
}
AGENTS = {  # name, e-mail, merged into
    "AG-7": ("Lund Shipping", "desk@lund.example", ""),
    "AG-9": ("Bay Agency", "old@bay.example", "AG-19"),
    "AG-19": ("Bay & Sound", "ops@baysound.example", ""),
    "AG-91": ("Ninety-One Freight", "hello@91freight.example", ""),
}
RATES = {"NOK": 11.7342, "SEK": 11.021, "GBP": 0.8713, "USD": 1.1624}


class Match(TypedDict):
    ship_id: str
    name: str
    flag: str


class Matches(TypedDict):
    ships: list[Match]


class Ship(TypedDict):
    ship_id: str
    draught: float
    draught_unit: str


class CallIds(TypedDict):
    ship_id: str
    call_ids: list[str]
    page: int
    next_page: int


class PortCall(TypedDict):
    call_id: str
    ship_id: str
    arrived: str
    left: str
    berth_id: str
    progress: str
    replaced_by: str


class Loaded(TypedDict):
    container_id: str
    revision: int


class Load(TypedDict):
    call_id: str
    containers: list[Loaded]
    page: int
    next_page: int


class Container(TypedDict):
    container_id: str
    gross_weight: float
    weight_unit: str
    hazardous: bool
    agent_id: str
    revision: int


class Entry(TypedDict):
    day: str
    result: str


class Log(TypedDict):
    container_id: str
    entries: list[Entry]


class Berth(TypedDict):
    berth_id: str
    quay: str
    low_tide_depth: float
    depth_unit: str


class Tariff(TypedDict):
    quay: str
    free_hours: int
    eur_per_hour: float


class CraneIds(TypedDict):
    quay: str
    crane_ids: list[str]
    page: int
    next_page: int


class Crane(TypedDict):
    crane_id: str
    lifts: float
    lifts_unit: str
    eur_per_hour: float
    out_of_service_until: str


class Agent(TypedDict):
    agent_id: str
    name: str
    email: str
    merged_into: str


class Rate(TypedDict):
    currency_code: str
    units_per_eur: float


def _entry(table: dict[str, Any], key: str, what: str) -> Any:
    if key not in table:
        raise ToolError(f"there is no {what} {key!r}")
    return table[key]


def _page(rows: Sequence[Any], page: int) -> tuple[list[Any], int]:
    """The rows of a page, counted from 1, and the number of the next one; 0 after the last."""
    if page < 1:
        raise ToolError("pages are counted from 1")
    shown = rows[(page - 1) * PAGE : page * PAGE]
    return list(shown), page + 1 if len(rows) > page * PAGE else 0


@effects("read")
def find_ships(name: str) -> Matches:
    """Find the ships of a name, with their flags (two letters)."""
    found = [(key, row) for key, row in SHIPS.items() if row[0] == name]
    if not found:
        raise ToolError(f"there is no ship called {name!r}")
    return {"ships": [{"ship_id": key, "name": row[0], "flag": row[1]} for key, row in found]}


@effects("read")
def get_ship(ship_id: str) -> Ship:
    """Get a ship's draught, in the unit of its papers."""
    row = _entry(SHIPS, ship_id, "ship")
    return {"ship_id": ship_id, "draught": row[2], "draught_unit": row[3]}


@effects("read")
def list_calls(ship_id: str, page: int = 1) -> CallIds:
    """List a ship's calls at the port, a page at a time; next_page is 0 on the last one."""
    rows: list[Any] = [key for key, row in CALLS.items() if row[0] == ship_id and _entry(SHIPS, ship_id, "ship")]
    for hidden in sorted(number for ship, number in HIDDEN_PAGES if ship == ship_id):
        rows[(hidden - 1) * PAGE : (hidden - 1) * PAGE] = [None] * PAGE
    shown, following = _page(rows, page)
    return {"ship_id": ship_id, "call_ids": [key for key in shown if key], "page": page, "next_page": following}


@effects("read")
def get_call(call_id: str) -> PortCall:
    """Get a call: ship, times, berth, and whether it is done, cancelled or replaced by another."""
    ship, arrived, left, berth, progress, successor = _entry(CALLS, call_id, "call")
    return {
        "call_id": call_id,
        "ship_id": ship,
        "arrived": arrived,
        "left": left,
        "berth_id": berth,
        "progress": progress,
        "replaced_by": successor,
    }


@effects("read")
def list_containers(call_id: str, page: int = 1) -> Load:
    """List the containers of a call with their newest revision, a page at a time; next_page is 0 on the last one."""
    if _entry(CALLS, call_id, "call")[5]:
        raise ToolError(f"{call_id} was replaced by another call and has no containers of its own")
    shown, following = _page([(key, row[5]) for key, row in CONTAINERS.items() if row[0] == call_id], page)
    told: list[Loaded] = [{"container_id": key, "revision": number} for key, number in shown]
    return {"call_id": call_id, "containers": told, "page": page, "next_page": following}


@effects("read")
def get_container(container_id: str, fresh: bool = False) -> Container:
    """Get a container: weight, hazard and agent. Unless fresh, from a copy that may be of an older revision."""
    _, weight, unit, hazardous, agent, revision = _entry(CONTAINERS, container_id, "container")
    if not fresh and container_id in COPIES:
        weight, hazardous, revision = COPIES[container_id]
    return {
        "container_id": container_id,
        "gross_weight": weight,
        "weight_unit": unit,
        "hazardous": hazardous,
        "agent_id": agent,
        "revision": revision,
    }


@effects("read")
def get_inspection(container_id: str) -> Entry:
    """Get the latest inspection of a container."""
    raise ToolError("the inspection service is down (503); read_inspection_log has the same entries")


@effects("read")
def read_inspection_log(container_id: str) -> Log:
    """Read all inspections of a container, as they were entered; none where it was not inspected."""
    _entry(CONTAINERS, container_id, "container")
    told: list[Entry] = [{"day": day, "result": result} for day, result in INSPECTIONS.get(container_id, [])]
    return {"container_id": container_id, "entries": told}


@effects("read")
def get_berth(berth_id: str) -> Berth:
    """Get a berth: its quay, and its depth at low tide."""
    quay, depth, unit = _entry(BERTHS, berth_id, "berth")
    return {"berth_id": berth_id, "quay": quay, "low_tide_depth": depth, "depth_unit": unit}


@effects("read")
def get_quay_tariff(quay: str) -> Tariff:
    """Get what lying at a quay costs: so many hours are free, each hour begun after them costs."""
    free, price = _entry(TARIFFS, quay, "quay")
    return {"quay": quay, "free_hours": free, "eur_per_hour": price}


@effects("read")
def list_cranes(quay: str, page: int = 1) -> CraneIds:
    """List the cranes of a quay, a page at a time; next_page is 0 on the last one."""
    _entry(TARIFFS, quay, "quay")
    shown, following = _page([key for key, row in CRANES.items() if row[0] == quay], page)
    return {"quay": quay, "crane_ids": shown, "page": page, "next_page": following}


@effects("read")
def get_crane(crane_id: str) -> Crane:
    """Get a crane: what it lifts, what it costs, and until when it is out of service."""
    _, lifts, unit, price, until = _entry(CRANES, crane_id, "crane")
    return {
        "crane_id": crane_id,
        "lifts": lifts,
        "lifts_unit": unit,
        "eur_per_hour": price,
        "out_of_service_until": until,
    }


@effects("read")
def get_agent(agent_id: str) -> Agent:
    """Get an agent: name, e-mail address, and the agent that it was merged into, whose address counts then."""
    name, email, successor = _entry(AGENTS, agent_id, "agent")
    return {"agent_id": agent_id, "name": name, "email": email, "merged_into": successor}


@effects("read")
def get_exchange_rate(currency_code: str) -> Rate:
    """Get how many units of a currency one euro is."""
    return {"currency_code": currency_code, "units_per_eur": _entry(RATES, currency_code, "currency")}


_OTHERS = {
    "get_pilot": "Get a pilot by number.",
    "list_pilotages": "List the pilotages of a day.",
    "get_tug": "Get a tug by name.",
    "list_tows": "List the tows of a day.",
    "get_tide": "Get the tides of a day.",
    "get_forecast": "Get the weather forecast of a day.",
    "get_warehouse": "Get a warehouse by its number.",
    "list_lots": "List the lots in a warehouse.",
    "get_permit": "Get a permit by its number.",
    "list_permits": "List the permits of a month.",
    "get_truck": "Get a truck's slot by its plate.",
    "list_trains": "List the freight trains of a day.",
    "get_waste_receipt": "Get a waste receipt by its number.",
}


def _other(name: str, text: str) -> Callable[[str], dict[str, str]]:
    def look(key: str) -> dict[str, str]:
        return {"key": key, "note": "nothing is on record"}

    look.__name__, look.__doc__ = name, text
    return effects("read")(look)


_FILLING = [_other(name, text) for name, text in _OTHERS.items()]
TOOLS = [
    *_FILLING[:6],
    find_ships,
    get_ship,
    list_calls,
    get_call,
    list_containers,
    get_container,
    get_inspection,
    read_inspection_log,
    get_berth,
    get_quay_tariff,
    list_cranes,
    get_crane,
    get_agent,
    get_exchange_rate,
    *_FILLING[6:],
]
