"""Forms of a question: a reply held to a schema, down a ladder of formats, or calls of the tools bound to the model.

A form says how the question is sent, how the message is kept, how it is read, and what its fate teaches. `Asker` does
the rest, the same for both.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from smurfs_graph.errors import ModelError
from smurfs_graph.models.bounds import (
    ANSWER_TOKENS,
    SCHEMA_TOKENS,
    ended_by_bound,
    most_characters,
    with_bounds,
    without_bounds,
)
from smurfs_graph.models.cache import KeptReply
from smurfs_graph.models.failures import Failure
from smurfs_graph.models.formats import Formats, SamplingTerms
from smurfs_graph.models.json_text import MAX_CHARS
from smurfs_graph.models.reading import (
    BadReplyError,
    cut_off_error,
    parse_reply,
    plain_text,
    read_object,
    text_of,
    validated,
    was_cut_off,
)
from smurfs_graph.models.registry import Knowledge, Rung
from smurfs_graph.models.schemas import Schema, reply_schema
from smurfs_graph.models.spoken import spoken
from smurfs_graph.models.window import TOKENS_PER_MESSAGE, text_tokens
from smurfs_graph.models.written_calls import holds_marked_call
from smurfs_graph.planning.lengths import LONGEST_LABEL, Cut

R = TypeVar("R", bound=BaseModel)
OF_JSON = ("{", "`", "<")
"""First characters of a text that may be an object, fenced, or behind thoughts."""
_WITH_SCHEMA: tuple[Rung, ...] = ("json_schema", "function_calling")
_UNITS = {str: "characters", list: "items"}
_FEWEST_TOKENS = 192
"""Additional tokens of a reply: spaces, escapes, a fence."""


class ToolsRefusedError(ModelError):
    """The model's server takes no tools; what can be asked for otherwise may work."""


class FormAttempt(NamedTuple):
    """A format to ask in, and the one above it that the server answered with errors, if any."""

    rung: Rung
    instead_of: Rung | None = None
    bounded: bool = True
    """With bounds in the schema, which its server may refuse."""


class Form(ABC, Generic[R]):
    """The form of a question's reply: how it is asked for, kept and read."""

    title: str
    """Tells equal messages apart that ask for different things."""
    functions: Sequence[dict[str, Any]] = ()
    """The tools that are bound, as functions."""
    teaches: bool = False
    """Whether a refused format says something about the server; else it may be about this one schema."""
    first_of_model: bool = False
    """Whether nothing is known of how the model calls tools: one that is not shown them may write on and on."""
    cuts: Sequence[Cut] = ()
    """Why the replies before had no end, where this question is asked again."""
    notes: Sequence[str] = ()
    """Repairs of the reply that was read."""
    is_plain_text: bool = False
    """Whether the reply that was read followed no format."""

    @property
    @abstractmethod
    def most_tokens(self) -> int:
        """Return the tokens that a reply may have as a rule."""

    def tokens(self, rung: Rung) -> int:
        """Return the tokens that it adds to a prompt, estimated."""
        return 0

    def first(self, knowledge: Knowledge) -> FormAttempt:
        """Return the format to begin with."""
        return FormAttempt("prompted")

    def next(self, failure: Failure, attempt: FormAttempt, knowledge: Knowledge) -> FormAttempt | None:
        """Return the format to go on with after a failure; None where there is none. Raises ToolsRefusedError."""
        return None

    @abstractmethod
    def bound(self, formats: Formats, attempt: FormAttempt, terms: SamplingTerms) -> Runnable[Any, Any]:
        """Return the model, bound to what is asked for. Raises FailedCallError where it has not got that."""

    def keep(self, message: AIMessage, attempt: FormAttempt) -> KeptReply:
        """Return the message as the cache and the journal keep it: its text, at most so much of it; no state holds half
        a character, which some servers write.
        """
        text = text_of(message)[:MAX_CHARS].encode("utf-8", "replace").decode()
        return KeptReply(text, attempt.rung, was_cut_off(message), message, instead_of=attempt.instead_of)

    def message(self, kept: KeptReply) -> AIMessage:
        """Return the message that was kept. Raises ValueError where it was changed since."""
        return kept.message

    @abstractmethod
    def read(self, kept: KeptReply) -> R:
        """Return the reply. Raises BadReplyError with what is to be complained of."""

    def learn(self, kept: KeptReply, found: "R | BadReplyError", knowledge: Knowledge, *, fresh: bool) -> None:
        """Learn from how the reply turned out; `fresh`: the model was asked for it just now."""


@lru_cache(maxsize=512)
def _bounded(schema: str, tightness: int) -> tuple[Schema, int]:
    """Return a schema, given as JSON, with bounds, and the characters that they let through.

    Walking through a schema takes longer than all else that is done about a question, and there are few of them.
    """
    bounded = with_bounds(json.loads(schema), tightness)
    return bounded, most_characters(bounded)


