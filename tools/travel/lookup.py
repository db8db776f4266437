"""Reading what a model wrote, city names and dates, with refusals from which it can do better."""

import re
from datetime import date
from difflib import get_close_matches
from unicodedata import combining, normalize

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.schema import City

_LONGEST_QUOTE = 60  # of a wrong value, in a message that a model pays for


def fold(text: str) -> str:
    """Return the text without the case, accents and spare spaces in which spellings of one name differ."""
    plain = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    return " ".join(plain.casefold().split())


def quote(text: str) -> str:
    """Return the text in quotes, shortened where it is very long."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")


def did_you_mean(name: str, known: list[str]) -> str:
    """Return a hint that follows "unknown city 'Lisboa'": the nearest known name, or nothing."""
    spelled = {fold(candidate): candidate for candidate in known}
    near = get_close_matches(fold(name[:_LONGEST_QUOTE]), spelled, n=1)
    return f"; did you mean {spelled[near[0]]!r}?" if near else ""


def find_city(database: TravelDatabase, name: str) -> City:
    """Return the city of that name, whatever its case and accents; 'Rockford(Illinois)' and 'Lisbon, Portugal' will do.

    Raises:
        ToolError: there is none; the text names the nearest one.
    """
    cities = database.select(City)
    spelled = {fold(city.name): city for city in reversed(cities)}
    for spelling in (name, *re.split(r"[(,]", name, maxsplit=1)[:1]):
        if fold(spelling) in spelled:
            return spelled[fold(spelling)]
    hint = did_you_mean(name, [city.name for city in cities]) or "; list_cities names the known ones"
    raise ToolError(f"unknown city {quote(name)}{hint}")


def check_day(database: TravelDatabase, text: str) -> None:
    """Make sure that `text` is a day of the timetable.

    Raises:
        ToolError: it is no date of the form 'YYYY-MM-DD', or none with flights.
    """
    try:
        well_formed = date.fromisoformat(text).isoformat() == text
    except ValueError:
        well_formed = False
    window = database.flight_window()
    if window is None:
        raise ToolError("there are no flights at all in this timetable")
    if not well_formed:
        raise ToolError(f"{quote(text)} is not a date; write it as 'YYYY-MM-DD', for example {window[0]!r}")
    if not window[0] <= text <= window[1]:
        raise ToolError(f"no flights are known for {text!r}: the timetable covers {window[0]} to {window[1]}")
