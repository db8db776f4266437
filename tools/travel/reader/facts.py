"""The fields of a trip that are facts: places, days, people, cities, money. Nothing is guessed."""

from collections.abc import Sequence
from typing import Any

from .dates import read_dates
from .phrases import TripFact
from .places import place_of, read_places
from .text import AMOUNT, number, regex

_SINGULAR = regex(r"\b(?:I|I'm|I'd|I'll|I've)\b")
_PLURAL = regex(r"\b(?:we|us|our|we're|we'd|we'll)\b")
_FOREIGN = regex(r"[€£¥]|eur|gbp|pound|yen")
_AMOUNT = regex(AMOUNT)


def read_facts(facts: Sequence[TripFact], understood: str) -> tuple[dict[str, Any], list[str]]:
    """Return the fields that the phrases of a text say, and what is wrong with them.

    `understood`: the text, if nothing in it is left over; who speaks of "I" in it alone travels alone.
    """
    dates, wrong_dates = read_dates(_texts(facts, "span"), _texts(facts, "end"))
    places, wrong_places = read_places(*(_places(facts, kind) for kind in ("origin", "goal", "state", "home")))
    nights = {nights + 1 for nights in _counts(facts, "nights")}
    days, wrong_days = _one(_counts(facts, "days") | {7 * weeks for weeks in _counts(facts, "weeks")} | nights, "days")
    cities, wrong_cities = _one(_counts(facts, "cities") | _counts(facts, "state"), "cities")
    said = _counts(facts, "people") | {1 for fact in facts if fact.kind == "one"}
    said |= {2 for fact in facts if fact.kind == "two"}
    alone = not said and _SINGULAR.search(understood) and not _PLURAL.search(understood)
    people, wrong_people = _one({1} if alone else said, "people")
    budget, wrong_budget = _read_budget(facts)
    counted = {"days": days, "cities": cities, "people": people, "budget_usd": budget}
    return dates | places | counted, [
        *wrong_dates, *wrong_places, *wrong_days, *wrong_cities, *wrong_people, *wrong_budget
    ]  # fmt: skip


def _texts(facts: Sequence[TripFact], kind: str) -> list[str]:
    return [fact.match[0] for fact in facts if fact.kind == kind]


def _places(facts: Sequence[TripFact], kind: str) -> list[str]:
    return [place_of(fact.match) for fact in facts if fact.kind == kind]


def _counts(facts: Sequence[TripFact], kind: str) -> set[int]:
    groups = (fact.match.groupdict() for fact in facts if fact.kind == kind)
    return {round(number(found["n"])) if "n" in found else 1 for found in groups}


def _one(said: set[int], what: str) -> tuple[int | None, list[str]]:
    several = f"the text names several numbers of {what}: {', '.join(map(str, sorted(said)))}"
    return (next(iter(said)), []) if len(said) == 1 else (None, [several] * bool(said))


def _read_budget(facts: Sequence[TripFact]) -> tuple[float | None, list[str]]:
    matches = [fact.match.groupdict() for fact in facts if fact.kind == "budget"]
    if any(match.get("rate") for match in matches):
        return None, ["the budget is given per day, night or person, not for the trip"]
    if below := [match["money"] for match in matches if match["minus"]]:
        return None, [f"a budget below zero (-{below[0]}) buys nothing"]
    if foreign := [match["money"] for match in matches if _FOREIGN.search(match["money"])]:
        return None, [f"the budget of {foreign[0]} is not in US dollars, but all prices are"]
    found = sorted({number(amount[0]) for match in matches if (amount := _AMOUNT.search(match["money"]))})
    if len(found) > 1:
        return None, [f"the text names several budgets: {' and '.join(f'${usd:,.10g}' for usd in found)}"]
    return (found[0] if found else None), []
