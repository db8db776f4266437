"""Bind a chat model to a format of structured output, and call it where it can be called."""

from collections.abc import Callable, Collection, Coroutine, Sequence
from contextvars import ContextVar
from copy import deepcopy
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar, cast

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage, ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig, RunnableParallel, RunnableSequence
from langchain_core.runnables.config import ensure_config, merge_configs
from langgraph.constants import TAG_NOSTREAM

from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.concurrency.loops import is_passing
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.concurrency.untraced import untraced_outside_of_runs
from smurfs_graph.models.bodies import RefusedAnswerError
from smurfs_graph.models.completions import UnfinishedStreamError
from smurfs_graph.models.failures import (
    Failure,
    line_of,
    refuses_history,
    refuses_limit,
    refuses_reasoning,
    refuses_roles,
    refuses_stream_options,
    refuses_streams,
    refuses_temperature,
)
from smurfs_graph.models.journal import JournalEntry
from smurfs_graph.models.native import BoundTools
from smurfs_graph.models.reading import is_unfinished
from smurfs_graph.models.reasoning import keeping_reasoning, reasoning_of, without_reasoning
from smurfs_graph.models.registry import ClientLoop, Knowledge, Rung
from smurfs_graph.models.roles import with_calls_as_text, with_system_joined
from smurfs_graph.models.schemas import Schema
from smurfs_graph.models.server import FailedCallError
from smurfs_graph.models.transcript import noted
from smurfs_graph.models.wrapping import AnyModel, chat_model_in, is_of, rebuilt

T = TypeVar("T")
LISTENER: ContextVar[BaseCallbackHandler | None] = ContextVar("LISTENER", default=None)
"""Listener to a model's reply as it comes; None: nobody."""
_UNHEARD: RunnableConfig = {
    "tags": [TAG_NOSTREAM],
    "metadata": {"emit-messages": False, "emit-tool-calls": False},  # AG-UI's word for the same
}
"""Config for an agent's model, whose replies are no messages of the conversation."""
_LIMITS = ("max_tokens", "max_output_tokens", "num_predict", "max_completion_tokens")
"""Clients' names for the limit of a reply's tokens."""
_OF_HISTORY = frozenset({"takes_system", "takes_tool_role", "takes_reasoning"})
"""What of a conversation may be refused, by its name in `Knowledge`."""
_WARMEST, _WARMER = 1.0, 0.5
"""The temperature rises by so much with each reply that was cut off: at 0 the same prompt has the same reply."""
_MARK = {"cache_control": {"type": "ephemeral"}}
_MAX_BOUND = 512
"""Schemas that a model is kept bound to: every tool and every choice among tools has one."""


class SamplingTerms(NamedTuple):
    """Sampling of one reply: its limit of tokens, and what changes when a question is repeated after a cut."""

    limit: int | None = None
    """Tokens that it may have; None: as the model has it."""
    redraw: int = 0
    """Number of cut replies to the same question before: this one is drawn differently."""
    variant: str = ""
    """Tells schemas of one title apart."""


AS_IT_IS = SamplingTerms()
_Binding = tuple[str, str, Callable[[], Runnable[Any, Any]]]
"""Schema or tools and way of a binding, with the function that binds."""


