"""Names that models write, and the tools nearest to a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.tools.choice import NONE_OF_THESE, nearest, resolve_name
from smurfs_graph.tools.python import from_function
from smurfs_graph.tools.tool import Tool

NAMES = ("get_weather", "getWeather2", "search", "Search_Web", "none_found")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("get_weather", "get_weather"),
        ("Get Weather", "get_weather"),
        ("`get-weather`", "get_weather"),
        (" search. ", "search"),
        ("SEARCH_WEB", "Search_Web"),
        ("get_wether", None),
        ("search the web", None),
        ("", None),
        ("!!!", None),
        ("none of these", NONE_OF_THESE),
        ("None of these.", NONE_OF_THESE),
        ("NONE", NONE_OF_THESE),
        ("no tool", NONE_OF_THESE),
        ("none_found", "none_found"),
    ],
)
def test_names_are_resolved_but_never_guessed(written: str, meant: str | None) -> None:
    """Case and punctuation are forgiven, spelling is not."""
    assert resolve_name(written, NAMES) == meant


def test_an_ambiguous_name_is_no_name() -> None:
    """Two tools that differ in case only have to be named exactly."""
    names = ("run", "Run")
    assert resolve_name("RUN", names) is None
    assert resolve_name("Run", names) == "Run"


@given(st.text(), st.lists(st.text(min_size=1, max_size=8), max_size=5, unique=True))
def test_what_is_resolved_is_in_the_list(written: str, names: list[str]) -> None:
    """Or it says that none is."""
    assert resolve_name(written, names) in {*names, NONE_OF_THESE, None}


def made(name: str, description: str) -> Tool:
    """A tool with this document."""

    def function(word: str) -> str:
        return word

    function.__name__ = name
    function.__doc__ = description
    return from_function(function)


WEATHER = made("get_forecast", "Weather forecast of a city for a day.")
TRAINS = made("find_trains", "Trains between two cities on a day.")
MONEY = made("convert_money", "Convert an amount from one currency to another.")
ALL = [WEATHER, TRAINS, MONEY]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("what will the weather be in Ulm", WEATHER),
        ("the trains from Ulm to Bonn", TRAINS),
        ("how many euros is this amount", MONEY),
        ("forecast", WEATHER),
    ],
)
def test_the_nearest_tool_shares_most_words(text: str, first: Tool) -> None:
    """Rare words count for more than common ones."""
    assert nearest(text, ALL, 1) == [first]


@given(st.text(), st.integers(1, 5))
def test_nearest_gives_as_many_as_asked_for(text: str, count: int) -> None:
    """Each at most once, the same every time; in their own order where all fit."""
    found = nearest(text, ALL, count)
    assert len(found) == min(count, 3)
    assert len({tool.name for tool in found}) == len(found)
    assert found == nearest(text, ALL, count)
    if count >= 3:
        assert found == ALL
