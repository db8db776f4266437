"""Rules `restaurants` and `attractions`: nothing is visited twice."""

from collections.abc import Iterator

from .trip import Trip
from .verdict import Reason


def restaurants(trip: Trip) -> Iterator[Reason]:
    """Meals in a restaurant of an earlier meal."""
    earlier: dict[str, str] = {}
    for number, meal, text in trip.meals():
        identity = trip.reading.identity(text)
        if identity in earlier:
            yield Reason(f"day {number}, {meal}: {text!r} was the {earlier[identity]} already", number, meal, text)
        earlier.setdefault(identity, f"{meal} of day {number}")


def attractions(trip: Trip) -> Iterator[Reason]:
    """Attractions that are listed twice."""
    earlier: dict[str, int] = {}
    for number, day in trip.days():
        for text in trip.reading.attractions(day):
            identity = trip.reading.identity(text)
            if identity in earlier:
                said = f"day {number}: attraction {text!r} is listed for day {earlier[identity]} already"
                yield Reason(said, number, "attraction", text)
            earlier.setdefault(identity, number)
