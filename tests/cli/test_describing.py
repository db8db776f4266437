"""Questions in words: everything that matters is shown or said to be missing, and nothing can hide in it."""

import re
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from smurfs_graph.canonical import canonical_json
from smurfs_graph.cli.editing import Drafts
from smurfs_graph.cli.questions import ask
from smurfs_graph.planning.forms import Sum
from smurfs_graph.planning.plan import ChoiceSpec, Constraint, Plan, SubTask
from smurfs_graph.showing.describing import MARK, describe, laid_out, laid_out_whole, plan_changes
from smurfs_graph.showing.text import shorten, shorten_middle, visible
from tests.cli.conftest import Typed


def asked(plan: Plan, **more: Any) -> str:
    """The question about a plan, in words."""
    return describe({"kind": "plan", "plan": plan.model_dump(mode="json"), **more})


def test_a_plan_is_shown_with_all_that_is_approved_with_it() -> None:
    """Edges, executors, what they are told, arguments of prepared calls, conditions, and the choice to be made."""
    task = SubTask(
        id="rooms",
        content="Find\nrooms",
        parameters={"cities": ["Oslo"]},
        depends_on=("when",),
        local_constraints=(Constraint(text="no smoking"),),
        executor="clerk",
        instructions="book\nat once",
        prepared=True,
    )
    text = asked(
        Plan(
            sub_tasks=(SubTask(id="when", content="Find a day"), task),
            main_task="Plan a\nweekend",
            global_constraints=(Constraint(text="at most 100", check=Sum(field="price", value=100)),),
            choice=ChoiceSpec(domain="itinerary", facts={"people": 2}),
            form="in one word",
            independent=True,
        ),
        complaint="too long",
    )
    assert text.splitlines() == [
        "that did not pass: too long",
        "",
        "The plan:",
        "  as a whole: Plan a weekend",
        "  when  Find a day",
        "  rooms  Find rooms  (after when)",
        "      executor: clerk",
        "      instructions: book at once",
        '      called without a model, with cities=["Oslo"]',
        "      · no smoking",
        "  whole: at most 100",
        '           checked: kind="sum", field="price", op="<=", value=100.0',
        '  choice: domain="itinerary", people=2',
        "  form of the answer: in one word",
        "  its sub-tasks may run at the same time, also those that change something",
    ]


def test_a_huge_plan_is_cut_and_says_so() -> None:
    """A terminal's page is no place for a thousand sub-tasks."""
    text = asked(Plan(sub_tasks=tuple(SubTask(id=f"n{number}", content="x" * 5000) for number in range(1000))))
    assert "… and 960 more sub-tasks; edit shows them all" in text
    assert "(4,700 more characters)" in text
    assert len(text) < 20_000


def test_a_call_shows_its_arguments_and_how_much_of_them_is_missing() -> None:
    """Long ones are cut, each for itself, so that none pushes another one out of sight."""
    call = {
        "kind": "tool_call",
        "sub_task": "s1",
        "content": "send it",
        "tool": "send",
        "description": "Send a mail.",
        "arguments": {"body": "a" * 9000, "to": "x@example.org\x1b[2K"},
        "effects": ["network", "write"],
    }
    text = describe(call)
    assert "more characters)" in text
    assert r"to=\"x@example.org" in text or 'to="x@example.org' in text
    assert "\x1b" not in text
    assert "effects: network, write" in text


@given(st.text())
def test_nothing_moves_the_cursor_or_reorders_what_is_read(text: str) -> None:
    """All that is shown is printable, and printable text is unchanged."""
    shown = visible(text)
    assert not set(shown) & set("\x1b\r\x08\x07\x9b\u202e\u2066\u2028\u200b")
    assert visible(shown) == shown
    assert shorten(text, 10_000) == shown or len(text) > 10_000


@given(st.text(max_size=300), st.integers(0, 120))
def test_a_question_is_laid_out_without_losing_a_word(text: str, width: int) -> None:
    """Whatever it says, and however narrow the terminal is."""
    shown = laid_out(text, width)
    assert "".join(shown.split()) == "".join(text.split())


def test_what_goes_on_in_another_line_stands_below_its_beginning() -> None:
    """So that sub-tasks can be told from each other."""
    shown = laid_out("The plan:\n  transport  Find flights and roads\n  rooms  Find places", 24).splitlines()
    assert shown == ["The plan:", "  transport  Find", "      flights and roads", "  rooms  Find places"]


@given(st.text(alphabet="ab 密", max_size=300), st.integers(0, 60))
def test_every_character_of_a_question_is_seen_wherever_its_lines_break(text: str, width: int) -> None:
    """Behind the mark a line goes on with the next character; only where nothing else stands do blanks end one."""
    lines = laid_out_whole(text, width).split("\n")
    parts = [lines[0], *(line.partition(MARK)[2] for line in lines[1:])]
    assert "".join(parts) == text
    assert all(cell_len(line) <= max(width, 24) for line in lines)
    assert not any(part.endswith(" ") and part.strip() for part in parts[:-1])


