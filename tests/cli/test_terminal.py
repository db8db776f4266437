"""Progress on a real terminal: every other test of the CLI writes into pipes."""

import re
import tempfile
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from smurfs_graph import Plan, SubTask
from smurfs_graph.cli.screen import Lines, Terminal
from smurfs_graph.events.vocabulary import AnswerText, PersonAnswered, PersonAsked, PlanMade, SubTaskStarted
from tests.cli.person import Person


def test_the_live_view_can_be_made_and_shows_what_happened() -> None:
    """Rich renders the view while it is being made, before any event."""
    written = StringIO()
    with Terminal(Console(file=written, force_terminal=True, width=40)) as screen:
        screen.show(SubTaskStarted(sub_task="s1", content="Find the stock of item A-17."))
    assert "s1" in written.getvalue()


def test_the_view_after_a_question_leaves_it_standing() -> None:
    """No line above the place where it begins is wiped."""
    written = StringIO()
    screen = Terminal(Console(file=written, force_terminal=True, width=40))
    with screen:
        screen.show(SubTaskStarted(sub_task="s1", content="Find the stock of item A-17."))
    written.write("THE QUESTION")
    with screen:
        screen.show(SubTaskStarted(sub_task="s2", content="Find its price."))
    before, found, _ = written.getvalue().partition("THE QUESTION")[2].partition("s1")
    assert found and not re.search(r"\x1b\[\d*A|\x1b\[2K", before)


def test_the_answer_is_shown_while_it_is_written_and_a_new_beginning_replaces_it() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=30, height=10, record=True)
    screen = Terminal(console)
    for message_id, text in (("a", "It is 15"), ("b", "It is 14 degrees"), ("b", " in Oslo\x1b[2J,\nand dry.")):
        screen.show(AnswerText(message_id=message_id, text=text))
    console.print(screen._render())  # pyright: ignore[reportPrivateUsage]
    shown = console.export_text()
    assert "It is 14 degrees in" in shown
    assert "and dry." in shown
    assert "15" not in shown
    assert "\x1b[2J" not in shown


def test_a_plan_is_printed_again_only_where_it_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """The manager often leaves the planner's as it is."""
    one, other = (PlanMade(plan=Plan(sub_tasks=(SubTask(id="s1", content=text),))) for text in ("one", "other"))
    lines = Lines()
    for event in (one, one, other, other, one):
        lines.show(event)
    assert capsys.readouterr().err.splitlines()[1::2] == ["  s1: one", "  s1: other", "  s1: one"]


def test_a_question_that_comes_with_its_answer_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """A node that is resumed asks once more; whoever waits is named all the same."""
    asked = [
        PersonAsked(sub_task=name, about="tool_call", text=f"may {name} be called?") for name in ("s1", "s2", "s3")
    ]
    with Lines() as lines:
        for event in (asked[0], PersonAnswered(sub_task="s1", about="tool_call", decision="approve"), *asked[1:]):
            lines.show(event)
    assert capsys.readouterr().err.splitlines() == [f"{n}: asks a person: may {n} be called?" for n in ("s2", "s3")]


@pytest.mark.parametrize("columns", ["20", "200"])
def test_run_on_a_terminal(columns: str, tools_file: Path, tmp_path: Path) -> None:
    """A run whose standard error is a terminal draws its tree there and answers on standard output."""
    command = ["run", "Find the stock of item A-17.", "--tools", tools_file]
    with tempfile.TemporaryFile() as out:
        with Person(tmp_path / "home", *command, out=out.fileno(), COLUMNS=columns) as person:
            assert person.ends() == 0, person.screen
        out.seek(0)
        assert b"4" in out.read()
    assert "find_stock" in person.screen
    [*_, summary] = person.screen.partition("smurfs: answered")[1:]
    assert all(len(line) <= max(24, int(columns)) for line in f"smurfs: answered{summary}".splitlines())


def test_the_answer_breaks_between_words_on_a_terminal(tools_file: Path, tmp_path: Path) -> None:
    """A terminal would break it within one."""
    query = "Find the stock of item A-17. Find the price of item A-17."
    with Person(tmp_path / "home", "run", query, "--tools", tools_file, COLUMNS="30") as person:
        assert person.ends() == 0, person.screen
    answer = person.screen.rpartition("rests on:")[0].splitlines()[-4:]
    assert answer[-1] == "is 12.5 (currency EUR)." and all(len(line) <= 30 for line in answer)
