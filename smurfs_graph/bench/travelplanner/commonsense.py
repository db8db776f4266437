"""Commonsense rules, but for those about the order of cities (`route`) and what is left out (`completeness`)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from smurfs_graph.tools.travel.prices import TransportMode

from .day import BLANK, MEALS, Field, TripDay
from .trip import PublishedTrip
from .trip_reading import PublishedLeg
from .verdict import EvaluatorCrashError, Reason


def restaurants(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield meals in a restaurant of an earlier meal."""
    earlier: dict[str, str] = {}
    for number, meal, text in trip.meals():
        identity = trip.reading.identity(text)
        if identity in earlier:
            yield Reason(f"day {number}, {meal}: {text!r} was the {earlier[identity]} already", number, meal, text)
        earlier.setdefault(identity, f"{meal} of day {number}")


def attractions(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield attractions that are listed twice."""
    earlier: dict[str, int] = {}
    for number, day in trip.days():
        for text in trip.reading.attractions(day):
            identity = trip.reading.identity(text)
            if identity in earlier:
                said = f"day {number}: attraction {text!r} is listed for day {earlier[identity]} already"
                yield Reason(said, number, "attraction", text)
            earlier.setdefault(identity, number)


class _Stay(NamedTuple):
    day: int
    """Of the first night."""
    text: str
    nights: int


def minimum_nights(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield stays that are too short; the published evaluator passes over a name that several rows contain."""
    if trip.strict:
        yield from _too_short(trip, _strict_stays(trip))
    else:
        yield from _official(trip)


def _official(trip: PublishedTrip) -> Iterator[Reason]:
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


def _strict_stays(trip: PublishedTrip) -> Iterator[_Stay]:
    """Yield consecutive days with the same place; the day's number less the position is constant within a run."""
    stays = enumerate(trip.stays())
    for _, group in groupby(stays, key=lambda item: (trip.reading.identity(item[1][1]), item[1][0] - item[0])):
        run = [stay for _, stay in group]
        yield _Stay(*run[0], len(run))


def _too_short(trip: PublishedTrip, stays: Iterator[_Stay]) -> Iterator[Reason]:
    for stay in stays:
        rows = trip.accommodations(stay.text)
        if not rows or (len(rows) > 1 and not trip.strict):
            continue
        asked = rows[0].minimum_nights
        if stay.nights < asked:
            said = f"{stay.text!r} asks for {asked} nights at least and is booked for {stay.nights}"
            yield Reason(said, stay.day, "accommodation", stay.text)


def transportation(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield self-driving beside flights or taxis."""
    if trip.reading.entry(trip.plan[0], "transportation", crashes=True) is None:
        yield Reason("day 1 has no transportation", 1, "transportation")
    used: set[TransportMode] = set()
    for _, day in trip.days():
        text = trip.reading.entry(day, "transportation")
        if text is not None:
            used |= trip.reading.means(text)
    if "self-driving" in used and len(used) > 1:
        others = " and ".join(sorted(used - {"self-driving"}))
        yield Reason(f"the trip mixes self-driving with {others}")


def current_city(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield entries in the wrong city: on a travel day either end will do, but the night is spent at the far one."""
    for number, day in trip.days():
        cities = trip.reading.compared_cities(day)
        if cities or not trip.strict:
            yield from _misplacements(trip, number, day, cities)
        else:
            yield Reason(f"day {number}: current_city {day.current_city!r} cannot be read", number, "current_city")


def _misplacements(trip: PublishedTrip, number: int, day: TripDay, cities: Sequence[str]) -> Iterator[Reason]:
    """Yield the entries of a day that lie outside of its cities."""
    leg = trip.reading.entry(day, "transportation")
    if leg is not None and not trip.reading.connects(leg, cities):
        yield _misplacement(number, day, "transportation", leg)
    for meal in MEALS:
        text = trip.reading.entry(day, meal)
        if text is not None and not _lies_in_any(trip, text, cities):
            yield _misplacement(number, day, meal, text)
    for text in trip.reading.attractions(day):
        if not _lies_in_any(trip, text, cities):
            yield _misplacement(number, day, "attraction", text)
    stay = trip.reading.entry(day, "accommodation")
    if stay is not None:
        if not cities:
            raise EvaluatorCrashError(f"current_city of day {number} is empty, but there is an accommodation")
        if not trip.reading.lies_in(stay, cities[-1]):
            yield _misplacement(number, day, "accommodation", stay)


def _lies_in_any(trip: PublishedTrip, text: str, cities: Sequence[str]) -> bool:
    return any(trip.reading.lies_in(text, city) for city in cities)


def _misplacement(number: int, day: TripDay, slot: Field, text: str) -> Reason:
    said = f"day {number}, {slot}: {text!r} does not fit the day's city, {day.current_city!r}"
    return Reason(said, number, slot, text)


def sandbox(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield everything in the plan that the sandbox does not contain."""
    for number, day in trip.days():
        leg = trip.reading.leg(day)
        if leg is not None:
            yield from _missing_leg(trip, number, leg)
        for meal in MEALS:
            text = trip.reading.entry(day, meal)
            if text is not None and not trip.restaurants(text):
                yield _not_found(number, meal, text)
        for text in trip.reading.attractions(day):
            if not trip.attractions(text):
                yield _not_found(number, "attraction", text)
        stay = trip.reading.entry(day, "accommodation")
        if stay is not None and not trip.accommodations(stay):
            yield _not_found(number, "accommodation", stay)


def _missing_leg(trip: PublishedTrip, number: int, leg: PublishedLeg) -> Iterator[Reason]:
    """Check that the leg exists; the published evaluator lets any other means of transport pass."""
    between = "between unknown ends" if leg.ends is None else f"from {leg.ends[0]!r} to {leg.ends[1]!r}"
    if leg.mode is None:
        if trip.strict:
            said = f"day {number}: the transportation is neither one flight nor one drive nor one taxi"
            yield Reason(said, number, "transportation")
    elif leg.mode == "flight":
        if leg.ends is None and not trip.strict:
            raise EvaluatorCrashError(f"the flight of day {number} does not say from where to where")
        if not trip.flights(number, leg):
            when = " on that day" if trip.strict else ""
            said = f"day {number}: there is no flight {leg.flight_number!r} {between}{when}"
            yield Reason(said, number, "transportation", leg.flight_number)
    elif trip.road_usd(leg) is None:
        said = f"day {number}: {leg.mode} {between} is not possible within a day"
        yield Reason(said, number, "transportation", leg.mode)


def _not_found(number: int, slot: Field, text: str) -> Reason:
    return Reason(f"day {number}, {slot}: {text!r} is not in the sandbox", number, slot, text)
