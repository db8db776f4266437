"""The vocabulary: every event goes through the stream unchanged, secrets are masked."""

from typing import Any

import pytest

from smurfs_graph import UsageRow, parse_event
from smurfs_graph.events import vocabulary as events
from smurfs_graph.events.run_view import RunView, line_of
from smurfs_graph.events.vocabulary import parse_masked
from smurfs_graph.redaction.redactor import MASK, Redactor
from tests.report.runs import run


def test_events_survive_the_stream() -> None:
    """They become JSON data and events again."""
    for event in run()[0]:
        assert parse_event(event.model_dump(mode="json")) == event


def test_secrets_are_masked_in_every_kind() -> None:
    """Also in names of models, which most events have nothing but."""
    redactor = Redactor(["canary-0123456789"], {})
    row = UsageRow(role="executor", model="openai:canary-0123456789")
    for event in (
        events.RoleAsked(call="executor", model="openai:canary-0123456789"),
        events.RoleAnswered(call="executor", used=row),
        events.Thought(depth=0, text="the key is canary-0123456789"),
    ):
        said = parse_masked(event.model_dump(mode="json"), redactor).model_dump_json()
        assert "canary" not in said
        assert MASK in said


def test_what_is_told_twice_counts_once() -> None:
    """A node that is repeated after an interruption says the same again."""
    call: dict[str, Any] = {"sub_task": "s1", "step": 0, "depth": 0, "tool": "find"}
    view = RunView()
    for _ in range(2):
        view.apply(events.Thought(sub_task="s1", step=0, depth=0, text="find it"))
        view.apply(events.ToolCalled(at=1.0, arguments={"a": 1}, **call))
    view.apply(events.ToolAnswered(at=2.0, failed=False, reason="", chars=1, seconds=1.0, **call))
    assert view.tool_calls == 1
    assert [(step.tool, step.state) for step in view.tasks["s1"].ordered] == [("find", "answered")]


@pytest.mark.parametrize("width", [20, 50, 80, 200])
def test_the_live_view_fits_the_window(width: int) -> None:
    """No line is wider, no view of a run that goes on is higher; what is hidden is counted."""
    from smurfs_graph.cli.screen import plan_lines, status_line

    made, _ = run(tasks=30, steps=4, text="a long text with many words in it " * 9)
    view = RunView()
    for event in made[: len(made) * 2 // 3]:
        view.apply(event)
    lines = plan_lines(view, width, 20, whole=False)
    assert len(lines) <= 20
    assert all(line.cell_len <= width for line in lines)
    assert lines[0].plain.startswith("not shown: ")
    assert len(status_line(view, 61.0, 80, over=True)) <= 80
    assert len(plan_lines(view, width, 400)) > 100


def test_a_step_whose_verdict_is_final_is_shown() -> None:
    """Nothing more can be found: it has a mark of its own kind."""
    from smurfs_graph.cli.screen import plan_lines

    view = RunView()
    for event in (
        events.SubTaskStarted(sub_task="s1", content="find it"),
        events.ToolCalled(sub_task="s1", depth=0, tool="find", arguments={}),
        events.AnswerJudged(sub_task="s1", depth=0, tool="find", answer="none", status="final", hint="no stock"),
    ):
        view.apply(event)
    assert "~ find" in plan_lines(view, 80)[1].plain


def test_nothing_in_a_line_moves_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    """Control and bidi characters of a model's or tool's text are written out."""
    from smurfs_graph.cli.screen import Lines, plan_lines

    text = "\x1b[2Jgone \u202eback\nnext"
    event = events.Thought(sub_task="s1", depth=0, text=text)
    assert "\x1b" in line_of(event)
    Lines().show(event)
    said = capsys.readouterr().err
    assert said == "s1: thinks: \\x1b[2Jgone \\u202eback next\n"
    view = RunView()
    for each in run(text=text)[0]:
        view.apply(each)
    assert not any("\x1b" in line.plain or "\u202e" in line.plain for line in plan_lines(view, 200))
