"""Whether an itinerary is asked for, and what is asked for besides: clauses with a task of their own."""

from .text import regex

_JOURNEY = r"(?:trip|travels?|journey|tour|vacation|holidays?|getaway|visit|break|escape|weekend|stay|days)"
_PLAN = regex(r"\b(?:itinerar(?:y|ies)|(?:travel|trip|tour|vacation|holiday)\s+(?:plan|schedule))\b")
_MAKE = regex(
    r"\b(?:plan(?:ning)?|design|creat(?:e|ing)|craft(?:ing)?|organi[sz](?:e|ing)|arrang(?:e|ing)|devise|prepare|put\s+together"
    rf"|map\s+out|build|generate|schedule|need|want|looking\s+for|suggest|propose)\b[^.?!]{{0,80}}\b{_JOURNEY}\b"
)
_SEARCH = regex(
    r"\b(?:find|search|list|show|get|look\s+up|compare|check|what|which|how\s+(?:much|far|long|many)|need|want|book"
    r"|pick|choose|select)\b[^.?!]{0,40}\b(?<!no )(?:flights?|connections?|hotels?|accommodations?|rooms?|restaurants?"
    r"|sights?|attractions?|distance|fares?)\b"
)
_PICK = regex(r"\b(?:pick|choose|select|book)\b[^.?!]{0,40}\b(?:flights?|hotels?|rooms?)\b")
_SENTENCES = regex(r"(?<=[.!?])(?<!\bSt\.)(?<!\bSte\.)(?<!\bFt\.)(?<!\bMt\.)\s+|\n+")
_LEAD = (
    r"(?:(?:and|also|then|plus|finally|besides|please|after that|(?:can|could|would|will) you"
    r"|(?:i|we)(?:'d| would)? (?:also )?(?:like|want|need) (?:you )?to)\b[\s,]*)*"
)
_TASK = (
    r"(?:tell (?:me|us)|let (?:me|us) know|calculate|compute|convert|translate|multiply|divide|add up|look up|find out"
    r"|find|search|explain|summari[sz]e|write|draft|check|count|define|remind|e-?mail|send|list|show|give|what(?:'s)?"
    r"|who(?:se|'s)?|when|where|why|how|which)"
)
_ASKED = regex(rf"{_LEAD}(?P<task>{_TASK}\b(?s:.*))")
_JOINED = regex(rf"[,;]?\s+(?=(?:and|then|plus)\s+{_LEAD}{_TASK}\b)")
_OF_TRIP = regex(
    r"\b(?:trips?|travel\w*|journeys?|itinerar\w+|vacations?|holidays?|plan\w*|schedules?|days?|daily|nights?|weekends?|costs?|prices?"
    r"|expens\w+|budgets?|totals?|spend\w*|cheap\w*|hotels?|rooms?|stay\w*|lodgings?|accommodat\w+|apartments?|homes?|hous\w+|flights?"
    r"|fly\w*|restaurants?|meals?|eat\w*|foods?|dish\w*|lunch\w*|dinners?|din(?:e|ing)|cuisines?|transport\w*|driv\w+|cars?|taxis?"
    r"|attractions?|sights?|sightsee\w*|see|visit\w*|do|activit\w+|cit(?:y|ies)|towns?|stops?|routes?|destinations?|we|we're|our|it|its"
    r"|this|that|these|those|there|they|them|options?|details?|everything|something|places?|book\w*|need\w*|kids?|children|pets?"
    r"|part(?:y|ies)|dates?|leav\w+|depart\w*|return\w*|arriv\w*|go(?:es|ing)?|back|begin\w*|start\w*)\b"
)


def split_tasks(query: str) -> tuple[str, list[str]]:
    """The text of the trip alone, and the tasks that have nothing to do with it; in doubt, a clause is the trip's."""
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
    """Whether an itinerary is asked for: in so many words, or by the facts of a round trip (four of five will do)."""
    if _PLAN.search(text):
        return True
    if _SEARCH.search(_SENTENCES.split(text)[0]) or _PICK.search(text):
        return False
    return facts >= 4 or _MAKE.search(text) is not None
