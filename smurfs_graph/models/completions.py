"""Mend the answers of OpenAI-compatible servers before the client reads them: what they write beside the protocol.

Arguments as an object or as JSON twice, an old `function_call`, a role of null, a whole answer where events were asked
for, names that each event repeats: the client's library fails on these, or loses them. An error with status 200 and a
stream that ends in the middle are errors.
"""

import json
from collections.abc import Iterator
from typing import Any, cast

_DONE = b"data: [DONE]\n\n"
_STATUSES = {
    "invalid_request_error": 400, "badrequesterror": 400, "authentication_error": 401, "permission_error": 403,
    "not_found_error": 404, "rate_limit_error": 429, "insufficient_quota": 429, "overloaded_error": 529,
}  # fmt: skip
"""The status that an error means, by its type."""
_REFUSED = "refusal"
"""Finish reason given to a refusal in the model's own words."""
_MAX_SAID = 2_000


class ErrorAnswerError(Exception):
    """A server said in the body of its answer that there was an error; the text is the server's."""

    def __init__(self, text: str, status_code: int) -> None:
        """`status_code`: the status that it should have answered with."""
        super().__init__(text)
        self.status_code = status_code


class UnfinishedStreamError(Exception):
    """A stream of events ended without saying how the reply ended, so that nobody can tell whether it is whole."""

    def __init__(self, *, said_done: bool) -> None:
        """`said_done`: the server ended the stream; else it broke off."""
        super().__init__("the stream ended without a finish reason")
        self.said_done = said_done


