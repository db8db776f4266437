"""What a trip is asked to be, as far as it can be planned."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, get_args

from smurfs_graph.errors import ToolError

RoomRule = Literal["smoking", "parties", "children under 10", "visitors", "pets"]
"""What the house has to allow."""
RoomType = Literal["entire room", "private room", "shared room", "not shared room"]
TransportRule = Literal["no flight", "no self-driving", "no taxi"]
PlaceKind = Literal["city", "state"]

ROOM_RULES: tuple[RoomRule, ...] = get_args(RoomRule)

LONGEST_TRIP_DAYS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """Everything that a trip needs; the wishes may be empty."""

    origin: str
    destination: str
    """A city, or the state whose cities are to be visited."""
    destination_kind: PlaceKind
    dates: tuple[str, ...]
    """'YYYY-MM-DD' of every day, in order and without gaps."""
    people: int
    budget_usd: float | None
    """For the whole party; None where money does not matter."""
    cities: int = 1
    """How many are visited."""
    room_rules: tuple[RoomRule, ...] = ()
    room_type: RoomType | None = None
    cuisines: tuple[str, ...] = ()
    """Each of them is to be eaten at least once."""
    transport_rules: tuple[TransportRule, ...] = ()

    def __post_init__(self) -> None:
        """ToolError where the numbers make no trip."""
        problems = [
            (self.people < 1, f"{self.people} people cannot travel"),
            (self.cities < 1, f"a trip to {self.cities} cities is none"),
            (self.destination_kind == "city" and self.cities > 1, f"{self.destination!r} is one city"),
            (self.cities >= len(self.dates), f"{len(self.dates)} days are too few for {self.cities} cities"),
            (len(self.dates) > LONGEST_TRIP_DAYS, f"{len(self.dates)} days are more than {LONGEST_TRIP_DAYS}"),
            (self.budget_usd is not None and self.budget_usd < 0, f"a budget of {self.budget_usd} is negative"),
        ]
        wrong = [text for is_wrong, text in problems if is_wrong]
        if wrong:
            raise ToolError("; ".join(wrong))

    @property
    def days(self) -> int:
        """Length of the trip, travel days included."""
        return len(self.dates)


def dates_from(first: date, days: int) -> tuple[str, ...]:
    """The days of a trip, 'YYYY-MM-DD' each."""
    return tuple((first + timedelta(days=ahead)).isoformat() for ahead in range(days))
