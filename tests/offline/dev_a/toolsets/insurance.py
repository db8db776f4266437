"""Tools of an insurance company's service desk."""

from typing import Any, Literal

Kind = Literal["home", "car", "pet", "liability"]

_POLICIES: dict[str, dict[str, Any]] = {
    "HO-7712": {
        "holder": "Laura Kimball", "kind": "home", "deductible": 250, "annual_premium": 418.6,
        "renewal_date": "2026-08-01",
    },
    "CA-3305": {
        "holder": "Laura Kimball", "kind": "car", "deductible": 500, "annual_premium": 736.0,
        "renewal_date": "2026-05-11",
    },
    "CA-3391": {
        "holder": "Stefan Horvat", "kind": "car", "deductible": 300, "annual_premium": 891.4,
        "renewal_date": "2026-10-23",
    },
    "PE-1180": {
        "holder": "Mei Chen", "kind": "pet", "deductible": 75, "annual_premium": 212.9,
        "renewal_date": "2026-12-05",
    },
    "HO-7809": {
        "holder": "Grant Abbott", "kind": "home", "deductible": 150, "annual_premium": 367.2,
        "renewal_date": "2026-07-19",
    },
}  # fmt: skip
_CLAIMS: dict[str, dict[str, Any]] = {
    "CL-9001": {"policy_number": "HO-7712", "status": "under review", "amount": 1840.0, "assessor": "Ruth Salter"},
    "CL-9014": {"policy_number": "CA-3391", "status": "paid", "amount": 2675.5, "assessor": "Ivan Petrov"},
    "CL-9027": {"policy_number": "PE-1180", "status": "rejected", "amount": 390.0, "assessor": "Ruth Salter"},
    "CL-9033": {"policy_number": "HO-7809", "status": "waiting for documents", "amount": 5120.0,
                "assessor": "Naomi Adler"},
}  # fmt: skip
_ASSESSORS = {
    "ruth salter": {"email": "ruth.salter@example.org", "region": "North", "open_cases": 23},
    "ivan petrov": {"email": "ivan.petrov@example.org", "region": "Coast", "open_cases": 11},
    "naomi adler": {"email": "naomi.adler@example.org", "region": "Valley", "open_cases": 17},
}
_BASE = {"home": 0.0016, "car": 0.031, "pet": 0.058, "liability": 0.0004}
_REPAIRERS = {
    "north": {"glazier": "ClearPane", "plumber": "Drip & Sons", "roofer": "Topline"},
    "coast": {"glazier": "Seaview Glass", "plumber": "Anchor Pipes", "roofer": "Gull Roofing"},
    "valley": {"glazier": "Lowland Windows", "plumber": "Brook Plumbing", "roofer": "Slate House"},
}


def _policy(policy_number: str) -> str:
    key = policy_number.strip().upper()
    if key not in _POLICIES:
        raise LookupError(f"no policy {policy_number!r}")
    return key


def find_policy(holder: str, kind: Kind) -> dict[str, str]:
    """Find the policy of a customer.

    Args:
        holder: Full name of the policyholder.
        kind: Kind of insurance.

    Returns:
        The policy number.
    """
    for number, policy in _POLICIES.items():
        if policy["holder"].casefold() == holder.strip().casefold() and policy["kind"] == kind.casefold():
            return {"policy_number": number}
    raise LookupError(f"{holder} has no {kind} policy")


def policy_details(policy_number: str) -> dict[str, Any]:
    """Get the deductible, annual premium and renewal date of a policy.

    Args:
        policy_number: Number of the policy, such as "HO-7000".
    """
    key = _policy(policy_number)
    return {"policy_number": key, **_POLICIES[key]}


def open_claim(policy_number: str, incident_date: str, amount: float, police_report: bool = False) -> dict[str, Any]:
    """Open a claim on a policy.

    Args:
        policy_number: Number of the policy, such as "HO-7000".
        incident_date: Day of the damage, YYYY-MM-DD.
        amount: Estimated damage in euros.
        police_report: Whether the police have been informed.

    Returns:
        The claim number and the days until an assessor calls.
    """
    key = _policy(policy_number)
    if amount <= 0:
        raise ValueError("amount must be positive")
    number = f"CL-{key[3:]}{incident_date[8:]}"
    return {"claim_number": number, "days_until_call": 2 if police_report else 5}


def claim_status(claim_number: str) -> dict[str, Any]:
    """Get the status, claimed amount and assessor of a claim.

    Args:
        claim_number: Number of the claim, such as "CL-9999".
    """
    key = claim_number.strip().upper()
    if key not in _CLAIMS:
        raise LookupError(f"no claim {claim_number!r}")
    return {"claim_number": key, **_CLAIMS[key]}


def assessor_contact(name: str) -> dict[str, Any]:
    """Get the e-mail address, region and number of open cases of an assessor.

    Args:
        name: Full name of the assessor.
    """
    key = name.strip().casefold()
    if key not in _ASSESSORS:
        raise LookupError(f"no assessor named {name!r}")
    return {"name": name.strip(), **_ASSESSORS[key]}


def premium_quote(kind: Kind, sum_insured: float, claim_free_years: int = 0) -> dict[str, float]:
    """Quote the yearly premium of a new policy.

    Args:
        kind: Kind of insurance.
        sum_insured: Value covered in euros.
        claim_free_years: Years without a claim; each takes 5 percent off, up to 40.
    """
    if kind.casefold() not in _BASE:
        raise ValueError(f"unknown kind {kind!r}")
    discount = min(claim_free_years * 5, 40) / 100
    return {"yearly_premium": round(_BASE[kind.casefold()] * sum_insured * (1 - discount), 2)}


def cancel_policy(policy_number: str, end_date: str) -> dict[str, Any]:
    """Cancel a policy as of a given day (YYYY-MM-DD) and return the refund."""
    key = _policy(policy_number)
    months = 12 - int(end_date[5:7])
    return {"policy_number": key, "refund": round(_POLICIES[key]["annual_premium"] / 12 * months, 2)}


def recommended_repairer(region: str, trade: Literal["glazier", "plumber", "roofer"]) -> dict[str, str]:
    """Name the repair firm the insurer works with.

    Args:
        region: Region of the damage.
        trade: Trade that is needed.
    """
    key = region.strip().casefold()
    if key not in _REPAIRERS:
        raise LookupError(f"unknown region {region!r}")
    return {"region": region.strip(), "trade": trade, "firm": _REPAIRERS[key][trade.casefold()]}
