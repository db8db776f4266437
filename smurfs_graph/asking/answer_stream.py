"""The answer's text while its model writes it: chunks in LangGraph's `messages` mode, and events of ours.

Models stream where somebody listens to `messages`; LangChain decides that. Their own chunks stay inside (each call is
tagged `nostream`), so that nobody sees an agent's JSON: what is said goes through `AnswerStream`, masked, as chunks of
the message that the state gets in the end. It is for a reply that nothing sends back. Where one breaks off and is asked
for anew, or turns out to hold calls, what was said of it stands under an id of its own, and the answer has another.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from functools import partial
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, GenerationChunk, LLMResult
from langgraph.graph.message import push_message
from langgraph.runtime import Runtime
from pydantic import BaseModel
from typing_extensions import override

from smurfs_graph.asking.emitting import emit
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.events.vocabulary import AnswerText
from smurfs_graph.models.speaking import SpokenText
from smurfs_graph.prompting.conversation import answer_id
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.redaction.streaming import StreamedText
from smurfs_graph.settings import Settings

_OUTER: ContextVar[tuple[str, Runtime[Settings], Context] | None] = ContextVar("_OUTER", default=None)
_MOST_RUNS = 1_000


@contextmanager
def relaying(run_id: str, runtime: Runtime[Settings]) -> Generator[None]:
    """Relay an inner graph's stream: what is said goes out from the outer graph's node, as from the others."""
    token = _OUTER.set((run_id, runtime, copy_context()))
    try:
        yield
    finally:
        _OUTER.reset(token)


class Answers:
    """The answers of a graph's runs: their form as data, and the message id of each, as streamed or one of its own."""

    def __init__(self, schema: type[BaseModel] | None = None) -> None:
        """Start with no run. `schema`: the form of answers as data, besides text."""
        self.schema = schema
        self._runs: BoundedDict[str, tuple[int, str]] = BoundedDict(_MOST_RUNS)
        self._redactor = Redactor()

    def stream(
        self,
        runtime: Runtime[Settings],
        run_id: str,
        edit: Callable[[str], str] = str,
        *,
        held_back: str = "",
        in_thoughts: bool = False,
        calls: bool = True,
    ) -> "AnswerStream":
        """Return the stream that sends a reply as it comes. `edit`: takes marks in brackets out of its text.

        `held_back`: first characters of a reply that is not streamed; `in_thoughts`, `calls`: see `SpokenText`.
        """
        masked = partial(StreamedText, self._redactor, edit)
        return AnswerStream(
            self, runtime, run_id, masked, held_back, partial(SpokenText, in_thoughts=in_thoughts, calls=calls)
        )

    def begin(self, run_id: str) -> str:
        """Return the id of a reply that begins to be said."""
        count, _ = self._runs.get(run_id, (0, ""))
        self._runs[run_id] = (count + 1, "")
        return f"{answer_id(run_id)}-{count}" if count else answer_id(run_id)

    def accept(self, run_id: str, message_id: str) -> None:
        """Take the reply with this id as the run's answer."""
        self._runs[run_id] = (self._runs.get(run_id, (1, ""))[0], message_id)

    def end(self, run_id: str) -> str:
        """Return the id of the run's answer, for its message; then the run is forgotten."""
        count, accepted = self._runs.pop(run_id, (0, ""))
        return accepted or (f"{answer_id(run_id)}-{count}" if count else answer_id(run_id))


class AnswerStream(BaseCallbackHandler):
    """Says what a model writes, from its first words on. `message_id` is empty where nothing was said."""

    run_inline = True

    def __init__(
        self,
        answers: Answers,
        runtime: Runtime[Settings],
        run_id: str,
        new_text: Callable[[], StreamedText],
        held_back: str,
        new_spoken: Callable[[], SpokenText],
    ) -> None:
        """See `Answers.stream`. `new_text`, `new_spoken`: make the two steps between a model and what is shown."""
        self.message_id = ""
        self._answers, self._run_id = answers, run_id
        self._new_text, self._held_back, self._new_spoken = new_text, held_back, new_spoken
        outer = _OUTER.get()
        is_inner = outer is not None and outer[0] == run_id
        self._runtime, self._context = outer[1:] if outer and is_inner else (runtime, copy_context())
        self._spoken = new_spoken()
        """Takes from the tokens of this attempt what is said, without thoughts and calls."""
        self._masked = new_text()
        """Takes from what is said what is certain to hold no secret and no mark."""
        self._is_muted = False
        """Whether no more of this attempt is shown: it is data, or it calls tools."""

    def accept(self, answer: str) -> None:
        """Take what was shown for the answer, and show the rest of it."""
        if self.message_id:
            if rest := self._spoken.rest(answer):
                self._show(self._masked.add(rest))
            self._show(self._masked.end())
            self._answers.accept(self._run_id, self.message_id)

    @override
    def on_chat_model_start(self, serialized: dict[str, Any], messages: list[list[BaseMessage]], **kwargs: Any) -> None:
        """Begin anew: what an earlier attempt said is not gone on with."""
        self.message_id = ""
        self._is_muted = False
        self._spoken, self._masked = self._new_spoken(), self._new_text()

    @override
    def on_llm_new_token(
        self, token: Any, *, chunk: GenerationChunk | ChatGenerationChunk | None = None, **kwargs: Any
    ) -> None:
        """Show what is certain now; a reply that calls tools is no answer from there on."""
        message = chunk.message if isinstance(chunk, ChatGenerationChunk) else None
        if not isinstance(message, AIMessageChunk):
            return
        text = str(message.text)
        if not self.message_id and text.strip() and text.lstrip()[0] in self._held_back:
            self._is_muted = True
        if self._is_muted:
            return
        if said := self._spoken.add(text):
            self._show(self._masked.add(said))
        if message.tool_call_chunks:
            self._show(self._masked.end())
            self._is_muted = True

    @override
    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """Show the rest."""
        if not self._is_muted:
            if said := self._spoken.end():
                self._show(self._masked.add(said))
            if not self._spoken.is_held:
                self._show(self._masked.end())

    def _show(self, text: str) -> None:
        """Send a text, as the next chunk of the answer's message."""
        if not text:
            return
        if not self.message_id:
            self.message_id = self._answers.begin(self._run_id)
        self._context.copy().run(self._push, text)

    def _push(self, text: str) -> None:
        emit(self._runtime, AnswerText(message_id=self.message_id, text=text))
        push_message(AIMessageChunk(content=text, id=self.message_id), state_key=None)
