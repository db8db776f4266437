"""Read a model's text into a validated reply, or into a complaint that a model can act on."""

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ValidationError

from smurfs_graph.canonical import canonical_json
from smurfs_graph.models.bounds import repeated_from
from smurfs_graph.models.json_text import Repairs, candidates
from smurfs_graph.models.reasoning import reasoning_of
from smurfs_graph.models.spoken import listen, spoken
from smurfs_graph.planning.lengths import Cut

R = TypeVar("R", bound=BaseModel)
NO_JSON = "the reply held no JSON object; reply with one JSON object and nothing else"
CUT_OFF = "the reply was cut off before its end; write all of it, with less text"
RAN_ON = "the reply said the same again and again until it was cut off; say it once, and briefly"
NOT_BEGUN = "the reply was cut off before it began; think less, then reply"
_PLACEHOLDERS = frozenset({"...", "…"})
_SEMANTIC = frozenset({"value_error", "assertion_error"})
_MAX_COMPLAINTS = 4
_REFUSALS = frozenset(
    {"refusal", "content_filter", "content_filtered", "safety", "sensitive", "prohibited_content", "blocklist", "spii",
     "recitation", "guardrail_intervened"}
)  # fmt: skip
"""Servers' finish reasons for a reply that its model refused, or that a filter withheld."""
_AT_A_LIMIT = frozenset({"length", "max_tokens", "max_output_tokens", "model_context_window_exceeded"})
"""Servers' finish reasons for a reply that reached a limit of length."""
_ENDS = {
    "openai": ("finish_reason", "status"),  # of completions and of Responses
    "anthropic": ("stop_reason",),
    "google_genai": ("finish_reason", "prompt_feedback"),
}
"""What comes with a reply once it has ended, by provider; of a reply that was no stream also where it is null."""
_TAG_AT = 200
"""Characters within which a reply's thoughts have begun, if there are any."""


class BadReplyError(ValueError):
    """A reply that its schema refuses; the text is the complaint: the field, what was expected, what was got."""

    def __init__(self, complaint: str, *, shape: bool, cut: Cut | None = None) -> None:
        """`shape`: not even the shape was right, which a server that honours schemas would have seen to.

        `cut`: why it had no end, where it had none.
        """
        super().__init__(complaint)
        self.shape = shape
        self.cut: Cut | None = cut


def parse_reply(text: str, schema: type[R]) -> R:
    """Return the first object in a reply that the schema accepts.

    Raises BadReplyError, a ValueError, where there is none.
    """
    return read_object(text, schema)[1]


def read_object(text: str, schema: type[R]) -> tuple[dict[str, Any], R]:
    """Read the first object that the schema accepts, as it was written and as a reply. Raises BadReplyError."""
    first: BadReplyError | None = None
    repairs = Repairs()
    for candidate in candidates(text, repairs):
        for value in _unwrap(candidate, repairs):
            try:
                return value, validated(value, schema)
            except BadReplyError as error:
                first = first or error
    raise first or BadReplyError(NO_JSON, shape=True)


def plain_text(text: str) -> str:
    """Return what a reply says in plain text; empty where it is meant to be JSON."""
    said = spoken(text).strip()
    return "" if said[:1] in ("{", "[", "`", "<") else said


def text_of(message: AIMessage) -> str:
    """Return the reply as text: the arguments of its first tool call, whole or cut off, or the content's text parts."""
    if message.tool_calls:
        return canonical_json(message.tool_calls[0]["args"])
    if message.invalid_tool_calls:
        return str(message.invalid_tool_calls[0].get("args") or "")
    return str(message.text)


def cut_off_error(text: str) -> BadReplyError:
    """Return what is wrong with a reply that was cut off, by what there is of it."""
    if not text or ((said := listen(text).text) != text and not said.strip()):
        return BadReplyError(NOT_BEGUN, shape=False, cut="thoughts")
    if not text.strip() or repeated_from(text) is not None:
        return BadReplyError(RAN_ON, shape=False, cut="runs on")
    return BadReplyError(CUT_OFF, shape=False, cut="long")


