"""Documents as API catalogues write them: lead-ins, formats, what one tool returns and another one needs."""

import json

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.documents import Tool, parse_document
from smurfs_graph.offline.plan import sub_tasks
from smurfs_graph.offline.verify import uncovered


def test_a_document_may_begin_with_what_it_is() -> None:
    """ "This API sends" sends; "API for querying" looks up."""
    assert Tool("Reminder", "This API sends a text message to a number.").acts
    assert not Tool("Salaries", "API for querying the salary of an occupation.").acts


def test_a_format_says_what_a_text_holds() -> None:
    """As Python writes dates."""
    properties = {
        "travel_dates": {"type": "string", "description": "Dates. Format: %Y-%m-%d"},
        "moment": {"type": "string", "description": "Format: %Y-%m-%d %H:%M:%S"},
    }
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    document = parse_document(json.dumps({"name": "x", "description": "x", "parameters": parameters}))
    assert document is not None
    assert [parameter.kind for parameter in document.parameters] == ["date", "datetime"]


def test_what_stands_behind_two_things_is_said_of_both() -> None:
    """Two nouns that tools are named after, and one journey."""
    tools = [Tool("FerryTimes"), Tool("CabinPrices")]
    found = sub_tasks("Find ferry times and cabin prices for Oslo to Kiel on 3 May 2025.", tools)
    assert found[0].endswith("for Oslo to Kiel on 3 May 2025") and found[1].endswith("for Oslo to Kiel on 3 May 2025")


def test_an_amount_with_something_taken_off_is_another_amount() -> None:
    """A price is no price after tax."""
    assert uncovered("The price after tax for a Bicycle", "price: 900") == "after tax"
    assert uncovered("The price after tax for a Bicycle", "price_after_tax: 700") == ""


def locate(address: str) -> dict[str, float]:
    """Converts an address to latitude and longitude."""
    return {"latitude": 60.39, "longitude": 5.32}


def tide_at(latitude: float, longitude: float) -> str:
    """The tide at coordinates."""
    return f"tide: high at {latitude}, {longitude}"


def test_coordinates_are_on_the_way_to_an_answer() -> None:
    """What was asked for is the tide, and the place leads to it."""
    result = build_graph(Settings(), tools=[locate, tide_at]).invoke({"query": "What is the tide in Bergen?"})
    assert [item.tool for item in result["outcomes"]["s1"].evidence if item.called] == ["locate", "tide_at"]
    assert "60.39" in result["answer"]
