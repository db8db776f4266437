"""Classify the exceptions of model clients, of any provider, by one rule.

transient  the server may answer the next time: no connection, 5xx, 429, an answer that is no answer
format     the server or the integration refuses this format of structured output
overflow   the prompt does not fit the model's window
cut_off    the reply reached a limit of length; what there is of it may still be read
garbled    the server or its client failed on what the model wrote (invalid UTF-8, arguments that are a list): a bad
           reply, not a bad server
filtered   the provider's filter withheld the reply, or refuses the request for what it says
refused    asking again cannot help: a wrong key, no such model, a refused request
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal, cast

from langchain_core.messages.ai import InputTokenDetails, UsageMetadata
from pydantic import ValidationError

from smurfs_graph.models.bodies import RefusedAnswerError, address
from smurfs_graph.models.completions import ErrorAnswerError, UnfinishedStreamError
from smurfs_graph.redaction.redactor import Redactor

Kind = Literal["transient", "format", "overflow", "cut_off", "garbled", "filtered", "refused"]

_LONGEST_WAIT = 86_400.0
_TRANSIENT_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_FORMAT_STATUS = frozenset({400, 404, 405, 415, 422, 501})
_TRANSIENT_NAMES = frozenset({"ModelConnectionError", "ModelTimeoutError", "ModelRateLimitError", "APIConnectionError"})
_CONNECT_NAMES = frozenset({"ConnectError", "ConnectTimeout"})
_HTTP_CLIENTS = ("httpx", "httpx2", "httpcore", "httpcore2", "aiohttp", "requests", "urllib3", "anyio", "h11", "grpc")
_OVERFLOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|exceeds? the (available )?context"
    r"|context (window|size|length) (is |was )?exceeded|prompt is too long|too many tokens|input tokens exceed"
    r"|exceeds? the maximum (number of )?tokens|requested tokens .* exceed",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"n_ctx\W{1,4}(\d{2,8})|context length (?:is|of) (\d{2,8})|context (?:size|window) (?:of )?\(?(\d{2,8})"
    r"|exceed context window of (\d{2,8})|> (\d{3,8}) maximum|limit (?:is|of) (\d{3,8}) tokens",
    re.IGNORECASE,
)
_NO_TEMPERATURE = re.compile(
    r"temperature\W.{0,80}(support|deprecated|default|allow|permit|cannot|invalid)"
    r"|(unsupported|unknown|unrecognized|unexpected|invalid)[^.]{0,80}\Wtemperature\W",
    re.IGNORECASE | re.DOTALL,
)
_NO_LIMIT = re.compile(r"max_?(completion_|output_|new_)?tokens|num_predict", re.IGNORECASE)
_NO_ROLE = re.compile(
    r"roles? must alternate|only user\W.{0,40}\broles?\b|developer instruction is not enabled"
    r"|\b(?:system|tool|developer)\W{1,3}(?:role|message|prompt|instruction)s?\b.{0,60}"
    r"\b(?:not|isn't|aren't|unsupported|cannot|invalid)\b"
    r"|\b(?:not|n't|un)\s?support.{0,60}\b(?:system|tool)\W{1,3}(?:role|message|prompt|instruction)"
    r"|(?:unknown|unsupported|invalid|unexpected|illegal)\W{1,3}(?:message\W)?role"
    r"|\broles?\b.{0,60}\b(?:not|invalid|unsupported|unknown|one of)\b"
    r"|jinja|raise_exception|chat.?template",
    re.IGNORECASE | re.DOTALL,
)
_NO_HISTORY = re.compile(
    r"tool_calls?|tool.?call.?id|tool (?:message|result|response)|function.?(?:call|response)|messages?\W{0,3}\d"
    r"|\bthinking\b",
    re.IGNORECASE,
)
_OF_REASONING = re.compile(r"\breasoning", re.IGNORECASE)
"""What other servers than Anthropic's call a model's thoughts."""
_FILTERED = re.compile(
    r"content[_ -]?(?:management[_ -]?)?(?:filter|policy)|ResponsibleAIPolicy|data_inspection_failed"
    r"|Content Exists Risk|flagged (?:as|for|by)|safety system|sensitive (?:content|words)|moderation",
    re.IGNORECASE,
)
_FILTERED_STATUS = frozenset({400, 403, 422, 451})
_OF_FORMAT = re.compile(r"response_format|\btools?\b|\bfunctions?\b|json_schema", re.IGNORECASE)
_OF_SCHEMA = re.compile(r"(?<!json_)schema|grammar|max_?(length|items)|min_?(length|items)|repetition", re.IGNORECASE)
_OF_TOOL_SCHEMA = re.compile(
    r"\b(?:input_)?schema\b|\bparameters\b|properties|\bitems\b|\benum\b|anyOf|oneOf|allOf|nest", re.IGNORECASE
)
_TOOL_NAMED = re.compile(r"(?:function|tool)s?\W{1,4}(?P<name>[A-Za-z0-9_-]{1,64})(?![\w-])", re.IGNORECASE)
_TOOL_NUMBERED = re.compile(r"(?:tools|function_?declarations)(?:\[|\.)(\d{1,4})\b", re.IGNORECASE)
_GARBLED = re.compile(r"utf-?8|type_error\.316|invalid byte|codec can't decode", re.IGNORECASE)
_MESSAGES = ("AIMessage", "AIMessageChunk")
_MAX_TEXT = 300
_MAX_READ = 4_000
"""Of an error's text: a server may repeat a whole prompt in it."""
_MAX_CAUSES = 8


