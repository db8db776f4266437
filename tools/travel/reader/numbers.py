"""How many people, how many cities, how much money: never guessed, and contradictions are said."""

from typing import Any

from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES

from .text import AMOUNT, COUNT, Text, number, regex

_NUM = rf"(?P<n>{COUNT})"
_PEOPLE = r"(?:people|persons?|travell?ers?|adults?|individuals?|child(?:ren)?|kids?)"
_SHAPES = (
    regex(rf"\b(?:group|party|family|team) of {_NUM}(?: {_PEOPLE})?\b"),
    regex(rf"\b{_NUM} of us\b"),
    regex(rf"\b{_NUM}[- ]{_PEOPLE}\b"),
    regex(rf"\bfor {_NUM}(?=[,.]| (?:from|to|in|leaving|departing|starting)\b)"),
)
_NAMED = (
    (1, regex(r"\bsingle-person\b|\bsolo\b|\balone\b|\bby myself\b|\bon my own\b|\bjust me\b")),
    (2, regex(r"\bfor a (?:pair|couple)\b")),
)
_SINGULAR = regex(r"\b(?:I|I'm|I'd|I'll|I've)\b")
_PLURAL = regex(rf"\b(?:with (?:my|our|{COUNT})|we|us|our|and I|couple|friends)\b")
_CITIES = regex(
    rf"\b{_NUM}(?: of (?:its|the))?[- ]+(?:(?:different|distinct|unique|separate) )?"
    rf"(?:(?:{'|'.join(sorted(POSTAL_CODES.values()))}) )?(?:cit(?:y|ies)|towns|stops)\b"
)
_MONEY = regex(
    rf"(?:(?:^| )(?P<minus>-|minus ))?(?:US\$|USD ?|[$€£¥]|EUR ?|GBP ?) ?(?P<a>{AMOUNT})"
    rf"|(?:(?:^| )(?P<less>-|minus ))?(?P<b>{AMOUNT}) ?-?(?:(?:us )?dollars?|usd|euros?|eur|pounds|gbp|yen)\b"
    r"|\bbudget\b[a-z' :=]{0,25}?(?P<c>\d[\d,]*\d\d(?:\.\d+)?k?|\d+k)\b(?![- ]*(?:days?|people|person|cit))"
)
_RATE = regex(r" ?(?:(?:per|a|each|every) (?:day|night|meal|room|week|person|head|travell?er|adult)|each|apiece)\b")
_FOREIGN = regex(r"[€£¥]|eur|gbp|pounds|yen")


def read_numbers(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`people`, `cities` and `budget_usd`; and what is wrong with them."""
    cities, several_cities = _one({round(number(match["n"])) for match in text.find(_CITIES)}, "cities")
    people, several = _read_people(text)
    budget, wrong = _read_budget(text)
    return {"people": people, "cities": cities, "budget_usd": budget}, [*several, *several_cities, *wrong]


def _read_people(text: Text) -> tuple[int | None, list[str]]:
    said = {round(number(match["n"])) for match in text.find(*_SHAPES)}
    said |= {people for people, shape in _NAMED if text.find(shape)}
    if not said and _SINGULAR.search(text.plain) and not _PLURAL.search(text.plain):
        return 1, []
    return _one(said, "people")


def _one(said: set[int], what: str) -> tuple[int | None, list[str]]:
    several = f"the text names several numbers of {what}: {', '.join(map(str, sorted(said)))}"
    return (next(iter(said)), []) if len(said) == 1 else (None, [several] * bool(said))


def _read_budget(text: Text) -> tuple[float | None, list[str]]:
    matches = text.find(_MONEY)
    lump = [match for match in matches if not _RATE.match(text.plain, match.end())]
    if not lump:
        return None, ["the budget is given per day, night or person, not for the trip"] * bool(matches)
    said = lump[0][0].strip()
    if any(match["minus"] or match["less"] for match in lump):
        return None, [f"a budget below zero ({said}) buys nothing"]
    if any(_FOREIGN.search(match[0]) for match in lump):
        return None, [f"the budget of {said} is not in US dollars, but all prices are"]
    found = sorted({number(match["a"] or match["b"] or match["c"]) for match in lump})
    if len(found) > 1:
        return None, [f"the text names several budgets: {' and '.join(f'${usd:,.10g}' for usd in found)}"]
    return found[0], []
