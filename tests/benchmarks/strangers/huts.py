"""Tools as an ordinary developer writes them, of a piano tuner, a hedgehog hospital, huts and a telescope library.

See `tests/benchmarks/strangers`.
"""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib as _difflib
from typing import Literal as _Literal

_PIANOS = {
    "Adaeze Okonkwo": "PN-118",
    "Gareth Pugh": "PN-204",
    "Lindqvist School": "PN-231",
    "Rosa Menendez": "PN-156",
    "Harold Finchley": "PN-177",
    "The Drovers Arms": "PN-242",
}

# newest visit first: date, pitch found (Hz), what was done
_VISITS = {
    "PN-118": [("2025-03-14", 438.6, "tuned"), ("2024-09-02", 439.4, "tuned"), ("2024-02-20", 437.9, "pitch raise")],
    "PN-204": [("2024-11-27", 436.2, "pitch raise"), ("2022-05-09", 439.1, "tuned")],
    "PN-231": [
        ("2025-06-30", 439.7, "tuned"),
        ("2025-01-08", 439.2, "tuned"),
        ("2024-06-28", 438.8, "two hammers replaced"),
    ],
    "PN-156": [("2025-04-22", 440.3, "tuned"), ("2024-10-17", 438.1, "tuned")],
    "PN-177": [("2023-08-19", 431.5, "broken bass string replaced")],
    "PN-242": [("2025-05-06", 434.9, "pitch raise"), ("2024-05-13", 435.7, "sticking keys eased")],
}

_TUNING_BASE = {"upright": 68.0, "grand": 92.0, "square": 110.0}

_PATIENTS = {
    "Conker": {"ward": "intensive", "weight_g": 385, "admitted": "2025-10-03", "reason": "strimmer wound"},
    "Bramble": {"ward": "recovery", "weight_g": 612, "admitted": "2025-09-11", "reason": "lungworm"},
    "Mrs Tiggy": {"ward": "quarantine", "weight_g": 745, "admitted": "2025-10-09", "reason": "ringworm"},
    "Pickle": {"ward": "hoglet", "weight_g": 140, "admitted": "2025-10-06", "reason": "orphaned"},
    "Teasel": {"ward": "hoglet", "weight_g": 165, "admitted": "2025-10-01", "reason": "nest disturbed"},
    "Sorrel": {"ward": "recovery", "weight_g": 530, "admitted": "2025-08-28", "reason": "fell in a cattle grid"},
}

_FOODS = {"wet puppy food": 0.12, "kitten biscuit": 0.06, "hoglet formula": 0.22}

_WARDS = {"intensive": (8, 5), "quarantine": (10, 4), "hoglet": (24, 11), "recovery": (30, 13)}

_HUTS = {
    "Stag Rigg": "SRG2",
    "Pinnacle Hollow": "PNH5",
    "Lochan Dubh": "LDB1",
    "Heron Tarn": "HTN7",
    "Wether Fell": "WFL3",
    "Cold Pike": "CPK9",
}

_NIGHTS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_BUNKS = {
    "SRG2": (14, 12, 15, 11, 6, 3, 9),
    "PNH5": (8, 8, 7, 8, 5, 2, 6),
    "LDB1": (21, 19, 22, 18, 13, 12, 17),
    "HTN7": (10, 9, 11, 7, 4, 1, 8),
    "WFL3": (16, 16, 14, 13, 9, 5, 12),
    "CPK9": (6, 5, 6, 4, 3, 2, 5),
}

_PATHS = {
    ("Stag Rigg", "Pinnacle Hollow"): 9.6,
    ("Pinnacle Hollow", "Lochan Dubh"): 13.2,
    ("Lochan Dubh", "Heron Tarn"): 7.8,
    ("Heron Tarn", "Wether Fell"): 11.4,
    ("Wether Fell", "Cold Pike"): 16.8,
    ("Cold Pike", "Stag Rigg"): 14.7,
}

_PACES = {"easy": 2.4, "steady": 3.0, "fast": 4.0}

_TELESCOPES = {
    "Big Dob": {"status": "on loan", "member_no": 214, "due": "2025-11-15"},
    "Little Owl": {"status": "on loan", "member_no": 173, "due": "2025-10-31"},
    "Starfinder 80": {"status": "on loan", "member_no": 308, "due": "2025-12-06"},
    "Red Tube": {"status": "in for repair", "member_no": None, "due": None},
    "Comet Catcher": {"status": "on the shelf", "member_no": None, "due": None},
}

_MEMBERS = {
    214: "Priya Raman, 01632 960114",
    173: "Tom Askew, 01632 960287",
    308: "Yusuf Demir, 01632 960455",
    129: "Ingrid Solheim, 01632 960631",
    266: "Carol Whitby, 01632 960702",
}


def _pick(name, names, what):
    """Return the stored spelling of a name, or raise a ValueError that says what is close."""
    wanted = name.strip().lower()
    for known in names:
        if known.lower() == wanted:
            return known
    lowered = {known.lower(): known for known in names}
    close = [lowered[k] for k in _difflib.get_close_matches(wanted, lowered, n=1, cutoff=0.7)]
    if not close:
        words = set(wanted.split())
        close = [known for known in names if words & set(known.lower().split())]
    if len(close) == 1:
        raise ValueError(f"no {what} called {name!r}; did you mean {close[0]!r}?")
    raise ValueError(f"no {what} called {name!r}; there are: {', '.join(sorted(names))}")