@dataclass(frozen=True)
class Failure:
    """A classified exception."""

    kind: Kind
    text: str
    """One line, without the request's headers."""
    retry_after: float | None = None
    """Seconds to wait, as the server asks."""
    window: int | None = None
    """Tokens of the model's window, where an overflow says so."""
    partial: str = ""
    """The beginning of a reply that was cut off."""
    counted: UsageMetadata | None = None
    """The tokens of such a reply and its prompt, where the server counted them."""
    connected: bool = True
    """Whether the server answered at all; another format of the question cannot help where it did not."""
    rate_limited: bool = False
    """The server is well, but asks for patience."""
    address: str = ""
    """The address that nobody answered at, where it is known."""

    @property
    def may_be_of_schema(self) -> bool:
        """Return whether a format may have been refused for what its schema contains, and not for the format itself."""
        return self.kind == "format" and (bool(_OF_SCHEMA.search(self.text)) or not _OF_FORMAT.search(self.text))

    @property
    def line(self) -> str:
        """Return the failure in one line, with the address that could not be reached."""
        return f"{self.address} cannot be reached ({self.text})" if self.address else self.text


def classify(error: BaseException) -> Failure:
    """Classify an exception of a model's client. Never raises."""
    for cause in _causes(error):
        if isinstance(cause, RefusedAnswerError):
            return Failure("refused", Redactor().text(str(cause))[:_MAX_TEXT])
        if isinstance(cause, UnfinishedStreamError):
            return Failure("transient", line_of(cause))
        if isinstance(cause, ErrorAnswerError):
            error = cause
            break
        if _is_a(cause, *_CONNECT_NAMES):
            return Failure("transient", line_of(cause), connected=False, address=_address_of(cause))
    name, text = type(error).__name__, line_of(error)
    status = _status(error)
    if name == "ContentFilterFinishReasonError":
        return Failure("filtered", text, partial=_partial(error), counted=_token_counts(error))
    if name == "LengthFinishReasonError":
        return Failure("cut_off", text, partial=_partial(error), counted=_token_counts(error))
    if _is_a(error, "ContextOverflowError") or (status in (None, 400, 413, 422, 500) and _OVERFLOW.search(text)):
        return Failure("overflow", text, window=_window(error))
    if status in _FILTERED_STATUS and _FILTERED.search(str(error)[:_MAX_READ]):
        return Failure("filtered", text)
    if isinstance(error, ValidationError) and error.title in _MESSAGES:
        return Failure("garbled", text)
    if isinstance(error, NotImplementedError):
        return Failure("format", text)
    if status is not None:
        return _by_status(status, text, error)
    return Failure("transient" if _is_transient(error, name) else "refused", text, connected=not _is_unconnected(error))


