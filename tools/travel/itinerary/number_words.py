"""Numbers as people write them: '1,200', '2k', 'three', 'twenty-five hundred', 'a couple'."""

import re

_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SMALL = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * tens for tens, word in enumerate(_TENS, start=2)
}
_LARGE = {"hundred": 100, "thousand": 1000, "grand": 1000, "k": 1000}
_GROUPS = {"a couple of": 2, "couple of": 2, "a pair of": 2, "pair of": 2, "a trio of": 3, "trio of": 3}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip

COUNT = rf"(?:\d{{1,3}}|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES[1:]))}|single)"
"""A pattern for a small number, in digits or as a word."""

GROUP = rf"(?:{'|'.join(sorted(_GROUPS, key=len, reverse=True))})"
"""A pattern for 'a couple of' and the like, a small number in disguise."""

_WORD = rf"(?:{'|'.join((*_TENS, *reversed(_ONES[1:])))})"
AMOUNT = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?:k|grand|thousand|hundred)\b)?"
    rf"|\b(?:{_WORD}|a(?=\s+(?:hundred|thousand|grand)\b))(?:[\s-]+(?:and\s+)?(?:{_WORD}|hundred|thousand|grand))*\b"
)
"""A pattern for an amount of money, without its currency."""


def count(text: str) -> int:
    """The value of what `COUNT` or `GROUP` matches; ValueError where it matches nothing like it."""
    plain = " ".join(text.lower().split())
    if plain in _GROUPS:
        return _GROUPS[plain]
    if plain == "single":
        return 1
    return round(amount(plain))


def amount(text: str) -> float:
    """The value of what `AMOUNT` matches.

    Raises:
        ValueError: it is no number.
    """
    total, current = 0.0, 0.0
    words = re.findall(r"[\d.]+|[a-z]+", text.lower().replace(",", ""))
    if not words:
        raise ValueError(f"{text!r} is no number")
    for word in words:
        if word in _LARGE:
            current = max(current, 1) * _LARGE[word]
            if _LARGE[word] == 1000:
                total, current = total + current, 0.0
        elif word in _SMALL:
            current += _SMALL[word]
        elif word not in ("and", "a"):
            current += float(word)
    return total + current


def with_ordinals_in_digits(text: str) -> str:
    """'the 3th of March' for 'the third of March'; 'twenty-first' becomes '21th'."""
    tens = "twenty|thirty"
    ones = "|".join(word for word, value in _ORDINALS.items() if value < 10)

    def compound(match: re.Match[str]) -> str:
        return f"{_SMALL[match[1].lower()] + _ORDINALS[match[2].lower()]}th"

    text = re.sub(rf"\b({tens})[-\s]({ones})\b", compound, text, flags=re.IGNORECASE)
    names = "|".join(_ORDINALS)
    return re.sub(rf"\b({names})\b", lambda match: f"{_ORDINALS[match[1].lower()]}th", text, flags=re.IGNORECASE)
