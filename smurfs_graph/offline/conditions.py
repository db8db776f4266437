"""Conditions on the whole of a request that code can check, as the embedded model reads them: a budget for all of it."""

import re
from typing import Any

_AMOUNT = r"(?P<before>[$€£]|USD|EUR|GBP)?\s?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<after>USD|EUR|GBP|dollars?|euros?|pounds?|[$€£])?"
_LIMIT = r"(?:at most|no more than|not more than|up to|under|below|less than|within|max(?:imum)?(?: of)?)"
_WHOLE = r"(?:in total|all together|altogether|together|combined|overall|in all|for everything|for both)"
_BUDGETS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:total|combined|overall)\b[^.?!\d]{{0,40}}?\b{_LIMIT}\s+{_AMOUNT}",
        rf"\b{_LIMIT}\s+{_AMOUNT}\s+{_WHOLE}\b",
        rf"\b{_WHOLE}\b[^.?!\d]{{0,30}}?\b{_LIMIT}\s+{_AMOUNT}",
        rf"\bbudget\b(?:\s+(?:is|of|for\s+(?:everything|both|all)|limit))*\s*:?\s*{_AMOUNT}",
    )
)
_UNITS = {"$": "USD", "€": "EUR", "£": "GBP", "dollar": "USD", "euro": "EUR", "pound": "GBP"}
_STRICT = re.compile(r"\b(?:under|below|less than)\b", re.IGNORECASE)


def conditions(query: str) -> list[dict[str, Any]]:
    """The constraints on the whole: a budget that is named with its currency, in the request's words."""
    for pattern in _BUDGETS:
        found = pattern.search(query)
        unit = _unit(found["before"] or found["after"] or "") if found else ""
        if found and unit:
            check = {
                "kind": "sum",
                "field": "price",
                "op": "<" if _STRICT.search(found[0]) else "<=",
                "value": float(found["number"].replace(",", "")),
                "unit": unit,
            }
            return [{"text": " ".join(found[0].split()), "check": check}]
    return []


def _unit(text: str) -> str:
    plain = text.lower().removesuffix("s")
    return _UNITS.get(plain, plain.upper()) if plain else ""
