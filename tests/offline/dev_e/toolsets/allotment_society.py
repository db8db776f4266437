"""Plots, waiting list and shared tools of an allotment society."""

from typing import Any, Literal

Machine = Literal["rotavator", "strimmer", "shredder"]
Site = Literal["mill_lane", "northfield", "riverside"]

_PLOTS: dict[str, dict[str, Any]] = {
    "ML-08": {"site": "mill_lane", "member_no": 214, "area_m2": 125.0, "rent_paid_to": "2026-09-30"},
    "ML-11B": {"site": "mill_lane", "member_no": 262, "area_m2": 62.5, "rent_paid_to": "2025-09-30"},
    "NF-23": {"site": "northfield", "member_no": 197, "area_m2": 250.0, "rent_paid_to": "2026-09-30"},
    "RV-04": {"site": "riverside", "member_no": 288, "area_m2": 180.0, "rent_paid_to": "2025-09-30"},
    "RV-05": {"site": "riverside", "member_no": None, "area_m2": 140.0, "rent_paid_to": None},
}
_MEMBERS: dict[int, dict[str, Any]] = {
    197: {"name": "Archie Blenkinsop", "plot": "NF-23", "joined": "2004-03-01", "phone": "07700 900112"},
    214: {"name": "Marguerite Dunne", "plot": "ML-08", "joined": "2011-10-15", "phone": "07700 900364"},
    262: {"name": "Kwabena Osei", "plot": "ML-11B", "joined": "2019-02-20", "phone": "07700 900581"},
    288: {"name": "Fliss Hartnoll", "plot": "RV-04", "joined": "2023-05-06", "phone": "07700 900907"},
}
_WAITING: dict[str, list[str]] = {
    "mill_lane": ["Noor Rahimi", "Pete Szabo", "Clementine Yard"],
    "northfield": ["Jonty Wickes"],
    "riverside": ["Adaeze Umeh", "Tobias Renn"],
}
_TAKEN = {("rotavator", "2026-04-11"), ("shredder", "2026-04-18"), ("strimmer", "2026-05-30")}
_INSPECTIONS: dict[tuple[str, int], dict[str, Any]] = {
    ("ML-08", 2025): {"grade": "A", "remark": "fine brassicas"},
    ("ML-11B", 2025): {"grade": "C", "remark": "brambles along the east side"},
    ("NF-23", 2025): {"grade": "B", "remark": "shed needs a roof"},
    ("NF-23", 2024): {"grade": "D", "remark": "half uncultivated"},
    ("RV-04", 2025): {"grade": "B", "remark": "path blocked by compost"},
}


def find_member(name: str) -> dict[str, Any]:
    """Member number, plot and phone of a member, by full name."""
    for member_no, member in _MEMBERS.items():
        if member["name"].casefold() == name.strip().casefold():
            return {"member_no": member_no, **member}
    return {"name": name, "found": False}


def get_plot(plot_no: str) -> dict[str, Any]:
    """Site, tenant, size and paid-up date of a plot."""
    if plot_no not in _PLOTS:
        raise ValueError(f"no plot {plot_no}")
    return {"plot_no": plot_no, **_PLOTS[plot_no]}


def yearly_rent(area_m2: float, pensioner: bool = False, water: bool = True) -> float:
    """Rent for a year for a plot of a given size."""
    return round(area_m2 * 0.44 * (0.5 if pensioner else 1) + (12.0 if water else 0), 2)


def waiting_list(site: Site) -> list[str]:
    """Names waiting for a plot at a site, first in line first."""
    return _WAITING[site]


def offer_plot(plot_no: str, name: str, answer_by: str) -> dict[str, Any]:
    """Write to somebody on the waiting list with the offer of a plot (answer_by is YYYY-MM-DD)."""
    if plot_no not in _PLOTS:
        raise ValueError(f"no plot {plot_no}")
    initials = "".join(part[0] for part in name.split()).upper()
    return {"letter": f"OFR-{plot_no}-{initials}", "answer_by": answer_by}


def machine_free(machine: Machine, day: str) -> str:
    """Whether a shared machine is free or taken on a day (YYYY-MM-DD)."""
    return "taken" if (machine, day) in _TAKEN else "free"


def hire_machine(machine: Machine, day: str, member_no: int, hours: int = 2) -> dict[str, Any]:
    """Book a shared machine for a member."""
    if member_no not in _MEMBERS:
        raise ValueError(f"no member {member_no}")
    rate = {"rotavator": 7.25, "strimmer": 3.1, "shredder": 5.6}[machine]
    return {"hire_no": f"{machine[:3].upper()}{member_no}{day[5:7]}{day[8:]}", "cost": round(rate * hours, 2)}


def inspection(plot_no: str, year: int) -> dict[str, Any]:
    """Grade and remark of the yearly inspection of a plot."""
    return _INSPECTIONS.get((plot_no, year), {"plot_no": plot_no, "year": year, "found": False})
