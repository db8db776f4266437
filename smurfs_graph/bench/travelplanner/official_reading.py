"""Read a plan as the published evaluator does, bugs included.

- On a day that is no travel day, the city's *letters* are looked for one by one, so that nearly any place fits.
- An attraction that no ';' follows is not seen.
- A city or name is found wherever it is part of a longer text.
- A field that is missing where the evaluator takes it for granted ends it with an exception.
"""

from collections.abc import Sequence
from typing import ClassVar

from smurfs_graph.tools.travel.phrases import Place, ends_of, place_of, without_state
from smurfs_graph.tools.travel.prices import TransportMode

from .day import BLANK, Field, TripDay
from .trip_reading import PublishedLeg, TripReading
from .verdict import EvaluatorCrashError, Mode

_NOWHERE = Place(BLANK, BLANK)
_NUMBER_MARK = "Flight Number: "


class OfficialReading(TripReading):
    """Bug for bug."""

    mode: ClassVar[Mode] = "official"

    def entry(self, day: TripDay, name: Field, *, crashes: bool = False) -> str | None:
        """Return a field's text; empty text, null and '-' are nothing, and nothing else is."""
        if name in day.malformed:
            raise EvaluatorCrashError(f"{name!r} of a day is {day.malformed[name]}, not text")
        if crashes and name in day.missing:
            raise EvaluatorCrashError(f"a day has no {name!r}")
        value = day.value(name)
        return None if not value or value == BLANK else value

    def cities(self, day: TripDay) -> tuple[str, ...]:
        """Return the cities; a day with 'from' anywhere in it is a travel day."""
        text = current_city(day)
        if "from" not in text:
            return (without_state(text),)
        ends = ends_of(text)
        if ends is None:
            raise EvaluatorCrashError(f"current_city {text!r} does not say from where to where")
        return without_state(ends[0]), without_state(ends[1])

    def compared_cities(self, day: TripDay) -> Sequence[str]:
        """Return both ends of a journey, or else the letters of the city."""
        cities = self.cities(day)
        return cities if len(cities) > 1 else tuple("".join(cities))

    def lies_in(self, place: str, city: str) -> bool:
        """Return whether the city's name turns up anywhere."""
        return city in place

    def connects(self, transportation: str, cities: Sequence[str]) -> bool:
        """Return whether every city turns up in the text, in any order."""
        return all(city in transportation for city in cities)

    def leg(self, day: TripDay) -> PublishedLeg | None:
        """Read the leg; of several means the flight counts, then the own car, and no other means is known."""
        text = self.entry(day, "transportation", crashes=True)
        if text is None:
            return None
        found = ends_of(text) or ends_of(current_city(day))
        ends = None if found is None else (without_state(found[0]), without_state(found[1]))
        lower = text.lower()
        if "flight number" in lower:
            return PublishedLeg("flight", ends, None if ends is None else _flight_number(text))
        if "self-driving" in lower:
            return PublishedLeg("self-driving", ends)
        return PublishedLeg("taxi" if "taxi" in lower else None, ends)

    def means(self, transportation: str) -> frozenset[TransportMode]:
        """Return the means, one at most; here the taxi counts first."""
        lower = transportation.lower()
        if "taxi" in lower:
            return frozenset({"taxi"})
        if "self-driving" in lower:
            return frozenset({"self-driving"})
        return frozenset({"flight"}) if "flight" in lower else frozenset()

    def attractions(self, day: TripDay) -> list[str]:
        """Split the attractions at ';' and drop the last part, as if it were always empty."""
        return (self.entry(day, "attraction") or "").split(";")[:-1]

    def place(self, text: str) -> Place:
        """Split at the last comma."""
        return place_of(text) or _NOWHERE

    def is_named(self, row_name: str, name: str) -> bool:
        """Return whether the name is a part of the row's."""
        return name in row_name

    def identity(self, text: str) -> str:
        """Return the text letter for letter."""
        return text


def _flight_number(text: str) -> str:
    if _NUMBER_MARK not in text:
        raise EvaluatorCrashError(f"transportation {text!r} does not have {_NUMBER_MARK!r} in it")
    return text.split(_NUMBER_MARK)[1].split(",")[0]


def current_city(day: TripDay) -> str:
    """Return the text of a field that the published evaluator never does without."""
    if day.current_city is None:
        raise EvaluatorCrashError(f"'current_city' of a day is {day.malformed.get('current_city', 'missing or null')}")
    return day.current_city
