"""Recognise requests for an itinerary, and clauses with a task of their own beside it."""

from .text import regex

_JOURNEY = r"(?:trip|travels?|journey|tour|vacation|holidays?|getaway|visit|break|escape|weekend|stay|days)"
_PLAN = regex(r"\b(?:itinerar(?:y|ies)|(?:travel|trip|tour|vacation|holiday)\s+(?:plan|schedule))\b")
_MAKE = regex(
    r"\b(?:plan(?:ning)?|design|creat(?:e|ing)|craft(?:ing)?|organi[sz](?:e|ing)|arrang(?:e|ing)|devise|need|want)\b"
    rf"[^.?!]{{0,80}}\b{_JOURNEY}\b"
)
_PARTS = r"(?:flights?|hotels?|accommodations?|rooms?|restaurants?|sights?|attractions?|distance)"
_SEARCH = regex(
    rf"\b(?:find|search|list|show|what|which|how (?:much|far|long|many)|need)\b[^.?!]{{0,40}}\b(?<!no ){_PARTS}\b"
)
_PICK = regex(rf"\b(?:pick|choose|select|book)\b[^.?!]{{0,40}}\b{_PARTS}\b")
_SENTENCES = regex(r"(?<=[.!?])(?<!\bSt\.)(?<!\bSte\.)(?<!\bFt\.)(?<!\bMt\.)\s+|\n+")
_LEAD = r"(?:(?:and|also|then|plus|please|(?:can|could|would|will) you)\b[\s,]*)*"
_TASK = r"(?:tell (?:me|us)|calculate|convert|translate|find|search|explain|write|what|who|whose|when|why|how)"
_ASKED = regex(rf"{_LEAD}(?P<task>{_TASK}\b(?s:.*))")
_JOINED = regex(rf"[,;]?\s+(?=(?:and|then|plus)\s+{_LEAD}{_TASK}\b)")
_OF_TRIP = regex(
    r"\b(?:trips?|travel\w*|itinerar\w+|plan\w*|days?|nights?|costs?|prices?|budgets?|totals?|cheap\w*|hotels?|rooms?|stay\w*"
    r"|accommodat\w+|flights?|fly\w*|restaurants?|meals?|eat\w*|foods?|cuisines?|driv\w+|sights?|see|visit\w*|do|cit(?:y|ies)"
    r"|we|our|it|its|this|that|these|those|there|they|them|places?|book\w*|pets?|leav\w+|return\w*|go(?:es|ing)?|start\w*)\b"
)


def split_tasks(query: str) -> tuple[str, list[str]]:
    """Return the text of the trip alone, and the tasks that have nothing to do with it; in doubt, a clause is the
    trip's.
    """
    parts = [part for sentence in _SENTENCES.split(query) for part in _JOINED.split(sentence) if part.strip()]
    tasks = {at: task for at, part in enumerate(parts) if (task := _task_in(part))}
    if not tasks or len(tasks) == len(parts):
        return query, []
    return "\n".join(part for at, part in enumerate(parts) if at not in tasks), list(tasks.values())


def _task_in(part: str) -> str:
    found = _ASKED.fullmatch(part.strip())
    if found is None or _OF_TRIP.search(found["task"]):
        return ""
    return found["task"][:1].upper() + found["task"][1:]


def asks_for_itinerary(text: str, facts: int) -> bool:
    """Return whether an itinerary is asked for: in so many words, or by four of the five facts of a round trip."""
    if _PLAN.search(text):
        return True
    if _SEARCH.search(_SENTENCES.split(text)[0]) or _PICK.search(text):
        return False
    return facts >= 4 or _MAKE.search(text) is not None