def refused_tool(text: str, names: Sequence[str]) -> str | None:
    """Return the tool whose schema a server refuses, by its name or its number; None where it names none."""
    if not _OF_TOOL_SCHEMA.search(text):
        return None
    for named in _TOOL_NAMED.finditer(text):
        if named["name"] in names:
            return named["name"]
    number = _TOOL_NUMBERED.search(text)
    return names[int(number[1])] if number and int(number[1]) < len(names) else None


def is_of_tool_schema(text: str) -> bool:
    """Return whether a server refuses what is in a tool's schema, and not tools."""
    return bool(_OF_TOOL_SCHEMA.search(text))


def refuses_temperature(error: BaseException) -> bool:
    """Return whether the server refuses this temperature, or any."""
    return _is_refused(error) and _NO_TEMPERATURE.search(_said(error)) is not None


def refuses_limit(error: BaseException) -> bool:
    """Return whether a server refuses a limit of the reply's tokens, for a reason other than the model's window."""
    text = _said(error)
    return _is_refused(error) and bool(_NO_LIMIT.search(text)) and not _OVERFLOW.search(text)


def refuses_stream_options(error: BaseException) -> bool:
    """Return whether a server refuses to count the tokens of a stream."""
    return _is_refused(error) and "stream_options" in _said(error)


def refuses_streams(error: BaseException) -> bool:
    """Return whether a server takes no streams, or ends them without saying how."""
    unfinished = next((each for each in _causes(error) if isinstance(each, UnfinishedStreamError)), None)
    said = re.search(r"\bstream(?:ing)?\b.{0,60}\b(?:not|n't|unsupported|disabled)\b", _said(error), re.IGNORECASE)
    return unfinished.said_done if unfinished is not None else _is_refused(error) and bool(said)


def refuses_roles(error: BaseException) -> bool:
    """Return whether a server's template knows fewer roles; some answer 500 where theirs raises an error."""
    return _status_of_cause(error) in (400, 422, 500) and bool(_NO_ROLE.search(_said(error)))


def refuses_reasoning(error: BaseException) -> bool:
    """Return whether a server refuses the reasoning in a conversation, or one without it."""
    return _is_refused(error) and bool(_OF_REASONING.search(_said(error)))


def refuses_history(error: BaseException) -> bool:
    """Return whether a server refuses a conversation for the calls in it.

    One that misses reasoning takes no calls written as text instead: its model would make them again and again.
    """
    if refuses_reasoning(error):
        return False
    return refuses_roles(error) or (_is_refused(error) and bool(_NO_HISTORY.search(_said(error))))


def _is_refused(error: BaseException) -> bool:
    return _status_of_cause(error) in (400, 422)


def _status_of_cause(error: BaseException) -> int | None:
    """Return the status that a server answered with, or said that it should have."""
    return next((status for each in _causes(error) if (status := _status(each)) is not None), None)


def _said(error: BaseException) -> str:
    own = next((each for each in _causes(error) if isinstance(each, ErrorAnswerError)), error)
    return str(own)[:_MAX_READ]


def line_of(error: BaseException) -> str:
    """Return an error as one line, without secrets."""
    lines = str(error)[:_MAX_READ].strip().splitlines()
    return f"{type(error).__name__}: {Redactor().text(lines[0])[:_MAX_TEXT]}" if lines else type(error).__name__