class SchemaForm(Form[R]):
    """A reply that a schema accepts. The text is read leniently and validated strictly, whatever the format."""

    def __init__(self, reply: type[R], shape: Schema | None = None) -> None:
        """`shape`: a JSON schema that says more than `reply` does (a tool's parameters)."""
        self._reply = reply
        self._own = shape or reply_schema(reply)
        self.teaches = shape is None
        self.title = str(self._own["title"])
        self._text = json.dumps(self._own)
        self._is_known_to_run_on = self._ran_on = False

    @property
    def most_tokens(self) -> int:
        """Return the tokens that the schema's bounds let through, if few: many models take a token for each digit."""
        return min(SCHEMA_TOKENS, _bounded(self._text, self._tightness)[1] + _FEWEST_TOKENS)

    @property
    def _tightness(self) -> int:
        return self._is_known_to_run_on + self.cuts.count("runs on") - self.cuts.count("bounded")

    def _sent(self, tightness: int | None = None) -> Schema:
        return _bounded(self._text, self._tightness if tightness is None else tightness)[0]

    def tokens(self, rung: Rung) -> int:
        """Return the tokens of the schema; servers write functions into the prompt, but no schema that they enforce."""
        return text_tokens(json.dumps(self._sent())) + TOKENS_PER_MESSAGE if rung == "function_calling" else 0

    def first(self, knowledge: Knowledge) -> FormAttempt:
        """Return the first attempt: on the format that is known to work."""
        self._is_known_to_run_on = knowledge.runs_on
        return FormAttempt(knowledge.ladder.rung, bounded=knowledge.takes_bounds)

    def next(self, failure: Failure, attempt: FormAttempt, knowledge: Knowledge) -> FormAttempt | None:
        """Drop the bounds of a refused schema, then go one rung down; to plain text after a 500.

        Some servers answer 500 to formats that they do not know.
        """
        above = attempt.instead_of or attempt.rung
        if failure.may_be_of_schema and attempt.bounded and attempt.rung in _WITH_SCHEMA:
            return attempt._replace(bounded=False)
        if failure.kind == "format":
            lower = knowledge.ladder.below(attempt.rung)
            instead_of = None if self.teaches else above
            return FormAttempt(lower, instead_of, bounded=knowledge.takes_bounds) if lower else None
        if failure.kind == "transient" and attempt.rung != "prompted" and failure.connected:
            return FormAttempt("prompted", above)
        return None

    def bound(self, formats: Formats, attempt: FormAttempt, terms: SamplingTerms) -> Runnable[Any, Any]:
        """Bind the model to the format of a rung."""
        schema = self._sent() if attempt.bounded else without_bounds(self._own)
        variant = f"{self._tightness}" if attempt.bounded else "no bounds"
        return formats.bound(schema, attempt.rung, terms._replace(variant=variant))

    def keep(self, message: AIMessage, attempt: FormAttempt) -> KeptReply:
        """Return the message, and what it was held to."""
        return super().keep(message, attempt)._replace(tightness=self._tightness)

    def read(self, kept: KeptReply) -> R:
        """Return the reply."""
        if kept.cut_off and kept.text.rstrip()[-1:] not in ('"', "}", "]"):
            raise cut_off_error(kept.text)  # a repaired half of a value is a wrong value
        try:
            value, reply = read_object(kept.text, self._reply)
        except BadReplyError:
            if kept.cut_off or (found := self._from_plain_text(kept.text)) is None:
                raise
            self.is_plain_text = True
            return found
        return self._whole(value, reply, self._sent(kept.tightness))

    def _from_plain_text(self, text: str) -> R | None:
        """Take a text that is no JSON where one text is all that is wanted; of a choice, one of what may be chosen."""
        named: Schema = self._own.get("properties") or {}
        said = plain_text(text)
        if len(named) != 1 or not said:
            return None
        ((name, field),) = named.items()
        chosen = said.strip("`'\"*. ")
        if name in self._reply.model_fields and (chosen in field["enum"] if "enum" in field else _is_free_text(field)):
            return self._reply.model_validate({name: chosen if "enum" in field else said})
        return None

    def _whole(self, value: dict[str, Any], reply: R, sent: Schema) -> R:
        """Return the reply, with an answer that repeats itself said once.

        Raises BadReplyError where a bound ended a value.
        """
        for ended in ended_by_bound(value, sent, self._own):
            self._ran_on = self._ran_on or ended.runs_on
            said = f"{ended.name}: it was cut after {len(ended.value)} {_UNITS[type(ended.value)]}"
            if ended.kind == "added" or (ended.kind == "whole" and not ended.runs_on and "runs on" not in self.cuts):
                cut: Cut = "runs on" if ended.runs_on else "bounded"
                raise BadReplyError(f"{said}; write all of it, or less", shape=False, cut=cut)
            if ended.kind == "whole":
                self.notes = [*self.notes, f"{said}, by a model that runs on"]
                if ended.once is not None and len(ended.path) == 1:
                    value = {**value, str(ended.path[0]): ended.once}
        return self._reply.model_validate(value) if self.notes else reply

    def learn(self, kept: KeptReply, found: R | BadReplyError, knowledge: Knowledge, *, fresh: bool) -> None:
        """Note whether the format works and whether the model runs on."""
        if not fresh:
            return
        if self._ran_on and not isinstance(found, BadReplyError):
            knowledge.runs_on = True
        if not isinstance(found, BadReplyError) and not self.is_plain_text:
            knowledge.ladder.note_success(kept.rung, instead_of=kept.instead_of)
        elif not kept.cut_off and (not isinstance(found, BadReplyError) or found.shape):
            knowledge.ladder.note_wrong_shape(kept.rung)


