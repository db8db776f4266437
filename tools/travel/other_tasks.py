"""What a request for a trip asks for besides: clauses with a task of their own, which the trip has nothing to do with.

A clause is taken off only where its first word asks for something, none of its words speaks of a trip, and the trip
reads the same without it (or reads only without it). In doubt it stays a wish of the trip, which is judged.
"""

import re

from smurfs_graph.tools.travel.itinerary import Vocabulary, parse

_SENTENCES = re.compile(r"(?<=[.!?])(?<!\bSt\.)(?<!\bFt\.)(?<!\bMt\.)(?<!\bDr\.)\s+|\n+")
_LEAD = (
    r"(?:(?:and|also|then|plus|finally|lastly|besides|additionally|separately|please|by the way|after that"
    r"|(?:can|could|would|will) you|(?:i|we)(?:'d| would)? (?:also )?(?:like|want|need) (?:you )?to)\b[\s,]*)*"
)
_TASK = (
    r"(?:tell (?:me|us)|let (?:me|us) know|know|calculate|compute|convert|translate|multiply|divide|add up|look up"
    r"|find out|find|search|explain|summari[sz]e|write|draft|check|count|define|remind|e-?mail|send|list|show|give"
    r"|what(?:'s)?|who(?:se|'s)?|when|where|why|how|which)"
)
_ASKED = re.compile(rf"{_LEAD}(?P<task>{_TASK}\b.*)", re.IGNORECASE | re.DOTALL)
_JOINED = re.compile(rf"[,;]?\s+(?=(?:and|then|plus)\s+{_LEAD}{_TASK}\b)", re.IGNORECASE)
_OF_TRIP = re.compile(
    r"\b(?:trips?|travel\w*|journeys?|itinerar\w+|vacations?|holidays?|plan(?:s|ned|ning)?|schedules?|days?|daily"
    r"|nights?|weekends?|costs?|prices?|expens\w+|budgets?|totals?|spend\w*|cheap\w*|hotels?|rooms?|stay\w*|lodgings?"
    r"|accommodat\w+|apartments?|homes?|hous\w+|flights?|fly\w*|restaurants?|meals?|eat\w*|foods?|dish\w*|breakfasts?"
    r"|lunch\w*|dinners?|din(?:e|ing)|cuisines?|transport\w*|driv\w+|cars?|taxis?|attractions?|sights?|sightsee\w*|see"
    r"|visit\w*|do|activit\w+|cit(?:y|ies)|towns?|stops?|routes?|destinations?|we|we're|our|ours|it|its|this|that|these"
    r"|those|there|they|them|suggest\w*|recommend\w*|ideas?|options?|details?|everything|something|some(?:where|place)"
    r"|places?|book\w*|need\w*|kids?|children|pets?|smok\w+|part(?:y|ies)|dates?|leav\w+|depart\w*|return\w*|arriv\w*"
    r"|go(?:es|ing)?|back|begin\w*|start\w*)\b",
    re.IGNORECASE,
)


def without_other_tasks(text: str, vocabulary: Vocabulary) -> tuple[str, tuple[str, ...]]:
    """The text of the trip alone, and the tasks that were taken off it, in the text's words."""
    parts = [part for sentence in _SENTENCES.split(text) for part in _JOINED.split(sentence) if part.strip()]
    asked = {at: task for at, part in enumerate(parts) if (task := _task_in(part))}
    if not asked or len(asked) == len(parts):
        return text, ()
    rest = " ".join(part for at, part in enumerate(parts) if at not in asked)
    whole, alone = parse(text, vocabulary), parse(rest, vocabulary)
    clearer = whole.problems and not alone.problems and not set(alone.missing) - {"budget_usd", *whole.missing}
    return (rest, tuple(asked.values())) if alone == whole or clearer else (text, ())


def _task_in(part: str) -> str:
    found = _ASKED.fullmatch(part.strip())
    if found is None or _OF_TRIP.search(found["task"]):
        return ""
    return found["task"][:1].upper() + found["task"][1:]
