"""Services, incidents and on-call duty of a software company."""

from typing import Any, Literal

_SERVICES: dict[str, dict[str, Any]] = {
    "checkout-api": {"team": "Payments", "version": "4.18.2", "region": "eu-west"},
    "search-index": {"team": "Discovery", "version": "2.7.0", "region": "us-east"},
    "mail-relay": {"team": "Messaging", "version": "1.33.5", "region": "eu-north"},
}
_ONCALL = {
    ("payments", "primary"): "Bettina Krol",
    ("payments", "secondary"): "Jared Nwosu",
    ("discovery", "primary"): "Mina Farouk",
    ("discovery", "secondary"): "Otto Lang",
    ("messaging", "primary"): "Shreya Iyer",
    ("messaging", "secondary"): "Paul Dunne",
}
_INCIDENTS: dict[str, dict[str, Any]] = {
    "INC-902": {
        "service": "checkout-api",
        "severity": "critical",
        "opened": "2026-06-02",
        "cause": "expired certificate",
    },
    "INC-917": {"service": "search-index", "severity": "minor", "opened": "2026-06-09", "cause": "disk full"},
    "INC-921": {"service": "mail-relay", "severity": "major", "opened": "2026-06-11", "cause": "DNS typo"},
}
_METRICS: dict[str, dict[str, float]] = {
    "checkout-api": {"latency": 182.0, "errors": 0.42, "uptime": 99.91},
    "search-index": {"latency": 67.5, "errors": 0.08, "uptime": 99.98},
    "mail-relay": {"latency": 341.0, "errors": 1.73, "uptime": 99.35},
}


def get_service(service: str) -> dict[str, Any]:
    """Return the owning team, deployed version and region of a service.

    Args:
        service: Name of the service, e.g. "user-db".
    """
    if service.strip().casefold() not in _SERVICES:
        raise LookupError(f"unknown service {service!r}")
    return {"service": service, **_SERVICES[service.strip().casefold()]}


def who_is_on_call(team: str, level: Literal["primary", "secondary"] = "primary") -> dict[str, Any]:
    """Return the engineer on call for a team.

    Args:
        team: Name of the team.
        level: Primary or backup duty.
    """
    if (team.strip().casefold(), level.strip().casefold()) not in _ONCALL:
        raise LookupError(f"unknown team {team!r}")
    return {"team": team, "level": level, "engineer": _ONCALL[team.strip().casefold(), level.strip().casefold()]}


def get_incident(incident_id: str) -> dict[str, Any]:
    """Return an incident: the service affected, severity, opening date and root cause.

    Args:
        incident_id: Incident number, e.g. "INC-100".
    """
    if incident_id.strip().upper() not in _INCIDENTS:
        raise LookupError(f"unknown incident {incident_id!r}")
    return {"incident_id": incident_id.strip().upper(), **_INCIDENTS[incident_id.strip().upper()]}


def service_metric(service: str, metric: Literal["latency", "errors", "uptime"]) -> dict[str, Any]:
    """Return a metric of a service over the last 24 hours.

    Args:
        service: Name of the service.
        metric: Median latency in milliseconds, error rate in percent, or uptime in percent.
    """
    if service.strip().casefold() not in _METRICS:
        raise LookupError(f"unknown service {service!r}")
    return {"service": service, "metric": metric, "value": _METRICS[service.strip().casefold()][metric.casefold()]}


def roll_back(service: str, version: str, dry_run: bool = False) -> dict[str, Any]:
    """Roll a service back to an earlier version.

    Args:
        service: Name of the service.
        version: Version to restore, e.g. "1.2.3".
        dry_run: Only report what would be done.

    Returns:
        The id of the deployment job and its state.
    """
    if service.strip().casefold() not in _SERVICES:
        raise LookupError(f"unknown service {service!r}")
    number = 7000 + sum(map(ord, service.strip().casefold() + version)) % 1000
    return {"job": f"JOB-{number}", "state": "simulated" if dry_run else "started"}
