"""Currencies as English names them, and their codes."""

CURRENCIES = {
    "euro": "EUR", "dollar": "USD", "pound": "GBP", "sterling": "GBP", "yen": "JPY", "franc": "CHF", "krona": "SEK",
    "kronor": "SEK", "krone": "NOK", "kroner": "NOK", "rupee": "INR", "yuan": "CNY", "renminbi": "CNY", "zloty": "PLN",
    "forint": "HUF", "ruble": "RUB", "lira": "TRY", "rand": "ZAR", "won": "KRW", "peso": "MXN", "real": "BRL",
    "shekel": "ILS", "baht": "THB", "koruna": "CZK",
}  # fmt: skip
NATIONAL = {
    ("australian", "dollar"): "AUD", ("canadian", "dollar"): "CAD", ("us", "dollar"): "USD", ("american", "dollar"):
    "USD", ("british", "pound"): "GBP", ("swiss", "franc"): "CHF", ("japanese", "yen"): "JPY", ("singapore", "dollar"):
    "SGD", ("zealand", "dollar"): "NZD", ("hong", "dollar"): "HKD", ("danish", "krone"): "DKK", ("danish", "kroner"):
    "DKK", ("indian", "rupee"): "INR", ("swedish", "krona"): "SEK", ("norwegian", "krone"): "NOK",
}  # fmt: skip
NATIONS = frozenset(nation for nation, _ in NATIONAL)
CODES = frozenset(CURRENCIES.values()) | frozenset(NATIONAL.values())
