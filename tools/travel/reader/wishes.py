"""What is wished for beyond places, days and money: what the house allows, kind of room, cuisines, transport.

A clause with a negation refuses what it names: a means of transport, or shared rooms. All else in it is not understood,
and so is handed on in its own words.
"""

import re
from typing import Any

from .text import Text, regex

_NO = regex(
    r"\b(?:no|not|\w+n't|without|never|nor|neither|avoid\w*|skip\w*|except|refuse\w*|cannot|opposed to|instead of"
    r"|against|afraid|anything but|off the table|ruled out|out of the question|excluded|unable|nobody|none)\b"
)
_TRANSPORT = (
    ("no flight", regex(r"\b(?:fly|flying|flights?|planes?|air travel)\b")),
    ("no self-driving", regex(r"\b(?:self-? ?driv\w*|driv(?:e|ing)(?: (?:ourselves|myself))?)\b")),
    ("no taxi", regex(r"\b(?:taxis?|cabs?)\b")),
)
_SHARED = regex(r"\bshared? (?:a )?(?:rooms?|accommodations?)\b")
_ROOM_TYPES = (
    ("shared room", _SHARED),
    ("private room", regex(r"\bprivate (?:bed)?rooms?\b")),
    ("entire room", regex(r"\b(?:entire|whole) (?:rooms?|homes?|houses?|apartments?|places?|units?|flats?)\b")),
)
_RULES = (
    ("pets", regex(r"\b(?:pets?|dogs?|cats?)(?:-friendly)?\b")),
    ("smoking", regex(r"\bsmok(?:e|ing)\b")),
    ("children under 10", regex(r"\byoung children\b|\b(?:kids|children) under(?: the age of)? (?:10|ten)\b")),
    ("parties", regex(r"\bparties\b")),
    ("visitors", regex(r"\bvisitors\b")),
)
CUISINES = ("American", "BBQ", "Chinese", "Fast Food", "French", "Greek", "Indian", "Italian", "Japanese", "Korean",
            "Mediterranean", "Mexican", "Pizza", "Seafood", "Spanish", "Steak", "Sushi", "Thai", "Turkish", "Vegan",
            "Vegetarian")  # fmt: skip
_CUISINE = regex(rf"\b(?:{'|'.join(CUISINES)})\b")
_FOOD = regex(r"\b(?:cuisines?|foods?|eat|eating|dine|dining|meals?|dish(?:es)?|restaurants?|try|taste|enjoy)\b")


def read_wishes(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`transport_rules`, `room_type`, `room_rules` and `cuisines`; and what is wrong with them."""
    types = [name for name, shape in _ROOM_TYPES if _wish(text, shape)]
    refused = _refuse(text, _SHARED)
    # Who refuses to share and names the kind of room has said the more precise thing.
    types = types or ["not shared room"] * refused
    fields = {
        "transport_rules": [rule for rule, shape in _TRANSPORT if _refuse(text, shape)],
        "room_type": types[0] if len(types) == 1 else None,
        "room_rules": [rule for rule, shape in _RULES if _wish(text, shape)],
        "cuisines": _cuisines(text),
    }
    wrong = [f"the text asks for several kinds of rooms: {', '.join(types)}"] if len(types) > 1 else []
    return fields, wrong


def _wish(text: Text, shape: re.Pattern[str]) -> bool:
    """Whether a clause without a negation wishes for something."""
    found = [
        match
        for clause in text.clauses()
        if not _NO.search(text.plain, *clause)
        for match in shape.finditer(text.plain, *clause)
    ]
    for match in found:
        text.explain(*match.span())
    return bool(found)


def _refuse(text: Text, shape: re.Pattern[str]) -> bool:
    """Whether something is named after a negation, in one clause."""
    found = False
    for start, end in text.clauses():
        for match in shape.finditer(text.plain, start, end):
            if negation := _NO.search(text.plain, start, match.start()):
                text.explain(negation.start(), match.end())
                found = True
    return found


def _cuisines(text: Text) -> list[str]:
    """Cuisines in sentences about food, or with several of them, unless they are denied."""
    found: list[str] = []
    spelled = {name.lower(): name for name in CUISINES}
    for sentence in re.finditer(r"[^.;!?]+", text.plain):
        matches = list(_CUISINE.finditer(text.plain, *sentence.span()))
        if (len(matches) > 1 or _FOOD.search(sentence[0])) and not _NO.search(sentence[0]):
            for match in matches:
                text.explain(*match.span())
                found.append(spelled[match[0].lower()])
    return list(dict.fromkeys(found))
