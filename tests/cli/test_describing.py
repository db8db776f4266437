"""Questions in words: everything that matters is shown or said to be missing, and nothing can hide in it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.planning.plan import ChoiceSpec, Constraint, Plan, SubTask
from smurfs_graph.showing.describing import MARK, describe, laid_out
from smurfs_graph.showing.text import shorten, visible


def asked(plan: Plan, **more: Any) -> str:
    """The question about a plan, in words."""
    return describe({"kind": "plan", "plan": plan.model_dump(mode="json"), **more})


def test_a_plan_is_shown_with_all_that_is_approved_with_it() -> None:
    """Edges, arguments of prepared calls, conditions, and the choice that is to be made."""
    task = SubTask(
        id="rooms",
        content="Find\nrooms",
        parameters={"cities": ["Oslo"]},
        depends_on=("when",),
        local_constraints=(Constraint(text="no smoking"),),
        prepared=True,
    )
    text = asked(
        Plan(
            sub_tasks=(SubTask(id="when", content="Find a day"), task),
            global_constraints=(Constraint(text="at most 100"),),
            choice=ChoiceSpec(domain="itinerary", facts={"people": 2}),
        ),
        complaint="too long",
    )
    assert text.splitlines() == [
        "that did not pass: too long",
        "",
        "The plan:",
        "  when  Find a day",
        "  rooms  Find rooms  (after when)",
        '      with cities=["Oslo"]',
        "      · no smoking",
        "  whole: at most 100",
        '  choice: domain="itinerary", people=2',
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
    """What is shown is printable, and what was printable already is unchanged."""
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
        laid = laid_out("\n".join(lines), 80, MARK).splitlines()
        assert [line for line in laid if line.startswith("  effects")] == ["  effects: write"]
    task = SubTask(id="a", content=FORGERY, tools=(FORGERY,), parameters={FORGERY: FORGERY}, prepared=True)
    plan = Plan(sub_tasks=(task,), global_constraints=(Constraint(text=FORGERY),))
    assert len(asked(plan, complaint=FORGERY).splitlines()) == 7


def test_a_whole_question_leaves_nothing_out() -> None:
    """Who cannot open an editor is shown all of it, tools and parameters of every sub-task too."""
    tasks = tuple(
        SubTask(id=f"n{number}", content="x" * 900, tools=("send",), parameters={"to": f"{number}"}, prepared=True)
        for number in range(60)
    )
    text = describe({"kind": "plan", "plan": Plan(sub_tasks=tasks).model_dump(mode="json")}, whole=True)
    assert "more" not in text
    assert text.count("x" * 900) == text.count("tools: send") == 60
    assert '  with to="59"' in text


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
