"""Wages of a joinery with a dozen people."""

from typing import Any, Literal

_STAFF: dict[int, dict[str, Any]] = {
    104: {"name": "Rhona Petrie", "job": "joiner", "hourly_rate": 19.5, "tax_class": 1},
    107: {"name": "Emeka Dunn", "job": "foreman", "hourly_rate": 25.0, "tax_class": 3},
    112: {"name": "Sally Brandt", "job": "office manager", "hourly_rate": 22.4, "tax_class": 4},
    115: {"name": "Ilya Toft", "job": "apprentice", "hourly_rate": 11.2, "tax_class": 1},
}
_OVERTIME = {
    (104, "2026-02"): 6.0,
    (104, "2026-03"): 9.5,
    (107, "2026-03"): 14.0,
    (112, "2026-03"): 0.0,
    (115, "2026-02"): 2.5,
    (115, "2026-03"): 4.0,
}
_PAYSLIPS = {
    (104, "2026-02"): (3315.0, 2287.35),
    (104, "2026-03"): (3412.5, 2341.8),
    (107, "2026-03"): (4375.0, 3172.9),
    (112, "2026-03"): (3584.0, 2515.6),
    (115, "2026-03"): (1792.0, 1411.2),
}
_TAX_RATE = {1: 0.22, 3: 0.14, 4: 0.21, 5: 0.33}
_CLAIMS = [
    {"claim_id": 6601, "employee_no": 107, "amount": 84.6, "status": "open"},
    {"claim_id": 6604, "employee_no": 104, "amount": 31.25, "status": "paid"},
    {"claim_id": 6609, "employee_no": 104, "amount": 17.9, "status": "open"},
    {"claim_id": 6612, "employee_no": 112, "amount": 212.0, "status": "open"},
]


def _employee(employee_no: int) -> dict[str, Any]:
    if employee_no not in _STAFF:
        raise ValueError(f"no employee {employee_no}")
    return {"employee_no": employee_no, **_STAFF[employee_no]}


def get_employee(name: str) -> dict[str, Any]:
    """Look up an employee by name.

    Args:
        name: Full name.

    Returns:
        Personnel number, job, hourly rate in euros and tax class.
    """
    for number, person in _STAFF.items():
        if person["name"].casefold() == name.strip().casefold():
            return {"employee_no": number, **person}
    raise ValueError(f"nobody called {name!r}")


def overtime_hours(employee_no: int, month: str) -> dict[str, Any]:
    """Overtime that was clocked in a month.

    Args:
        employee_no: Personnel number.
        month: Month as YYYY-MM.

    Returns:
        Hours.
    """
    _employee(employee_no)
    return {"employee_no": employee_no, "month": month, "hours": _OVERTIME.get((employee_no, month), 0.0)}


def overtime_pay(hourly_rate: float, hours: float, factor: float = 1.25) -> float:
    """Gross pay for overtime.

    Args:
        hourly_rate: Normal rate in euros.
        hours: Overtime hours.
        factor: Multiple of the normal rate, e.g. 2.0 for Sundays.

    Returns:
        Amount in euros.
    """
    return round(hourly_rate * hours * factor, 2)


def payslip(employee_no: int, month: str) -> dict[str, Any]:
    """Gross and net pay of a month.

    Args:
        employee_no: Personnel number.
        month: Month as YYYY-MM.

    Returns:
        Gross and net in euros, or a record saying there is no payslip.
    """
    _employee(employee_no)
    if (employee_no, month) not in _PAYSLIPS:
        return {"found": False, "employee_no": employee_no, "month": month}
    gross, net = _PAYSLIPS[employee_no, month]
    return {"employee_no": employee_no, "month": month, "gross": gross, "net": net}


def wage_tax(gross: float, tax_class: Literal[1, 3, 4, 5]) -> dict[str, Any]:
    """Estimate the wage tax on a gross amount.

    Args:
        gross: Gross pay in euros.
        tax_class: Tax class of the employee.

    Returns:
        Tax in euros.
    """
    if tax_class not in _TAX_RATE:
        raise ValueError(f"unknown tax class {tax_class}")
    return {"gross": gross, "tax": round(gross * _TAX_RATE[tax_class], 2)}


def expense_claims(employee_no: int, status: Literal["open", "paid", "all"] = "all") -> list[dict[str, Any]]:
    """Expense claims someone has handed in.

    Args:
        employee_no: Personnel number.
        status: Only those open or paid.

    Returns:
        Claim id, amount in euros and status of each.
    """
    _employee(employee_no)
    return [
        {key: claim[key] for key in ("claim_id", "amount", "status")}
        for claim in _CLAIMS
        if claim["employee_no"] == employee_no and status in ("all", claim["status"])
    ]


def approve_claim(claim_id: int, pay_with: Literal["next payroll", "cash"] = "next payroll") -> dict[str, Any]:
    """Approve an open expense claim.

    Args:
        claim_id: Number of the claim.
        pay_with: How the money is paid out.

    Returns:
        Voucher number.
    """
    for claim in _CLAIMS:
        if claim["claim_id"] == claim_id and claim["status"] == "open":
            return {"voucher": f"V{claim_id}-{'C' if pay_with == 'cash' else 'P'}", "amount": claim["amount"]}
    raise ValueError(f"no open claim {claim_id}")


def pay_advance(employee_no: int, amount: float, instalments: int = 1) -> dict[str, Any]:
    """Record an advance on wages. It is taken back from the next payslips in equal parts."""
    _employee(employee_no)
    return {
        "advance": f"ADV{employee_no}",
        "monthly_deduction": round(amount / instalments, 2),
        "instalments": instalments,
    }
