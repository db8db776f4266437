"""The failure rule for tools: what counts as a failed call. A rule, not a mood."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, cast

from smurfs_graph.errors import ToolError
from smurfs_graph.models.failures import retry_after
from smurfs_graph.tools.output import in_one_line
from smurfs_graph.tools.schema import complaints_of

_BUSY = frozenset({429, 502, 503, 504})
_TURNED_AWAY = frozenset({429, 503})
"""Of those, what the server itself says; a gateway's 502 or 504 may come after the call had its effect."""
_MAX_REASON = 400
_ERROR_KEYS = frozenset({"error", "errors"})
_ERROR_COMPANIONS = _ERROR_KEYS | {
    "code",
    "detail",
    "details",
    "message",
    "ok",
    "reason",
    "status",
    "success",
}


class Judgement(NamedTuple):
    """The verdict on a call: whether it failed, with the reason in words that a model can use."""

    failed: bool
    reason: str = ""
    transient: bool = False
    """A repeated call may work in a moment: a connection that was refused or broke, a server that is busy."""
    retry_after: float | None = None
    """Seconds that a busy server asks to be left alone."""
    untouched: bool = False
    """The call changed nothing: it never arrived, or whoever raised the error knows so."""
    fault: Literal["call", "tool"] = "call"
    """Whether other arguments may do better, or the tool itself does not work: no connection, no answer in time."""


OK = Judgement(failed=False)


def judge_exception(error: BaseException, timeout: float | None) -> Judgement:
    """Judge a call that raised, which has failed.

    `timeout`: the limit in seconds that a TimeoutError speaks of; None: there is none, and it speaks for itself.
    """
    if isinstance(error, TimeoutError) and timeout is not None:
        return Judgement(failed=True, reason=f"no response within {timeout:g} s", fault="tool")
    text, transient = _message(error), _is_transient(error)
    if isinstance(error, ToolError) and text:
        return Judgement(
            failed=True,
            reason=text,
            transient=error.transient,
            retry_after=error.retry_after,
            untouched=error.transient,
            fault=error.fault,
        )
    reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
    fault = "tool" if transient or not _is_complaint(error) else "call"
    return Judgement(
        failed=True,
        reason=reason,
        transient=transient,
        retry_after=retry_after(error),
        untouched=_is_untouched(error),
        fault=fault,
    )


def judge_response(
    response: Any, *, returns_nothing: bool, schema: Callable[[], Mapping[str, Any] | None] | None = None
) -> Judgement:
    """Judge a returned value, which may be a failure all the same.

    Nothing at all (of a tool that is declared to read, unless it may return nothing), a number that is none, bytes that
    are no text, and an object that is nothing but a declared error. `schema`: gives the tool's schema of results.
    """
    if response is None and not returns_nothing:
        return Judgement(failed=True, reason="the tool returned nothing")
    if isinstance(response, float) and not math.isfinite(response):
        return Judgement(failed=True, reason=f"the tool returned {response}, which is no number")
    if isinstance(response, bytes | bytearray | memoryview):
        return _judge_bytes(bytes(cast("bytes | bytearray | memoryview[int]", response)))
    if isinstance(response, dict):
        return _judge_declared(cast("dict[Any, Any]", response), schema)
    return OK


def _judge_bytes(response: bytes) -> Judgement:
    try:
        response.decode("utf-8")
    except UnicodeDecodeError:
        return Judgement(failed=True, reason=f"the tool returned {len(response)} bytes that are no text")
    return OK


def _judge_declared(response: dict[Any, Any], schema: Callable[[], Mapping[str, Any] | None] | None) -> Judgement:
    """Judge an object: it is an error only if an error key says something and nothing else brings data."""
    if not all(key in _ERROR_COMPANIONS for key in response):
        return OK
    for key in sorted(_ERROR_KEYS & response.keys()):
        said = in_one_line(str(response[key]), _MAX_REASON) if response[key] else ""
        if said and not _is_a_finding(response, schema and schema()):
            return Judgement(failed=True, reason=said)
    return OK


def _is_a_finding(response: dict[Any, Any], schema: Mapping[str, Any] | None) -> bool:
    """Return whether an object is a list of errors and no more, and each result of the tool has to be one.

    As of a tool that checks a file: a list of errors is what it was asked for.
    """
    if schema is None or len(response) > 1 or not all(isinstance(each, list) for each in response.values()):
        return False
    complaints = complaints_of(schema, lenient=True)
    return bool(complaints({})) and not complaints(response)


def _is_transient(error: BaseException) -> bool:
    """Return whether a connection failed, or an HTTP status says "later", on an error or the response that it carries.

    Not a timeout: what took too long once has used up its time, and may have had its effect.
    """
    return isinstance(error, ConnectionError) or _status(error) in _BUSY


def _is_complaint(error: BaseException) -> bool:
    """Return whether an error is about the call's values, as far as its kind or status says."""
    status = _status(error)
    if isinstance(status, int):
        return 400 <= status < 500 and status not in (401, 403, 407, 408, 429)
    return isinstance(error, ValueError | LookupError | FileNotFoundError)


def _is_untouched(error: BaseException) -> bool:
    return isinstance(error, ConnectionRefusedError) or _status(error) in _TURNED_AWAY


def _status(error: BaseException) -> Any:
    return getattr(error, "status_code", None) or getattr(getattr(error, "response", None), "status_code", None)


def _message(error: BaseException) -> str:
    try:
        return in_one_line(str(error), _MAX_REASON)
    except Exception:  # an error that cannot be written down
        return ""
