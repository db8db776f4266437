"""A person answers at the terminal: approves, edits in $EDITOR, rejects, changes their mind, gives up, comes back."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.cli.editing import Drafts
from tests.cli.conftest import Run
from tests.cli.person import CTRL_C, CTRL_D, Person

QUERY = "Find the stock of item A-17. Find the price of item A-17."
CHOICES = "[a]pprove, [e]dit or [r]eject? "
OF_A_CALL = "[e]dit, [r]eject or answer it your[s]elf? "
AGAIN = "[e]dit it again, or go [b]ack? "

Start = Callable[..., Person]


@pytest.fixture
def start(tmp_path: Path, tools_file: Path) -> Start:
    """`smurfs run` at a terminal, with what is to be approved."""

    def run(*arguments: object, query: str = QUERY, **environment: Any) -> Person:
        given = ["run", query, "--tools", tools_file, "--thread", "t", *arguments]
        return Person(tmp_path / "home", *given, **environment)

    return run


@pytest.fixture
def editor(tmp_path: Path) -> Callable[..., str]:
    """An EDITOR that does one thing after the other: Python statements over `text`, the file's text."""

    def make(*steps: str) -> str:
        script = tmp_path / "editor.py"
        count = tmp_path / "edits"
        script.write_text(
            "import pathlib, re, sys\n"
            "path = pathlib.Path(sys.argv[1])\n"
            f"count = pathlib.Path({str(count)!r})\n"
            "done = len(count.read_text()) if count.exists() else 0\n"
            "count.write_text('x' * (done + 1))\n"
            "text = path.read_text()\n"
            f"pathlib.Path({str(tmp_path)!r}, f'seen{{done}}').write_text(text)\n"
            f"steps = {list(steps)!r}\n"
            "exec(steps[min(done, len(steps) - 1)])\n"
            "path.write_text(text)\n"
        )
        return f"'{sys.executable}' '{script}'"

    return make


def outcome(smurfs: Run, thread: str = "t") -> dict[str, Any]:
    """The result of a run that has ended, asked for once more."""
    return json.loads(smurfs("resume", thread, "--json").out)


def test_an_edited_plan_is_what_runs_edges_and_constraints_included(
    start: Start, smurfs: Run, editor: Callable[..., str]
) -> None:
    """The person adds an edge and a condition, and takes a wish out."""
    edit = (
        "text = text.replace('depends_on:\\n  - s1', 'depends_on: []')"
        ".replace('global_constraints: []', 'global_constraints:\\n- text: no more than 20 EUR')"
        ".replace('item A-17', 'item C-3')"
    )
    with start("--approve", "plan", "--strategy", "smurfs", EDITOR=editor(edit)) as person:
        assert "s2" in person.sees(CHOICES)
        person.types("e")
        assert person.ends() == 0
    result = outcome(smurfs)
    assert [task["depends_on"] for task in result["plan"]["sub_tasks"]] == [[], []]
    assert [item["text"] for item in result["plan"]["global_constraints"]] == ["no more than 20 EUR"]
    called = [item["arguments"] for found in result["outcomes"].values() for item in found["evidence"]]
    assert called == [{"item": "C-3"}, {"item": "C-3"}]


def test_an_edit_that_does_not_pass_is_reopened_with_the_persons_own_text(
    start: Start, smurfs: Run, editor: Callable[..., str], tmp_path: Path
) -> None:
    """No YAML, a key that does not exist, then a circle that the plan's check finds: nothing of it is lost."""
    steps = (
        "text = text.replace('Find the stock', 'Tell the stock') + '\\n]['",
        "text = text.replace('][', '').replace('local_constraints', 'local_constrains', 1)",
        "text = text.replace('local_constrains:', 'local_constraints:').replace("
        "'depends_on: []', 'depends_on: [s2]', 1)",
        "text = text.replace('depends_on: [s2]', 'depends_on: []', 1)",
    )
    with start("--approve", "plan", "--strategy", "smurfs", EDITOR=editor(*steps)) as person:
        person.sees(CHOICES)
        person.types("e")
        assert "this is no YAML" in person.sees(AGAIN)
        person.types("e")
        assert "'local_constrains'" in person.sees(AGAIN)
        person.types("")
        assert "circle" in person.sees(CHOICES)
        person.types("e")
        assert person.ends() == 0
    assert "Tell the stock" in (tmp_path / "seen1").read_text()
    assert (tmp_path / "seen1").read_text().startswith("#! that did not pass")
    assert "#! that did not pass: depends_on" in (tmp_path / "seen3").read_text()
    assert outcome(smurfs)["plan"]["sub_tasks"][0]["content"].startswith("Tell the stock")


@pytest.mark.parametrize(
    ("editor_command", "said"),
    [
        ("/no/such/editor", "set EDITOR"),
        ("false", "ended with status 1"),
        ("'unbalanced", "set EDITOR"),
        ("rm", "set EDITOR"),
    ],
)
def test_an_editor_that_fails_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], editor_command: str, said: str
) -> None:
    """And says why."""
    monkeypatch.setenv("EDITOR", editor_command)
    monkeypatch.delenv("VISUAL", raising=False)
    assert Drafts().edit("plan", {"a": 1}, "", lambda _: "", lambda: False) is None
    assert said in capsys.readouterr().err


