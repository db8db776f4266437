"""Programs as people see them: their text, their calls at the lines that made them, what they printed, and failures."""

from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.cli.screen import plan_lines
from smurfs_graph.events.run_view import RunView, lines_of
from smurfs_graph.events.vocabulary import Event, parse_event
from smurfs_graph.report.page import report_html
from smurfs_graph.report.programs import program_html
from smurfs_graph.runs.history import history
from smurfs_graph.runs.saved import read_run
from smurfs_graph.runs.steps import step_rows
from tests.graph.test_programs import Shop, code
from tests.report.runs import HOSTILE

CONFIG: Any = {"configurable": {"thread_id": "t"}}
FIRST = 'found = [await price(i) for i in "ABCABC"]\nprint(sum(found))\nawait price("Z")'
SECOND = 'print(await price("A"))\nprint("the end")'


def events_of(shop: Shop) -> list[Event]:
    """What a run streams."""
    options: Any = {"stream_mode": "custom", "subgraphs": True}
    return [parse_event(data) for _, data in shop.graph.stream({"query": "go"}, CONFIG, **options)]


def view_of(told: list[Event]) -> RunView:
    """The run as these tell it."""
    view = RunView()
    for event in told:
        view.apply(event)
    return view


def shown(view: RunView) -> list[str]:
    """The lines of its steps on a terminal of 100 columns, times left out."""
    return [str(line).partition("  0 ms")[0].rstrip() for line in plan_lines(view, 100)][1:]


def made(tmp_path: Path, *replies: Any) -> tuple[list[Event], list[Event]]:
    """A run as it was streamed, and as it is told again."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        shop = Shop(*replies, checkpointer=storage.checkpointer, store=storage.store)
        return events_of(shop), history(storage, "t")


def test_a_program_stands_before_its_calls_and_they_at_their_lines(tmp_path: Path) -> None:
    """Live and told again; a failure where it was made, a long row of calls in short, a known result as no failure."""
    live, again = map(view_of, made(tmp_path, code(FIRST), code(SECOND), "12"))
    assert live.tool_calls == again.tool_calls == 7
    lines = shown(live)
    assert lines[0].startswith("  ✗ run_python(3 lines, 7 calls, 1 failed)  The program failed in line 3")
    assert lines[1].strip() == '1 found = [await price(i) for i in "ABCABC"]'
    assert lines[2].strip() == '✓ price(item="A")' and lines[5].strip().startswith("… 3 more")
    assert lines[6].strip() == '3 await price("Z")'
    assert lines[7].strip() == "✗ price(item=\"Z\")  there is no item 'Z'"
    assert lines[8].strip() == "✓ run_python(2 lines, 1 call)  the end"
    assert lines[10].strip().startswith('✓ price(item="A")  made before')
    assert [line.split("  ")[0] for line in shown(again)] == [line.split("  ")[0] for line in lines]
    steps = [(step.tool, step.line, step.state, step.printed) for step in live.tasks["s1"].ordered]
    assert [(step.tool, step.line, step.state, step.printed) for step in again.tasks["s1"].ordered] == steps
    assert steps[8] == ("run_python", None, "answered", "3\nthe end")


def test_a_program_that_waits_for_a_person_is_shown(tmp_path: Path) -> None:
    """With the calls that it has made, before it is a step."""
    for told in made(tmp_path, code('print(await price("A"))\nawait order("A")')):
        view = view_of(told)
        program, call = view.tasks["s1"].ordered
        assert (program.tool, program.state, call.tool, call.line) == ("run_python", "running", "price", 1)
        assert shown(view)[0].strip().startswith("▸ run_python(2 lines, 1 call)")
        assert 'class=k>await</i> order(<i class=s>"A"</i>)' in report_html(told)


def test_the_steps_of_a_run_name_the_program(tmp_path: Path) -> None:
    """As `runs show` lists them."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        events_of(Shop(code("await order('A')\nprint(1)"), checkpointer=storage.checkpointer, store=storage.store))
        assert step_rows(read_run(storage, "t"))[-1].summary == "depth 0, 0 attempts, in a program of 2 lines"


def test_plain_lines_tell_the_program_first(tmp_path: Path) -> None:
    """For pipes."""
    told, _ = made(tmp_path, code(SECOND), "3")
    lines = [line.strip() for event in told for line in lines_of(event) if "s1: " in line]
    assert lines[-3] == 's1: runs a program: 2 lines: print(await price("A"))', lines
    assert lines[-2] == 's1:   line 1: calls price(item="A")'


def test_the_page_has_the_code_in_colours_and_its_output(tmp_path: Path) -> None:
    """Calls, time and failures beside their lines, the calls below, what it printed."""
    _, again = made(tmp_path, code(FIRST), code(SECOND), "12")
    page = report_html(again)
    assert "<li><code>found = [<i class=k>await</i> price(i) <i class=k>for</i>" in page
    assert "<span class=meta>6 calls, " in page and "1 failed</span>" in page
    assert "<li class=failed><code><i class=k>await</i> price(" in page
    assert "<dt>Printed<dd><pre tabindex=0>3\nthe end</pre>" in page
    assert page.count("<ol class=calls>") == 2


@pytest.mark.parametrize("source", [HOSTILE, f'print("{HOSTILE}")', f"# {HOSTILE}\nx = '''{HOSTILE}\n{HOSTILE}'''"])
def test_no_program_is_markup(source: str) -> None:
    """Python or not, whatever stands in its texts and comments."""
    page = program_html(source, [], 10_000)
    assert all(word not in page for word in ("<script", "<img", "<svg", "<a ", "<style", "<base", "\x1b", "\u202e"))


def test_a_long_program_is_cut_with_a_word() -> None:
    """To what the page has room for."""
    assert program_html("x = 1\n" * 100, [], 60).endswith("… 91 more lines</ol>")
