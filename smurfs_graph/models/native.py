"""Replies of a model that has the tools bound: calls of tools, or text. Kept as data, as they came.

A reply goes back to the model in later prompts as the model wrote it: providers refuse a history without their own
marks (reasoning signatures, ids of calls).
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, cast
from uuid import uuid4

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ConfigDict, Field

from smurfs_graph.canonical import canonical_json, digest, fit_for_state
from smurfs_graph.models.found_calls import clean_name
from smurfs_graph.models.free_forms import without_free_forms
from smurfs_graph.models.json_scan import regions
from smurfs_graph.models.json_text import candidates
from smurfs_graph.models.sent_schemas import sendable
from smurfs_graph.models.spoken import without_thoughts
from smurfs_graph.models.written_calls import Written, is_quoted, read_written

_KEPT = {"content", "additional_kwargs", "tool_calls", "invalid_tool_calls", "id", "response_metadata"}
_BULKY = ("logprobs", "token_usage", "usage")
_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64
_UNREADABLE = (
    "the call in the reply's text could not be read; call the tool by its name, its arguments as one JSON object"
)
_TOLD_OF = (
    "the reply ends with a call written into its text; to have it made, call the tool, or write the call and no other "
    "word; else answer in words, without it"
)
_QUOTED = (
    "the reply writes a call as it stands in a text that the model was shown; to have it made, call the tool; else say "
    "in words what the text holds"
)
_CUT_OFF = "the arguments were cut off before their end; write the whole call again"


class BoundTool(NamedTuple):
    """A tool as models are told of it."""

    name: str
    description: str
    parameters: dict[str, Any]
    reads_only: bool = False
    """Whether it changes nothing, as declared."""


class BoundTools:
    """Tools under names that every provider takes: letters, digits, `_` and `-`, at most 64 of them."""

    def __init__(self, tools: Iterable[BoundTool]) -> None:
        """`tools` in the order in which they are sent, which should not change within a conversation."""
        self._tools = tuple(tools)
        self._names: dict[str, str] = {}
        self.reading = set[str]()
        """The names of those that change nothing."""
        self.functions: list[dict[str, Any]] = []
        for tool in self._tools:
            name = self._free_name(tool.name)
            self._names[name] = tool.name
            self.reading |= {name} if tool.reads_only else set()
            function = {
                "name": name,
                "description": tool.description,
                "parameters": sendable(without_free_forms(tool.parameters)),
            }
            self.functions.append({"type": "function", "function": function})
        self.key = digest(canonical_json(self.functions))
        """A digest, equal for equal tools."""
        self.chars = len(json.dumps(self.functions))
        self.offer = {each["function"]["name"]: each["function"]["parameters"] for each in self.functions}
        """The parameters of each by the name under which it is sent."""

    def name_of(self, said: str) -> str:
        """Return the tool that a call names; without what models add to a name where there is no such tool."""
        if (exact := self._names.get(said)) is not None:
            return exact
        name = clean_name(said, self._names)
        return self._names.get(name, name)

    def without(self, refused: Collection[str]) -> "BoundTools":
        """Return the others than those with these keys, see `keys`."""
        kept = [tool for tool, key in zip(self._tools, self.keys.values(), strict=True) if key not in refused]
        return BoundTools(kept) if len(kept) < len(self._tools) else self

    @property
    def keys(self) -> dict[str, str]:
        """Return a digest of each tool as it is sent, by the name under which it is sent."""
        return {each["function"]["name"]: digest(canonical_json(each)) for each in self.functions}

    def sent_name(self, tool: str) -> str:
        """Return the name under which a tool is sent; of one that is not bound, one that providers take."""
        return next((name for name, bound in self._names.items() if bound == tool), _plain_name(tool))

    def _free_name(self, name: str) -> str:
        plain = _plain_name(name)
        return plain if plain not in self._names else f"{plain[:55]}_{digest(name)[:8]}"


def _plain_name(name: str) -> str:
    return _NAME.sub("_", name)[:_LONGEST_NAME]


class NativeCall(BaseModel):
    """One call of a reply."""

    model_config = ConfigDict(frozen=True)

    id: str
    """Given when the reply is read, and no other call has it; servers write one id twice, or none."""
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    complaint: str = ""
    """Why its arguments could not be read; empty where they could."""


class NativeReply(BaseModel):
    """A reply: calls, or text that answers."""

    model_config = ConfigDict(frozen=True)

    text: str
    calls: tuple[NativeCall, ...] = ()
    message: dict[str, Any] = Field(default_factory=dict)
    """The message as data, for `to_message`."""


def fit_message(message: AIMessage) -> AIMessage:
    """Return the message as a state can hold it; arguments that it cannot hold are ones that nobody can read."""
    names = ("content", "additional_kwargs", "tool_calls", "invalid_tool_calls", "response_metadata")
    said = {name: getattr(message, name) for name in names}
    held = {name: _fit(value, None) for name, value in said.items()}
    if held == said:
        return message
    calls, broken = list[Any](), list[Any](held["invalid_tool_calls"] or [])
    for call in message.tool_calls:
        named = {"name": _fit(call["name"], ""), "id": _fit(call["id"], None)}
        if (arguments := _fit(call["args"], None)) is not None:
            calls.append({**named, "args": arguments, "type": "tool_call"})
        else:
            broken.append({**named, "args": "", "error": None, "type": "invalid_tool_call"})
    plain = {"content": _fit(str(message.text), ""), "tool_calls": calls, "invalid_tool_calls": broken}
    return message.model_copy(
        update={**plain, "additional_kwargs": {}, "response_metadata": held["response_metadata"] or {}}
    )


def _fit(value: Any, otherwise: Any) -> Any:
    try:
        return fit_for_state(value)
    except ValueError:
        return otherwise


def to_data(message: AIMessage) -> dict[str, Any]:
    """Return a model's message as JSON data, without what is only counted."""
    data = message.model_dump(mode="json", include=_KEPT)
    said: dict[str, Any] = data.get("response_metadata") or {}
    data["response_metadata"] = {key: value for key, value in said.items() if key not in _BULKY}
    return {key: value for key, value in data.items() if value}


