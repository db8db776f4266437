"""Where a trip starts and where it goes: known names, and the words around them that say which is which."""

import re
from itertools import pairwise
from typing import NamedTuple

from smurfs_graph.tools.travel.lookup import did_you_mean, fold

from .request import PlaceKind
from .vocabulary import POSTAL_CODES, Vocabulary, spelling

_FILLER = (
    r"(?:our|my|the|this|a|an|trip|journey|travels?|adventure|vacation|holiday|off|out|things"
    r"|everything|tour|itinerary"
    r"|it|all|us|will|be|is|getaway|city|of|downtown|starts?|begins?|route|voyage|excursion|with|friends"
    r"|group|family|we)"
)
_STARTS = (
    r"(?:start\w*|begin\w*|kick\w*|set\w*|depart\w*|leav\w*|originat\w*|launch\w*|tak\w+ off|commenc\w*"
    r"|embark\w*|fly\w*"
    r"|head\w* out|travel(?:ing|ling)?|coming|come|based|liv\w+|resid\w+|locat\w+|hail\w*|home|am|we're|I'm)"
)
_ORIGIN = re.compile(
    rf"(?:\bfrom\s*:?|\bout of|\b(?:depart|leav|escap)(?:ing|es|e|ure|s)?"
    rf"|\b{_STARTS}(?:\s+{_FILLER}){{0,4}}\s+(?:in|at|from|of|out of)"
    rf"|\b(?:origin|departure|starting|start|home)(?:\s+(?:city|point|location|base|town))?\s*(?:is|:|=|will be)?)"
    rf"\s*(?:the\s+)?(?:city of\s+)?(?:downtown\s+)?$",
    re.IGNORECASE,
)
_DESTINATION = re.compile(
    r"(?:\b(?:to|towards?|visit\w*|explor\w*|tour\w*|for|in|across|around|through|throughout|within"
    r"|see|seeing|into|of"
    r"|discover\w*|destination(?:\s+(?:is|city|state))*|bound for|reach\w*|roam\w*|experienc\w*"
    r"|arriv\w+ (?:in|at)|hit\w*|check\w* out|covering)\s*[:=]?)"
    r"\s*(?:the\s+)?(?:beautiful\s+|lovely\s+|great\s+|sunny\s+)?(?:state of\s+|city of\s+)?$",
    re.IGNORECASE,
)
_RETURN = re.compile(r"\b(?:return\w*|back|home|ending up)\s+(?:home\s+)?(?:to|in|at)\s*$", re.IGNORECASE)
_ORIGIN_AFTER = re.compile(
    r"^\s*(?:is|as|being|will be|serves? as|would be)\s+(?:our|my|the|a|where\s+(?:we"
    r"|I))?\s*(?:\w+\s+){0,2}?(?:start\w*|departure|home\b|origin|base|depart\w*|launch\w*)"
    r"|^[-\s]based\b|^\s+(?:natives?|residents?|locals?)\b",
    re.IGNORECASE,
)
_DESTINATION_AFTER = re.compile(
    r"^\s*(?:is|as|being|will be)\s+(?:our|my|the|a)?\s*(?:\w+\s+)?destination\b", re.IGNORECASE
)
_STATE_AFTER = re.compile(r"^(?:'s)?\s+(?:\w+\s+)?(?:state|cities|towns|destinations|stops|places)\b", re.IGNORECASE)
_STATE_BEFORE = re.compile(
    r"\bstate of\s*$|\b(?:cities|towns|places|stops|destinations|locations)\s+(?:\w+\s+){0,2}?(?:in|of"
    r"|across|within|around|throughout|from)\s+(?:the state of\s+)?$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"^[']s?\b")
_ARROW = re.compile(r"^\s*(?:\u2192|[-=]+>|to)\s*$")
_ARROW_AFTER = re.compile(r"^\s*(?:\u2192|[-=]+>)")
_CORRECTED = re.compile(
    r"\b(?:(?:actually|rather|instead|sorry|no|wait|scratch that"
    r"|correction)\b[,:]?\s*(?:make\s+(?:it|that)|let's say|I mean)?"
    r"|make\s+(?:it|that)|I mean)\s*$",
    re.IGNORECASE,
)
"""What stands before a place that takes the place of the one before it."""


class Places(NamedTuple):
    """Where a text says the trip starts and goes."""

    origin: str | None
    destination: str | None
    kind: PlaceKind | None
    problems: tuple[str, ...] = ()


class _Mention(NamedTuple):
    start: int
    end: int
    city: str | None
    area: str | None
    marked_area: bool = False
    """Whether the text itself says that the state is meant."""


def places(text: str, vocabulary: Vocabulary, cities: int | None) -> Places:
    """Read both ends; `cities` is how many are visited, as far as the text says it.

    A name that is both a city and a state is the state where several cities are visited, or where the text says so.
    """
    mentions, problems = _mentions(text, vocabulary)
    mentions = _corrected(text, mentions)
    roles = [_role(text, mention) for mention in mentions]
    pairs = list(zip(mentions, roles, strict=True))
    origins = [mention for mention, role in pairs if role == "origin"]
    goals = [mention for mention, role in pairs if role == "destination"]
    if not origins:
        origins, ends = _of_arrow(text, mentions, goals)
        goals = [goal for goal in goals if goal not in origins] or ends
    origin, wrong = _one({mention.city or mention.area for mention in origins}, "start")
    if origin is None and not origins:
        origins = _only_other([mention for mention, role in pairs if role == "none" and mention.city], goals)
        origin = origins[0].city if origins else None
    goals = goals or _only_other([mention for mention, role in pairs if role in ("none", "return")], origins)
    away = [goal for goal in goals if goal.marked_area or goal.city is None or goal.city != origin]
    destination, kind, also = _goal(away, cities)
    unknown = _unknown_places(text, vocabulary, origin is None, destination is None)
    return Places(origin, destination, kind, (*problems, *wrong, *also, *unknown))


def _corrected(text: str, mentions: list[_Mention]) -> list[_Mention]:
    """Without a place that the text itself takes back, as in 'Reno, no, make it Las Vegas'.

    The correction stands where the first name stood, so that the words before that one speak of it.
    """
    kept: list[_Mention] = []
    for mention in mentions:
        between = text[kept[-1].end : mention.start] if kept else ""
        if kept and len(between) <= 40 and _CORRECTED.search(between):
            mention = mention._replace(start=kept.pop().start)
        kept.append(mention)
    return kept


def _only_other(mentions: list[_Mention], placed: list[_Mention]) -> list[_Mention]:
    """The one place that has no part yet, where one end of the trip is known and there is just one such place."""
    known = {name for mention in placed for name in (mention.city, mention.area) if name}
    others = [mention for mention in mentions if not known & {mention.city, mention.area}]
    distinct = {(mention.city, mention.area) for mention in others}
    return others[:1] if placed and len(distinct) == 1 else []


def _mentions(text: str, vocabulary: Vocabulary) -> tuple[list[_Mention], tuple[str, ...]]:
    """Places by name; in lower case too where the text writes none with a capital letter."""
    found, problems = _named(text, vocabulary, insensitive=text == text.lower())
    return (found, problems) if found else _named(text, vocabulary, insensitive=True)


def _named(text: str, vocabulary: Vocabulary, insensitive: bool) -> tuple[list[_Mention], tuple[str, ...]]:
    names = {*vocabulary.cities, *vocabulary.areas}
    shape = _name_shape(names)
    found: list[_Mention] = []
    problems: list[str] = []
    at = 0
    while (match := shape.search(text, at)) is not None:
        at = match.end()
        if not (insensitive or match[0][0].isupper()):
            continue
        key = spelling(match[0])
        mention = _Mention(match.start(), match.end(), vocabulary.cities.get(key), vocabulary.areas.get(key))
        mention, problem = _qualified(text, mention, vocabulary)
        at = mention.end
        problems += [problem] if problem else []
        found.append(mention)
    return found, tuple(problems)


def _name_shape(names: set[str]) -> re.Pattern[str]:
    parts = [_loose(name) for name in sorted(names, key=len, reverse=True)]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w])", re.IGNORECASE)


