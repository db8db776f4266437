"""What a call takes over from an earlier answer: amounts with their units, and the record that the text picks."""

import json
from dataclasses import replace

import pytest

from smurfs_graph.offline.choose import View, next_step
from smurfs_graph.offline.deliver import deliver
from smurfs_graph.offline.documents import Document, Tool, parse_document
from smurfs_graph.offline.fill import fill
from smurfs_graph.offline.fitness import beside
from smurfs_graph.offline.given import Given
from smurfs_graph.offline.joint.judging import still_open
from smurfs_graph.offline.known import Source, sources
from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.model import respond
from smurfs_graph.offline.records import read_groups
from smurfs_graph.offline.sections import Item, Outcome
from smurfs_graph.offline.select import narrow
from smurfs_graph.offline.verify import only_identified
from smurfs_graph.search import NONE_FITS

TEXT: dict[str, object] = {"type": "string"}
NUMBER: dict[str, object] = {"type": "number"}


def document(name: str, description: str, /, **properties: dict[str, object]) -> Document:
    told = {
        "name": name,
        "description": description,
        "parameters": {"properties": properties, "required": list(properties)},
    }
    found = parse_document(json.dumps(told))
    assert found is not None
    return found


def source(answer: str) -> Source:
    return Source("", tuple(read_groups(answer)), answer, own=False)


LENGTHS: dict[str, object] = {"type": "string", "enum": ["km", "miles", "metres"]}
CONVERT = document("convert_length", "Convert a length.", value=NUMBER, from_unit=LENGTHS, to_unit=LENGTHS)
EXCHANGE = document(
    "convert_currency", "Convert an amount of money.", amount=NUMBER, from_currency=TEXT, to_currency=TEXT
)


def converted(tool: Document, text: str, answer: str) -> dict[str, object]:
    return fill(tool, Given(text, about=text, known=(source(answer),), points_back=True)).arguments


@pytest.mark.parametrize("answer", ["trail: T-4; length_km: 12", "climb_kg: 3; length_km: 12; huts: 4"])
def test_a_unit_in_a_key_is_one_of_the_allowed_values(answer: str) -> None:
    told = converted(CONVERT, "Convert it to miles (about the length; using the answer to sub-task 1)", answer)
    assert told == {"value": 12, "from_unit": "km", "to_unit": "miles"}


def test_a_unit_of_another_kind_is_not_converted() -> None:
    text = "Convert it to miles (about the weight; using the answer to sub-task 1)"
    assert "value" not in converted(CONVERT, text, "trail: T-4; weight_kg: 12")


@pytest.mark.parametrize("answer", ["fare_eur: 24.0; seats: 8", "fare: 24.0; currency: EUR; seats: 8"])
def test_an_amount_of_money_is_exchanged(answer: str) -> None:
    told = converted(EXCHANGE, "Convert it to Swiss francs (about the fare; using the answer to sub-task 1)", answer)
    assert told == {"amount": 24, "from_currency": "EUR", "to_currency": "CHF"}


def test_what_is_to_be_converted_is_not_looked_up_again() -> None:
    view = View("Convert it to Swiss francs (about the fare; route R-4)", (Tool("get_fare", "Fare of a route."),))
    assert not next_step(view).tool


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        ("cancel the latest one", "B-2"),
        ("take the earliest", "B-1"),
        ("the oldest one", "B-1"),
        ("the largest one", "B-1"),
    ],
)
def test_the_only_day_of_the_records_ranks_them(text: str, picked: str) -> None:
    told = (
        "- ref: B-1; posted: 2026-03-04; told_on: 2026-04-01; volume_m3: 9\n"
        "- ref: B-2; posted: 2026-05-04; told_on: 2026-04-01; volume_m3: 4"
    )
    (group,) = narrow(read_groups(told), text).groups
    assert [record["ref"] for record in group.records] == [picked]


def test_more_calls_than_announced_are_judged_by_what_they_tell() -> None:
    memory = [Item('Next: `find_member`: `list_loans` needs member_id first; with {"name": "Ann"}; no more.', "id: 4")]
    assert not still_open("List the loans of Ann", memory, "")
    assert still_open("List the loans of Ann", memory, "the loans")


def test_documents_that_are_shown_second_are_read_by_words_too() -> None:
    shown = json.dumps(
        {
            "name": "get_harbour",
            "description": "Depth of a harbour.",
            "parameters": {"properties": {"harbour": TEXT}, "required": ["harbour"]},
        }
    )
    message = (
        f"<documents>\n{shown}\n</documents>\n\n<sub_task>\nWhat is the depth of the harbour Ostwick?\n</sub_task>\n\n"
        f"<popped>\n- list_boats: {NONE_FITS}\n</popped>"
    )
    assert respond(["# Executor: next call", message])["tool"] == "get_harbour"
    tried = message.replace(NONE_FITS, "Nothing was found.")
    assert respond(["# Executor: next call", tried])["tool"] == "none of these"


def test_a_place_is_said_where_its_kind_stands_before_it() -> None:
    tool = document("get_branch", "Opening hours of a branch.", branch=TEXT)
    assert fill(tool, Given("When does the branch in Torvik close?")).arguments == {"branch": "Torvik"}
    person = document("find_client", "Find a client by name.", name=TEXT)
    assert "name" not in fill(person, Given("When does the branch in Torvik close?", helps=True)).arguments


