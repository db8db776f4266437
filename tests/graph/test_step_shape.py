"""Step shape "auto": what a model declares, what it was seen to manage, and where it goes back to five calls."""

from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.models.registry import LADDER
from smurfs_graph.testing import ScriptedModel
from tests.scripts import REFERENCE, build, script

WIDE: dict[str, Any] = {"formats": frozenset(LADDER), "profile": {"max_input_tokens": 32_000}}
"""A model that is soon seen to manage fused steps."""
SPLIT = ["executor.thought", "executor.tool", "executor.arguments", "answer", "verifier"]
FUSED = ["executor.fused", "answer.fused"]
ACTION: dict[str, Any] = {"thought": "t", "tool": "read", "arguments": {}}
UNKNOWN = {**ACTION, "tool": "reed and right"}
SOLVED = {"answer": "fine", "status": "solved"}
PLAN = {"needs_tool": True, "sub_tasks": ["first", "second"], "order": "chain"}


def read(place: str = "here") -> str:
    """Always answers."""
    return f"fine at {place}"


def reckon() -> str:
    """Never needed, so that there is a choice of tools."""
    return "0"


def asked(model: ScriptedModel, **settings: Any) -> list[str]:
    """The calls of a run's steps, in order."""
    options: dict[str, Any] = {"strategy": "full", "planning": "always", "step_shape": "auto", **settings}
    built = build([read, reckon], model=model, **options)
    built.run()
    return [call for call in built.calls() if call in (*SPLIT, *FUSED)]


def steady() -> Any:
    """The script of a model that solves two sub-tasks in a step each."""
    return script(planner=PLAN, executor_fused=ACTION, answer_fused=SOLVED)


def stumbling() -> Any:
    """One that names a tool that there is not, twice in its first sub-task, and needs two steps for that one."""
    return script(
        planner=PLAN,
        executor_fused=[UNKNOWN, UNKNOWN, ACTION, {**ACTION, "arguments": {"place": "there"}}],
        answer_fused=[{"answer": "half", "status": "pending", "hint": "the rest"}, SOLVED],
        executor_arguments={"place": "there"},
    )


@pytest.mark.parametrize(
    ("model", "calls"),
    [
        (ScriptedModel(steady(), fused_steps=True), FUSED * 2),
        (ScriptedModel(steady(), fused_steps=False, **WIDE), SPLIT * 2),
        (ScriptedModel(steady()), SPLIT * 2),
        (ScriptedModel(steady(), **WIDE), FUSED * 2),
    ],
    ids=["able", "unable", "weak", "wide"],
)
def test_a_model_says_itself_what_it_manages(model: ScriptedModel, calls: list[str]) -> None:
    """With whatever format and window; one that says nothing is watched."""
    assert asked(model) == calls


def test_a_setting_and_an_ablation_come_before_a_declaration() -> None:
    """A shape that is set holds; an ablation is of the paper's five calls."""
    assert asked(ScriptedModel(steady(), fused_steps=True), step_shape="split") == SPLIT * 2
    assert asked(ScriptedModel(steady(), fused_steps=False), step_shape="fused") == FUSED * 2
    assert set(asked(ScriptedModel(steady(), fused_steps=True), strategy="smurfs-no-verifier")) == set(SPLIT) - {
        "verifier"
    }


def test_what_was_only_seen_is_given_up_where_it_goes_wrong() -> None:
    """After two restarts, the rest of that sub-task has five calls a step; the next one begins anew."""
    assert asked(ScriptedModel(stumbling(), **WIDE)) == ["executor.fused"] * 2 + FUSED + SPLIT + FUSED


def test_what_is_declared_stays_as_a_setting_does() -> None:
    """The restarts are the same, and the steps stay fused."""
    stays = ["executor.fused"] * 2 + FUSED * 3
    assert asked(ScriptedModel(stumbling(), fused_steps=True)) == stays
    assert asked(ScriptedModel(stumbling()), step_shape="fused") == stays


def test_both_models_of_a_fused_step_have_a_say() -> None:
    """The executor's declaration does not speak for the model that answers and judges."""
    models = {
        REFERENCE: ScriptedModel(steady(), fused_steps=True),
        "scripted:judge": ScriptedModel(steady(), fused_steps=False),
    }
    settings = Settings(model=REFERENCE, role_models={"answer": "scripted:judge"}, strategy="smurfs")
    build_graph(settings, [read], models=models).invoke({"query": "q"})
    assert [one.call for one in models["scripted:judge"].asked] == ["answer", "answer"]
