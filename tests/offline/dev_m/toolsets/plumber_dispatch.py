"""Dispatching emergency plumbers."""

from typing import Any, Literal

Trouble = Literal["burst_pipe", "blocked_drain", "boiler_out", "gas_smell", "dripping_tap"]
Skill = Literal["general", "drains", "gas"]

_PLUMBERS: dict[str, dict[str, Any]] = {
    "PL01": {"name": "Gwen Tully", "skill": "general", "district": "north", "eta_min": 35, "mobile": "07700 900131"},
    "PL02": {"name": "Abdul Karim", "skill": "drains", "district": "north", "eta_min": 55, "mobile": "07700 900218"},
    "PL05": {"name": "Zofia Wrona", "skill": "gas", "district": "south", "eta_min": 20, "mobile": "07700 900544"},
    "PL08": {"name": "Leo Marsh", "skill": "general", "district": "south", "eta_min": 45, "mobile": "07700 900860"},
    "PL09": {"name": "Hanne Dahl", "skill": "gas", "district": "north", "eta_min": 30, "mobile": "07700 900977"},
}
_JOBS: dict[int, dict[str, Any]] = {
    7301: {"street": "12 Fern Street", "trouble": "burst_pipe", "state": "under way", "plumber": "PL01"},
    7302: {"street": "5 Canal Walk", "trouble": "blocked_drain", "state": "waiting for parts", "plumber": "PL02"},
    7305: {"street": "40 Holly Drive", "trouble": "boiler_out", "state": "finished", "plumber": "PL05"},
}
_STOCK = {
    ("15mm stop valve", "north"): 6,
    ("15mm stop valve", "south"): 0,
    ("boiler pump", "south"): 2,
    ("boiler pump", "north"): 1,
    ("flexible hose", "north"): 14,
}
_CODE = {"burst_pipe": 10, "blocked_drain": 20, "boiler_out": 30, "gas_smell": 40, "dripping_tap": 50}


def nearest_plumber(district: Literal["north", "south"], skill: Skill = "general") -> dict[str, Any]:
    """The plumber on duty who gets there first, with code, name and minutes until arrival.

    Parameters
    ----------
    district : {"north", "south"}
        Half of the town.
    skill : {"general", "drains", "gas"}, default "general"
        Trade that is needed.
    """
    for code, plumber in _PLUMBERS.items():
        if (plumber["district"], plumber["skill"]) == (district, skill):
            return {"plumber": code, "name": plumber["name"], "eta_min": plumber["eta_min"]}
    raise ValueError(f"nobody for {skill} in the {district}")


def open_job(street: str, trouble: Trouble, water_off: bool = False) -> dict[str, Any]:
    """Enter a new emergency.

    Parameters
    ----------
    street : str
        House number and street.
    trouble : {"burst_pipe", "blocked_drain", "boiler_out", "gas_smell", "dripping_tap"}
        What is wrong.
    water_off : bool, default False
        Whether the water has been turned off at the main already.

    Returns
    -------
    dict
        Number of the job and how urgent it is.
    """
    if trouble not in _CODE:
        raise ValueError(f"unknown trouble {trouble}")
    urgent = trouble == "gas_smell" or (trouble == "burst_pipe" and not water_off)
    return {"job": 7400 + _CODE[trouble] + len(street) % 10, "urgency": "red" if urgent else "amber"}


def send_plumber(job: int, plumber: str) -> str:
    """Send a plumber to a job. Gives the run number.

    Parameters
    ----------
    job : int
        Number of the job.
    plumber : str
        Code of the plumber such as PL01.
    """
    if plumber not in _PLUMBERS:
        raise ValueError(f"no plumber {plumber}")
    return f"RUN-{job}-{plumber[-2:]}"


def job_status(job: int) -> dict[str, Any]:
    """Address, trouble, state and plumber of a job that is in the books."""
    if job not in _JOBS:
        return {"job": job, "error": "not found"}
    return {"job": job, **_JOBS[job]}


def plumber_contact(plumber: str) -> dict[str, str]:
    """Name and mobile number behind a plumber's code."""
    if plumber not in _PLUMBERS:
        raise ValueError(f"no plumber {plumber}")
    return {"name": _PLUMBERS[plumber]["name"], "mobile": _PLUMBERS[plumber]["mobile"]}


def call_out_fee(hour: int, weekend: bool = False, skill: Skill = "general") -> float:
    """Call-out fee in pounds.

    Parameters
    ----------
    hour : int
        Hour of the day, 0 to 23.
    weekend : bool, default False
        Saturday or Sunday.
    skill : {"general", "drains", "gas"}, default "general"
        Trade that is needed.
    """
    fee = 65.0 + (25.0 if skill == "gas" else 10.0 if skill == "drains" else 0.0)
    fee += 40.0 if hour < 7 or hour >= 19 else 0.0
    return fee * 1.5 if weekend else fee


def parts_in_depot(part: str, depot: Literal["north", "south"]) -> int:
    """Pieces of a spare part in a depot."""
    return _STOCK.get((part.strip().casefold(), depot), 0)
