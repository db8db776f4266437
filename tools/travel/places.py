"""The tools about places: where to go, sleep and eat, and what to see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, get_args

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.lookup import did_you_mean, find_city, fold, quote
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Restaurant, RowT

RoomType = Literal["Entire home/apt", "Private room", "Shared room"]
HouseRule = Literal["smoking", "parties", "children under 10", "visitors", "pets"]

MOST_PLACES = 10
MOST_CITIES = 60
_SIGHT = ("name", "address", "latitude", "longitude", "website")

_COUNTRY_ALIASES = {"us": "united states", "usa": "united states", "uk": "united kingdom"}


@dataclass(frozen=True)
class _Wish(Generic[RowT]):
    """One filter that the caller asked for."""

    text: str
    """The caller's words, for messages: 'max_price 80'."""
    met: Callable[[RowT], bool]


class PlaceTools:
    """Tools over one database; every method raises ToolError with a reason that a model can use."""

    def __init__(self, database: TravelDatabase) -> None:
        """The methods may be called from any thread."""
        self._database = database

    def find_accommodations(
        self,
        city: str,
        max_price: float | None = None,
        room_type: RoomType | None = None,
        guests: int | None = None,
        nights: int | None = None,
        must_allow: HouseRule | None = None,
    ) -> dict[str, Any]:
        """Find places to stay in a city, cheapest first; prices in US dollars per night for the unit.

        Args:
            city: Name of the city.
            max_price: Highest price per night, US dollars.
            room_type: Kind of room.
            guests: People who share the unit.
            nights: Length of the stay.
            must_allow: What the house rules must not forbid.
        """
        name = find_city(self._database, city).name
        stays = self._database.select(Accommodation, "city = ?", name)
        stays.sort(key=lambda stay: (stay.price_usd, -stay.review_rate, stay.name))
        wishes = _stay_wishes(max_price, room_type, guests, nights, must_allow)
        found = [stay for stay in stays if all(wish.met(stay) for wish in wishes)]
        if not found:
            raise ToolError(_none_found("accommodation", name, stays, wishes, lambda stay: stay.price_usd))
        shown = [_accommodation(stay) for stay in found[:MOST_PLACES]]
        return {"matches": len(found), "accommodations": shown}

    def find_restaurants(self, city: str, cuisine: str | None = None, max_price: float | None = None) -> dict[str, Any]:
        """Find restaurants in a city, best rated first; prices in US dollars per person and meal.

        Args:
            city: Name of the city.
            cuisine: Wanted cuisine, such as Italian or Seafood.
            max_price: Highest average cost, US dollars.
        """
        name = find_city(self._database, city).name
        meals = self._database.select(Restaurant, "city = ?", name)
        meals.sort(key=lambda meal: (-meal.rating, meal.average_cost_usd, meal.name))
        wishes: list[_Wish[Restaurant]] = []
        if cuisine is not None:
            _check_cuisine(cuisine, name, meals)
            wishes.append(_Wish[Restaurant](f"cuisine {quote(cuisine)}", lambda meal: fold(cuisine) in _cuisines(meal)))
        if max_price is not None:
            wishes.append(
                _Wish[Restaurant](f"max_price {max_price:g}", lambda meal: meal.average_cost_usd <= max_price)
            )
        found = [meal for meal in meals if all(wish.met(meal) for wish in wishes)]
        if not found:
            raise ToolError(_none_found("restaurant", name, meals, wishes, lambda meal: meal.average_cost_usd))
        return {"matches": len(found), "restaurants": [_restaurant(meal) for meal in found[:MOST_PLACES]]}

    def find_attractions(self, city: str) -> dict[str, Any]:
        """Find sights of a city.

        Args:
            city: Name of the city.
        """
        name = find_city(self._database, city).name
        found = self._database.select(Attraction, "city = ?", name)
        if not found:
            raise ToolError(f"no attraction is known in {name!r}")
        return {"matches": len(found), "attractions": [_show(sight, *_SIGHT) for sight in found[:MOST_PLACES]]}

    def list_cities(self, region_or_country: str | None = None) -> dict[str, Any]:
        """List the cities that the other tools know, in a state, country or continent or altogether.

        Args:
            region_or_country: State, region, country or continent; all where left out.
        """
        cities = self._database.select(City)
        found = cities if region_or_country is None else _cities_in(region_or_country, cities)
        found = sorted(found, key=lambda city: fold(city.name))
        return {
            "matches": len(found),
            "cities": [
                {"city": city.name, **_show(city, "region", "country", "currency")} for city in found[:MOST_CITIES]
            ],
        }


