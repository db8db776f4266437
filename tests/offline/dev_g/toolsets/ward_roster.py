"""Who works when on the wards of a hospital."""

from typing import Any, Literal

_STAFF: dict[int, dict[str, Any]] = {
    30117: {"name": "Abena Mensah", "grade": "charge nurse", "ward": "Kestrel", "bleep": "417", "contract_hours": 37.5},
    30122: {"name": "Lorcan Daly", "grade": "staff nurse", "ward": "Kestrel", "bleep": "422", "contract_hours": 30.0},
    30140: {"name": "Yuki Tanabe", "grade": "staff nurse", "ward": "Heron", "bleep": "431", "contract_hours": 37.5},
    30158: {
        "name": "Petra Voss",
        "grade": "healthcare assistant",
        "ward": "Heron",
        "bleep": "446",
        "contract_hours": 22,
    },
    30163: {"name": "Samir Haddad", "grade": "staff nurse", "ward": "Plover", "bleep": "459", "contract_hours": 37.5},
}
_ROSTER: dict[tuple[str, str, str], list[int]] = {
    ("Kestrel", "2026-11-03", "early"): [30117],
    ("Kestrel", "2026-11-03", "night"): [30122],
    ("Heron", "2026-11-03", "late"): [30140, 30158],
    ("Heron", "2026-11-05", "night"): [30140],
    ("Plover", "2026-11-04", "early"): [30163],
    ("Plover", "2026-11-07", "night"): [],
}
_HOURS = {
    (30117, "2026-09"): 151.5,
    (30117, "2026-10"): 163.0,
    (30122, "2026-10"): 118.25,
    (30140, "2026-10"): 171.75,
    (30158, "2026-10"): 88.0,
    (30163, "2026-10"): 149.5,
}
_BEDS = {"Kestrel": (24, 22), "Heron": (18, 11), "Plover": (20, 20)}
_ON_CALL = {
    ("cardiology", "2026-11-03"): {"doctor": "Dr Ottoline Marsh", "pager": "6021"},
    ("cardiology", "2026-11-04"): {"doctor": "Dr Bashir Qureshi", "pager": "6034"},
    ("surgery", "2026-11-03"): {"doctor": "Dr Ffion Prys", "pager": "6110"},
    ("surgery", "2026-11-07"): {"doctor": "Dr Anton Lindqvist", "pager": "6118"},
    ("paediatrics", "2026-11-05"): {"doctor": "Dr Celeste Nwosu", "pager": "6207"},
}
Ward = Literal["Kestrel", "Heron", "Plover"]
Shift = Literal["early", "late", "night"]


def staff_number(full_name: str) -> int:
    """Gives the staff number that belongs to a person's full_name."""
    for number, person in _STAFF.items():
        if person["name"].lower() == full_name.strip().lower():
            return number
    raise ValueError(f"nobody on the books is called {full_name}")


def staff_details(staff_no: int) -> dict[str, Any]:
    """Name, grade, home ward, bleep and weekly contract hours of the person with that staff_no."""
    if staff_no not in _STAFF:
        raise ValueError(f"no staff number {staff_no}")
    return {"staff_no": staff_no, **_STAFF[staff_no]}


def on_shift(ward: Ward, day: str, shift: Shift = "early") -> list[int]:
    """Staff numbers of everyone rostered on a ward on a day, for one shift. The day is an ISO date."""
    return _ROSTER.get((ward, day, shift), [])


def assign_shift(staff_no: int, ward: Ward, day: str, shift: Shift, overtime: bool = False) -> dict[str, Any]:
    """Puts staff_no on a shift of a ward on an ISO day. Set overtime if it is paid on top of the contract hours."""
    if staff_no not in _STAFF:
        raise ValueError(f"no staff number {staff_no}")
    code = f"{ward[:2].upper()}{day[8:]}{shift[0].upper()}-{staff_no % 1000}" + ("-OT" if overtime else "")
    return {"entry": code, "ward": ward, "day": day, "shift": shift}


def hours_worked(staff_no: int, month: str) -> float:
    """Hours that staff_no worked in a month written as YYYY-MM."""
    if (staff_no, month) not in _HOURS:
        raise ValueError(f"no time sheet of {staff_no} for {month}")
    return _HOURS[staff_no, month]


def bed_state(ward: Ward) -> dict[str, Any]:
    """How many beds a ward has, and how many of them are occupied and free."""
    beds, occupied = _BEDS[ward]
    return {"ward": ward, "beds": beds, "occupied": occupied, "free": beds - occupied}


def doctor_on_call(specialty: Literal["cardiology", "surgery", "paediatrics"], day: str) -> dict[str, str]:
    """Doctor on call in a specialty on an ISO day, with the pager number."""
    if (specialty, day) not in _ON_CALL:
        return {"doctor": "not found", "pager": ""}
    return _ON_CALL[specialty, day]
