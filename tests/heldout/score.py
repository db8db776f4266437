"""Score what a planner did with a held-out request.

Everything here is pure: the functions take a request of ``requests.jsonl``, the calls that were made, the
answer and the tool functions (for their signatures only; they are never called) and return a verdict.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

Verdict = Literal["right", "wrong_call", "declined"]
Tools = Mapping[str, Callable[..., Any]]

# A number standing on its own. Neither "4" in "B-104" nor "14" in "2026-03-14" is one; "14" in "14mm" is.
_NUMBER = re.compile(r"(?:(?<![\w.])-|(?<![\w.:-]))\d+(?:\.\d+)?(?![\d:])(?!\.\d)(?!-\d)")
_THOUSANDS = re.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?!\d)")


class Call(TypedDict):
    """A tool call: the name of the tool and its keyword arguments."""

    tool: str
    arguments: dict[str, Any]


class PermittedCall(Call):
    """A call that is not asked for but does no harm.

    With ``instead_of`` it also fulfils the required call at that index, such as the same question put to
    the tool with an equally good argument.
    """

    instead_of: NotRequired[int]


class Request(TypedDict):
    """One line of ``requests.jsonl``."""

    id: str
    toolset: str
    query: str
    calls: list[Call]
    also_permitted: list[PermittedCall]
    facts: list[str]


def fill_defaults(arguments: Mapping[str, Any], function: Callable[..., Any] | None) -> dict[str, Any]:
    """Return the arguments completed with the default values in the function's signature.

    Arguments the function does not have are kept, so that they make a difference in a comparison. For an
    unknown tool (``None``) the arguments are returned as they are.
    """
    filled: dict[str, Any] = {}
    if function is not None:
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.default is not inspect.Parameter.empty:
                filled[name] = parameter.default
    filled.update(arguments)
    return filled


def same_value(left: object, right: object) -> bool:
    """Compare two argument values: strings without case and outer blanks, numbers by value.

    A boolean equals only a boolean, and a string never equals a number. Lists and dicts compare element by
    element. Values of any other kind (JSON has only null) are equal when both are None.
    """
    if isinstance(left, bool) or isinstance(right, bool):
        return isinstance(left, bool) and isinstance(right, bool) and left == right
    if isinstance(left, str) and isinstance(right, str):
        return left.strip().casefold() == right.strip().casefold()
    if isinstance(left, int | float) and isinstance(right, int | float):
        return abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        lefts, rights = cast("Sequence[object]", left), cast("Sequence[object]", right)
        return len(lefts) == len(rights) and all(map(same_value, lefts, rights))
    if isinstance(left, dict) and isinstance(right, dict):
        return same_arguments(cast("dict[str, Any]", left), cast("dict[str, Any]", right))
    return left is None and right is None


def same_arguments(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Tell whether two sets of arguments have the same names and the same values."""
    return left.keys() == right.keys() and all(same_value(left[name], right[name]) for name in left)


def same_call(left: Call, right: Call, tools: Tools) -> bool:
    """Tell whether two calls are the same once defaults are filled in."""
    if left["tool"] != right["tool"]:
        return False
    function = tools.get(left["tool"])
    return same_arguments(fill_defaults(left["arguments"], function), fill_defaults(right["arguments"], function))


def _normalised(text: str) -> str:
    """Fold case and blanks, use plain minus signs and hyphens, and remove thousands separators."""
    plain = re.sub(r"[\u2010\u2011\u2212]", "-", text)
    plain = _THOUSANDS.sub(lambda match: match.group().replace(",", ""), plain)
    return " ".join(plain.casefold().split())


def contains_fact(text: str, fact: str) -> bool:
    """Tell whether a text states a fact.

    A number counts if the text has an equal number standing on its own ("3.40" states "3.4", "134" does not
    state "34"). Anything else counts if it occurs as whole words, whatever the case.
    """
    text, fact = _normalised(text), _normalised(fact)
    if re.fullmatch(r"-?\d+(?:\.\d+)?", fact):
        return any(same_value(float(number), float(fact)) for number in _NUMBER.findall(text))
    return re.search(rf"(?<!\w){re.escape(fact)}(?!\w)", text) is not None


def wrong_calls(request: Request, made: Sequence[Call], tools: Tools) -> list[Call]:
    """Return the calls made that are neither required nor permitted."""
    allowed: list[Call] = [*request["calls"], *request["also_permitted"]]
    return [call for call in made if not any(same_call(call, other, tools) for other in allowed)]


def missing_calls(request: Request, made: Sequence[Call], tools: Tools) -> list[Call]:
    """Return the required calls that were made neither as such nor by a call standing in for them."""
    missing: list[Call] = []
    for index, required in enumerate(request["calls"]):
        accepted: list[Call] = [required]
        accepted += [other for other in request["also_permitted"] if other.get("instead_of") == index]
        if not any(same_call(call, other, tools) for call in made for other in accepted):
            missing.append(required)
    return missing


def missing_facts(request: Request, answer: str) -> list[str]:
    """Return the facts that the answer does not state."""
    return [fact for fact in request["facts"] if not contains_fact(answer, fact)]


def classify(request: Request, made: Sequence[Call], answer: str, tools: Tools) -> Verdict:
    """Judge the handling of a request.

    Args:
        request: The held-out request.
        made: The calls that were made, in any order; failed ones count as made, repeated ones do no harm.
        answer: The final answer given to the user.
        tools: The functions of the request's toolset by name.

    Returns:
        "wrong_call" if any call is neither required nor permitted; else "right" if every required call was
        made and every fact is in the answer; else "declined".
    """
    if wrong_calls(request, made, tools):
        return "wrong_call"
    if missing_calls(request, made, tools) or missing_facts(request, answer):
        return "declined"
    return "right"
