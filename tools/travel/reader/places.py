"""Where a trip starts and where it goes: names with capital letters, and the words around them that say which."""

import re
from itertools import pairwise
from typing import Any, NamedTuple

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
    r"(?:\bfrom|\bout of|\bleav(?:e|es|ing)|\bdepart(?:s|ing)?|\bescap(?:e|ing)"
    r"|\b(?:start(?:s|ing)?|begin(?:s|ning)?|originating|based|live|living)"
    r"(?: (?:out|off|the trip|our trip))? (?:in|at)"
    rf"|\b(?:origin|departure|start(?:ing)?)(?: (?:city|point))? ?(?:is|:|=)){_THE}"
)
_GOAL = regex(
    r"(?:\b(?:to|towards?|visit(?:s|ing)?|explor(?:e|ing)|tour(?:ing)?|see(?:ing)?|discover(?:ing)?|for|into|through|across"
    r"|around|destination(?: (?:is|city|state))?|(?:end(?:s|ing)?|days|week|weekend|holiday|vacation|trip) in)"
    rf"|\b(?:cities|towns|stops|places) (?:\w+ )?(?:in|of|across|around|within|from)|->|=>)"
    rf"(?: the state of)?{_THE}"
)
_HOME = regex(r"\b(?:back|home|return(?:s|ing)?) (?:home )?(?:to|in|at) ?$")
_AFTER = regex(
    r" (?:is|as) (?:our|my|the) (?:(?P<goal>destination)|(?:start\w*|departure|home|origin)(?: (?:point|city))?)\b"
)
_CITIES_AFTER = regex(r" (?:state|cities|towns|stops)\b")
_CITIES_BEFORE = regex(
    r"\b(?:cities|towns|stops|state) (?:\w+ )?(?:in|of|across|around|within|from) (?:the state of )?$"
)
_ARROW = regex(r" ?(?:->|=>|\u2192| - |to) ?")


class _Named(NamedTuple):
    name: str
    role: str
    is_state: bool
    start: int
    end: int


def read_places(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`origin`, `destination` and `destination_kind`; and what is wrong with them."""
    named = _arrows(text, [_name_place(text, match) for match in _NAME.finditer(text.plain)])
    for place in named:
        if place.role:
            text.explain(place.start, place.end)
    origins = dict.fromkeys(place.name for place in named if place.role == "origin")
    goals = {place.name: place.is_state for place in named if place.role == "goal" and place.name not in origins}
    states = [place.name for place in named if place.role == "goal" and place.is_state]
    if states and set(states) == {*states[:1]} and set(goals) <= {*states, *origins}:
        goals = {states[0]: True}  # the state may bear the name of the city that the trip starts in
    wrong = [f"the text names several places to start: {', '.join(origins)}"] * (len(origins) > 1)
    wrong += [f"the text names several places to go to: {', '.join(goals)}"] * (len(goals) > 1)
    goal = next(iter(goals), None) if len(goals) == 1 else None
    kind = None if goal is None else "state" if goals[goal] else None
    origin = next(iter(origins), None) if len(origins) == 1 else None
    return {"origin": origin, "destination": goal, "destination_kind": kind}, wrong


def _name_place(text: Text, match: re.Match[str]) -> _Named:
    before, name = text.plain[: match.start()], match["name"].removesuffix("'s")
    sentence = re.split(r"[.;!?] (?=[A-Z])", before)[-1]
    is_state = _CITIES_BEFORE.search(sentence) is not None or _CITIES_AFTER.match(text.plain, match.end()) is not None
    role, end = "", match.end()
    if after := _AFTER.match(text.plain, end):
        role, end = "goal" if after["goal"] else "origin", after.end()
    elif _HOME.search(sentence):
        role = "home"
    elif is_state:
        role = "goal"
    elif _ORIGIN.search(sentence):
        role = "origin"
    elif _GOAL.search(sentence):
        role = "goal"
    return _Named(
        f"{name}{match['more']}", role, is_state or name in _STATES - {"New York", "Washington"}, match.start(), end
    )


def _arrows(text: Text, named: list[_Named]) -> list[_Named]:
    """A and B of 'A to B' and 'A -> B', where no other word says what A is."""
    if any(place.role == "origin" for place in named):
        return named
    for at, (one, other) in enumerate(pairwise(named)):
        if not one.role and _ARROW.fullmatch(text.plain, one.end, other.start):
            return [*named[:at], one._replace(role="origin"), other._replace(role="goal"), *named[at + 2 :]]
    return named
