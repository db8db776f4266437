"""The names that a request may use: cities, states and cuisines of one travel database."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.schema import City, Restaurant

POSTAL_CODES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire",
    "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota",
    "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island",
    "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
_NICKNAMES = {"nyc": "New York", "new york city": "New York", "philly": "Philadelphia", "washington dc": "Washington"}


class Vocabulary(NamedTuple):
    """Names by their folded spellings; `spelling` makes one of a text."""

    cities: Mapping[str, str]
    """Several spellings may lead to one city."""
    areas: Mapping[str, str]
    """States and countries in which there are cities."""
    area_of: Mapping[str, frozenset[str]]
    """By city: the folded names of its state and country."""
    cuisines: Mapping[str, str]

    @property
    def areas_with_cities(self) -> list[str]:
        """Return the states and countries in which cities are known, in their own spelling."""
        within = {area for areas in self.area_of.values() for area in areas}
        return sorted({name for key, name in self.areas.items() if key in within})

    @classmethod
    def from_database(cls, database: TravelDatabase) -> "Vocabulary":
        """Read all names from a database."""
        rows = database.select(City)
        cities = {key: city.name for city in rows for key in _spellings(city.name)}
        nicknames = {nick: name for nick, name in _NICKNAMES.items() if fold(name) in cities}
        areas = {spelling(area): area for city in rows for area in (city.region, city.country) if area}
        served = {name.strip() for row in database.select(Restaurant) for name in row.cuisines.split(",")}
        return cls(
            cities={**nicknames, **cities},
            areas={**areas, **{spelling(state): state for state in POSTAL_CODES.values()}},
            area_of={
                city.name: frozenset(spelling(area) for area in (city.region, city.country) if area) for city in rows
            },
            cuisines={fold(name): name for name in sorted(served) if name},
        )


def spelling(name: str) -> str:
    """Normalise a name: 'St. Louis', 'Saint Louis' and 'St Louis' become one."""
    plain = fold(name).replace(".", "")
    return re.sub(r"\b(saint|fort)\b", lambda match: {"saint": "st", "fort": "ft"}[match[0]], plain)


def _spellings(name: str) -> set[str]:
    return {spelling(name), spelling(name.split("(")[0])}
