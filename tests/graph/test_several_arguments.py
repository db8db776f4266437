"""Several calls of one tool in a split step, but for the published strategies: one thought, one choice, one answer."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.models.schemas import arguments_schema, takes_more
from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.testing import ScriptedModel
from tests.benchmarks.contestants import figure, served
from tests.benchmarks.cost_scenarios import look_ups
from tests.graph.test_as_much_as_pays import weather
from tests.graph.test_policy import policy_file
from tests.scripts import CONFIG, Built, build, script

SPLIT: dict[str, Any] = {"strategy": "full", "planning": "always", "step_shape": "split"}
SOLVED = {"answer": "4 degrees", "hint": "", "status": "solved"}
THREE = {"city": "Oslo", "more": [{"city": "Rome"}, {"city": "Bonn"}]}


def clock() -> str:
    """The time."""
    return "noon"


def split(tools: list[Any], replies: Any, *, seen: bool | None = True, **settings: Any) -> Built:
    """A graph with split steps, and a model that was seen to put several calls into one reply; or was not."""
    return build(tools, model=ScriptedModel(replies, several_calls=seen), **SPLIT, **settings)


def cities(result: Any) -> list[tuple[str, bool]]:
    """The cities that were asked about, and whether that was answered."""
    return [(item.arguments["city"], item.ok) for item in result["outcomes"]["s1"].evidence if item.called]


@pytest.mark.parametrize(("tools", "choice"), [([weather], []), ([weather, clock], ["executor.tool"])])
def test_three_look_ups_are_one_step(tools: list[Any], choice: list[str]) -> None:
    """Four or five calls of the model for all three; answer and verifier see each call under its number."""
    built = split(tools, script(executor_arguments=THREE))
    result = built.run("the weather in three cities")
    step = ["executor.thought", *choice, "executor.arguments", "answer", "verifier"]
    assert built.calls() == ["planner", *step, "deliverer"]
    assert cities(result) == [("Oslo", True), ("Rome", True), ("Bonn", True)]
    assert "3. Bonn: 4 degrees" in built.sections("answer")[0]["response"]
    assert '2. weather {"city":"Rome"}' in built.sections("verifier")[0]["call"]


@pytest.mark.parametrize("reply", [{"more": THREE["more"]}, {"city": "Oslo", "more": {"city": "Rome"}},
                                   {"city": "Rome", "more": ['{"city": "Oslo"}', {}, {"city": "Rome"}]}])  # fmt: skip
def test_sloppy_lists_are_read(reply: dict[str, Any]) -> None:
    """All sets in the list, one that is none, JSON text, an empty one and one that is there twice."""
    built = split([weather], script(executor_arguments=reply))
    assert len(cities(built.run())) == 2
    assert built.calls().count("executor.arguments") == 1


def test_a_wrong_one_among_three_goes_back_with_its_number() -> None:
    """And what is mended is called."""
    wrong = {"city": "Oslo", "more": [{"town": "Rome"}, {"city": "Bonn"}]}
    built = split([weather], script(executor_arguments=[wrong, THREE]))
    assert [city for city, _ in cities(built.run())] == ["Oslo", "Rome", "Bonn"]
    assert built.sections("executor.arguments")[1]["complaint"].startswith("call 2, arguments of 'weather': ")


def test_what_stays_wrong_is_left_out_and_the_tool_given_up_where_all_is() -> None:
    """A tool without valid arguments is refused, as with one call; the others are left."""
    one = {"city": "Oslo", "more": [{"town": "Rome"}]}
    result = split([weather], script(executor_arguments=one), max_restarts=1).run()
    assert cities(result) == [("Oslo", True)]
    built = split([weather, clock], script(executor_arguments={"town": "a", "more": [{"town": "b"}]}))
    result = built.run()
    tried = built.sections("executor.thought")[1]["tried"]
    assert "failed (no valid arguments: call 1, " in tried
    assert "- weather: withdrawn" in tried
    assert (result["stop_reason"], result["usage"].tool_calls) == ("answered", 1)


def test_a_call_that_fails_stands_beside_the_others() -> None:
    """The answer sees what it failed with."""
    both = {"city": "Oslo", "more": [{"city": "Atlantis"}]}
    built = split([weather], script(executor_arguments=both))
    assert cities(built.run()) == [("Atlantis", False), ("Oslo", True)]
    assert "2. error: ValueError: there is no such city" in built.sections("answer")[0]["response"]


def test_limits_hold_for_each_call() -> None:
    """Of the steps of a search, and of the run's tool calls."""
    limited = split([weather], script(executor_arguments=THREE), max_steps=2)
    assert len(cities(limited.run())) == 2
    budget = split([weather], script(executor_arguments=THREE), max_tool_calls=2).run()
    assert budget["usage"].tool_calls == 2


