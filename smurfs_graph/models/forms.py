"""What one question asks for: a reply held to a schema, down a ladder of formats, or calls of the tools bound to it.

A form says how the question is sent, how the message is kept, how it is read, and what its fate teaches. `Asker` does
the rest, the same for both.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from smurfs_graph.errors import ModelError
from smurfs_graph.models.cache import Kept
from smurfs_graph.models.failures import Failure
from smurfs_graph.models.formats import Formats, Schema, reply_schema
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.native import BoundTools, NativeReply, fit_message, read_reply, to_data, to_message
from smurfs_graph.models.reading import CUT_OFF, BadReplyError, parse_reply, text_of, was_cut_off
from smurfs_graph.models.registry import Knowledge, Rung
from smurfs_graph.models.window import CHARS_PER_TOKEN, TOKENS_PER_MESSAGE, text_tokens

R = TypeVar("R", bound=BaseModel)
OF_JSON = ("{", "`", "<")
"""How a text begins that may be an object, fenced, or behind thoughts."""


class ToolsRefusedError(ModelError):
    """The model's server takes no tools; what can be asked for otherwise may work."""


class Attempt(NamedTuple):
    """A format to ask in, and the one above it that the server answered with errors, if any."""

    rung: Rung
    instead_of: Rung | None = None


class Form(ABC, Generic[R]):
    """What a question asks for."""

    title: str
    """Tells equal messages apart that ask for different things."""
    functions: Sequence[dict[str, Any]] = ()
    """The tools that are bound, as functions."""

    def tokens(self, rung: Rung) -> int:
        """Tokens that it adds to a prompt, estimated."""
        return 0

    def first(self, knowledge: Knowledge) -> Attempt:
        """The format to begin with."""
        return Attempt("prompted")

    def next(self, failure: Failure, attempt: Attempt, knowledge: Knowledge) -> Attempt | None:
        """The format to go on with after a failure; None where there is none. Raises ToolsRefusedError."""
        return None

    @abstractmethod
    def bound(self, formats: Formats, rung: Rung) -> Runnable[Any, Any]:
        """The model, bound to what is asked for. Raises FailedCallError where it has not got that."""

    def keep(self, message: AIMessage, attempt: Attempt) -> Kept:
        """The message as the cache and the journal keep it: its text, at most so much of it; no state holds half a
        character, which some servers write.
        """
        text = text_of(message)[:MAX_CHARS].encode("utf-8", "replace").decode()
        return Kept(text, attempt.rung, was_cut_off(message), message, instead_of=attempt.instead_of)

    def message(self, kept: Kept) -> AIMessage:
        """The message that was kept. Raises ValueError where it was changed since."""
        return kept.message

    @abstractmethod
    def read(self, kept: Kept) -> R:
        """The reply. Raises BadReplyError with what is to be complained of."""

    def learn(self, kept: Kept, found: "R | BadReplyError", knowledge: Knowledge, *, fresh: bool) -> None:
        """Learn from how the reply turned out; `fresh`: the model was asked for it just now."""


class SchemaForm(Form[R]):
    """A reply that a schema accepts. The text is read leniently and validated strictly, whatever the format."""

    def __init__(self, reply: type[R], shape: Schema | None = None) -> None:
        """`shape`: a JSON schema that says more than `reply` does (a tool's parameters)."""
        self._reply = reply
        self._schema = shape or reply_schema(reply)
        self._teaches = shape is None
        """Whether a refused format says something about the server; else it may be about this one schema."""
        self.title = str(self._schema["title"])

    def tokens(self, rung: Rung) -> int:
        """Servers write the functions that may be called into the prompt; to a schema they hold the reply without."""
        return text_tokens(json.dumps(self._schema)) + TOKENS_PER_MESSAGE if rung == "function_calling" else 0

    def first(self, knowledge: Knowledge) -> Attempt:
        """What works, as far as is known."""
        return Attempt(knowledge.ladder.rung)

    def next(self, failure: Failure, attempt: Attempt, knowledge: Knowledge) -> Attempt | None:
        """One rung down for a refused format; to plain text where a server answers 500 to formats it does not know."""
        above = attempt.instead_of or attempt.rung
        if failure.kind == "format":
            lower = knowledge.ladder.below(attempt.rung)
            return Attempt(lower, None if self._teaches else above) if lower else None
        if failure.kind == "transient" and attempt.rung != "prompted" and failure.connected:
            return Attempt("prompted", above)
        return None

    def bound(self, formats: Formats, rung: Rung) -> Runnable[Any, Any]:
        """To the format of a rung."""
        return formats.bound(self._schema, rung)

    def read(self, kept: Kept) -> R:
        """The reply."""
        if kept.cut_off and kept.text.rstrip()[-1:] not in ('"', "}", "]"):
            raise BadReplyError(CUT_OFF, shape=False)  # a repaired half of a value is a wrong value
        return parse_reply(kept.text, self._reply)

    def learn(self, kept: Kept, found: R | BadReplyError, knowledge: Knowledge, *, fresh: bool) -> None:
        """Which format works."""
        if not fresh:
            return
        if not isinstance(found, BadReplyError):
            knowledge.ladder.note_success(kept.rung, instead_of=kept.instead_of)
        elif found.shape and not kept.cut_off:
            knowledge.ladder.note_wrong_shape(kept.rung)


