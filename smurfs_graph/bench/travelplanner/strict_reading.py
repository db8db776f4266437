"""What a plan says, read with care: whole cities and names, every attraction, and never an exception."""

from collections.abc import Sequence
from typing import ClassVar

from smurfs_graph.tools.travel.phrases import Place, ends_of, flight_number, place_of, tidy, without_state
from smurfs_graph.tools.travel.prices import TransportMode

from .day import BLANK, Day, Field
from .reading import Leg, Reading
from .verdict import Mode

_NOWHERE = Place(BLANK, BLANK)
_MEANS: tuple[TransportMode, ...] = ("flight", "self-driving", "taxi")


class StrictReading(Reading):
    """Names and cities are compared as a whole, white space aside."""

    mode: ClassVar[Mode] = "strict"

    def entry(self, day: Day, name: Field, *, crashes: bool = False) -> str | None:
        """What is missing, null, blank or not text is nothing."""
        text = tidy(day.value(name) or "")
        return None if text in ("", BLANK) else text

    def cities(self, day: Day) -> tuple[str, ...]:
        """A day that starts with 'from' is a travel day."""
        text = self.entry(day, "current_city")
        if text is None:
            return ()
        if text.lower().startswith("from "):
            return _ends(text) or ()
        return (_city(text),)

    def compared_cities(self, day: Day) -> Sequence[str]:
        """The same cities."""
        return self.cities(day)

    def lies_in(self, place: str, city: str) -> bool:
        """What follows the last comma is that city, or the place has no comma and so no city."""
        return self.place(place).city == city

    def connects(self, transportation: str, cities: Sequence[str]) -> bool:
        """On a travel day from the one to the other; on another day from there or to there."""
        ends = _ends(transportation)
        if ends is None:
            return False
        return ends == tuple(cities) if len(cities) > 1 else cities[0] in ends

    def leg(self, day: Day) -> Leg | None:
        """A text that names several means, or none, is a journey by unknown means."""
        text = self.entry(day, "transportation")
        if text is None:
            return None
        means = self.means(text)
        cities = self.cities(day)
        fallback = (cities[0], cities[1]) if len(cities) > 1 else None
        mode = next(iter(means)) if len(means) == 1 else None
        return Leg(mode, _ends(text) or fallback, flight_number(text))

    def means(self, transportation: str) -> frozenset[TransportMode]:
        """All of them, however they are capitalised."""
        lower = transportation.lower()
        return frozenset(means for means in _MEANS if means in lower)

    def attractions(self, day: Day) -> list[str]:
        """With or without a ';' at the end."""
        texts = (self.entry(day, "attraction") or "").split(";")
        return [tidy(text) for text in texts if tidy(text) not in ("", BLANK)]

    def place(self, text: str) -> Place:
        """Split at the last comma."""
        place = place_of(tidy(text))
        return _NOWHERE if place is None else Place(tidy(place.name), tidy(place.city))

    def is_named(self, row_name: str, name: str) -> bool:
        """The whole name."""
        return tidy(row_name) == name

    def identity(self, text: str) -> str:
        """Name and city, whatever the space between and whether or not the state is given."""
        place = self.place(text)
        return tidy(text) if place == _NOWHERE else ", ".join(place)


def _ends(text: str) -> tuple[str, str] | None:
    ends = ends_of(text)
    return None if ends is None else (_city(ends[0]), _city(ends[1]))


def _city(text: str) -> str:
    return tidy(without_state(text))
