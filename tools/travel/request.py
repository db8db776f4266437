"""The typed request of a trip: what a model fills from a request's words; and what is missing in it, or wrong."""

from datetime import date, timedelta
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.itinerary import Trip, Vocabulary
from smurfs_graph.tools.travel.itinerary.request import (
    LONGEST_TRIP_DAYS,
    PlaceKind,
    RoomRule,
    RoomType,
    TransportRule,
    dates_from,
)
from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES, spelling
from smurfs_graph.tools.travel.lookup import did_you_mean, fold, quote


def _strict(schema: dict[str, Any]) -> None:
    """Require every field, null or empty where nothing is said: strict servers take no other schema."""
    schema["required"] = [*schema["properties"]]
    schema["additionalProperties"] = False
    for described in schema["properties"].values():
        described.pop("default", None)
        described.pop("title")


def _items(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str) else value


Texts = Annotated[list[str], BeforeValidator(_items)]


class TripRequest(BaseModel):
    """A trip as the request asks for it; null or [] for whatever the request does not say."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True, json_schema_extra=_strict)

    reasoning: str = Field(
        default="", description="Think first: what is asked for, and which words of the request give which field."
    )
    wants_itinerary: bool = Field(
        description="Whether a whole round trip is to be planned or chosen day by day: way out and back, nights, meals,"
        " sights. false for searches, for questions, for one-way journeys, and where only a flight or hotel is picked."
    )
    origin: str | None = Field(default=None, description="The city where the trip starts and ends.")
    destination: str | None = Field(
        default=None, description="Where it goes: a city, or the state or country whose cities are to be visited."
    )
    destination_kind: PlaceKind | None = Field(
        default=None, description="What the destination is ('state' for a country too); null where that is open."
    )
    cities: int | None = Field(default=None, description="How many cities are to be visited.")
    start_date: str | None = Field(default=None, description="The first day, as YYYY-MM-DD.")
    end_date: str | None = Field(default=None, description="The day of the return, as YYYY-MM-DD.")
    days: int | None = Field(
        default=None, description="How many days the trip takes, both travel days included; nights + 1."
    )
    people: int | None = Field(
        default=None,
        description="How many people travel, the speaker and children included; 1 where somebody speaks of themselves"
        " alone.",
    )
    budget_usd: float | None = Field(
        default=None,
        description="What the whole trip may cost for everybody, in US dollars (work it out where it is per person);"
        " null where no limit is set or it is in another currency, which goes into 'unclear'.",
    )
    transport_rules: Annotated[list[TransportRule], BeforeValidator(_items)] = Field(
        default_factory=list[TransportRule], description="Means of transport that are ruled out."
    )
    room_type: RoomType | None = Field(default=None, description="The kind of accommodation that is wanted.")
    room_rules: Annotated[list[RoomRule], BeforeValidator(_items)] = Field(
        default_factory=list[RoomRule], description="What the house has to allow."
    )
    cuisines: Texts = Field(
        default_factory=list[str], description="Cuisines of which each is to be eaten at least once, as they are known."
    )
    other_wishes: Texts = Field(
        default_factory=list[str],
        description="Each other wish for the trip that no field above holds, in the request's own words.",
    )
    other_tasks: Texts = Field(
        default_factory=list[str],
        description="Each task besides that has nothing to do with the trip, as an instruction that is understood"
        " without the request.",
    )
    unclear: Texts = Field(
        default_factory=list[str],
        description="What contradicts itself or cannot be told, a sentence each; not what is simply left out.",
    )


QUESTIONS = {
    "origin": "where the trip starts",
    "destination": "where it goes",
    "days": "how many days it takes",
    "dates": "on which dates",
    "people": "how many people travel",
    "cities": "how many cities are to be visited",
}
"""Questions for what a request does not say; a budget may be left out."""


class Checked(NamedTuple):
    """A trip, or why there is none."""

    trip: Trip | None
    missing: tuple[str, ...] = ()
    """Names of `QUESTIONS`."""
    problems: tuple[str, ...] = ()


class _Check:
    """Reads field by field; what is wrong gathers in `problems`."""

    def __init__(self, asked: TripRequest, names: Vocabulary) -> None:
        self.asked, self.names = asked, names
        self.problems: list[str] = list(asked.unclear)
        self.missing: list[str] = []

    def origin(self) -> str | None:
        """Return the city in the database's spelling."""
        name = self.asked.origin
        city = self._city(name) if name else None
        if not name:
            self.missing.append("origin")
        elif city is None:
            self._unknown(name, [*self.names.cities.values()])
        return city

    def destination(self) -> tuple[str | None, PlaceKind | None]:
        """Return a city or a state; a name that is both is the state where that is said or several
        cities are visited.
        """
        name = self.asked.destination
        said = self.asked.destination_kind
        several = (self.asked.cities or 1) > 1
        if not name:
            self.missing.append("destination")
            return None, None
        area, city = self.names.areas.get(spelling(name)), self._city(name)
        if area is not None and (city is None or said == "state" or (several and said is None)):
            self.missing += ["cities"] * (self.asked.cities is None)
            return area, "state"
        if city is None:
            self._unknown(name, [*self.names.cities.values(), *self.names.areas.values()])
            return None, None
        if several:
            self.problems.append(f"{self.asked.cities} cities cannot be visited in {city}")
        return city, "city"

    def dates(self) -> tuple[str, ...] | None:
        """Return every day of the trip; None where the dates are missing or impossible, which is noted."""
        first = self._day(self.asked.start_date)
        last = self._day(self.asked.end_date)
        days = self.asked.days
        if days is not None and not 1 < days <= LONGEST_TRIP_DAYS:
            self.problems.append(f"{days} days make no trip; it takes from 2 to {LONGEST_TRIP_DAYS} days")
            return None
        if first is not None and last is None and days is not None:
            last = first + timedelta(days=days - 1)
        if first is None and last is not None and days is not None:
            first = last - timedelta(days=days - 1)
        if first is None or last is None:
            if not any("date" in problem for problem in self.problems):
                self.missing += ["days"] * (days is None) + ["dates"] * (first is None and last is None)
            return None
        span = (last - first).days + 1
        if span < 1:
            self.problems.append(f"the trip would end on {last}, before it starts on {first}")
        elif span > LONGEST_TRIP_DAYS:
            self.problems.append(f"{first} to {last} is longer than {LONGEST_TRIP_DAYS} days")
        elif days not in (None, span):
            self.problems.append(f"{first} to {last} is {span} days, but the text says {days}")
        else:
            return dates_from(first, span)
        return None

    def cuisines(self) -> tuple[str, ...]:
        """Return the cuisines in the database's spelling, where it knows them."""
        return tuple(dict.fromkeys(self.names.cuisines.get(fold(name), name) for name in self.asked.cuisines))

    def _day(self, text: str | None) -> date | None:
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            self.problems.append(f"{quote(text or '')} is not a date")
            return None

    def _city(self, name: str) -> str | None:
        """Find a city: 'Portland', 'Portland, Oregon', 'Portland (OR)'; with another state it is another city."""
        if (whole := self.names.cities.get(spelling(name))) is not None:
            return whole
        plain, _, more = name.replace("(", ",").partition(",")
        city = self.names.cities.get(spelling(plain.strip()))
        code = more.strip(" ,.)").replace(".", "")
        area = POSTAL_CODES.get(code.upper(), code)
        if city is None or spelling(area) in self.names.area_of.get(city, frozenset()):
            return city
        known = ", ".join(sorted(self.names.area_of.get(city, ()))) or "an unknown state"
        self.problems.append(f"the {city} that is known lies in {known}, not in {area}")
        return city

    def _unknown(self, name: str, known: list[str]) -> None:
        self.problems.append(f"{quote(name)} is no place that is known here{did_you_mean(name, sorted({*known}))}")


