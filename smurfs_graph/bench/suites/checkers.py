"""Checkers that compare the answer of a user's own case with its reference."""

import runpy
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from smurfs_graph.bench.metrics.answers import exact_match, holds_value, normalize_answer, same_answer, token_f1
from smurfs_graph.errors import ConfigurationError, UnknownNameError

Checker = Callable[[str, Any], Any]
"""(answer, reference) -> a truth value, a number from 0 to 1, or numbers by name."""


def _f1(answer: str, reference: Any) -> float:
    return token_f1(answer, str(reference)).f1


def _contains(answer: str, reference: Any) -> bool:
    text = f" {normalize_answer(answer)} "
    return all(f" {normalize_answer(each)} " in text for each in _texts(reference))


def _texts(reference: Any) -> list[str]:
    return [str(each) for each in (cast("list[Any]", reference) if isinstance(reference, list) else [reference])]


CHECKERS: dict[str, Checker] = {
    "f1": _f1,
    "exact": lambda answer, reference: exact_match(answer, str(reference)),
    "contains": _contains,
    "value": lambda answer, reference: all(holds_value(answer, each) for each in _texts(reference)),
    "number": lambda answer, reference: same_answer(answer.strip(), str(reference)),
}
"""Token F1 (HotpotQA), exact match, all of one or several texts as whole words, all values in a sentence, a number
within 10 %."""
DEFAULT = "f1"


@cache
def checker_of(name: str) -> Checker:
    """Return a checker by name, or a user's own function by 'path.py:function' or 'module:function'.

    Raises:
        ConfigurationError: there is none.
    """
    if name in CHECKERS:
        return CHECKERS[name]
    if ":" not in name:
        raise UnknownNameError("checker", name, CHECKERS)
    where, _, function = name.rpartition(":")
    try:
        defined = runpy.run_path(where) if where.endswith(".py") else vars(import_module(where))
    except Exception as error:
        raise ConfigurationError(f"checker {name!r} cannot be loaded: {type(error).__name__}: {error}") from None
    found: Checker | None = defined.get(function)
    if not callable(found):
        raise ConfigurationError(f"checker {name!r}: {where} has no function {function!r}")
    return found


def run_checker(checker: Checker, answer: str, reference: Any) -> Mapping[str, float]:
    """Return what a checker says, as figures by name; a single one is called 'score'.

    Raises:
        ValueError: it says something else.
    """
    said = checker(answer, reference)
    named = cast("Mapping[str, Any]", said) if isinstance(said, Mapping) else {"score": said}
    figures = {name: float(value) for name, value in named.items()}
    if "score" not in figures:
        raise ValueError("a checker gives a figure, or several of which one is called 'score'")
    return figures
