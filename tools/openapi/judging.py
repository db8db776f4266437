"""The failure rule for HTTP services: status, body and schema decide, words in a body do not."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from smurfs_graph.models.failures import seconds_to_wait
from smurfs_graph.tools.failure import OK, Judgement, judge_response
from smurfs_graph.tools.http import HttpResponse
from smurfs_graph.tools.openapi.operations import is_json
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


class Judged(NamedTuple):
    """A response as data, and what is thought of it."""

    judgement: Judgement
    data: Any = None


def judge_http(
    response: HttpResponse,
    *,
    reads: bool,
    wants_json: bool = False,
    complaints: Callable[[Any], list[str]] | None = None,
) -> Judged:
    """Judge a response of a service.

    `reads`: the request changed nothing, so that it may be repeated after a gateway's failure; `wants_json`: the
    document declares JSON and nothing else for this status; `complaints`: what is wrong with the data by its schema.
    """
    if not 200 <= response.status < 300:
        return Judged(_judge_refusal(response, reads))
    if response.status in (204, 205) or not response.content:
        if wants_json and response.status == 200:
            return Judged(_failure("the server answered with nothing where JSON was declared"))
        return Judged(OK, f"done (status {response.status})")
    if is_json(response.media_type):
        return _json(response, complaints)
    if wants_json:
        return Judged(_failure(f"the server answered with {response.media_type or 'no type'} where JSON was declared"))
    return _other(response)


def _json(response: HttpResponse, complaints: Callable[[Any], list[str]] | None) -> Judged:
    try:
        data = parse_json(response.content)
    except (ValueError, RecursionError):
        return Judged(_failure("the server's JSON cannot be read"))
    judgement = judge_response(data, returns_nothing=True)
    if judgement.failed:
        return Judged(judgement, data)
    found = complaints(data) if complaints else []
    if found:
        return Judged(_failure(f"the response is not what the service declares: {'; '.join(found)[:400]}"), data)
    return Judged(OK, "null" if data is None else data)


def _other(response: HttpResponse) -> Judged:
    kind = response.media_type
    texts = kind.startswith("text/") or kind.endswith(("+xml", "/xml", "/yaml", "/x-yaml", "/javascript"))
    if texts or kind == "application/x-www-form-urlencoded":
        return Judged(OK, response.text)
    try:
        text = response.content.decode("utf-8")
    except UnicodeDecodeError:
        size = len(response.content)
        if kind and kind != "application/octet-stream":
            return Judged(OK, f"{size} bytes of {kind[:60]}, which are no text")
        return Judged(_failure(f"the server answered with {size} bytes that are no text"))
    return Judged(OK, text)


def _judge_refusal(response: HttpResponse, reads: bool) -> Judgement:
    status = response.status
    meaning = _MEANINGS.get(status, "a redirect that leads nowhere" if 300 <= status < 400 else "it failed")
    said = _error_text(response)
    reason = f"status {status}: {meaning}{f' ({said})' if said else ''}"
    transient = status in _BUSY or (status in _GATEWAY and reads)
    wait = seconds_to_wait(response.header("retry-after")) if transient else None
    blamed = 400 <= status < 500 and status not in (401, 403, 407) and not transient
    return Judgement(True, reason, transient, wait, fault="call" if blamed else "tool")


def _failure(reason: str) -> Judgement:
    return Judgement(failed=True, reason=reason)


def parse_json(content: bytes) -> Any:
    """JSON as the standard has it: no NaN. Raises ValueError or RecursionError."""

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