def find_piano(owner: str) -> str:
    """Look up the id of a customer's piano by the owner's full name.

    Args:
        owner: Full name of the person or place that owns the piano.

    Returns:
        The piano id, such as PN-100.
    """
    return _PIANOS[_pick(owner, _PIANOS, "piano owner")]


def tuning_history(piano_id: str, last: int = 1) -> dict:
    """Most recent visits to a piano: date, pitch found in Hz and work done.

    Args:
        piano_id: The piano's id, such as PN-100.
        last: How many visits to give, newest first.
    """
    key = piano_id.strip().upper()
    if key not in _VISITS:
        raise ValueError(f"unknown piano id {piano_id!r}; ids look like PN-118")
    if last < 1:
        raise ValueError("last must be 1 or more")
    return {
        "piano_id": key,
        "visits": [{"date": d, "pitch_hz": p, "work": w} for d, p, w in _VISITS[key][:last]],
    }


def tuning_fee(kind: _Literal["upright", "grand", "square"], miles: float, pitch_raise: bool = False) -> float:
    """Work out what a tuning visit costs, in pounds.

    The first 10 miles are free, then it is 45p a mile; a pitch raise adds 35 pounds.

    Args:
        kind: What sort of piano it is.
        miles: Distance to the customer.
        pitch_raise: Whether the piano needs a pitch raise as well.
    """
    if kind not in _TUNING_BASE:
        raise ValueError(f"kind must be one of {', '.join(_TUNING_BASE)}, not {kind!r}")
    if miles < 0:
        raise ValueError("miles cannot be negative")
    fee = _TUNING_BASE[kind] + 0.45 * max(0.0, miles - 10)
    if pitch_raise:
        fee += 35
    return round(fee, 2)


def patient_record(name: str) -> dict:
    """Get a hedgehog's record: ward, weight in grams, admission date and reason."""
    known = _pick(name, _PATIENTS, "patient")
    return {"name": known, **_PATIENTS[known]}


def feeding_amount(
    weight_g: int, food: _Literal["wet puppy food", "kitten biscuit", "hoglet formula"] = "wet puppy food"
) -> float:
    """Daily amount of food in grams for a hedgehog of the given weight.

    Args:
        weight_g: Weight of the hedgehog in grams.
        food: The food that it is given.
    """
    if not 30 <= weight_g <= 1600:
        raise ValueError("weight_g must be between 30 and 1600")
    if food not in _FOODS:
        raise ValueError(f"food must be one of {', '.join(_FOODS)}, not {food!r}")
    return round(weight_g * _FOODS[food], 1)


def ward_space(ward: str) -> int:
    """How many cages are free in one ward of the hedgehog hospital."""
    key = ward.strip().lower()
    if key not in _WARDS:
        raise ValueError(f"no ward {ward!r}; the wards are {', '.join(_WARDS)}")
    cages, taken = _WARDS[key]
    return cages - taken


def volunteer_rota(
    day: _Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> str:
    """Who is on the hedgehog hospital's volunteer rota on a day of the week."""
    raise TimeoutError("rota server did not answer within 20 seconds")


def hut_code(hut: str) -> str:
    """Give the booking code of a mountain hut.

    Args:
        hut: Name of the hut.
    """
    return _HUTS[_pick(hut, _HUTS, "hut")]


def free_bunks(code: str, night: _Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]) -> int:
    """Number of bunks still free in a hut on a night of this week.

    Args:
        code: The hut's booking code (not its name).
        night: The night of the stay.
    """
    key = code.strip().upper()
    if key not in _BUNKS:
        raise ValueError(f"unknown hut code {code!r}; a code has three letters and a digit, such as SRG2")
    if night not in _NIGHTS:
        raise ValueError(f"night must be one of {', '.join(_NIGHTS)}, not {night!r}")
    return _BUNKS[key][_NIGHTS.index(night)]


def hut_walk(start: str, end: str, pace: _Literal["easy", "steady", "fast"] = "steady") -> dict:
    """Distance and walking time between two neighbouring huts."""
    a = _pick(start, _HUTS, "hut")
    b = _pick(end, _HUTS, "hut")
    if pace not in _PACES:
        raise ValueError(f"pace must be one of {', '.join(_PACES)}, not {pace!r}")
    km = _PATHS.get((a, b)) or _PATHS.get((b, a))
    if km is None:
        near = sorted({h for pair in _PATHS if a in pair for h in pair if h != a})
        raise ValueError(f"no direct path from {a} to {b}; from {a} you can walk to {' or '.join(near)}")
    return {"from": a, "to": b, "distance_km": km, "hours": round(km / _PACES[pace], 2)}


def telescope_loan(telescope: str) -> dict:
    """See whether a library telescope is out, which member number has it and when it is due back.

    Args:
        telescope: The telescope's name in the lending library.
    """
    known = _pick(telescope, _TELESCOPES, "telescope")
    return {"telescope": known, **_TELESCOPES[known]}


def member_contact(member_no: int) -> str:
    """Name and phone number of a lending library member."""
    if member_no not in _MEMBERS:
        raise ValueError(f"no member {member_no}; the numbers in use are {', '.join(map(str, sorted(_MEMBERS)))}")
    return _MEMBERS[member_no]
