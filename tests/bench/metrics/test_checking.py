"""Files of computed values: equal values, each difference by name, and clear errors; the real files where they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.metrics.checking import check_metrics
from tests.real_data import REAL_DATA, WHERE


def write(folder: Path, *rows: Any) -> Path:
    """A file of JSON lines."""
    file = folder / "cases.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows))
    return file


def row(metric: str, prediction: Any, reference: Any, value: Any) -> dict[str, Any]:
    """One line."""
    return {"metric": metric, "prediction": prediction, "reference": reference, "value": value}


def test_equal_values_are_no_difference(tmp_path: Path) -> None:
    """Texts, truth values, numbers, objects, lists and refusals."""
    arguments = [["f"], ['{"a": 1}']]
    file = write(
        tmp_path,
        row("normalize_answer", "The Owl", None, "owl"),
        row("hotpot_em", "an owl", "owl", True),
        row("hotpot_f1", "red owl", "owl", 2 / 3),
        row("hotpot_f1", "red owl", "owl", [2 / 3, 0.5, 1.0]),
        row("alphaumi_action_em", ["f"], ["g"], 0.0),
        row("alphaumi_arg_f1_corpus3", arguments, arguments, {"easy_f1": None, "hard_f1": 1.0, "f1": 1.0}),
        row("alphaumi_rougeL_f", "", "owl", {"error": "ValueError: it is empty"}),
        row("llmcompiler_compare_answer", None, "x", False),  # as published: no answer is wrong
        row("alphaumi_action_em", [], [], 0),  # and no pair is 0
        row("alphaumi_parse_output_multi", "Next: give up", None, ["give up", None, None, None]),
    )
    assert check_metrics(file) == (10, [])


def test_each_difference_is_named(tmp_path: Path) -> None:
    """A number that is off by more than 1e-9, a truth value that is a number, and an error that is none here."""
    file = write(
        tmp_path,
        row("hotpot_f1", "owl", "owl", 1 - 1e-8),
        row("hotpot_em", "owl", "owl", 1),
        row("hotpot_em", "owl", "owl", {"error": "ValueError"}),
        row("hotpot_em", "owl", "owl", True),
    )
    count, differences = check_metrics(file)
    assert count == 4
    assert [str(each).partition(":")[0] for each in differences] == [f"cases.jsonl, line {line}" for line in (1, 2, 3)]
    assert "hotpot_em is True here, 1 in the file" in str(differences[1])


def test_a_list_of_rouge_values(tmp_path: Path) -> None:
    """The other form of file."""
    file = tmp_path / "rouge.json"
    file.write_text(json.dumps([{"reference": "an owl", "hypothesis": "a fox", "rouge_l_f": 0.0}] * 2))
    assert check_metrics(file) == (2, [])


def test_every_odd_row_is_reported_and_the_others_are_checked(tmp_path: Path) -> None:
    """One line for each, which names the place."""
    odd = [
        ("{", "line 1 is no JSON"),
        ("{" * 10_000, "line 2 is no JSON"),
        ("{}", "line 3 lacks metric, prediction, value"),
        ('{"metric": "bleu", "prediction": "", "value": 1}', "line 4: metric 'bleu' is not known"),
        ('{"metric": [], "prediction": "", "value": 1}', "line 5: metric [] is not known"),
        ('{"metric": "hotpot_em", "prediction": 1, "value": 1}', "line 6: this is no input of hotpot_em"),
        ('{"metric": "alphaumi_arg_f1_corpus3", "prediction": [], "reference": [], "value": 1}', "line 7: this is no"),
    ]
    good = json.dumps(row("hotpot_em", "owl", "owl", True))
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join([*(text for text, _ in odd), json.dumps(row("hotpot_em", "owl", "owl", False)), good]))
    count, wrong = check_metrics(file)
    assert count == 9
    assert len(wrong) == len(odd) + 1
    for message in (*(message for _, message in odd), "line 8: hotpot_em is True here"):
        [said] = [str(each) for each in wrong if message in str(each)]
        assert "\n" not in said


def test_files_that_cannot_be_checked(tmp_path: Path) -> None:
    """One line that names the file, or the place where a list breaks off."""
    file = tmp_path / "cases.jsonl"
    for text, message in ((None, "cannot be read"), ("", "no values")):
        if text is not None:
            file.write_text(text)
        with pytest.raises(ConfigurationError, match=message) as caught:
            check_metrics(file)
        assert "\n" not in str(caught.value)
    file.write_text("[" * 200_000)
    assert [str(each) for each in check_metrics(file)[1]] == [
        "cases.jsonl, line 1: the list breaks off (nested too deeply)"
    ]


@pytest.mark.parametrize(("name", "values"), [("cases.jsonl", 135), ("rouge_l.json", 77)])
def test_values_of_the_published_functions(name: str, values: int) -> None:
    """All of them, where the data is there."""
    file = REAL_DATA / "metrics" / name
    if not file.is_file():
        pytest.skip(f"no {name}; {WHERE}")
    assert check_metrics(file) == (values, [])
