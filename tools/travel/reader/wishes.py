"""What is wished for beyond places, days and money: what the house allows, kind of room, cuisines, transport."""

import re
from typing import Any

from .text import Text, regex

_NO = regex(
    r"\b(?:no|not|\w+n't|without|never|nor|neither|avoid\w*|skip\w*|except|rather not|refuse\w*|leave out|cannot"
    r"|opposed to|instead of|against|afraid|anything but|off the table|unable|nobody|none)\b"
)
_AFFIRMED = regex(r"\b(?:and|so|instead) (?:we |I )?(?:would )?(?:require|need|want|prefer|like|love|only)\b")
_AFTERWARDS = regex(
    r"(?: \w+){0,2}? (?:is|are|be|shouldn't|isn't|aren't) ?(?:not\b|out\b(?: of the question)?"
    r"|off the table|ruled out|excluded|no option|be part of it|an option)"
)
_TRANSPORT = (
    ("no flight", regex(r"\b(?:fly|flying|flights?|planes?|air travel|by air)\b")),
    ("no self-driving", regex(r"\b(?:self-? ?driv\w*|driv(?:e|ing)(?: (?:ourselves|myself))?(?: around)?"
                                   r"|behind the wheel|rent(?:ing)? (?:a )?cars?)\b")),
    ("no taxi", regex(r"\b(?:taxis?|cabs?)\b")),
)  # fmt: skip
_ROOM_TYPES = (
    ("shared room", regex(r"\bshared? (?:a )?(?:rooms?|accommodations?)\b|\bsharing (?:a|the) room\b|\bdorms?\b")),
    ("private room", regex(r"\bprivate (?:bed)?rooms?\b|\brooms? (?:(?:must|should) be )?private\b")),
    ("entire room", regex(
        r"\b(?:entire|whole) (?:rooms?|homes?|houses?|apartments?|places?|units?|flats?|lodgings?)\b"
        r"(?: (?:all |just )?(?:to|for) (?:ourselves|myself|us))?")),
)  # fmt: skip
_UNSHARED = regex(r"\bnot (?:be )?shared\b|\baren't shared\b|\bun-?shared\b")
_MAY = (
    r"(?:must |should |need to |has to |are |is |be |suitable for |accept\w* |accommodate |allow\w* "
    r"|permit\w* |welcom\w* |conducive to |friendly |flexibility to |ok(?:ay)? |with )"
)
_MUST = r"(?: (?:must|should|are|is|be|to|need|allowed|accepted|permitted|welcome|ok|okay|fine))"
_CHILD, _AGE = (
    r"\b(?:kids|children|little ones|toddlers?)\b",
    r" (?:under|below)(?: the age of)? (?:10|ten)\b",
)
_RULES = (
    ("pets", rf"{_MAY}*(?:our |my |a |bring\w* )*\b(?:pets?|dogs?|cats?|pupp(?:y|ies))(?:-friendly)?\b{_MUST}*"),
    ("smoking", rf"{_MAY}*\b(?:we |I )?smok(?:e|ing)\b{_MUST}*"),
    ("children under 10", rf"(?:{_MAY}+|(?:{_MAY}|our )*(?:young|small) ){_CHILD}(?:{_AGE})?{_MUST}*"
                          rf"|{_CHILD}(?:{_AGE}|{_MUST}{{2,}})"),
    ("parties", rf"{_MAY}*(?:(?:host|throw)\w* (?:a )?part(?:y|ies)|\bparties)\b{_MUST}*"),
    ("visitors", rf"{_MAY}*(?:have |having )?\bvisitors?\b{_MUST}*"),
)  # fmt: skip
_ROOM_RULES = tuple((rule, regex(shape)) for rule, shape in _RULES)
CUISINES = ("American", "BBQ", "Chinese", "Fast Food", "French", "Greek", "Indian", "Italian", "Japanese", "Korean",
            "Mediterranean", "Mexican", "Pizza", "Seafood", "Spanish", "Steak", "Sushi", "Thai", "Turkish", "Vegan",
            "Vegetarian")  # fmt: skip
