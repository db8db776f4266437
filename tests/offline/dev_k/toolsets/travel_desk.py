"""Business trips of a company's staff."""

from typing import Any, Literal

_TRAVELLERS: dict[str, dict[str, Any]] = {
    "T301": {"name": "Helena Brandt", "cost_centre": "CC-410", "nationality": "German", "base": "Hamburg"},
    "T318": {"name": "Kwame Asante", "cost_centre": "CC-225", "nationality": "Ghanaian", "base": "London"},
    "T344": {"name": "Sofia Lindqvist", "cost_centre": "CC-410", "nationality": "Swedish", "base": "Stockholm"},
}
_FLIGHTS: dict[tuple[str, str, str], list[dict[str, Any]]] = {
    ("hamburg", "lisbon", "2026-05-12"): [
        {"flight": "NX412", "departs": "07:35", "economy": 184.0, "business": 462.0},
        {"flight": "NX418", "departs": "15:10", "economy": 149.0, "business": 398.0},
    ],
    ("london", "singapore", "2026-06-02"): [
        {"flight": "QT071", "departs": "21:45", "economy": 715.0, "business": 2940.0},
    ],
    ("stockholm", "vienna", "2026-04-21"): [
        {"flight": "AR233", "departs": "09:20", "economy": 131.0, "business": 377.0},
        {"flight": "AR239", "departs": "18:55", "economy": 118.0, "business": 345.0},
    ],
}
_HOTELS: dict[str, list[dict[str, Any]]] = {
    "lisbon": [{"hotel": "Casa do Tejo", "rate": 112.0}, {"hotel": "Alfama Court", "rate": 168.0}],
    "singapore": [{"hotel": "Merlion Gate", "rate": 231.0}, {"hotel": "Kallang Rooms", "rate": 145.0}],
    "vienna": [{"hotel": "Zum Goldenen Ross", "rate": 139.0}, {"hotel": "Ringblick", "rate": 204.0}],
}
_PER_DIEM = {"portugal": 32.0, "singapore": 54.0, "austria": 40.0, "germany": 28.0}
_VISA = {("ghanaian", "singapore"): "visa on application, 5 working days", ("ghanaian", "portugal"): "Schengen visa"}
_BUDGET = {"CC-410": {"owner": "Ruth Okafor", "left": 8350.0}, "CC-225": {"owner": "Dan Liddell", "left": 2120.0}}


def lookup_traveller(name: str) -> dict[str, Any]:
    """Profile of a colleague who travels.

    Holds the traveller id, the cost centre, the nationality and the home city.
    """
    for traveller_id, person in _TRAVELLERS.items():
        if person["name"].casefold() == name.strip().casefold():
            return {"traveller_id": traveller_id, **person}
    raise ValueError(f"no traveller called {name}")


def search_flights(from_city: str, to_city: str, day: str) -> list[dict[str, Any]]:
    """Flights between two cities on a day (ISO format), with fares in euros."""
    return _FLIGHTS.get((from_city.strip().casefold(), to_city.strip().casefold(), day), [])


def book_flight(
    traveller_id: str, flight: str, day: str, cabin: Literal["economy", "business"] = "economy"
) -> dict[str, str]:
    """Book a seat on a flight for a traveller."""
    if traveller_id not in _TRAVELLERS:
        raise ValueError(f"unknown traveller id {traveller_id}")
    code = f"{flight[-3:]}{traveller_id[1:]}{cabin[0]}".upper()
    return {"booking_code": code, "day": day, "ticket_status": "awaiting approval" if cabin == "business" else "issued"}


def find_hotels(city: str, max_rate: float | None = None) -> list[dict[str, Any]]:
    """Contract hotels of a city with the rate per night in euros, up to a limit where one is given."""
    return [one for one in _HOTELS.get(city.strip().casefold(), []) if max_rate is None or one["rate"] <= max_rate]


def daily_allowance(country: str, days: int, meals_provided: bool = False) -> dict[str, float]:
    """Meal money for a stay in a country.

    Halved when the host provides the meals.
    """
    rate = _PER_DIEM.get(country.strip().casefold())
    if rate is None:
        raise ValueError(f"no allowance on file for {country}")
    return {"total_euros": rate * days * (0.5 if meals_provided else 1)}


def visa_rule(nationality: str, country: str) -> str:
    """What somebody of a nationality needs to enter a country."""
    return _VISA.get((nationality.strip().casefold(), country.strip().casefold()), "no visa needed")


def cost_centre(code: str) -> dict[str, Any]:
    """Owner of a cost centre and the travel money left in it."""
    return {"code": code, **_BUDGET.get(code, {"error": "not found"})}