def to_message(data: dict[str, Any]) -> AIMessage:
    """Return the message that `to_data` was given. Raises ValueError for data that is none."""
    return AIMessage.model_validate({"content": "", **data})


class DoubtfulCallError(ValueError):
    """Calls in the text of a reply that may be told of, and not meant; the text says what to do about it."""


def read_reply(message: AIMessage, tools: BoundTools, quotable: Sequence[str] = (), request: str = "") -> NativeReply:
    """Return the calls of a message, and those that its text holds; or the text, without thoughts and marks.

    Arguments are mended where they are no valid JSON and not cut off. `quotable`: texts that the model has seen and
    others wrote; `request`: what its user said. Raises DoubtfulCallError.
    """
    calls = [
        NativeCall(id=new_call_id(), tool=tools.name_of(call["name"]), arguments=call["args"])
        for call in message.tool_calls
    ]
    for broken in message.invalid_tool_calls:
        name = tools.name_of(str(broken.get("name") or ""))
        said = str(broken.get("args") or "")
        whole = all(region.endswith("}") for region in regions(said))  # half a value is a wrong value
        found = {} if not said.strip() else _first_object(candidates(said)) if whole else None
        complaint = "" if found is not None else "the arguments are no JSON object" if whole else _CUT_OFF
        calls.append(NativeCall(id=new_call_id(), tool=name, arguments=found or {}, complaint=complaint))
    text = str(message.text)
    written = read_written(text, tools.offer) if text.strip() else Written("")
    added = _added(written, calls, tools, quotable, request) if text.strip() else []
    said = written.text if not written.doubtful or (not calls and not added) else _before_call(written)
    kept = message if said == without_thoughts(text).strip() else message.model_copy(update={"content": said})
    return NativeReply(text=said, calls=(*calls, *added), message=_answerable(kept, calls, added, tools))


