"""A server's question to a person (elicitation): put as one of this library's, its answer read by the server's schema.

A question that stops the run has its call made anew, which only a call that may be repeated can bear. Secrets are not
asked for: an answer stands in checkpoints and prompts.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from mcp import types
from pydantic import ValidationError

from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.redaction.known_secrets import named_secrets
from smurfs_graph.tools.mcp.results import CallResult
from smurfs_graph.tools.output import clean
from smurfs_graph.tools.person import AskPerson
from smurfs_graph.tools.schema import complaints_of

_MOST_FIELDS, _MOST_CHARS = 20, 2000
_SECRET = re.compile(r"pass(word|code|phrase|wort)|secret|token|\bapi.?key|\bpin\b|credential|\bcvv\b", re.IGNORECASE)
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


def answer_question(result: CallResult, who: str, ask: AskPerson | None, mask: Callable[[str], str]) -> dict[str, Any]:
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
    fields = cast("dict[str, Any]", request.requested_schema.get("properties") or {})
    _refuse_secrets(request.message, fields, who)
    text = ask(f"{asked}{mask(_describe(fields, request.requested_schema))}")
    answer: dict[str, Any] = {"action": "decline"}
    if text:
        answer = {"action": "accept", "content": _read(text, fields, request.requested_schema)}
    return {**more, "inputResponses": {key: answer}}


def _only_question(result: CallResult) -> tuple[str, types.ElicitRequestFormParams]:
    try:
        [(key, request)] = (result.input_requests or {}).items()
        if request.get("method") != "elicitation/create":
            raise ValueError
        return key, types.ElicitRequestFormParams.model_validate(request.get("params"), by_name=False)
    except (ValueError, ValidationError, AttributeError):
        raise ToolError("the server asks for what is not offered here: anything but one form for a person") from None


def _refuse_secrets(message: str, fields: Mapping[str, Any], who: str) -> None:
    words = json.dumps([message, fields])
    if _SECRET.search(words) or named_secrets(dict.fromkeys(fields, "x" * 40)):
        raise ToolError(f"{who} asks a person for what looks like a secret; name it in the server's entry instead")


def _said(message: str) -> str:
    return " ".join(clean(message).split())[:_MOST_CHARS]


def _describe(fields: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Write the fields of a form in a line; one of text needs no more words than the question."""
    if len(fields) > _MOST_FIELDS or any(not isinstance(field, dict) for field in fields.values()):
        raise ToolError("the server's form cannot be put as a question")
    needed = cast("list[str]", schema.get("required") or [])
    lines = [
        f"{clean(name)!r}: {field.get('enum') or field.get('type', 'string')}{'' if name in needed else ' (optional)'}"
        for name, field in fields.items()
    ]
    form = "; one JSON object, or lines of NAME: VALUE" if len(lines) > 1 else ""
    return f" ({', '.join(lines)}{form})"[:_MOST_CHARS] if lines else " (yes or no)"


def _read(text: str, fields: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Read an answer by the schema of its form."""
    if not fields:
        return {}
    try:
        written: Any = json.loads(text)
    except ValueError:
        written = None
    if not isinstance(written, dict):
        pairs = [line.partition(":") for line in text.splitlines() if line.strip()]
        several = {name.strip(): value.strip() for name, _, value in pairs if name.strip() in fields}
        written = {next(iter(fields)): text} if len(fields) == 1 and not several else several
    named = cast("dict[str, Any]", written)
    answer = {name: _typed(value, fields[name]) for name, value in named.items() if name in fields}
    try:
        wrong = complaints_of(dict(schema))(answer)
    except ConfigurationError:
        wrong = ["the form has no usable schema"]
    if wrong:
        raise ToolError(f"the person's answer does not fit the server's form: {'; '.join(wrong)[:400]}")
    return answer


def _typed(value: Any, field: Mapping[str, Any]) -> Any:
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
