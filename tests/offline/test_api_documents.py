"""Documents as API catalogues write them: lead-ins, formats, what one tool returns and another one needs."""

import json
from datetime import date

import pytest

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


def free_rooms(destination: str, check_in_date: date, check_out_date: date) -> dict[str, str]:
    """Checks which rooms of inns are free."""
    return {"rooms": f"two in {destination} from {check_in_date} to {check_out_date}"}


@pytest.mark.parametrize(
    ("said", "leaves"), [("on 3 May 2025", date(2025, 5, 4)), ("on 3 May 2025 for 4 nights", date(2025, 5, 7))]
)
def test_a_stay_with_one_day_is_one_night(said: str, leaves: date) -> None:
    """Where the request does not say how long it lasts; where the journey starts is no place to sleep.

    By the rules by words: a fused step leaves such a call unless it is likely enough.
    """
    asked = {"query": f"Which rooms are free for Oslo to Kiel {said}?"}
    result = build_graph(Settings(step_shape="split"), tools=[free_rooms]).invoke(asked)
    calls = [item.arguments for item in result["outcomes"]["s1"].evidence if item.called]
    assert calls == [{"destination": "Kiel", "check_in_date": "2025-05-03", "check_out_date": str(leaves)}]


def book_list(genre: str) -> dict[str, list[str]]:
    """Retrieves recommended books of a genre."""
    return {"recommended_books": [f"{genre} one", "two"]}


def books_read(reader_name: str) -> list[str]:
    """Retrieves the books that a reader has read."""
    return [f"{reader_name}'s first"]


def reading_tastes(reader_name: str) -> dict[str, str]:
    """Retrieves the preferred genre of a reader, for recommendations."""
    return {"genre": "Crime" if reader_name == "Ada" else "?"}


def test_what_is_filtered_out_is_looked_up() -> None:
    """ "The reader" is the one who was named before, and books that somebody has read are not those recommended.

    Fused steps are not sure enough of it.
    """
    asked = "Find recommended books for Ada's genre and leave out the books that the reader has already read."
    result = build_graph(Settings(step_shape="split"), tools=[book_list, books_read, reading_tastes]).invoke(
        {"query": asked}
    )
    calls = [(item.tool, item.arguments) for one in result["outcomes"].values() for item in one.evidence if item.called]
    assert ("books_read", {"reader_name": "Ada"}) in calls
