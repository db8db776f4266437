"""An office: employees, calendars, rooms, leave, messages."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def lookup_employee(name: str) -> dict[str, Any]:
    """Look up an employee in the staff directory.

    Parameters
    ----------
    name : str
        First and last name.
    """
    return {
        "employee_id": "E204",
        "name": name,
        "department": "Logistics",
        "email": "j.park@corp.example",
        "manager_id": "E101",
    }


def get_employee(employee_id: str) -> dict[str, Any]:
    """Fetch an employee's profile by employee id.

    Args:
        employee_id: Staff number like E101.
    """
    return {
        "employee_id": employee_id,
        "name": "Rosa Lund",
        "department": "Operations",
        "email": "r.lund@corp.example",
        "manager_id": None,
    }


def get_leave_balance(employee_id: str, year: int | None = None) -> dict[str, Any]:
    """How many vacation days an employee has left.

    Args:
        employee_id: Staff number.
        year: Calendar year, the current one by default.
    """
    return {"employee_id": employee_id, "days_left": 11.5}


def request_leave(
    employee_id: str, start_date: str, end_date: str, kind: Literal["vacation", "sick", "parental"] = "vacation"
) -> dict[str, Any]:
    """Submit a leave request for an employee.

    Args:
        employee_id: Staff number.
        start_date: First day off (YYYY-MM-DD).
        end_date: Last day off (YYYY-MM-DD).
        kind: Type of leave.
    """
    return {"request_id": "LR-88", "state": "submitted"}


def find_free_rooms(date: str, start_time: str, end_time: str, seats: int) -> list[dict[str, Any]]:
    """Find meeting rooms that are free.

    Args:
        date: Day (YYYY-MM-DD).
        start_time: Start (HH:MM, 24 h).
        end_time: End (HH:MM, 24 h).
        seats: Number of people the room must hold.
    """
    return [{"room": "Fjord", "seats": 8, "floor": 2}, {"room": "Dune", "seats": 14, "floor": 5}]


def send_message(to: str, text: str) -> dict[str, Any]:
    """Send a chat message to a colleague.

    Args:
        to: E-mail address of the colleague.
        text: The message.
    """
    return {"sent": True, "to": to, "message_id": "M-3021"}


def list_holidays(country: str, year: int) -> list[dict[str, Any]]:
    """Public holidays of a country in a year.

    Args:
        country: Country name in English.
        year: Four-digit year.
    """
    return [{"date": f"{year}-01-01", "name": "New Year's Day"}, {"date": f"{year}-05-17", "name": "Constitution Day"}]


TOOLS = [lookup_employee, get_employee, get_leave_balance, request_leave, find_free_rooms, send_message, list_holidays]

CASES = [
    Case(
        "How many vacation days does Jae Park have left?",
        (("lookup_employee", {"name": "Jae Park"}), ("get_leave_balance", {"employee_id": "E204"})),
        ("11.5",),
    ),
    Case(
        "Look up Jae Park and tell me who his manager is.",
        (("lookup_employee", {"name": "Jae Park"}), ("get_employee", {"employee_id": "E101"})),
        ("Rosa Lund",),
    ),
    Case(
        "Find a free room for 6 people on 12 May 2026 from 14:00 to 15:30, and list the public "
        "holidays in Norway in 2026.",
        (
            ("find_free_rooms", {"date": "2026-05-12", "start_time": "14:00", "end_time": "15:30", "seats": 6}),
            ("list_holidays", {"country": "Norway", "year": 2026}),
        ),
        ("Fjord", "Constitution Day"),
    ),
    Case(
        "Send Jae Park the message 'The pallets are here'.",
        (
            ("lookup_employee", {"name": "Jae Park"}),
            ("send_message", {"to": "j.park@corp.example", "text": "The pallets are here"}),
        ),
        ("M-3021",),
    ),
    Case(
        'Look up the email of Jae Park and send him a message saying "Lunch at noon?"',
        (
            ("lookup_employee", {"name": "Jae Park"}),
            ("send_message", {"to": "j.park@corp.example", "text": "Lunch at noon?"}),
        ),
        ("M-3021",),
    ),
    Case(
        "Check the leave balance of employee E204 and request vacation for E204 from 2026-07-06 to 2026-07-10.",
        (
            ("get_leave_balance", {"employee_id": "E204"}),
            ("request_leave", {"employee_id": "E204", "start_date": "2026-07-06", "end_date": "2026-07-10"}),
        ),
        ("11.5", "LR-88"),
    ),
    Case(
        "What department does employee E311 work in and how many vacation days does she have left?",
        (("get_employee", {"employee_id": "E311"}), ("get_leave_balance", {"employee_id": "E311"})),
        ("Operations", "11.5"),
    ),
    Case(
        "Put in a sick leave request for Jae Park from 2 March 2026 to 4 March 2026.",
        (
            ("lookup_employee", {"name": "Jae Park"}),
            (
                "request_leave",
                {"employee_id": "E204", "start_date": "2026-03-02", "end_date": "2026-03-04", "kind": "sick"},
            ),
        ),
        ("LR-88",),
    ),
    Case(
        "When are the holidays in Sweden in 2027, and which rooms are free on 3 March 2027 from 9 "
        "am to 10 am for 10 people?",
        (
            ("list_holidays", {"country": "Sweden", "year": 2027}),
            ("find_free_rooms", {"date": "2027-03-03", "start_time": "09:00", "end_time": "10:00", "seats": 10}),
        ),
        ("2027-05-17", "Dune"),
    ),
    Case(
        "Who is the manager of Jae Park?",
        (("lookup_employee", {"name": "Jae Park"}), ("get_employee", {"employee_id": "E101"})),
        ("Rosa Lund",),
    ),
]
