"""One call for each of several things: what asks for it, what the things are, how far the calls have come."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.extract import answer
from smurfs_graph.offline.manage import concrete
from smurfs_graph.offline.model import respond
from smurfs_graph.offline.plan import plan
from smurfs_graph.offline.rounds import asked_each, noted, things, without_note
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.totals import written_sum
from smurfs_graph.offline.verify import verdict
from smurfs_graph.replies import NONE_OF_THESE

MEMBERS = "- member_id: M-1; name: Ida\n- member_id: M-2; name: Per"
EACH = "Send a card to each of these members (using the answer to sub-task 1)"


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("Send a card to every member of the club", ("member",)),
        ("Read the humidity of each one", ()),
        ("Cancel all of them", ()),
        ("Calibrate all the sensors in greenhouse G2", ("sensors",)),
        ("What does it cost every day?", None),
        ("Each week, what is due?", None),
        ("They speak to each other", None),
        ("What is the weather in Oslo?", None),
    ],
)
def test_what_asks_for_each(text: str, nouns: tuple[str, ...] | None) -> None:
    """Each, every and all, but not of times and not of each other."""
    asked = asked_each(text)
    assert (asked.nouns if asked else None) == nouns


def test_the_things_are_the_records_of_the_nearest_list() -> None:
    assert [one["member_id"] for one in things("a card to each member", ["fee: 4", MEMBERS])] == ["M-1", "M-2"]
    assert [one["items"] for one in things("the price of each item", ["order: A; items: S-1, S-2"])] == ["S-1", "S-2"]
    assert things("the price of each item", ["order: A; items: S-1"]) == ()
    assert things("the cheapest of them", ["- id: 1; price: 4\n- id: 2; price: 3"]) == ()


def test_the_supervisor_says_how_many_there_are() -> None:
    """The roles that judge do not see the list."""
    content = concrete(EACH, [MEMBERS])["content"]
    assert "each member_id of 2: M-1 | M-2" in content
    assert without_note(content).startswith("Send a card to each of these members (about using the answer")
    first = answer(content, '{"sent": true, "card": "C-8"}')
    assert verdict(content, first)["status"] == "pending"
    assert "M-1" in first
    memory = (Item("Next: `send_card`: it speaks of card; number 1 of 2.", first),)
    second = answer(content, '{"sent": true, "card": "C-9"}', memory)
    assert verdict(content, second)["status"] == "solved"
    assert all(text in second for text in ("M-1", "C-8", "M-2", "C-9"))


def test_a_list_is_asked_for_before_its_things_are() -> None:
    parts = plan("Send a card to every member of the Sandvik Club.", ["list_members", "send_card"])["sub_tasks"]
    assert parts[0] == "Find the members of the Sandvik Club"
    assert parts[1].startswith(
        "Send a card to each of these members (about Sandvik Club; using the answer to sub-task 1"
    )
    assert len(plan("List all the members of the Sandvik Club.", ["list_members", "send_card"])["sub_tasks"]) == 1


def test_sums_of_several_things_are_written_for_a_calculator() -> None:
    told = "- sku: SKU-5; price: 12.5\n- sku: SKU-8; price: 7.0"
    assert written_sum("Calculate the total of them (about the price)", [told]) == "12.5 + 7"
    assert written_sum("Calculate the average of them (about the price)", [told]) == "(12.5 + 7) / 2"
    assert written_sum("Calculate the price", [told]) == ""


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
def test_any_text_is_read(text: str, answers: list[str]) -> None:
    """Whatever stands in a text, nothing escapes, and a note can be taken out again."""
    found = noted(text, answers)
    assert without_note(found) is not None
    assert len(things(text, answers)) != 1


@pytest.mark.parametrize("shape", ["split", "fused"])
@pytest.mark.parametrize("strategy", ["full", "smurfs", "react"])
def test_every_thing_has_its_call_once(strategy: str, shape: str) -> None:
    """In whole runs, whatever the strategy and the shape of a step."""
    sent: list[str] = []

    def list_members(club: str) -> list[dict[str, Any]]:
        """List the members of a club."""
        return [{"member_id": "M-1", "name": "Ida"}, {"member_id": "M-2", "name": "Per"}]

    def send_card(member_id: str) -> dict[str, Any]:
        """Send a card to a member."""
        sent.append(member_id)
        return {"sent": True, "card": f"C-{member_id}"}

    graph = build_graph(Settings.checked(strategy=strategy, step_shape=shape), tools=[list_members, send_card])
    result = graph.invoke({"query": "Send a card to every member of the Sandvik Club."})
    assert sent == ["M-1", "M-2"], json.dumps(result["outcomes"], default=str)


def test_a_tool_that_a_thought_plans_but_nobody_shows_is_not_called() -> None:
    """Its document may be left out of a fused step or of another system's prompt."""
    shown = {
        "name": "find_user",
        "description": "Find a user by name.",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    }
    memory = "1. Next: `find_user`: `watched_films` needs it first.\n   answer: user_id: U-7; name: Ana Roth"
    prompt = "\n\n".join(
        f"<{name}>\n{text}\n</{name}>"
        for name, text in {
            "documents": json.dumps(shown),
            "sub_task": "Which films has Ana Roth watched?",
            "memory": memory,
        }.items()
    )
    reply = respond(["# Executor: next call", prompt])
    assert (reply["tool"], reply["arguments"]) == (NONE_OF_THESE, {})
    assert "`watched_films` is not shown" in reply["thought"]


