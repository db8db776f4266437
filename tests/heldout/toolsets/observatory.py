"""Tools of an observatory that is open to visitors."""

from typing import Any

from smurfs_graph.tools import dates

_STARS: list[dict[str, Any]] = [
    {"star": "Rigel", "constellation": "Orion", "magnitude": 0.13, "distance": 863},
    {"star": "Bellatrix", "constellation": "Orion", "magnitude": 1.64, "distance": 252},
    {"star": "Saiph", "constellation": "Orion", "magnitude": 2.07, "distance": 647},
    {"star": "Vega", "constellation": "Lyra", "magnitude": 0.03, "distance": 25},
    {"star": "Sheliak", "constellation": "Lyra", "magnitude": 3.52, "distance": 906},
    {"star": "Sulafat", "constellation": "Lyra", "magnitude": 3.24, "distance": 620},
    {"star": "Deneb", "constellation": "Cygnus", "magnitude": 1.25, "distance": 1411},
]
_TELESCOPES: list[dict[str, Any]] = [
    {"telescope": "T-2", "site": "Marwell", "aperture": 40, "rating": 4.1},
    {"telescope": "T-4", "site": "Marwell", "aperture": 60, "rating": 3.8},
    {"telescope": "T-5", "site": "Marwell", "aperture": 35, "rating": 4.7},
    {"telescope": "T-9", "site": "Tarn", "aperture": 80, "rating": 4.4},
]
_VISITORS = {"2026-05-02": 118, "2026-05-03": 214, "2026-05-04": 67}


def find_magnitude(star: str) -> dict[str, Any]:
    """Find the magnitude of a star: how bright it is.

    Args:
        star: Name of the star.
    """
    for record in _STARS:
        if record["star"].casefold() == star.strip().casefold():
            return {"star": record["star"], "magnitude": record["magnitude"]}
    raise LookupError(f"no star called {star!r}")


def search_stars(constellation: str, min_magnitude: float | None = None) -> list[dict[str, Any]]:
    """Search the stars in a constellation, with their distance in light years.

    Args:
        constellation: Name of the constellation.
        min_magnitude: Lowest magnitude.
    """
    return [
        record
        for record in _STARS
        if record["constellation"].casefold() == constellation.strip().casefold()
        and (min_magnitude is None or record["magnitude"] >= min_magnitude)
    ]


def list_telescopes(site: str) -> list[dict[str, Any]]:
    """List the telescopes at a site, with aperture and rating."""
    return [record for record in _TELESCOPES if record["site"].casefold() == site.strip().casefold()]


def reserve_telescope(telescope: str, day: str, time: str) -> dict[str, Any]:
    """Reserve a telescope for a night.

    Args:
        telescope: Number of the telescope.
        day: Day of the reservation, YYYY-MM-DD.
        time: Time at which it begins, HH:MM.
    """
    if telescope not in {record["telescope"] for record in _TELESCOPES}:
        raise ValueError(f"unknown telescope {telescope!r}")
    return {"reservation": f"RS{telescope[2:]}07", "telescope": telescope, "day": day, "time": time}


def count_visitors(day: str) -> dict[str, Any]:
    """Count the visitors on a day, YYYY-MM-DD."""
    return {"day": day, "visitors": _VISITORS.get(day, 0)}


def days_between(start: str, end: str) -> dict[str, Any]:
    """Count the days between two dates.

    Args:
        start: First date, YYYY-MM-DD.
        end: Last date, YYYY-MM-DD.
    """
    return {"start": start, "end": end, "days": dates.days_between(start, end)["days"]}
