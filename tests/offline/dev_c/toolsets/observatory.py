"""Telescopes, targets and observing proposals of an observatory."""

from typing import Any, Literal

_TELESCOPES: dict[str, dict[str, Any]] = {
    "halley": {"aperture_m": 2.4, "status": "online", "operator": "Signe Dahl"},
    "messier": {"aperture_m": 1.1, "status": "maintenance", "operator": "Kofi Antwi"},
    "herschel": {"aperture_m": 4.2, "status": "online", "operator": "Renata Gil"},
}
_TARGETS: dict[str, dict[str, Any]] = {
    "crab nebula": {"catalogue_id": "M1", "magnitude": 8.4, "constellation": "Taurus", "distance_ly": 6500},
    "whirlpool galaxy": {
        "catalogue_id": "M51",
        "magnitude": 8.6,
        "constellation": "Canes Venatici",
        "distance_ly": 31000000,
    },
    "ring nebula": {"catalogue_id": "M57", "magnitude": 8.8, "constellation": "Lyra", "distance_ly": 2570},
}
_RISE = {
    ("M1", "2026-01-20"): "15:42",
    ("M51", "2026-01-20"): "21:08",
    ("M57", "2026-01-20"): "03:36",
    ("M1", "2026-03-05"): "12:49",
    ("M51", "2026-03-05"): "18:11",
}
_PROPOSALS: dict[str, dict[str, Any]] = {
    "P-611": {"investigator": "Edda Moser", "telescope": "Herschel", "hours": 18.5, "grade": "A"},
    "P-624": {"investigator": "Liam Okoro", "telescope": "Messier", "hours": 7.0, "grade": "C"},
    "P-630": {"investigator": "Su Min Park", "telescope": "Halley", "hours": 32.0, "grade": "B"},
}


def telescope_status(telescope: str) -> dict[str, Any]:
    """Return aperture in metres, status and operator on duty of a telescope."""
    if telescope.strip().casefold() not in _TELESCOPES:
        raise LookupError(f"unknown telescope {telescope!r}")
    return {"telescope": telescope, **_TELESCOPES[telescope.strip().casefold()]}


def resolve_target(name: str) -> dict[str, Any]:
    """Resolve the common name of a celestial object.

    Args:
        name: Common name, e.g. "Andromeda Galaxy".

    Returns:
        Catalogue id, magnitude, constellation and distance in light years.
    """
    if name.strip().casefold() not in _TARGETS:
        raise LookupError(f"unknown object {name!r}")
    return {"name": name, **_TARGETS[name.strip().casefold()]}


def rise_time(catalogue_id: str, date: str) -> dict[str, Any]:
    """Return the time at which an object rises above the horizon.

    Args:
        catalogue_id: Messier number, e.g. "M31".
        date: Date in ISO format.
    """
    if (catalogue_id.strip().upper(), date) not in _RISE:
        raise LookupError(f"no ephemeris for {catalogue_id!r} on {date}")
    return {"catalogue_id": catalogue_id.strip().upper(), "rises": _RISE[catalogue_id.strip().upper(), date]}


def get_proposal(proposal_id: str) -> dict[str, Any]:
    """Return an observing proposal.

    Args:
        proposal_id: Proposal number, e.g. "P-600".

    Returns:
        Investigator, telescope requested, hours awarded and grade.
    """
    if proposal_id.strip().upper() not in _PROPOSALS:
        raise LookupError(f"unknown proposal {proposal_id!r}")
    return {"proposal_id": proposal_id.strip().upper(), **_PROPOSALS[proposal_id.strip().upper()]}


def exposure_time(magnitude: float, band: Literal["red", "green", "blue"] = "green") -> dict[str, Any]:
    """Estimate the exposure time for an object of a given brightness.

    Args:
        magnitude: Apparent magnitude of the object.
        band: Filter band.

    Returns:
        Exposure in seconds.
    """
    factor = {"red": 12.0, "green": 15.0, "blue": 22.5}[band.strip().casefold()]
    return {"band": band, "seconds": round(magnitude * factor, 1)}
