"""Tickets, staff, devices and servers at an IT help desk."""

from typing import Any, Literal

Priority = Literal["low", "medium", "high"]
Status = Literal["open", "waiting", "closed"]

_EMPLOYEES: list[dict[str, Any]] = [
    {"employee_id": "EMP-18", "name": "Jae Whitlow", "department": "Finance", "extension": 4417},
    {"employee_id": "EMP-23", "name": "Soraya Nemat", "department": "Legal", "extension": 4452},
    {"employee_id": "EMP-31", "name": "Colm Brady", "department": "Warehouse", "extension": 4490},
]
_DEVICES: list[dict[str, Any]] = [
    {"device_id": "DV-900", "employee_id": "EMP-18", "kind": "laptop", "model": "Aero 14", "purchased": "2021-03-09"},
    {"device_id": "DV-914", "employee_id": "EMP-18", "kind": "monitor", "model": "Wide 27", "purchased": "2024-11-21"},
    {"device_id": "DV-922", "employee_id": "EMP-23", "kind": "laptop", "model": "Slate 13", "purchased": "2023-06-30"},
    {"device_id": "DV-930", "employee_id": "EMP-31", "kind": "scanner", "model": "Pico 2", "purchased": "2019-01-15"},
]
_WARRANTIES = {"DV-900": "2024-03-08", "DV-914": "2027-11-20", "DV-922": "2026-06-29", "DV-930": "2021-01-14"}
_TICKETS: list[dict[str, Any]] = [
    {
        "ticket_id": 4471,
        "subject": "VPN drops every hour",
        "status": "open",
        "priority": "high",
        "opened": "2026-03-02",
        "employee_id": "EMP-18",
    },
    {
        "ticket_id": 4475,
        "subject": "Printer jams",
        "status": "open",
        "priority": "low",
        "opened": "2026-02-17",
        "employee_id": "EMP-31",
    },
    {
        "ticket_id": 4480,
        "subject": "Mailbox is full",
        "status": "waiting",
        "priority": "medium",
        "opened": "2026-03-05",
        "employee_id": "EMP-23",
    },
    {
        "ticket_id": 4482,
        "subject": "Screen flickers",
        "status": "open",
        "priority": "high",
        "opened": "2026-02-25",
        "employee_id": "EMP-18",
    },
    {
        "ticket_id": 4466,
        "subject": "Lost badge",
        "status": "closed",
        "priority": "medium",
        "opened": "2026-01-29",
        "employee_id": "EMP-31",
    },
]
_SERVERS: dict[str, dict[str, Any]] = {
    "mail-01": {"state": "running", "uptime_days": 212, "load_percent": 37},
    "files-02": {"state": "degraded", "uptime_days": 48, "load_percent": 91},
    "build-05": {"state": "stopped", "uptime_days": 0, "load_percent": 0},
}


def find_employee(name: str) -> dict[str, Any]:
    """Look up an employee by name.

    Args:
        name: Full name of the employee.

    Returns:
        Employee id, department and phone extension.
    """
    for one in _EMPLOYEES:
        if one["name"].casefold() == name.strip().casefold():
            return one
    raise ValueError(f"Unknown employee: {name}")


def list_devices(employee_id: str) -> list[dict[str, Any]]:
    """List the devices that an employee has.

    Args:
        employee_id: e.g. "EMP-10".
    """
    return [one for one in _DEVICES if one["employee_id"] == employee_id]


def check_warranty(device_id: str) -> dict[str, str]:
    """Check until when a device is under warranty.

    Args:
        device_id: e.g. "DV-100".
    """
    if device_id not in _WARRANTIES:
        return {"device_id": device_id, "error": "device not found"}
    return {"device_id": device_id, "warranty_until": _WARRANTIES[device_id]}


def list_tickets(
    status: Status | None = None, priority: Priority | None = None, limit: int = 20
) -> list[dict[str, Any]]:
    """List help desk tickets, the newest first.

    Args:
        status: Only tickets with this status (open, waiting, closed).
        priority: Only tickets with this priority (low, medium, high).
        limit: How many tickets at most.
    """
    found = [one for one in _TICKETS if status in (None, one["status"]) and priority in (None, one["priority"])]
    return sorted(found, key=lambda one: one["opened"], reverse=True)[:limit]


def create_ticket(employee_id: str, subject: str, priority: Priority = "medium") -> dict[str, Any]:
    """Create a ticket for an employee.

    Args:
        employee_id: e.g. "EMP-10".
        subject: What is wrong, in a few words.
        priority: low, medium or high.
    """
    return {"ticket_id": 4490 + int(employee_id[4:]), "status": "open", "subject": subject, "priority": priority}


def close_ticket(ticket_id: int, comment: str | None = None) -> dict[str, Any]:
    """Close a ticket, with a comment if there is one.

    Args:
        ticket_id: Number of the ticket, e.g. 4000.
        comment: Closing comment.
    """
    for one in _TICKETS:
        if one["ticket_id"] == ticket_id:
            return {"ticket_id": ticket_id, "subject": one["subject"], "status": "closed", "comment": comment}
    raise ValueError(f"Unknown ticket: {ticket_id}")


def get_server_status(server: str) -> dict[str, Any]:
    """Status, uptime and load of a server.

    Args:
        server: Name of the server, e.g. "web-07".
    """
    if server.strip().casefold() not in _SERVERS:
        raise ValueError(f"Unknown server: {server}")
    return {"server": server, **_SERVERS[server.strip().casefold()]}
