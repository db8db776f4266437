"""What a whole plan costs, entry by entry."""

from collections.abc import Iterator
from typing import NamedTuple

from smurfs_graph.tools.travel.prices import flight_usd, meal_usd, night_usd

from .day import Slot
from .trip import Trip
from .verdict import EvaluatorCrashError


class Charge(NamedTuple):
    """One entry that costs something; attractions are free."""

    day: int
    slot: Slot
    text: str
    usd: float
    """For the whole party."""


def charges(trip: Trip) -> Iterator[Charge]:
    """All that costs something, except what is not in the sandbox.

    Raises:
        EvaluatorCrashError: in official mode, where the published evaluator adds up something that it did not find.
    """
    people = trip.query.people_number
    yield from _legs(trip)
    for number, meal, text in trip.meals(crashes=True):
        for restaurant in trip.restaurants(text)[:1]:
            yield Charge(number, meal, text, meal_usd(restaurant.average_cost_usd, people))
    for number, text in trip.stays():
        for room in trip.accommodations(text)[:1]:
            yield Charge(number, "accommodation", text, night_usd(room.price_usd, room.maximum_occupancy, people))


def total_usd(trip: Trip) -> float:
    """What everyone pays together."""
    return sum((charge.usd for charge in charges(trip)), start=0.0)


def _legs(trip: Trip) -> Iterator[Charge]:
    for number, day in trip.days():
        leg = trip.reading.leg(day)
        if leg is None or leg.mode is None or leg.ends is None:
            continue
        if leg.mode == "flight":
            # The published evaluator charges for the number, wherever the flight goes.
            found = trip.flights(number, leg) if trip.strict else trip.sandbox.flights.get(leg.flight_number or "", ())
            usd = flight_usd(found[0].price_usd, trip.query.people_number) if found else None
        else:
            usd = trip.road_usd(leg)
            if usd is None and not trip.strict:
                raise EvaluatorCrashError(f"the drive of day {number} has no price")
        if usd is not None:
            yield Charge(number, "transportation", day.transportation or "", usd)
