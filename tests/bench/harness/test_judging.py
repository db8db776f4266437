"""Judges: their votes, what rubbish counts as, and who may judge whom."""

import asyncio
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.judging import AnsweredCase, Judge, number_steps
from smurfs_graph.bench.metrics.judged import win_rate
from smurfs_graph.bench.preferences import preferences, write_preferences
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.summary import summarize
from smurfs_graph.testing import ScriptedModel
from tests.bench.harness.scenery import Sums, run_left, smurfs
from tests.bench.harness.test_matrix import direct

JUDGE = "mine:judge"


def judge_of(reply: Any, votes: int = 3) -> tuple[Judge, ScriptedModel]:
    """A judge that says the same, or what a function of the prompt's sections says."""
    model = ScriptedModel(lambda call, sections: reply(sections) if callable(reply) else reply)
    return Judge(JUDGE, votes, {"max_restarts": 1, "model_retries": 0}, {JUDGE: model}), model


def test_votes_are_counted_and_kept() -> None:
    """In any spelling; an empty answer is unsolved without a question."""
    judge, model = judge_of({"verdict": " Solved. ", "reason": "all there"})
    assert asyncio.run(judge.judge_answer("How high?", "90 m")).votes == ["solved"] * 3
    assert model.asked[0].sections == {"query": "How high?", "answer": "90 m"}
    asked = len(model.asked)
    assert asyncio.run(judge.judge_answer("How high?", "  ")).votes == ["unsolved"] * 3
    assert len(model.asked) == asked


def test_rubbish_is_unsure_and_said() -> None:
    """After the restarts, with each vote counted as a problem; a dead judge as well."""
    judge, model = judge_of("banana")
    found = asyncio.run(judge.judge_answer("How high?", "90 m"))
    assert (found.votes, found.problems) == (["unsure"] * 3, 3)
    assert len(model.asked) == 3 * 2 and found.tokens > 0

    def dead(sections: dict[str, str]) -> Any:
        raise OSError("no server")

    broken, _ = judge_of(dead, votes=1)
    assert asyncio.run(broken.compare_answers("q", AnsweredCase("a"), AnsweredCase("b")))[:2] == (["tie"], 1)


def test_who_is_unsure_sees_the_steps() -> None:
    """In a second question of the same vote; without steps there is none."""

    def reply(sections: dict[str, str]) -> Any:
        return {"verdict": "solved" if "steps" in sections else "unsure"}

    judge, model = judge_of(reply, votes=2)
    found = asyncio.run(judge.judge_answer("How high?", "90 m", ["height {}: 90 m"]))
    assert (found.votes, len(model.asked)) == (["solved"] * 2, 4)
    assert model.asked[1].sections["steps"] == "1. height {}: 90 m"
    assert asyncio.run(judge.judge_answer("How high?", "90 m")).votes == ["unsure"] * 2
    sure, asked = judge_of({"verdict": "unsolved"}, votes=2)
    assert asyncio.run(sure.judge_answer("How high?", "90 m", ["height {}: 90 m"])).votes == ["unsolved"] * 2
    assert len(asked.asked) == 2


def test_giving_up_is_unsolved_without_a_question() -> None:
    """ToolEval counts giving up as unsolved, without a vote."""
    judge, model = judge_of({"verdict": "solved"})
    assert asyncio.run(judge.judge_answer("q", '{"return_type": "give_up_and_restart"}')).votes == ["unsolved"] * 3
    assert not model.asked


def test_pairs_are_shown_with_their_steps_and_places_change_with_them() -> None:
    """Very many steps are cut in the middle."""
    judge, model = judge_of({"better": "tie"}, votes=2)
    asyncio.run(
        judge.compare_answers(
            "q", AnsweredCase("one", ["a {}: x"]), AnsweredCase("two", [f"b {at}" for at in range(50)])
        )
    )
    first, second = (each.sections for each in model.asked)
    assert (first["first"], first["first_steps"]) == ("one", "1. a {}: x") == (second["second"], second["second_steps"])
    assert first["second_steps"] == second["first_steps"] == number_steps([f"b {at}" for at in range(50)])
    assert "(10 more)" in first["second_steps"] and "50. b 49" in first["second_steps"]


def test_places_change_so_that_the_first_one_has_no_advantage() -> None:
    """A judge that always takes the first answer prefers neither."""
    judge, _ = judge_of({"better": "first"}, votes=4)
    assert (
        asyncio.run(judge.compare_answers("q", AnsweredCase("one"), AnsweredCase("two"))).votes
        == ["first", "second"] * 2
    )
    honest, _ = judge_of(lambda sections: {"better": "first" if sections["first"] == "two" else "second"}, votes=4)
    assert asyncio.run(honest.compare_answers("q", AnsweredCase("one"), AnsweredCase("two"))).votes == ["second"] * 4


def test_a_judge_needs_a_vote_and_a_model() -> None:
    """Known before anything runs."""
    with pytest.raises(ConfigurationError, match="at least one vote"):
        Judge("offline:rules", 0)
    with pytest.raises(ConfigurationError):
        Judge("nobody:model")


