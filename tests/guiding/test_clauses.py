"""How a request is cut into clauses, and which of them ask for something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.clauses import (
    MOST,
    asks_the_same,
    clauses_of,
    is_asking,
    is_courtesy,
    is_statement,
    pieces_of,
    refers_back,
)
from smurfs_graph.guiding.steps import StepInput
from tests.guiding.tools import TOOLS, tool


@pytest.mark.parametrize(
    ("request_", "clauses"),
    [
        ("How is Oslo and what is new?", ["How is Oslo", "what is new?"]),
        ("I lost my key at the pier, can you report it?", ["I lost my key at the pier", "can you report it?"]),
        ("Two things: who is Ada, and until when is it open?", ["Two things", "who is Ada", "until when is it open?"]),
        ("I am worried about it - when does it end?", ["I am worried about it", "when does it end?"]),
        ("find Ada + what is new", ["find Ada", "what is new"]),
        ("Send Bob the text: what is new - get me one", ["Send Bob the text: what is new - get me one"]),
        (f"How is Oslo{' ' * 20_000}today?", ["How is Oslo    today?"]),
        ("'What is new?'", ["What is new?"]),
        ("Say 'this and show that'", ["Say 'this and show that'"]),
    ],
)
def test_what_begins_like_a_question_or_a_command_is_a_clause(request_: str, clauses: list[str]) -> None:
    """What is quoted is never cut."""
    assert clauses_of(request_) == clauses


@given(st.text(max_size=400))
def test_any_text_has_clauses_of_its_own_words(text: str) -> None:
    """At least one, never too many, and nothing in them that the text lacks."""
    found = clauses_of(text)
    assert 1 <= len(found) <= MOST
    assert all(word in text for clause in found for word in clause.split())
    assert all(word in text for clause in found for piece in pieces_of(clause) for word in piece.split())


@pytest.mark.parametrize("clause", ["I'm locked out again", "My train leaves soon", "There were 4 of us"])
def test_statements_ask_for_nothing(clause: str) -> None:
    """They say what the rest is about."""
    assert is_statement(clause)
    assert not is_asking(clause)


@pytest.mark.parametrize("clause", ["I need the key", "I'd like to know it", "It is late, is it?", "Is it late"])
def test_wishes_and_questions_are_no_statements(clause: str) -> None:
    """Whatever they begin with."""
    assert not is_statement(clause)


def test_a_list_of_things_is_cut_where_each_has_a_tool() -> None:
    """The introduction before a colon is left out; a list that one tool takes stays whole."""
    request = "Two things: the weather in Oslo, and nutrition facts of a kiwi"
    found = next_step(StepInput(request, tuple(TOOLS.values())))
    assert [(aim.tool.name, aim.calls) for aim in found.aims] == [
        ("get_weather", ({"city": "Oslo"},)),
        ("nutrition_facts", ({"food": "kiwi"},)),
    ]
    assert pieces_of(request) == ["the weather in Oslo", "nutrition facts of a kiwi"]


def test_what_is_asked_for_may_stand_in_the_statement() -> None:
    """The question alone has no words of its own."""
    found = next_step(StepInput("The loan is over 20 years at 4% and 9000 euros. What a mortgage! What do I pay?", (
        TOOLS["mortgage"],
    )))  # fmt: skip
    assert [aim.tool.name for aim in found.aims] == ["mortgage"]


@pytest.mark.parametrize(
    ("clause", "refers"),
    [
        ("How many?", True),
        ("What is its price?", True),
        ("What does that cost?", True),
        ("What is the price of the lamp?", False),
        ("", True),
    ],
)
def test_a_clause_may_refer_back(clause: str, refers: bool) -> None:
    """By a pronoun, or since it has no words of its own."""
    assert refers_back(clause) == refers


def test_a_relative_clause_stays_with_its_noun() -> None:
    """In a statement, behind a comma; a question is cut there."""
    assert clauses_of("I have a dog, who never sits still. How much should it eat?") == [
        "I have a dog, who never sits still",
        "How much should it eat?",
    ]
    assert len(clauses_of("What is on, who directed it and where is it shown?")) == 3


@pytest.mark.parametrize(
    ("clause", "same"), [("and what about Fridays?", True), ("how about Rome", True), ("What is it about?", False)]
)
def test_a_clause_may_ask_the_same_again(clause: str, same: bool) -> None:
    """Of something else."""
    assert asks_the_same(clause) == same


@pytest.mark.parametrize(
    ("clause", "is_one"),
    [
        ("Thanks so much, that was helpful!", True),
        ("Good evening", True),
        ("Dear librarian", True),
        ("Hi there, our van is due a service", False),
        ("Thanks for the weather, but is it cold?", False),
        ("Is it cold", False),
    ],
)
def test_greetings_ask_for_nothing(clause: str, is_one: bool) -> None:
    """Nor do thanks: no tool is looked for, whatever words it shares with them."""
    assert is_courtesy(clause) == is_one
    if is_one:
        found = next_step(StepInput(clause, (tool("evening_help", "Good evening of helpful thanks.", day="string"),)))
        assert (found.aims, found.unmet) == ((), (clause,))