def _added(
    written: Written, calls: Sequence[NativeCall], tools: BoundTools, quotable: Sequence[str], request: str
) -> list[NativeCall]:
    """Return the calls of a text that were not made properly as well. Raises DoubtfulCallError."""
    made = [(call.tool, call.arguments) for call in calls]
    found = [call for call in written.calls if (tools.name_of(call.name), call.arguments) not in made]
    if written.unreadable and not calls:
        raise DoubtfulCallError(_UNREADABLE)
    if written.doubtful and calls:
        return []  # they go with what it says beside its calls
    if written.doubtful and not all(call.name in tools.reading for call in found):
        raise DoubtfulCallError(_TOLD_OF)
    if any(is_quoted(call, quotable, request, tools.offer) for call in found):
        raise DoubtfulCallError(_QUOTED)
    return [
        NativeCall(id=new_call_id(), tool=tools.name_of(name), arguments=arguments, complaint=complaint)
        for name, arguments, complaint in found
    ]


def _before_call(written: Written) -> str:
    return written.text[: written.at].strip()


def _answerable(
    message: AIMessage, calls: Sequence[NativeCall], added: Sequence[NativeCall], tools: BoundTools
) -> dict[str, Any]:
    """Return the message as data; calls that could not be read are ones with the arguments that were understood, and
    calls that stood in its text are calls.

    Providers want a result for each call of a history, and none of them takes back a call that is no JSON.
    """
    if not added and not message.invalid_tool_calls and all(call["id"] for call in message.tool_calls):
        return to_data(message)
    ids = [call["id"] for call in (*message.tool_calls, *message.invalid_tool_calls)]
    readable = [
        {"name": tools.sent_name(call.tool), "args": call.arguments, "id": its or call.id, "type": "tool_call"}
        for call, its in zip([*calls, *added], [*ids, *[None] * len(added)], strict=True)
    ]
    extra = {key: value for key, value in message.additional_kwargs.items() if key != "tool_calls"}
    plain = message.model_copy(
        update={"tool_calls": readable, "invalid_tool_calls": [], "additional_kwargs": extra, "content": message.text}
    )
    return to_data(plain)


def with_ids_once(message: AIMessage, own: Sequence[str], taken: Collection[str]) -> AIMessage:
    """Return a reply as it came, but for ids that stand twice in the conversation: their calls have their own ids then.

    `own`: the ids of its calls here, in their order; `taken`: ids of earlier replies.
    """
    seen, ids = {*taken}, list[str]()
    for call, identity in zip(message.tool_calls, own, strict=True):
        ids.append(str(call["id"]) if call["id"] not in seen else identity)
        seen.add(ids[-1])
    if ids == [call["id"] for call in message.tool_calls]:
        return message
    left, content = list(ids), message.content
    if isinstance(content, list):
        before = {call["id"] for call in message.tool_calls}
        content = [_with_id(block, before, left) for block in content]
    calls = [{**call, "id": identity} for call, identity in zip(message.tool_calls, ids, strict=True)]
    extra = {key: value for key, value in message.additional_kwargs.items() if key != "tool_calls"}
    return message.model_copy(update={"tool_calls": calls, "content": content, "additional_kwargs": extra})


def _with_id(block: Any, before: Collection[Any], left: list[str]) -> Any:
    """Return a block of a message with the next id that is left, where it is a call's."""
    named = cast("dict[str, Any]", block) if isinstance(block, dict) else {}
    found = [key for key in ("call_id", "id") if named.get(key) in before]
    return {**named, found[0]: left.pop(0)} if found and left else cast("Any", block)


def new_call_id() -> str:
    """Return an id that no other call has."""
    return f"call_{uuid4().hex}"


def _first_object(found: Iterable[Any]) -> dict[str, Any] | None:
    return next((cast("dict[str, Any]", value) for value in found if isinstance(value, dict)), None)
