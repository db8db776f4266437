"""Read a plan with care: whole cities and names, every attraction, and never an exception.

Rules are written once, against `TripReading`; `OfficialReading` repeats how the published evaluator reads, bugs too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from smurfs_graph.tools.travel.phrases import Place, ends_of, flight_number, place_of, tidy, without_state
from smurfs_graph.tools.travel.prices import TransportMode

from .day import BLANK, Field, TripDay
from .verdict import Mode

_NOWHERE = Place(BLANK, BLANK)
_MEANS: tuple[TransportMode, ...] = ("flight", "self-driving", "taxi")


@dataclass(frozen=True, slots=True)
class PublishedLeg:
    """A journey within one day, as far as its text can be read."""

    mode: TransportMode | None
    ends: tuple[str, str] | None
    """Origin and destination, without their states."""
    flight_number: str | None = None


class TripReading:
    """Reader of a plan's texts: names and cities are compared as a whole, white space aside."""

    mode: ClassVar[Mode] = "strict"

    def entry(self, day: TripDay, name: Field, *, crashes: bool = False) -> str | None:
        """Return the text of a field; None where it is missing, null, blank or not text.

        `crashes` marks the places where the published evaluator cannot do without the key.
        """
        text = tidy(day.value(name) or "")
        return None if text in ("", BLANK) else text

    def cities(self, day: TripDay) -> tuple[str, ...]:
        """Return one city, or both ends of a journey, on a day that starts with 'from'; empty where unreadable."""
        text = self.entry(day, "current_city")
        if text is None:
            return ()
        if text.lower().startswith("from "):
            return _ends(text) or ()
        return (_city(text),)

    def compared_cities(self, day: TripDay) -> Sequence[str]:
        """Return the cities in which the day's places must lie."""
        return self.cities(day)

    def lies_in(self, place: str, city: str) -> bool:
        """Return whether the text after the last comma of 'Name, City' is that city."""
        return self.place(place).city == city

    def connects(self, transportation: str, cities: Sequence[str]) -> bool:
        """Return whether a journey fits the day's cities: from one to the other, or from or to the only one."""
        ends = _ends(transportation)
        if ends is None:
            return False
        return ends == tuple(cities) if len(cities) > 1 else cities[0] in ends

    def leg(self, day: TripDay) -> PublishedLeg | None:
        """Return the day's journey; by unknown means where its text names several, or none."""
        text = self.entry(day, "transportation")
        if text is None:
            return None
        means = self.means(text)
        cities = self.cities(day)
        fallback = (cities[0], cities[1]) if len(cities) > 1 else None
        mode = next(iter(means)) if len(means) == 1 else None
        return PublishedLeg(mode, _ends(text) or fallback, flight_number(text))

    def means(self, transportation: str) -> frozenset[TransportMode]:
        """Return the means of transport that a text names, however they are capitalised."""
        lower = transportation.lower()
        return frozenset(means for means in _MEANS if means in lower)

    def attractions(self, day: TripDay) -> list[str]:
        """Return the day's attractions, each 'Name, City', with or without a ';' at the end."""
        texts = (self.entry(day, "attraction") or "").split(";")
        return [tidy(text) for text in texts if tidy(text) not in ("", BLANK)]

    def place(self, text: str) -> Place:
        """Name and city, split at the last comma; both '-' where they cannot be told apart."""
        place = place_of(tidy(text))
        return _NOWHERE if place is None else Place(tidy(place.name), tidy(place.city))

    def is_named(self, row_name: str, name: str) -> bool:
        """Return whether a name in a plan means a row of the sandbox: the row's whole name."""
        return tidy(row_name) == name

    def identity(self, text: str) -> str:
        """Return a text that is equal for texts that name one place, whatever the space, with the state or without."""
        place = self.place(text)
        return tidy(text) if place == _NOWHERE else ", ".join(place)


def _ends(text: str) -> tuple[str, str] | None:
    ends = ends_of(text)
    return None if ends is None else (_city(ends[0]), _city(ends[1]))


def _city(text: str) -> str:
    return tidy(without_state(text))
