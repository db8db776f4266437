"""A library that lends drills and ladders instead of books."""

from typing import Any

TOOLS: list[dict[str, Any]] = [
    {"tool_id": "TL-18", "tool": "drywall lift", "deposit_eur": 35, "shelf": "A4", "weight_kg": 38},
    {"tool_id": "TL-21", "tool": "drywall sander", "deposit_eur": 20, "shelf": "B2", "weight_kg": 4.5},
    {"tool_id": "TL-23", "tool": "drywall screwdriver", "deposit_eur": 55, "shelf": "B3", "weight_kg": 2.1},
    {"tool_id": "TL-45", "tool": "wallpaper steamer", "deposit_eur": 15, "shelf": "C7", "weight_kg": 3.2},
    {"tool_id": "TL-52", "tool": "tile saw", "deposit_eur": 60, "shelf": "D1", "weight_kg": 14},
    {"tool_id": "TL-58", "tool": "tile nippers", "deposit_eur": 10, "shelf": "D5", "weight_kg": 0.4},
]
LOANS: list[dict[str, Any]] = [
    {"loan_id": "L-640", "member_no": 3087, "tool_id": "TL-45", "due_date": "2026-09-18"},
    {"loan_id": "L-648", "member_no": 3087, "tool_id": "TL-58", "due_date": "2026-09-09"},
    {"loan_id": "L-655", "member_no": 2456, "tool_id": "TL-21", "due_date": "2026-09-25"},
    {"loan_id": "L-659", "member_no": 2456, "tool_id": "TL-18", "due_date": "2026-09-29"},
]
WORKSHOPS: list[dict[str, Any]] = [
    {"workshop_id": "WS-31", "title": "Sharpening Chisels", "date": "2026-10-10", "fee_eur": 24},
    {"workshop_id": "WS-33", "title": "Safe Sawing", "date": "2026-10-24", "fee_eur": 18},
    {"workshop_id": "WS-36", "title": "Repairing Chairs", "date": "2026-11-14", "fee_eur": 32},
    {"workshop_id": "WS-37", "title": "Laying Tiles", "date": "2026-11-07", "fee_eur": 45},
    {"workshop_id": "WS-40", "title": "Birdhouses", "date": "2026-12-05", "fee_eur": 12},
]


def search_tools(keyword: str, max_deposit: float | None = None) -> list[dict[str, Any]]:
    """Search tools to borrow.

    keyword - a word of what it is called or is for, such as hedge
    max_deposit - highest deposit in euros
    """
    return [
        {key: one[key] for key in ("tool_id", "tool", "deposit_eur")}
        for one in TOOLS
        if keyword.strip().casefold() in one["tool"] and (max_deposit is None or one["deposit_eur"] <= max_deposit)
    ]


def get_tool(tool_id: str) -> dict[str, Any]:
    """Deposit, shelf and weight of a tool.

    tool_id - number on the label, e.g. TL-18
    """
    for one in TOOLS:
        if one["tool_id"] == tool_id:
            return one
    raise ValueError(f"no tool {tool_id}")


def reserve_tool(tool_id: str, member_no: int, from_date: str, to_date: str) -> dict[str, Any]:
    """Reserve a tool for a member.

    tool_id - number on the label, e.g. TL-18
    member_no - number of the member, four digits
    from_date - first day, YYYY-MM-DD
    to_date - last day, YYYY-MM-DD
    """
    return {
        "reservation": f"RS-{tool_id[-2:]}{from_date[5:7]}{from_date[8:]}",
        "member_no": member_no,
        "until": to_date,
    }


def list_loans(member_no: int) -> list[dict[str, Any]]:
    """List the loans of a member, with the tool and the due date of each."""
    return [one for one in LOANS if one["member_no"] == member_no]


def renew_loan(loan_id: str, days: int = 7) -> dict[str, Any]:
    """Renew a loan.

    loan_id - e.g. L-640
    days - for how many days
    """
    if loan_id not in {one["loan_id"] for one in LOANS}:
        raise ValueError(f"no loan {loan_id}")
    return {"loan_id": loan_id, "days": days, "receipt": f"RN-{loan_id[-3:]}{days}"}


def list_workshops(month: str) -> list[dict[str, Any]]:
    """List the workshops in a month.

    month - YYYY-MM
    """
    return [one for one in WORKSHOPS if one["date"].startswith(month)]


def book_workshop(workshop_id: str, member_no: int) -> dict[str, Any]:
    """Book a workshop for a member.

    workshop_id - e.g. WS-31
    member_no - number of the member, four digits
    """
    if workshop_id not in {one["workshop_id"] for one in WORKSHOPS}:
        raise ValueError(f"no workshop {workshop_id}")
    return {"ticket": f"WT-{workshop_id[-2:]}-{member_no}", "workshop_id": workshop_id}
