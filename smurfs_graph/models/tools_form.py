"""The form of a question with tools bound: calls of these, or text; and the form that only counts its prompt."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable

from smurfs_graph.models.bounds import CALLS_TOKENS, FIRST_TOKENS
from smurfs_graph.models.cache import KeptReply
from smurfs_graph.models.failures import Failure, is_of_tool_schema, refused_tool
from smurfs_graph.models.formats import AS_IT_IS, Formats, SamplingTerms
from smurfs_graph.models.forms import Form, FormAttempt, ToolsRefusedError
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.native import (
    BoundTools,
    DoubtfulCallError,
    NativeReply,
    fit_message,
    read_reply,
    to_data,
    to_message,
)
from smurfs_graph.models.reading import CUT_OFF, BadReplyError, cut_off_error, text_of, was_cut_off
from smurfs_graph.models.registry import Knowledge, Rung
from smurfs_graph.models.window import CHARS_PER_TOKEN


class CountForm(Form[NativeReply]):
    """No reply to speak of: one token, for what the server counts of the prompt."""

    title = "a count"

    def __init__(self, tools: int) -> None:
        """`tools`: an estimate of the tokens of the tools that a text stands in for."""
        self.tools = tools

    @property
    def most_tokens(self) -> int:
        """Return 1: no reply is wanted."""
        return 1

    def bound(self, formats: Formats, attempt: FormAttempt, terms: SamplingTerms) -> Runnable[Any, Any]:
        """Return the model with nothing bound."""
        return formats.on(AS_IT_IS._replace(limit=self.most_tokens))

    def read(self, kept: KeptReply) -> NativeReply:
        """Return an empty reply, whatever was written."""
        return NativeReply(text="")


class ToolsForm(Form[NativeReply]):
    """Calls of bound tools, or text. There is no ladder below it: who takes no tools is asked in another way."""

    def __init__(self, tools: BoundTools, quotable: Sequence[str] = (), request: str = "") -> None:
        """`tools`: those that may be called; `quotable`, `request`: see `read_reply`."""
        self._tools, self._quotable, self._request = tools, quotable, request
        self.title = f"tools {tools.key}"
        self.functions = tools.functions

    @property
    def most_tokens(self) -> int:
        """Return the tokens of calls that hold a whole file."""
        return FIRST_TOKENS if self.first_of_model and not self.cuts else CALLS_TOKENS

    def tokens(self, rung: Rung) -> int:
        """Return the tokens of the tools' descriptions."""
        return self._tools.chars // CHARS_PER_TOKEN

    def first(self, knowledge: Knowledge) -> FormAttempt:
        """Return the only attempt, without tools that the server is known to refuse."""
        if knowledge.refused_tools:
            self._offer(self._tools.without(knowledge.refused_tools))
        return FormAttempt("function_calling")

    def _offer(self, tools: BoundTools) -> None:
        self._tools, self.functions = tools, tools.functions

    def next(self, failure: Failure, attempt: FormAttempt, knowledge: Knowledge) -> FormAttempt | None:
        """Return the attempt without a tool whose schema was refused, else None.

        Raises ToolsRefusedError, and notes a server that takes no tools.
        """
        if failure.kind == "format" and (name := refused_tool(failure.text, [*self._tools.keys])) is not None:
            knowledge.refused_tools.add(self._tools.keys[name])
            self._offer(self._tools.without(knowledge.refused_tools))
            self.notes = [*self.notes, f"tool {name!r} is left out: its server refuses its schema: {failure.text}"]
            return attempt
        if failure.kind == "format" and self._tools.functions and is_of_tool_schema(failure.text):
            raise ToolsRefusedError(failure.text)  # of one of them; it takes tools
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

    def bound(self, formats: Formats, attempt: FormAttempt, terms: SamplingTerms) -> Runnable[Any, Any]:
        """Bind the model to the tools."""
        return formats.bound_to_tools(self._tools, terms)

    def keep(self, message: AIMessage, attempt: FormAttempt) -> KeptReply:
        """Return the whole message as data."""
        whole = json.dumps(to_data(message := fit_message(message)), ensure_ascii=False)
        if len(whole) > MAX_CHARS:
            return KeptReply("", attempt.rung, cut_off=True, message=AIMessage(""), complaint=CUT_OFF)
        is_cut_off = was_cut_off(message) and not message.tool_calls
        return KeptReply(whole, attempt.rung, is_cut_off, message)

    def message(self, kept: KeptReply) -> AIMessage:
        """Return the message as it came, or rebuilt from the kept text."""
        came = kept.message.tool_calls or kept.message.invalid_tool_calls or str(kept.message.text) != kept.text
        return kept.message if came else to_message(json.loads(kept.text))

    def read(self, kept: KeptReply) -> NativeReply:
        """Return the calls or the text."""
        try:
            message = AIMessage("") if kept.complaint else self.message(kept)
            reply = read_reply(message, self._tools, self._quotable, self._request)
        except DoubtfulCallError as error:
            raise cut_off_error(kept.text) if kept.cut_off else BadReplyError(str(error), shape=False) from None
        except ValueError:  # what was kept of it was changed since
            raise BadReplyError("the reply could not be read", shape=False) from None
        if kept.cut_off:
            raise cut_off_error(text_of(message))
        if not reply.calls and not reply.text:
            raise BadReplyError("the reply was empty; call a tool or write the answer", shape=False)
        return reply

    def learn(self, kept: KeptReply, found: NativeReply | BadReplyError, knowledge: Knowledge, *, fresh: bool) -> None:
        """Note that the model calls tools, and whether its calls need more room."""
        if not isinstance(found, BadReplyError) and found.calls:
            knowledge.calls_tools = True
            if was_cut_off(kept.message) and kept.message.invalid_tool_calls:
                knowledge.long_calls = True
