"""Forms that a description prescribes for a value in words: "twelve digits", "the three-letter code", "initials"."""

import re
from functools import lru_cache

_COUNTS = {word: at for at, word in enumerate(
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"], 2)}  # fmt: skip
_FORM = re.compile(
    rf"\b(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)})(?:[- ](?:capital|upper-?case|small|last))?[- ]"
    r"(?P<what>digit|letter|character)s?\b",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(?<![\w-])(?P<prefix>[A-Z]{1,4}[-/]?),? (?:and|plus|then|with|followed by)(?: the| a)? $")
_CODED = re.compile(r"\b(?:code|initials|abbreviation|symbol|acronym)\b", re.IGNORECASE)
_CLASSES = {"digit": r"\d", "letter": "[A-Za-z]", "character": r"[A-Za-z\d]"}


@lru_cache(maxsize=512)
def told_form(description: str) -> re.Pattern[str] | None:
    """The form of a value that its description tells by the number of its signs ("B- and four digits"), if it does."""
    told = list(_FORM.finditer(description))
    if len(told) != 1 or re.match(r"\s*(?:and|plus|then|with|followed|[,-])", description[told[0].end() :]):
        return None
    match = told[0]
    count = _COUNTS.get(match["count"].lower()) or int(match["count"])
    prefix = _PREFIX.search(description[: match.start()])
    return re.compile(
        f"{re.escape(prefix['prefix']) if prefix else ''}(?:{_CLASSES[match['what'].lower()]}){{{count}}}"
    )


def takes_codes(text: str) -> bool:
    """Whether a description speaks of a code or of initials."""
    return bool(_CODED.search(text))
