"""Counter services of a bank branch."""

from typing import Any, Literal

_CUSTOMERS = {
    "fiona castellane": "C-2081",
    "derek mbeki": "C-2094",
    "yuki sorensen": "C-2117",
}
_ACCOUNTS: dict[str, dict[str, Any]] = {
    "30-5512": {"customer": "C-2081", "kind": "current", "balance": 1840.25},
    "30-5513": {"customer": "C-2081", "kind": "savings", "balance": 9605.0},
    "30-6120": {"customer": "C-2094", "kind": "current", "balance": 212.9},
    "30-7044": {"customer": "C-2117", "kind": "current", "balance": 5077.6},
    "30-7049": {"customer": "C-2117", "kind": "savings", "balance": 15250.0},
}
_CARDS = {"4471": "30-5512", "8820": "30-6120", "1936": "30-7044"}
_RATES = {"EUR": 1.17, "USD": 1.26, "CHF": 1.12, "JPY": 188.5}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("mortgage", "2026-04-21"): ["10:15", "14:30"],
    ("mortgage", "2026-04-22"): [],
    ("investment", "2026-04-22"): ["09:45"],
    ("business", "2026-04-23"): ["11:00", "15:20"],
}


def get_customer_number(full_name: str) -> str:
    """Return the customer number (C-....) of a person.

    Parameters
    ----------
    full_name : str
        First name and surname.
    """
    key = full_name.strip().casefold()
    if key not in _CUSTOMERS:
        raise ValueError(f"{full_name} is not a customer")
    return _CUSTOMERS[key]


def get_accounts(customer_number: str) -> list[dict[str, Any]]:
    """List the accounts a customer holds, each with number, kind and balance in pounds.

    Parameters
    ----------
    customer_number : str
        Such as C-2081.
    """
    return [
        {"account": number, "kind": account["kind"], "balance": account["balance"]}
        for number, account in _ACCOUNTS.items()
        if account["customer"] == customer_number
    ]


def transfer_money(from_account: str, to_account: str, amount: float, reference: str = "") -> dict[str, Any]:
    """Move pounds from one account to another.

    Parameters
    ----------
    from_account : str
        Account that is charged.
    to_account : str
        Account that is credited.
    amount : float
        Pounds.
    reference : str, optional
        Words for the statement.

    Returns
    -------
    dict
        Order number and balance left in the charged account.
    """
    if from_account not in _ACCOUNTS or to_account not in _ACCOUNTS:
        raise ValueError("unknown account")
    left = round(_ACCOUNTS[from_account]["balance"] - amount, 2)
    if left < 0:
        raise ValueError("not enough money")
    return {"order": f"TR{from_account[-2:]}{to_account[-2:]}", "balance_left": left, "reference": reference}


def block_card(last_four: str, reason: Literal["lost", "stolen", "damaged"]) -> dict[str, Any]:
    """Block a bank card and order a new one.

    Parameters
    ----------
    last_four : str
        Last four digits on the card.
    reason : {"lost", "stolen", "damaged"}
        Why.
    """
    if last_four not in _CARDS:
        raise ValueError(f"no card ending in {last_four}")
    days = 2 if reason == "stolen" else 5
    return {"card": last_four, "account": _CARDS[last_four], "blocked": True, "new_card_in_days": days}


def buy_currency(pounds: float, currency: Literal["EUR", "USD", "CHF", "JPY"]) -> dict[str, Any]:
    """How much foreign cash the counter gives for a sum in pounds.

    Parameters
    ----------
    pounds : float
        Sum to change.
    currency : {"EUR", "USD", "CHF", "JPY"}
        Wanted currency.
    """
    if currency not in _RATES:
        raise ValueError(f"no {currency} here")
    return {"currency": currency, "rate": _RATES[currency], "you_get": round(pounds * _RATES[currency], 2)}


def adviser_slots(topic: Literal["mortgage", "investment", "business"], day: str) -> list[str]:
    """Times an adviser is free.

    Parameters
    ----------
    topic : {"mortgage", "investment", "business"}
        What it is about.
    day : str
        Date as YYYY-MM-DD.
    """
    return _SLOTS.get((topic, day), [])


def book_adviser(
    customer_number: str,
    topic: Literal["mortgage", "investment", "business"],
    day: str,
    time: str,
    by_video: bool = False,
) -> str:
    """Book an adviser; returns the code of the appointment.

    Parameters
    ----------
    customer_number : str
        Such as C-2081.
    topic : {"mortgage", "investment", "business"}
        What it is about.
    day : str
        Date as YYYY-MM-DD.
    time : str
        24-hour time as HH:MM.
    by_video : bool, optional
        Video call and not at the branch.
    """
    if time not in _SLOTS.get((topic, day), []):
        raise ValueError(f"{time} is not free")
    return f"{topic[:3].upper()}{customer_number[-4:]}{'V' if by_video else 'B'}{time[:2]}"
