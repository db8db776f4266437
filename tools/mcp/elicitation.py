"""A server's question to a person (elicitation): put as one of this library's, its answer read by the server's schema.

A question that stops the run has its call made anew where it may be repeated; else the question is kept, and the call
goes on from it, once. Secrets are not asked for: an answer stands in checkpoints and prompts.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from mcp import types
from pydantic import ValidationError

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.tools.mcp.results import LenientToolResult
from smurfs_graph.tools.mcp.secret_words import asks_for_secret
from smurfs_graph.tools.output import clean, cut
from smurfs_graph.tools.person import AskPerson
from smurfs_graph.tools.schema import complaints_of

_MOST_FIELDS, _MOST_CHARS, _MOST_KEPT = 20, 2000, 100_000
_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def answer_question(
    result: LenientToolResult, who: str, ask: AskPerson | None, mask: Callable[[str], str]
) -> dict[str, Any]:
    """Return what the call is repeated with that brought a question: the person's answer, and the server's state.

    `who` asks, in words; `mask` takes the server's keys out of them. Raises ToolError where nobody is asked, and for an
    answer that does not fit.
    """
    more = {} if result.request_state is None else {"requestState": result.request_state}
    if not result.input_requests and more:
        return more
    [key, request] = _only_question(result)
    asked = f"{who} asks: {mask(_said(request.message))}"
    if ask is None:
        raise ToolError(f"{asked[:400]}; nobody is asked in the middle of this call")
    fields = _fields_of(request.requested_schema)
    if asks_for_secret(request.message, fields):
        raise ToolError(f"{who} asks a person for what looks like a secret; name it in the server's entry instead")
    complaints = _complaints_of_form(request.requested_schema) if fields else None
    text = ask(f"{asked}{mask(_describe(fields, request.requested_schema))}")
    answer: dict[str, Any] = {"action": "decline"}
    if text and (fields or _is_yes(text)):
        answer = {"action": "accept", "content": _read(text, fields, complaints) if complaints else {}}
    return {**more, "inputResponses": {key: answer}}


def question_of(result: LenientToolResult) -> dict[str, Any]:
    """Return a result that asks as plain data, to be kept. Raises ToolError for one that is too large."""
    found = result.model_dump(mode="json", by_alias=True, exclude_none=True)
    if len(json.dumps(found)) > _MOST_KEPT:
        raise ToolError("the server's question is too long to be put")
    return found


def _only_question(result: LenientToolResult) -> tuple[str, types.ElicitRequestFormParams]:
    try:
        [(key, request)] = (result.input_requests or {}).items()
        if request.get("method") != "elicitation/create":
            raise ValueError
        return key, types.ElicitRequestFormParams.model_validate(request.get("params"), by_name=False)
    except (ValueError, ValidationError, AttributeError):
        raise ToolError("the server asks for what is not offered here: anything but one form for a person") from None


def _said(message: str) -> str:
    return cut(" ".join(clean(message).split()), _MOST_CHARS)


def _fields_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a form. Raises ToolError for one that the protocol does not know: its words are shown."""
    given = cast("Any", schema.get("properties") or {})
    needed = cast("Any", schema.get("required") or [])
    fields = cast("dict[str, Any]", given if isinstance(given, dict) else {"": None})
    if len(fields) > _MOST_FIELDS or not isinstance(needed, list) or not all(map(_is_known, fields.values())):
        raise ToolError("the server's form cannot be put as a question")
    return fields


def _is_known(field: Any) -> bool:
    """Return whether the type and the choices of a field are some of JSON Schema's."""
    if not isinstance(field, dict):
        return False
    known = cast("dict[str, Any]", field)
    kind = known.get("type", "string")
    kinds = cast("list[Any]", kind if isinstance(kind, list) else [kind])
    return all(each in _TYPES for each in kinds) and isinstance(known.get("enum", []), list)


def _is_yes(text: str) -> bool:
    """Return whether an answer to a form without fields agrees. Raises ToolError for one that says neither."""
    agrees = _WORDS.get(text.strip().strip(".!").lower())
    if agrees is None:
        raise ToolError(f"the person's answer is neither yes nor no: {text[:100]!r}")
    return agrees


def _describe(fields: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Write the fields of a form in a line; one of text needs no more words than the question."""
    needed = cast("list[Any]", schema.get("required") or [])
    lines = [
        f"{clean(name)!r}: {field.get('enum') or field.get('type', 'string')}{'' if name in needed else ' (optional)'}"
        for name, field in fields.items()
    ]
    form = "; one JSON object, or lines of NAME: VALUE" if len(lines) > 1 else ""
    return f" ({cut(', '.join(lines), _MOST_CHARS)}{form})" if lines else " (yes or no)"


def _complaints_of_form(schema: Mapping[str, Any]) -> Callable[[Any], list[str]]:
    """Return what finds the complaints about an answer. Raises ToolError for a form that no answer could fit."""
    try:
        return complaints_of(dict(schema))
    except ConfigurationError:
        raise ToolError("the server's form has no usable schema, and cannot be put as a question") from None


def _read(text: str, fields: Mapping[str, Any], complaints: Callable[[Any], list[str]]) -> dict[str, Any]:
    """Read an answer by its form. Raises ToolError for one that does not fit."""
    try:
        written: Any = json.loads(text)
    except ValueError:
        written = None
    if not isinstance(written, dict):
        pairs = [line.partition(":") for line in text.splitlines() if line.strip()]
        several = {name.strip(): value.strip() for name, _, value in pairs if name.strip() in fields}
        written = {next(iter(fields)): text} if len(fields) == 1 and not several else several
        if not written:  # "no" to a form whose fields are optional agrees to nothing
            raise ToolError(f"the person's answer names none of the fields of the server's form: {text[:100]!r}")
    named = cast("dict[str, Any]", written)
    answer = {name: _typed(value, fields[name]) for name, value in named.items() if name in fields}
    if wrong := complaints(answer):
        raise ToolError(f"the person's answer does not fit the server's form: {'; '.join(wrong)[:400]}")
    return answer


def _typed(value: Any, field: Mapping[str, Any]) -> Any:
    """Return an answer that a form had as text as the field's type; as it is where it does not fit."""
    if not isinstance(value, str):
        return value
    try:
        match field.get("type"):
            case "integer":
                return int(value)
            case "number":
                return float(value)
            case "boolean":
                return _WORDS.get(value.strip().lower(), value)
            case _:
                return value
    except ValueError:
        return value
