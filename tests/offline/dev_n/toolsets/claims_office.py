"""Claims desk of a small insurer."""

from typing import Any, Literal

ClaimKind = Literal["water", "fire", "theft", "glass"]

_CLAIMS: dict[str, dict[str, Any]] = {
    "CL-30501": {"policy_no": "P-88120", "kind": "water", "status": "open", "handler": "mgrant", "reserve": 5400},
    "CL-30518": {"policy_no": "P-88347", "kind": "theft", "status": "open", "handler": "tokada", "reserve": 2150},
    "CL-30522": {"policy_no": "P-88120", "kind": "glass", "status": "settled", "handler": "tokada", "reserve": 0},
    "CL-30540": {"policy_no": "P-88409", "kind": "fire", "status": "open", "handler": "lbauer", "reserve": 38000},
    "CL-30553": {"policy_no": "P-88409", "kind": "glass", "status": "refused", "handler": "mgrant", "reserve": 0},
}
_POLICIES: dict[str, dict[str, Any]] = {
    "P-88120": {
        "holder": "Winifred Aske",
        "product": "Home Plus",
        "excess": 250,
        "limit": 60000,
        "valid_to": "2026-11-30",
    },
    "P-88347": {
        "holder": "Desmond Pike",
        "product": "Contents Basic",
        "excess": 400,
        "limit": 3000,
        "valid_to": "2027-01-14",
    },
    "P-88409": {
        "holder": "Corvane Bakery Ltd",
        "product": "Trade Premises",
        "excess": 1500,
        "limit": 250000,
        "valid_to": "2026-08-31",
    },
}
_HANDLERS = {
    "mgrant": {"name": "Moira Grant", "extension": 4471, "team": "Household"},
    "tokada": {"name": "Taro Okada", "extension": 4486, "team": "Household"},
    "lbauer": {"name": "Lotte Bauer", "extension": 4512, "team": "Commercial"},
}
_DOCUMENTS = {
    "water": ["plumber's report", "photos of the damage"],
    "fire": ["fire brigade report", "inventory list"],
    "theft": ["police reference", "receipts"],
    "glass": ["glazier's invoice"],
}


def get_claim(claim_no: str) -> dict[str, Any]:
    """Read a claim file.

    Args:
        claim_no: Claim number, CL- and five digits.

    Returns:
        Policy number, kind of loss, status, login of the handler and the reserve in euros.

    Raises:
        ValueError: If there is no such claim.
    """
    if claim_no.upper() not in _CLAIMS:
        raise ValueError(f"claim {claim_no} does not exist")
    return {"claim_no": claim_no.upper(), **_CLAIMS[claim_no.upper()]}


def get_policy(policy_no: str) -> dict[str, Any]:
    """Read a policy.

    Args:
        policy_no: Policy number, P- and five digits.

    Returns:
        Holder, product, excess and limit in euros, and the last day of cover.

    Raises:
        ValueError: If there is no such policy.
    """
    if policy_no.upper() not in _POLICIES:
        raise ValueError(f"policy {policy_no} does not exist")
    return {"policy_no": policy_no.upper(), **_POLICIES[policy_no.upper()]}


def claims_on_policy(policy_no: str, open_only: bool = False) -> list[dict[str, Any]]:
    """Claims made under a policy.

    Args:
        policy_no: Policy number.
        open_only: Leave out what has been settled or refused.
    """
    return [
        {"claim_no": number, "kind": claim["kind"], "status": claim["status"]}
        for number, claim in _CLAIMS.items()
        if claim["policy_no"] == policy_no.upper() and (not open_only or claim["status"] == "open")
    ]


def estimate_payout(policy_no: str, loss: float) -> dict[str, Any]:
    """Work out what a loss would pay: the loss up to the policy's limit, less the excess.

    Args:
        policy_no: Policy number.
        loss: Amount of the loss in euros.
    """
    policy = get_policy(policy_no)
    return {"policy_no": policy["policy_no"], "payout": max(0, min(loss, policy["limit"]) - policy["excess"])}


def handler_contact(login: str) -> dict[str, Any]:
    """Full name, phone extension and team of a handler."""
    if login.lower() not in _HANDLERS:
        return {"login": login, "error": "not found"}
    return _HANDLERS[login.lower()]


def required_documents(kind: ClaimKind) -> list[str]:
    """Papers a claimant must send in for a kind of loss."""
    return _DOCUMENTS[kind]


def book_surveyor(claim_no: str, day: str, slot: Literal["morning", "afternoon"] = "morning") -> dict[str, Any]:
    """Send a loss surveyor to the claimant.

    Args:
        claim_no: Claim number.
        day: Day of the visit, YYYY-MM-DD.
        slot: Half of the day.

    Returns:
        Reference of the visit.
    """
    claim = get_claim(claim_no)
    return {
        "visit": f"SV{claim['claim_no'][-3:]}{day[5:7]}{day[8:]}{slot[0].upper()}",
        "claim_no": claim["claim_no"],
        "day": day,
    }
