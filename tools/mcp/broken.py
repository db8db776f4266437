"""Messages of a server that cannot be read: which request they would have answered, and what is said in their place."""

import json
import re
from typing import Any, cast

from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from smurfs_graph.tools.output import clean, to_data

UNREADABLE = "its response cannot be read as a message of the protocol"
_ID = re.compile(r'"id"\s*:\s*"?(\d{1,15})\b')
_SEARCHED = 2_000
"""Characters at either end of a broken message in which its number is looked for."""


def read_message(text: str) -> SessionMessage | ValidationError:
    """Return the message of a line; where only its texts are broken (half a surrogate pair), with them mended."""
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValidationError as error:
        try:
            return SessionMessage(
                types.jsonrpc_message_adapter.validate_python(to_data(json.loads(text)), by_name=False)
            )
        except (ValueError, RecursionError):
            return error


def answer_in_place(error: Exception) -> SessionMessage | None:
    """Return an error for the request whose response could not be read; None where no request is seen in it."""
    given = _given(error)
    if isinstance(given, dict):
        message = cast("dict[str, Any]", given)
        number = None if "method" in message else message.get("id")
    else:
        text = _ends(str(given)).lstrip()
        found = _ID.search(text) if text.startswith("{") and may_answer(error) else None
        number = int(found[1]) if found else None
    if isinstance(number, bool) or not isinstance(number, int):
        return None
    said = types.ErrorData(code=types.PARSE_ERROR, message=UNREADABLE)
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=number, error=said))


def may_answer(error: Exception) -> bool:
    """Return whether what could not be read may be a response: no notification, request or lost connection."""
    given = _given(error)
    named = "method" in given if isinstance(given, dict) else '"method"' in _ends(str(given))
    return isinstance(error, ValueError) and not named


def input_of(error: Exception) -> str:
    """Return the beginning of what could not be read as a message."""
    return " ".join(clean(str(_given(error))[:1000]).split())[:80]


def _given(error: Exception) -> Any:
    """Return what could not be read: an object where it was JSON, else a text."""
    if not isinstance(error, ValidationError):
        return ""
    inputs: list[Any] = [each["input"] for each in error.errors(include_url=False)]
    whole: list[Any] = [each for each in inputs if isinstance(each, dict) and "jsonrpc" in each]
    return (whole or inputs)[0]


def _ends(text: str) -> str:
    return text if len(text) <= 2 * _SEARCHED else f"{text[:_SEARCHED]} {text[-_SEARCHED:]}"
