"""Rule `minimum_nights`: nobody stays for fewer nights in a row than the accommodation asks for."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from .day import BLANK
from .trip import Trip
from .verdict import EvaluatorCrashError, Reason


class _Stay(NamedTuple):
    day: int
    """Of the first night."""
    text: str
    nights: int


def minimum_nights(trip: Trip) -> Iterator[Reason]:
    """Stays that are too short; the published evaluator passes over a name that several rows contain."""
    if trip.strict:
        yield from _too_short(trip, _strict_stays(trip))
    else:
        yield from _official(trip)


def _official(trip: Trip) -> Iterator[Reason]:
    texts: list[str | None] = []
    for number, day in trip.days():
        if "accommodation" in day.missing:
            yield Reason(f"day {number} has no accommodation entry", number, "accommodation")
            return
        texts.append(day.accommodation)
    yield from _too_short(trip, _official_stays(texts))


def _official_stays(texts: list[str | None]) -> Iterator[_Stay]:
    day = 1
    for text, group in groupby(texts):
        nights = len(list(group))
        if text is None:
            raise EvaluatorCrashError(f"the accommodation of day {day} is no text")
        if text not in ("", BLANK):
            yield _Stay(day, text, nights)
        day += nights


def _strict_stays(trip: Trip) -> Iterator[_Stay]:
    """Consecutive days with the same place; the day's number less the position is constant within a run."""
    stays = enumerate(trip.stays())
    for _, group in groupby(stays, key=lambda item: (trip.reading.identity(item[1][1]), item[1][0] - item[0])):
        run = [stay for _, stay in group]
        yield _Stay(*run[0], len(run))


def _too_short(trip: Trip, stays: Iterator[_Stay]) -> Iterator[Reason]:
    for stay in stays:
        rows = trip.accommodations(stay.text)
        if not rows or (len(rows) > 1 and not trip.strict):
            continue
        asked = rows[0].minimum_nights
        if stay.nights < asked:
            said = f"{stay.text!r} asks for {asked} nights at least and is booked for {stay.nights}"
            yield Reason(said, stay.day, "accommodation", stay.text)
