"""Rule `current_city`: everything in a day is where the traveller is on that day."""

from collections.abc import Iterator, Sequence

from .day import MEALS, Day, Field
from .trip import Trip
from .verdict import EvaluatorCrashError, Reason


def current_city(trip: Trip) -> Iterator[Reason]:
    """Entries in the wrong city: on a travel day either end will do, but the night is spent at the far one."""
    for number, day in trip.days():
        cities = trip.reading.compared_cities(day)
        if cities or not trip.strict:
            yield from _of_day(trip, number, day, cities)
        else:
            yield Reason(f"day {number}: current_city {day.current_city!r} cannot be read", number, "current_city")


def _of_day(trip: Trip, number: int, day: Day, cities: Sequence[str]) -> Iterator[Reason]:
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


def _lies_in_any(trip: Trip, text: str, cities: Sequence[str]) -> bool:
    return any(trip.reading.lies_in(text, city) for city in cities)


def _misplacement(number: int, day: Day, slot: Field, text: str) -> Reason:
    said = f"day {number}, {slot}: {text!r} does not fit the day's city, {day.current_city!r}"
    return Reason(said, number, slot, text)
