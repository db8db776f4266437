"""Arguments and responses held to a JSON schema (draft 2020-12), with complaints that name the field.

Schemas come from strangers: references are never fetched, patterns that could run for ever are left out, a schema that
cannot be read is refused in one line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from ipaddress import IPv4Address, IPv6Address
from typing import Any, cast
from uuid import UUID

from smurfs_graph.errors import ConfigurationError

Schema = dict[str, Any]
_MAX_COMPLAINTS = 5
_MAX_STEPS = 30_000
"""Keywords that one check may look at: a second or two at most."""
_MAX_PATTERN = 400
_NESTED_REPEAT = re.compile(r"[+*}]\)?[+*{]|[+*}][^()\[\]]*\)[+*{]|\([^()]*\|[^()]*\)[+*{]|\\[1-9]")
"""A repetition of a repetition or of a choice, or a back-reference: may take exponential time."""
_LITERAL = frozenset({"const", "default", "enum", "example", "examples"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "dependentSchemas"})
"""Keywords whose value maps names to schemas."""
_COSTLY = frozenset({"pattern", "patternProperties", "format", "uniqueItems"})
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,3})?")


def arguments_validator(schema: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return a function that turns a model's arguments into a call's, for a tool with a JSON schema as parameters.

    Numbers and truth values written as text are read where the schema takes no text; null stands for an optional
    argument that is left out. Unknown names are refused unless `additionalProperties` is set. The returned function
    raises ValueError with one line that names the fields.
    """
    complaints = complaints_of(schema)
    properties: dict[str, Any] = dict(schema.get("properties") or {})
    required = set(schema.get("required") or [])
    definitions: dict[str, Any] = {"$defs": schema["$defs"]} if "$defs" in schema else {}

    def means_nothing(argument: Any) -> bool:
        """Return whether null for an optional argument stands for leaving it out: the default, or nothing that fits."""
        if not isinstance(argument, Mapping):
            return not _takes(argument, None)
        known = cast("Mapping[str, Any]", argument)
        return ("default" in known and known["default"] is None) or not _takes({**known, **definitions}, None)

    def validate(arguments: Mapping[str, Any]) -> dict[str, Any]:
        if not schema.get("additionalProperties") and (
            unknown := [name for name in arguments if name not in properties]
        ):
            raise ValueError(f"unknown parameter {unknown[0]!r}; the parameters are {sorted(properties)}")
        given = {
            name: read_leniently(properties.get(name), value)
            for name, value in arguments.items()
            if not (value is None and name in properties and name not in required and means_nothing(properties[name]))
        }
        found = complaints(given)
        if found:
            raise ValueError("; ".join(found))
        return given

    return validate


def complaints_of(schema: Mapping[str, Any] | bool, *, lenient: bool = False) -> Callable[[Any], list[str]]:
    """Return a function from a value to what is wrong with it, at most five lines, each with its field; none for a
    valid one.

    A check ends after a number of steps, for nested choices can take exponential time: the value is refused then or,
    where `lenient`, taken as far as it was seen.
    Raises ConfigurationError where the schema is none.
    """
    validator = _validator(schema)

    def complaints(value: Any) -> list[str]:
        _STEPS.set([_MAX_STEPS])
        try:
            return list(dict.fromkeys(_describe(_first(validator.iter_errors(value)))))
        except _OutOfStepsError:
            return [] if lenient else ["the value takes too long to check"]
        except RecursionError:
            return ["the value, or its schema, is nested too deeply"]
        except Exception as error:  # a reference that leads nowhere, a keyword of the wrong kind
            return [f"its schema cannot be used: {type(error).__name__}: {str(error)[:120]}"]

    return complaints


def read_leniently(schema: Any, value: Any) -> Any:
    """Return a number or truth value that was written as text, where the schema takes no text; else
    the value as it is.
    """
    if not isinstance(value, str) or not isinstance(schema, Mapping):
        return value
    kinds = _kinds(cast("Mapping[str, Any]", schema))
    if not kinds or "string" in kinds:
        return value
    text = value.strip()
    if "integer" in kinds and _WHOLE.fullmatch(text):
        return int(text)
    if "number" in kinds and _NUMBER.fullmatch(text):
        return float(text)
    if "boolean" in kinds and text.lower() in ("true", "false"):
        return text.lower() == "true"
    return value


def _kinds(schema: Mapping[str, Any]) -> set[str]:
    kind: Any = schema.get("type")
    kinds = cast("list[Any]", kind) if isinstance(kind, list) else [kind]
    return {item for item in kinds if isinstance(item, str)}


def _takes(schema: Any, value: Any) -> bool:
    try:
        return not complaints_of(schema)(value)
    except ConfigurationError:
        return True


def _validator(schema: Mapping[str, Any] | bool) -> Any:
    """Return a validator whose steps are counted and which retrieves nothing. Raises
    ConfigurationError for no schema.
    """
    from jsonschema import Draft202012Validator, exceptions
    from referencing import Registry

    safe = without_risky_patterns(schema)
    try:
        Draft202012Validator.check_schema(safe)
    except exceptions.SchemaError as error:
        where = ".".join(str(part) for part in error.absolute_path) or "the schema"
        raise ConfigurationError(f"no JSON schema: {where}: {_one_line(error.message)}") from None
    except (RecursionError, TypeError) as error:
        raise ConfigurationError(f"no JSON schema: {type(error).__name__}") from None
    registry = cast("Any", Registry)()  # retrieves nothing
    return _counting_validator()(safe, registry=registry, format_checker=_format_checker())


class _OutOfStepsError(Exception):
    """A check has taken as many steps as it may."""


_STEPS: ContextVar[list[int]] = ContextVar("smurfs_schema_steps")