def _stay_wishes(
    max_price: float | None,
    room_type: RoomType | None,
    guests: int | None,
    nights: int | None,
    must_allow: HouseRule | None,
) -> list[_Wish[Accommodation]]:
    """Return the wishes about an accommodation that are given. Raises ToolError for an unknown choice."""
    _check_choice("room_type", room_type, get_args(RoomType))
    _check_choice("must_allow", must_allow, get_args(HouseRule))
    wishes: list[tuple[object, str, Callable[[Accommodation], bool]]] = [
        (max_price, f"max_price {max_price or 0:g}", lambda stay: stay.price_usd <= (max_price or 0)),
        (room_type, f"room_type {room_type!r}", lambda stay: stay.room_type == room_type),
        (guests, f"guests {guests}", lambda stay: stay.maximum_occupancy >= (guests or 0)),
        (nights, f"nights {nights}", lambda stay: stay.minimum_nights <= (nights or 0)),
        (must_allow, f"must_allow {must_allow!r}", lambda stay: f"No {must_allow}" not in _rules(stay)),
    ]
    return [_Wish[Accommodation](text, met) for value, text, met in wishes if value is not None]


def _check_choice(argument: str, value: str | None, choices: tuple[str, ...]) -> None:
    # A framework refuses such a value by the signature; a direct call gets here.
    if value is not None and value not in choices:
        raise ToolError(f"{argument} {quote(value)} is none of {', '.join(map(repr, choices))}")


def _check_cuisine(cuisine: str, city: str, meals: list[Restaurant]) -> None:
    known = {name.strip() for meal in meals for name in meal.cuisines.split(",")}
    if meals and fold(cuisine) not in map(fold, known):
        raise ToolError(f"no {quote(cuisine)} cuisine in {city!r}; there is {', '.join(sorted(known))}")


def _none_found(
    kind: str, city: str, rows: list[RowT], wishes: list[_Wish[RowT]], price: Callable[[RowT], float]
) -> str:
    """Say why nothing was found, and which one wish to give up for what."""
    if not rows:
        return f"no {kind} is known in {city!r}"
    ways: list[str] = []
    for dropped in wishes:
        left = [row for row in rows if all(wish.met(row) for wish in wishes if wish is not dropped)]
        if left:
            cheapest = min(map(price, left))
            ways.append(f"without {dropped.text} there are {len(left)}, from {cheapest:g} US dollars")
    advice = "; ".join(ways) or "give up at least two of these"
    return f"no {kind} in {city!r} meets {' and '.join(wish.text for wish in wishes)}; {advice}"


def _cities_in(area: str, cities: list[City]) -> list[City]:
    wanted = _COUNTRY_ALIASES.get(fold(area), fold(area))
    found = [city for city in cities if wanted in map(fold, _areas(city))]
    if not found:
        areas = sorted({area for city in cities for area in _areas(city)})
        countries = sorted({city.country for city in cities})
        hint = did_you_mean(area, areas) or f"; countries with cities: {', '.join(countries)}"
        raise ToolError(f"no city is known in {quote(area)}{hint}")
    return found


def _areas(city: City) -> list[str]:
    return [area for area in (city.region, city.country, city.continent) if area]


def _cuisines(meal: Restaurant) -> list[str]:
    return [fold(name) for name in meal.cuisines.split(",")]


def _rules(stay: Accommodation) -> list[str]:
    return [rule for rule in stay.house_rules.split(" & ") if rule]


def _accommodation(stay: Accommodation) -> dict[str, Any]:
    shown = _show(stay, "name", "room_type", "price_usd", "minimum_nights", "maximum_occupancy")
    return shown | {"house_rules": _rules(stay), "review_rate": stay.review_rate}


def _restaurant(meal: Restaurant) -> dict[str, Any]:
    cuisines = [name.strip() for name in meal.cuisines.split(",")]
    return {"name": meal.name, "cuisines": cuisines, **_show(meal, "average_cost_usd", "rating")}


def _show(row: object, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
