"""How many people, how many cities, how much money: never guessed, and contradictions are said."""

import re
from typing import Any

from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES

from .text import AMOUNT, COUNT, Text, number, regex

_NUM = rf"(?P<n>{COUNT})"
_STATES = "|".join(sorted(POSTAL_CODES.values()))
_PEOPLE = (
    r"(?:people|persons?|travell?ers?|adults?|individuals?|folks|pax|ppl|tourists?|passengers?|members|friends|buddies"
    r"|colleagues|guests|companions|siblings|cousins|sisters|brothers|students|women|men|girls|boys|lads|mates|retirees"
    r"|roommates|visitors)"
)
_GROUP = r"(?:group|party|family|team|crew|household|delegation|club|couple)"
_KIN = r"(?:wife|husband|partner|girlfriend|boyfriend|(?:best )?friend|mother|father|sister|brother|daughter|son)"
_SHAPES = tuple(
    regex(pattern)
    for pattern in (
        rf"\b{_GROUP} (?:consisting of|comprising|numbers|of|size:?) {_NUM}(?: {_PEOPLE})?\b",
        rf"\b{_NUM} of us\b|\b(?:us|we) {'{0}'}\b(?=[,.]| (?:in|are|want|to)\b)".replace("{0}", rf"(?P<m>{COUNT})"),
        rf"\b{_NUM}[- ](?:person|people|man|adult|traveler|traveller)\b",
        rf"\b{_NUM}(?: (?:adult|young|fellow))? {_PEOPLE}\b(?! and (?:I|me|\d|{COUNT})\b)",
        rf"\bfor (?:just |only )?{_NUM}"
        r"(?= ?(?:[,.;:!?]|$)| (?:from|to|in|leaving|departing|starting|on|with|through)\b)",
        rf"\b(?:travell?ers|people|guests|headcount|pax|who) ?(?::|=|is|are)? ?{_NUM}\b(?= ?(?:[,.;!?]|$))",
    )
)
_WITH_SPEAKER = (
    regex(rf"\b(?:my )?{_NUM} {_PEOPLE} and (?:I|me|myself)\b"),
    regex(rf"\b(?:I|me|myself) (?:and|plus|with) (?:my )?{_NUM} {_PEOPLE}\b"),
    regex(rf"\bwith my {_NUM} (?:{_PEOPLE}|kids|children|sons|daughters)\b"),
)
_FAMILY = regex(
    rf"\b(?P<n>{COUNT}) (?:adults?|parents) (?:and|with|plus) (?:their |our )?"
    rf"(?P<m>{COUNT}) (?:kids?|child(?:ren)?|teens?)\b"
)
_NAMED = (
    (1, r"\bsolo(?: (?:trip|travell?er))?\b|\balone\b|\bby myself\b|\bon my own\b|\bjust me\b|\bonly me\b|\bmyself\b"
        r"|\blone travell?er\b"),
    (2, r"(?<!two )\bcouple\b(?! (?:of|with))|\bfor a pair\b|\bpair of (?:us|friends|travell?ers)\b"),
    (2, rf"\b(?:my|our|an?) {_KIN} and (?:I|me|myself)\b|\b(?:I|me|myself) and my {_KIN}\b(?!,? and\b)"
        r"|\bwith my (?:wife|husband|partner|spouse|girlfriend|boyfriend|best friend)\b(?!,? and\b)"),
)  # fmt: skip
_GROUPS = tuple((people, regex(pattern)) for people, pattern in _NAMED)
_SINGULAR = regex(r"\b(?:I|I'm|I'd|I'll|I've)\b")
_PLURAL = regex(r"\b(?:with (?:my|our|\w+ (?:friends?|others))|we|us|our|and I)\b|\bwe'")
_CITIES = regex(
    rf"\b(?P<n>{COUNT}|a couple of)(?: of (?:its|the))?[- ]+(?:(?:different|distinct|unique|separate) )?"
    rf"(?:(?:{_STATES}) )?(?:cit(?:y|ies)|towns|stops)\b|\bcities ?(?::|=) ?(?P<m>{COUNT})\b"
)
_MONEY = regex(
    rf"(?:US\$|USD ?|[$€£¥]|EUR ?|GBP ?) ?(?P<a>{AMOUNT})"
    rf"|(?P<b>{AMOUNT}) ?-?(?:(?:us )?dollars?|bucks|usd|euros?|eur|pounds|gbp|yen)\b"
    r"|\b(?:budget|spend|limit|max)\b[a-z' :=]{0,25}?(?P<c>\d[\d,]*\d\d(?:\.\d+)?k?|\d+k)\b"
    r"(?![- ]*(?:days?|people|person|cit))"
)
_EACH = regex(r" ?(?:per (?:person|head|travell?er|adult)|each|apiece|a (?:head|person))\b")
_RATE = regex(r" ?(?:per|a|each|every) (?:day|night|meal|room|week)")
_MINUS = regex(r"(?:^| )(?:-|\u2212|minus |negative )$")
_FOREIGN = regex(r"[€£¥]|eur|gbp|pounds|yen")


def read_numbers(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`people`, `cities` and `budget_usd`; and what is wrong with them."""
    cities, several_cities = _one({_in(match) for match in text.find(_CITIES)}, "cities")
    people, several = _read_people(text)
    budget, wrong = _read_budget(text, people)
    return {"people": people, "cities": cities, "budget_usd": budget}, [*several, *several_cities, *wrong]


def _read_people(text: Text) -> tuple[int | None, list[str]]:
    family = {_number(match["n"]) + _number(match["m"]) for match in text.find(_FAMILY)}
    with_speaker = {_number(match["n"]) + 1 for match in text.find(*_WITH_SPEAKER)}
    said = family or with_speaker or {_in(match) for match in text.find(*_SHAPES)}
    named = {people for people, shape in _GROUPS if text.find(shape)}
    if said or named:
        return _one(said or named, "people")
    return (1 if _SINGULAR.search(text.plain) and not _PLURAL.search(text.plain) else None), []


def _one(said: set[int], what: str) -> tuple[int | None, list[str]]:
    several = f"the text names several numbers of {what}: {', '.join(map(str, sorted(said)))}"
    return (next(iter(said)), []) if len(said) == 1 else (None, [several] * bool(said))


def _read_budget(text: Text, people: int | None) -> tuple[float | None, list[str]]:
    matches = text.find(_MONEY)
    rates = [match for match in matches if _RATE.match(text.plain[match.end() :])]
    lump = [match for match in matches if match not in rates]
    if not lump:
        return None, ["the budget is given per day or night, not for the trip"] * bool(rates)
    said = lump[0][0].strip()
    if any(_MINUS.search(text.plain[: match.start()]) for match in lump):
        return None, [f"a budget below zero (-{said}) buys nothing"]
    if any(_FOREIGN.search(match[0]) for match in lump):
        return None, [f"the budget of {said} is not in US dollars, but all prices are"]
    found: set[tuple[float, bool]] = set()
    for match in lump:
        each = _EACH.match(text.plain, match.end())
        text.explain(match.end(), each.end() if each else match.end())
        found.add((number(match["a"] or match["b"] or match["c"]), each is not None))
    if len(found) > 1:
        return None, [f"the text names several budgets: {' and '.join(f'${usd:,.10g}' for usd, _ in sorted(found))}"]
    usd, per_person = found.pop()
    return (usd if not per_person else None if people is None else usd * people), []


def _in(match: re.Match[str]) -> int:
    return _number(next(filter(None, match.groupdict().values())))


def _number(text: str) -> int:
    return 2 if "couple" in text.lower() else round(number(text))
