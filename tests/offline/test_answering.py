"""All that a tool returned comes back, in sentences."""

from typing import Any

import pytest

from smurfs_graph.offline.records import NOTHING, flat, read, write
from smurfs_graph.offline.sentences import say, title_of
from tests.offline.shop import ROOMS, run


def test_inner_records_keep_their_place() -> None:
    """Written data is read unchanged; the members of inner records stand beside a record's own."""
    data = {"matches": 1, "ways": [{"price": 9.5, "legs": [{"no": "F1", "to": "Paris"}, {"no": "F2", "to": "Prague"}]}]}
    assert read(write(data)) == data
    assert flat({"a": {"b": {"c": 1}}}) == {"a b c": 1}


@pytest.mark.parametrize("empty", [None, [], {}, ""])
def test_nothing_is_said_to_be_nothing(empty: Any) -> None:
    """Whatever the tool's form of it."""
    assert write(empty) == NOTHING


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"stock": 4}, "the stock is 4."),
        ({"item_id": "A-17", "stock": 4}, "the stock is 4."),
        ({"days": 23}, "there are 23 days."),
        ({"days": 1}, "there is 1 day."),
        ({"matches": [{"name": "Bob", "age": 7}]}, "there is 1 match:\n- Bob: age 7"),
        ({"bloom": "in spring."}, "the bloom is in spring."),
        ({"distance_km": 314.0, "duration": "4 h"}, "the distance is 314 km and the duration is 4 h."),
        ({"stock": 4, "shelf": "K 2"}, "the stock is 4 (shelf K 2)."),
        ({"booked": True}, "it is booked."),
        ({"booked": False, "note": None}, "it is not booked and the note is not known."),
        ({"value": 6.2, "unit": "mi"}, "it is 6.2 mi."),
        ({"value": 195.110554362523, "unit": "mi"}, "it is about 195.11 mi."),
        ({"share": 1 / 3e7, "lat": 52.520008}, "the share is about 3.3333e-08 and the lat is 52.520008."),
        ({"taxi_usd_per_car": 15, "stock": 4}, "the stock is 4 (taxi 15 USD per car)."),
        ({"km_per_hour": 50}, "it is 50 km per hour."),
        ({"km_per_hour": "slow"}, "the km per hour is slow."),
        ({"stock": 4, "red": 1, "taxi": {"usd": 3, "seats": 4}}, "the stock is 4 (red 1; taxi: USD 3, seats 4)."),
        ({"stock": 4, "Hong Kong": 1, "Hong Wan": 2}, "the stock is 4 (hong kong 1, hong wan 2)."),
        (["rain", "snow"], "These are rain and snow."),
        ([{"name": "Bob", "age": 7}], "there is 1:\n- Bob: age 7"),
        ({"rows": [{"name": "Bob", "langs": ["de", "fr"]}]}, "there is 1 row:\n- Bob: langs de and fr"),
        ({"password": "hunter22"}, "password: hunter22."),
        ("It rains.", "It rains."),
    ],
)
def test_data_as_sentences(data: Any, said: str) -> None:
    """The value asked for comes first, the request's own words are left out, secrets keep the form that is masked."""
    assert say(data, "Find the stock of item A-17") == said


def test_titles() -> None:
    """The request without its verb."""
    assert title_of("Find the stock of item A-17.") == "Stock of item A-17:"
    assert title_of("Which room is free?") == "Which room is free?"
    assert title_of("Convert it to miles.") == "In miles:"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("Search rooms in Bern and say which is the cheapest.", "the cheapest is Attic: city Bern, price 180 EUR"),
        ("Search rooms in Bern and say which is the most expensive.", "the most expensive is Glass House"),
        ("Search rooms in Bern and say which is the largest.", "the largest is Glass House"),
        ("How many rooms are there in Bern?", "How many rooms are there in Bern? There are 3:"),
    ],
)
def test_what_is_picked_or_counted_stands_beside_all_records(query: str, said: str) -> None:
    """The tool's whole answer is there, too."""
    answer = run(query)["answer"]
    assert said in answer
    for room in ROOMS:
        assert f"- {room['room']}: city Bern, price {room['price_eur']} EUR, seats {room['seats']}" in answer


def test_what_was_not_found_is_told_with_the_rest() -> None:
    """Each part by itself."""
    result = run("Find the stock of item A-17. Find the stock of item X-9.")
    assert result["stop_reason"] == "partial"
    assert result["answer"].startswith(
        "Stock of item A-17: the stock is 4.\n\nStock of item X-9: this could not be found"
    )
