"""The phrases in which a request says the facts of a trip: each is taken whole, with the words that belong to it.

What stands between them has to be one of a few words that ask for a trip and say nothing of it. All else is left over:
"at least 2500 dollars", "2500 dollars for each of us" and "Chicago or Omaha" hold words of which no phrase knows.
"""

import re
from typing import NamedTuple

from .dates import BETWEEN, END, SPAN
from .places import NAME
from .text import AMOUNT, COUNT, regex

_NUM = rf"(?P<n>{COUNT})"
_PEOPLE = r"(?:people|persons?|travell?ers?)"
_CAP = r"(?:at most|up to|no more than|not more than|a maximum of|max\.?)"
_CURRENCY = r"(?:(?: US)?[ -]?dollars?|(?: US)?\$| ?USD| ?euros?| ?EUR|€| ?pounds?| ?GBP|£| ?yen|¥)"
_MONEY = rf"(?P<minus>-|minus )?(?P<money>(?:(?:US ?)?\$|USD ?|€|EUR ?|£|GBP ?|¥) ?{AMOUNT}|{AMOUNT}{_CURRENCY})\b"
_BARE = rf"(?P<minus>-|minus )?(?P<money>{AMOUNT})(?![\w,.-]*\w| (?:days?|{_PEOPLE}|cit))"
_BUDGET = (
    r"(?:(?:with|on|within|have|has) )?(?:(?:a|an|the|my|our) )?(?:(?:total|overall|maximum) )?(?:travel )?budget"
    rf"(?: for (?:the|this|our|my) trip)?(?: is set at| is| of|:| =)? ?(?:{_CAP} )?"
)
_RATE = r"(?P<rate>,? (?:per|a|each|every) (?:day|night|meal|room|week|person|head|travell?er)\b|,? (?:each|apiece)\b)?"
_IN_ALL = r"(?: (?:in total|total|in all|altogether|overall|at most|max)\b)?"
_SPEND = rf"(?:{_CAP}|(?:for|with|within|(?:(?:I|we) )?(?:have|(?:can|to) spend|spending))(?: {_CAP})?)"
_CITIES = rf"(?:(?:to|(?:to )?visit|visiting|in|explore|exploring|cover|covering) )?{_NUM} (?:(?:different|distinct) )?"
_HEADED = r"(?:to|in|for|(?:to )?visit|visiting|explore|exploring|(?:heading|going|travell?ing) to|ending in)"

PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("span", regex(SPAN)),
    ("span", regex(BETWEEN)),
    ("end", regex(END)),
    ("days", regex(rf"(?:for |over )?(?:an? )?(?!one\b){_NUM}[- ]days?\b")),
    ("weeks", regex(rf"(?:for |over )?(?:an? )?{_NUM}[- ]weeks?\b")),
    ("weeks", regex(r"(?:for |over )?a week(?:-long)?\b")),
    ("nights", regex(rf"(?:for )?{_NUM}[- ]nights?\b")),
    ("people", regex(rf"(?:for )?(?:an? )?(?:group|party|family|team) of {_NUM}(?: {_PEOPLE})?\b")),
    ("people", regex(rf"(?:for )?(?:the )?{_NUM} of us\b")),
    ("people", regex(rf"(?:for )?{_NUM}[- ]{_PEOPLE}\b")),
    ("people", regex(rf"for {_NUM}(?=,|$| (?:from|to|in|leaving|departing|starting|with|on)\b)")),
    ("one", regex(r"(?:for )?(?:an? )?(?:single-person|solo|alone|by myself|on my own)\b")),
    ("two", regex(r"for a (?:pair|couple)\b")),
    ("origin", regex(rf"(?:from|(?:leaving|departing)(?: from)?|(?:starting|beginning) (?:from|in)) {NAME}")),
    ("goal", regex(rf"{_HEADED} {NAME}")),
    ("state", regex(rf"{_CITIES}(?:cities|towns) in (?:the state of )?{NAME}")),
    ("state", regex(rf"{_CITIES}{NAME} (?:cities|towns)\b")),
    ("cities", regex(rf"{_CITIES}(?:cities|towns)\b")),
    ("home", regex(rf"(?:and )?(?:back|return|returning)(?: home)?(?: to {NAME})?(?=,|$| (?:from|on|with|for)\b)")),
    ("budget", regex(rf"{_BUDGET}(?:{_MONEY}){_RATE}{_IN_ALL}")),
    ("budget", regex(rf"{_BUDGET}{_BARE}{_RATE}{_IN_ALL}")),
    ("budget", regex(rf"(?:(?:with|on) )?(?:an? )?{_MONEY} budget\b")),
    ("budget", regex(rf"{_SPEND} {_MONEY}{_RATE}{_IN_ALL}")),
    ("", regex(r"(?:i|we)(?: would|'d) like\b|(?:looking|asking) for\b|to (?:plan|travel|go|make|take)\b")),
    ("", regex(r"(?:help|for) (?:me|us)\b|round[- ]trip\b")),
)
"""By the fact that they say; "" for what says nothing of the trip."""
_PLAIN = frozenset(
    """
    please plan planning organize organise arrange create make design prepare craft draft a an the my our this trip
    itinerary travel vacation holiday tour journey visit i we us me i'm we're i'll we'll am are is be will
    would could can you want need and
    """.split()  # noqa: SIM905
)
"""Words that ask for a trip. None of them may limit, deny, compare or choose anything."""
_WORD = re.compile(r"[^\W_]+(?:['.,-][^\W_]+)*|[^\s,:]")
_BETWEEN = re.compile(r"(?:[\s,:]|- )*")


class TripFact(NamedTuple):
    """One phrase of a request."""

    kind: str
    match: re.Match[str]


def _end_of(shape: re.Pattern[str], text: str, at: int) -> int:
    match = shape.match(text, at)
    return match.end() if match else at


def read_phrases(clause: str) -> tuple[list[TripFact], list[str]]:
    """Return the facts of a clause, and the stretches of it that no phrase accounts for."""
    facts: list[TripFact] = []
    left: list[tuple[int, int]] = []
    at, joined = 0, False
    while (at := _end_of(_BETWEEN, clause, at)) < len(clause):
        found = [TripFact(kind, match) for kind, shape in PHRASES if (match := shape.match(clause, at)) and match[0]]
        word = _WORD.match(clause, at)
        if found:
            best = max(found, key=lambda fact: fact.match.end())
            facts += [best] if best.kind else []
            at, joined = best.match.end(), False
        elif word and word[0].lower() in _PLAIN:
            at = word.end()
        else:
            end = word.end() if word else at + 1
            left, at, joined = ([*left[:-1], (left[-1][0], end)] if joined else [*left, (at, end)]), end, True
    return facts, [clause[start:end] for start, end in left]
