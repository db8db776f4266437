"""Documents of the travel tools, as a model reads them."""

import json

import pytest

from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool

PARAMETERS = {
    "search_flights": ["origin", "destination", "date"],
    "search_connections": ["origin", "destination", "date"],
    "get_distance": ["origin", "destination"],
    "find_accommodations": ["city", "max_price", "room_type", "guests", "nights", "must_allow"],
    "find_restaurants": ["city", "cuisine", "max_price"],
    "find_attractions": ["city"],
    "list_cities": ["region_or_country"],
}


@pytest.fixture
def documents() -> dict[str, Tool]:
    return load_tools(["builtin:travel"])


def test_the_toolset_has_these_tools_and_parameters(documents: dict[str, Tool]) -> None:
    assert {name: list(tool.parameters["properties"]) for name, tool in documents.items()} == PARAMETERS


def test_documents_are_short_and_complete(documents: dict[str, Tool]) -> None:
    """Small models pay for every word: one line for the tool, a few words for each argument, none without."""
    for tool in documents.values():
        assert len(tool.description) <= 110
        assert len(tool.document) <= 1500
        for parameter in tool.parameters["properties"].values():
            assert 5 <= len(parameter["description"]) <= 60


def test_choices_are_part_of_the_document(documents: dict[str, Tool]) -> None:
    schema = json.dumps(documents["find_accommodations"].parameters)
    assert '"Entire home/apt", "Private room", "Shared room"' in schema
    assert '"children under 10"' in schema


def test_only_the_city_is_required(documents: dict[str, Tool]) -> None:
    assert documents["find_accommodations"].parameters["required"] == ["city"]
    assert documents["list_cities"].parameters.get("required", []) == []
