"""Read a trip's start and destination: names with capital letters."""

import re
from collections.abc import Sequence
from typing import Any

from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES

_STATES = frozenset(POSTAL_CODES.values())
_ANY_STATE = "|".join(sorted(_STATES))
_QUALIFIER = rf"(?:,? \(?(?:(?:{'|'.join(POSTAL_CODES)})\b|D\.C\.)\)?|, (?:{_ANY_STATE})(?=[,.; ]|$))?"
_NO_PLACE = (
    r"(?i:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec|\w+day|i|we|usd?|eur|gbp|american|bbq|chinese|french|greek|indian|italian|japanese|korean"
    r"|mediterranean|mexican|spanish|thai|turkish|budget|from|to|out|off|one|two|three|four|five|six|seven)"
)
NAME = (
    rf"(?-i:(?!{_NO_PLACE}\b)(?P<name>(?:(?:St|Ste|Ft|Mt)\. )?[A-Z][\w'-]+"
    rf"(?: (?:(?:Ste|St)\. )?(?!(?i:{_ANY_STATE})\b)[A-Z][\w'-]+){{0,2}})(?P<more>{_QUALIFIER})(?!\w))"
)
"""A pattern for the name of a place, with its state behind it."""


def place_of(match: re.Match[str]) -> str:
    """Return the place that a phrase names; "" where it names none."""
    return f"{match['name']}{match['more']}" if match["name"] else ""


def read_places(
    origins: Sequence[str], goals: Sequence[str], states: Sequence[str], homes: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Read `origin`, `destination` and `destination_kind`; and what is wrong with them.

    `states`: whose cities are to be visited. `homes`: where the trip is said to end, if that is said.
    """
    starts = list(dict.fromkeys((*origins, *filter(None, homes))))
    named = list(dict.fromkeys((*goals, *states)))
    wrong = [f"the text names several places to start: {', '.join(starts)}"] * (len(starts) > 1)
    wrong += [f"the text names several places to go to: {', '.join(named)}"] * (len(named) > 1)
    goal = named[0] if len(named) == 1 else None
    is_state = goal in states or goal in _STATES - {"New York", "Washington"}
    return {
        "origin": starts[0] if len(starts) == 1 and origins else None,
        "destination": goal,
        "destination_kind": "state" if is_state else None,
    }, wrong