def test_a_list_and_its_details_are_asked_for_apart() -> None:
    """Where one tool lists the things and another one tells more of each."""
    tools = ["list_boats", "get_boat", "get_berth"]
    first, second = plan("Who is the owner of every boat in Ulm?", tools)["sub_tasks"]
    assert first == "Find the boats in Ulm"
    assert second.startswith("Who is the owner of each of these boats?")
    assert len(plan("Who is the owner of every boat in Ulm?", ["list_boats", "get_berth"])["sub_tasks"]) == 1


def test_the_last_of_something_of_each_picks_none_of_them() -> None:
    assert len(things("the last letter to each of these members", [MEMBERS])) == 2


def test_an_answer_for_each_may_be_a_list_or_nothing() -> None:
    content = concrete("List the loans of each of these members (using the answer to sub-task 1)", [MEMBERS])["content"]
    first = answer(content, '[{"loan_id": "L-1"}, {"loan_id": "L-2"}]')
    assert "member_id: M-1; loan_id: L-1" in first
    assert verdict(content, first)["status"] == "pending"
    memory = (Item("Next: `list_loans`: it speaks of loan; number 1 of 2.", first),)
    second = answer(content, "[]", memory)
    assert "loan_id: L-2" in second
    assert "member_id: M-2; found: none" in second
    assert verdict(content, second)["status"] == "solved"


def test_a_mean_over_what_is_paid_yearly() -> None:
    told = answer("What is the average yearly fee of the members?", '[{"yearly_fee": 20}, {"yearly_fee": 30}]')
    assert told.startswith("average yearly_fee: 25")


def test_a_helper_is_left_out_where_its_own_helper_tells_enough() -> None:
    def shown(name: str, description: str, parameter: str) -> str:
        schema = {"properties": {parameter: {"type": "string"}}, "required": [parameter]}
        return json.dumps({"name": name, "description": description, "parameters": schema})

    documents = "\n".join(
        [
            shown("track_parcel", "Arrival date of a parcel.", "parcel_id"),
            shown("get_order", "An order with its parcel.", "order_id"),
            shown("list_orders", "Orders of a customer with their parcels.", "customer"),
        ]
    )
    task = "What is the arrival date of each parcel in the orders of the customer Ann Lee?"
    prompt = f"<documents>\n{documents}\n</documents>\n\n<sub_task>\n{task}\n</sub_task>"
    first = respond(["# Executor: next call", prompt])
    assert first["tool"] == "list_orders"
    told = "- order_id: B-1; parcel_id: T-1\n   - order_id: B-2; parcel_id: T-2"
    memory = f"\n\n<memory>\n1. {first['thought']}\n   answer: {told}\n</memory>"
    second = respond(["# Executor: next call", prompt + memory])
    assert (second["tool"], second["arguments"]) == ("track_parcel", {"parcel_id": "T-1"})
