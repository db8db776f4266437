"""Numbers as they stand in records: with units, currencies and thousands separators, or not at all."""

import re
from typing import Any, NamedTuple

_NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_LARGEST = 1e15
"""What is larger is no quantity: the solver adds up exactly, to six decimal places."""
_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "us$": "USD", "dollar": "USD", "dollars": "USD"}
_RELATED = {"euro": "EUR", "euros": "EUR", "pound": "GBP", "pounds": "GBP", "yen": "JPY", "percent": "%"}
_PLURAL = re.compile(r"^([^\W\d]{2,}[^\W\ds])s$")


class Quantity(NamedTuple):
    """A number and its unit; an empty unit is unknown."""

    number: float
    unit: str


def quantity(value: Any) -> Quantity | None:
    """Return the one quantity that a value holds; None where it holds none, or more than one number.

    `120`, `"120"`, `"$1,200.50"`, `"14 km"` and `"1200 USD"` are quantities; `"2 of 3"` is not.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return Quantity(float(value), "") if abs(value) <= _LARGEST else None
    if not isinstance(value, str):
        return None
    numbers = list(_NUMBER.finditer(value))
    if len(numbers) != 1:
        return None
    found = numbers[0]
    rest = f"{value[: found.start()]} {value[found.end() :]}".strip()
    number = float(found.group().replace(",", ""))
    return Quantity(number, unit_name(rest)) if abs(number) <= _LARGEST and _is_unit(rest) else None


def unit_name(text: str) -> str:
    """Normalise a unit: symbols and words of currencies become their codes, 'nights' becomes 'night'."""
    plain = text.strip().strip(".").lower()
    if plain in _SYMBOLS or plain in _RELATED:
        return _SYMBOLS.get(plain) or _RELATED[plain]
    return plain.upper() if _is_currency(plain) else _PLURAL.sub(r"\1", plain)


def _is_unit(text: str) -> bool:
    return re.fullmatch(r"[^\W\d]*[$€£¥%°/²³]*[^\W\d]*", text.replace(" ", "")) is not None and len(text) <= 12


def _is_currency(plain: str) -> bool:
    return plain.upper() in {"USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "INR"}
