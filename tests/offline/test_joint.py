"""The joint reading: values, calls, links and announcements over all documents that a fused step shows."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.offline.documents import Document, parse_document
from smurfs_graph.offline.joint.answers import told
from smurfs_graph.offline.joint.candidates import candidates
from smurfs_graph.offline.joint.engine import Proposal, announced, coming, likelihoods, made, read, said_of
from smurfs_graph.offline.joint.instances import MOST_CALLS, Instance, groups
from smurfs_graph.offline.joint.judging import still_open, whole_answer
from smurfs_graph.offline.joint.links import plausible
from smurfs_graph.offline.joint.readings import readings
from smurfs_graph.offline.joint.repeats import without_repeats
from smurfs_graph.offline.joint.task import FEATURES, Made, Reading, Task
from smurfs_graph.offline.joint.weighing import MOST_LOOSE, MOST_PROPOSALS, Ruled, Situation, weighed
from smurfs_graph.offline.model import respond
from smurfs_graph.offline.sections import Item
from smurfs_graph.offline.thoughts import written


def document(tool: str, description: str, required: str = "", /, **properties: Any) -> Document:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    found = parse_document(json.dumps({"name": tool, "description": description, "parameters": schema}))
    assert found is not None
    return found


TEXT: dict[str, Any] = {"type": "string"}
DOSE = document("dosage", "Dose of a drug for an animal of a weight.", "drug weight_kg", drug=TEXT,
                weight_kg={"type": "number"})  # fmt: skip
HOURS = document("branch_hours", "Opening hours of a branch on a kind of day.", "branch", branch=TEXT,
                 day={"enum": ["weekday", "saturday", "sunday"], "default": "weekday"})  # fmt: skip
GUEST = document("find_guest", "Finds a guest by name: guest id, table and diet.", "name", name=TEXT)
MOVE = document("move_guest", "Moves a guest to another table.", "guest_id table", guest_id=TEXT,
                table={"type": "integer"})  # fmt: skip
TABLE = document("table_status", "How many seats of a table are taken.", "table", table={"type": "integer"})
HOLD = document("hold_seats", "Holds seats under a name.", "seats name", seats={"type": "array", "items": TEXT},
                name=TEXT)  # fmt: skip
ALL = (DOSE, HOURS, GUEST, MOVE, TABLE, HOLD)
words = st.sampled_from(
    [
        "Oslo",
        "and",
        "for",
        "12",
        "the",
        "A-17",
        "guest",
        "table",
        "3",
        "on",
        "4",
        "May",
        "2026",
        "Ann",
        "Lee",
        "kg",
        "sunday",
        "hold",
        "move",
        "how",
        "many",
        "?",
        ".",
        ",",
    ]
)


def first_of(task: Task) -> Proposal | None:
    """The likeliest call, where it is likelier than that nothing is left to call."""
    found = read(task)
    return found.proposals[0] if found.proposals and found.proposals[0].share > found.nothing else None


def announcing(tool: str, given_: dict[str, Any], then: list[str], whole: bool) -> str:
    """The thought of a call whose reading has others after it, and is sure to be the whole or not."""
    calls = [Instance(document(name, ""), ()) for name in (tool, *then)]
    return written(tool, said_of(given_, Proposal(calls[0], 0.9, Reading(tuple(calls), ()), 0.9 if whole else 0.1)))


texts = st.lists(words, max_size=14).map(" ".join)
tasks = st.builds(
    lambda text, shown: Task(text, tuple(shown)), texts, st.lists(st.sampled_from(ALL), max_size=4, unique=True)
)


@given(texts, st.sampled_from(ALL))
def test_one_place_of_the_text_serves_one_parameter_of_a_call(text: str, shown: Document) -> None:
    for group in groups(shown, candidates(shown, text)):
        assert 1 <= len(group) <= MOST_CALLS
        for call in group:
            pairs = [(one, two) for one in call.filled for two in call.filled if one is not two]
            assert not any(one.overlaps(two) for one, two in pairs)
            required = {one.name for one in shown.parameters if one.required}
            assert required == {one.parameter for one in call.filled} & required | {one.name for one in call.open}


@given(tasks)
def test_readings_are_small_weighed_and_can_begin(task: Task) -> None:
    found, _ = readings(task)
    assert found[0].calls == ()
    assert all(len(one.features) == len(FEATURES) and len(one.calls) <= MOST_CALLS for one in found)
    assert all(one.ready for one in found[1:])
    assert sum(likelihoods(found)) == pytest.approx(1.0)
    assert [one.key for one in read(task).proposals] == [one.key for one in read(task).proposals]


@given(tasks)
def test_a_proposed_call_has_all_that_its_document_requires(task: Task) -> None:
    found = read(task)
    for one in found.proposals:
        shown = next(each for each in task.documents if each.tool.name == one.tool)
        assert {each.name for each in shown.parameters if each.required} <= one.call.arguments.keys()
        assert 0 <= one.best <= one.share <= 1.000001
    assert [one.share for one in found.proposals] == sorted((one.share for one in found.proposals), reverse=True)


@given(tasks, st.sampled_from([*(one.tool.name for one in ALL), ""]))
def test_every_proposal_is_weighed_by_the_same_features(task: Task, tool: str) -> None:
    shown = {one.tool.name for one in task.documents}
    ruled = Ruled(tool if tool in shown else "", {"name": "Ann"})
    found = weighed(read(task), ruled, Situation(0, 0, 0, 0, ())) if task.documents else ()
    assert len({tuple(sorted(one.features)) for one in found}) <= 1
    assert all(0 <= one.chance <= 1 for one in found)
    assert sum(one.features["ruled"] for one in found) == bool(ruled.tool)
    assert len({(one.tool, str(one.arguments)) for one in found}) == len(found) <= MOST_PROPOSALS + MOST_LOOSE + 1


arguments = st.dictionaries(
    st.from_regex(r"[a-z]{1,8}", fullmatch=True),
    st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.lists(st.text(max_size=5), max_size=3)),
    max_size=4,
)


@given(arguments, st.lists(st.sampled_from(["get_a", "get_b"]), max_size=2), st.booleans())
def test_a_thought_tells_its_call_and_what_comes(given_: dict[str, Any], then: list[str], whole: bool) -> None:
    thought = announcing("do_it", given_, then, whole)
    assert made(thought, "do_it") == Made("do_it", given_)
    assert announced(thought) in (len(then), -1)
    assert set(then) <= set(coming(thought))


def test_a_thought_of_another_model_announces_nothing() -> None:
    assert announced("I should look up the guest; then the table") is None
    assert made("use find_guest", "find_guest") == Made("find_guest", {})


def test_a_unit_tells_which_tool_takes_a_number() -> None:
    found = first_of(Task("Which dose of meloxicam does a dog of 31 kg get?", (HOURS, DOSE, TABLE)))
    assert found and (found.tool, found.call.arguments) == ("dosage", {"drug": "meloxicam", "weight_kg": 31})


def test_several_values_of_one_kind_are_told_apart_by_where_they_stand() -> None:
    offered = candidates(HOURS, "Sunday hours for York? And Hull on a Saturday")
    several = [tuple(call.arguments.items() for call in group) for group in groups(HOURS, offered) if len(group) == 2]
    assert [[dict(one) for one in group] for group in several] == [
        [{"branch": "York", "day": "sunday"}, {"branch": "Hull", "day": "saturday"}]
    ]


def test_a_default_is_not_spelt_out() -> None:
    offered = candidates(HOURS, "Opening hours of York on a weekday")
    assert {"branch": "York"} in [group[0].arguments for group in groups(HOURS, offered)]


def test_a_run_of_values_is_a_list() -> None:
    found = [one.value for one in candidates(HOLD, "Hold G6, G7 and G8 for Ann Lee") if one.parameter == "seats"]
    assert ["G6", "G7", "G8"] in found


def test_what_a_call_lacks_is_looked_up_first_and_then_used() -> None:
    text, shown = "Please move Ann Lee to table 9.", (GUEST, MOVE, TABLE)
    first = first_of(Task(text, shown))
    assert first and (first.tool, first.call.arguments) == ("find_guest", {"name": "Ann Lee"})
    memory = [Item(written(first.tool, said_of(first.call.arguments, first)), "guest_id: G-3; name: Ann Lee; table: 4")]
    known, done = told(memory, (), text), (Made(first.tool, first.call.arguments),)
    second = first_of(Task(text, shown, known, done))
    assert second and (second.tool, second.call.arguments) == ("move_guest", {"guest_id": "G-3", "table": 9})


def test_a_bare_result_is_named_by_its_tool() -> None:
    memory = [Item("Next: `staff_number`: with {}; no more.", "result: 30122")]
    assert told(memory, (), "Her hours")[0].groups[0].records == [{"staff_number": "30122"}]


def test_links_come_from_what_a_tool_says_it_finds() -> None:
    guest = MOVE.parameters[0]
    assert plausible(GUEST, guest, MOVE) > plausible(HOURS, guest, MOVE)
    assert plausible(MOVE, guest, MOVE) == 0


def test_a_step_is_open_until_what_was_announced_is_done() -> None:
    more = Item(announcing("a", {}, ["b", "c"], whole=True), "x: 1")
    last = Item(announcing("b", {}, ["c"], whole=True), "y: 2")
    assert still_open("Do a, b and c", [more], "")
    assert not still_open("Do a, b and c", [more, last], "")
    assert still_open("Get the price. Get the weight.", [], "")
    assert not still_open("Get the price.", [], "")
    assert still_open("Cancel tickets T-4 and T-7", [], "", "ticket: T-4; cancelled: yes")
    assert not still_open("Cancel tickets T-4 and T-7", [], "", "tickets: T-4, T-7; cancelled: yes")
    assert still_open("What is the fee of a permit, and of a licence?", [], "", "fee: 4")
    assert not still_open("How many days are there between 2026-12-01 and 2026-12-24?", [], "", "result: 23")
    assert not still_open("What is the fee of a permit for 3 days?", [], "", "fee: 4")
    assert whole_answer("z: 3", [more, last]) == "x: 1\ny: 2\nz: 3"


@pytest.mark.parametrize(
    "text",
    [
        "What do the plumber and the glazier each charge?",
        "Tell me the weight of the long beam and the length of both",
        "I need the March harvest plus the small spring one",
    ],
)
def test_words_for_several_things_leave_one_answer_open(text: str) -> None:
    assert still_open(text, [], "", "firm: Ann Lee; charge: 40")
    assert not still_open(text, [], "", "- firm: Ann Lee; charge: 40\n- firm: Bo Reed; charge: 30")


def test_what_a_plan_adds_to_a_sub_task_is_no_part_of_it() -> None:
    """It is settled by the call that it asks for, as without the pointer; a context of the user's still counts."""
    pointed = "Convert it to litres (about the volume; tank T-4; pump P-9; using the answer to sub-task 1)"
    assert still_open(pointed, (), "", "value: 40; unit: L") == ""
    assert still_open("Convert it to litres (context: I have two tanks, so look both up)", (), "", "value: 40") != ""