class Formats:
    """The runnables of one model by format and schema, made once."""

    def __init__(self, model: AnyModel, clients: ClientLoop | None = None, *, on_client_loop: bool = True) -> None:
        """`clients`: the loop that the model's connections belong to; None: the caller's own.

        Not `on_client_loop`: only where the caller's own passes; where it lasts, others may ask the model there.
        """
        self._whole = keeping_reasoning(model)
        self._model = chat_model_in(self._whole)
        self._clients = clients
        self._on_client_loop = on_client_loop
        self._knowledge = Knowledge()
        self._bound: BoundedDict[tuple[Any, ...], Runnable[Any, Any]] = BoundedDict(_MAX_BOUND)
        is_known = is_of(self._model, "langchain_openai", "langchain_anthropic", "langchain_google_genai")
        self._read = _as_whole_message if is_known else _as_message  # others may not say how a reply ended
        self._blocks = getattr(type(self._model), "_agenerate", None) is BaseChatModel._agenerate  # pyright: ignore[reportPrivateUsage]

    def share(self, knowledge: Knowledge) -> None:
        """Learn together with all who ask the same model on the same server."""
        self._knowledge = knowledge

    @property
    def model(self) -> AnyModel:
        """Return the model, without a temperature where its server refuses one."""
        return self.on(AS_IT_IS)

    def on(self, terms: SamplingTerms) -> AnyModel:
        """Return the model on these terms, as far as it and its server take them."""

        def change() -> AnyModel:
            if self._model is None or not _changes(self._model, terms, self._knowledge):
                return self._whole
            try:
                return rebuilt(self._whole, lambda each: each.model_copy(update=_changes(each, terms, self._knowledge)))
            except NotImplementedError:  # a fallback that is no model has no terms
                return self._whole

        return self._once((terms, self._knowledge.terms), change)

    @cached_property
    def text_only(self) -> bool:
        """Return whether the model's class has no structured output of its own."""
        if self._model is None:
            return True
        kind = type(self._model)
        inherited = kind.with_structured_output is BaseChatModel.with_structured_output
        return bool(getattr(self._model, "text_only", False)) or (
            inherited and kind.bind_tools is BaseChatModel.bind_tools
        )

    @cached_property
    def fused_steps(self) -> bool | None:
        """Return whether the model manages fused steps, by its attribute of this name; None without one."""
        declared: Any = getattr(self._model, "fused_steps", None)
        return declared if isinstance(declared, bool) else None

    @cached_property
    def calls_tools(self) -> bool | None:
        """Return whether the model calls bound tools, by its attribute, class or profile; None: unknown."""
        declared: Any = getattr(self._model, "calls_tools", None)
        if isinstance(declared, bool):
            return declared
        if self._model is None or getattr(self._model, "text_only", False):
            return False
        if type(self._model).bind_tools is BaseChatModel.bind_tools:
            return False
        profile: Any = getattr(self._model, "profile", None) or {}
        said: Any = profile.get("tool_calling")
        return said if isinstance(said, bool) else None

    @cached_property
    def several_calls(self) -> bool | None:
        """Return whether a reply may hold several calls, by the model's attribute of this name or its parameters."""
        declared: Any = getattr(self._model, "several_calls", None)
        parameters: Any = getattr(self._model, "model_kwargs", None) or {}
        said = declared if isinstance(declared, bool) else parameters.get("parallel_tool_calls")
        return said if isinstance(said, bool) else None

    @cached_property
    def writes_programs(self) -> bool | None:
        """Return whether the model's steps may be programs, by its attribute of this name; None without one."""
        declared: Any = getattr(self._model, "writes_programs", None)
        return declared if isinstance(declared, bool) else None

    @cached_property
    def takes_images(self) -> bool | None:
        """Return whether a prompt may hold images, by the model's profile; None: unknown."""
        profile: Any = getattr(self._model, "profile", None) or {}
        said: Any = profile.get("image_inputs")
        return said if isinstance(said, bool) else None

    @cached_property
    def thinks(self) -> bool:
        """Return whether the model's profile says that it reasons before it replies."""
        profile: Any = getattr(self._model, "profile", None) or {}
        return profile.get("reasoning_output") is True

    @cached_property
    def passes_addresses(self) -> bool:
        """Return whether the model's client passes on the address of an image instead of fetching it."""
        return is_of(self._model, "langchain_openai", "langchain_anthropic")

    @cached_property
    def takes_marks(self) -> bool:
        """Return whether the model's client takes marks of what its server may cache."""
        return is_of(self._model, "langchain_anthropic")

    @property
    def takes_system(self) -> bool:
        """Return False once the server refused a system message."""
        return self._knowledge.takes_system

    @cached_property
    def window(self) -> int | None:
        """Return the tokens of a prompt, as the model's profile says."""
        profile: Any = getattr(self._model, "profile", None) or {}
        tokens: Any = profile.get("max_input_tokens")
        return tokens if isinstance(tokens, int) and tokens > 0 else None

    def bound(self, schema: Schema, rung: Rung, terms: SamplingTerms = AS_IT_IS) -> Runnable[Any, Any]:
        """Return the model, held to a format. Raises FailedCallError for one that it has not."""

        def hold(model: BaseChatModel) -> AnyModel:
            return _without_parser(model.with_structured_output(deepcopy(schema), method=rung, include_raw=True))

        def bind() -> Runnable[Any, Any]:
            return rebuilt(self.on(terms), hold)

        return self._bound_to(None if rung == "prompted" else (str(schema["title"]), rung, bind), terms)

    def bound_to_tools(self, tools: BoundTools, terms: SamplingTerms = AS_IT_IS) -> Runnable[Any, Any]:
        """Return the model with tools, which it may call or not. Raises FailedCallError where it takes none."""

        def bind() -> Runnable[Any, Any]:
            return rebuilt(self.on(terms), lambda model: model.bind_tools(tools.functions))

        return self._bound_to((tools.key, "tools", bind) if tools.functions else None, terms)

    async def send(
        self, messages: list[BaseMessage], bound: Callable[[], Runnable[Any, Any]], entry: JournalEntry | None = None
    ) -> AIMessage:
        """Return the model's message, which `entry` gets where the client returned it, before anything else is done
        with it.

        `bound`: gives the model as one of the two above does. Raises whatever its client raises, and what `bound` does.
        """
        return await self._on_terms_it_takes(lambda: self._call(bound(), messages, entry), messages)

    async def lend(self, use: Callable[[BaseChatModel], Coroutine[Any, Any, T]]) -> T:
        """Run `use` with the model on the event loop of the model's connections, and return its result."""

        async def use_once() -> T:
            if self._blocks:
                return await use(cast("BaseChatModel", self.model))
            return await self._where_its_client_runs(lambda: use(cast("BaseChatModel", self.model)))

        return await self._on_terms_it_takes(use_once)

    async def _on_terms_it_takes(
        self, send: Callable[[], Coroutine[Any, Any, T]], messages: Sequence[BaseMessage] = ()
    ) -> T:
        """Call `send`; where the server refuses a term or a role, call it without, and leave that out from then on."""
        learned = list[str]()
        while True:
            try:
                return await send()
            except Exception as error:
                term = self._refused_term(error, messages, learned)
                if term is None:
                    for name in _OF_HISTORY & {*learned}:  # that was not it
                        setattr(self._knowledge, name, True)
                    raise
                setattr(self._knowledge, term, False)
                learned.append(term)

    def _refused_term(self, error: Exception, messages: Sequence[BaseMessage], learned: Collection[str]) -> str | None:
        """Return what the server refuses that can be left out; None where it is nothing, or was left out already."""
        has_system = any(isinstance(each, SystemMessage) for each in messages)
        has_calls = any(isinstance(each, ToolMessage) for each in messages)
        has_reasoning = any(map(reasoning_of, messages))
        has_temperature = getattr(self._model, "temperature", None) is not None
        refused = {
            "takes_temperature": has_temperature and refuses_temperature(error),
            "takes_stream_options": bool(getattr(self._model, "stream_usage", None)) and refuses_stream_options(error),
            "takes_streams": refuses_streams(error),
            "takes_limit": refuses_limit(error),
            "takes_system": has_system and refuses_roles(error),
            "takes_reasoning": has_reasoning and refuses_reasoning(error),
            "takes_tool_role": has_calls and refuses_history(error),
        }
        return next((term for term, is_it in refused.items() if is_it and term not in learned), None)

    def fitted(self, messages: list[BaseMessage]) -> list[BaseMessage]:
        """Return the messages in the roles, and with the parts, that the server takes."""
        if not self._knowledge.takes_reasoning:
            messages = [without_reasoning(each) for each in messages]
        if not self._knowledge.takes_tool_role:
            messages = with_calls_as_text(messages)
        return messages if self._knowledge.takes_system else with_system_joined(messages)

    async def _call(
        self, runnable: Runnable[Any, Any], messages: list[BaseMessage], entry: JournalEntry | None
    ) -> AIMessage:
        """Ask the model where its client runs: in a thread, on the client's loop, or here."""
        messages = self.fitted(messages)
        with untraced_outside_of_runs(), noted(runnable, messages) as request:
            if self._model is None:  # what else a function asks is no answer
                LISTENER.set(None)
            messages = with_marks(messages) if self.takes_marks else messages
            if self._blocks:  # a thread of its own: a model that hangs costs neither the loop nor the process's end
                request.reply = await run_in_thread(_invoke, runnable, messages, entry)
            else:
                ask = partial(_ainvoke, runnable, messages, entry, self._read)
                request.reply = await self._where_its_client_runs(ask)
            return request.reply

    async def _where_its_client_runs(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a coroutine that runs on the event loop of the model's connections."""
        if self._clients is not None and (self._on_client_loop or is_passing()):
            return await self._clients.run(call)
        return await call()

    def _bound_to(self, binding: _Binding | None, terms: SamplingTerms) -> Runnable[Any, Any]:
        if binding is None:
            return self.on(terms)
        name, how, bind = binding
        try:
            return self._once((name, how, terms, self._knowledge.terms), bind)
        except Exception as error:  # each integration refuses in its own way what it has not got
            raise FailedCallError(Failure("format", line_of(error))) from error

    def _once(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Return what `make` makes, which is kept for the next time."""
        if (made := self._bound.get(key)) is None:
            self._bound[key] = made = make()
        return made


def _changes(model: BaseChatModel, terms: SamplingTerms, known: Knowledge) -> dict[str, Any]:
    """Return the model's fields to change for a reply on these terms."""
    changes: dict[str, Any] = {}
    temperature, seed = getattr(model, "temperature", None), getattr(model, "seed", None)
    if temperature is not None and not known.takes_temperature:
        changes["temperature"] = None
    elif temperature is not None and terms.redraw:
        changes["temperature"] = max(temperature, min(_WARMEST, _WARMER * terms.redraw))
    if isinstance(seed, int) and terms.redraw:
        changes["seed"] = seed + terms.redraw
    if not known.takes_stream_options and getattr(model, "stream_usage", None):
        changes["stream_usage"] = False
    if not known.takes_streams:
        changes["disable_streaming"] = True
        if getattr(model, "streaming", None):  # clients send it along as it is set
            changes["streaming"] = False
    name = next((each for each in _LIMITS if each in type(model).model_fields), None)
    if terms.limit is not None and known.takes_limit and name is not None:
        own: Any = getattr(model, name)
        changes[name] = min(own, terms.limit) if isinstance(own, int) and own > 0 else terms.limit
    return changes


def _without_parser(structured: Runnable[Any, Any]) -> Runnable[Any, Any]:
    """Return the bound model itself: LangChain's parsers are stricter than a weak model deserves, and raise."""
    first: Any = cast("Any", structured).first if isinstance(structured, RunnableSequence) else structured
    if isinstance(first, RunnableParallel) and "raw" in first.steps__:
        return cast("Runnable[Any, Any]", first.steps__["raw"])
    return structured


async def _ainvoke(
    runnable: Runnable[Any, Any],
    messages: list[BaseMessage],
    entry: JournalEntry | None,
    read: Callable[[Any], AIMessage],
) -> AIMessage:
    message = read(await runnable.ainvoke(messages, _config()))
    if entry is not None:
        await entry.write(message)
    return message


def _invoke(runnable: Runnable[Any, Any], messages: list[BaseMessage], entry: JournalEntry | None) -> AIMessage:
    message = _as_message(runnable.invoke(messages, _config()))
    if entry is not None:
        entry.write_here(message)
    return message


def _config() -> RunnableConfig:
    listener = LISTENER.get()
    return _UNHEARD if listener is None else merge_configs(ensure_config(), _UNHEARD, {"callbacks": [listener]})


def _as_whole_message(answered: Any) -> AIMessage:
    """Return a model's answer as a message. Raises UnfinishedStreamError where nobody can tell whether it is whole."""
    message = _as_message(answered)
    if is_unfinished(message):
        said = message.response_metadata  # of Responses with an id, and they have an end in every stream
        raise UnfinishedStreamError(said_done=said.get("model_provider") == "openai" and "id" not in said)
    return message


def _as_message(answered: Any) -> AIMessage:
    """Return a model's answer as a message. Raises RefusedAnswerError for what is neither message nor text."""
    if isinstance(answered, dict):
        answered = cast("dict[str, Any]", answered).get("raw", cast("Any", answered))
    if isinstance(answered, AIMessage):
        return answered
    if isinstance(answered, BaseMessage):
        return AIMessage(answered.content)
    if answered is None or isinstance(answered, str):
        return AIMessage(answered or "")
    raise RefusedAnswerError(f"it answered with {type(answered).__name__}; a model answers with a message or text")


def with_marks(messages: list[BaseMessage]) -> list[BaseMessage]:
    """Mark up to where a prompt is worth keeping in Anthropic's cache, for its server keeps nothing unasked.

    The system message, and with it the tools before it, are equal in all calls of a role. The last message of a
    conversation of tool calls is where the next step goes on. What is too short to be kept costs nothing more.
    """
    last = len(messages) - 1
    return [_marked(each) if at == 0 or at == last > 1 else each for at, each in enumerate(messages)]


def _marked(message: BaseMessage) -> BaseMessage:
    given: Any = message.content
    blocks = [{"type": "text", "text": given}] if isinstance(given, str) else cast("list[Any]", given)
    if not str(message.text).strip() or not isinstance(blocks[-1], dict):  # the server refuses marks on nothing
        return message
    return message.model_copy(update={"content": [*blocks[:-1], {**blocks[-1], **_MARK}]})