def has_thoughts(message: AIMessage) -> bool:
    """Return whether a message shows that its model thought before it replied."""
    used: Any = message.usage_metadata or {}
    details: Any = used.get("output_token_details") or {}
    said = str(message.text)[:_TAG_AT]
    return bool(details.get("reasoning") or reasoning_of(message)) or (listen(said).text != said)


def refusal_in(message: AIMessage) -> str | None:
    """Return what a message says that its model refused, or a filter withheld; None where it is a reply."""
    content: Any = message.content if isinstance(message.content, list) else []
    refused: list[Any] = [part.get("refusal") for part in content if _is_refusal(part)]
    refused += [said] if (said := message.additional_kwargs.get("refusal")) else []
    blocked = _detail(message, "prompt_feedback", "block_reason")  # Gemini's, which sends no reply then
    if refused or blocked or _ending(message) in _REFUSALS:
        return "\n".join(str(said) for said in refused if said) or spoken(str(message.text)).strip()
    return None


def was_cut_off(message: AIMessage) -> bool:
    """Return whether the server says that the reply reached a limit of length."""
    return _ending(message) in _AT_A_LIMIT


def is_unfinished(message: AIMessage) -> bool:
    """Return whether a provider that always says how a reply ended did not: its stream broke off without an error."""
    ends = _ENDS.get(str(message.response_metadata.get("model_provider")))
    return ends is not None and message.response_metadata.keys().isdisjoint(ends)


def _is_refusal(part: Any) -> bool:
    return isinstance(part, dict) and cast("dict[str, Any]", part).get("type") == "refusal"


def _ending(message: AIMessage) -> str:
    """Return why a reply ended, as its server says, in small letters; empty where it does not say."""
    said = [message.response_metadata.get(name) for name in ("finish_reason", "stop_reason", "done_reason")]
    said.append(_detail(message, "incomplete_details", "reason"))  # OpenAI's Responses have no finish reason
    return next((str(reason).lower() for reason in said if reason), "")


def _detail(message: AIMessage, name: str, key: str) -> Any:
    """Return a value of an object that came with a reply; None where there is none."""
    found: Any = message.response_metadata.get(name)
    return cast("dict[str, Any]", found).get(key) if isinstance(found, dict) else None


def _unwrap(candidate: Any, repairs: Repairs) -> Iterator[dict[str, Any]]:
    """Yield the object itself, the arguments of a tool call that was written as text, and the only member of a list."""
    if isinstance(candidate, list) and len(members := cast("list[Any]", candidate)) == 1:
        yield from _unwrap(members[0], repairs)
    if not isinstance(candidate, dict):
        return
    value = cast("dict[str, Any]", candidate)
    called: Any = value.get("function", value)
    call = cast("dict[str, Any]", called) if isinstance(called, dict) else {}
    if isinstance(call.get("name"), str):
        for key in ("arguments", "parameters"):
            inner: Any = call.get(key)
            if isinstance(inner, str):
                found = candidates(inner, repairs)
                inner = cast("Any", next((item for item in found if isinstance(item, dict)), None))
            if isinstance(inner, dict) and len(call) == 2:
                yield cast("dict[str, Any]", inner)
    yield value


def validated(value: dict[str, Any], schema: type[R]) -> R:
    """Return a value as the schema's type. Raises BadReplyError where it does not fit, or is a placeholder."""
    try:
        reply = schema.model_validate(value)
    except ValidationError as error:
        raise _refusal(error) from None
    for name, field in schema.model_fields.items():
        given: Any = getattr(reply, name)
        if field.is_required() and isinstance(given, str) and given in _PLACEHOLDERS:
            raise BadReplyError(f"{name}: a value is expected, got the placeholder {given!r}", shape=False)
    return reply


def _refusal(error: ValidationError) -> BadReplyError:
    items = error.errors(include_url=False)
    parts = [
        f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}, got {item['input']!r:.120}"
        for item in items[:_MAX_COMPLAINTS]
    ]
    return BadReplyError("; ".join(parts), shape=any(item["type"] not in _SEMANTIC for item in items))
