"""Tools for the staff of a small retail bank."""

from typing import Any, Literal

_CUSTOMERS = {
    "margaret hollis": ("C-1107", "Elm Street"),
    "dev anand rao": ("C-1182", "Harbour"),
    "ines ferreira": ("C-1240", "Elm Street"),
    "paul nyberg": ("C-1311", "Northgate"),
}
_ACCOUNTS: dict[str, list[dict[str, Any]]] = {
    "C-1107": [{"account_id": "AC-50021", "kind": "current"}, {"account_id": "AC-50022", "kind": "savings"}],
    "C-1182": [{"account_id": "AC-50340", "kind": "current"}],
    "C-1240": [{"account_id": "AC-50417", "kind": "savings"}],
    "C-1311": [{"account_id": "AC-50588", "kind": "current"}],
}
_BALANCES = {
    "AC-50021": 1843.27,
    "AC-50022": 15200.0,
    "AC-50340": 612.4,
    "AC-50417": 8075.9,
    "AC-50588": 2390.15,
}
_TRANSACTIONS: dict[str, list[dict[str, Any]]] = {
    "AC-50021": [
        {"date": "2026-02-03", "amount": -74.6, "payee": "Brightwater Energy"},
        {"date": "2026-02-17", "amount": -31.25, "payee": "Corner Books"},
        {"date": "2026-03-02", "amount": 2150.0, "payee": "Lindqvist Ltd"},
    ],
    "AC-50340": [
        {"date": "2026-01-12", "amount": -18.9, "payee": "Pedal Hire"},
        {"date": "2026-02-20", "amount": -240.0, "payee": "Oakfield Dental"},
    ],
    "AC-50588": [{"date": "2026-03-09", "amount": -56.75, "payee": "Tidewell Garden Centre"}],
}
_RATES = {"EUR": 1.0, "USD": 1.08, "GBP": 0.85, "CHF": 0.96, "SEK": 11.2}
_HOURS = {
    "elm street": {"weekday": "09:00-16:30", "saturday": "09:30-12:30"},
    "harbour": {"weekday": "10:00-18:00", "saturday": "closed"},
    "northgate": {"weekday": "08:45-17:15", "saturday": "10:00-13:00"},
}


def _account(account_id: str) -> str:
    key = account_id.strip().upper()
    if key not in _BALANCES:
        raise LookupError(f"no account {account_id!r}")
    return key


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by name.

    Args:
        name: The customer's full name.

    Returns:
        The customer id and the branch where the customer is registered.
    """
    key = name.strip().casefold()
    if key not in _CUSTOMERS:
        raise LookupError(f"no customer named {name!r}")
    customer_id, branch = _CUSTOMERS[key]
    return {"customer_id": customer_id, "name": name.strip(), "branch": branch}


def list_accounts(customer_id: str) -> list[dict[str, Any]]:
    """List the accounts that a customer holds.

    Args:
        customer_id: Customer number, for example "C-1000".
    """
    key = customer_id.strip().upper()
    if key not in _ACCOUNTS:
        raise LookupError(f"no customer {customer_id!r}")
    return _ACCOUNTS[key]


def get_balance(account_id: str) -> dict[str, Any]:
    """Get the current balance of an account in euros.

    Args:
        account_id: Account number, for example "AC-50000".
    """
    key = _account(account_id)
    return {"account_id": key, "balance": _BALANCES[key], "currency": "EUR"}


def list_transactions(account_id: str, start_date: str, end_date: str) -> list[dict[str, Any]]:
    """List the transactions on an account between two dates, both inclusive.

    Args:
        account_id: Account number, for example "AC-50000".
        start_date: First day, as YYYY-MM-DD.
        end_date: Last day, as YYYY-MM-DD.
    """
    entries = _TRANSACTIONS.get(_account(account_id), [])
    return [entry for entry in entries if start_date <= entry["date"] <= end_date]


def transfer_money(from_account: str, to_account: str, amount: float, reference: str = "") -> dict[str, Any]:
    """Transfer money from one account to another.

    Args:
        from_account: Account number to debit.
        to_account: Account number to credit.
        amount: Amount in euros.
        reference: Text that appears on the statement.

    Returns:
        The transfer id and the remaining balance of the debited account.
    """
    source, target = _account(from_account), _account(to_account)
    if amount <= 0 or amount > _BALANCES[source]:
        raise ValueError("invalid amount")
    _BALANCES[source] = round(_BALANCES[source] - amount, 2)
    _BALANCES[target] = round(_BALANCES[target] + amount, 2)
    return {
        "transfer_id": f"TR-{source[-3:]}-{target[-3:]}",
        "remaining_balance": _BALANCES[source],
        "reference": reference,
    }


def convert_currency(amount: float, from_currency: str, to_currency: str = "EUR") -> dict[str, Any]:
    """Convert an amount between currencies at the bank's rate of the day.

    Args:
        amount: The amount to convert.
        from_currency: Three-letter code of the currency of the amount.
        to_currency: Three-letter code of the target currency.
    """
    source, target = from_currency.strip().upper(), to_currency.strip().upper()
    if source not in _RATES or target not in _RATES:
        raise ValueError("unsupported currency")
    return {"converted": round(amount / _RATES[source] * _RATES[target], 2), "currency": target}


def loan_payment(principal: float, annual_rate: float, years: int) -> dict[str, float]:
    """Calculate the monthly payment on a loan.

    Args:
        principal: Amount borrowed in euros.
        annual_rate: Yearly interest rate in percent.
        years: Term of the loan.
    """
    months, rate = years * 12, annual_rate / 1200
    payment = principal / months if rate == 0 else principal * rate / (1 - (1 + rate) ** -months)
    return {"monthly_payment": round(payment, 2), "total_interest": round(payment * months - principal, 2)}


def branch_hours(branch: str, day: Literal["weekday", "saturday"] = "weekday") -> dict[str, str]:
    """Return the opening hours of a branch."""
    key = branch.strip().casefold()
    if key not in _HOURS:
        raise LookupError(f"no branch {branch!r}")
    return {"branch": branch.strip(), "day": day, "hours": _HOURS[key][day.casefold()]}
