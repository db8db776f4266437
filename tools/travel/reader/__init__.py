"""A trip's typed request from plain English, by patterns: an ability of the offline stand-in, and of nothing else.

It reads the phrasings that the page on choices promises. Each clause is a wish, read whole, or says facts in phrases
between which nothing is left over. What is left over is handed on in the request's own words, with which the stand-in
plans no trip; what contradicts itself is said to be unclear; what is not said stays empty.
"""

from typing import Any

from .facts import read_facts
from .phrases import TripFact, read_phrases
from .tasks import asks_for_itinerary, split_tasks
from .text import clauses, normalize, regex
from .wishes import Wish, read_wishes, wish_fields

_COURTESY = regex(r"(?:hi|hello|hey|please|thanks|thank you)(?: (?:there|very much|so much|in advance))?")
_GREETING = regex(r"^(?:hi|hello|hey)(?: there)?,? ")


def fill(query: str) -> dict[str, Any]:
    """Return the fields of a trip's typed request, as the text has them."""
    trip, tasks = split_tasks(query)
    plain = normalize(trip)
    facts: list[TripFact] = []
    wishes: list[Wish] = []
    left: list[str] = []
    for clause in clauses(_GREETING.sub("", plain)):
        if _COURTESY.fullmatch(clause):
            continue
        if wished := read_wishes(clause):
            wishes += wished
            continue
        found, over = read_phrases(clause)
        facts += found
        left += over if found else [clause] * bool(over)
    stated, unclear = read_facts(facts, "" if left else plain)
    wanted, wrong = wish_fields(wishes)
    fields: dict[str, Any] = {**stated, **wanted}
    known = (fields["start_date"] and (fields["end_date"] or fields["days"])) or fields["days"]
    counted = [known, *(fields[name] for name in ("origin", "destination", "people", "budget_usd"))]
    ends = fields["origin"] is not None and fields["destination"] is not None
    return {
        "reasoning": "Read by rules, word by word.",
        **fields,
        "wants_itinerary": asks_for_itinerary(plain, sum(fact is not None for fact in counted) if ends else 0),
        "other_tasks": tasks,
        "other_wishes": left,
        "unclear": [*unclear, *wrong],
    }
