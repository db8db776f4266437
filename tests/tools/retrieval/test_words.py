"""Stems: what counts as the same word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.tools.retrieval.request import INTRODUCTION, read_request
from smurfs_graph.tools.retrieval.words import STOP, stem, stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("queries", "query"), ("matches", "match"), ("planned", "plan"), ("tracking", "track"),
        ("currencies", "currency"), ("images", "image"), ("converting", "converts"), ("addresses", "address"),
    ],
)  # fmt: skip
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    """Plural, -ing and -ed."""
    assert stem(one) == stem(other)


@pytest.mark.parametrize("short", ["gas", "bus", "ring", "red", "his", "Straße", "données"])
def test_what_only_looks_like_an_ending_stays(short: str) -> None:
    """Short words and other scripts are left alone."""
    assert stem(short)[:3] == short[:3]


def test_names_of_programmers_come_apart() -> None:
    """Camel case, snake case, digits and slashes."""
    assert stems("getOrderById") == ["order", "id"]
    assert stems("/v2/exchange_rates") == [stem("exchange"), stem("rates")]


@given(st.text(max_size=60))
def test_stems_are_never_empty_and_hold_no_stop_word(text: str) -> None:
    """Whatever the script."""
    assert all(stems(text)) and not set(text.lower().split()) & STOP & set(stems(text)) - {
        stem(w) for w in text.split()
    }


def test_a_sentence_that_only_introduces_counts_less() -> None:
    """Scene-setting is no wish; a request of statements alone is all wishes."""
    request = read_request("I'm planning a party. Can you find a cake? Also, list florists.")
    assert [aspect.weight for aspect in request.aspects] == [1.0, 1.0, INTRODUCTION]
    assert [aspect.weight for aspect in read_request("I love cakes. I love florists.").aspects] == [1.0, 1.0]
