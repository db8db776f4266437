"""`smurfs bench check-metrics FILE`: recompute values of the published metric functions and name each difference."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from smurfs_graph.errors import ConfigurationError

from . import answers, planner_caller
from .rouge import rouge_l

TOLERANCE = 1e-9


class Difference(NamedTuple):
    """A row whose value is another one here."""

    where: str
    metric: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        """One line."""
        return f"{self.where}: {self.metric} is {self.found!r} here, {self.expected!r} in the file"


class Refusal(NamedTuple):
    """A value that the original cannot compute, and neither can we."""

    reason: str


class _Row(NamedTuple):
    where: str
    metric: str
    prediction: Any
    reference: Any
    value: Any


def _argument_f1(prediction: Any, reference: Any) -> dict[str, float | None]:
    scores = planner_caller.argument_f1(prediction[0], reference[0], prediction[1], reference[1])
    return {"easy_f1": scores.empty, "hard_f1": scores.filled, "f1": scores.f1}


METRICS: dict[str, Callable[[Any, Any], Any]] = {
    "normalize_answer": lambda prediction, _: answers.normalize_answer(prediction),
    "hotpot_em": answers.exact_match,
    "hotpot_f1": answers.token_f1,
    "llmcompiler_compare_answer": answers.same_answer,
    "alphaumi_action_em": planner_caller.mean_exact_match,
    "alphaumi_arg_f1_corpus3": _argument_f1,
    "alphaumi_rougeL_f": rouge_l,
    "alphaumi_parse_output_multi": lambda prediction, _: list(planner_caller.parse_reply(prediction)),
    "rouge_l_f": rouge_l,
}
"""By the names that such files use: (prediction, reference) -> value."""


def check_metrics(file: Path) -> tuple[int, list[Difference]]:
    """How many values the file has, and those that are another one here by more than 1e-9.

    The file is JSON lines of `metric, prediction, reference, value`, or a JSON list of `reference, hypothesis,
    rouge_l_f`. A value `{"error": …}` is equal to a refusal (ValueError).

    Raises:
        ConfigurationError: the file cannot be read; names the line.
    """
    rows = list(_rows(file))
    if not rows:
        raise ConfigurationError(f"{file} has no values to check")
    computed = ((row, _compute(row)) for row in rows)
    return len(rows), [
        Difference(row.where, row.metric, row.value, found) for row, found in computed if not _same(found, row.value)
    ]


def _compute(row: _Row) -> Any:
    try:
        return METRICS[row.metric](row.prediction, row.reference)
    except ValueError as error:
        return Refusal(str(error))
    except (TypeError, IndexError, AttributeError, KeyError) as error:
        raise ConfigurationError(f"{row.where}: this is no input of {row.metric}: {error}") from None


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        wanted = cast("dict[str, Any]", expected)
        if "error" in wanted:
            return isinstance(found, Refusal)
        return isinstance(found, dict) and found.keys() == wanted.keys() and all(
            _same(found[name], value) for name, value in wanted.items()
        )  # fmt: skip
    if isinstance(expected, list):
        several = cast("list[Any]", expected)
        pair = (
            isinstance(found, Sequence) and not isinstance(found, str) and len(cast("list[Any]", found)) == len(several)
        )
        return pair and all(map(_same, cast("Sequence[Any]", found), several))
    if isinstance(found, answers.TokenScores):
        found = found.f1
    if _is_number(expected):
        return _is_number(found) and abs(found - expected) <= TOLERANCE
    return type(found) is type(expected) and found == expected


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _rows(file: Path) -> Iterator[_Row]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file} cannot be read: {error}") from None
    if text.lstrip().startswith("["):
        for at, item in enumerate(_parsed(text, str(file)), start=1):
            yield _row(item, f"{file.name}, entry {at}")
        return
    for at, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield _row(_parsed(line, f"{file.name}, line {at}"), f"{file.name}, line {at}")


def _parsed(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{where} is no JSON: {error}") from None


def _row(item: Any, where: str) -> _Row:
    fields = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
    if {"reference", "hypothesis", "rouge_l_f"} <= fields.keys():
        return _Row(where, "rouge_l_f", fields["hypothesis"], fields["reference"], fields["rouge_l_f"])
    if missing := {"metric", "prediction", "value"} - fields.keys():
        raise ConfigurationError(f"{where} lacks {', '.join(sorted(missing))}")
    if fields["metric"] not in METRICS:
        raise ConfigurationError(f"{where}: metric {fields['metric']!r} is not known; there are {', '.join(METRICS)}")
    return _Row(where, fields["metric"], fields["prediction"], fields.get("reference"), fields["value"])
