"""Support desk of a web hosting provider."""

from typing import Any, Literal

_DOMAINS: dict[str, dict[str, Any]] = {
    "pinebarn.example": {"customer": "C-2208", "expires": "2026-11-03", "auto_renew": False, "server": "web14"},
    "tallow-books.example": {"customer": "C-2208", "expires": "2027-02-19", "auto_renew": True, "server": "web14"},
    "osterhaus.example": {"customer": "C-2351", "expires": "2026-09-28", "auto_renew": True, "server": "web21"},
    "kitesandco.example": {"customer": "C-2417", "expires": "2028-05-07", "auto_renew": False, "server": "web09"},
}
_DNS: dict[tuple[str, str], list[str]] = {
    ("pinebarn.example", "A"): ["192.0.2.44"],
    ("pinebarn.example", "MX"): ["10 mail.pinebarn.example"],
    ("tallow-books.example", "A"): ["192.0.2.45"],
    ("osterhaus.example", "A"): ["198.51.100.17"],
    ("osterhaus.example", "MX"): ["5 mx1.osterhaus.example", "20 mx2.osterhaus.example"],
    ("osterhaus.example", "TXT"): ["v=spf1 mx -all"],
    ("kitesandco.example", "A"): ["203.0.113.80"],
}
_SERVERS: dict[str, dict[str, Any]] = {
    "web09": {"load": 0.41, "uptime_days": 212, "datacentre": "Malmö"},
    "web14": {"load": 3.87, "uptime_days": 19, "datacentre": "Utrecht"},
    "web21": {"load": 1.06, "uptime_days": 88, "datacentre": "Graz"},
}
_CERTS: dict[str, dict[str, Any]] = {
    "pinebarn.example": {"issuer": "Nordlys CA", "valid_until": "2026-07-12"},
    "osterhaus.example": {"issuer": "Freecert", "valid_until": "2026-08-30"},
    "kitesandco.example": {"issuer": "Freecert", "valid_until": "2026-06-25"},
}
_PLANS = {"starter": 4.9, "business": 11.5, "agency": 29.0}


def get_domain(domain: str) -> dict[str, Any]:
    """Registration data of a domain.

    Args:
        domain: Domain name without www.

    Returns:
        Customer number, date of expiry, whether it renews itself, and the server that hosts it.

    Raises:
        ValueError: If the domain is not hosted here.
    """
    try:
        return {"domain": domain.lower(), **_DOMAINS[domain.lower()]}
    except KeyError:
        raise ValueError(f"{domain} is not hosted here") from None


def list_dns_records(domain: str, record_type: Literal["A", "MX", "TXT"] = "A") -> list[str]:
    """List the DNS entries of one type for a domain.

    Args:
        domain: Domain name without www.
        record_type: Type of the entries.
    """
    return _DNS.get((domain.lower(), record_type), [])


def check_certificate(domain: str) -> dict[str, Any]:
    """Show who issued the TLS certificate of a domain and until when it is valid."""
    found = _CERTS.get(domain.lower())
    return {"domain": domain.lower(), "installed": found is not None, **(found or {})}


def server_health(server: str) -> dict[str, Any]:
    """Current load, uptime and location of a server."""
    if server.lower() not in _SERVERS:
        raise ValueError(f"no server {server}")
    return {"server": server.lower(), **_SERVERS[server.lower()]}


def restart_service(
    server: str, service: Literal["nginx", "php-fpm", "mysql", "dovecot"], graceful: bool = True
) -> str:
    """Restart one service on a server.

    Args:
        server: Host name such as web14.
        service: What to restart.
        graceful: Let running requests finish first. False kills them.

    Returns:
        The ticket under which the restart is logged.
    """
    if server.lower() not in _SERVERS:
        raise ValueError(f"no server {server}")
    return f"OPS-{int(server[3:]) * 37}{len(service)}{'G' if graceful else 'K'}"


def create_mailbox(address: str, quota_gb: int = 5) -> dict[str, Any]:
    """Set up a mailbox.

    Args:
        address: Full e-mail address on a hosted domain.
        quota_gb: Space in gigabytes.
    """
    local, _, domain = address.lower().partition("@")
    if domain not in _DOMAINS:
        raise ValueError(f"{domain} is not hosted here")
    return {"mailbox_id": f"mb-{len(local)}{quota_gb:02d}{len(domain)}", "address": address.lower(), "active": True}


def plan_cost(plan: Literal["starter", "business", "agency"], months: int = 12) -> dict[str, Any]:
    """Price of a hosting plan in euros for a number of months; two years or more are 15 percent cheaper.

    Args:
        plan: Name of the plan.
        months: Duration of the contract.
    """
    return {"plan": plan, "months": months, "euros": round(_PLANS[plan] * months * (0.85 if months >= 24 else 1), 2)}
