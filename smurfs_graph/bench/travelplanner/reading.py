"""What a rule may ask of a plan's texts; the two modes differ mostly in how they read.

Rules are written once, against this interface: `OfficialReading` repeats how the published evaluator reads, bugs
included, and `StrictReading` reads what the text says.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from smurfs_graph.tools.travel.phrases import Place
from smurfs_graph.tools.travel.prices import TransportMode

from .day import Day, Field
from .verdict import Mode


@dataclass(frozen=True, slots=True)
class Leg:
    """A journey within one day, as far as its text can be read."""

    mode: TransportMode | None
    ends: tuple[str, str] | None
    """Origin and destination, without their states."""
    flight_number: str | None = None


class Reading(ABC):
    """How the texts of a plan are understood."""

    mode: ClassVar[Mode]

    @abstractmethod
    def entry(self, day: Day, name: Field, *, crashes: bool = False) -> str | None:
        """The text of a field, or None where there is nothing in it.

        `crashes` marks the places where the published evaluator cannot do without the key.
        """

    @abstractmethod
    def cities(self, day: Day) -> tuple[str, ...]:
        """Where the day is spent: one city, or both ends of a journey; empty where that cannot be read."""

    @abstractmethod
    def compared_cities(self, day: Day) -> Sequence[str]:
        """What the day's places are held against."""

    @abstractmethod
    def lies_in(self, place: str, city: str) -> bool:
        """Whether a place, written 'Name, City', is in that city."""

    @abstractmethod
    def connects(self, transportation: str, cities: Sequence[str]) -> bool:
        """Whether a journey's text fits the cities of its day."""

    @abstractmethod
    def leg(self, day: Day) -> Leg | None:
        """The day's journey, or None where there is none."""

    @abstractmethod
    def means(self, transportation: str) -> frozenset[TransportMode]:
        """The means of transport that a text names."""

    @abstractmethod
    def attractions(self, day: Day) -> list[str]:
        """The day's attractions, each written 'Name, City'."""

    @abstractmethod
    def place(self, text: str) -> Place:
        """Name and city; both '-' where they cannot be told apart."""

    @abstractmethod
    def is_named(self, row_name: str, name: str) -> bool:
        """Whether a row of the sandbox is what a plan means by a name."""

    @abstractmethod
    def identity(self, text: str) -> str:
        """Equal for texts that name the same place."""
