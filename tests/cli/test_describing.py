"""Questions in words: everything that matters is shown or said to be missing, and nothing can hide in it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.cli.describing import described, laid_out
from smurfs_graph.cli.showing import shortened, visible
from smurfs_graph.plan import ChoiceSpec, Constraint, Plan, SubTask


def asked(plan: Plan, **more: Any) -> str:
    """The question about a plan, in words."""
    return described({"kind": "plan", "plan": plan.model_dump(mode="json"), **more})


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
    text = described(call)
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
    assert shortened(text, 10_000) == shown or len(text) > 10_000


@given(st.text(max_size=300), st.integers(0, 120))
def test_a_question_is_laid_out_without_losing_a_word(text: str, width: int) -> None:
    """Whatever it says, and however narrow the terminal is."""
    shown = laid_out(text, width)
    assert "".join(shown.split()) == "".join(text.split())


def test_what_goes_on_in_another_line_stands_below_its_beginning() -> None:
    """So that sub-tasks can be told from each other."""
    shown = laid_out("The plan:\n  transport  Find flights and roads\n  rooms  Find places", 24).splitlines()
    assert shown == ["The plan:", "  transport  Find", "      flights and roads", "  rooms  Find places"]