class TextForm(Form[R]):
    """A reply in plain text, which one field of a schema takes. Where the text is such an object, that is read."""

    def __init__(self, reply: type[R], field: str) -> None:
        """`field`: of `reply`."""
        self._reply, self._field = reply, field
        self.title = f"{reply.__name__} as text"

    def bound(self, formats: Formats, rung: Rung) -> Runnable[Any, Any]:
        """To nothing."""
        return formats.model

    def read(self, kept: Kept) -> R:
        """The text, as the field."""
        text = kept.text.strip()
        if kept.cut_off:
            raise BadReplyError(CUT_OFF, shape=False)
        if text.startswith(OF_JSON):
            with suppress(BadReplyError):
                return parse_reply(text, self._reply)
        if not text:
            raise BadReplyError("the reply was empty; write the answer", shape=False)
        return self._reply.model_validate({self._field: text})


class ToolsForm(Form[NativeReply]):
    """Calls of bound tools, or text. There is no ladder below it: who takes no tools is asked in another way."""

    def __init__(self, tools: BoundTools) -> None:
        """`tools`: those that may be called."""
        self._tools = tools
        self.title = f"tools {tools.key}"
        self.functions = tools.functions

    def tokens(self, rung: Rung) -> int:
        """Of the tools' descriptions."""
        return self._tools.chars // CHARS_PER_TOKEN

    def first(self, knowledge: Knowledge) -> Attempt:
        """The only one."""
        return Attempt("function_calling")

    def next(self, failure: Failure, attempt: Attempt, knowledge: Knowledge) -> Attempt | None:
        """Never another one; a server that takes no tools is remembered."""
        if failure.kind == "format" and knowledge.calls_tools is not True and self._tools.functions:
            knowledge.calls_tools = False
            raise ToolsRefusedError(failure.text)
        odd = failure.kind == "transient" and failure.connected and not failure.rate_limited
        if odd and knowledge.calls_tools is None:
            # some servers answer 500 to tools that they do not know; once, that may have been a bad moment
            knowledge.calls_tools = False if knowledge.failed_with_tools else None
            knowledge.failed_with_tools = True
            raise ToolsRefusedError(failure.text)
        return None

    def bound(self, formats: Formats, rung: Rung) -> Runnable[Any, Any]:
        """To the tools."""
        return formats.bound_to_tools(self._tools)

    def keep(self, message: AIMessage, attempt: Attempt) -> Kept:
        """The whole message as data."""
        whole = json.dumps(to_data(message := fit_message(message)), ensure_ascii=False)
        if len(whole) > MAX_CHARS:
            return Kept("", attempt.rung, True, AIMessage(""))
        return Kept(whole, attempt.rung, was_cut_off(message) and not message.tool_calls, message)

    def message(self, kept: Kept) -> AIMessage:
        """As it came or as it was kept."""
        came = kept.message.tool_calls or kept.message.invalid_tool_calls or str(kept.message.text) != kept.text
        return kept.message if came else to_message(json.loads(kept.text))

    def read(self, kept: Kept) -> NativeReply:
        """The calls or the text."""
        if kept.cut_off:
            raise BadReplyError(CUT_OFF, shape=False)
        try:
            reply = read_reply(self.message(kept), self._tools)
        except ValueError:  # what was kept of it was changed since
            raise BadReplyError("the reply could not be read", shape=False) from None
        if not reply.calls and not reply.text:
            raise BadReplyError("the reply was empty; call a tool or write the answer", shape=False)
        return reply

    def learn(self, kept: Kept, found: NativeReply | BadReplyError, knowledge: Knowledge, *, fresh: bool) -> None:
        """That it calls tools."""
        if not isinstance(found, BadReplyError) and found.calls:
            knowledge.calls_tools = True
