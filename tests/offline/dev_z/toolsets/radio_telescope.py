"""Observing time on a radio telescope."""

from typing import Any, Literal

_PROPOSALS: dict[str, dict[str, Any]] = {
    "P-118": {"title": "Masers in the Eagle cloud", "pi": "Ines Falk", "source": "EC-12", "hours_left": 14.5},
    "P-124": {"title": "Slow pulsars survey", "pi": "Jonah Reyes", "source": "PK-07", "hours_left": 3.0},
    "P-131": {"title": "Hydrogen in dwarf galaxies", "pi": "Mei Sandoval", "source": "DG-44", "hours_left": 22.25},
}
_SOURCES: dict[str, dict[str, Any]] = {
    "EC-12": {"rise": "04:35", "set": "15:10", "band": "K"},
    "PK-07": {"rise": "19:20", "set": "06:45", "band": "L"},
    "DG-44": {"rise": "22:05", "set": "09:50", "band": "L"},
}
_RECEIVERS = {
    "L": {"state": "ready", "noise_kelvin": 21, "engineer": "Bruno Okafor"},
    "C": {"state": "warming up", "noise_kelvin": 34, "engineer": "Lena Wirth"},
    "K": {"state": "ready", "noise_kelvin": 47, "engineer": "Lena Wirth"},
}
_SLOTS = {
    "2026-06-03": [{"slot": "S-301", "start": "05:00", "hours": 4}, {"slot": "S-302", "start": "20:30", "hours": 6}],
    "2026-06-04": [{"slot": "S-311", "start": "23:00", "hours": 5}],
    "2026-06-09": [],
}


def get_proposal(proposal_id: str) -> dict[str, Any]:
    """Look up an accepted observing proposal.

    Parameters
    ----------
    proposal_id : str
        Code such as ``P-118``.

    Returns
    -------
    dict
        Title, principal investigator, code of the source and hours left.
    """
    if proposal_id not in _PROPOSALS:
        raise ValueError(f"no proposal {proposal_id}")
    return {"proposal_id": proposal_id, **_PROPOSALS[proposal_id]}


def source_visibility(source: str) -> dict[str, Any]:
    """Rise and set times (UTC) of a source, and the band it is observed in.

    Parameters
    ----------
    source : str
        Catalogue code of the source, e.g. ``EC-12``.
    """
    if source not in _SOURCES:
        raise ValueError(f"unknown source {source}")
    return {"source": source, **_SOURCES[source]}


def receiver_status(band: Literal["L", "C", "K"]) -> dict[str, Any]:
    """State, noise temperature and responsible engineer of the receiver for a band.

    Parameters
    ----------
    band : {"L", "C", "K"}
        Letter of the band.
    """
    return {"band": band, **_RECEIVERS[band]}


def free_slots(day: str) -> list[dict[str, Any]]:
    """Unallocated time on the dish.

    Parameters
    ----------
    day : str
        Date, YYYY-MM-DD.

    Returns
    -------
    list of dict
        Slot code, start (UTC) and length in hours.
    """
    return _SLOTS.get(day, [])


def book_slot(proposal_id: str, slot: str, remote: bool = False) -> dict[str, Any]:
    """Allocate a free slot to a proposal.

    Parameters
    ----------
    proposal_id : str
        Who gets the time.
    slot : str
        Slot code.
    remote : bool, optional
        True if the observers are not on site.

    Returns
    -------
    dict
        Number of the booking.
    """
    if proposal_id not in _PROPOSALS:
        raise ValueError(f"no proposal {proposal_id}")
    return {"booking": f"OBS-{proposal_id[2:]}{slot[2:]}", "remote": remote}
