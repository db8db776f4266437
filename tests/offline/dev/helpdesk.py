"""IT operations: tickets, servers, users, deployments."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def get_ticket(ticket_id: int) -> dict[str, Any]:
    """Get a support ticket with its priority, assignee and affected host.

    Args:
        ticket_id: Number of the ticket.
    """
    return {
        "ticket_id": ticket_id,
        "title": "Disk almost full",
        "priority": "high",
        "assignee": "mira.k",
        "host": "db-07",
        "state": "open",
    }


def search_tickets(
    text: str | None = None,
    state: Literal["open", "closed", "waiting"] | None = None,
    priority: Literal["low", "normal", "high"] | None = None,
) -> list[dict[str, Any]]:
    """Search support tickets.

    Args:
        text: Words in the title.
        state: State of the ticket.
        priority: How urgent it is.
    """
    return [
        {"ticket_id": 4471, "title": "Disk almost full", "host": "db-07", "created": "2026-01-04"},
        {"ticket_id": 4480, "title": "VPN drops", "host": "gw-01", "created": "2026-01-09"},
    ]


def server_status(hostname: str) -> dict[str, Any]:
    """Current load, memory and disk use of a server.

    Args:
        hostname: Name of the host, e.g. web-02.
    """
    return {"hostname": hostname, "cpu_percent": 31, "disk_percent": 96, "uptime_days": 212}


def restart_service(hostname: str, service: str) -> dict[str, Any]:
    """Restart a service on a server.

    Args:
        hostname: Name of the host.
        service: Name of the service, e.g. nginx.
    """
    return {"hostname": hostname, "service": service, "restarted": True, "pid": 9120}


def get_user(username: str) -> dict[str, Any]:
    """Details of a user account: full name, team and phone extension.

    Args:
        username: Login name such as mira.k.
    """
    return {"username": username, "full_name": "Mira Kovac", "team": "Storage", "extension": 7313}


def list_deployments(service: str, limit: int = 5) -> list[dict[str, Any]]:
    """Latest deployments of a service.

    Args:
        service: Name of the service.
        limit: How many to return.
    """
    return [{"version": "2.14.1", "deployed_at": "2026-01-10T08:00", "by": "mira.k"}][:limit]


def add_comment(ticket_id: int, comment: str) -> dict[str, Any]:
    """Add a comment to a ticket.

    Args:
        ticket_id: Number of the ticket.
        comment: What to write.
    """
    return {"comment_id": 92, "ticket_id": ticket_id}


TOOLS = [get_ticket, search_tickets, server_status, restart_service, get_user, list_deployments, add_comment]

CASES = [
    Case(
        "Which host does ticket 4471 affect and how full is that server's disk?",
        (("get_ticket", {"ticket_id": 4471}), ("server_status", {"hostname": "db-07"})),
        ("db-07", "96"),
    ),
    Case(
        "Who is assigned to ticket 4471, and what team are they on?",
        (("get_ticket", {"ticket_id": 4471}), ("get_user", {"username": "mira.k"})),
        ("Mira Kovac", "Storage"),
    ),
    Case(
        "Show me the open tickets with high priority and the status of server web-02.",
        (("search_tickets", {"state": "open", "priority": "high"}), ("server_status", {"hostname": "web-02"})),
        ("4471", "31"),
    ),
    Case(
        "Restart the nginx service on web-02 and then check the server's status.",
        (("restart_service", {"hostname": "web-02", "service": "nginx"}), ("server_status", {"hostname": "web-02"})),
        ("9120", "31"),
    ),
    Case(
        "What is the phone extension of the person assigned to ticket 4471?",
        (("get_ticket", {"ticket_id": 4471}), ("get_user", {"username": "mira.k"})),
        ("7313",),
    ),
    Case(
        "Add the comment 'Cleaned up old logs' to ticket 4471 and show me the last 3 deployments "
        "of the billing service.",
        (
            ("add_comment", {"ticket_id": 4471, "comment": "Cleaned up old logs"}),
            ("list_deployments", {"service": "billing", "limit": 3}),
        ),
        ("92", "2.14.1"),
    ),
    Case(
        "How busy is the server mentioned in ticket #4480?",
        (("get_ticket", {"ticket_id": 4480}), ("server_status", {"hostname": "db-07"})),
        ("31",),
    ),
    Case(
        "List waiting tickets. Get user mira.k too.",
        (("search_tickets", {"state": "waiting"}), ("get_user", {"username": "mira.k"})),
        ("VPN drops", "7313"),
    ),
    Case(
        "Give me details on tickets 4471 and 4480.",
        (("get_ticket", {"ticket_id": 4471}), ("get_ticket", {"ticket_id": 4480})),
        ("db-07",),
    ),
    Case("Close the ticket.", (), ()),
]
