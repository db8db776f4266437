"""Office of a forest kindergarten."""

from typing import Any, Literal

Group = Literal["Foxes", "Owls", "Hedgehogs"]

_CHILDREN: dict[str, dict[str, Any]] = {
    "Juna Albers": {"group": "Owls", "allergies": ["hazelnut"], "guardian": "Maike Albers", "phone": "0151 2207"},
    "Emil Castro": {"group": "Foxes", "allergies": [], "guardian": "Tomas Castro", "phone": "0151 3318"},
    "Romy Falk": {"group": "Foxes", "allergies": ["wasp sting"], "guardian": "Jette Falk", "phone": "0151 4429"},
    "Noah Lindqvist": {
        "group": "Hedgehogs",
        "allergies": ["cow's milk"],
        "guardian": "Per Lindqvist",
        "phone": "0151 5530",
    },
}
_PLACES = {
    ("Foxes", "2026-05-11"): ("beech clearing", "08:15"),
    ("Owls", "2026-05-11"): ("mill stream", "08:30"),
    ("Hedgehogs", "2026-05-11"): ("wagon meadow", "08:45"),
    ("Foxes", "2026-05-12"): ("quarry pond", "08:20"),
    ("Owls", "2026-05-12"): ("beech clearing", "08:40"),
    ("Hedgehogs", "2026-05-12"): ("old oak", "09:00"),
}
_HELPERS = {
    "2026-05-11": {"cooking": "Jette Falk", "woodwork": None, "tidying": "Per Lindqvist"},
    "2026-05-12": {"cooking": None, "woodwork": "Tomas Castro", "tidying": None},
}
_KIT = {
    "spring": ["rain trousers", "rubber boots"],
    "summer": ["sun hat", "tick spray"],
    "autumn": ["rain trousers", "fleece jacket"],
    "winter": ["snow suit", "spare mittens"],
}
_VACANCIES = {("Foxes", "2026-09"): 3, ("Owls", "2026-09"): 0, ("Hedgehogs", "2026-09"): 1, ("Owls", "2027-01"): 2}


def child_record(child: str) -> dict[str, Any]:
    """Look up a child by full name. Returns the group, allergies, guardian and the guardian's phone."""
    for name, record in _CHILDREN.items():
        if name.casefold() == child.strip().casefold():
            return record
    raise ValueError(f"no child called {child}")


def meeting_place(group: Group, day: str) -> dict[str, str]:
    """Tell where a group meets on a day. Returns the place in the wood and the time."""
    if (group, day) not in _PLACES:
        return {"place": "not planned yet"}
    place, time = _PLACES[group, day]
    return {"place": place, "time": time}


def report_absence(child: str, first_day: str, last_day: str, sick: bool = True) -> dict[str, str]:
    """Note that a child stays at home from the first to the last day, both included. Returns a receipt number."""
    child_record(child)
    return {"receipt": f"AB-{child[:2].upper()}{first_day[8:]}{last_day[8:]}{'S' if sick else 'H'}"}


def helpers_on(day: str) -> dict[str, str | None]:
    """Show which parents help on a day. Returns the parent for each task, null where nobody has signed up."""
    if day not in _HELPERS:
        raise ValueError(f"no rota for {day}")
    return dict(_HELPERS[day])


def sign_up_helper(parent: str, day: str, task: Literal["cooking", "woodwork", "tidying"]) -> str:
    """Enter a parent for a task in the rota. Returns a sentence with the shift number."""
    return f"{parent} is down as shift S{day[8:]}-{task[:2].upper()}"


def vacancies(group: Group, month: str) -> int:
    """Count the open places of a group from a month (YYYY-MM) on. Returns the number of places."""
    return _VACANCIES.get((group, month), 0)


def monthly_fee(days_per_week: int, siblings: int = 0, hot_lunch: bool = False) -> dict[str, float]:
    """Compute the monthly fee by days a week; siblings already with us lower it. Returns the fee in euros."""
    if not 1 <= days_per_week <= 5:
        raise ValueError("one to five days")
    return {
        "fee_eur": round(38.0 * days_per_week * (1 - 0.1 * siblings) + (14.5 * days_per_week if hot_lunch else 0), 2)
    }


def packing_list(season: Literal["spring", "summer", "autumn", "winter"], overnight: bool = False) -> list[str]:
    """List what a child should bring in a season. Returns the things, with those for a night out if asked."""
    return _KIT[season] + (["sleeping bag", "head torch"] if overnight else [])
