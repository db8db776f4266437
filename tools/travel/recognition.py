"""Whether a text asks for an itinerary, and which of its sentences the rules did not use."""

import re

from smurfs_graph.tools.travel.itinerary import TripDraft, Vocabulary, parse

_JOURNEY = (
    r"(?:trip|travels?|journey|tour|vacation|holidays?|getaway|visit|excursion|break|adventure|escape|weekend|stay)"
)
_PLAN = r"(?:itinerar(?:y|ies)|(?:travel|trip|tour|vacation|holiday)\s+(?:plan|schedule|program(?:me)?))"
_MAKING = (
    r"(?:plan(?:ning)?|design|creat(?:e|ing)|craft(?:ing)?|organi[sz](?:e|ing)|arrang(?:e|ing)|devis(?:e|ing)"
    r"|prepar(?:e|ing)|put\s+together|draw\s+up|map\s+out|sketch(?:\s+out)?|outline|work\s+out|build|generate|formulate|schedule"
    r"|need|want|looking\s+for|come\s+up\s+with|propose|suggest)"
)
_ASKS = (
    re.compile(rf"\b{_PLAN}\b", re.IGNORECASE),
    re.compile(rf"\b{_MAKING}\b[^.?!]{{0,80}}\b{_JOURNEY}\b", re.IGNORECASE),
)
_LOOKUP = re.compile(
    r"\b(?:find|search|list|show|get|look\s+up|compare|check|what|which|how\s+(?:much|far|long|many)"
    r"|need|want|book)\b[^.?!]{0,40}"
    r"\b(?<!no )(?:flights?|connections?|hotels?|accommodations?|rooms?|restaurants?|sights?|attractions?"
    r"|distance|fares?)\b",
    re.IGNORECASE,
)
_FACTS = 4
"""With so many facts of a round trip, its ends among them, an itinerary is meant though nobody calls it one."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
_COURTESY = re.compile(
    r"\b(?:thanks?|thank you|please\s+help|help\s+(?:me|us)|can\s+you|could\s+you|would\s+you|hello|hi|dear|cheers"
    r"|appreciate|looking\s+forward|itinerary|travel\s+plan|trip)\b",
    re.IGNORECASE,
)


def asks_for_trip(text: str, draft: TripDraft) -> bool:
    """Whether an itinerary is asked for: in so many words, or by the facts of a round trip of several days."""
    if _ASKS[0].search(text):
        return True
    if _LOOKUP.search(_SENTENCES.split(text)[0]):
        return False
    if _ASKS[1].search(text):
        return True
    span = draft.dates is not None and len(draft.dates) > 1
    facts = (draft.origin, draft.destination, draft.days or span or None, draft.people, draft.budget_usd)
    known = sum(fact is not None for fact in facts)
    return draft.origin is not None and draft.destination is not None and known >= _FACTS


def unread_sentences(text: str, vocabulary: Vocabulary) -> list[str]:
    """Sentences without which the rules read the same request, courtesies left out: what they did not understand."""
    parts = [part.strip() for part in _SENTENCES.split(text) if part.strip()]
    if len(parts) < 2:
        return []
    whole = parse(text, vocabulary)
    found: list[str] = []
    for at, part in enumerate(parts):
        rest = " ".join(parts[:at] + parts[at + 1 :])
        if not _COURTESY.search(part) and parse(rest, vocabulary) == whole:
            found.append(part)
    return found
