"""Where a trip starts and where it goes: names with capital letters, and the words around them that say which."""

import re
from typing import Any

from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES

from .text import Text, regex

_STATES = frozenset(POSTAL_CODES.values())
_ANY_STATE = "|".join(sorted(_STATES))
_QUALIFIER = rf"(?:,? \(?(?:(?:{'|'.join(POSTAL_CODES)})\b|D\.C\.)\)?|, (?:{_ANY_STATE})(?=[,.; ]))?"
_NO_PLACE = (
    r"(?i:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec|\w+day|i|we|usd?|eur|gbp|american|bbq|chinese|french|greek|indian|italian|japanese|korean"
    r"|mediterranean|mexican|spanish|thai|turkish|budget|from|to|out|off|one|two|three|four|five|six|seven)"
)
_NAME = re.compile(
    rf"(?<![\w'-])(?!{_NO_PLACE}\b)(?P<name>(?:(?:St|Ste|Ft|Mt)\. )?[A-Z][\w'-]+"
    rf"(?: (?:(?:Ste|St)\. )?(?!(?i:{_ANY_STATE})\b)[A-Z][\w'-]+){{0,2}})"
    rf"(?P<more>{_QUALIFIER})"
)
_THE = r" ?:? ?(?:the )?(?:city of |beautiful |downtown )?$"
_ORIGIN = regex(
    r"(?:\bfrom|\bout of|\bleav(?:e|es|ing)|\bdepart(?:s|ing)?"
    r"|\b(?:start(?:s|ing)?|begin(?:s|ning)?|originating|based|live) (?:in|at)"
    rf"|\borigin(?: (?:city|is))?){_THE}"
)
_GOAL = regex(
    r"(?:\b(?:to|towards?|visit(?:s|ing)?|explor(?:e|ing)|tour(?:ing)?|for|into|through|across|destination(?: is)?"
    r"|(?:end(?:s|ing)?|days|week|trip) in)"
    rf"|\b(?:cities|towns|stops) (?:\w+ )?(?:in|of|across|around|within|from)){_THE}"
)
_HOME = regex(r"\b(?:back|home|return(?:s|ing)?) (?:home )?(?:to|in|at) ?$")
_CITIES_AFTER = regex(r" (?:state|cities|towns|stops)\b")
_CITIES_BEFORE = regex(
    r"\b(?:cities|towns|stops|state) (?:\w+ )?(?:in|of|across|around|within|from) (?:the state of )?$"
)


def read_places(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`origin`, `destination` and `destination_kind`; and what is wrong with them."""
    found: dict[str, list[str]] = {"origin": [], "city": [], "state": [], "home": [], "": []}
    for match in _NAME.finditer(text.plain):
        role = _role(text.plain, match)
        found[role].append(match["name"].removesuffix("'s") + match["more"])
        if role:
            text.explain(*match.span())
    origins, cities, states = (list(dict.fromkeys(found[role])) for role in ("origin", "city", "state"))
    # The state may bear the name of the city that the trip starts in.
    goals = states if states and {*cities} <= {*states, *origins} else [*states, *cities]
    goals = [name for name in goals if name in states or name not in origins]
    wrong = [f"the text names several places to start: {', '.join(origins)}"] * (len(origins) > 1)
    wrong += [f"the text names several places to go to: {', '.join(goals)}"] * (len(goals) > 1)
    goal = goals[0] if len(goals) == 1 else None
    return {
        "origin": origins[0] if len(origins) == 1 else None,
        "destination": goal,
        "destination_kind": "state" if goal in states else None,
    }, wrong


def _role(plain: str, match: re.Match[str]) -> str:
    """What a name is to the trip; empty where the words around it do not say."""
    sentence = re.split(r"[.;!?] (?=[A-Z])", plain[: match.start()])[-1]
    if _HOME.search(sentence):
        return "home"
    if _CITIES_BEFORE.search(sentence) or _CITIES_AFTER.match(plain, match.end()):
        return "state"
    if _ORIGIN.search(sentence):
        return "origin"
    if not _GOAL.search(sentence):
        return ""
    return "state" if match["name"] in _STATES - {"New York", "Washington"} else "city"
