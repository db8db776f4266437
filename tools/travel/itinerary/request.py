"""What a trip is asked to be: a draft as far as the text says it, and a request that can be planned."""

from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from typing import Any, Literal, get_args

from smurfs_graph.errors import ToolError

RoomRule = Literal["smoking", "parties", "children under 10", "visitors", "pets"]
"""What the house has to allow."""
RoomType = Literal["entire room", "private room", "shared room", "not shared room"]
TransportRule = Literal["no flight", "no self-driving", "no taxi"]
PlaceKind = Literal["city", "state"]

ROOM_RULES: tuple[RoomRule, ...] = get_args(RoomRule)

LONGEST_TRIP_DAYS = 14


class IncompleteRequestError(ToolError):
    """The text does not say all that a trip needs; `missing` and `problems` tell what to ask for."""

    def __init__(self, missing: tuple[str, ...], problems: tuple[str, ...]) -> None:
        """`missing` names fields; `problems` are whole sentences."""
        self.missing, self.problems = missing, problems
        unsaid = [f"the request does not say: {', '.join(missing)}"] if missing else []
        super().__init__("; ".join([*unsaid, *problems]))


@dataclass(frozen=True, slots=True, kw_only=True)
class TripRequest:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class TripDraft:
    """What a text says of a trip; None is what it does not say."""

    origin: str | None = None
    destination: str | None = None
    destination_kind: PlaceKind | None = None
    days: int | None = None
    dates: tuple[str, ...] | None = None
    people: int | None = None
    budget_usd: float | None = None
    cities: int | None = None
    """1 where the destination is a city, as no other number is possible."""
    room_rules: tuple[RoomRule, ...] = ()
    room_type: RoomType | None = None
    cuisines: tuple[str, ...] = ()
    transport_rules: tuple[TransportRule, ...] = ()
    problems: tuple[str, ...] = ()
    """Contradictions, unknown places and the like, in whole sentences."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the fields that a trip needs and the text does not give."""
        needed = ("origin", "destination", "days", "dates", "people", "budget_usd", "cities")
        return tuple(name for name in needed if getattr(self, name) is None)

    def supplied(self, **answers: Any) -> "TripDraft":
        """The draft with answers for what is missing; what the text said is kept."""
        return replace(self, **{name: value for name, value in answers.items() if getattr(self, name) is None})

    def request(self) -> TripRequest:
        """The request, if nothing is missing and nothing is wrong.

        Raises:
            IncompleteRequestError: something is; its text can be shown to the person who asked.
            ToolError: the numbers make no trip.
        """
        if self.missing or self.problems:
            raise IncompleteRequestError(self.missing, self.problems)
        said = {field.name: getattr(self, field.name) for field in fields(self)}
        return TripRequest(**{name: said[name] for name in said if name not in ("days", "problems")})


def dates_from(first: date, days: int) -> tuple[str, ...]:
    """The days of a trip, 'YYYY-MM-DD' each."""
    return tuple((first + timedelta(days=ahead)).isoformat() for ahead in range(days))
