"""A plain request in English, read by rules into a draft of a trip: what the text says, and nothing else."""

import re

from .parse_dates import when
from .parse_numbers import Budget, budget, cities, people
from .parse_places import places
from .parse_wishes import wishes
from .request import TripDraft
from .vocabulary import Vocabulary

_TYPOGRAPHY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u2010": "-", "\u2011": "-", "\u2013": "-", "\u2014": " - "}
)


def parse(text: str, vocabulary: Vocabulary) -> TripDraft:
    """What a request says of a trip; `TripDraft.missing` and `problems` tell what to ask for."""
    text = _plain(text)
    number = cities(text)
    where = places(text, vocabulary, number)
    time = when(text)
    wished = wishes(text, vocabulary.cuisines)
    travellers = people(text)
    money = budget(text)
    problems = [*where.problems, *time.problems, *wished.problems, money.problem]
    if where.kind == "city":
        problems += [f"{number} cities cannot be visited in {where.destination}"] * (number is not None and number > 1)
        number = 1
    return TripDraft(
        origin=where.origin,
        destination=where.destination,
        destination_kind=where.kind,
        days=time.days,
        dates=time.dates,
        people=travellers,
        budget_usd=_total(money, travellers),
        cities=number,
        room_rules=wished.room_rules,
        room_type=wished.room_type,
        cuisines=wished.cuisines,
        transport_rules=wished.transport_rules,
        problems=tuple(problem for problem in problems if problem),
    )


def _total(money: Budget, travellers: int | None) -> float | None:
    if money.usd is None or not money.each:
        return money.usd
    return None if travellers is None else money.usd * travellers


def _plain(text: str) -> str:
    """The text with one kind of quote, dash and space."""
    return re.sub(r"\s+", " ", text.translate(_TYPOGRAPHY)).strip()
