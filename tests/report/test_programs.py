"""Programs as people see them: their text, their calls at the lines that made them, what they printed, and failures."""

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Event, effects, parse_event
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.cli.program_lines import program_lines
from smurfs_graph.cli.screen import plan_lines
from smurfs_graph.events.run_view import RunView, StepView, TaskView, lines_of
from smurfs_graph.events.vocabulary import CallRefused, PersonAsked, ToolCalled
from smurfs_graph.report import report_html
from smurfs_graph.report.programs import program_html
from smurfs_graph.runs.history import history
from smurfs_graph.runs.saved import read_run
from smurfs_graph.runs.steps import step_rows
from smurfs_graph.showing.programs import busy
from smurfs_graph.showing.text import visible
from tests.graph.test_programs import Shop, code
from tests.report.runs import HOSTILE

CONFIG: Any = {"configurable": {"thread_id": "t"}}
FIRST = 'found = [await price(i) for i in "ABCABC"]\nprint(sum(found))\nawait price("Z")'
SECOND = 'print(await price("A"))\nprint("the end")'


def events_of(shop: Shop) -> list[Event]:
    """Return the events that a run streams."""
    options: Any = {"stream_mode": "custom", "subgraphs": True}
    return [parse_event(data) for _, data in shop.graph.stream({"query": "go"}, CONFIG, **options)]


def view_of(told: list[Event]) -> RunView:
    """The run as these tell it."""
    view = RunView()
    for event in told:
        view.apply(event)
    return view


def shown(view: RunView, *, whole: bool = True) -> list[str]:
    """The lines of its steps on a terminal of 100 columns, times left out."""
    lines = plan_lines(view, 100, whole=whole)[1:]
    return [re.sub(r"(,|  )\s*\d+ ms", "", str(line)).strip() for line in lines]


