"""A run that is told again from its checkpoints is the run that was streamed, in one piece or in several."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

from smurfs_graph import ConfigurationError, Event, Settings, build_graph, parse_event
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.events.run_view import RunView
from smurfs_graph.report import report_html
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.runs.history import history
from smurfs_graph.search.dfsdt import NONE_FITS
from smurfs_graph.strategies import SHOWN
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, REFERENCE, script
from tests.training.recorded import broken, good, other

QUERY = (
    "Find flights from Lisbon to Prague on 3 December 2026. Find restaurants in Prague with Italian cuisine. "
    "Get the distance from Prague to Vienna, and convert it to miles."
)
TOOLS = ("builtin:travel", "builtin:calc")


@pytest.mark.parametrize("strategy", SHOWN)
def test_a_run_is_told_again_as_it_was_streamed(strategy: Any, tmp_path: Path) -> None:
    """Steps, states, thoughts, answers and usage are the same; times are in order."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        streamed = _streamed(storage, Settings(strategy=strategy), {"query": QUERY})
        told = history(storage, "t")
    live, again = _view(streamed), _view(told)
    assert _steps(again) == _steps(live)
    assert {name: (task.state, task.answer) for name, task in again.tasks.items()} == {
        name: (task.state, task.answer) for name, task in live.tasks.items()
    }
    assert (again.query, again.run_id) == (live.query, live.run_id)
    assert (again.answer, again.stop_reason) == (live.answer, live.stop_reason)
    assert (again.usage.calls, again.usage.tokens) == (live.usage.calls, live.usage.tokens)
    assert [event.at for event in told] == sorted(event.at for event in told)
    assert all(task.started <= step.began <= task.ended for task in again.tasks.values() for step in task.ordered)


@pytest.mark.parametrize("shape", ["split", "fused"])
@pytest.mark.parametrize("last", ["none of these", "good"])
def test_a_step_at_which_no_tool_is_wanted_ends_and_is_told_again(shape: Any, last: str, tmp_path: Path) -> None:
    """After a failure, and after a step that is rolled back: live it does not run for ever, and `history` has it."""
    tools = [{"tool": name, "thought": f"try {name}"} for name in ("broken", "good", "none of these", last)]
    model = ScriptedModel(
        script(
            executor_tool=tools,
            executor_fused=[{**each, "arguments": {}} for each in tools],
            verifier={"status": "pending", "hint": "more"},
        )
    )
    settings = Settings(strategy="smurfs", model=REFERENCE, step_shape=shape, max_depth=2)
    with open_storage(tmp_path / "runs.sqlite") as storage:
        graph = build_graph(
            settings, [broken, good, other], models={REFERENCE: model}, checkpointer=storage.checkpointer
        )
        live = _view(_events_of(graph, {"query": "q"}))
        again = _view(history(storage, "t"))
    assert _steps(again) == _steps(live)
    steps = live.tasks["s1"].ordered
    assert [step.state for step in steps][:2] == ["failed", "rolled back"]
    assert "running" not in {step.state for step in steps}
    if last == "none of these":
        assert (steps[-1].tool, steps[-1].state, steps[-1].reason) == ("", "refused", NONE_FITS)


@pytest.mark.parametrize("strategy", ["full", "react"])
def test_a_run_in_several_pieces_is_one(strategy: Any, tmp_path: Path) -> None:
    """Each approval is answered by another process's graph; every step is there, once, with the decision about it."""
    settings = Settings(strategy=strategy, approve=frozenset({"tools"}))
    streamed: list[Event] = []
    start: Any = {"query": QUERY}
    for _ in range(20):
        with open_storage(tmp_path / "runs.sqlite") as storage:
            streamed += _streamed(storage, settings, start)
            waiting = _questions(storage, settings)
        if not waiting:
            break
        start = Command(resume={name: {"decision": "approve"} for name in waiting})
    with open_storage(tmp_path / "runs.sqlite") as storage:
        told = _view(history(storage, "t"))
    assert told.stop_reason == "answered"
    assert sum(len(task.steps) for task in told.tasks.values()) == 5
    assert _steps(told) == _steps(_view(streamed))
    asked = [event for event in streamed if event.kind == "person_asked"]
    assert {event.kind for event in streamed} >= {"person_asked", "person_answered"}
    assert len(asked) >= 5
    made = [step for task in told.tasks.values() for step in task.steps.values() if step.tool]
    assert {step.decision for step in made if step.called} == {"approved"}