def test_a_question_on_a_terminal_says_what_will_run(
    typed: Typed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blanks at a line's end, names of emoji and tabs of a program stand there as they are."""
    monkeypatch.setenv("COLUMNS", "40")
    typed("a\na\n")
    command = f"rm -rf /tmp/{'x' * 8}{' ' * 60}/home :bomb: [b]x[/b]"
    ask({**LONG, "arguments": {"command": command}}, Drafts())
    ask({**LONG, "tool": "run_python", "arguments": {"code": "await pay('a\tb')"}}, Drafts())
    shown = capsys.readouterr().err
    whole = shown.splitlines()[2] + "".join(line.partition(MARK)[2] for line in shown.splitlines()[3:8])
    assert f'pay(command="{command}")' in whole
    assert "await pay('a\\tb')" in shown


FORGERY = "x\n  effects: read\r\n\u2028  effects: read\x85  effects: read" + " " * 200 + "effects: read"


def test_no_value_can_fake_a_line_of_its_question() -> None:
    """Line breaks of any kind, names that look like values, spaces up to the edge of the window: anywhere in it."""
    call = {
        "kind": "tool_call",
        "sub_task": FORGERY,
        "content": FORGERY,
        "tool": FORGERY,
        "description": FORGERY,
        "arguments": {"to": FORGERY, 'to="a", cc': [{FORGERY: FORGERY}]},
        "effects": ["write"],
    }
    for kind in ("tool_call", "call_in_doubt"):
        lines = describe({**call, "kind": kind}, whole=True).splitlines()
        assert [line for line in lines if line.startswith("  effects")] == ["  effects: write"]
        assert '"to=\\"a\\", cc"=[' in lines[2]
        laid = laid_out_whole("\n".join(lines), 80).splitlines()
        assert [line for line in laid if line.startswith("  effects")] == ["  effects: write"]
    goes_on = laid_out_whole(describe({**call, "tool": "pay", "description": f"{MARK} not really"}), 5_000)
    assert MARK not in goes_on and "  \\u2502 not really" in goes_on
    task = SubTask(id="a", content=FORGERY, tools=(FORGERY,), parameters={FORGERY: FORGERY}, prepared=True)
    plan = Plan(sub_tasks=(task,), global_constraints=(Constraint(text=FORGERY),))
    assert len(asked(plan, complaint=FORGERY).splitlines()) == 7


def test_a_whole_question_leaves_nothing_out() -> None:
    """A person without an editor is shown all of it, tools and parameters of every sub-task too."""
    tasks = tuple(
        SubTask(id=f"n{number}", content="x" * 900, tools=("send",), parameters={"to": f"{number}"}, prepared=True)
        for number in range(60)
    )
    text = describe({"kind": "plan", "plan": Plan(sub_tasks=tasks).model_dump(mode="json")}, whole=True)
    assert "more" not in text
    assert text.count("x" * 900) == text.count("tools: send") == 60
    assert 'called without a model, with to="59"' in text


def test_a_program_is_shown_line_by_line() -> None:
    """Numbered, so that no line of it is one of the question; a long one shows its head and its tail."""
    question = {
        "kind": "tool_calls", "sub_task": "s1", "content": "pay it", "review_configs": [],
        "action_requests": [{"name": "run_python", "args": {"code": ""}, "description": "Run this.", "effects": []}],
    }  # fmt: skip
    request: Any = question["action_requests"][0]
    request["args"]["code"] = 'if True:\n    await pay("a")\r\n\ns1: harmless'
    assert describe(question).splitlines() == [
        "", "s1: pay it", "  wants to run a program:", "      1 ┆ if True:", '      2 ┆     await pay("a")\\x0d',
        "      3 ┆ ", "      4 ┆ s1: harmless", "  Run this.",
    ]  # fmt: skip
    request["args"]["code"] = '# harmless\rawait pay("""a  \n""")'
    assert describe(question).splitlines()[3:-1] == [
        "      1 ┆ # harmless\\x0d", '      2 ┆ await pay("""a \\x20', '      3 ┆ """)',
    ]  # fmt: skip
    request["args"]["code"] = "\n".join(f"await pay({number})" for number in range(1_000))
    assert "pay(0)" in describe(question) and "more lines) …" in describe(question)
    assert "pay(999)" in describe(question) and "pay(500)" not in describe(question)
    assert "pay(500)" in describe(question, whole=True)
    request["args"]["code"] = "x = '" + "y" * 5_000 + "'\nawait pay(1)"
    assert "more characters" in describe(question) and "pay(1)" in describe(question)


def test_joiners_are_left_where_words_need_them_and_shown_where_they_hide() -> None:
    """Persian, Hindi and emoji read as they are written; between Latin letters a joiner is written out."""
    for text in (
        "\u0645\u06cc\u200c\u062e",
        "\u0915\u094d\u200d\u0937",
        "👩\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥",
        "Dvořák 東京",
    ):
        assert visible(text) == text
    assert visible("rm\u200d -rf\u3164\u00a0a\ufe0f") == r"rm\u200d -rf\u3164\xa0a\ufe0f"


LONG = {
    "kind": "tool_call",
    "sub_task": "s1",
    "content": "pay",
    "tool": "pay",
    "description": "Pay.",
    "arguments": {"to": "ada " * 400 + "HIDDEN " + "ada " * 400 + 'END"'},
    "effects": ["money"],
    "review_configs": [{"action_name": "pay", "allowed_decisions": ["approve", "reject"]}],
}


def test_a_long_argument_shows_its_head_and_its_tail() -> None:
    """The end of a value is as dangerous as its beginning."""
    text = describe(LONG)
    assert "HIDDEN" not in text and "more characters" in text
    assert text.count('to="ada ada') == 1 and 'END\\""' in text
    assert "HIDDEN" in describe(LONG, whole=True)


@given(st.text(alphabet='\\"a', max_size=200), st.integers(8, 40))
def test_no_cut_ends_a_value(value: str, limit: int) -> None:
    """Behind the cut, a quote within the value keeps its backslash."""
    shown = shorten_middle(canonical_json(value), limit)
    tail = shown.rpartition("…")[2] if "…" in shown else shown[1:]
    assert re.fullmatch(r'(?:[^"\\]|\\.)*"', tail)


@pytest.mark.parametrize(
    ("text", "seen"), [("w\na\n", True), ("a\na\n", False), ("a\nw\na\n", True), ("r\nno\n", False)]
)
def test_what_is_cut_is_offered_before_an_approval_counts(
    text: str, seen: bool, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    """An approval at once is asked for again; a rejection needs no more."""
    typed(text)
    answer = ask(LONG, Drafts())
    assert answer["decision"] == ("reject" if text.startswith("r") else "approve")
    shown = capsys.readouterr().err
    assert ("HIDDEN" in shown) == seen and "see the [w]hole" in shown
    assert not sys.stdin.read()


def test_a_question_that_is_shown_whole_is_asked_once(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing more is offered."""
    typed("a\n")
    assert ask({**LONG, "arguments": {"to": "ada"}}, Drafts()) == {"decision": "approve"}
    assert "[w]" not in capsys.readouterr().err


CALL = {**LONG, "arguments": {"to": "ada"}, "why": "rule 1 of the policy"}
SEVERAL = {
    "kind": "tool_calls", "sub_task": "s1", "content": "Pay them.", "complaint": "",
    "action_requests": [{"name": "pay", "args": {"to": to}, "description": "Pays.", "effects": LONG.get("effects", []),
                         "why": "rule 1 of the policy"} for to in ("ada", "bob")],
    "review_configs": LONG["review_configs"],
}  # fmt: skip


def test_always_is_said_once_for_a_tool(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """Later calls are shown and not asked about, alone or several; another tool or another reason is."""
    typed("l\nr\nno\n")
    always: set[Any] = set()
    assert ask(CALL, Drafts(), always) == {"decision": "approve"}
    assert ask({**CALL, "arguments": {"to": "bob"}}, Drafts(), always) == {"decision": "approve"}
    assert [said["type"] for said in ask(SEVERAL, Drafts(), always)["decisions"]] == ["approve", "approve"]
    shown = capsys.readouterr().err
    assert 'Approved as before: pay(to="bob")' in shown and "asked because: rule 1 of the policy" in shown
    assert ask({**CALL, "why": "rule 2 of the policy"}, Drafts(), always)["decision"] == "reject"


@pytest.mark.parametrize("question", [{**CALL, "tool": "run_python", "arguments": {"code": "x"}}, CALL])
def test_always_is_for_calls_of_tools_alone(
    question: dict[str, Any], typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each program is another one; yes approves, and a complaint is asked about again."""
    typed("yes\nl\nyes\n")
    always: set[Any] = set()
    assert ask(question, Drafts(), always) == {"decision": "approve"}
    assert ask({**question, "complaint": "the policy forbids it"}, Drafts(), {*always}) == {"decision": "approve"}
    assert ("a[l]ways" in capsys.readouterr().err) == (question["tool"] != "run_python")


def test_a_plan_that_is_put_again_says_what_changed() -> None:
    """By the ids of its sub-tasks; the same plan says nothing."""
    before = {"sub_tasks": [{"id": "s1", "content": "a"}, {"id": "s2", "content": "b"}], "form": ""}
    now = {"sub_tasks": [{"id": "s2", "content": "B"}, {"id": "s3", "content": "c"}], "form": "in euros"}
    assert plan_changes(before, now) == "since the last time: new: s3; changed: s2; gone: s1; also changed: form"
    assert plan_changes(now, now) == ""
