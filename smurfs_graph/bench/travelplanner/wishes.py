"""The hard rules: what the trip costs, and the query's own wishes. A rule gives None where there is no such wish."""

from collections.abc import Callable, Iterable, Iterator

from smurfs_graph.tools.travel.prices import flight_usd, meal_usd, night_usd
from smurfs_graph.tools.travel.schema import Accommodation

from .trip import PublishedTrip
from .verdict import EvaluatorCrashError, Reason

HardCheck = Callable[[PublishedTrip], Iterable[Reason] | None]

_FORBIDDING = {
    "smoking": "No smoking",
    "parties": "No parties",
    "children under 10": "No children under 10",
    "visitors": "No visitors",
    "pets": "No pets",
}
_ROOM_TYPES = {
    "not shared room": ("Private room", "Entire home/apt"),
    "shared room": ("Shared room",),
    "private room": ("Private room",),
    "entire room": ("Entire home/apt",),
}
_BANNED_MEANS = {"no flight": "Flight", "no self-driving": "Self-driving"}


def budget(trip: PublishedTrip) -> Iterable[Reason]:
    """Yield a reason if the trip costs more than the budget."""
    total, most = total_usd(trip), trip.query.budget
    if total > most:
        yield Reason(f"the trip costs ${total:,.2f}, ${total - most:,.2f} over the budget of ${most:,.2f}")


def total_usd(trip: PublishedTrip) -> float:
    """Add up what everyone pays together, in US dollars; what is not in the sandbox costs nothing, as sights do.

    Raises:
        EvaluatorCrashError: in official mode, where the published evaluator adds up something that it did not find.
    """
    people = trip.query.people_number
    eaten = (trip.restaurants(text)[:1] for _, _, text in trip.meals(crashes=True))
    slept = (trip.accommodations(text)[:1] for _, text in trip.stays())
    return (
        sum(_legs_usd(trip), start=0.0)
        + sum(meal_usd(row.average_cost_usd, people) for rows in eaten for row in rows)
        + sum(night_usd(row.price_usd, row.maximum_occupancy, people) for rows in slept for row in rows)
    )


def _legs_usd(trip: PublishedTrip) -> Iterator[float]:
    """Yield the cost of each way for everyone, in US dollars."""
    for number, day in trip.days():
        leg = trip.reading.leg(day)
        if leg is None or leg.mode is None or leg.ends is None:
            continue
        if leg.mode == "flight":
            # The published evaluator charges for the number, wherever the flight goes.
            found = trip.flights(number, leg) if trip.strict else trip.sandbox.flights.get(leg.flight_number or "", ())
            yield from (flight_usd(flight.price_usd, trip.query.people_number) for flight in found[:1])
        elif (usd := trip.road_usd(leg)) is not None:
            yield usd
        elif not trip.strict:
            raise EvaluatorCrashError(f"the drive of day {number} has no price")


def cuisine(trip: PublishedTrip) -> Iterable[Reason] | None:
    """Check that each wanted cuisine is eaten away from home; None if the query names none."""
    wanted = trip.query.local_constraint.cuisine
    return _missing_cuisines(trip, wanted) if wanted else None


def _missing_cuisines(trip: PublishedTrip, wanted: tuple[str, ...]) -> Iterator[Reason]:
    eaten = set(_cuisines(trip))
    for name in wanted:
        # The published evaluator finds a cuisine wherever its letters are.
        if not (name in eaten if trip.strict else any(name in found for found in eaten)):
            yield Reason(f"no meal away from {trip.query.origin} is {name}", subject=name)


def _cuisines(trip: PublishedTrip) -> Iterator[str]:
    """Yield the cuisines of the meals away from home."""
    given_up: int | None = None
    for number, _, text in trip.meals(crashes=True):
        if number == given_up:
            continue
        if trip.reading.place(text).city == trip.query.origin:
            # A meal at home makes the published evaluator forget the day's later ones.
            given_up = None if trip.strict else number
            continue
        for restaurant in trip.restaurants(text)[:1]:
            yield from restaurant.cuisines.split(", ")


def room_rule(trip: PublishedTrip) -> Iterable[Reason] | None:
    """Check that every house allows what the query wants to do there; None if it wants nothing of the kind."""
    wish = trip.query.local_constraint.house_rule
    if wish in _FORBIDDING:
        return _unfit_rooms(trip, wish, lambda room: _FORBIDDING[wish] not in room.house_rules)
    return _uncheckable(trip, "house rule", wish)


def room_type(trip: PublishedTrip) -> Iterable[Reason] | None:
    """Check that every room is of the wanted type; None if the query names none."""
    wish = trip.query.local_constraint.room_type
    if wish in _ROOM_TYPES:
        return _unfit_rooms(trip, wish, lambda room: room.room_type in _ROOM_TYPES[wish])
    return _uncheckable(trip, "room type", wish)


def _unfit_rooms(trip: PublishedTrip, wish: str, fits: Callable[[Accommodation], bool]) -> Iterator[Reason]:
    for number, text in trip.stays():
        for room in trip.accommodations(text)[:1]:
            if not fits(room):
                said = f"day {number}: {text!r} ({room.room_type}; {room.house_rules}) is not for {wish!r}"
                yield Reason(said, number, "accommodation", wish)


def transportation(trip: PublishedTrip) -> Iterable[Reason] | None:
    """Check that nobody travels as the query forbids; 'Self-Driving' evades the published evaluator."""
    wish = trip.query.local_constraint.transportation
    if wish in _BANNED_MEANS:
        return _banned_legs(trip, wish, _BANNED_MEANS[wish])
    return _uncheckable(trip, "transportation", wish)


def _banned_legs(trip: PublishedTrip, wish: str, means: str) -> Iterator[Reason]:
    for number, day in trip.days():
        text = trip.reading.entry(day, "transportation", crashes=True)
        if text is not None and (means in text or (trip.strict and means.lower() in text.lower())):
            yield Reason(f"day {number}: {text!r} breaks {wish!r}", number, "transportation", wish)


def _uncheckable(trip: PublishedTrip, kind: str, wish: str | None) -> Iterable[Reason] | None:
    """Report an unknown wish; None without a wish. In official mode it counts as met."""
    if wish is None:
        return None
    said = f"the {kind} {wish!r} is not known, so nothing shows that the plan meets it"
    return [Reason(said, subject=wish)] if trip.strict else []