class WrittenForm(SchemaForm[R]):
    """A reply that a schema accepts, or the text in whose form its models were trained to say the same."""

    def __init__(
        self, reply: type[R], read_text: Callable[[str], dict[str, Any] | None], shape: Schema | None = None
    ) -> None:
        """`read_text`: returns the fields that a text holds; None where it has not got that form."""
        super().__init__(reply, shape)
        self._read_text = read_text
        self._is_written = False

    def read(self, kept: KeptReply) -> R:
        """Return the reply."""
        said = spoken(kept.text).strip()
        is_whole_text = not kept.cut_off and not said.startswith(OF_JSON)
        fields = self._read_text(said) if is_whole_text else None
        if fields is None:
            return super().read(kept)

        self._is_written = True
        return validated(fields, self._reply)

    def learn(self, kept: KeptReply, found: R | BadReplyError, knowledge: Knowledge, *, fresh: bool) -> None:
        """Note that a text kept to no format, readable as it is; else as for any schema."""
        if not self._is_written:
            super().learn(kept, found, knowledge, fresh=fresh)
        elif fresh:
            knowledge.ladder.note_wrong_shape(kept.rung)


def _is_free_text(field: Schema) -> bool:
    """Return whether a field takes sentences, and not only a name."""
    return field.get("type") == "string" and field.get("maxLength", 0) > LONGEST_LABEL


class TextForm(Form[R]):
    """A reply in plain text, which one field of a schema takes. Where the text is such an object, that is read.

    A model that runs on is held to the schema, where its server can do that.
    """

    def __init__(self, reply: type[R], field: str) -> None:
        """`field`: of `reply`."""
        self._reply, self._field = reply, field
        self._held, self._is_held = SchemaForm(reply), False
        self.title = f"{reply.__name__} as text"

    @property
    def most_tokens(self) -> int:
        """Return the tokens of a long answer."""
        return self._held.most_tokens if self._is_held else ANSWER_TOKENS

    def first(self, knowledge: Knowledge) -> FormAttempt:
        """Begin without a format, unless the model runs on without one."""
        self._held.cuts = self.cuts
        self._is_held = knowledge.ladder.native_works and (knowledge.runs_on or "runs on" in self.cuts)
        return self._held.first(knowledge) if self._is_held else FormAttempt("prompted")

    def next(self, failure: Failure, attempt: FormAttempt, knowledge: Knowledge) -> FormAttempt | None:
        """Go on without a format where the schema is refused."""
        return FormAttempt("prompted") if attempt.rung != "prompted" else None

    def bound(self, formats: Formats, attempt: FormAttempt, terms: SamplingTerms) -> Runnable[Any, Any]:
        """Bind the model to the schema, or to nothing."""
        return self._held.bound(formats, attempt, terms) if attempt.rung != "prompted" else formats.on(terms)

    def keep(self, message: AIMessage, attempt: FormAttempt) -> KeptReply:
        """Return the message, and what it was held to."""
        return self._held.keep(message, attempt) if attempt.rung != "prompted" else super().keep(message, attempt)

    def read(self, kept: KeptReply) -> R:
        """Return the text, as the field."""
        if kept.rung != "prompted":
            return self._read_held(kept)
        text = spoken(kept.text).strip()
        if kept.cut_off:
            raise cut_off_error(kept.text)
        if holds_marked_call(kept.text):
            raise BadReplyError("the reply holds a call, and no tool can be called here; write the answer", shape=False)
        if text.startswith(OF_JSON):
            with suppress(BadReplyError):
                return parse_reply(text, self._reply)
        if not text:
            raise BadReplyError("the reply was empty; write the answer", shape=False)
        return self._reply.model_validate({self._field: text})

    def _read_held(self, kept: KeptReply) -> R:
        reply = self._held.read(kept)
        self.notes, self.is_plain_text = self._held.notes, self._held.is_plain_text
        return reply

    def learn(self, kept: KeptReply, found: "R | BadReplyError", knowledge: Knowledge, *, fresh: bool) -> None:
        """Learn from a reply that was held to the schema."""
        if kept.rung != "prompted":
            self._held.learn(kept, found, knowledge, fresh=fresh)
