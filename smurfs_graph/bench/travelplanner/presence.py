"""Rule `sandbox`: everything that the plan names exists there."""

from collections.abc import Iterator

from .day import MEALS, Field
from .reading import Leg
from .trip import Trip
from .verdict import EvaluatorCrashError, Reason


def sandbox(trip: Trip) -> Iterator[Reason]:
    """What cannot be found."""
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


def _missing_leg(trip: Trip, number: int, leg: Leg) -> Iterator[Reason]:
    """The published evaluator lets any other means of transport pass."""
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
