"""How many people, how many cities, how much money: never guessed, and contradictions are said."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .number_words import AMOUNT, COUNT, GROUP, amount, count

_NUM = rf"(?P<n>{COUNT})"
_PEOPLE = (
    r"(?:people|persons?|travell?ers?|adults?|individuals?|folks|pax|tourists?|passengers?|participants?|members"
    r"|friends|buddies|colleagues|guests|companions|vacationers|explorers|heads|souls|siblings"
    r"|cousins|sisters|brothers"
    r"|students|women|men|girls|boys|guys|lads|ladies|gentlemen|mates|pals|ppl|relatives|delegates|seniors|retirees"
    r"|classmates|co-?workers|roommates|visitors|humans|walkers|hikers|fans|teachers|nurses)"
)
_ADJECTIVES = r"(?:\s+(?!and\b|of\b|different\b|distinct\b|cit)[a-z]+){0,2}"
_COLLECTIVE = (
    r"(?:group|party|family|team|crew|bunch|gang|squad|band|household|travel group|delegation|club"
    r"|choir|class|clan|lot"
    r"|company|troupe|committee|department|posse|flock|total)"
)
_KIN = (
    r"(?:wife|husband|hubby|partner|spouse|missus|girlfriend|boyfriend|fianc[eé]e?|(?:best )?friend"
    r"|mother|mom|mum|father"
    r"|dad|sister|brother|daughter|son|roommate|flatmate|buddy|mate|pal|colleague|co-?worker|cousin|aunt|uncle|niece"
    r"|nephew|grandmother|grandma|grandfather|grandpa|boss|neighbou?r|other half|toddler|baby|kid|child|teenager)"
)
_ASIDE = r"(?:\s*\([^()]{0,20}\))?"
_NO_UNIT = (
    r"(?![-\s]+(?:[a-z]+\s+){0,2}?(?:days?|nights?|weeks?|cit(?:y|ies)|towns?|stops?|places|hundred"
    r"|thousand|grand|k\b"
    r"|dollars|bucks|destinations))(?!\s*[,.]?\d)"
)

_TOTALS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_COLLECTIVE}\s+(?:consists?\s+of|consisting\s+of|made\s+up\s+of|numbers|totals|of"
        rf"|is)\s+(?:us\s+|about\s+)?{_NUM}\b{_NO_UNIT}",
        rf"\(\s*(?:so|that(?:'s|\s+is)|i\.e\.|=|total(?:ling)?)\s*{_NUM}\s*(?:of\s+us|in\s+all|in\s+total)?\s*\)",
        rf"\bwe\s+{_NUM}\b{_NO_UNIT}",
        rf"\b{_NUM}\s+of\s+us\b",
        rf"\b{_NUM}[-\s](?:person|people|member|man|adult|traveler|traveller)\b",
        rf"\b{_NUM}(?:\s+(?:adult|young|fellow|total))?\s+{_PEOPLE}\b(?!\s+and\s+(?:I|me|myself)\b)",
        rf"\bfor\s+(?:just\s+|only\s+|all\s+|the\s+|us\s+)*{_NUM}\b{_NO_UNIT}",
        rf"\bus\s+{_NUM}\b{_NO_UNIT}",
        rf"\b(?:there\s+(?:are|will\s+be|'ll\s+be)|we\s+are|we're|we\s+will\s+be"
        rf"|we'll\s+be)\s+(?:a\s+total\s+of\s+)?{_NUM}\b{_NO_UNIT}",
        rf"\b(?:travell?ers|people|party size|group size|guests|headcount|pax|who)\s*(?:count\s*)?"
        rf"(?:is|are|:|=)?\s*{_NUM}\b{_NO_UNIT}",
    )
)
_CHILDREN = re.compile(
    rf"\b{_NUM}{_ADJECTIVES}\s+(?:kids?|child(?:ren)?|toddlers?|teens?|teenagers?|infants?|bab(?:y"
    rf"|ies)|sons?|daughters?)"
    r"\b(?!\s+under)",
    re.I,
)
_ADULTS = re.compile(rf"\b{_NUM}\s+(?:adults?|grown-?ups|parents)\b", re.IGNORECASE)
_FRIENDS_AND_I = re.compile(rf"\b(?:my\s+)?{_NUM}{_ADJECTIVES}\s+{_PEOPLE}\s+and\s+(?:I|me|myself)\b", re.I)
_I_AND_FRIENDS = re.compile(
    rf"\b(?:I|me|myself)\s+(?:and|plus|with)\s+(?:my\s+)?{_NUM}{_ADJECTIVES}\s+{_PEOPLE}\b", re.I
)
_WITH_MY = re.compile(
    rf"\bwith\s+my\s+{_NUM}{_ADJECTIVES}\s+(?:{_PEOPLE}|kids|children|sons|daughters)\b", re.IGNORECASE
)
_WITH_SPEAKER = (_FRIENDS_AND_I, _I_AND_FRIENDS, _WITH_MY)
_NAMED_GROUPS = (
    (1,
        r"\bsolo\b|\blone\b|\balone\b|\bby myself\b|\bon my own\b|\bjust me\b|\bonly me\b|\bmyself only\b"
        r"|\bunaccompanied\b|\bjust myself\b|\bsingle (?:travell?er|person)\b"),
    (2,
        r"(?<!two )(?<!three )\bcouples?\b(?!\s+of)|\b(?:a|the|our|as a) pair\b(?!\s+of)|\bduo\b"
        r"|\bboth of us\b|\bhoneymoon\w*\b"
        r"|\bnewlyweds\b|\bpair of (?:us|friends|travell?ers|tourists|people)\b"),
    (2, rf"\b(?:my|our|the|an?)\s+{_KIN}{_ASIDE}\s+(?:and|&|\+)\s+(?:I|me|myself)\b"),
    (2, rf"\b(?:I|me|myself)\s+(?:and|&|\+|plus)\s+(?:my|the|an?)\s+{_KIN}\b(?!,?\s+and\b)"),
    (2, r"\b(?:me|myself|I)\s*(?:\+|plus)\s*(?:one|1)\b"),
    (2, r"\bwith my (?:wife|husband|hubby|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|best friend|other half)\b"),
    (4, r"\btwo couples\b"),
    (6, r"\bthree couples\b"),
    (3, r"\btrio\b(?!\s+of\s+(?:\w+\s+)?(?:cit|town|place|stop))|\bthreesome\b"),
    (4, r"\bquartet\b|\bfoursome\b"),
)  # fmt: skip
_SINGULAR = re.compile(r"\b(?:I|I'm|I'd|I'll|I've|my)\b")
_PLURAL = re.compile(
    r"\b(?:we|we're|we'd|we'll|we've|us|our|ours|ourselves|group|family|friends?|wife|husband|kids|children)\b", re.I
)

_CITY_WORD = r"(?:cities|towns|stops|destinations|places|locations|municipalities|metros)"
_NO_ADJECTIVE = (
    r"(?!(?:days?|people|nights?|weeks?|persons?|of|from|to|in|into|for|at|and|or|on|with|by|through"
    r"|across|covering|visiting"
    r"|touring|exploring|us|adults?|friends|travell?ers|over|around|between|spread|a|an|the|dollars|bucks|budget)\b)"
)
_CITIES = re.compile(
    rf"\b(?P<n>{COUNT}|{GROUP})(?:[-\s]+of\s+(?:its|the|their"
    rf"|those))?[-\s]+(?:{_NO_ADJECTIVE}[a-z']+[\s,]+){{0,4}}?{_CITY_WORD}\b"
    rf"|\b(?P<m>{COUNT})-(?:city|stop|town)\b|\b(?P<o>one|single|1)\s+city\b",
    re.IGNORECASE,
)
_CITIES_AFTER = re.compile(
    rf"\b(?:number\s+of\s+cities\s*(?:to\s+visit\s*)?[:=]?|cities\s*(?:to\s+visit\s*)?(?::|=|is"
    rf"|are))\s*(?P<n>{COUNT})\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\b(?:I|me|myself)(?P<kin>(?:,\s*(?:my|our)\s+\w+)+,?\s+and\s+(?:my|our)\s+\w+)\b"
    r"|\b(?P<kin_first>my\s+\w+(?:,\s*(?:my|our)\s+\w+)+),?\s+and\s+(?:I|me|myself)\b",
    re.IGNORECASE,
)

_MONEY = re.compile(
    rf"(?P<sign>US\$|USD\s?|[$€£¥]|EUR\s?|GBP\s?)\s?(?P<a>{AMOUNT})"
    rf"|(?P<b>{AMOUNT})\s?-?(?P<word>dollars?|bucks|usd|us dollars|euros?|eur|pounds|gbp|yen)\b"
    rf"|(?P<c>(?:a|{COUNT})\s+grand)\b",
    re.IGNORECASE,
)
_BARE_BUDGET = re.compile(
    r"\b(?:budget|spend(?:ing)?|funds?|cap|limit|total cost|ceiling)\b[a-z'\s:=]{0,45}?"
    rf"(?P<b>{AMOUNT})(?![-\s]*(?:days?|people|person|cit|nights?|weeks?|%))",
    re.IGNORECASE,
)
_BUDGET_WORD = re.compile(
    r"budget|spend|afford|total|at most|up to|no more than|maximum|max\b|limit|cap\b|cost|funds|under"
    r"|within|allocat|ceiling|exceed",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"^\s*(?:usd|dollars)?\s*(?:per\s+(?:person|head|travell?er|adult)|each\b|apiece|a\s+head|a\s+person"
    r"|pp\b|p\.p\.|for each)",
    re.I,
)
_RATE = re.compile(r"^\s*(?:usd|dollars)?\s*(?:per|a|each|every)\s+(?:day|night|meal|room|week)", re.IGNORECASE)
_MINUS = re.compile(r"(?:^|\s)(?:-|\u2212|minus\s+|negative\s+)$", re.IGNORECASE)
_FOREIGN = re.compile(r"[€£¥]|eur|gbp|pounds|yen", re.IGNORECASE)


class Budget(NamedTuple):
    """Money that a text names."""

    usd: float | None
    each: bool = False
    """Whether it is for one person."""
    problem: str = ""


def people(text: str) -> int | None:
    """How many travel; None where the text does not say, or says different things."""
    with_speaker = {count(match["n"]) + 1 for shape in _WITH_SPEAKER for match in shape.finditer(text)}
    with_speaker |= {1 + len(re.findall(r"\b(?:my|our)\b", match[0], re.I)) for match in _LISTED.finditer(text)}
    adults, children = _single(_ADULTS, text), _single(_CHILDREN, text)
    if with_speaker:
        return _only(with_speaker)
    if adults is not None and children is not None:
        return adults + children
    totals = {count(match["n"]) for shape in _TOTALS for match in shape.finditer(text)}
    if totals:
        return _only(totals)
    named = {value for value, pattern in _NAMED_GROUPS if re.search(pattern, text, re.IGNORECASE)}
    if named:
        total = _only(named)
        return total + children if total == 2 and children is not None else total
    return 1 if _SINGULAR.search(text) and not _PLURAL.search(text) else None


def cities(text: str) -> int | None:
    """How many cities are to be visited; None where the text does not say, or says different things."""
    groups = (match.groupdict() for match in (*_CITIES.finditer(text), *_CITIES_AFTER.finditer(text)))
    return _only(count(next(filter(None, named.values()))) for named in groups)


def budget(text: str) -> Budget:
    """What the trip may cost, as the text says it."""
    matches = list(_MONEY.finditer(text)) or list(_BARE_BUDGET.finditer(text))
    in_context = [
        match for match in matches if _BUDGET_WORD.search(text[max(0, match.start() - 60) : match.end() + 25])
    ]
    rates = [match for match in matches if _RATE.match(text[match.end() :])]
    lump = [match for match in in_context or matches if match not in rates]
    if not lump:
        return Budget(None, problem="the budget is given per day or night, not for the trip" if rates else "")
    if negative := [match for match in lump if _MINUS.search(text[: match.start()])]:
        return Budget(None, problem=f"a budget below zero (-{negative[0][0].strip()}) buys nothing")
    found = {(_amount(match), _EACH.match(text[match.end() :]) is not None) for match in lump}
    if any(_FOREIGN.search(match[0]) for match in lump):
        return Budget(None, problem=f"the budget of {lump[0][0].strip()} is not in US dollars, but all prices are")
    if len(found) > 1:
        said = " and ".join(f"${usd:,.10g}" for usd, _ in sorted(found))
        return Budget(None, problem=f"the text names several budgets: {said}")
    return Budget(*found.pop())


def _amount(match: re.Match[str]) -> float:
    parts = match.groupdict()
    return amount(parts.get("a") or parts.get("c") or parts["b"])


def _single(shape: re.Pattern[str], text: str) -> int | None:
    return _only({count(match["n"]) for match in shape.finditer(text)})


def _only(found: Iterable[int]) -> int | None:
    distinct = set(found)
    return distinct.pop() if len(distinct) == 1 else None
