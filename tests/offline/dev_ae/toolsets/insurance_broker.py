"""Clients, policies and claims of an insurance broker."""

from typing import Any, Literal

_Kind = Literal["car", "home", "travel", "life"]

_CLIENTS = [
    {"client_id": "CL-84", "client_name": "Rosalind Marsh", "phone": "020 5550 0311", "city": "Reading"},
    {"client_id": "CL-90", "client_name": "Declan Byrne", "phone": "020 5550 0348", "city": "Slough"},
    {"client_id": "CL-97", "client_name": "Sunniva Dahl", "phone": "020 5550 0375", "city": "Oxford"},
]
_POLICIES: dict[str, dict[str, Any]] = {
    "PL-5003": {"kind": "car", "yearly_premium_eur": 486.0, "end_date": "2026-06-30", "insurer_id": "IN-3"},
    "PL-5006": {"kind": "home", "yearly_premium_eur": 212.0, "end_date": "2027-01-31", "insurer_id": "IN-1"},
    "PL-5008": {"kind": "car", "yearly_premium_eur": 540.0, "end_date": "2026-11-15", "insurer_id": "IN-2"},
    "PL-5011": {"kind": "travel", "yearly_premium_eur": 95.0, "end_date": "2026-08-01", "insurer_id": "IN-3"},
    "PL-5015": {"kind": "life", "yearly_premium_eur": 730.0, "end_date": "2041-12-31", "insurer_id": "IN-1"},
    "PL-5020": {"kind": "home", "yearly_premium_eur": 305.0, "end_date": "2025-09-30", "insurer_id": "IN-2"},
}
_HOLDER = {
    "PL-5003": "CL-84",
    "PL-5006": "CL-84",
    "PL-5020": "CL-84",
    "PL-5008": "CL-90",
    "PL-5011": "CL-90",
    "PL-5015": "CL-97",
}
_LAPSED = {"PL-5020"}
_INSURERS = {
    "IN-1": {"insurer_name": "Albion Mutual", "hotline": "0800 555 0101"},
    "IN-2": {"insurer_name": "Kestrel Direct", "hotline": "0800 555 0122"},
    "IN-3": {"insurer_name": "Severn Life and Motor", "hotline": "0800 555 0137"},
}
_CLAIMS: dict[str, list[dict[str, Any]]] = {
    "PL-5003": [{"claim_id": "CM-71", "date": "2025-11-20", "amount_eur": 1240.0, "status": "paid"}],
    "PL-5006": [{"claim_id": "CM-74", "date": "2025-12-08", "amount_eur": 415.0, "status": "open"}],
    "PL-5008": [
        {"claim_id": "CM-78", "date": "2025-07-02", "amount_eur": 860.0, "status": "rejected"},
        {"claim_id": "CM-83", "date": "2026-01-29", "amount_eur": 2310.0, "status": "open"},
    ],
    "PL-5011": [{"claim_id": "CM-80", "date": "2025-10-17", "amount_eur": 178.0, "status": "paid"}],
}


def _policy(policy_id: str) -> dict[str, Any]:
    key = policy_id.strip().upper()
    if key not in _POLICIES:
        raise ValueError(f"policy {policy_id} not found")
    return {"policy_id": key, **_POLICIES[key]}


def find_client(client_name: str) -> dict[str, Any]:
    """Find a client by name.

    Args:
        client_name: First and last name of the client.

    Returns:
        The client's id, phone number and city.
    """
    for client in _CLIENTS:
        if client["client_name"].casefold() == client_name.strip().casefold():
            return dict(client)
    raise ValueError(f"client {client_name} not found")


def list_policies(client_id: str, kind: _Kind | None = None, active_only: bool = False) -> dict[str, Any]:
    """List the insurance policies of a client.

    Args:
        client_id: Id of the client, e.g. CL-10.
        kind: Kind of insurance.
        active_only: Only active policies.
    """
    found = [_policy(policy_id) for policy_id, holder in _HOLDER.items() if holder == client_id.strip().upper()]
    return {
        "policies": [
            policy
            for policy in found
            if (kind is None or policy["kind"] == kind) and not (active_only and policy["policy_id"] in _LAPSED)
        ]
    }


def get_policy(policy_id: str) -> dict[str, Any]:
    """Kind, premium, end date and insurer of a policy.

    Args:
        policy_id: Id of the policy, e.g. PL-4000.
    """
    policy = _policy(policy_id)
    return {**policy, "client_id": _HOLDER[policy["policy_id"]]}


def get_insurer(insurer_id: str) -> dict[str, Any]:
    """Name and hotline of an insurer.

    Args:
        insurer_id: Id of the insurer, e.g. IN-9.
    """
    key = insurer_id.strip().upper()
    if key not in _INSURERS:
        raise ValueError(f"insurer {insurer_id} not found")
    return {"insurer_id": key, **_INSURERS[key]}


def list_claims(policy_id: str, status: Literal["open", "paid", "rejected"] | None = None) -> list[dict[str, Any]]:
    """List the claims of a policy.

    Args:
        policy_id: Id of the policy, e.g. PL-4000.
        status: Status of the claim.
    """
    claims = _CLAIMS.get(_policy(policy_id)["policy_id"], [])
    return [dict(claim) for claim in claims if status is None or claim["status"] == status]


def renew_policy(policy_id: str, months: int = 12) -> dict[str, Any]:
    """Renew a policy.

    Args:
        policy_id: Id of the policy, e.g. PL-4000.
        months: For how many months.

    Returns:
        The number of the renewal and its price.
    """
    policy = _policy(policy_id)
    price = round(policy["yearly_premium_eur"] * months / 12, 2)
    return {"renewal_number": f"RN-{policy['policy_id'][3:]}-{months}", "price_eur": price}


def calculate_pension(capital_eur: float, years: int, interest_percent: float) -> dict[str, Any]:
    """Calculate the monthly pension that a capital pays.

    Args:
        capital_eur: Capital in euros.
        years: For how many years it is paid.
        interest_percent: Yearly interest rate in percent.
    """
    rate, payments = interest_percent / 1200, years * 12
    pension = capital_eur / payments if rate == 0 else capital_eur * rate / (1 - (1 + rate) ** -payments)
    return {"monthly_pension_eur": round(pension, 2), "years": years}