def _by_status(status: int, text: str, error: BaseException) -> Failure:
    if status >= 500 and status != 501 and _GARBLED.search(text):
        return Failure("garbled", text)
    in_stream = status < 400  # it had begun to answer: Anthropic says so when it is overloaded
    if in_stream or status in _TRANSIENT_STATUS or (status >= 500 and status != 501):
        return Failure("transient", text, retry_after=retry_after(error), rate_limited=status == 429)
    return Failure("format" if status in _FORMAT_STATUS else "refused", text)


def _is_transient(error: BaseException, name: str) -> bool:
    """Return whether no connection was made, or the client could not read the answer (a login page, half of it)."""
    if _is_unconnected(error):
        return True
    if isinstance(error, RuntimeError) and "event loop" in str(error).lower():
        return True  # a kept connection of a loop that has gone, or of another one; the next attempt opens a new one
    if isinstance(error, ValueError | LookupError | AttributeError | TypeError):
        return True
    module = type(error).__module__.partition(".")[0]
    return module in _HTTP_CLIENTS or (module == "openai" and name == "APIError")


def _is_unconnected(error: BaseException) -> bool:
    return isinstance(error, OSError | TimeoutError) or _is_a(error, *_TRANSIENT_NAMES)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and what it came of: clients say "Connection error." of anything that happens to a request."""
    cause: BaseException | None = error
    for _ in range(_MAX_CAUSES):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__


def _address_of(error: BaseException) -> str:
    """Return the address that a failed connection was to reach; empty where the error does not say."""
    try:
        url: Any = cast("Any", error).request.url
        return address(url)
    except (AttributeError, RuntimeError):  # httpx raises the latter where it knows of no request
        return ""


def _is_a(error: BaseException, *names: str) -> bool:
    return any(base.__name__ in names for base in type(error).__mro__)


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        for attribute in ("status_code", "status", "code"):
            value: Any = getattr(holder, attribute, None)
            if isinstance(value, int) and 100 <= value < 600:
                return value
    return None


def retry_after(error: BaseException) -> float | None:
    """Return the seconds that the server asks to be left alone, by the headers of the error's response."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None)
    if not isinstance(headers, Mapping):
        return None
    named: Mapping[str, str] = headers  # pyright: ignore[reportUnknownVariableType]
    milliseconds = seconds_to_wait(named.get("retry-after-ms", ""))
    return seconds_to_wait(named.get("retry-after", "")) if milliseconds is None else milliseconds / 1000


def seconds_to_wait(said: str) -> float | None:
    """Return the seconds that a Retry-After header asks for, a number or a date (RFC 9110, section 10.2.3).

    At most a day; None where the header cannot be read.
    """
    text = said.strip()
    try:
        wait = float(text) if text[:1].isdigit() else parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return min(max(0.0, wait), _LONGEST_WAIT)


def _window(error: BaseException) -> int | None:
    found = _WINDOW.search(f"{error} {getattr(error, 'body', '')}")
    return next((int(group) for group in found.groups() if group), None) if found else None


def _partial(error: BaseException) -> str:
    try:
        completion: Any = getattr(error, "completion", None)
        return str(completion.choices[0].message.content or "")
    except (AttributeError, IndexError, TypeError):
        return ""


def _token_counts(error: BaseException) -> UsageMetadata | None:
    used: Any = getattr(getattr(error, "completion", None), "usage", None)
    sent = getattr(used, "prompt_tokens", None)
    received = getattr(used, "completion_tokens", None)
    if not isinstance(sent, int) or not isinstance(received, int):
        return None
    cached: Any = getattr(getattr(used, "prompt_tokens_details", None), "cached_tokens", None)
    details = InputTokenDetails(cache_read=cached if isinstance(cached, int) else 0)
    return UsageMetadata(
        input_tokens=sent, output_tokens=received, total_tokens=sent + received, input_token_details=details
    )
