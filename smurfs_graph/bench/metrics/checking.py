"""`smurfs bench check-metrics FILE`: recompute values of the published metric functions and name each difference."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.json_files import json_items

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
        """Return one line."""
        return f"{self.where}: {self.metric} is {self.found!r} here, {self.expected!r} in the file"


class Oddity(str):
    """A line on a row that cannot be checked: no JSON, fields that lack, a metric or an input that there is not."""


_REFUSED = object()
"""Stands for a value that the original cannot compute, and neither can we."""


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
    "alphaumi_action_em": lambda found, wanted: planner_caller.mean_exact_match(found, wanted) or 0.0,
    "alphaumi_arg_f1_corpus3": _argument_f1,
    "alphaumi_rougeL_f": rouge_l,
    "alphaumi_parse_output_multi": lambda prediction, _: list(planner_caller.parse_reply(prediction)),
    "rouge_l_f": rouge_l,
}
"""By the names that such files use: (prediction, reference) -> value."""


def check_metrics(file: Path) -> tuple[int, list[Difference | Oddity]]:
    """Check a file of metric values; return the number of rows, and those unreadable or off by more than 1e-9.

    The file is JSON lines of `metric, prediction, reference, value`, or a JSON list of `reference, hypothesis,
    rouge_l_f`. A value `{"error": …}` is equal to a refusal (ValueError).

    Raises:
        ConfigurationError: the file cannot be read at all, or has no rows.
    """
    unread: list[str] = []
    rows = [_row(item, where) for where, item in json_items(file, unread)]
    if not rows and not unread:
        raise ConfigurationError(f"{file} has no values to check")
    wrong = [*map(Oddity, unread), *(each for row in rows if (each := _difference(row)) is not None)]
    return len(rows) + len(unread), wrong


def _difference(row: _Row | Oddity) -> Difference | Oddity | None:
    """Return how a metric differs from the value on record; None where it does not."""
    if isinstance(row, Oddity):
        return row
    try:
        found = METRICS[row.metric](row.prediction, row.reference)
    except ValueError:
        found = _REFUSED
    except (TypeError, IndexError, AttributeError, KeyError) as error:
        return Oddity(f"{row.where}: this is no input of {row.metric}: {error}")
    return None if _same(found, row.value) else Difference(row.where, row.metric, row.value, found)


def _same(found: Any, expected: Any) -> bool:
    """Return whether a metric gave what was expected: numbers within `TOLERANCE`, an error where one is wanted."""
    if isinstance(expected, dict):
        wanted = cast("dict[str, Any]", expected)
        if "error" in wanted:
            return found is _REFUSED
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


def _row(fields: dict[str, Any], where: str) -> _Row | Oddity:
    if {"reference", "hypothesis", "rouge_l_f"} <= fields.keys():
        return _Row(where, "rouge_l_f", fields["hypothesis"], fields["reference"], fields["rouge_l_f"])
    if missing := {"metric", "prediction", "value"} - fields.keys():
        return Oddity(f"{where} lacks {', '.join(sorted(missing))}")
    if fields["metric"] not in list(METRICS):
        return Oddity(f"{where}: metric {fields['metric']!r} is not known; there are {', '.join(METRICS)}")
    return _Row(where, fields["metric"], fields["prediction"], fields.get("reference"), fields["value"])
