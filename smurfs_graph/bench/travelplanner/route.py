"""Rule `route`: a round trip from home through known cities, each visited once, where the query wants to go."""

from collections.abc import Iterator

from .trip import PublishedTrip
from .verdict import Reason


def route(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield what is wrong with the order of cities."""
    return _strict_reasons(trip) if trip.strict else _official(trip)


def _official(trip: PublishedTrip) -> Iterator[Reason]:
    """Check the route as published: days need not connect, and a three-day trip may go anywhere."""
    listed: list[str] = []
    for number, day in trip.days():
        cities = trip.reading.cities(day)
        if number == 1 and len(cities) > 1 and cities[0] != trip.query.origin:
            yield _not_from_home(trip, cities[0])
        listed.extend(cities)
    if listed[0] != listed[-1]:
        yield _not_closed(listed[0], listed[-1])
    if not _is_sequence(listed):
        yield Reason(f"the cities {', '.join(listed)} are no round trip that visits each of them once")
    for at, city in enumerate(listed):
        if city not in trip.sandbox.states:
            yield _unknown(city)
        elif trip.query.visits_a_state and 0 < at < len(listed) - 1:
            yield from _off_state(trip, city)


def _is_sequence(listed: list[str]) -> bool:
    """Return whether no city between the ends is left and entered again, or listed only once."""
    if len(listed) < 3:
        return False
    last = len(listed) - 1
    seen: set[str] = set()
    start = 0
    while start <= last:
        city, end = listed[start], start
        while end < last and listed[end + 1] == city:
            end += 1
        inside = 0 < start < last
        if inside and (city in seen or start == end):
            return False
        seen.add(city)
        start = end + 1
    return True


def _strict_reasons(trip: PublishedTrip) -> Iterator[Reason]:
    """Yield where the route breaks off, and what is wrong with its stops."""
    stops: list[str] = []
    for number, day in trip.days():
        cities = trip.reading.cities(day)
        if not cities:
            yield Reason(f"day {number}: current_city {day.current_city!r} cannot be read", number, "current_city")
        elif stops and cities[0] != stops[-1]:
            text = f"day {number} starts in {cities[0]!r}, but the day before ended in {stops[-1]!r}"
            yield Reason(text, number, "current_city", cities[0])
        for city in cities:
            if not stops or stops[-1] != city:
                stops.append(city)
    if stops:
        yield from _strict_stops(trip, stops)


def _strict_stops(trip: PublishedTrip, stops: list[str]) -> Iterator[Reason]:
    """Yield what is wrong with the cities of a route: where it begins and ends, and what lies between."""
    home = trip.query.origin
    if stops[0] != home:
        yield _not_from_home(trip, stops[0])
    if stops[-1] != home or len(stops) < 3:
        yield _not_closed(home, stops[-1])
    away = stops[1:-1] if stops[-1] == home else stops[1:]
    for city in dict.fromkeys(away):
        if city == home or away.count(city) > 1:
            yield Reason(f"{city!r} is left and entered again on the way", subject=city)
        elif city not in trip.sandbox.states:
            yield _unknown(city)
        elif trip.query.visits_a_state:
            yield from _off_state(trip, city)
        elif city != trip.query.destination:
            yield Reason(f"the trip goes to {city!r}, not to {trip.query.destination!r}", subject=city)


def _off_state(trip: PublishedTrip, city: str) -> Iterator[Reason]:
    state = trip.sandbox.states[city]
    if state != trip.query.destination:
        yield Reason(f"{city!r} is in {state}, not in {trip.query.destination}", subject=city)


def _not_from_home(trip: PublishedTrip, city: str) -> Reason:
    return Reason(f"day 1 starts in {city!r}, not in {trip.query.origin!r}", 1, "current_city", trip.query.origin)


def _not_closed(start: str, end: str) -> Reason:
    return Reason(f"the trip starts in {start!r} and ends in {end!r}, so it is no round trip")


def _unknown(city: str) -> Reason:
    return Reason(f"{city!r} is no city of the sandbox", subject=city)
