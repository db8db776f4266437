"""A query of TravelPlanner, as its data set spells it out beside the text."""

import ast
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _unquote(value: Any) -> Any:
    """Read the lists and records that the published data set keeps as the text of a Python literal."""
    if isinstance(value, str):
        try:
            return ast.literal_eval(value)
        except (ValueError, SyntaxError) as error:
            raise ValueError(f"{value!r} is no list or record") from error
    return value


class _FrozenQuery(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class LocalConstraint(_FrozenQuery):
    """The wishes of a query; None or empty where it has none."""

    house_rule: str | None = Field(default=None, alias="house rule")
    """Something that the house has to allow: smoking, parties, children under 10, visitors or pets."""
    cuisine: tuple[str, ...] | None = None
    """Each of them has to be eaten at least once, away from home."""
    room_type: str | None = Field(default=None, alias="room type")
    """entire room, private room, shared room or not shared room."""
    transportation: str | None = None
    """no flight or no self-driving."""


class TripQuery(_FrozenQuery):
    """One query; the annotated plan and all else that its record holds is not read."""

    idx: int = -1
    """Row of the full set; -1 where there is none."""
    origin: str = Field(alias="org")
    destination: str = Field(alias="dest")
    """A city for three days, a state for longer trips."""
    days: int = Field(ge=1)
    visiting_city_number: int = Field(ge=0)
    dates: Annotated[tuple[str, ...], BeforeValidator(_unquote)] = Field(default=(), alias="date")
    """'YYYY-MM-DD' of each day; empty where unknown, and no flight is then held against its day."""
    people_number: int = Field(ge=1)
    budget: float = Field(ge=0)
    """In US dollars, for the whole party."""
    local_constraint: Annotated[LocalConstraint, BeforeValidator(_unquote)] = LocalConstraint()
    level: Literal["easy", "medium", "hard"] | None = None
    text: str = Field(default="", alias="query")

    @property
    def hard_rules(self) -> int:
        """Count the hard rules that apply: the budget always, the others where the query asks for them."""
        wishes = self.local_constraint
        asked = (wishes.house_rule, wishes.room_type, wishes.transportation, wishes.cuisine or None)
        return 1 + sum(wish is not None for wish in asked)

    @property
    def visits_a_state(self) -> bool:
        """Return whether the destination is a state, with several cities to visit."""
        return self.days > 3
