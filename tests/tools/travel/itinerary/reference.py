"""The least cost of a trip, worked out without a solver: routes one by one, meals by dynamic programming.

Written against the evaluation's rules, not against the model: places count as what both readings of the evaluation
read back from 'Name, City', and prices come from its own functions.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations
from math import inf
from typing import NamedTuple

from smurfs_graph.bench.travelplanner.official_reading import OfficialReading
from smurfs_graph.bench.travelplanner.query import TripQuery
from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.bench.travelplanner.trip import PublishedTrip as JudgedTrip
from smurfs_graph.bench.travelplanner.trip_reading import TripReading
from smurfs_graph.tools.travel.itinerary import Trip
from smurfs_graph.tools.travel.prices import RoadMode, meal_usd, night_usd, road_usd
from smurfs_graph.tools.travel.schema import Accommodation

_READINGS = (OfficialReading(), TripReading())
_TYPES = {"entire room": "Entire home/apt", "private room": "Private room", "shared room": "Shared room"}
_MOST_EXTRA = 6


class _Stop(NamedTuple):
    city: str
    nights: int


class Reference:
    """One request in one sandbox."""

    def __init__(self, request: Trip, sandbox: Sandbox) -> None:
        self.request, self.sandbox = request, sandbox
        query = TripQuery.model_validate(
            {"org": request.origin, "dest": request.destination, "days": request.days, "visiting_city_number": 1}
            | {"people_number": request.people, "budget": 0}
        )
        self._trips = [JudgedTrip(query, (), sandbox, reading) for reading in _READINGS]
        self.night = cache(self._night)
        self.eaten = cache(self._eaten)
        self.leg = cache(self._leg)

    def least_usd(self) -> float:
        """The cheapest itinerary that both modes of the evaluation pass, whatever the budget; infinite without one."""
        best = inf
        for without_cuisines, stops in sorted(self._routes()):
            if without_cuisines >= best:
                break
            best = min(best, without_cuisines + self._extra_for_cuisines(stops))
        return best

    def _cities(self) -> list[str]:
        request = self.request
        if request.destination_kind == "city":
            return [request.destination]
        return [city for city, state in self.sandbox.states.items() if state == request.destination]

    def _routes(self) -> Iterator[tuple[float, tuple[_Stop, ...]]]:
        request = self.request
        away = [city for city in self._cities() if city != request.origin]
        for inner in combinations(range(2, request.days), request.cities - 1):
            days = (1, *inner, request.days)
            nights = [after - before for before, after in pairwise(days)]
            for order in permutations(away, request.cities):
                stops = tuple(_Stop(*stop) for stop in zip(order, nights, strict=True))
                usd = sum(self.night(stop) + self.eaten(stop.city, 3 * (stop.nights - 1), 0) for stop in stops)
                if usd < inf:
                    usd += min(self._travel(days, order, own_car) for own_car in (True, False))
                if usd < inf:
                    yield usd, stops

    def _travel(self, days: tuple[int, ...], order: tuple[str, ...], own_car: bool) -> float:
        ends = (self.request.origin, *order, self.request.origin)
        return sum(self.leg(*leg, own_car) for leg in zip(days, ends, ends[1:], strict=False))

    def _leg(self, day: int, origin: str, destination: str, own_car: bool) -> float:
        banned = {rule.removeprefix("no ") for rule in self.request.transport_rules}
        people, date = self.request.people, self.request.dates[day - 1]
        costs = [inf]
        mode: RoadMode = "self-driving" if own_car else "taxi"
        if mode not in banned and (road := self.sandbox.roads.get((origin, destination))) is not None:
            usd = road_usd(mode, road.distance_km, road.duration, people)
            costs += [] if usd is None else [usd]
        if not own_car and "flight" not in banned:
            rows = (row for flights in self.sandbox.flights.values() for row in flights)
            fits = (row for row in rows if (row.origin, row.destination, row.date) == (origin, destination, date))
            costs += [row.price_usd * people for row in fits]
        return min(costs)

    def _night(self, stop: _Stop) -> float:
        """All nights of a stay."""
        costs = [inf]
        for row in self.sandbox.accommodations.get(stop.city, ()):
            text = f"{' '.join(row.name.split())}, {row.city}"
            is_itself = all(_is_first(row, trip.accommodations(text)) for trip in self._trips)
            if is_itself and row.minimum_nights <= stop.nights and self._suits(row):
                costs.append(stop.nights * night_usd(row.price_usd, row.maximum_occupancy, self.request.people))
        return min(costs)

    def _suits(self, row: Accommodation) -> bool:
        if any(f"No {rule}" in row.house_rules for rule in self.request.room_rules):
            return False
        wanted = self.request.room_type
        if wanted == "not shared room":
            return row.room_type != "Shared room"
        return wanted is None or row.room_type == _TYPES[wanted]

    def _eaten(self, city: str, count: int, cuisines: int) -> float:
        """So many different restaurants of a city, with these cuisines (a bit set) among them."""
        return self._meals(city).get((count, cuisines), inf)

    @cache  # noqa: B019 (a reference lives as long as its test)
    def _meals(self, city: str) -> dict[tuple[int, int], float]:
        wanted = self.request.cuisines
        most = 3 * (self.request.days - self.request.cities) + _MOST_EXTRA
        table: dict[tuple[int, int], float] = {(0, 0): 0.0}
        for row in self.sandbox.restaurants.get(city, ()):
            text = f"{' '.join(row.name.split())}, {row.city}"
            if not all(_is_first(row, trip.restaurants(text)) for trip in self._trips):
                continue
            served = {name.strip().lower() for name in row.cuisines.split(",")}
            bits = sum(1 << at for at, name in enumerate(wanted) if name.lower() in served)
            usd = meal_usd(row.average_cost_usd, self.request.people)
            for (count, cuisines), cost in list(table.items()):
                key = (count + 1, cuisines | bits)
                if count < most and cost + usd < table.get(key, inf):
                    table[key] = cost + usd
        supersets: dict[tuple[int, int], float] = {}
        for (count, cuisines), cost in table.items():
            for part in range(1 << len(wanted)):
                if part & cuisines == part:
                    supersets[count, part] = min(cost, supersets.get((count, part), inf))
        return supersets

    def _extra_for_cuisines(self, stops: tuple[_Stop, ...]) -> float:
        """Return the extra cost of cuisines, and of entries on travel days that a plan needs to be half full."""
        everything = (1 << len(self.request.cuisines)) - 1
        plain = sum(self.eaten(stop.city, 3 * (stop.nights - 1), 0) for stop in stops)
        partial: dict[tuple[int, int, int], float] = {(0, 3, 0): 0.0}
        # Covered cuisines, meals still free on the day of arrival, meals on travel days so far.
        for stop in stops:
            partial = dict(self._after(stop, partial))
        needed = self._entries_needed(stops)
        fits = (cost for (covered, _, extra), cost in partial.items() if covered == everything and extra >= needed)
        return min(fits, default=inf) - plain

    def _after(
        self, stop: _Stop, partial: dict[tuple[int, int, int], float]
    ) -> Iterator[tuple[tuple[int, int, int], float]]:
        found: dict[tuple[int, int, int], float] = {}
        for (covered, free, extra), cost in partial.items():
            for more in range(_MOST_EXTRA + 1):
                on_departure = max(0, more - free)
                if on_departure > 3:
                    continue
                for part in range(1 << len(self.request.cuisines)):
                    usd = cost + self.eaten(stop.city, 3 * (stop.nights - 1) + more, part)
                    key = (covered | part, 3 - on_departure, min(extra + more, _MOST_EXTRA))
                    if usd < found.get(key, inf):
                        found[key] = usd
        yield from found.items()

    def _entries_needed(self, stops: tuple[_Stop, ...]) -> int:
        """Meals on travel days without which fewer than half of the entries would be filled; too many to be had
        where there are too few sights."""
        days = self.request.days
        sights = {stop.city: self._sights(stop.city) - (stop.nights - 1) for stop in stops}
        if min(sights.values()) < 0:
            return _MOST_EXTRA + 1
        certain = len(stops) + 1 + days - 1 + 4 * (days - len(stops) - 1)
        seen_on_arrival = sum(left > 0 for left in sights.values())
        return max(0, 3 * days - certain - seen_on_arrival)

    def _sights(self, city: str) -> int:
        rows = self.sandbox.attractions.get(city, ())
        texts = ((row, f"{' '.join(row.name.split())}, {row.city}") for row in rows if ";" not in row.name)
        return sum(all(_is_first(row, trip.attractions(text)) for trip in self._trips) for row, text in texts)


def _is_first(row: object, found: Sequence[object]) -> bool:
    """By identity: two equal rows are one place."""
    return bool(found) and found[0] is row