def made(tmp_path: Path, *replies: Any) -> tuple[list[Event], list[Event]]:
    """A run as it was streamed, and as it is told again."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        shop = Shop(*replies, checkpointer=storage.checkpointer, store=storage.store)
        return events_of(shop), history(storage, "t")


def test_a_program_stands_before_its_calls_and_they_at_their_lines(tmp_path: Path) -> None:
    """Live and told again; a failure where it was made, a long row of calls in short, a known result as no failure."""
    live, again = map(view_of, made(tmp_path, code(FIRST), code(SECOND), "12"))
    assert live.tool_calls == again.tool_calls == 7
    assert (
        shown(live)
        == shown(again)
        == [
            "✗ run_python(3 lines, 7 calls, 1 failed)",
            '1 found = [await price(i) for i in "ABCABC"]',
            *(f'✓ price(item="{item}")' for item in "ABC"),
            "… 6 calls in all",
            "2 print(sum(found))",
            '3 await price("Z")',
            "✗ price(item=\"Z\")  there is no item 'Z'",
            "✗ failed in line 3: RuntimeError: there is no item 'Z'",
            "✓ run_python(2 lines, 1 call)",
            '1 print(await price("A"))',
            '✓ price(item="A")  as before',
            '2 print("the end")',
            "> 3",
            "> the end",
        ]
    )


def test_a_program_that_waits_for_a_person_is_shown(tmp_path: Path) -> None:
    """With the calls that it has made, before it is a step; of a run that goes on, only the lines that made them."""
    for told in made(tmp_path, code('one = 1\nprint(await price("A"))\nawait order("A")')):
        view = view_of(told)
        [(program, calls)] = view.tasks["s1"].with_calls
        assert (program.state, [(call.tool, call.line) for call in calls]) == ("running", [("price", 2)])
        assert shown(view, whole=False) == [
            "▸ run_python(3 lines, 1 call)", '2 print(await price("A"))', '✓ price(item="A")',
        ]  # fmt: skip
        assert view.questions == [("s1", 'may order(item="A") be called?')]
        assert 'class=k>await</i> order(<i class=s>"A"</i>)' in report_html(told)


def test_questions_about_several_calls_are_all_told() -> None:
    """Each once, also where they are asked again."""
    asked = [PersonAsked(sub_task="s1", about="tool_call", text=f"may order({item}) be called?") for item in "AB"]
    assert view_of([*asked, *asked]).questions == [("s1", "may order(A) be called? may order(B) be called?")]


@given(st.lists(st.sampled_from(["call", "program", "native"]), max_size=12), st.booleans())
def test_every_step_is_shown_once(kinds: list[str], goes_on: bool) -> None:
    """Calls below the program that comes next, and by themselves where none does."""
    task = TaskView("s1", "")
    for at, kind in enumerate(kinds):
        tool = "run_python" if kind == "program" else "find"
        task.steps[at] = StepView(at, 0, tool, line=1 if kind == "call" else None)
    task.program = StepView(-1, 0, "run_python") if goes_on else None
    listed = task.with_calls
    numbers = [each.number for step, calls in listed for each in (*calls, step)]
    assert numbers == [*range(len(kinds)), *([-1] if goes_on else [])]
    assert all(step.is_program and all(call.line == 1 for call in calls) for step, calls in listed if calls)


@given(st.lists(st.tuples(st.floats(1, 100), st.floats(0, 10)), min_size=1, max_size=8))
def test_calls_at_the_same_time_count_once(spans: list[tuple[float, float]]) -> None:
    """Their time is no less than that of the longest, and no more than all."""
    calls = [StepView(at, 0, "find", called=began, seconds=took) for at, (began, took) in enumerate(spans)]
    assert max(took for _, took in spans) - 1e-6 <= busy(calls) <= sum(took for _, took in spans) + 1e-6
    assert busy([*calls, *calls]) == busy(calls)


def test_a_program_that_was_killed_is_told_again_with_calls_that_were_refused(tmp_path: Path) -> None:
    """By the process that goes on, which makes none of them."""
    lives = list[str]()

    @effects("read")
    async def weigh(item: str) -> int:
        """Weigh an item; the first time it takes for ever."""
        lives.append(item)
        if len(lives) == 1:
            await asyncio.Event().wait()
        return 4

    source = code('try:\n    await price(await details("A"))\nexcept Exception:\n    print(await weigh("B"))')
    options: Any = {"stream_mode": "custom", "subgraphs": True}
    with open_storage(tmp_path / "runs.sqlite") as storage:
        kept: Any = {"checkpointer": storage.checkpointer, "store": storage.store, "tools": (weigh,)}
        for _, data in Shop(source, **kept).graph.stream({"query": "go"}, CONFIG, **options):
            if data["kind"] == "tool_called" and data["arguments"] == {"item": "B"}:
                break  # the process ends
        again = Shop("4", **kept).graph.stream(None, CONFIG, **options)
        told = [parse_event(data) for _, data in again]
    calls = [(each.kind, each.tool, each.line) for each in told if isinstance(each, ToolCalled | CallRefused)]
    assert calls == [
        ("tool_called", "details", 2), ("call_refused", "price", 2), ("tool_called", "weigh", 4),
        ("tool_called", "run_python", None),
    ]  # fmt: skip
    assert lives == ["B", "B"]


def test_the_steps_of_a_run_name_the_program(tmp_path: Path) -> None:
    """`runs show` lists it before it runs, and while it waits."""
    with open_storage(tmp_path / "runs.sqlite") as storage:
        events_of(Shop(code("await order('A')\nprint(1)"), checkpointer=storage.checkpointer, store=storage.store))
        listed = [row.summary for row in step_rows(read_run(storage, "t"))]
    assert listed[-2:] == ["run_python(2 lines: await order('A'))", "depth 0, 0 attempts, in a program of 2 lines"]


def test_plain_lines_tell_the_program_first(tmp_path: Path) -> None:
    """For pipes; a result that was known is no failure."""
    told, _ = made(tmp_path, code('await price("A")'), code(SECOND), "3")
    lines = [line.strip() for event in told for line in lines_of(event) if "s1: " in line]
    assert [re.sub(r"  +", " ", line) for line in lines[2:6]] == [
        's1: runs a program: await price("A")',
        's1: line 1: calls price(item="A")',
        's1: runs a program: 2 lines: print(await price("A"))',
        "s1: line 1: price is answered as before",
    ]


def test_the_page_has_the_code_in_colours_and_its_output(tmp_path: Path) -> None:
    """Calls, time and failures beside their lines, the calls below, what it printed."""
    _, again = made(tmp_path, code(FIRST), code(SECOND), "12")
    page = report_html(again)
    assert "<li><code>found = [<i class=k>await</i> price(i) <i class=k>for</i>" in page
    assert "<span class=meta>6 calls, " in page and "<span class=meta>1 call, 1 failed, " in page
    assert "<li class=failed><code><i class=k>await</i> price(" in page
    assert "<dt>Printed<dd><pre tabindex=0>3\nthe end</pre>" in page
    assert page.count("<ol class=calls>") == 2


@pytest.mark.parametrize("source", [HOSTILE, f'print("{HOSTILE}")', f"# {HOSTILE}\nx = '''{HOSTILE}\n{HOSTILE}'''"])
def test_no_program_is_markup(source: str) -> None:
    """Python or not, whatever stands in its texts and comments."""
    page = program_html(source, [], 10_000)
    assert all(word not in page for word in ("<script", "<img", "<svg", "<a ", "<style", "<base", "\x1b", "\u202e"))


_SOURCES = st.lists(st.sampled_from(["x = 1", '"""', "'", "# <b>", 'f"{a', "\n", "\t", "\r", "await f()"])).map("".join)


@given(st.text() | _SOURCES)
def test_the_page_has_every_character_of_a_program(source: str) -> None:
    """In its colours or without, a line each."""
    page = program_html(source, [], 100_000)
    shown = [unescape(re.sub(r"<[^>]*>", "", row)) for row in page.split("<li>")[1:]]
    assert shown == visible(source.rstrip()).split("\n")


def test_a_long_program_is_cut_with_a_word() -> None:
    """To what the page has room for; at the terminal to the lines that made calls."""
    assert program_html("x = 1\n" * 100, [], 60).endswith("… 90 more lines</ol>")
    program = StepView(0, 0, "run_python", {"code": "x = 1\n" * 100})
    calls = [StepView(1, 0, "find", line=70, state="answered"), StepView(2, 0, "find", line=0, state="answered")]
    assert [str(line).split() for line in program_lines(program, calls, "", 80, whole=True)] == [
        ["70", "x", "=", "1"], ["✓", "find()", "0", "ms"], ["✓", "find()", "0", "ms"],
    ]  # fmt: skip
