"""Tools as an ordinary developer writes them, of a canal, a stamp auction, an ice rink and street lamps.

See `tests/benchmarks/strangers`.
"""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib as _difflib
import math as _math
from typing import Literal

_BOATS = {
    "Marigold": (51207, 17.4, "31 July 2026"),
    "Second Wind": (48862, 12.2, "30 April 2026"),
    "Bramble Rose": (73015, 15.0, "31 October 2026"),
    "Heron Grey": (60944, 21.3, "28 February 2027"),
    "Lazy Sunday": (55418, 9.1, "31 May 2026"),
    "Tom Puddle": (80231, 18.5, "30 November 2026"),
}

# place: (miles from Alderbridge, locks passed since Alderbridge)
_CANAL = {
    "Alderbridge": (0.0, 0),
    "Coldwater Basin": (2.5, 3),
    "Fenny Wharf": (5.0, 4),
    "Hollin Top": (8.5, 13),
    "Market Quay": (12.0, 16),
}

_LOTS = {
    "S-104": ("Penny Lilac", 85, 120),
    "S-118": ("Cape Triangle", 340, 420),
    "S-127": ("Basel Dove", 5200, 6500),
    "S-133": ("Zeppelin Pair", 260, 350),
    "S-140": ("Inverted Swan", 1400, 1850),
    "S-152": ("Bull's Eye Block", 780, 950),
}

_RATES = {"GBP": 1.0, "EUR": 1.2, "USD": 1.25}

_SKATES = {
    3.0: 35.5,
    4.0: 37.0,
    5.0: 38.0,
    6.0: 39.5,
    7.0: 41.0,
    8.0: 42.0,
    9.0: 43.5,
    10.0: 44.5,
    11.0: 46.0,
}

_SKATE_STYLES = {"figure": (0.0, "blue"), "hockey": (-1.5, "red"), "speed": (-0.5, "green")}

_SESSIONS = {
    "public": {
        "monday": "10:15-12:15",
        "tuesday": "10:15-12:15",
        "wednesday": "13:30-15:30",
        "thursday": "10:15-12:15",
        "friday": "16:45-18:45",
        "saturday": "14:20-16:50",
        "sunday": "12:40-15:10",
    },
    "family": {"wednesday": "16:10-17:40", "saturday": "09:20-10:50", "sunday": "09:50-11:20"},
    "disco": {"friday": "19:40-22:10", "saturday": "20:10-22:40"},
    "patch": {"tuesday": "06:20-07:50", "thursday": "06:20-07:50", "sunday": "07:10-08:40"},
}

# street: (prefix, highest house number)
_STREETS = {
    "Tanner Row": ("TR", 96),
    "Orchard Lane": ("OL", 60),
    "St Giles Street": ("SG", 144),
    "Quarry Hill": ("QH", 48),
    "Mill Bank": ("MB", 72),
}

_FAULTS = {
    "TR-007": ("flickering", "Crew 4", "Thursday 12 March"),
    "TR-014": ("out", "Crew 2", "Monday 16 March"),
    "OL-003": ("on all day", "Crew 4", "Friday 13 March"),
    "SG-011": ("leaning after a knock", "Crew 1", "Tuesday 10 March"),
    "SG-020": ("out", "Crew 3", "Wednesday 18 March"),
    "QH-006": ("door missing", "Crew 1", "Wednesday 11 March"),
    "MB-009": ("out", "Crew 2", "Thursday 19 March"),
}


def _pick(name, known, what):
    """Return the known spelling of name, or raise a ValueError that helps."""
    for item in known:
        if item.casefold() == name.strip().casefold():
            return item
    folded = {item.casefold(): item for item in known}
    close = _difflib.get_close_matches(name.strip().casefold(), list(folded), n=1, cutoff=0.6)
    if close:
        raise ValueError(f"unknown {what} {name!r}; did you mean {folded[close[0]]!r}?")
    raise ValueError(f"unknown {what} {name!r}; choose one of: {', '.join(known)}")


def _columns():
    """All lamp column codes."""
    return [f"{prefix}-{n:03d}" for prefix, last in _STREETS.values() for n in range(1, _math.ceil(last / 6) + 1)]


def boat_record(boat: str) -> dict:
    """Look up a boat by its name in the canal register.

    Args:
        boat: The name painted on the boat.

    Returns:
        Its index number, its length in metres and the day its licence ends.
    """
    name = _pick(boat, list(_BOATS), "boat")
    number, length, until = _BOATS[name]
    return {"boat": name, "index_number": number, "length_m": length, "licence_until": until}


def mooring_fee(index_number: int, nights: int = 1, electric: bool = False) -> float:
    """Fee in pounds for a visitor mooring, from the boat's length.

    Args:
        index_number: The boat's five-digit index number.
        nights: How many nights it stays, at most 14.
        electric: Whether it is hooked up to shore power.
    """
    if not 1 <= nights <= 14:
        raise ValueError(f"nights must be between 1 and 14, not {nights}")
    for number, length, _ in _BOATS.values():
        if number == index_number:
            per_night = length * 0.85 + (3.5 if electric else 0)
            return round(per_night * nights + 1e-9, 2)
    raise ValueError(f"no boat with index number {index_number}; look it up by the boat's name first")


