"""The places of one city that a plan can name without being misunderstood, priced for the party."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.phrases import place_of, tidy
from smurfs_graph.tools.travel.prices import meal_usd, night_usd
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, Restaurant


class _Named(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def city(self) -> str: ...


_NamedT = TypeVar("_NamedT", bound=_Named)


class Room(NamedTuple):
    """An accommodation, with as many units of it as the party needs."""

    row: Accommodation
    night_usd: float
    """For the whole party."""


class Meal(NamedTuple):
    """A meal in a restaurant."""

    row: Restaurant
    usd: float
    """For the whole party."""
    cuisines: frozenset[str]
    """Folded, as `fold` does."""


def rooms(rows: Sequence[Accommodation], people: int) -> tuple[Room, ...]:
    """All that a plan can name."""
    return tuple(Room(row, night_usd(row.price_usd, row.maximum_occupancy, people)) for row in nameable(rows))


def meals(rows: Sequence[Restaurant], people: int) -> tuple[Meal, ...]:
    """All that a plan can name."""
    return tuple(Meal(row, meal_usd(row.average_cost_usd, people), _cuisines(row)) for row in nameable(rows))


def sights(rows: Sequence[Attraction]) -> tuple[Attraction, ...]:
    """All that a plan can name; its list of attractions is separated by semicolons."""
    return tuple(row for row in nameable(rows) if ";" not in row.name)


def nameable(rows: Sequence[_NamedT]) -> list[_NamedT]:
    """The rows of one city that 'Name, City' leads back to.

    A plan holds no more than that text. Where it is also read as another row, which has other prices and rules
    (the same name, or a name that contains it), the first one counts, and the others cannot be chosen.
    """
    return [row for at, row in enumerate(rows) if _leads_back(row, rows[:at])]


def _cuisines(row: Restaurant) -> frozenset[str]:
    return frozenset(fold(name) for name in row.cuisines.split(","))


def _leads_back(row: _NamedT, earlier: Sequence[_NamedT]) -> bool:
    name = tidy(row.name)
    place = place_of(f"{name}, {row.city}")
    if place is None or place.name != name or name not in row.name:
        return False
    return not any(name in other.name or name == tidy(other.name) for other in earlier)
