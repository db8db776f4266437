"""The failure rule for HTTP services: the status decides; words in a body do not.

A service that answers 2xx did what it was asked, whatever it sends: a write that is called failed would be made twice.
What is not as the document declares is a remark. A read may be made again; where it brings no data, it has failed.
An object that is nothing but an error is found where every tool's result is judged (`tools/failure.py`).
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from smurfs_graph.models.failures import seconds_to_wait
from smurfs_graph.tools.failure import OK, Judgement
from smurfs_graph.tools.http import HttpResponse
from smurfs_graph.tools.openapi.parameters import is_json
from smurfs_graph.tools.output import in_one_line

_BUSY = frozenset({408, 425, 429, 503})
"""The server did nothing, and may do it later."""
_GATEWAY = frozenset({502, 504, 520, 521, 522, 523, 524, 529})
"""Something between here and the server failed: may be repeated where the request only reads."""
_SAID = ("detail", "message", "error_description", "error", "errors", "title", "reason", "description")
_MAX_SAID = 300
_MEANINGS = {
    400: "the request is wrong",
    401: "the credentials are missing or wrong",
    403: "this is not permitted",
    404: "there is no such thing",
    405: "this method is not allowed",
    409: "this is in conflict with the present state",
    410: "it is gone",
    413: "the request is too large",
    415: "the format of the request is not supported",
    422: "the arguments are not accepted",
    429: "too many requests",
    500: "the server failed",
    502: "a gateway failed",
    503: "the server is busy",
    504: "a gateway timed out",
}


class JudgedResponse(NamedTuple):
    """A response as data, and what is thought of it."""

    judgement: Judgement
    data: Any = None
    remark: str = ""
    """Differences from the document's declaration."""


def judge_http(
    response: HttpResponse,
    *,
    reads: bool,
    wants_json: bool = False,
    complaints: Callable[[Any], list[str]] | None = None,
) -> JudgedResponse:
    """Judge a response of a service.

    `reads`: the request changed nothing, so that it may be repeated; `wants_json`: the document declares JSON and
    nothing else for this status; `complaints`: what is wrong with the data by its schema.
    """
    if not 200 <= response.status < 300:
        return JudgedResponse(_judge_refusal(response, reads))
    if response.status in (204, 205) or not response.content:
        remark = "nothing, where JSON is declared" if wants_json and response.status == 200 else ""
        return JudgedResponse(OK, f"done (status {response.status})", remark)
    if is_json(response.media_type):
        try:
            data = parse_json(response.content)
        except (ValueError, RecursionError):
            return _not_declared(response, reads, "JSON that cannot be read")
        return _json(data, complaints)
    if wants_json:
        return _not_declared(response, reads, f"{response.media_type or 'no type'} where JSON is declared")
    return JudgedResponse(OK, _text_of(response))


def _json(data: Any, complaints: Callable[[Any], list[str]] | None) -> JudgedResponse:
    found = complaints(data) if complaints else []
    return JudgedResponse(OK, "null" if data is None else data, "; ".join(found)[:400])


def _not_declared(response: HttpResponse, reads: bool, what: str) -> JudgedResponse:
    if reads:
        return JudgedResponse(Judgement(failed=True, reason=f"the server answered with {what}"))
    return JudgedResponse(OK, _text_of(response), what)


def _text_of(response: HttpResponse) -> str:
    """Return a body that is no JSON: its text, or how long it is."""
    kind = response.media_type
    texts = kind.startswith("text/") or kind.endswith(("+xml", "/xml", "/yaml", "/x-yaml", "/javascript"))
    if texts or kind == "application/x-www-form-urlencoded":
        return response.text
    try:
        return response.content.decode("utf-8")
    except UnicodeDecodeError:
        of_kind = f" of {kind[:60]}" if kind else ""
        return f"{len(response.content)} bytes{of_kind}, which are no text"


def _judge_refusal(response: HttpResponse, reads: bool) -> Judgement:
    status = response.status
    meaning = _MEANINGS.get(status, "a redirect that leads nowhere" if 300 <= status < 400 else "it failed")
    said = _error_text(response)
    reason = f"status {status}: {meaning}{f' ({said})' if said else ''}"
    transient = status in _BUSY or (status in _GATEWAY and reads)
    wait = seconds_to_wait(response.header("retry-after")) if transient else None
    blamed = 400 <= status < 500 and status not in (401, 403, 407) and not transient
    fault = "call" if blamed else "tool"
    return Judgement(failed=True, reason=reason, transient=transient, retry_after=wait, fault=fault)


def parse_json(content: bytes) -> Any:
    """Parse JSON as the standard has it: no NaN. Raises ValueError or RecursionError."""

    def refuse(name: str) -> Any:
        raise ValueError(name)

    return json.loads(content.decode("utf-8-sig"), parse_constant=refuse)


def _error_text(response: HttpResponse) -> str:
    """Return what an error's body says, in one line; nothing of an HTML page."""
    if is_json(response.media_type):
        try:
            return in_one_line(_message(parse_json(response.content)), _MAX_SAID)
        except (ValueError, RecursionError):
            return ""
    return in_one_line(response.text, _MAX_SAID) if response.media_type == "text/plain" else ""


def _message(data: Any) -> str:
    """Return what an error's data says: the first field that tells, at any depth."""
    if isinstance(data, dict):
        known = cast("dict[str, Any]", data)
        for key in _SAID:
            if known.get(key):
                return _message(known[key])
        return json.dumps(known, ensure_ascii=False)
    if isinstance(data, list):
        return "; ".join(_message(item) if not _is_located(item) else _locate(item) for item in data[:5])  # pyright: ignore
    return str(data)


def _is_located(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(cast("dict[str, Any]", item).get("loc"), list) and "msg" in item


def _locate(item: Any) -> str:
    """Say an entry of FastAPI's list of complaints in a line."""
    return f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}"