def test_a_policy_holds_for_each_call(tmp_path: Path) -> None:
    """One that a person has to approve is made alone, after he did."""
    policy = policy_file(tmp_path, 'rules: [{decision: ask, tools: weather, arguments: {city: "Rome"}}]')
    replies = script(
        executor_arguments=[THREE, {"city": "Rome"}], verifier=[{"status": "pending"}, {"status": "solved"}]
    )
    built = split([weather], replies, checkpointer=InMemorySaver(), policy=policy)
    built.run("q", CONFIG)
    (question,) = built.graph.get_state(CONFIG).interrupts
    assert question.value["arguments"] == {"city": "Rome"}
    result = built.graph.invoke(Command(resume={"decision": "approve"}), CONFIG)
    assert cities(result) == [("Oslo", True), ("Rome", True)]


def test_what_changes_something_is_called_one_at_a_time() -> None:
    """No list is asked for, and the prompt is as it was."""

    @effects("write")
    def send(city: str) -> str:
        """Send a card to a city."""
        return f"sent to {city}"

    built = split([send], script(executor_arguments={"city": "Oslo"}), max_restarts=0, unattended=True)
    built.run()
    assert [sections for sections in built.sections("executor.arguments") if "several" in sections] == []
    assert {each.system for each in built.model.asked if each.call == "executor.arguments"} == {
        load_prompt("executor.arguments").system
    }


@pytest.mark.parametrize("seen", [None, False])
def test_a_model_that_was_not_seen_to_put_several_calls_into_a_reply_is_asked_for_one(*, seen: bool | None) -> None:
    """Small ones go on for ever: 1042, 1043, 1044."""
    built = split([weather], script(executor_arguments=[THREE, {"city": "Oslo"}]), seen=seen)
    assert cities(built.run()) == [("Oslo", True)]
    assert all("several" not in sections for sections in built.sections("executor.arguments"))


def test_a_model_that_did_so_in_a_fused_step_is_asked_for_several() -> None:
    """The process remembers that it worked."""
    several = {"thought": "", "calls": [{"tool": "weather", "arguments": {"city": each}} for each in ("Oslo", "Rome")]}
    built = split([weather], script(executor_fused=several, executor_arguments=THREE, answer_fused=SOLVED), seen=None)
    built.run("q", context={"step_shape": "fused"})
    assert len(cities(built.run())) == 3


@pytest.mark.parametrize("strategy", ["smurfs", "smurfs-no-planner"])
def test_the_published_strategies_keep_the_single_call(strategy: str) -> None:
    """Their prompt is the paper's, word for word, and "more" is an argument like any other: one too many."""
    model = ScriptedModel(script(executor_arguments=[THREE, {"city": "Oslo"}]))
    built = build([weather], model=model, strategy=strategy)
    assert cities(built.run()) == [("Oslo", True)]
    systems = {each.system for each in model.asked if each.call == "executor.arguments"}
    assert systems == {load_prompt("executor.arguments").system}
    assert all("several" not in sections for sections in built.sections("executor.arguments"))


def test_a_tool_that_has_such_a_parameter_keeps_it() -> None:
    """And so does one that takes parameters of any name, or none; a nested definition is still found."""
    named = {"type": "object", "properties": {"at": {"$ref": "#/$defs/P"}}, "$defs": {"P": {"type": "string"}}}
    assert takes_more(named)
    shape = arguments_schema("go", named, several=True)
    assert shape["properties"]["more"]["items"] == {"type": "object", "properties": {"at": {"$ref": "#/$defs/P"}}}
    assert "more" not in arguments_schema("go", named)["properties"]
    for other in ({"properties": {"more": {}}}, {"properties": {"a": {}}, "additionalProperties": True}, {}):
        assert not takes_more(other)


def test_look_ups_cost_one_step_on_servers_that_enforce_schemas() -> None:
    """They cost as much as on servers that do not, however many there are."""
    counts = {count: figure(look_ups(count), "split") for count in (1, 5)}
    assert [each.calls for each in counts.values()] == [6, 6]
    settings: dict[str, Any] = {"strategy": "full", "step_shape": "split"}
    strict, lenient = (served(look_ups(3), enforced=enforced, **settings) for enforced in (True, False))
    assert strict == lenient
    assert strict.right
