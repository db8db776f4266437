"""Values that may be meant: of earlier answers by form and meaning, of the words of earlier sub-tasks."""

import json
from typing import Any

import pytest

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.joint.engine import read
from smurfs_graph.offline.joint.loose import loose
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.task import Task
from smurfs_graph.offline.joint.weighing import MOST_LOOSE, Ruled, Situation, weighed
from smurfs_graph.offline.sections import Item

TEXT: dict[str, Any] = {"type": "string"}


def document(tool: str, description: str, required: str = "", /, **properties: Any) -> Document:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    found = parse_document(json.dumps({"name": tool, "description": description, "parameters": schema}))
    assert found is not None
    return found


def offered(shown: Document, text: str, *before: tuple[str, str]) -> dict[str, list[Any]]:
    """The loose values of each parameter."""
    known = told([], [Item(question, answer) for question, answer in before], text)
    found: dict[str, list[Any]] = {}
    for one in loose(shown, known, text, candidates(shown, text)):
        found.setdefault(one.parameter, []).append(one.value)
    return found


ENGINEER = document("engineer", "Phone number and base of an engineer.", "name", name=TEXT)
REPAIR = document("book_repair", "Books a repair of a boiler.", "boiler_ref day start",
                  boiler_ref=TEXT | {"description": "e.g. QX-118"}, day=TEXT | {"description": "YYYY-MM-DD"},
                  start=TEXT | {"description": "HH:MM"})  # fmt: skip
ZONE = document("parking_fee", "Parking fee of a zone.", "zone", zone=TEXT | {"enum": ["inner_ring", "outer_ring"]})
LOAN = document("lend", "Lends a thing to a member.", "item_code weeks", item_code=TEXT, weeks={"type": "integer"},
                note=TEXT)  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "answer", "parameter", "value"),
    [
        (ENGINEER, "Greta Lindholm", "name", "Greta Lindholm"),
        (ENGINEER, "site: Westhaven; supervisor: Greta Lindholm; floors: 4", "name", "Greta Lindholm"),
        (REPAIR, "ref: QX-204; model: Condor; installed: 2019-04-02", "boiler_ref", "QX-204"),
        (REPAIR, "- item: 09:30", "start", "09:30"),
        (REPAIR, "2026-03-12 10:00", "start", "10:00"),
        (REPAIR, "2026-03-12 10:00", "day", "2026-03-12"),
        (ZONE, "street: Mill Lane; ring: inner ring", "zone", "inner_ring"),
        (LOAN, "thing: QP-7; shelf: low", "item_code", "QP-7"),
    ],
)
def test_what_an_answer_tells_may_be_meant_whatever_its_key(
    shown: Document, answer: str, parameter: str, value: str
) -> None:
    found = offered(shown, "Do that for them (using the answer to sub-task 1)", ("Who or what is it", answer))
    assert value in found[parameter]


def test_the_words_of_an_earlier_sub_task_may_be_meant() -> None:
    found = offered(REPAIR, "Book it for half past nine", ("Find the boiler that is free on 4 May 2026", "ref: QX-204"))
    assert found["day"] == ["2026-05-04"]


def test_a_form_that_the_examples_rule_out_is_not_offered() -> None:
    assert "boiler_ref" not in offered(REPAIR, "Book it", ("Find the owner", "owner: C/77; name: Ann Lee"))


def test_a_clear_value_of_the_text_has_no_rivals_from_elsewhere() -> None:
    found = offered(REPAIR, "Book boiler QX-300 for 5 May 2026 at 10:00", ("Find boiler QX-204", "ref: QX-204"))
    assert "boiler_ref" not in found


def test_an_example_gives_the_outline_of_a_value() -> None:
    room = document("book_room", "Books a room.", "room", room=TEXT | {"description": "e.g. K3"})
    assert offered(room, "Book it", ("Which suite is free", "- item: C2"))["room"] == ["C2"]


def test_an_optional_day_is_taken_where_the_text_speaks_of_it() -> None:
    fair = document("tickets", "Tickets of a fair.", "fair", fair=TEXT, day=TEXT | {"description": "YYYY-MM-DD"})
    told_ = ("Find the fair", "opens: 2026-10-06; closes: 2026-10-08")
    assert offered(fair, "Get tickets for the day it opens", told_)["day"] == ["2026-10-06"]
    assert "day" not in offered(fair, "Get tickets for Gastro North", told_)


def test_an_optional_parameter_takes_only_what_its_name_says() -> None:
    told_ = ("Find the thing", "thing: QP-7; remark: blue lid")
    assert "note" not in offered(LOAN, "Lend it for two weeks", told_)


def test_no_more_than_three_values_are_offered() -> None:
    answer = "; ".join(f"part_{at}: QX-{at}" for at in range(200, 230))
    assert len(offered(REPAIR, "Repair it", ("List the boilers", answer))["boiler_ref"]) <= 3


def test_one_told_value_serves_one_parameter_of_a_call() -> None:
    swap = document("swap_shifts", "Swaps the shifts of two people.", "first second", first=TEXT, second=TEXT)
    known = told([], [Item("Who is on duty", "Greta Lindholm")], "Swap them")
    found, _ = readings(Task("Swap them", (swap, ENGINEER), known))
    assert not any(len({str(value) for value in call.arguments.values()}) < len(call.arguments)
                   for one in found for call in one.calls)  # fmt: skip


def test_values_that_may_be_meant_leave_room_for_the_others() -> None:
    answer = "; ".join(f"part_{at}: QX-{at}" for at in range(200, 230))
    known = told([], [Item("List the boilers", answer)], "Book it for 4 May 2026 at 10:00")
    found = read(Task("Book it for 4 May 2026 at 10:00", (REPAIR, LOAN, ENGINEER), known))
    kept = weighed(found, Ruled("", {}), Situation(0, 1, 0, 0, ()))
    assert sum(any(each.is_loose for each in one.proposal.call.filled) for one in kept if one.proposal) <= MOST_LOOSE


def test_what_is_nearest_in_meaning_is_proposed_first() -> None:
    known = told([], [Item("Who looks after the lift in Mill Lane", "site: Mill Lane; supervisor: Greta Lindholm")],
                 "What is that person's phone number?")  # fmt: skip
    found = read(Task("What is that person's phone number?", (ENGINEER,), known))
    assert found.proposals[0].call.arguments == {"name": "Greta Lindholm"}