@cache
def _counting_validator() -> Any:
    """Return the validator of draft 2020-12, whose every step counts."""
    from jsonschema import Draft202012Validator, validators

    return cast("Any", validators).extend(
        Draft202012Validator, {name: _count_calls(check) for name, check in Draft202012Validator.VALIDATORS.items()}
    )


def _count_calls(check: Callable[..., Any]) -> Callable[..., Any]:
    def check_once(*arguments: Any) -> Any:
        left = _STEPS.get()
        left[0] -= 1
        if left[0] < 0:
            raise _OutOfStepsError
        return check(*arguments)

    return check_once


@cache
def _format_checker() -> Any:
    """Return a checker of the formats that can be told for certain; others are notes."""
    from jsonschema import FormatChecker

    checker: Any = FormatChecker(formats=())
    for name, reads in _FORMATS.items():
        checker.checks(name, raises=ValueError)(_of_texts(reads))
    return checker


def _of_texts(reads: Callable[[str], bool]) -> Callable[[Any], bool]:
    return lambda value: not isinstance(value, str) or reads(value)


def _is_moment(text: str) -> bool:
    return "t" in text[10:11].lower() and datetime.fromisoformat(text).tzinfo is not None


_FORMATS: dict[str, Callable[[str], bool]] = {
    "date": lambda text: len(text) == 10 and bool(date.fromisoformat(text)),
    "date-time": _is_moment,
    "uuid": lambda text: len(text) in (32, 36) and bool(UUID(text)),  # services publish examples without hyphens
    "ipv4": lambda text: bool(IPv4Address(text)),
    "ipv6": lambda text: bool(IPv6Address(text)),
    "email": lambda text: re.fullmatch(r"[^@\s]+@[^@\s]+", text) is not None,
}


def for_responses(schema: Any) -> Any:
    """Return the schema without what is costly to check of a stranger's response: patterns, formats, unique items."""
    return _keep(schema, lambda key, _: key not in _COSTLY)


def without_risky_patterns(schema: Any) -> Any:
    """Return the schema without patterns that Python cannot read or that could take exponential time."""
    return _keep(schema, lambda key, value: key != "pattern" or not isinstance(value, str) or is_safe_pattern(value))


def _keep(schema: Any, is_wanted: Callable[[str, Any], bool]) -> Any:
    """Return the keywords of a schema, and of those within it, that are wanted; patterns of names are safe ones."""
    if isinstance(schema, list):
        return [_keep(item, is_wanted) for item in cast("list[Any]", schema)]
    if not isinstance(schema, Mapping):
        return schema
    kept: Schema = {}
    for key, value in cast("Mapping[str, Any]", schema).items():
        if not is_wanted(key, value):
            continue
        if key in _NAMED and isinstance(value, Mapping):
            named = cast("Mapping[str, Any]", value).items()
            safe = ((name, item) for name, item in named if key != "patternProperties" or is_safe_pattern(name))
            kept[key] = {name: _keep(item, is_wanted) for name, item in safe}
        else:
            kept[key] = value if key in _LITERAL else _keep(value, is_wanted)
    return kept


@cache
def is_safe_pattern(pattern: str) -> bool:
    """Return whether a regular expression can be read, and cannot run for ever as far as can be told."""
    if len(pattern) > _MAX_PATTERN or _NESTED_REPEAT.search(pattern) or len(re.findall(r"[+*{]", pattern)) > 12:
        return False
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _first(errors: Iterable[Any]) -> Iterator[Any]:
    for count, error in enumerate(errors):
        if count == _MAX_COMPLAINTS:
            return
        yield error


def _describe(errors: Iterable[Any]) -> Iterator[str]:
    from jsonschema import exceptions

    best_match = cast("Any", exceptions).best_match  # of choices that failed, what is wrong with the one meant
    for error in errors:
        telling = best_match([error])
        yield _complaint(telling, ".".join(str(part) for part in telling.absolute_path))


def _complaint(error: Any, where: str) -> str:
    """Return a validator's error in words that a model can use. `where`: the path to the value."""
    value, shown = error.instance, _show(error.instance)
    if error.validator == "required" and isinstance(value, Mapping):
        missing = next((name for name in error.validator_value if name not in value), "?")
        return f"{f'{where}.{missing}' if where else missing}: is required"
    prefix = f"{where}: " if where else ""
    match error.validator:
        case "type":
            kinds: Any = error.validator_value
            wanted = kinds if isinstance(kinds, str) else " or ".join(str(kind) for kind in kinds)
            return f"{prefix}must be of type {wanted} (got {shown})"
        case "enum":
            return f"{prefix}must be one of {_show(error.validator_value, 300)} (got {shown})"
        case "const":
            return f"{prefix}must be {_show(error.validator_value)} (got {shown})"
        case "anyOf" | "oneOf" if kinds := _kinds_that_fit(error):
            return f"{prefix}must be of type {' or '.join(kinds)} (got {shown})"
        case "anyOf" | "oneOf":
            return f"{prefix}fits none, or more than one, of what is allowed here (got {shown})"
        case "additionalProperties" | "unevaluatedProperties":
            return f"{prefix}{_one_line(error.message)}"
        case _:
            limit = _show(error.validator_value)
            return f"{prefix}breaks {error.validator} {limit} (got {shown})"


def _kinds_that_fit(error: Any) -> list[str]:
    """Return the types that a choice takes, where the value is of none of them; null is not worth naming."""
    depth = len(error.absolute_path)
    if not all(below.validator == "type" and len(below.absolute_path) == depth for below in error.context or ()):
        return []
    named = [below.validator_value for below in error.context or () if isinstance(below.validator_value, str)]
    return [kind for kind in dict.fromkeys(named) if kind != "null"]


def _show(value: Any, limit: int = 80) -> str:
    text = _one_line(repr(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
