"""What is wished for beyond places, days and money: what the house allows, kind of room, cuisines, transport."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from smurfs_graph.tools.travel.lookup import fold

from .request import RoomRule, RoomType, TransportRule

_NO = re.compile(
    r"\b(?:no|not|n't|don't|won't|doesn't|without|never|nor|neither|avoid\w*|skip\w*|exclud\w*|except"
    r"|rather not|refus\w*"
    r"|leave out|leaving out|cannot|can't|isn't|aren't|do not|opposed to|free of|instead of"
    r"|rul\w+ out|steer clear|against|dislik\w*|hate\w*"
    r"|afraid|fear\w*|anything but|off the table|unable|nobody|none|(?:keep"
    r"|stay)\s+(?:\w+\s+)?(?:out of|away from))\b",
    re.IGNORECASE,
)
_AFFIRMED = re.compile(
    r"\b(?:and|so|instead)\s+(?:we\s+|I\s+|they\s+|we'd\s+|I'd\s+)?(?:would\s+|do\s+)?"
    r"(?:require|need|want|prefer|like|love|insist|only)\w*\b|\b\w+:",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[.;!?]+(?:\s|$)|\s[-]+\s|,\s*(?:but|however|although|though|while|yet|and)\b"
    r"|(?<!anything)(?<!nothing)\s+(?:but|however"
    r"|although|though)\s+",
    re.I,
)

_SENTENCE = re.compile(r"[.;!?]+(?:\s|$)")

_FLYING = re.compile(
    r"\b(?:fly|flying|flights?|flown|airplanes?|aeroplanes?|planes?|air travel|by air|airlines?|airfare|airports?)\b",
    re.I,
)
_ON_THE_GROUND = re.compile(
    r"\b(?:ground transport\w*|overland|ground travel|surface travel|land travel)\s*(?:only|alone|exclusively)?\b"
    r"|\b(?:only|strictly|exclusively|purely|solely)\s+(?:by\s+|use\s+|travel\s+by\s+)?(?:road|ground|land"
    r"|car)\b|\bstay(?:ing)? on the ground\b|\bfeet on the ground\b",
    re.IGNORECASE,
)
_DRIVING = re.compile(
    r"\b(?:self[-\s]?driv\w*|driv(?:e|es|ing)|behind the wheel|rent(?:ing|al)? (?:a )?cars?|rental cars?"
    r"|car rentals?|driver'?s? licen[cs]es?|take the wheel|own car)\b",
    re.I,
)
_TAXI = re.compile(r"\b(?:taxis?|cabs?)\b", re.IGNORECASE)
_AS_OTHERS_DRIVE = re.compile(
    r"\b(?:within|a|short|long)\s+(?:driv\w+\s+distance|drive\s+(?:away|from))\b", re.IGNORECASE
)

_ROOM_TYPES: tuple[tuple[RoomType, re.Pattern[str]], ...] = (
    ("shared room", re.compile(
        r"\b(?:shared?|sharing|communal|dorm(?:itory)?)[-\s]?(?:style\s+)?(?:the\s+|a\s+|our\s+"
        r"|my\s+)?(?:hotel\s+|living\s+|bed)?(?:rooms?|accommodations?|lodgings?|spaces?|beds?|stays?|quarters"
        r"|sleeping)\b|\b(?:dorms|hostel dorms?)\b", re.I)),
    ("private room", re.compile(
        r"\bprivate\s+(?:(?:bed|hotel|guest)\s*)?(?:rooms?|bedrooms?)\b|\brooms?\s+(?:(?:to|for)\s+(?:be\s+)?"
        r"|that\s+(?:is|are)\s+|should be\s+|must be\s+)?private\b|\b(?:a|own) room of (?:my|our|their) own\b"
        r"|\b(?:my|our) own (?:private )?rooms?\b", re.I)),
    ("entire room", re.compile(

            r"\b(?:entire|whole|full|complete)\s+(?:private\s+)?(?:rooms?|homes?|houses?|apartments?|places?"
            r"|units?|flats?|propert(?:y|ies)|accommodations?|lodgings?|villas?|condos?|rentals?"
            r"|residences?)\b"

            r"|\b(?:places?|homes?|houses?|apartments?|rooms?|accommodations?|lodgings?|units?|propert(?:y"
            r"|ies)|it|everything)\s+(?:all\s+|entirely\s+)?to\s+(?:ourselves|myself|themselves)\b"
            r"|\b(?:entirely|completely|all)\s+to\s+(?:ourselves|myself|themselves)\b"
            r"|\ball\s+(?:of\s+it\s+)?(?:just\s+|only\s+)?for\s+(?:us|ourselves)(?:\s+alone)?\s*$|\b(?:rooms?"
            r"|places?|homes?|accommodations?)\s+(?:that\s+(?:are|is)\s+)?(?:entirely|completely)\s+(?:ours"
            r"|to ourselves)\b", re.I)),
)  # fmt: skip
_NOT_SHARED = re.compile(
    r"\b(?:are|is|be|being)(?:n't|\s+not)\s+shared\b|\b(?:not|non|un)[-\s]?shared\b"
    r"|\bnot\s+(?:be\s+)?shar(?:ed|ing)\b",
    re.I,
)
_UNSHARED = re.compile(
    r"\b(?:share|sharing)\b(?:\s+\w+){0,4}?\s+(?:with|strangers|others?|rooms?|other)\b", re.IGNORECASE
)

_PERMITS = (
    r"\b(?:allow\w*|permit\w*|welcom\w*|accept\w*|friendly|suitable|tolerat\w*|ok|okay|fine|must be|can stay"
    r"|take in|admit\w*)\b"
)

_RULES: tuple[tuple[RoomRule, re.Pattern[str]], ...] = (
    ("pets", re.compile(
        r"\b(?:pets?|dogs?|cats?|pupp(?:y|ies)|kittens?|furry (?:friends?|companions?)|animals?|four-legged"
        r"|canine|feline|(?:golden )?retrievers?|labradors?|poodles?|beagles?|terriers?|spaniels?|bulldogs?|corgis?"
        r"|dachshunds?|hus(?:ky|kies)|german shepherds?|chihuahuas?|pugs?|tabby|hamsters?|parrots?"
        r"|rabbits?)\b", re.I)),
    ("smoking", re.compile(r"\b(?:smok(?:e|es|ing|ers?)|cigarettes?|cigars?)\b", re.I)),
    ("children under 10", re.compile(
        r"\b(?:kids?|toddlers?|infants?|bab(?:y|ies)|little ones?|preschoolers?|youngsters?|newborns?)\b(?!')"
        rf"|\b(?:son|daughter|child)(?:s|ren)?\b(?!')(?=[^.;!?]*{_PERMITS})|\bchild(?:ren)? (?:under|below|of)\b"
        rf"|{_PERMITS}[^.;!?]*\b(?:son|daughter|child)(?:s|ren)?\b(?!')"
        r"|\b\d[-\s]year[-\s]olds?\b|\b(?:three|four|five|six|seven|eight|nine)[-\s]year[-\s]olds?\b", re.I)),
    ("parties", re.compile(

            r"\b(?:host|throw|hold|have|having|throwing|hosting|holding|allow\w*|permit\w*|for|welcom\w*"
            r"|ok(?:ay)? with|fine with)\s+(?:\w+\s+){0,2}?part(?:y|ies)\b(?!\s+of\b)|\bpart(?:ies|ying)\b"
            r"|\bparty[-\s](?:friendly|ready|ok\b)|\bpart(?:y|ies)\s+(?:is|are|to be)\s+(?:allowed|permitted"
            r"|ok|okay|fine|welcome)|\bbirthday (?:party|bash)\b|\b(?:loud|noisy|rowdy) (?:get-together"
            r"|evening|night|gathering|celebration)s?\b|\bcelebrations?\s+(?:are|is)\s+allowed", re.I)),
    ("visitors", re.compile(
        r"\b(?:visitors?|guests? (?:over|to (?:visit|come|drop))|(?:have|having|invite|inviting|receive"
        r"|receiving|host|hosting|allow\w*|permit\w*|welcom\w*)\s+(?:\w+\s+){0,2}?(?:guests|visitors"
        r"|friends over)|friends (?:over|(?:of \w+ )?(?:\w+ ){0,5}?(?:drop|visit|stop|come|pop"
        r"|swing)\w*(?: by| over| round| in)?)"
        r"|guests (?:are|is|must be|should be|need to be|to be) (?:allowed|permitted|welcome))\b", re.I)),
)  # fmt: skip
_FOOD = re.compile(
    r"\b(?:cuisines?|foods?|eat|eating|dine|dining|meals?|dish(?:es)?|restaurants?|tast\w+|flavou?rs?"
    r"|cooking|menus?|fare|culinary|kitchens?|try|trying|sample|sampling|enjoy|savou?r|crav\w+|love|hungry"
    r"|food-wise|specialt\w+|delicacies|gastronom\w+|palate|lunch|dinner|feast\w*|bites?)\b",
    re.IGNORECASE,
)


class Wishes(NamedTuple):
    """What a text wishes for; empty where it does not say."""

    room_rules: tuple[RoomRule, ...]
    room_type: RoomType | None
    cuisines: tuple[str, ...]
    transport_rules: tuple[TransportRule, ...]
    problems: tuple[str, ...] = ()


def wishes(text: str, known_cuisines: Mapping[str, str]) -> Wishes:
    """All wishes of a text; `known_cuisines` are names by their folded spelling."""
    clauses = [clause.strip() for clause in _CLAUSE.split(text) if clause and clause.strip()]
    types = _room_types(clauses)
    problems = (f"the text asks for several kinds of rooms: {', '.join(types)}",) if len(types) > 1 else ()
    return Wishes(
        room_rules=tuple(rule for rule, shape in _RULES if any(_affirmed(shape, clause) for clause in clauses)),
        room_type=types[0] if len(types) == 1 else None,
        cuisines=_cuisines(text, known_cuisines),
        transport_rules=_transport(clauses),
        problems=problems,
    )


def _affirmed(shape: re.Pattern[str], clause: str) -> bool:
    """Whether a clause names something without denying it."""
    return any(not _denied(clause, match) for match in shape.finditer(clause))


def _denied(clause: str, match: re.Match[str]) -> bool:
    """Whether a negation stands shortly before a match, and nothing affirms between."""
    before = " ".join(clause[: match.start()].split()[-7:])
    return _NO.search(_AFFIRMED.split(before)[-1]) is not None


def _room_types(clauses: list[str]) -> list[RoomType]:
    found: list[RoomType] = []
    for clause in clauses:
        for name, shape in _ROOM_TYPES:
            for match in shape.finditer(clause):
                if not _denied(clause, match):
                    found.append(name)
                elif name == "shared room":
                    found.append("not shared room")
        unshared = _UNSHARED.search(clause)
        if (unshared and _denied(clause, unshared)) or _NOT_SHARED.search(clause):
            found.append("not shared room")
    distinct = list(dict.fromkeys(found))
    # Who refuses to share and names the kind of room has said the more precise thing.
    precise: list[RoomType] = [name for name in distinct if name != "not shared room"]
    return precise if "not shared room" in distinct and precise else distinct


def _cuisines(text: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Cuisines in sentences about food, or with several of them, unless they are denied."""
    names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    if not names:
        return ()
    shape = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
    found: list[str] = []
    for sentence in _SENTENCE.split(text):
        about_food = _FOOD.search(sentence) is not None or len(shape.findall(sentence)) > 1
        clauses = _CLAUSE.split(sentence) if about_food else []
        for clause in filter(None, clauses):
            found += [known[fold(match[0])] for match in shape.finditer(clause) if not _denied(clause, match)]
    return tuple(dict.fromkeys(found))


