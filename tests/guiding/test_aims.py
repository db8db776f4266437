"""Next steps of a guided search: the tool of each clause, chains, mended calls, and none where nothing fits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.clauses import clauses_of
from smurfs_graph.guiding.coverage import left_out
from smurfs_graph.guiding.steps import MadeCall, NextStep, StepInput
from tests.guiding.tools import TOOLS, tool

PHONE = tool("find_phone", "Find the phone number of a customer.", customer="string: full name")
ORDER = tool("get_order", "Get an order by its number.", number="integer: of the order")
CONVERT = tool(
    "convert_length", "Convert a length.", value="number: length", unit="string: km or miles", to="string: unit"
)
CANCEL = tool("cancel_order", "Cancel an order by its number.", reads=False, number="integer: of the order")
CHAIN = "What is the phone number of the customer of order 1042?"


def step(request: str, *tools: Any, made: tuple[MadeCall, ...] = (), chosen: dict[str, str] | None = None) -> NextStep:
    """The next step."""
    return next_step(StepInput(request, tools or tuple(TOOLS.values()), made, chosen or {}))


def calls(found: NextStep) -> list[tuple[str, dict[str, Any]]]:
    """Its calls."""
    return [(aim.tool.name, call) for aim in found.aims for call in aim.calls]


def test_each_clause_has_its_tool() -> None:
    """Two questions in one sentence are two calls of one step."""
    found = step("How is the weather in Oslo, and what is the mean of 3 and 5?")
    assert calls(found) == [("get_weather", {"city": "Oslo"}), ("mean", {"numbers": [3, 5]})]


def test_nothing_is_called_where_no_tool_is_about_it() -> None:
    """English words that no tool shares: nobody is asked, either."""
    assert step("Tell me a joke about cats") == NextStep(
        (), None, ("Tell me a joke about cats",), ("Tell me a joke about cats",)
    )


@pytest.mark.parametrize(
    ("request_", "other"),
    [
        ("What is the boiling point of water?", tool("tank_depth", "Compute the depth of water.", area="number")),
        ("Write an email to Tom about the meeting", tool("find_room", "Find a room for a meeting.", seats="integer")),
        ("What is the population of Norway?", tool("population_growth", "Growth of a population.", rate="number")),
        ("What is the capital of France?", tool("get_rate", "Get the rate of a country's currency.", country="string")),
    ],
)
def test_a_shared_word_is_not_enough(request_: str, other: Any) -> None:
    """Neither is the tool about the request, nor does that have the values for it."""
    found = step(request_, other)
    assert not found.aims
    assert found.choose is None


def test_other_languages_are_left_to_the_model() -> None:
    """Words say nothing there."""
    assert step("奥斯陆的天气怎么样").choose is not None


def test_a_tool_that_may_change_something_is_found_like_any_other() -> None:
    """Whether its call is made is asked of a person, where calls are made."""
    request = "Cancel order 1042"
    assert calls(step(request, CANCEL)) == [("cancel_order", {"number": 1042})]
    assert not calls(step(request, CANCEL, chosen={request: ""}))


def test_a_chain_goes_by_what_is_known() -> None:
    """The order first, for its number is known; then the phone, for the order brought the name; then nothing."""
    assert calls(step(CHAIN, PHONE, ORDER)) == [("get_order", {"number": 1042})]
    order = MadeCall(CHAIN, "get_order", {"number": 1042}, True, '{"number": 1042, "customer": "Ines Vald"}')
    assert calls(step(CHAIN, PHONE, ORDER, made=(order,))) == [("find_phone", {"customer": "Ines Vald"})]
    phone = MadeCall(CHAIN, "find_phone", {"customer": "Ines Vald"}, True, "5512")
    assert not calls(step(CHAIN, PHONE, ORDER, made=(order, phone)))


def test_an_error_that_names_another_value_is_mended_once() -> None:
    """The value that is most like the one that failed; the same call is never planned again."""
    request = "How is the weather in Osloo?"
    failed = MadeCall(request, "get_weather", {"city": "Osloo"}, False, "unknown city 'Osloo'; did you mean 'Oslo'?")
    assert calls(step(request, made=(failed,))) == [("get_weather", {"city": "Oslo"})]
    again = MadeCall(request, "get_weather", {"city": "Oslo"}, False, "unknown city 'Oslo'")
    assert not calls(step(request, made=(failed, again)))


def test_an_error_that_lists_values_leaves_the_choice_to_the_model() -> None:
    """None of them is near to the one that failed."""
    request = "Convert a length of 10 fathoms to miles"
    arguments = {"value": 10, "unit": "fathoms", "to": "miles"}
    failed = MadeCall(
        request, "convert_length", arguments, False, "cannot convert 'fathoms'; units are km, yards and miles"
    )
    [aim] = step(request, CONVERT, made=(failed,)).aims
    assert aim.calls == ({"value": 10, "to": "miles"},)
    assert [(one.name, set(one.choices)) for one in aim.open] == [("unit", {"km", "yards"})]


def test_a_unit_that_another_parameter_has_is_not_tried() -> None:
    """Of the two units that the error names, one is the other end of the conversion."""
    request = "Convert 10 kilograms to lb"
    weigh = tool(
        "convert_weight", "Convert a weight between kg and lb.", value="number: weight", unit="string", to="string"
    )
    failed = MadeCall(
        request, "convert_weight", {"value": 10, "unit": "kilograms", "to": "lb"}, False,
        "cannot convert from 'kilograms' to 'lb'; units are kg and lb",
    )  # fmt: skip
    assert calls(step(request, weigh, made=(failed,))) == [("convert_weight", {"value": 10, "unit": "kg", "to": "lb"})]


def test_another_name_that_an_error_lists_is_not_taken() -> None:
    """The name asked for is not there; somebody else's is no answer."""
    request = "How is the weather in Atlantis?"
    failed = MadeCall(request, "get_weather", {"city": "Atlantis"}, False, "not known; known are Oslo, Rome")
    assert not step(request, made=(failed,)).aims