def test_a_fused_step_that_is_not_sure_declines() -> None:
    shown = json.dumps({"name": "table_status", "description": "Seats of a table.", "parameters": {
        "type": "object", "properties": {"table": {"type": "integer"}}, "required": ["table"]}})  # fmt: skip
    message = f"<documents>\n{shown}\n</documents>\n\n<sub_task>\nWho won the match?\n</sub_task>"
    assert respond(["# Executor: next call", message])["tool"] == "none of these"


def test_a_thought_announces_nothing_by_the_values_of_its_call() -> None:
    thought = announcing(
        "send-note.v2", {"text": "Lock up; then call me; perhaps more; no more"}, ["read-note.v2"], True
    )
    assert (announced(thought), coming(thought)) == (1, ("read-note.v2",))


def test_defaults_and_options_of_any_type_are_read() -> None:
    """Lists and objects too, which cannot be hashed."""
    listed: dict[str, Any] = {"type": "array", "items": TEXT, "default": []}
    odd = document("tag_guest", "Tags a guest.", "name", name=TEXT, tags=listed, kind={"enum": [["a"], {"b": 1}]})
    assert read(Task("Tag the guest Ann Lee", (odd, GUEST))).proposals


@pytest.mark.parametrize("piece", ["A-1 ", "4 may 2026 ", "Ann Lee and ", "sunday ", "((", "7 "])
def test_long_texts_come_to_an_end(piece: str) -> None:
    text = piece * (6_000 // len(piece))
    assert len(readings(Task(text, ALL[:5]))[0]) < 5_000


def test_what_an_earlier_sub_task_has_looked_up_is_not_proposed_again() -> None:
    guest = Item("Find the guest Ann Lee", "guest_id: G-4; name: Ann Lee; table: 7; diet: none")
    text = "Move her to table 9 (context: Ann Lee)"
    found = read(Task(text, (GUEST, MOVE), told((), (guest,), text))).proposals
    assert any(one.tool == "find_guest" for one in found)
    assert not any(one.tool == "find_guest" for one in without_repeats(found, (guest,), text))
    other = "Find the guest Bo Chen (context: Ann Lee)"
    more = read(Task(other, (GUEST, MOVE), told((), (guest,), other))).proposals
    kept = without_repeats(more, (guest,), other)
    assert [one.call.arguments for one in kept if one.tool == "find_guest"][:1] == [{"name": "Bo Chen"}]


def test_nothing_is_led_to_where_it_comes_from() -> None:
    change = document("convert_length", "Converts a length.", "value from_unit to_unit", value={"type": "number"},
                      from_unit={"enum": ["km", "miles"]}, to_unit={"enum": ["km", "miles"]})  # fmt: skip
    text = "Convert 12 km to miles"
    found = [one.call.arguments for one in read(Task(text, (change,))).proposals]
    assert {"value": 12, "from_unit": "km", "to_unit": "miles"} in found
    assert not any(one["from_unit"] == one["to_unit"] for one in found)
