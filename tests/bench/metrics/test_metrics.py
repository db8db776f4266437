"""The metrics: their definitions on small examples, their traps, and what holds for any input."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.bench.metrics.answers import exact_match, holds_value, normalize_answer, same_answer, token_f1
from smurfs_graph.bench.metrics.judged import majority, pass_rate, prefer, solvable_pass_rate, win_rate
from smurfs_graph.bench.metrics.planner_caller import ParsedStep, argument_f1, mean_exact_match, parse_reply, score_step
from smurfs_graph.bench.metrics.rouge import rouge_l

WORDS = st.lists(st.sampled_from(["red", "fox", "ran", "the", "a", "no", "yes", "fox."]), max_size=9).map(" ".join)
ARGUMENTS = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2), max_size=4).map(json.dumps) | st.text(
    max_size=5
)


@pytest.mark.parametrize(
    ("said", "wanted", "held"),
    [
        ("The trench is 10,935 m deep.", "10935", True),
        ("About 42.31 million people live there.", "42310000", True),
        ("It rises by \u22125.20 degrees.", "-5.2", True),
        ("The ratio is 1.13, rounded.", "1.125", True),
        ("Both are 1.1 or so.", "1.125", False),
        ("In 1998 there were 12 of them.", "1999", False),
        ("Room B12 on floor 3.", "12", False),
        ("It was designed by Ida Holm in 1931.", "Ida Holm", True),
        ("It was designed by Ida Holmes.", "Ida Holm", False),
        ("Yes, both are.", "yes", True),
        ("There is no doubt: yes.", "no", False),
        ("", "Ida Holm", False),
        ("The", "the", False),
    ],
)
def test_a_value_is_found_in_a_sentence(said: str, wanted: str, held: bool) -> None:
    """Numbers by their value and digits, names as whole words, yes and no where they answer."""
    assert holds_value(said, wanted) == held


@given(st.decimals(-(10**9), 10**9, places=3), st.sampled_from(["It is {} km.", "{}", "From 2 to 7: {}, they say."]))
def test_a_number_is_found_however_it_is_grouped(number: Any, frame: str) -> None:
    """And another one that differs in a digit that was asked for is not."""
    assert holds_value(frame.format(f"{number:,}"), str(number))
    assert not holds_value(frame.format(number + 1), str(number)) or number in (2, 7)


def test_answers_are_compared_in_their_normal_form() -> None:
    """Case, articles, ASCII punctuation and spaces do not count; other marks do."""
    assert normalize_answer("  The Sun-Dial, a\tgift. ") == "sundial gift"
    assert exact_match("an owl!", "Owl")
    assert not exact_match("the owl\u2019s", "the owl's")
    assert exact_match("the", "")


def test_token_f1_counts_each_token_once() -> None:
    """Bags, not sets; closed answers are right or wrong as a whole."""
    assert token_f1("big red fox", "red fox") == pytest.approx((0.8, 2 / 3, 1.0))
    assert token_f1("fox fox", "fox") == pytest.approx((2 / 3, 0.5, 1.0))
    assert token_f1("yes it is", "yes").f1 == 0.0
    assert token_f1("no", "No.").f1 == 1.0
    assert token_f1("", "fox").f1 == 0.0


@given(WORDS, WORDS)
def test_token_f1_is_symmetric_and_bounded(one: str, other: str) -> None:
    """Precision of one way is recall of the other; 1 is equal bags."""
    there, back = token_f1(one, other), token_f1(other, one)
    assert (there.f1, there.precision, there.recall) == pytest.approx((back.f1, back.recall, back.precision))
    assert 0.0 <= there.f1 <= 1.0
    if there.f1 == 1.0:
        assert sorted(normalize_answer(one).split()) == sorted(normalize_answer(other).split())


@pytest.mark.parametrize(
    ("prediction", "reference", "same"),
    [
        ("90", "99.9999", True),
        ("90", "100", False),
        ("-5", "-5", False),
        ("2,000", "2000", False),
        ("Owl", "an owl", True),
    ],
)
def test_numbers_are_compared_within_a_tenth(prediction: str, reference: str, same: bool) -> None:
    """An open interval around the reference, which must be positive."""
    assert same_answer(prediction, reference) is same


def test_rouge_l_on_examples() -> None:
    """Distinct words of longest common subsequences, sentence by sentence."""
    assert rouge_l("red fox", "blue owl") == 0.0
    assert rouge_l("the red fox ran", "red fox") == pytest.approx(2 / 3)
    assert rouge_l("one. two", "two. one") == pytest.approx(1.0)
    with pytest.raises(ValueError, match="hypothesis is empty"):
        rouge_l("...", "fox")


@given(WORDS.filter(bool), WORDS.filter(bool))
def test_rouge_l_is_bounded_and_sees_common_words_only(hypothesis: str, reference: str) -> None:
    """No word in common is 0; a text against itself is as good as 1."""
    score = rouge_l(hypothesis, reference)
    assert 0.0 <= score < 1.0
    assert rouge_l(hypothesis, hypothesis) == pytest.approx(1.0)
    tokens = {*hypothesis.replace(".", " ").split()} & {*reference.replace(".", " ").split()}
    if not tokens and not {"", " "} & {*hypothesis.split("."), *reference.split(".")}:
        assert score == 0.0


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ('Look. Next: caller.</s>caller: Action: find\nAction Input: {"x": 1}</s>', ("call", "find", '{"x": 1}')),
        ("Next: caller.</s>caller: nothing useful", ("call", "none", "{}")),
        ("Done. Next: conclusion.</s>conclusion: It is red.</s>", ("finish", None, None, "It is red.")),
        ("Next: conclusion. No, Next: give up.", ("give up",)),
    ],
)  # fmt: skip
def test_replies_are_taken_apart(text: str, reply: Any) -> None:
    """Decision, action, arguments, answer."""
    assert parse_reply(text) == ParsedStep(*reply)


def test_a_reply_without_a_callers_part_is_refused() -> None:
    """The published code ends there."""
    with pytest.raises(ValueError, match="no caller's part"):
        parse_reply("I wonder.")


def test_argument_f1_counts_half_for_another_value() -> None:
    """By name; wrong actions are 0 everywhere, references that are no JSON are left out."""
    scores = argument_f1(
        ["f", "f", "f", "g", "f"],
        ["f", "f", "f", "f", "f"],
        ['{"a": 1, "b": 2}', "{}", '{"a": 9}', "{}", "{}"],
        ['{"a": 1}', "{}", '{"a": 1}', "{}", "rubbish"],
    )
    assert scores.filled == pytest.approx((2 / 3 + 0.5 + 0.0) / 3)
    assert scores.empty == pytest.approx((1.0 + 0.0) / 2)
    assert scores.f1 == pytest.approx((2 / 3 + 1.0 + 0.5 + 0.0) / 4)
    assert argument_f1([], [], [], []) == (None, None, None)


@given(st.lists(st.tuples(st.sampled_from("fg"), st.sampled_from("fg"), ARGUMENTS, ARGUMENTS), max_size=6))
def test_argument_scores_are_shares(rows: list[tuple[str, str, str, str]]) -> None:
    """Whatever was written, and a perfect caller gets 1."""
    columns: list[list[str]] = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
    scores = argument_f1(*columns)
    assert all(score is None or 0.0 <= score <= 1.0 for score in scores)
    perfect = argument_f1(columns[1], columns[1], columns[3], columns[3])
    objects = [text for text in columns[3] if text.startswith("{")]
    if len(objects) == len(rows):
        assert perfect.f1 in (None, pytest.approx(1.0))


def test_annotated_steps_are_scored() -> None:
    """Decisions of all steps, actions of calls, ROUGE-L of ends; an invented action is a hallucination."""
    wanted = [
        ParsedStep("call", "f", '{"a": 1}'),
        ParsedStep("call", "f", "{}"),
        ParsedStep("finish", answer="red fox"),
    ]
    found = [ParsedStep("call", "f", '{"a": 1}'), ParsedStep("call", "made_up", "{}"), ParsedStep("give up")]

    def total(predictions: list[ParsedStep]) -> dict[str, float]:
        rows = [score_step(one, other, ["f"]) for one, other in zip(predictions, wanted, strict=True)]
        return {name: sum(row[name] for row in rows) for name in rows[0]}

    counts = {"steps": 3, "actions": 2, "argument pairs": 2, "answers": 1}
    right = {"plan accuracy": 2, "actions right": 1, "actions invented": 1, "argument F1 sum": 1, "ROUGE-L sum": 0}
    assert total(found) == counts | right
    assert total(wanted)["ROUGE-L sum"] == pytest.approx(1.0)
    assert mean_exact_match([], []) is None


def test_votes() -> None:
    """The most frequent vote; equal numbers leave it open."""
    assert majority(["solved", "unsure", "solved"]) == "solved"
    assert majority(["solved", "unsolved"]) == "unsure"
    assert pass_rate([["solved", "solved"], ["unsolved", "solved", "unsolved"]]) == 0.5
    with pytest.raises(ValueError, match="no votes"):
        majority([])


def test_solvable_pass_rate_is_a_mean_over_rounds() -> None:
    """Unsure counts half; the deviation is of the rounds' means, divided by their number as numpy does."""
    assert solvable_pass_rate([["solved", "unsure"], ["unsolved", "unsure"]]) == pytest.approx((0.5, 0.0))
    spread = solvable_pass_rate([["solved", "unsolved"]])
    assert spread == pytest.approx((0.5, 0.5))
    with pytest.raises(ValueError, match="same number of votes"):
        solvable_pass_rate([["solved"], ["solved", "solved"]])


def test_preferences() -> None:
    """The better status wins without a vote; elsewhere votes decide, and a draw is a tie."""
    assert prefer("solved", "unsolved", []) == "first"
    assert prefer("unsolved", "solved", ["first"]) == "second"
    assert prefer("solved", "solved", ["second", "second", "first"]) == "second"
    assert prefer("unsure", "unsure", ["first", "second"]) == "tie"
    assert win_rate(["first", "tie", "second", "first"]) == (0.5, 0.25, 0.25)


@given(st.lists(st.sampled_from(["solved", "unsure", "unsolved"]), min_size=1, max_size=7), st.randoms())
def test_the_order_of_votes_does_not_matter(votes: list[Any], chance: random.Random) -> None:
    """A majority is a property of the bag."""
    shuffled = list(votes)
    chance.shuffle(shuffled)
    assert majority(shuffled) == majority(votes)
