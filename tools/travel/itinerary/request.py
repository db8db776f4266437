"""A request for a trip, as far as it can be planned."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, NamedTuple, cast, get_args

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.prices import TransportMode
from smurfs_graph.tools.travel.schema import Accommodation

RoomRule = Literal["smoking", "parties", "children under 10", "visitors", "pets"]
"""Things that the house may have to allow."""
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
    """Number of cities visited."""
    room_rules: tuple[RoomRule, ...] = ()
    room_type: RoomType | None = None
    cuisines: tuple[str, ...] = ()
    """Each of them is to be eaten at least once."""
    transport_rules: tuple[TransportRule, ...] = ()

    def __post_init__(self) -> None:
        """Raise ToolError where the numbers make no trip."""
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
        """Return the length of the trip, travel days included."""
        return len(self.dates)


def dates_from(first: date, days: int) -> tuple[str, ...]:
    """Return the days of a trip, 'YYYY-MM-DD' each."""
    return tuple((first + timedelta(days=ahead)).isoformat() for ahead in range(days))


WishKind = Literal["budget", "transport rule", "room type", "room rule", "cuisine"]

ROOM_TYPES = {"entire room": "Entire home/apt", "private room": "Private room", "shared room": "Shared room"}
MODES: dict[str, TransportMode] = {"no flight": "flight", "no self-driving": "self-driving", "no taxi": "taxi"}
_SPOKEN = {"entire room": "entire rooms", "private room": "private rooms", "shared room": "shared rooms"}


class Wish(NamedTuple):
    """One condition that the user set and could take back."""

    kind: WishKind
    value: str | float

    @property
    def text(self) -> str:
        """Return the wish in a user's words."""
        match self.kind:
            case "budget":
                return f"a budget of ${cast('float', self.value):,.10g}"
            case "transport rule":
                return str(self.value).replace("no flight", "no flights")
            case "room type":
                return _SPOKEN.get(str(self.value), "no shared rooms")
            case "room rule":
                return f"accommodations that allow {self.value}"
            case "cuisine":
                return f"{self.value} cuisine"


def wishes_of(request: Trip) -> tuple[Wish, ...]:
    """Return all wishes of a request, the budget first."""
    budget = () if request.budget_usd is None else (Wish("budget", request.budget_usd),)
    room_type = () if request.room_type is None else (Wish("room type", request.room_type),)
    return (
        *budget,
        *(Wish("transport rule", rule) for rule in request.transport_rules),
        *room_type,
        *(Wish("room rule", rule) for rule in request.room_rules),
        *(Wish("cuisine", name) for name in request.cuisines),
    )


def budget_of(wishes: Iterable[Wish]) -> float | None:
    """Return the budget among the wishes, in US dollars."""
    return next((cast("float", wish.value) for wish in wishes if wish.kind == "budget"), None)


def allowed_modes(wishes: Iterable[Wish]) -> set[TransportMode]:
    """Return the means of transport that no wish rules out."""
    banned = {MODES[str(wish.value)] for wish in wishes if wish.kind == "transport rule"}
    return set(MODES.values()) - banned


def room_fits(room: Accommodation, wishes: Iterable[Wish]) -> bool:
    """Return whether an accommodation fits all wishes about rooms."""
    return all(_fits(room, wish) for wish in wishes)


def cuisines(wishes: Iterable[Wish]) -> list[str]:
    """Return the cuisines to be eaten, folded."""
    return [fold(str(wish.value)) for wish in wishes if wish.kind == "cuisine"]


def _fits(room: Accommodation, wish: Wish) -> bool:
    if wish.kind == "room rule":
        return not forbids(room, cast("RoomRule", wish.value))
    if wish.kind != "room type":
        return True
    if wish.value == "not shared room":
        return room.room_type != ROOM_TYPES["shared room"]
    return room.room_type == ROOM_TYPES[str(wish.value)]


def forbids(room: Accommodation, rule: RoomRule) -> bool:
    """Return whether the house rules, as in 'No smoking & No pets', forbid it."""
    return f"no {rule}" in room.house_rules.lower()