def test_values_that_no_call_took_are_named() -> None:
    """A request about two cities is not settled by one of them."""
    request = "How is the weather in Oslo and Rome?"
    made = [MadeCall(request, "get_weather", {"city": "Oslo"}, True, "sunny")]
    assert left_out(request, made, TOOLS.values()) == ["Rome"]


def test_quotations_are_not_cut() -> None:
    """A quotation may be a request of its own."""
    text = "Translate 'go home and find the keys' into French and find Italian restaurants in Austin"
    assert clauses_of(text)[0].startswith("Translate 'go home and find the keys'")
    assert len(clauses_of(text)) == 2


@given(st.text(max_size=200), st.lists(st.tuples(st.booleans(), st.text(max_size=40)), max_size=4))
def test_any_request_ends(request: str, came: list[tuple[bool, str]]) -> None:
    """No call is planned a second time for a clause, whatever came of the first, so that every search ends."""
    tools, made = (*TOOLS.values(), PHONE, ORDER), list[MadeCall]()
    for ok, text in came:
        found = step(request, *tools, made=tuple(made))
        planned = [(aim.clause, aim.tool.name, call) for aim in found.aims if not aim.open for call in aim.calls]
        assert not any((each.clause, each.tool, dict(each.arguments)) in planned for each in made)
        made += [MadeCall(clause, name, call, ok, text) for clause, name, call in planned]


FIND_ID = tool("find_berth_id", "Find the berth id of a boat.", boat="string: name of the boat")
FEES = tool("get_fees", "Get the fees of a berth.", berth_id='string: berth id such as "B-12"')


@pytest.mark.parametrize(
    "request_",
    [
        "What are the fees of the Blue Heron?",
        "what are the fees for blue heron",
        "Blue Heron came in late last night. What are its fees?",
    ],
)
def test_a_name_is_no_identifier(request_: str) -> None:
    """The tool that finds it is called first, then the other one with what it brought."""
    first = step(request_, FIND_ID, FEES)
    assert [(name, call["boat"].lower()) for name, call in calls(first)] == [("find_berth_id", "blue heron")]
    clause = first.aims[0].clause
    found = MadeCall(clause, "find_berth_id", calls(first)[0][1], ok=True, text="B-31")
    assert calls(step(request_, FIND_ID, FEES, made=(found,))) == [("get_fees", {"berth_id": "B-31"})]


def test_the_value_of_an_error_is_tried_before_the_chain_goes_elsewhere() -> None:
    """A misspelt name of the first tool of a chain is mended there."""
    request_ = "What are the fees of the Blue Herron?"
    clause = step(request_, FIND_ID, FEES).aims[0].clause
    reason = "no boat 'Blue Herron'; boats are: Blue Heron, Sea Wolf"
    failed = MadeCall(clause, "find_berth_id", {"boat": "Blue Herron"}, ok=False, text=reason)
    assert calls(step(request_, FIND_ID, FEES, made=(failed,))) == [("find_berth_id", {"boat": "Blue Heron"})]


def test_a_question_takes_what_the_sentence_before_says() -> None:
    """Values, and optional ones beside them."""
    post = tool(
        "postage", "Compute the price of a parcel.", ["tracked"], weight_g="integer: grams",
        tracked={"type": "boolean"},
    )  # fmt: skip
    found = step("My parcel weighs 1.5 kg and should be tracked. What is the price?", post)
    assert calls(found) == [("postage", {"weight_g": 1500, "tracked": True})]


def test_a_greeting_is_nothing_to_look_up() -> None:
    """It has no grammar by itself, but the request has."""
    assert step("Good morning, how are you today?") == NextStep(
        (), None, ("how are you today?",), ("how are you today?",)
    )


def test_what_about_asks_the_same_again() -> None:
    """Of the tool before it."""
    found = step("Is the library open on Monday, and what about the museum on Friday?", TOOLS["opening_hours"])
    assert [aim.tool.name for aim in found.aims] == ["opening_hours", "opening_hours"]
    assert [call["day"] for _, call in calls(found)] == ["Monday", "Friday"]


def test_what_a_tool_brought_is_no_argument_of_its_own() -> None:
    """A street that its answer names is not looked up as well."""
    bins = tool("bin_day", "Return the day on which bins are emptied in a street.", street="string: name of the street")
    request_ = "when are bins emptied on victoria terrace"
    first = MadeCall(request_, "bin_day", {"street": "victoria terrace"}, ok=False, text="no street 'x'; streets are: "
                     "Mill Hill, Victoria Terrace")  # fmt: skip
    text = "Garden bins on Victoria Terrace are emptied every Thursday."
    second = MadeCall(request_, "bin_day", {"street": "Victoria Terrace"}, ok=True, text=text)
    assert calls(step(request_, bins, made=(first,))) == [("bin_day", {"street": "Victoria Terrace"})]
    assert not step(request_, bins, made=(first, second)).aims
