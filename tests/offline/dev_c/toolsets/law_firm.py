"""Matters, lawyers and billing of a law firm."""

from typing import Any, Literal

_MATTERS: dict[str, dict[str, Any]] = {
    "M-2041": {"client": "Tidewell Ltd", "lawyer": "Anika Rao", "kind": "patent dispute", "status": "discovery"},
    "M-2057": {"client": "Joan Petrie", "lawyer": "Felix Stroud", "kind": "probate", "status": "closed"},
    "M-2063": {"client": "Kestrel Foods", "lawyer": "Anika Rao", "kind": "merger", "status": "negotiation"},
}
_HEARINGS: dict[str, dict[str, str]] = {
    "M-2041": {"date": "2026-07-14", "court": "Northgate High Court", "judge": "Orla Finch"},
    "M-2063": {"date": "2026-08-03", "court": "Competition Tribunal", "judge": "Desmond Pike"},
}
_HOURS = {"M-2041": 126.5, "M-2057": 14.25, "M-2063": 88.0}
_LAWYERS: dict[str, dict[str, Any]] = {
    "anika rao": {"email": "a.rao@stroudrao.example", "rate": 340, "office": "Leeds"},
    "felix stroud": {"email": "f.stroud@stroudrao.example", "rate": 295, "office": "York"},
}


def search_matter(client: str) -> dict[str, Any]:
    """Search the register for the matter of a client.

    Args:
        client: Name of the client, a person or a company.

    Returns:
        The matter id, the responsible lawyer, the kind of matter and its status.
    """
    for matter_id, matter in _MATTERS.items():
        if matter["client"].casefold() == client.strip().casefold():
            return {"matter_id": matter_id, **matter}
    raise LookupError(f"no matter for {client!r}")


def next_hearing(matter_id: str) -> dict[str, Any]:
    """Return the date, court and judge of the next hearing in a matter.

    Args:
        matter_id: Matter number, e.g. "M-1000".
    """
    if matter_id.strip().upper() not in _HEARINGS:
        raise LookupError(f"no hearing for {matter_id!r}")
    return {"matter_id": matter_id.strip().upper(), **_HEARINGS[matter_id.strip().upper()]}


def unbilled_hours(matter_id: str) -> dict[str, Any]:
    """Return the hours worked on a matter that have not been invoiced yet.

    Args:
        matter_id: Matter number, e.g. "M-1000".
    """
    if matter_id.strip().upper() not in _HOURS:
        raise LookupError(f"unknown matter {matter_id!r}")
    return {"matter_id": matter_id.strip().upper(), "hours": _HOURS[matter_id.strip().upper()]}


def lawyer_profile(name: str) -> dict[str, Any]:
    """Return email address, hourly rate in pounds and office of a lawyer.

    Args:
        name: Full name of the lawyer.
    """
    if name.strip().casefold() not in _LAWYERS:
        raise LookupError(f"unknown lawyer {name!r}")
    return {"name": name, **_LAWYERS[name.strip().casefold()]}


def court_fee(claim_value: float, track: Literal["small", "fast", "multi"], online: bool = False) -> dict[str, Any]:
    """Calculate the court fee for issuing a claim.

    Args:
        claim_value: Value of the claim in pounds.
        track: Track the claim is allocated to.
        online: Whether the claim is issued online, which is ten percent cheaper.

    Returns:
        The fee in pounds.
    """
    share = {"small": 0.04, "fast": 0.05, "multi": 0.06}[track.strip().casefold()]
    return {"track": track, "fee": round(claim_value * share * (0.9 if online else 1.0), 2)}