def judged_run(folder: Path, answer_judge: Judge, *, right: bool) -> list[Row]:
    """Four sums under a judge, with predictions, as the command line runs them."""

    def reply(call: str, sections: dict[str, str]) -> Any:
        said = direct(call, sections)
        return said if right else {**said, "answer": "I could not find out."}

    configuration = Configuration(strategy="smurfs", model="mine:model", settings={"max_steps": 3 if right else 4})
    bench = Bench(Sums(4), "sums", lambda made, case: {made.model: ScriptedModel(reply)}, answer_judge)
    return run_left(bench, folder, [configuration])


def by_words(sections: dict[str, str]) -> Any:
    """Solved where there is a number; better, the one with a number."""
    if "answer" in sections:
        return {"verdict": "solved" if any(map(str.isdigit, sections["answer"])) else "unsolved"}
    digits = [any(map(str.isdigit, sections[name])) for name in ("first", "second")]
    return {"better": "tie" if digits[0] == digits[1] else "first" if digits[0] else "second"}


class Judged(NamedTuple):
    """Two results under one judge."""

    judge: Judge
    model: ScriptedModel
    folder: Path
    wrong: list[Row]
    right: list[Row]


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """Wrong answers in folder a, right ones in b."""
    (judge, model), folder = judge_of(by_words), tmp_path_factory.mktemp("judged")
    wrong, right = (judged_run(folder / name, judge, right=name == "b") for name in "ab")
    return Judged(judge, model, folder, wrong, right)


def test_judged_rows_give_sopr_and_two_of_them_sowr(judged: Judged) -> None:
    """Votes stand in the rows; a win needs no vote where one solved it and the other did not."""
    judge, _, tmp_path, wrong, right = judged
    assert {row.case: row.votes[0] for row in right} == {
        "0": "solved",
        "1": "unsolved",
        "2": "solved",
        "3": "unsolved",
    }
    assert all(row.judge == JUDGE and len(row.votes) == 3 and row.judge_tokens > 0 for row in right)
    line = summarize(right)[0]
    assert line.ratios == {"SoPR": 0.5, "SoPR sd": 0.0, "judged solved": 0.5}
    found = preferences((tmp_path / "a", tmp_path / "b"), (wrong, right), judge)
    rate = win_rate([each.preference for each in found])
    assert (rate.win, rate.tie, rate.lose) == (0.0, 0.5, 0.5)
    assert [len(each.votes) for each in found] == [0, 3, 0, 3]
    file = write_preferences(tmp_path / "b", ("A", "B"), judge, found)
    assert json.loads(file.read_text().splitlines()[1])["votes"] == ["tie"] * 3


def test_a_better_status_wins_without_a_vote(judged: Judged) -> None:
    """Unsure beats unsolved; only equals are compared."""
    judge, model, tmp_path, wrong, right = judged
    unsure = [row.model_copy(update={"votes": ["unsure"] * 3}) for row in right]
    asked = len(model.asked)
    found = preferences((tmp_path / "a", tmp_path / "b"), (wrong, unsure), judge)
    assert [(each.preference, each.votes) for each in found] == [("second", [])] * 4
    assert len(model.asked) == asked
    preferences((tmp_path / "b", tmp_path / "b"), (unsure, unsure), judge)
    assert all({"first", "second", "query"} <= set(each.sections) for each in model.asked[asked:])
    assert len(model.asked) == asked + 4 * 3


def test_rows_without_answers_in_full_cannot_be_compared_by_a_judge(tmp_path: Path) -> None:
    """A line says how to get them."""
    judge, _ = judge_of(by_words)
    with pytest.raises(ConfigurationError, match="run both with --judge"):
        preferences((tmp_path, tmp_path), ((), ()), judge)


def test_a_judge_of_its_own_answers_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the notes of a run and of a comparison; unreadable votes are counted there too."""
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"query": "Get the current weather in Oslo.", "reference": "rain", "checker": "contains"}\n')
    tools = tmp_path / "weather.py"
    tools.write_text(
        'from smurfs_graph import effects\n\n\n@effects("read")\n'
        'def weather(city: str) -> str:\n    """Get the current weather in a city."""\n    return "rain"\n'
    )
    options = ["--data", str(cases), "--tools", str(tools), "--quiet", "--judge", "offline:rules"]
    for name, strategy in (("a", "smurfs"), ("b", "full")):
        assert smurfs("bench", "jsonl", *options, "--strategy", strategy, "-o", str(tmp_path / name)) == 0
    said = capsys.readouterr().out
    assert "offline:rules judges its own answers" in said
    assert "3 of the judge's votes could not be read" in said and "SoPR" in said
    folders = [str(tmp_path / "a"), str(tmp_path / "b")]
    assert smurfs("bench", "compare", *folders, "--judge", "offline:rules", "--judge-votes", "2") == 0
    said = capsys.readouterr().out
    assert "SoWR, B against A: 0.000 preferred, 1.000 ties" in said
    assert "2 votes, 2 of them unusable" in said and "judges its own answers" in said