def test_a_look_into_the_editor_approves_nothing(start: Start, smurfs: Run, editor: Callable[..., str]) -> None:
    """An unchanged plan is asked about again, and so is one whose editor failed; an empty file is no plan."""
    with start("--approve", "plan", EDITOR=editor("pass", "sys.exit(3)", "text = ''")) as person:
        person.sees(CHOICES)
        person.types("e")
        assert "nothing was changed" in person.sees(CHOICES)
        person.types("e")
        assert "ended with status 3" in person.sees(CHOICES)
        person.types("e")
        assert "must be a mapping" in person.sees(AGAIN)
        person.types("b")
        person.sees(CHOICES)
        person.types("r")
        person.types("")
        assert person.ends() == 1
    assert outcome(smurfs)["stop_reason"] == "rejected"


def test_a_text_is_edited_as_it_is(monkeypatch: pytest.MonkeyPatch, editor: Callable[..., str]) -> None:
    """The response of a call is text, not YAML."""
    monkeypatch.setenv("EDITOR", editor("text = 'booked: [yes'"))
    monkeypatch.delenv("VISUAL", raising=False)
    assert Drafts().edit("response s1", "", "", lambda _: "", lambda: False) == "booked: [yes"


def test_giving_up_at_the_question_is_an_interruption(start: Start, smurfs: Run) -> None:
    """One key press is enough; the question waits, and can be answered later."""
    with start("--approve", "plan") as person:
        person.sees(CHOICES)
        person.presses(CTRL_D)
        said = person.sees("smurfs resume t")
        assert "interrupted" in said
        assert person.ends() == 130
    done = smurfs("resume", "t", "--answer", "approve", "--json")
    assert json.loads(done.out)["stop_reason"] == "answered"


def test_what_was_written_is_kept_where_the_person_gives_up(start: Start, editor: Callable[..., str]) -> None:
    """An edit that did not pass is in a file that the last line names."""
    with start("--approve", "plan", EDITOR=editor("text = 'my: own\\nwords: [1'")) as person:
        person.sees(CHOICES)
        person.types("e")
        person.sees(AGAIN)
        person.presses(CTRL_C)
        person.sees("what you wrote is kept in ")
        assert person.ends() == 130
        folder = Path(person.screen.strip().splitlines()[0])
    [kept] = folder.iterdir()
    assert kept.read_text() == "my: own\nwords: [1"
    kept.unlink()
    folder.rmdir()


def test_what_was_taken_over_is_not_kept_beside_the_run(start: Start, editor: Callable[..., str]) -> None:
    """The plan as it was edited is in the run; whoever gives up at a later question has lost nothing."""
    with start("--approve", "plan,tools", EDITOR=editor("text = text.replace('A-17', 'B-2')")) as person:
        person.sees(CHOICES)
        person.types("e")
        person.sees(OF_A_CALL)
        person.presses(CTRL_C)
        assert "what you wrote" not in person.sees("smurfs resume t")
        assert person.ends() == 130
        assert "what you wrote" not in person.screen


def test_a_call_is_edited_and_texts_stay_texts(start: Start, smurfs: Run, editor: Callable[..., str]) -> None:
    """A text that YAML 1.1 would make a number of stays as typed; the tool's schema has its say."""
    steps = ("text = 'item: [1]\\n'", "text = 'item: 007\\n'")
    with start("--approve", "tools", query="Find the price of item A-17.", EDITOR=editor(*steps)) as person:
        assert 'find_price(item="A-17"' in person.sees(OF_A_CALL)
        person.types("e")
        assert "that did not pass: item" in person.sees(OF_A_CALL)
        person.types("e")
        assert person.ends() == 0
    [evidence] = outcome(smurfs)["outcomes"]["s1"]["evidence"]
    assert evidence["arguments"]["item"] == "007"


def test_a_tool_is_allowed_for_the_run(start: Start, smurfs: Run) -> None:
    """One question for two calls of it; both are shown."""
    with start("--approve", "tools", query="Find the price of item A-17. Find the price of item B-2.") as person:
        assert "asked because: every call is asked about" in person.sees(OF_A_CALL)
        person.types("l")
        assert 'find_price(item="B-2"' in person.sees("smurfs: ")
        assert person.ends() == 0
    assert outcome(smurfs)["usage"]["tool_calls"] == 2


def test_a_rejected_call_says_why(start: Start, smurfs: Run) -> None:
    """The reason stands in the outcome; the rubbish that was typed before does no harm."""
    with start("--approve", "tools", query="Find the price of item A-17.") as person:
        person.sees(OF_A_CALL)
        person.types("what?")
        person.sees(OF_A_CALL)
        person.types("r")
        person.sees("why? ")
        person.types("too dear")
        assert person.ends() == 1
    assert "too dear" in json.dumps(outcome(smurfs)["outcomes"])