def test_a_member_is_no_city() -> None:
    tool = document("get_forecast", "Forecast for a city.", city=TEXT)
    assert fill(tool, Given("the forecast for the member Ines Falk")).missing == ("city",)


def shown(name: str, description: str, **properties: dict[str, object]) -> str:
    told = {"properties": properties, "required": list(properties)}
    return json.dumps({"name": name, "description": description, "parameters": told})


def test_a_tool_that_is_not_shown_yet_may_be_the_one_that_is_named() -> None:
    document = shown("get_crate", "State of a crate.", crate_id={"type": "string", "description": 'e.g. "C-1"'})
    task = "<sub_task>\nTrack crate C-4\n</sub_task>"
    message = f"<documents>\n{document}\n</documents>\n\n<other_tools>\n- track_crate\n</other_tools>\n\n{task}"
    assert respond(["# Executor: next call", message])["tool"] == "none of these"
    assert respond(["# Executor: next call", message.replace("track_", "find_")])["tool"] == "get_crate"


def test_a_cinema_is_where_something_is_shown() -> None:
    tool = document("list_shows", "Shows of a film.", film=TEXT, cinema=TEXT)
    given = Given("Which shows of 'Old Heron' are there at the Orpheum?")
    assert fill(tool, given).arguments == {"film": "Old Heron", "cinema": "Orpheum"}


def test_a_list_that_tells_it_is_summed_and_not_looked_up_again() -> None:
    told = "- ticket: 11; price: 20\n- ticket: 12; price: 22"
    text = "What is the total price of each of these tickets? (using the answer to sub-task 1)"
    assert not next_step(View(text, (Tool("get_ticket", "Price of a ticket."),), earlier=told)).tool
    found = [Outcome("s1", "solved", "Find the tickets of Ann", told), Outcome("s2", "failed", text, "")]
    assert "total price: 42" in deliver(found).answer


def test_whoever_takes_part_is_a_person() -> None:
    tool = document("book_class", "Book a class for a participant.", participant_name=TEXT)
    assert fill(tool, Given("Book it for Mara Lindt")).arguments == {"participant_name": "Mara Lindt"}


@pytest.mark.parametrize(
    ("text", "answer", "open_"),
    [
        ("What is the phone number of the owner of boat B-4?", "boat_id: B-4; phone: 1; owner_id: O-1", True),
        ("Where is the parcel of order B-4?", "order_id: B-4; city: Ulm; parcel_id: P-1", True),
        ("What is the address of the yard where boat B-4 lies?", "boat_id: B-4; yard: Quayside", True),
        ("What is the name of the yard where boat B-4 lies?", "boat_id: B-4; yard: Quayside", False),
        ("What is the phone number of the owner Ann Lee?", "owner_id: O-1; name: Ann Lee; phone: 1", False),
    ],
)
def test_what_is_only_identified_is_not_told(text: str, answer: str, open_: bool) -> None:
    assert bool(only_identified(text, answer)) is open_


def test_what_an_answer_only_identifies_is_looked_up_next() -> None:
    tools = (Tool("get_boat", "A boat with its owner and yard."), Tool("get_yard", "A yard: its crane."))
    text = "Where is the yard of boat B-4?"
    view = View(text, tools, used=("get_boat",), hint=text, found=("boat_id: B-4; yard_id: Y-1; place: Ulm",))
    assert next_step(view).tool == "get_yard"
    assert next_step(replace(view, hint="")).tool == ""


def test_the_earliest_of_several_times_is_what_begins_first() -> None:
    groups = read_groups("- slot: S-1; start: 12:00; end: 13:00\n- slot: S-2; start: 09:00; end: 15:00")
    assert narrow(groups, "Take the earliest one").groups[0].records[0]["slot"] == "S-2"


def test_what_a_total_is_of_is_listed_next() -> None:
    tools = (Tool("get_member", "A member by name."), Tool("list_fees", "The fees of a member."))
    text = "What is the total amount of the open fees of the member Ann Lee?"
    view = View(text, tools, used=("get_member",), hint=text, found=("member_id: M-1; name: Ann Lee",))
    assert next_step(view).tool == "list_fees"


def test_that_one_is_the_one_that_was_picked_before() -> None:
    listed = Item("List the walks", "- walk_id: W-1; minutes: 50\n- walk_id: W-2; minutes: 90")
    guide = Item("Get the guide of the longest one (using the answer to sub-task 1)", "guide_id: G-1; name: Ida")
    groups = [one.groups[0].records for one in sources((), (listed, guide), "Book that walk for Ann Lee")]
    assert [[one.get("walk_id") for one in records] for records in groups][-1] == ["W-2"]


def test_a_value_is_what_it_is_given_as() -> None:
    tool = document("reserve_book", "Reserve a book.", book_id={"type": "string", "description": "e.g. B-1"})
    place = replace(tool.parameters[0], name="pickup_branch", description="", required=False, examples=())
    named = find_mentions("Reserve book B-1 with Eastgate as the pickup branch")[-1]
    assert beside(place, named, tool) == 1


def test_to_give_something_to_somebody_is_an_act() -> None:
    assert Tool("assign_driver", "Give a job to a driver.").acts
    assert not Tool("get_driver", "Gives a driver's phone number.").acts
