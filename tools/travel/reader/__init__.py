"""A trip's typed request from plain English, by patterns: an ability of the offline stand-in, and of nothing else.

It reads the phrasings that the page on choices promises. What it cannot explain word by word is handed on as a wish in
the request's own words, with which the stand-in plans no trip; what contradicts itself is said to be unclear; what is
not said stays empty.
"""

from typing import Any

from .dates import read_dates
from .numbers import read_numbers
from .places import read_places
from .tasks import asks_for_itinerary, split_tasks
from .text import Text
from .wishes import read_wishes

_PLAIN = """
a an the this that these those there here it its itself and or but as so if then than with without for from to of in on
at by into onto over across through during between while which who whom whose when where what how also too just only
all any some both each every few more most very really quite please kindly thanks thank you your hello hi hey dear help
helping assist i i'm i'd i'll i've me my myself we us our ours ourselves he she they them their m d ll ve re s t am is
are be been being was were will would could can may might shall should must have has had having do does did let get got
want wants need needs like likes love prefer preferred preferably ideally hope hoping wish looking intend aim require
requires provide provides provided include includes including involve ensure make give find offer offers set sets note
plan plans planning planned design create creating craft crafting devise arrange organize organise organizing generate
generating formulate prepare come up take takes taking going go off out head heading move moving trip trips travel
traveling travelling journey journeys itinerary itineraries vacation holiday tour getaway visit visits visiting explore
exploring touring cover covers covering stop stopping stops start starts starting begin begins beginning end ends
ending conclude depart departing departs departure leave leaving return returning arrive arriving setting range span
spans spanning scheduled date dates day days week weeks weekend night nights long one-week city cities town towns state
states place places different distinct unique destination origin person people traveler travelers traveller travellers
group party single family couple pair budget total overall entire cost costs spend spending money dollars usd limit max
maximum under within around about see keep keeping back home until coming thru wanting request live based enjoy finish
finishing saved funds less together ceiling capped seeking size draft route approximately roughly now revised amount
accommodation accommodations lodging lodgings stay stays staying room rooms hotel hotels transportation transport
option options food foods cuisine cuisines meal meals dish dishes restaurants restaurant try eat taste experience local
regarding concerned far preference preferences variety such able ideas rent towards originating allows ideal since
accompanied bring bringing important additionally allow allowed permit suitable accommodate conducive host hosting
flexibility
"""
_PLAIN_WORDS = frozenset(_PLAIN.split())
"""Words that say nothing of a trip by themselves."""


def fill(query: str) -> dict[str, Any]:
    """The fields of a trip's typed request, as the text has them."""
    trip, tasks = split_tasks(query)
    text = Text(trip)
    fields: dict[str, Any] = {"reasoning": "Read by rules, word by word.", "other_tasks": tasks, "unclear": []}
    for read in (read_dates, read_numbers, read_places, read_wishes):
        found, wrong = read(text)
        fields |= {**found, "unclear": fields["unclear"] + wrong}
    known = (fields["start_date"] and (fields["end_date"] or fields["days"])) or fields["days"]
    facts = [known, *(fields[name] for name in ("origin", "destination", "people", "budget_usd"))]
    ends = fields["origin"] is not None and fields["destination"] is not None
    fields["wants_itinerary"] = asks_for_itinerary(text.plain, sum(fact is not None for fact in facts) if ends else 0)
    return fields | {"other_wishes": text.unexplained_clauses(_PLAIN_WORDS)}