def test_a_person_answers_the_sub_task_by_hand(start: Start, smurfs: Run, tmp_path: Path) -> None:
    """Nothing alone is no answer; the result, and the report of what the run kept, say whose it is."""
    with start("--approve", "tools", query="Find the price of item A-17.") as person:
        person.sees(OF_A_CALL)
        person.types("s")
        person.sees("your answer to the sub-task: ")
        person.types("")
        person.sees(OF_A_CALL)
        person.types("s")
        person.sees("your answer to the sub-task: ")
        person.types("12 pounds, by phone")
        assert "rests on: s1 (answered by a person)" in person.sees("smurfs: ")
        assert person.ends() == 0
    assert outcome(smurfs)["answer"] == "Price of item A-17: 12 pounds, by phone"
    page = tmp_path / "run.html"
    assert smurfs("report", "t", "-o", str(page)).status == 0
    assert "<dt>Solved<dd>answered by a person" in page.read_text()


@pytest.mark.parametrize(("answer", "status"), [("A-17", 0), ("", 1)])
def test_a_clarifying_question_is_asked_at_a_terminal(start: Start, answer: str, status: int) -> None:
    """The answer joins the request; without one the run goes on as it can."""
    with start(query="What is the price of that item?") as person:
        assert "Which item do you mean by 'that item'?" in person.sees("go on without): ")
        person.types(answer)
        assert person.ends() == status
        assert ("12.5" in person.screen) == bool(answer)


def test_where_nobody_is_at_a_terminal_nobody_is_asked(smurfs: Run, tools_file: Path) -> None:
    """Questions not asked are named; with --approve, somebody will come back, so it waits."""
    query = "What is the price of that item?"
    done = smurfs("run", query, "--tools", tools_file)
    assert "not asked: \"Which item do you mean by 'that item'?\"" in done.err
    done = smurfs("run", query, "--tools", tools_file, "--approve", "plan", "--thread", "w", "--json")
    [question] = json.loads(done.out)["interrupts"]
    assert question["kind"] == "clarification"
    assert "waits" not in smurfs("resume", "w", "--answer", "A-17", "--json").err
    result = json.loads(smurfs("resume", "w", "--answer", "approve", "--json").out)
    assert "12.5" in result["answer"]


PARALLEL = "Find the stock of item A-17. Find the price of item B-2."


def waiting_for_two(smurfs: Run, tools_file: Path) -> list[dict[str, Any]]:
    """A run whose two calls wait at once."""
    options = ["--tools", tools_file, "--strategy", "full", "--approve", "tools", "--thread", "p", "--json"]
    done = smurfs("run", PARALLEL, *options)
    questions = json.loads(done.out)["interrupts"]
    assert [question["tool"] for question in questions] == ["find_stock", "find_price"]
    return questions


def test_several_questions_are_answered_by_id_in_any_order(smurfs: Run, tools_file: Path) -> None:
    """All answers are checked before any counts: a wrong one uses up none; one that is left waits on."""
    first, second = waiting_for_two(smurfs, tools_file)
    good, bad = f"{first['id'][:8]}=approve", f'{second["id"][:8]}={{"decision": "edit"}}'
    for answers, said in (
        (["approve"], "2 questions wait"),
        ([good, bad], "edit needs arguments"),
        ([good, good], "answered twice"),
    ):
        done = smurfs("resume", "p", *(part for answer in answers for part in ("--answer", answer)))
        assert (done.status, said in done.err) == (2, True)
    assert len(json.loads(smurfs("resume", "p", "--json").out)["interrupts"]) == 2
    done = smurfs("resume", "p", "--answer", f"{second['id'][:8]}=reject: too dear", "--json")
    assert first["id"] in [question["id"] for question in json.loads(done.out)["interrupts"]]
    done = smurfs("resume", "p", "--answer", f"{second['id']}=approve")
    assert (done.status, "waits (any more)" in done.err) == (2, True)
    result = json.loads(smurfs("resume", "p", "--answer", "all=approve", "--json").out)
    assert result["outcomes"]["s1"]["status"] == "solved"


def test_an_answer_that_nothing_waits_for_is_refused(smurfs: Run, tools_file: Path) -> None:
    """A run that has ended takes none."""
    smurfs("run", QUERY, "--tools", tools_file, "--thread", "e")
    done = smurfs("resume", "e", "--answer", "approve")
    assert (done.status, "waits for no answer" in done.err) == (2, True)


def test_nothing_hides_from_the_person_who_approves(start: Start) -> None:
    """Control characters and text that runs backwards are written out."""
    with start("--approve", "plan", query="Find the price of item A-17. \u202egnp.exe\u202c Say it twice.") as person:
        shown = person.sees(CHOICES)
        assert "\u202e" not in shown.partition("The plan:")[2]
        person.types("r")
        person.types("")
        assert person.ends() == 1