def _transport(clauses: list[str]) -> tuple[TransportRule, ...]:
    found: list[TransportRule] = []
    for clause in clauses:
        if _ON_THE_GROUND.search(clause) or _refused(_FLYING, clause):
            found.append("no flight")
        if _refused(_DRIVING, _AS_OTHERS_DRIVE.sub("", clause)):
            found.append("no self-driving")
        if _refused(_TAXI, clause):
            found.append("no taxi")
    return tuple(dict.fromkeys(found))


def _refused(shape: re.Pattern[str], clause: str) -> bool:
    """Whether a clause refuses something: a negation before it, or right after it ('flights are out')."""
    return any(_denied(clause, match) or _ruled_out(clause[match.end() :]) for match in shape.finditer(clause))


_AFTERWARDS = re.compile(
    r"^(?:\s+\w+){0,4}?\s+(?:(?:is|are|be|being|should be|must be)\s+)?(?:not\b|n't|out of the question"
    r"|off the table|ruled out|avoided"
    r"|excluded|off limits|isn't|aren't|shouldn't|no option|a no-go|out of bounds|unacceptable"
    r"|not an option|is out\b|are out\b)",
    re.IGNORECASE,
)


def _ruled_out(after: str) -> bool:
    return _AFTERWARDS.match(after) is not None or re.match(r"[-\s]free\b", after) is not None
