"""Wishes in clauses of their own: the kind of room, what the house has to allow, food, and means of transport.

A clause is read whole or not at all: "no flights before noon" is no wish against flights.
"""

import re
from typing import Any

from .text import regex

CUISINES = ("American", "BBQ", "Chinese", "Fast Food", "French", "Greek", "Indian", "Italian", "Japanese", "Korean",
            "Mediterranean", "Mexican", "Pizza", "Seafood", "Spanish", "Steak", "Sushi", "Thai", "Turkish", "Vegan",
            "Vegetarian")  # fmt: skip
_CUISINE = regex(rf"\b(?:{'|'.join(CUISINES)})\b")
_FOOD = r"(?:food|cuisines?|dishes|meals|restaurants)"
_ROOMS = r"(?:rooms?|accommodations?|lodging|places?)"
_AND = r"(?:, and |, | and )"
_RULES = (("pets", r"pets"), ("smoking", r"smoking"), ("children under 10", r"children under (?:10|ten)"),
          ("parties", r"parties"), ("visitors", r"visitors"))  # fmt: skip
_ANY_RULE = "|".join(shape for _, shape in _RULES)
_FLY = r"(?:fly|take (?:any )?(?:flights?|planes?))"
_DRIVE = r"(?:drive ourselves|drive myself|self-drive)"
_TAXI = r"take (?:a |any )?taxis?"
ITEMS: tuple[tuple[str, str, str], ...] = (
    ("room_type", "private room", r"(?:a )?private (?:bed)?rooms?"),
    ("room_type", "entire room", r"(?:an? )?(?:entire|whole) (?:rooms?|homes?|houses?|apartments?|places?)"),
    ("room_type", "shared room", r"(?:a )?shared rooms?"),
    ("room_type", "not shared room", r"no shared rooms?"),
    ("room_rules", "pets", rf"(?:a )?pet-friendly {_ROOMS}|to bring (?:our|my|a) (?:pets?|dogs?|cats?)"),
    ("room_rules", "", rf"(?:a )?{_ROOMS} (?:that|which) allows? (?:{_ANY_RULE})(?:{_AND}(?:{_ANY_RULE}))*"),
    ("cuisines", "", rf"{_CUISINE.pattern}(?:{_AND}{_CUISINE.pattern})* {_FOOD}"),
    ("transport_rules", "no flight", r"no (?:flights?|flying)"),
    ("transport_rules", "no self-driving", r"no self-driving"),
    ("transport_rules", "no taxi", r"no taxis?"),
)  # fmt: skip
"""By the field that they fill, each with its value; "" where the words have it."""
_WANT = (
    r"(?:(?:please|and|also),? )*(?:(?:i|we|i'd|we'd)(?: would)? (?:want|need|require|like)"
    r"(?: to (?:have|eat|try|taste|stay in))? |(?:we|i) (?=to bring))?(?:some )?"
)
_ITEM = "|".join(shape for _, _, shape in ITEMS)
_WISH = regex(rf"{_WANT}(?P<items>(?:{_ITEM})(?:{_AND}(?:{_ITEM}))*)")
_REFUSE = r"(?:please,? )?(?:i|we) (?:do not|don't) (?:want|like|plan|wish) to|(?:i|we) (?:will not|won't|cannot|can't)"
_REFUSALS = (
    ("transport_rules", "no flight", regex(rf"(?:{_REFUSE}) {_FLY}")),
    ("transport_rules", "no self-driving", regex(rf"(?:{_REFUSE}) {_DRIVE}")),
    ("transport_rules", "no taxi", regex(rf"(?:{_REFUSE}) {_TAXI}")),
    ("room_type", "not shared room", regex(r"(?:i|we) (?:do not|don't) want (?:a )?shared rooms?")),
)  # fmt: skip
_SHAPES = tuple((field, value, regex(rf"(?<![\w-])(?:{shape})(?![\w-])")) for field, value, shape in ITEMS)
Wish = tuple[str, str]
"""A field and its value."""


def read_wishes(clause: str) -> list[Wish]:
    """Return the wishes of a clause that is nothing else; none of any other."""
    for field, value, shape in _REFUSALS:
        if shape.fullmatch(clause):
            return [(field, value)]
    found = _WISH.fullmatch(clause)
    return _read_items(found["items"]) if found else []


def _read_items(items: str) -> list[Wish]:
    wishes: list[Wish] = []
    at = 0
    while at < len(items):
        matches = [(field, value, match) for field, value, shape in _SHAPES if (match := shape.match(items, at))]
        field, value, best = max(matches, key=lambda one: one[2].end())
        wishes += [(field, value)] if value else [(field, each) for each in _values(field, best)]
        joint = re.compile(_AND, re.IGNORECASE).match(items, best.end())
        at = joint.end() if joint else len(items)
    return wishes


def _values(field: str, match: re.Match[str]) -> list[str]:
    if field == "cuisines":
        spelled = {name.lower(): name for name in CUISINES}
        return [spelled[each.lower()] for each in _CUISINE.findall(match[0])]
    return [rule for rule, shape in _RULES if re.search(shape, match[0], re.IGNORECASE)]


def wish_fields(wishes: list[Wish]) -> tuple[dict[str, Any], list[str]]:
    """Return `room_type`, `room_rules`, `cuisines` and `transport_rules`; and what is wrong with them."""
    fields: dict[str, list[str]] = {"room_type": [], "room_rules": [], "cuisines": [], "transport_rules": []}
    for field, value in dict.fromkeys(wishes):
        fields[field].append(value)
    types = fields.pop("room_type")
    wrong = [f"the text asks for several kinds of rooms: {', '.join(types)}"] if len(types) > 1 else []
    return {**fields, "room_type": types[0] if len(types) == 1 else None}, wrong