def test_what_a_person_wrote_into_a_call_is_told(tmp_path: Path) -> None:
    """A call that was made with a person's arguments says so; one that nobody was asked about does not."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        _streamed(storage, Settings(strategy="full", approve=frozenset({"tools"})), {"query": QUERY})
        [first, *_] = _questions(storage, Settings(strategy="full"))
        edit = {"decision": "edit", "arguments": {"origin": "Porto", "destination": "Prague", "date": "2026-12-03"}}
        _streamed(storage, Settings(strategy="full"), Command(resume={first: edit}))
        told = history(storage, "t")
    steps = [step for task in _view(told).tasks.values() for step in task.ordered]
    assert report_html(told).count("changed and approved it") == 1
    assert {(step.arguments.get("origin"), step.decision) for step in steps} >= {("Porto", "edited")}


@pytest.mark.parametrize("strategy", SHOWN)
def test_an_unfinished_run_is_told_as_far_as_it_came(strategy: Any, tmp_path: Path) -> None:
    """It waits for a person: no end, the waiting sub-task has no outcome; its question and all calls are told."""
    settings = Settings(strategy=strategy, approve=frozenset({"tools"}))
    with open_storage(tmp_path / "runs.sqlite") as storage:
        live = _view(_streamed(storage, settings, {"query": QUERY}))
        view = _view(history(storage, "t"))
    assert view.end is None
    assert view.stop_reason == ""
    states = {name: task.state for name, task in view.tasks.items()}
    assert set(states.values()) <= {"asked", "waiting"}
    assert [name for name, _ in view.questions] == [name for name, state in states.items() if state == "asked"] != []
    assert all("(" in text for _, text in view.questions)
    assert (view.usage.calls, view.usage.tokens) == (live.usage.calls, live.usage.tokens)


def test_a_question_that_was_answered_waits_no_more(tmp_path: Path) -> None:
    """Of two sub-tasks that wait side by side, one goes on and ends; the other's question is still there."""
    settings = Settings(strategy="full", approve=frozenset({"tools"}))
    with open_storage(tmp_path / "runs.sqlite") as storage:
        _streamed(storage, settings, {"query": QUERY})
        before = _view(history(storage, "t")).questions
        first, *_ = _questions(storage, settings)
        _streamed(storage, settings, Command(resume={first: {"decision": "reject"}}))
        view = _view(history(storage, "t"))
    assert len(before) == 3
    answered = [question for question in before if question not in view.questions]
    assert len(answered) == 1
    assert view.tasks[answered[0][0]].steps[0].state == "refused"


def test_what_a_run_itself_asks_is_told(tmp_path: Path) -> None:
    """The plan is to be approved: no sub-task waits, the run does."""
    settings = Settings(strategy="full", approve=frozenset({"plan"}))
    with open_storage(tmp_path / "runs.sqlite") as storage:
        _streamed(storage, settings, {"query": QUERY})
        assert _view(history(storage, "t")).questions == [("", "the plan is to be approved")]
        [question] = _questions(storage, settings)
        _streamed(storage, settings, Command(resume={question: {"decision": "approve"}}))
        view = _view(history(storage, "t"))
    assert (view.questions, view.stop_reason) == ([], "answered")


def test_an_unknown_run_is_a_line(tmp_path: Path) -> None:
    """It says how to find the runs that there are."""
    with open_storage(tmp_path / "runs.sqlite") as storage, pytest.raises(ConfigurationError, match="there is no run"):
        history(storage, "nobody")


def _graph(storage: Storage, settings: Settings) -> AnywhereGraph:
    return build_graph(settings, tools=TOOLS, checkpointer=storage.checkpointer, store=storage.store)


def _streamed(storage: Storage, settings: Settings, start: Any) -> list[Event]:
    return _events_of(_graph(storage, settings), start)


def _events_of(graph: AnywhereGraph, start: Any) -> list[Event]:
    return [parse_event(data) for _, data in graph.stream(start, CONFIG, stream_mode="custom", subgraphs=True)]


def _questions(storage: Storage, settings: Settings) -> list[str]:
    return [question.id for question in _graph(storage, settings).get_state(CONFIG).interrupts]


def _view(events: list[Event]) -> RunView:
    view = RunView()
    for event in events:
        view.apply(event)
    return view


def _steps(view: RunView) -> dict[str, list[tuple[Any, ...]]]:
    return {
        name: [
            (
                step.number,
                step.depth,
                step.tool,
                step.arguments,
                step.thought,
                step.state,
                step.reason,
                step.answer,
                step.decision,
            )
            for step in task.ordered
        ]
        for name, task in view.tasks.items()
    }
