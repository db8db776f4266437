"""Planning and booking for a company that puts solar panels on roofs."""

from typing import Any, Literal

Facing = Literal["south", "east", "west", "north"]

CUSTOMERS: dict[str, dict[str, Any]] = {
    "C-2081": {"name": "Oriane Maillet", "town": "Verlaine", "facing": "south", "roof_m2": 48, "tilt": 35},
    "C-2094": {"name": "Bastian Krog", "town": "Holmstead", "facing": "west", "roof_m2": 62, "tilt": 28},
    "C-2110": {"name": "Pilar Echeverri", "town": "Duneford", "facing": "east", "roof_m2": 37, "tilt": 40},
    "C-2126": {"name": "Walter Nkemelu", "town": "Verlaine", "facing": "north", "roof_m2": 55, "tilt": 22},
}
PANELS: dict[str, dict[str, Any]] = {
    "helia 410": {"watts": 410, "area_m2": 1.95, "price": 168.0, "warranty_years": 25},
    "helia 455": {"watts": 455, "area_m2": 2.1, "price": 194.5, "warranty_years": 30},
    "noctis black 430": {"watts": 430, "area_m2": 2.0, "price": 211.0, "warranty_years": 27},
}
SUN = {"verlaine": 980, "holmstead": 905, "duneford": 1045}
FACTOR = {"south": 1.0, "east": 0.82, "west": 0.84, "north": 0.55}
SLOTS = {
    "verlaine": ["2026-04-20", "2026-05-06"],
    "holmstead": ["2026-04-27", "2026-05-19"],
    "duneford": ["2026-05-11"],
}
CREWS = {"verlaine": "Amber", "holmstead": "Cobalt", "duneford": "Saffron"}


def customer_roof(customer_no: str) -> dict[str, Any]:
    """
    Read what we know about a customer's roof.

    Parameters
    ----------
    customer_no : str
        Customer number, e.g. "C-2081".

    Returns
    -------
    dict
        Name, town, direction the roof is facing, usable area and tilt in degrees.
    """
    if customer_no.upper() not in CUSTOMERS:
        raise ValueError(f"unknown customer {customer_no}")
    return {"customer_no": customer_no.upper(), **CUSTOMERS[customer_no.upper()]}


def panel_data(model: str) -> dict[str, Any]:
    """
    Data sheet of a panel model.

    Parameters
    ----------
    model : str
        Name of the model with its number.

    Returns
    -------
    dict
        Power in watts, area in square metres, price in euros and warranty in years.
    """
    if model.strip().lower() not in PANELS:
        return {"model": model, "status": "not found", "models": sorted(PANELS)}
    return {"model": model, "status": "found", **PANELS[model.strip().lower()]}


def yearly_yield(town: str, facing: Facing, peak_kw: float) -> dict[str, Any]:
    """
    Estimate the electricity a roof produces in a year.

    Parameters
    ----------
    town : str
        Town where the house stands.
    facing : {"south", "east", "west", "north"}
        Direction of the roof.
    peak_kw : float
        Size of the system in kilowatts.

    Returns
    -------
    dict
        Kilowatt-hours per year.
    """
    if town.strip().lower() not in SUN:
        raise ValueError(f"we do not work in {town}")
    return {"kwh_per_year": round(SUN[town.strip().lower()] * FACTOR[facing] * peak_kw)}


def system_price(model: str, panels: int, battery: Literal["none", "small", "large"] = "none") -> dict[str, float]:
    """
    Price of a whole system with inverter and work.

    Parameters
    ----------
    model : str
        Panel model.
    panels : int
        Number of panels.
    battery : {"none", "small", "large"}, default "none"
        Storage in the cellar.

    Returns
    -------
    dict
        Total in euros.
    """
    if model.strip().lower() not in PANELS:
        raise ValueError(f"unknown model {model}")
    storage = {"none": 0, "small": 3400, "large": 6150}[battery]
    return {"total": round(PANELS[model.strip().lower()]["price"] * panels + 85 * panels + 1900 + storage, 2)}


def next_slot(town: str, not_before: str | None = None) -> dict[str, Any]:
    """
    Find the first free day of the crew that works in a town.

    Parameters
    ----------
    town : str
        Town where the house stands.
    not_before : str, optional
        Earliest day that suits the customer, YYYY-MM-DD.
    """
    for day in SLOTS.get(town.strip().lower(), []):
        if not_before is None or day >= not_before:
            return {"town": town, "day": day, "crew": CREWS[town.strip().lower()]}
    return {"town": town, "day": None, "crew": None}


def book_installation(customer_no: str, day: str, scaffold: bool = True) -> dict[str, Any]:
    """
    Book the crew for a customer.

    Parameters
    ----------
    customer_no : str
        Customer number.
    day : str
        Day of the work, YYYY-MM-DD.
    scaffold : bool, default True
        Whether we have to put up scaffolding.

    Returns
    -------
    dict
        Job number and how long the work takes.
    """
    if customer_no.upper() not in CUSTOMERS:
        raise ValueError(f"unknown customer {customer_no}")
    return {"job": f"JOB-{customer_no[-4:]}-{day[5:7]}{day[8:]}", "working_days": 3 if scaffold else 2}
