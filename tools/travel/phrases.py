"""The small grammar of a plan's texts: 'from A to B', 'City(State)', 'Name, City'.

Functions here read exactly as the published evaluator does; `strict` tidies what they give.
"""

import re
from typing import NamedTuple

_ENDS = re.compile(r"from\s+(.+?)\s+to\s+([^,]+)")
_BRACKETED = re.compile(r"(.*?)\([^)]*\)")
_PLACE = re.compile(r"(.*),\s*([^,]+)$")
_NUMBER = re.compile(r"flight\s+number\s*:?\s*([A-Za-z0-9]+)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")


class Place(NamedTuple):
    """Something in a city."""

    name: str
    city: str


def ends_of(text: str) -> tuple[str, str] | None:
    """Return a and B of the first 'from A to B' in a text; B ends at a comma or with the text."""
    match = _ENDS.search(text)
    return None if match is None else (match[1], match[2])


def without_state(city: str) -> str:
    """Strip the state: 'San Antonio' of 'San Antonio(Texas)'; a space before the bracket stays."""
    match = _BRACKETED.match(city)
    return city if match is None else match[1]


def place_of(text: str) -> Place | None:
    """Name and city, split at the last comma, the city without its state."""
    match = _PLACE.search(text)
    return None if match is None else Place(match[1].strip(), without_state(match[2].strip()).strip())


def flight_number(text: str) -> str | None:
    """Find 'F3576711' in 'Flight Number: F3576711, ...', however it is capitalised."""
    match = _NUMBER.search(text)
    return None if match is None else match[1]


def tidy(text: str) -> str:
    """Return the text without space around it, and with single spaces in it."""
    return _SPACES.sub(" ", text).strip()