class WholeAnswer:
    """Mends an answer that is one JSON document."""

    def __init__(self, *, streamed: bool) -> None:
        """`streamed`: events were asked for, and are made of it."""
        self._streamed = streamed
        self._pieces: list[bytes] = []

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Take a piece of the body; it is passed on when it is whole."""
        self._pieces.append(chunk)
        yield from ()

    def end(self) -> Iterator[bytes]:
        """Yield the body as it should be. Raises ErrorAnswerError."""
        body = b"".join(self._pieces)
        answer = _object_in(body)
        if answer is None:
            yield body
            return
        raise_error_in(answer)
        for choice in _choices(answer):
            message: Any = choice.get("message")
            if isinstance(message, dict):
                _mend_message(choice, cast("dict[str, Any]", message))
        yield from _as_events(answer) if self._streamed else [json.dumps(answer).encode()]


class EventAnswer:
    """Mends an answer that is a stream of events, line by line."""

    def __init__(self) -> None:
        """Start before the first event."""
        self._rest = b""
        self._began = self._finished = False
        self._named: dict[tuple[int, int, str], Any] = {}
        """Latest values that events gave of a call, by choice, call and key."""

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the lines that are whole. Raises ErrorAnswerError and UnfinishedStreamError."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            yield self._mend(line) + b"\n"

    def end(self) -> Iterator[bytes]:
        """Yield the rest. Raises UnfinishedStreamError."""
        if self._rest:
            yield self._mend(self._rest)
        if self._began and not self._finished:
            raise UnfinishedStreamError(said_done=False)

    def _mend(self, line: bytes) -> bytes:
        """Return a line of a stream as the client can read it. Raises what an error in it says."""
        if not line.startswith(b"data:"):
            return line
        said = line[5:].strip()
        if said == b"[DONE]" and self._began and not self._finished:
            raise UnfinishedStreamError(said_done=True)
        event = _object_in(said)
        if event is None:
            return line
        raise_error_in(event)
        for choice in _choices(event):
            self._began = True
            self._finished = self._finished or bool(choice.get("finish_reason"))
            delta: Any = choice.get("delta")
            if isinstance(delta, dict):
                self._mend_delta(choice, cast("dict[str, Any]", delta))
        return b"data: " + json.dumps(event).encode()

    def _mend_delta(self, choice: dict[str, Any], delta: dict[str, Any]) -> None:
        if delta.get("role", "assistant") is None:
            del delta["role"]
        _mend_refusal(choice, delta)
        old: Any = delta.pop("function_call", None)
        if isinstance(old, dict):
            delta["tool_calls"] = [{"index": 0, "function": old}]
        for at, call in enumerate(_calls(delta)):
            call.setdefault("index", at)
            function = _function_of(call)
            if isinstance(function.get("arguments"), dict | list):
                function["arguments"] = json.dumps(function["arguments"])
            for holder, key in ((call, "id"), (function, "name")):
                place = (int(choice.get("index") or 0), int(call["index"] or 0), key)
                if (said := holder.get(key)) and self._named.get(place) == said:
                    holder[key] = None  # else the client puts it behind itself
                elif said:
                    self._named[place] = said


def raise_error_in(answer: dict[str, Any]) -> None:
    """Raise ErrorAnswerError where an answer is an error, in one of the forms that servers have for it."""
    if answer.get("choices"):
        return
    error: Any = answer.get("error")
    if not error and (
        answer.get("object") == "error" or ("choices" not in answer and answer.keys() & {"detail", "msg", "errors"})
    ):
        error = answer
    if error:
        told = cast("dict[str, Any]", error) if isinstance(error, dict) else {"message": error}
        said = next((told[key] for key in ("message", "detail", "msg", "error", "errors") if told.get(key)), told)
        raise ErrorAnswerError(str(said)[:_MAX_SAID], _status(told, answer))


def _status(*told: dict[str, Any]) -> int:
    """Return the HTTP status that an error names, by number or word; 502 where it names none."""
    for each in told:
        for key in ("status", "status_code", "code"):
            if (said := str(each.get(key) or "")).isdigit() and 400 <= int(said) < 600:
                return int(said)
        for key in ("type", "code"):
            if (known := _STATUSES.get(str(each.get(key)).lower())) is not None:
                return known
    return 502


def _object_in(body: bytes) -> dict[str, Any] | None:
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _choices(answer: dict[str, Any]) -> list[dict[str, Any]]:
    given: Any = answer.get("choices")
    return [each for each in cast("list[Any]", given) if isinstance(each, dict)] if isinstance(given, list) else []


def _calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    given: Any = message.get("tool_calls")
    return [each for each in cast("list[Any]", given) if isinstance(each, dict)] if isinstance(given, list) else []


def _function_of(call: dict[str, Any]) -> dict[str, Any]:
    """Return the function of a call, which some servers write without one around it."""
    if not isinstance(call.get("function"), dict):
        call["function"] = {key: call.pop(key) for key in ("name", "arguments") if key in call}
    return cast("dict[str, Any]", call["function"])


def _mend_message(choice: dict[str, Any], message: dict[str, Any]) -> None:
    """Mend a whole message in place."""
    message["role"] = message.get("role") or "assistant"
    _mend_refusal(choice, message)
    old: Any = message.pop("function_call", None)
    if isinstance(old, dict) and not message.get("tool_calls"):
        message["tool_calls"] = [{"function": old}]
    for call in _calls(message):
        function = _function_of(call)
        call["type"] = "function"
        function["name"] = str(function.get("name") or "")
        function["arguments"] = _as_one_text(function.get("arguments"))


def _mend_refusal(choice: dict[str, Any], message: dict[str, Any]) -> None:
    """Have a refusal stand where the text does, and say so where the reply says how it ended."""
    if refusal := message.pop("refusal", None):
        message["content"] = message.get("content") or str(refusal)
        choice["finish_reason"] = _REFUSED


def _as_one_text(arguments: Any) -> str:
    """Return arguments as JSON text, which they should be: of an object, of nothing, of JSON that was written twice."""
    for _ in range(2):
        if not isinstance(arguments, str):
            return "{}" if arguments is None else json.dumps(arguments)
        if not arguments.strip():
            return "{}"
        try:
            inner = json.loads(arguments, strict=False)
        except (ValueError, RecursionError):
            return arguments
        if not isinstance(inner, str):
            return arguments
        arguments = inner
    return str(arguments)


def _as_events(answer: dict[str, Any]) -> Iterator[bytes]:
    """Yield a whole answer as a stream of events."""
    common = {key: answer[key] for key in ("id", "created", "model") if key in answer} | {
        "object": "chat.completion.chunk"
    }
    for at, choice in enumerate(_choices(answer)):
        message = cast("dict[str, Any]", choice.get("message") or {})
        for number, call in enumerate(_calls(message)):
            call["index"] = number
        delta = {
            "index": choice.get("index", at),
            "delta": message,
            "finish_reason": choice.get("finish_reason") or "stop",
        }
        yield b"data: " + json.dumps({**common, "choices": [delta]}).encode() + b"\n\n"
    yield b"data: " + json.dumps({**common, "choices": [], "usage": answer.get("usage")}).encode() + b"\n\n"
    yield _DONE
