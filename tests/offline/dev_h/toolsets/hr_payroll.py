"""Personnel records and pay."""

from typing import Any, Literal

_EMPLOYEES: dict[str, dict[str, Any]] = {
    "nadia petrov": {"employee_id": 40117, "department": "Finance", "job_title": "Accountant", "grade": "G6"},
    "luke abernathy": {"employee_id": 40152, "department": "Sales", "job_title": "Account Manager", "grade": "G7"},
    "chloe santos": {"employee_id": 40168, "department": "Engineering", "job_title": "Technician", "grade": "G5"},
    "marek dvorak": {"employee_id": 40190, "department": "Engineering", "job_title": "Lead Engineer", "grade": "G8"},
}
_SLIPS: dict[tuple[int, str], dict[str, Any]] = {
    (40117, "2026-02"): {"gross": 4150.0, "tax": 871.5, "net": 3278.5},
    (40117, "2026-03"): {"gross": 4310.0, "tax": 913.2, "net": 3396.8},
    (40152, "2026-03"): {"gross": 4890.0, "tax": 1085.4, "net": 3804.6},
    (40168, "2026-02"): {"gross": 3480.0, "tax": 661.2, "net": 2818.8},
    (40168, "2026-03"): {"gross": 3655.0, "tax": 708.9, "net": 2946.1},
    (40190, "2026-03"): {"gross": 6120.0, "tax": 1530.0, "net": 4590.0},
}
_HOURLY = {40117: 25.0, 40152: 29.4, 40168: 21.6, 40190: 36.8}
_BANDS = {
    "G5": {"minimum": 38000, "maximum": 45500},
    "G6": {"minimum": 46000, "maximum": 54000},
    "G7": {"minimum": 54500, "maximum": 64000},
    "G8": {"minimum": 65000, "maximum": 79000},
}
_HEADS = {
    "finance": {"head": "Gloria Ashdown", "cost_centre": "CC-110"},
    "sales": {"head": "Victor Hale", "cost_centre": "CC-240"},
    "engineering": {"head": "Yuki Brandt", "cost_centre": "CC-360"},
}


def find_employee(name: str) -> dict[str, Any]:
    """Look up employee number, department, job title and pay grade of a person.

    Args:
        name: First and last name.
    """
    employee = _EMPLOYEES.get(name.strip().casefold())
    if employee is None:
        raise ValueError(f"no employee {name!r}")
    return employee


def get_payslip(employee_id: int, month: str) -> dict[str, Any]:
    """Gross pay, tax and net pay of an employee in one month.

    Args:
        employee_id: Five-digit employee number.
        month: Month in the form YYYY-MM.
    """
    return {"month": month, **_SLIPS.get((employee_id, month), {"found": False})}


def salary_band(grade: str) -> dict[str, Any]:
    """Lowest and highest yearly salary of a pay grade."""
    if grade.upper() not in _BANDS:
        raise ValueError(f"no grade {grade!r}")
    return {"grade": grade.upper(), **_BANDS[grade.upper()]}


def overtime_pay(employee_id: int, hours: float, multiplier: float = 1.5) -> dict[str, Any]:
    """Calculate what an employee is paid for overtime.

    Args:
        employee_id: Five-digit employee number.
        hours: Hours worked beyond the contract.
        multiplier: Factor on the normal hourly rate.
    """
    if employee_id not in _HOURLY:
        raise ValueError(f"no employee {employee_id}")
    return {"employee_id": employee_id, "overtime_pay": round(_HOURLY[employee_id] * hours * multiplier, 2)}


def log_expense(
    employee_id: int,
    amount: float,
    category: Literal["travel", "meals", "lodging", "training", "equipment"],
    currency: Literal["EUR", "GBP", "USD"] = "EUR",
) -> dict[str, Any]:
    """Record an expense claim for reimbursement.

    Args:
        employee_id: Five-digit employee number.
        amount: Amount on the receipt.
        category: What the money was spent on.
        currency: Currency of the receipt.
    """
    if employee_id not in _HOURLY:
        raise ValueError(f"no employee {employee_id}")
    return {"claim_number": f"EX-{employee_id % 1000}-{category[:2].upper()}", "amount": amount, "currency": currency}


def change_bank_account(employee_id: int, iban: str) -> dict[str, Any]:
    """Replace the bank account to which the salary is paid."""
    if employee_id not in _HOURLY:
        raise ValueError(f"no employee {employee_id}")
    return {"employee_id": employee_id, "iban_ending": iban[-4:], "effective_from": "2026-05-01"}


def department_head(department: str) -> dict[str, Any]:
    """Head and cost centre of a department."""
    if department.casefold() not in _HEADS:
        raise ValueError(f"no department {department!r}")
    return _HEADS[department.casefold()]
