"""An itinerary: typed, priced, and written as TravelPlanner writes plans."""

from dataclasses import dataclass
from typing import Any, Literal

from smurfs_graph.tools.travel.schema import Attraction

from .legs import Leg
from .places import Meal, Room

MealName = Literal["breakfast", "lunch", "dinner"]
MEAL_NAMES: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")

_BLANK = "-"
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class ItineraryDay:
    """One day; on a travel day places may be at either end of the leg."""

    date: str
    """'YYYY-MM-DD'."""
    city: str
    """Where the day ends."""
    leg: Leg | None = None
    breakfast: Meal | None = None
    lunch: Meal | None = None
    dinner: Meal | None = None
    sights: tuple[Attraction, ...] = ()
    room: Room | None = None
    """For the night; None on the last day."""

    @property
    def meals(self) -> dict[MealName, Meal]:
        """Those that are eaten."""
        named = zip(MEAL_NAMES, (self.breakfast, self.lunch, self.dinner), strict=True)
        return {name: meal for name, meal in named if meal is not None}

    @property
    def usd(self) -> float:
        """What the day costs the party, the night after it included."""
        leg = 0.0 if self.leg is None else self.leg.usd
        night = 0.0 if self.room is None else self.room.night_usd
        return leg + night + sum(meal.usd for meal in self.meals.values())

    def to_record(self, number: int) -> dict[str, Any]:
        """The day as plans of TravelPlanner write it; `number` counts from 1."""
        city = self.city if self.leg is None else f"from {self.leg.origin} to {self.leg.destination}"
        meals = {name: _place(meal.row) for name, meal in self.meals.items()}
        return {
            "days": number,
            "current_city": city,
            "transportation": _BLANK if self.leg is None else transportation(self.leg),
            "breakfast": meals.get("breakfast", _BLANK),
            "attraction": "".join(f"{_place(sight)};" for sight in self.sights) or _BLANK,
            "lunch": meals.get("lunch", _BLANK),
            "dinner": meals.get("dinner", _BLANK),
            "accommodation": _BLANK if self.room is None else _place(self.room.row),
        }


@dataclass(frozen=True, slots=True)
class Itinerary:
    """A round trip, day by day."""

    days: tuple[ItineraryDay, ...]

    @property
    def usd(self) -> float:
        """What it costs the whole party."""
        return sum(day.usd for day in self.days)

    @property
    def cities(self) -> tuple[str, ...]:
        """The cities visited, in order."""
        return tuple(dict.fromkeys(day.city for day in self.days[:-1]))

    def to_plan(self) -> list[dict[str, Any]]:
        """The plan as JSON in TravelPlanner's format: one record per day."""
        return [day.to_record(number) for number, day in enumerate(self.days, start=1)]


def transportation(leg: Leg) -> str:
    """A leg as plans of TravelPlanner write it."""
    ends = f"from {leg.origin} to {leg.destination}"
    if leg.mode == "flight":
        times = f"Departure Time: {_clock(leg.departure)}, Arrival Time: {_clock(leg.arrival)}"
        return f"Flight Number: {leg.number}, {ends}, {times}"
    mode = "Self-driving" if leg.mode == "self-driving" else "Taxi"
    return f"{mode}, {ends}, duration: {leg.duration}, distance: {leg.distance_km:,.10g} km, cost: {leg.usd:g}"


def _clock(minutes: int) -> str:
    hours, rest = divmod(minutes % _DAY_MINUTES, 60)
    return f"{hours:02}:{rest:02}"


def _place(row: Any) -> str:
    return f"{' '.join(row.name.split())}, {row.city}"