def check_trip(asked: TripRequest, names: Vocabulary) -> Checked:
    """Return the trip, where nothing that it needs is missing and nothing is wrong."""
    check = _Check(asked, names)
    origin, (destination, kind), dates = check.origin(), check.destination(), check.dates()
    if asked.people is None:
        check.missing.append("people")
    if check.missing or check.problems or origin is None or destination is None or dates is None:
        return Checked(None, tuple(check.missing), tuple(check.problems))
    return _trip(check, origin, destination, kind or "city", dates)


def _trip(check: _Check, origin: str, destination: str, kind: PlaceKind, dates: tuple[str, ...]) -> Checked:
    """Return the trip that a checked request asks for, or what is wrong with it."""
    asked = check.asked
    try:
        return Checked(
            Trip(
                origin=origin,
                destination=destination,
                destination_kind=kind,
                dates=dates,
                people=asked.people or 0,
                budget_usd=asked.budget_usd,
                cities=1 if kind == "city" else asked.cities or 1,
                room_rules=tuple(dict.fromkeys(asked.room_rules)),
                room_type=asked.room_type,
                cuisines=check.cuisines(),
                transport_rules=tuple(dict.fromkeys(asked.transport_rules)),
            )
        )
    except ToolError as error:
        return Checked(None, problems=(str(error),))
