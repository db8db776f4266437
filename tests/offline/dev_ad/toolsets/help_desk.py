"""Support tickets of a software company."""

from typing import Any, Literal

_TICKETS: list[dict[str, Any]] = [
    {"ticket_id": 4471, "customer_id": "CU-19", "title": "Export hangs", "status": "open", "priority": "high"},
    {"ticket_id": 4480, "customer_id": "CU-19", "title": "Wrong logo", "status": "open", "priority": "low"},
    {"ticket_id": 4402, "customer_id": "CU-19", "title": "Login loop", "status": "closed", "priority": "high"},
    {"ticket_id": 4492, "customer_id": "CU-25", "title": "Licence lost", "status": "waiting", "priority": "medium"},
]
_CUSTOMERS = {
    "Brightwater": {"customer_id": "CU-19", "contract": "gold", "contact": "Lou Hansen", "users": 140},
    "Alderney": {"customer_id": "CU-25", "contract": "basic", "contact": "Sid Marsh", "users": 18},
}
_AGENTS = {"Priya Nair": ("A-3", 6), "Colm Duffy": ("A-8", 2)}
_ARTICLES = [
    {"article_id": "KB-52", "title": "Reset a forgotten password", "views": 4120},
    {"article_id": "KB-77", "title": "Password rules for administrators", "views": 985},
    {"article_id": "KB-90", "title": "Export large reports", "views": 1534},
]


def get_ticket(ticket_id: int) -> dict[str, Any]:
    """Title, status, priority and customer of a support ticket.

    Args:
        ticket_id: Number of the ticket, four digits.
    """
    for one in _TICKETS:
        if one["ticket_id"] == ticket_id:
            return one
    raise ValueError(f"no ticket {ticket_id}")


def list_tickets(customer_id: str, status: Literal["open", "closed", "waiting"] | None = None) -> list[dict[str, Any]]:
    """List the support tickets of a customer.

    Args:
        customer_id: e.g. CU-10.
        status: One of open, closed, waiting.
    """
    return [t for t in _TICKETS if t["customer_id"] == customer_id and status in (None, t["status"])]


def find_customer(company: str) -> dict[str, Any]:
    """Find a customer by the name of the company: customer id, contract, contact and users.

    Args:
        company: Name of the company.
    """
    if company not in _CUSTOMERS:
        raise ValueError(f"no customer {company}")
    return {"company": company, **_CUSTOMERS[company]}


def get_agent(agent_name: str) -> dict[str, Any]:
    """Look up a support agent: agent id and workload.

    Args:
        agent_name: Full name of the agent.
    """
    if agent_name not in _AGENTS:
        raise ValueError(f"no agent {agent_name}")
    agent_id, load = _AGENTS[agent_name]
    return {"agent_name": agent_name, "agent_id": agent_id, "assigned_tickets": load}


def assign_ticket(ticket_id: int, agent_id: str) -> dict[str, Any]:
    """Assign a ticket to an agent.

    Args:
        ticket_id: Number of the ticket, four digits.
        agent_id: e.g. A-1.
    """
    return {"ticket_id": ticket_id, "agent_id": agent_id, "assignment": f"AS-{ticket_id}-{agent_id[2:]}"}


def close_ticket(ticket_id: int, comment: str = "") -> dict[str, Any]:
    """Close a ticket.

    Args:
        ticket_id: Number of the ticket, four digits.
        comment: Closing comment.
    """
    return {"ticket_id": ticket_id, "comment": comment, "state": f"closed as CL-{ticket_id}"}


def search_articles(keyword: str, limit: int = 10) -> list[dict[str, Any]]:
    """Search the help articles by a keyword.

    Args:
        keyword: Word in the title of the article.
        limit: How many articles at most.
    """
    return [a for a in _ARTICLES if keyword.casefold() in str(a["title"]).casefold()][:limit]
