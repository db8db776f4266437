"""Retail banking: accounts, transactions, transfers, cards, rates."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def list_accounts(customer: str) -> list[dict[str, Any]]:
    """List the accounts of a customer.

    Args:
        customer: Customer number, e.g. 700123.
    """
    return [
        {"account": "DE-4410", "type": "checking", "balance": 2310.55},
        {"account": "DE-4411", "type": "savings", "balance": 12000.0},
    ]


def get_balance(account: str) -> dict[str, Any]:
    """Current balance of an account.

    Args:
        account: Account number such as DE-4410.
    """
    return {"account": account, "balance": 2310.55, "currency": "EUR"}


def list_transactions(
    account: str, date_from: str | None = None, date_to: str | None = None, min_amount: float | None = None
) -> list[dict[str, Any]]:
    """List transactions of an account.

    Args:
        account: Account number such as DE-4410.
        date_from: First day, YYYY-MM-DD.
        date_to: Last day, YYYY-MM-DD.
        min_amount: Only transactions of at least this amount.
    """
    return [
        {"transaction_id": "T-901", "date": "2026-01-12", "amount": 250.0, "payee": "City Power"},
        {"transaction_id": "T-902", "date": "2026-01-20", "amount": 84.9, "payee": "Bookshop"},
    ]


def transfer_money(from_account: str, to_account: str, amount: float, note: str | None = None) -> dict[str, Any]:
    """Transfer money between accounts.

    Args:
        from_account: Account to take the money from.
        to_account: Account to send the money to.
        amount: Amount in euros.
        note: Text for the recipient.
    """
    return {"transfer_id": "TR-3307", "status": "executed"}


def block_card(card_number: str, reason: Literal["lost", "stolen", "damaged"]) -> dict[str, Any]:
    """Block a bank card.

    Args:
        card_number: Last four digits of the card.
        reason: Why the card is blocked.
    """
    return {"card_number": card_number, "blocked": True, "replacement": "sent"}


def exchange_rate(base: str, quote: str) -> dict[str, Any]:
    """Exchange rate of two currencies.

    Args:
        base: ISO 4217 code of the base currency.
        quote: ISO 4217 code of the quoted currency.
    """
    return {"base": base, "quote": quote, "rate": 1.0834}


TOOLS = [list_accounts, get_balance, list_transactions, transfer_money, block_card, exchange_rate]

CASES = [
    Case(
        "What's the balance of account DE-4410 and what's the exchange rate from euros to dollars?",
        (("get_balance", {"account": "DE-4410"}), ("exchange_rate", {"base": "EUR", "quote": "USD"})),
        ("2310.55", "1.0834"),
    ),
    Case(
        "Transfer 150 euros from DE-4410 to DE-4411 and then show me the balance of DE-4410.",
        (
            ("transfer_money", {"from_account": "DE-4410", "to_account": "DE-4411", "amount": 150}),
            ("get_balance", {"account": "DE-4410"}),
        ),
        ("TR-3307", "2310.55"),
    ),
    Case(
        "List the transactions on account DE-4410 from 1 January 2026 to 31 January 2026. Also "
        "block card 8812, it was stolen.",
        (
            ("list_transactions", {"account": "DE-4410", "date_from": "2026-01-01", "date_to": "2026-01-31"}),
            ("block_card", {"card_number": "8812", "reason": "stolen"}),
        ),
        ("City Power", "sent"),
    ),
    Case(
        "Which accounts does customer 700123 have? Show the transactions of the one with the highest balance.",
        (("list_accounts", {"customer": "700123"}), ("list_transactions", {"account": "DE-4411"})),
        ("T-901",),
    ),
    Case(
        "Show all transactions of at least 100 euros on DE-4410 and the current GBP to CHF rate.",
        (
            ("list_transactions", {"account": "DE-4410", "min_amount": 100}),
            ("exchange_rate", {"base": "GBP", "quote": "CHF"}),
        ),
        ("City Power", "1.0834"),
    ),
    Case(
        "Block my lost card 4471 and tell me the balances of DE-4410 and DE-4411.",
        (
            ("block_card", {"card_number": "4471", "reason": "lost"}),
            ("get_balance", {"account": "DE-4410"}),
            ("get_balance", {"account": "DE-4411"}),
        ),
        ("sent", "2310.55"),
    ),
    Case(
        "Send 80 euros from DE-4410 to DE-5120 with the note 'Concert tickets', then list the "
        "accounts of customer 700123.",
        (
            (
                "transfer_money",
                {"from_account": "DE-4410", "to_account": "DE-5120", "amount": 80, "note": "Concert tickets"},
            ),
            ("list_accounts", {"customer": "700123"}),
        ),
        ("TR-3307", "DE-4411"),
    ),
    Case("Transfer some money to Bob.", (), ()),
]
