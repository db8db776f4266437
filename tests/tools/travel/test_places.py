"""Stays, meals, sights and cities over the shipped database."""

import json

import pytest

from tests.tools.travel.conftest import Tools, refusal


def test_stays_come_cheapest_first_and_say_how_many_there_are(shipped: Tools) -> None:
    found = shipped["find_accommodations"]("lisbon")
    prices = [stay["price_usd"] for stay in found["accommodations"]]
    assert prices == sorted(prices)
    assert len(prices) == 10 < found["matches"]


def test_every_wish_for_a_stay_is_met(shipped: Tools) -> None:
    find, met = shipped["find_accommodations"], 0
    for city in ("Lisbon", "Rome", "Tokyo", "Denver", "Lima"):
        for wishes in (
            {"max_price": 90},
            {"room_type": "Entire home/apt"},
            {"guests": 3},
            {"nights": 1},
            {"must_allow": "pets"},
            {"room_type": "Private room", "guests": 2, "nights": 2},
        ):
            for stay in find(city, **wishes)["accommodations"]:
                met += 1
                assert stay["price_usd"] <= wishes.get("max_price", 10_000)
                assert stay["room_type"] == wishes.get("room_type", stay["room_type"])
                assert stay["maximum_occupancy"] >= wishes.get("guests", 0)
                assert stay["minimum_nights"] <= wishes.get("nights", 1000)
                assert "must_allow" not in wishes or "No pets" not in stay["house_rules"]
    assert met > 100


def test_without_a_match_the_wish_to_give_up_is_named(shipped: Tools) -> None:
    """With the number that it would free and their lowest price, which is right."""
    find = shipped["find_accommodations"]
    reason = refusal(find, "Lisbon", max_price=3, room_type="Private room")
    possible = find("Lisbon", room_type="Private room")
    assert "meets max_price 3 and room_type 'Private room'" in reason
    lowest = possible["accommodations"][0]["price_usd"]
    assert f"without max_price 3 there are {possible['matches']}, from {lowest:g} US dollars" in reason
    assert "at least two" in refusal(find, "Lisbon", max_price=3, guests=100)


@pytest.mark.parametrize(
    ("wish", "choices"),
    [({"room_type": "Penthouse"}, "'Entire home/apt', 'Private room'"), ({"must_allow": "lions"}, "'smoking', 'part")],
)
def test_an_unknown_choice_is_told_the_known_ones(shipped: Tools, wish: dict[str, str], choices: str) -> None:
    assert choices in refusal(shipped["find_accommodations"], "Rome", **wish)


def test_restaurants_come_best_rated_first(shipped: Tools) -> None:
    found = shipped["find_restaurants"]("Rome")
    ratings = [meal["rating"] for meal in found["restaurants"]]
    assert ratings == sorted(ratings, reverse=True)
    assert len(ratings) == 10 < found["matches"]


def test_restaurants_by_cuisine_and_price(shipped: Tools) -> None:
    """A cuisine is a whole word of the list, whatever its case."""
    cheap = shipped["find_restaurants"]("Delhi", "INDIAN", 30)
    assert cheap["matches"] >= 1
    for meal in cheap["restaurants"]:
        assert "Indian" in meal["cuisines"]
        assert meal["average_cost_usd"] <= 30
    assert "no 'India' cuisine in 'Delhi'" in refusal(shipped["find_restaurants"], "Delhi", "India")


def test_a_restaurant_that_is_too_dear_or_unheard_of(shipped: Tools) -> None:
    reason = refusal(shipped["find_restaurants"], "Zurich", cuisine="Thai", max_price=1)
    assert "without max_price 1 there are" in reason
    assert "there is American, " in refusal(shipped["find_restaurants"], "Zurich", "Klingon")


def test_attractions_are_in_the_city(shipped: Tools) -> None:
    found = shipped["find_attractions"]("Cape Town")
    assert found["matches"] == len(found["attractions"]) == 10
    for sight in found["attractions"]:
        assert abs(sight["latitude"] + 33.92) < 0.1
        assert abs(sight["longitude"] - 18.42) < 0.1
        assert sight["website"].endswith(".example")


@pytest.mark.parametrize(
    ("area", "cities"),
    [
        ("california", ["Los Angeles", "San Francisco"]),
        ("UK", ["Edinburgh", "London"]),
        ("South America", ["Buenos Aires", "Lima", "Rio de Janeiro", "São Paulo"]),
        ("Ile-de-France", ["Paris"]),
        ("Washington", ["Seattle"]),
    ],
)
def test_cities_of_a_region_country_or_continent(shipped: Tools, area: str, cities: list[str]) -> None:
    assert [city["city"] for city in shipped["list_cities"](area)["cities"]] == cities


def test_all_cities_are_listed_without_an_area(shipped: Tools) -> None:
    found = shipped["list_cities"]()
    assert found["matches"] == len(found["cities"]) == 50
    assert found["cities"][0] == {
        "city": "Amsterdam",
        "region": "North Holland",
        "country": "Netherlands",
        "currency": "EUR",
    }


def test_an_unknown_area_gets_a_suggestion(shipped: Tools) -> None:
    assert refusal(shipped["list_cities"], "Germny") == "no city is known in 'Germny'; did you mean 'Germany'?"
    assert "countries with cities: Argentina" in refusal(shipped["list_cities"], "zzz")


def test_every_response_is_plain_data(shipped: Tools) -> None:
    """All responses go through JSON unchanged."""
    responses = [
        shipped["search_flights"]("Rome", "Paris", "2026-12-03"),
        shipped["search_connections"]("Rome", "Tokyo", "2026-12-03"),
        shipped["get_distance"]("Rome", "Paris"),
        shipped["find_accommodations"]("Rome"),
        shipped["find_restaurants"]("Rome"),
        shipped["find_attractions"]("Rome"),
        shipped["list_cities"]("Italy"),
    ]
    assert json.loads(json.dumps(responses, allow_nan=False)) == responses