_CUISINE = regex(rf"\b(?:{'|'.join(CUISINES)})\b")
_FOOD = regex(
    r"\b(?:cuisines?|foods?|eats?|eating|dine|dining|meals?|dish(?:es)?|restaurants?|tast\w+|flavou?rs?|cooking|fare"
    r"|kitchens?|try|trying|sample|enjoy|crav\w+|lunch|dinner)\b"
)


def read_wishes(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`transport_rules`, `room_type`, `room_rules` and `cuisines`; and what is wrong with them."""
    clauses = list(text.clauses())
    transport = [rule for rule, shape in _TRANSPORT if sum(_refuse(text, shape, at) for at in clauses)]
    types = _room_types(text, clauses)
    rules = [rule for rule, shape in _ROOM_RULES if sum(_wish(text, shape, at) for at in clauses)]
    wrong = [f"the text asks for several kinds of rooms: {', '.join(types)}"] if len(types) > 1 else []
    fields = {
        "transport_rules": transport,
        "room_type": types[0] if len(types) == 1 else None,
        "room_rules": rules,
        "cuisines": _cuisines(text),
    }
    return fields, wrong


def _wish(text: Text, shape: re.Pattern[str], clause: tuple[int, int]) -> bool:
    """Whether a clause wishes for something; where it denies it, it stays unexplained."""
    found = False
    for match in shape.finditer(text.plain, *clause):
        if _negation(text.plain, clause[0], match.start()) is None and not _AFTERWARDS.match(text.plain, match.end()):
            text.explain(*match.span())
            found = True
    return found


def _refuse(text: Text, shape: re.Pattern[str], clause: tuple[int, int]) -> bool:
    """Whether a clause refuses something: a negation before it, or right after it ('flights are out')."""
    found = False
    for match in shape.finditer(text.plain, *clause):
        start, after = _negation(text.plain, clause[0], match.start()), _AFTERWARDS.match(text.plain, match.end())
        if start is not None or after is not None:
            text.explain(match.start() if start is None else start, after.end() if after else match.end())
            found = True
    return found


def _negation(text: str, start: int, end: int) -> int | None:
    """Where a negation shortly before a match begins, if nothing affirms between."""
    near = regex(r"(?:\S+ ){0,7}\S*$").search(text, start, end)
    at = near.start() if near else start
    for affirmed in _AFFIRMED.finditer(text, at, end):
        at = affirmed.end()
    found = _NO.search(text, at, end)
    return found.start() if found else None


def _room_types(text: Text, clauses: list[tuple[int, int]]) -> list[str]:
    found: list[str] = []
    for clause in clauses:
        for name, shape in _ROOM_TYPES:
            if _wish(text, shape, clause):
                found.append(name)
            elif name == "shared room" and _refuse(text, shape, clause):
                found.append("not shared room")
    found += ["not shared room"] * len(text.find(_UNSHARED))
    distinct = list(dict.fromkeys(found))
    # Who refuses to share and names the kind of room has said the more precise thing.
    return [name for name in distinct if name != "not shared room"] or distinct


def _cuisines(text: Text) -> list[str]:
    """Cuisines in sentences about food, or with several of them, unless they are denied."""
    found: list[str] = []
    spelled = {name.lower(): name for name in CUISINES}
    for sentence in re.finditer(r"[^.;!?]+", text.plain):
        matches = list(_CUISINE.finditer(text.plain, *sentence.span()))
        if len(matches) > 1 or _FOOD.search(sentence[0]):
            for match in matches:
                if _negation(text.plain, sentence.start(), match.start()) is None:
                    text.explain(*match.span())
                    found.append(spelled[match[0].lower()])
    return list(dict.fromkeys(found))
