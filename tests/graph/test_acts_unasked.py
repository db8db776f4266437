"""Where rules choose the calls, nothing but declared reads is called unasked: a question about an act is no order."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import ScriptedModel
from tests.graph.act_questions import QUESTIONS, Question, tools_of
from tests.scripts import CONFIG, REFERENCE

HOW_TO_DECLARE = '@effects("read")'
IDS = [question.text for question in QUESTIONS]


def picking(question: Question) -> ScriptedModel:
    """A model that picks the act, whatever is asked, and values as rules found them."""

    def reply(call: str, sections: dict[str, str]) -> Any:
        if call == "executor.guided.tool":
            return {"tool": question.act}
        return {"settles": "yes"} if call == "verifier.guided" else "~"

    return ScriptedModel(reply)


def ask(question: Question, acts: list[str], *, attended: bool, declare: Any = None, **settings: Any) -> Any:
    """The result of a question, up to where a person is asked. `declare`: as in `tools_of`; else look-ups read."""
    saver = InMemorySaver() if attended else None
    tools = tools_of(question.domain, acts, declare or effects("read"))
    models = {REFERENCE: picking(question)} if settings.get("model") == REFERENCE else {}
    graph = build_graph(Settings(**settings), tools, models=models, checkpointer=saver)
    return graph.invoke({"query": question.text}, CONFIG)


@pytest.mark.parametrize("attended", [True, False], ids=["somebody", "nobody"])
@pytest.mark.parametrize("question", QUESTIONS, ids=IDS)
def test_a_model_that_picks_the_act_makes_none_in_guided_steps(question: Question, attended: bool) -> None:
    """A person is asked about it, or it is declined in a line that says how to declare a read."""
    acts = list[str]()
    result = ask(question, acts, attended=attended, model=REFERENCE, strategy="full", step_shape="guided")
    assert acts == []
    for each in result.get("__interrupt__", ()):
        assert (each.value["kind"], HOW_TO_DECLARE in each.value["why"]) == ("tool_call", True)


@pytest.mark.parametrize("attended", [True, False], ids=["somebody", "nobody"])
@pytest.mark.parametrize("shape", ["auto", "guided", "split"])
def test_the_stand_in_of_rules_makes_none(shape: Any, attended: bool) -> None:
    """In no shape, of all questions."""
    acts = list[str]()
    for question in QUESTIONS:
        ask(question, acts, attended=attended, step_shape=shape)
    assert acts == []


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("attended", [True, False], ids=["somebody", "nobody"])
def test_the_stand_in_makes_no_act_in_any_strategy(strategy: Any, attended: bool) -> None:
    """Even where it is told to: a person is asked first."""
    acts = list[str]()
    told = Question("tickets", "Close the ticket 4471.", "close_ticket")
    result = ask(told, acts, attended=attended, strategy=strategy)
    assert acts == []
    assert bool(result.get("__interrupt__")) == attended


GUIDED: dict[str, Any] = {"model": REFERENCE, "strategy": "full", "step_shape": "guided"}
ORDER = Question("tickets", "Close ticket 4471", "close_ticket")


def test_an_order_is_carried_out_once_a_person_has_approved_it() -> None:
    """And not before."""
    acts = list[str]()
    graph = build_graph(
        Settings(**GUIDED),
        tools_of("tickets", acts),
        models={REFERENCE: picking(ORDER)},
        checkpointer=InMemorySaver(),
    )
    graph.invoke({"query": ORDER.text}, CONFIG)
    assert acts == []
    result = graph.invoke(Command(resume={"decision": "approve"}), CONFIG)
    assert (acts, result["stop_reason"], result["answer"]) == (["close_ticket"], "answered", "ticket 4471 is closed")


def test_nobody_to_ask_is_told_how_to_declare_a_read() -> None:
    """By the line that declines the call."""
    result = ask(ORDER, [], attended=False, **GUIDED)
    assert HOW_TO_DECLARE in result["not_found"][0].reason
    assert 'undeclared="read"' in result["answer"]


def test_a_policy_that_allows_an_act_makes_it_no_read(tmp_path: Path) -> None:
    """What it allows is asked about all the same."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: [{decision: allow, tools: close_ticket}]\nundeclared: allow\ndefault: allow\n")
    acts = list[str]()
    result = ask(ORDER, acts, attended=True, policy=str(policy), **GUIDED)
    assert (acts, result["__interrupt__"][0].value["tool"]) == ([], "close_ticket")


LOOK_UP = Question("tickets", "Get ticket 4471", "get_ticket")


@pytest.mark.parametrize(
    ("declare", "settings", "asked"),
    [
        (effects("read"), {}, False),
        (effects("read", "network"), {}, False),
        (lambda tool: tool, {"undeclared": "read"}, False),
        (lambda tool: tool, {}, True),
        (lambda tool: tool, {"undeclared": "write"}, True),
        (effects("write"), {"undeclared": "read"}, True),
    ],
    ids=["read", "read over the network", "all read", "undeclared", "all write", "write"],
)
@pytest.mark.parametrize("chooser", [GUIDED, {}], ids=["guided", "offline:rules"])
def test_only_a_declared_read_goes_ahead(chooser: Any, declare: Any, settings: Any, asked: bool) -> None:
    """As a function says, or the setting for all that say nothing."""
    result = ask(LOOK_UP, [], attended=True, declare=declare, **chooser, **settings)
    assert bool(result.get("__interrupt__")) == asked