def _loose(name: str) -> str:
    pattern = re.escape(name).replace(r"\ ", r"\s+").replace("'", "[']")
    return re.sub(
        r"^st\\s|^ft\\s",
        lambda match: (r"(?:St\.?|Saint)" if "st" in match[0] else r"(?:Ft\.?|Fort)") + r"\s",
        re.sub(r"(?<=\+)st\\s", r"(?:St\\.?|Saint|Ste\\.?)\\s", pattern.replace(r"\s+ste\s+", r"\s+ste\.?\s+")),
    )


def _qualified(text: str, mention: _Mention, vocabulary: Vocabulary) -> tuple[_Mention, str]:
    """A city with the state it lies in, as in 'Salem, Oregon' or 'Salem (OR)'; 'Washington state' is no city."""
    after, before = text[mention.end :], text[: mention.start]
    if mention.area and (_STATE_AFTER.match(after) or _STATE_BEFORE.search(before)):
        return mention._replace(city=None, marked_area=True), ""
    if mention.city is None:
        return mention, ""
    areas = "|".join(_loose(area) for area in sorted(vocabulary.areas, key=len, reverse=True))
    match = re.match(
        rf"\s*[,(]?\s*(?:in\s+(?:the\s+state\s+of\s+)?)?(?P<area>{areas}|[A-Z]{{2}}\b"
        rf"|D\.C\.)\)?",
        after,
        re.IGNORECASE,
    )
    if match is None or (match["area"].islower() and text != text.lower()):
        return mention, ""
    area = POSTAL_CODES.get(match["area"].replace(".", ""), match["area"])
    if spelling(area) not in vocabulary.areas and area not in POSTAL_CODES.values():
        return mention, ""
    joined = mention._replace(end=mention.end + match.end(), area=None)
    if spelling(area) in vocabulary.area_of.get(mention.city, frozenset()):
        return joined, ""
    if not re.match(r"\s*[,(]", after):
        return mention, ""
    known = ", ".join(sorted(vocabulary.area_of.get(mention.city, ()))) or "an unknown state"
    return joined, f"the {mention.city} that is known lies in {known}, not in {area}"


