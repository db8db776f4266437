"""A vocabulary of its own for the tests of the parser: no database needed."""

from smurfs_graph.tools.travel.itinerary.vocabulary import POSTAL_CODES, Vocabulary, spelling

_CITIES = {
    "Alabama": "Birmingham", "Arizona": "Phoenix|Tucson", "California": "Los Angeles|Sacramento|San Diego",
    "Colorado": "Denver", "Connecticut": "Hartford", "District of Columbia": "Washington",
    "Florida": "Jacksonville|Miami|Orlando", "Georgia": "Atlanta|Savannah", "Idaho": "Boise", "Illinois": "Chicago",
    "Indiana": "Indianapolis", "Iowa": "Des Moines", "Kentucky": "Louisville", "Louisiana": "New Orleans",
    "Maryland": "Baltimore", "Massachusetts": "Boston", "Michigan": "Detroit|Sault Ste. Marie",
    "Minnesota": "Minneapolis", "Missouri": "Kansas City|St. Louis", "Nebraska": "Omaha", "Nevada": "Reno",
    "New Mexico": "Albuquerque", "New York": "Albany|New York", "North Carolina": "Charlotte|Raleigh",
    "Ohio": "Cleveland|Columbus", "Oklahoma": "Oklahoma City|Tulsa", "Oregon": "Portland",
    "Pennsylvania": "Philadelphia|Pittsburgh", "Rhode Island": "Providence", "South Carolina": "Charleston",
    "Tennessee": "Knoxville|Memphis|Nashville", "Texas": "Dallas|El Paso|Houston|Mission|San Antonio",
    "Utah": "Salt Lake City", "Virginia": "Richmond", "Washington": "Seattle|Spokane", "Wisconsin": "Milwaukee",
}  # fmt: skip
_AREAS = {city: state for state, cities in _CITIES.items() for city in cities.split("|")}
_CUISINES = (
    "American",
    "BBQ",
    "Chinese",
    "Fast Food",
    "French",
    "Indian",
    "Italian",
    "Mediterranean",
    "Mexican",
    "Tea",
)

VOCABULARY = Vocabulary(
    cities={"nyc": "New York", "washington dc": "Washington"} | {spelling(city): city for city in _AREAS},
    areas={spelling(state): state for state in POSTAL_CODES.values()},
    area_of={city: frozenset({spelling(state)}) for city, state in _AREAS.items()},
    cuisines={name.lower(): name for name in _CUISINES},
)
