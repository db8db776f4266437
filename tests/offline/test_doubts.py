"""What speaks against a proposed call in a fused step of the offline model."""

import json
from typing import Any

import pytest

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.engine import read
from smurfs_graph.offline.joint.task import Task
from smurfs_graph.offline.joint.weighing import Ruled, Situation, Weighed, weighed
from smurfs_graph.offline.sections import Item

TEXT: dict[str, Any] = {"type": "string"}


def document(tool: str, description: str, required: str, /, **properties: Any) -> Document:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    found = parse_document(json.dumps({"name": tool, "description": description, "parameters": schema}))
    assert found is not None
    return found


PARTY = document("search_by_party", "Find the cases of a party.", "party", party=TEXT)
RIDE = document("ride_details", "Length and duration of a ride.", "ride_no", ride_no=TEXT)
ACCOUNT = document("rider_account", "Balance and plan of a rider.", "rider_id", rider_id=TEXT)
SCORE = document("expected_score", "Expected score of two ratings.", "own_rating opponent_rating",
                 own_rating={"type": "integer"}, opponent_rating={"type": "integer"})  # fmt: skip
PACKING = document("packing_list", "What to pack for a season.", "season", season={"enum": ["summer", "winter"]},
                   overnight={"type": "boolean", "default": False, "description": "With a night there."})  # fmt: skip
NOWHERE = Situation(0, 0, 0, 0, ())


def weigh(
    shown: Document, text: str, given: dict[str, Any], earlier: tuple[Item, ...] = (), hidden: tuple[str, ...] = ()
) -> Weighed:
    """A call that the rules by words name, weighed among the others."""
    found = read(Task(text, (shown,), told((), earlier, text)))
    every = weighed(found, Ruled(shown.tool.name, given), Situation(0, len(earlier), 0, 0, (), hidden))
    (own,) = [one for one in every if one.features["ruled"]]
    return own


def test_half_a_name_is_seen_by_its_neighbour() -> None:
    text = "When is Osprey Homes next heard?"
    half, whole = (weigh(PARTY, text, {"party": one}).features for one in ("Homes", "Osprey Homes"))
    assert (half["cut_before"], whole["cut_before"]) == (1, 0)
    first = weigh(PARTY, "Osprey Homes: list the cases", {"party": "Osprey"}).features
    assert (first["cut_before"], first["cut_behind"]) == (0, 1)


def test_a_call_that_only_the_rules_name_is_weighed_like_the_others() -> None:
    """Its values have their chances, though the joint reading does not propose it."""
    own = weigh(PARTY, "When is Osprey Homes next heard?", {"party": "Homes"})
    assert own.proposal is None and own.features["rank"] == 9
    assert own.features["spoken"] == 1 and 0 < own.features["least_chance"] < 1


@pytest.mark.parametrize(("shown", "name", "near"), [(RIDE, "ride_no", False), (ACCOUNT, "rider_id", True)])
def test_a_value_that_an_answer_tells_under_another_key(shown: Document, name: str, near: bool) -> None:
    earlier = (Item("What is the balance of R5518?", "rider_id: R5518; balance: 7.35; last_ride: T-90417"),)
    found = weigh(shown, "How far did R5518 go on the last ride?", {name: "R5518"}, earlier).features
    assert (found["known_as"] >= 1) is near
    assert found["old_values"] == 1


def test_one_value_for_two_parameters() -> None:
    text = "What is the expected score of 1964 against 2112?"
    same = weigh(SCORE, text, {"own_rating": 2112, "opponent_rating": 2112}).features
    other = weigh(SCORE, text, {"own_rating": 1964, "opponent_rating": 2112}).features
    assert (same["alike"], other["alike"]) == (1, 0)


def test_words_that_come_near_an_optional_parameter_left_out() -> None:
    plain = weigh(PACKING, "What to pack for a trip in summer?", {"season": "summer"}).features
    hint = weigh(PACKING, "What to pack for a trip in summer with a night outside?", {"season": "summer"}).features
    taken = weigh(PACKING, "What to pack in summer, overnight?", {"season": "summer", "overnight": True}).features
    assert hint["hinted"] > plain["hinted"] and hint["hinted_words"] > plain["hinted_words"]
    assert taken["hinted"] == 0


def test_a_call_with_more_of_what_is_said() -> None:
    text = "What to pack in summer, overnight?"
    bare, full = (
        weigh(PACKING, text, given).features
        for given in ({"season": "summer"}, {"season": "summer", "overnight": True})
    )
    assert bare["wider"] > 0 and bare["wider_chance"] > 0 and not full["wider"]
    assert full["narrower"] > 0


def test_tools_that_are_not_shown_but_called_what_is_asked_for() -> None:
    text = "How many seats does the Odeon Blau venue have?"
    alone, beside, other = (
        weigh(PARTY, text, {"party": "Odeon Blau"}, (), hidden).features
        for hidden in ((), ("venue_info",), ("pilot_fee",))
    )
    assert (alone["hidden"], beside["hidden"]) == (0, 1)
    assert beside["elsewhere_near"] > other["elsewhere_near"] > alone["elsewhere_near"]


BILL = document("vote_result", "Result of a vote on a bill.", "bill_no", bill_no=TEXT)
COURSES = document(
    "courses_in_month", "Courses of a month.", "month", month={"type": "integer"}, year={"type": "integer"}
)
HUT = document("hut_details", "Details of a hut.", "hut", hut=TEXT)
WAKE = document("set_wake_up_call", "Sets a wake-up call for a room.", "room time", room={"type": "integer"}, time=TEXT)
FARE = document("fare", "Fare of a trip.", "adults children", adults={"type": "integer"}, children={"type": "integer"})


@pytest.mark.parametrize(
    ("text", "earlier", "expected"),
    [
        ("Set a wake-up call at 05:45 for room 118", (), False),
        ("When does she check out? (context, also asked: Set a wake-up call at 05:45 for room 118)", (), True),
        ("When does room 118 check out?", (Item("Set a wake-up call at 05:45 for room 118", "call_id: WK-1"),), True),
        ("Set one at 05:45 for room 118 too", (Item("Set a wake-up call for room 407", "call_id: WK-1"),), False),
        ("A wake-up call at 05:45 for room 118, please", (), False),
    ],
)
def test_an_act_is_for_the_sub_task_that_asks_for_it(text: str, earlier: tuple[Item, ...], expected: bool) -> None:
    found = weigh(WAKE, text, {"room": 118, "time": "05:45"}, earlier).features
    assert found["impossible"] == expected


@pytest.mark.parametrize(
    ("shown", "text", "given", "expected"),
    [
        (BILL, "What is the result of the vote on bill B 204/26?", {"bill_no": "204"}, True),
        (BILL, "What is the result of the vote on bill B 204/26?", {"bill_no": "B 204/26"}, False),
        (COURSES, "Which courses start in June? He is 44.", {"month": 6, "year": 44}, True),
        (COURSES, "Which courses start in June 2026?", {"month": 6, "year": 2026}, False),
        (HUT, "Which hut does Ana Weber run?", {"hut": "Ana Weber"}, True),
        (HUT, "When does the hut Weissjoch open?", {"hut": "Weissjoch"}, False),
        (SCORE, "How many points against 2112?", {"own_rating": 2112, "opponent_rating": 2112}, True),
        (FARE, "What is the fare for 1 adult and 1 child?", {"adults": 1, "children": 1}, False),
    ],
)
def test_a_call_that_cannot_be_meant(shown: Document, text: str, given: dict[str, Any], expected: bool) -> None:
    assert weigh(shown, text, given).features["impossible"] == expected
