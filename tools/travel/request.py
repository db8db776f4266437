"""The typed request of a trip: what a model fills from a request's words, before any code has read them."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from smurfs_graph.tools.travel.itinerary.request import PlaceKind, RoomRule, RoomType, TransportRule


def _strict(schema: dict[str, Any]) -> None:
    """Every field has to be written, null or empty where nothing is said: strict servers take no other schema."""
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