def cruise_time(start: str, end: str, sharing_locks: bool = False) -> dict:
    """How long a boat takes between two places on the canal.

    Args:
        start: Place where the trip starts.
        end: Place where it ends.
        sharing_locks: True if two boats go through the locks side by side.

    Returns:
        Miles, number of locks and the time in minutes.
    """
    a = _CANAL[_pick(start, list(_CANAL), "place")]
    b = _CANAL[_pick(end, list(_CANAL), "place")]
    if a == b:
        raise ValueError("start and end are the same place")
    miles, locks = abs(a[0] - b[0]), abs(a[1] - b[1])
    return {"miles": miles, "locks": locks, "minutes": round(miles * 20 + locks * (11 if sharing_locks else 16))}


def water_level(place: str) -> float:
    """Present depth of the canal in metres at a place, from the gauge there."""
    raise TimeoutError("the gauge server at the pumping station did not answer within 10 seconds")


def find_lot(stamp: str) -> str:
    """Lot number of a stamp in the spring auction."""
    name = _pick(stamp, [title for title, _, _ in _LOTS.values()], "stamp")
    return next(lot for lot, row in _LOTS.items() if row[0] == name)


def lot_estimate(lot: str, currency: Literal["GBP", "EUR", "USD"] = "GBP") -> dict:
    """Low and high estimate of an auction lot.

    Args:
        lot: Lot number as printed in the catalogue.
        currency: Currency for the two amounts.
    """
    lot = _pick(lot, list(_LOTS), "lot")
    if currency not in _RATES:
        raise ValueError(f"currency must be one of {', '.join(_RATES)}, not {currency!r}")
    title, low, high = _LOTS[lot]
    rate = _RATES[currency]
    return {"lot": lot, "stamp": title, "low": round(low * rate), "high": round(high * rate), "currency": currency}


def buyer_total(hammer_price: float, online: bool = False) -> float:
    """What the winning bidder pays in all for a lot, with premium and VAT, in pounds.

    Args:
        hammer_price: The price at which the hammer fell, in pounds.
        online: True for a bid through the website, which costs 3% more.
    """
    if hammer_price <= 0:
        raise ValueError("hammer_price must be above 0")
    premium = hammer_price * 0.22 * 1.2
    extra = hammer_price * 0.03 if online else 0
    return round(hammer_price + premium + extra, 2)


def skate_size(shoe_size: float, style: Literal["figure", "hockey", "speed"] = "figure") -> dict:
    """Which hire skates to hand out for a UK shoe size."""
    if style not in _SKATE_STYLES:
        raise ValueError(f"style must be one of {', '.join(_SKATE_STYLES)}, not {style!r}")
    if float(shoe_size) not in _SKATES:
        raise ValueError(f"no skates for UK size {shoe_size}; whole sizes from 3 to 11 only")
    shift, colour = _SKATE_STYLES[style]
    return {"eu_size": _SKATES[float(shoe_size)] + shift, "rack": colour}


def ice_session(
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    session: Literal["public", "family", "disco", "patch"] = "public",
) -> str:
    """Start and end time of a session at the ice rink.

    Args:
        day: Day of the week.
        session: Kind of session; "patch" is practice ice for figure skaters.
    """
    if session not in _SESSIONS:
        raise ValueError(f"session must be one of {', '.join(_SESSIONS)}, not {session!r}")
    times = _SESSIONS[session]
    if day not in times:
        raise ValueError(f"no {session} session on {day!r}; it runs on {', '.join(times)}")
    return times[day]


def rink_price(adults: int, children: int = 0, own_skates: bool = False) -> float:
    """Admission to the ice rink for a group in pounds, skate hire included unless they bring their own."""
    if adults < 0 or children < 0 or adults + children == 0:
        raise ValueError("give at least one adult or child, and no negative numbers")
    total = adults * 9.4 + children * 6.7
    if own_skates:
        total -= (adults + children) * 2.25
    return round(total, 2)


def lamp_column(street: str, house_number: int) -> str:
    """Code of the street-lamp column nearest to a house.

    Args:
        street: Name of the street.
        house_number: Number of the house.
    """
    prefix, last = _STREETS[_pick(street, list(_STREETS), "street")]
    if not 1 <= house_number <= last:
        raise ValueError(f"house numbers there run from 1 to {last}, not {house_number}")
    return f"{prefix}-{_math.ceil(house_number / 6):03d}"


def lamp_repair(column: str) -> dict:
    """Fault reported on a street-lamp column and the day the crew comes."""
    column = _pick(column, _columns(), "column")
    if column not in _FAULTS:
        return {"column": column, "fault": "none reported"}
    fault, crew, visit = _FAULTS[column]
    return {"column": column, "fault": fault, "crew": crew, "visit": visit}