def _role(text: str, mention: _Mention) -> str:
    sentence = re.split(r"[.;!?]\s+(?=[A-Z])", text[: mention.start])[-1]
    after = text[mention.end :]
    if _ORIGIN_AFTER.match(after):
        return "origin"
    if _DESTINATION_AFTER.match(after):
        return "destination"
    if _RETURN.search(sentence) and not re.search(r"\bstart\w*|\bhome base", sentence[-25:], re.IGNORECASE):
        return "return"
    if mention.marked_area:
        return "destination"
    if _ORIGIN.search(sentence):
        return "origin"
    if _DESTINATION.search(sentence) or _POSSESSIVE.match(after):
        return "destination"
    return "none"


def _of_arrow(text: str, mentions: list[_Mention], goals: list[_Mention]) -> tuple[list[_Mention], list[_Mention]]:
    """A and B of 'A to B', where no other word says what A is."""
    if mentions and mentions[0] not in goals and _ARROW_AFTER.match(text[mentions[0].end :]):
        return mentions[:1], mentions[1:2]
    pairs = [pair for pair in pairwise(mentions) if _ARROW.match(text[pair[0].end : pair[1].start])]
    return [one for one, _ in pairs[:1]], [other for _, other in pairs[:1]]


def _one(names: set[str | None], what: str) -> tuple[str | None, tuple[str, ...]]:
    named = sorted(name for name in names if name)
    if len(named) > 1:
        return None, (f"the text names several places to {what}: {', '.join(named)}",)
    return (named[0] if named else None), ()


def _goal(goals: list[_Mention], cities: int | None) -> tuple[str | None, PlaceKind | None, tuple[str, ...]]:
    areas = {goal.area for goal in goals if goal.area and (goal.marked_area or goal.city is None or (cities or 1) > 1)}
    towns = {goal.city for goal in goals if goal.city and not goal.marked_area and goal.city not in areas}
    if areas and (cities is None or cities > 1 or not towns):
        name, wrong = _one(set(areas), "go to")
        return name, ("state" if name else None), wrong
    name, wrong = _one(set(towns), "go to")
    return name, ("city" if name else None), wrong


_CAPITALISED = r"(?P<name>[A-Z][\w.'-]+(?:\s+[A-Z][\w.'-]+){0,2})"
_MAYBE_ORIGIN = re.compile(rf"\b(?:from|leaving|departing|out of)\s+{_CAPITALISED}")
_MAYBE_DESTINATION = re.compile(rf"\b(?:to|visit|visiting|explore|exploring|cities in|towards?)\s+{_CAPITALISED}")
_NO_PLACE = re.compile(
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December|I\b|Monday"
    r"|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)",
    re.I,
)


def _unknown_places(text: str, vocabulary: Vocabulary, no_origin: bool, no_destination: bool) -> tuple[str, ...]:
    shapes = [_MAYBE_ORIGIN] * no_origin + [_MAYBE_DESTINATION] * no_destination
    known = sorted({*vocabulary.cities.values(), *vocabulary.areas.values()})
    found: dict[str, str] = {}
    for shape in shapes:
        for match in shape.finditer(text):
            name = match["name"].rstrip(".'")
            if not _NO_PLACE.match(name) and spelling(name) not in {*vocabulary.cities, *vocabulary.areas}:
                found[fold(name)] = f"{name!r} is no place that is known here{did_you_mean(name, known)}"
    return tuple(found.values())
