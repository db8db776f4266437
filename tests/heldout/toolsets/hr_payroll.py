"""Tools of a personnel department: employees, leave and pay."""

from typing import Any, Literal

_EMPLOYEES = {
    "E1007": {
        "name": "Marta Kowalska",
        "department": "Finance",
        "job_title": "Controller",
        "hired": "2017-02-01",
    },
    "E1019": {
        "name": "Desmond Achebe",
        "department": "Engineering",
        "job_title": "Test Engineer",
        "hired": "2020-08-17",
    },
    "E1033": {
        "name": "Yuki Tanabe",
        "department": "Engineering",
        "job_title": "Team Lead",
        "hired": "2014-05-05",
    },
    "E1048": {
        "name": "Alice Brennan",
        "department": "Sales",
        "job_title": "Account Manager",
        "hired": "2023-01-09",
    },
    "E1052": {
        "name": "Jonas Weber",
        "department": "Finance",
        "job_title": "Payroll Clerk",
        "hired": "2021-11-15",
    },
}
_LEAVE = {
    ("E1007", 2026): (28, 6.5),
    ("E1007", 2025): (28, 28.0),
    ("E1019", 2026): (25, 3.0),
    ("E1033", 2026): (30, 11.0),
    ("E1048", 2026): (25, 0.0),
    ("E1048", 2025): (25, 21.5),
    ("E1052", 2026): (25, 7.5),
}
_SALARIES = {"E1007": 68400, "E1019": 52750, "E1033": 74900, "E1048": 47300, "E1052": 39850}
_DEPARTMENTS = {
    "finance": {"head": "Marta Kowalska", "headcount": 14, "cost_centre": "CC-210"},
    "engineering": {"head": "Yuki Tanabe", "headcount": 63, "cost_centre": "CC-340"},
    "sales": {"head": "Roberto Silva", "headcount": 27, "cost_centre": "CC-415"},
}
_HOLIDAYS = {
    ("poland", 2026): 13,
    ("germany", 2026): 10,
    ("ireland", 2026): 11,
    ("japan", 2026): 16,
    ("japan", 2025): 17,
}


def find_employee(full_name: str) -> dict[str, Any]:
    """Find an employee by name.

    Args:
        full_name: First and last name.

    Returns:
        Employee id, name, department, job title and hiring date.

    Raises:
        LookupError: If no employee has that name.
    """
    for employee_id, employee in _EMPLOYEES.items():
        if employee["name"].casefold() == full_name.strip().casefold():
            return {"employee_id": employee_id, **employee}
    raise LookupError(f"no employee called {full_name!r}")


def leave_balance(employee_id: str, year: int = 2026) -> dict[str, Any]:
    """Return the annual leave of an employee: entitlement, days taken and days remaining.

    Args:
        employee_id: Employee id, such as "E1007".
        year: Calendar year.
    """
    key = (employee_id.strip().upper(), year)
    if key not in _LEAVE:
        raise ValueError(f"no leave record of {employee_id} for {year}")
    entitled, taken = _LEAVE[key]
    return {
        "employee_id": key[0],
        "year": year,
        "entitled": entitled,
        "taken": taken,
        "remaining": entitled - taken,
    }


def get_salary(employee_id: str) -> dict[str, Any]:
    """Return the gross annual salary of an employee.

    Args:
        employee_id: Employee id, such as "E1007".

    Returns:
        Annual and monthly gross salary in euros.
    """
    key = employee_id.strip().upper()
    if key not in _SALARIES:
        raise ValueError(f"unknown employee {employee_id!r}")
    return {
        "employee_id": key,
        "annual_gross": _SALARIES[key],
        "monthly_gross": round(_SALARIES[key] / 12, 2),
    }


def net_pay(gross: float, tax_class: Literal["A", "B", "C"], pension_percent: float = 5.0) -> dict[str, Any]:
    """Work out net pay from gross pay.

    Args:
        gross: Gross pay in euros.
        tax_class: Tax class; A pays 20 %, B 27 % and C 34 %.
        pension_percent: Pension contribution in percent of gross pay.

    Returns:
        Tax, pension contribution and net pay.
    """
    rate = {"a": 0.20, "b": 0.27, "c": 0.34}[tax_class.strip().casefold()]
    tax, pension = gross * rate, gross * pension_percent / 100
    return {"tax": round(tax, 2), "pension": round(pension, 2), "net": round(gross - tax - pension, 2)}


def department_info(department: str) -> dict[str, Any]:
    """Head, headcount and cost centre of a department.

    Args:
        department: Name of the department.
    """
    key = department.strip().casefold()
    if key not in _DEPARTMENTS:
        raise LookupError(f"no department {department!r}")
    return {"department": department, **_DEPARTMENTS[key]}


def overtime_pay(hours: float, hourly_rate: float, weekend: bool = False) -> dict[str, Any]:
    """Calculate overtime pay: time and a half, double at weekends.

    Args:
        hours: Overtime hours worked.
        hourly_rate: Normal pay per hour in euros.
        weekend: True if the hours were worked at a weekend.
    """
    return {"pay": round(hours * hourly_rate * (2.0 if weekend else 1.5), 2)}


def public_holidays(country: str, year: int = 2026) -> dict[str, Any]:
    """Count the public holidays of a country in a year."""
    key = (country.strip().casefold(), year)
    if key not in _HOLIDAYS:
        raise LookupError(f"no calendar for {country} {year}")
    return {"country": country, "year": year, "public_holidays": _HOLIDAYS[key]}
