"""A request in one kind of quote, dash and space, its clauses, and the numbers that people write in words."""

import re

_WORDS_OF_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT = rf"(?:\d{{1,3}}|{'|'.join(reversed(_WORDS_OF_NUMBERS))})"
"""A pattern for a small number, in digits or as a word."""
AMOUNT = r"(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?k\b)?)"
"""A pattern for an amount of money, without its currency."""

_TYPOGRAPHY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u2010": "-", "\u2011": "-", "\u2013": "-", "\u2014": " - "}
)
_CLAUSES = re.compile(
    r"(?<!\bSt)(?<!\bSte)(?<!\bFt)(?<!\bMt)(?<!\b[A-Z])[.;!?]+(?= |$)|, (?=(?:we|i|no)\b)|,? and (?=(?:we|i)\b)",
    re.IGNORECASE,
)


def regex(pattern: str) -> re.Pattern[str]:
    """Return a pattern in small or capital letters; texts have single spaces."""
    return re.compile(pattern, re.IGNORECASE)


def normalize(query: str) -> str:
    """Return a request with one kind of quote and dash, and single spaces; a line that has no end gets one."""
    lines = re.sub(r"(?<![.,;:!?\s])[ \t]*\n\s*", "; ", query.translate(_TYPOGRAPHY).strip())
    return " ".join(lines.split())


def clauses(plain: str) -> list[str]:
    """Return the sentences of a text, and the parts of one that "we" or "no" begins."""
    return [text for part in _CLAUSES.split(plain) if (text := part.strip(" ,"))]


def number(text: str) -> float:
    """Return the value of what `COUNT` or `AMOUNT` matches."""
    plain = text.lower().replace(",", "")
    if plain in _WORDS_OF_NUMBERS:
        return 1 + _WORDS_OF_NUMBERS.index(plain)
    return float(plain.rstrip("k ")) * (1000 if plain.endswith("k") else 1)
