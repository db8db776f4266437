"""LangChain's middleware around the calls of models and tools: `wrap_model_call` and `wrap_tool_call`, as they are.

Around a model: budgets, journal and cache are inside, so that each reply that a hook asks for is reserved, counted and
kept; reading and validating the reply come after it. Around a tool: policy, approval, journal, caches and time limit
are outside, so that a hook can keep a call from being made, and not have one made that is not permitted, or twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, SystemMessage, ToolMessage

from smurfs_graph.budgets.usage import UsageRow
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, ModelError, ToolError
from smurfs_graph.models.asking import Answer, Answered, Asker
from smurfs_graph.models.failures import line_of
from smurfs_graph.models.forms import Form, FormAttempt
from smurfs_graph.tools.injection import tool_runtime
from smurfs_graph.tools.output import to_data, to_text

if TYPE_CHECKING:
    from langchain.agents.middleware import AgentMiddleware

    Hook = AgentMiddleware[Any, Any, Any]

_WRAPPERS = ("wrap_model_call", "wrap_tool_call")
_NODES = ("before_agent", "before_model", "after_model", "after_agent")
_FIXED = ("model", "tools", "tool_choice", "response_format", "model_settings")
"""Fields of a model request that a hook may not change."""
_GRACE = 1.0
"""Seconds that hooks may take beyond the time of the call itself."""
_TOO_LATE = "it asks when its call has ended"
_Call = Callable[[Any], Awaitable[Any]]


class HookError(ModelError):
    """A hook raised, or did what cannot be done here; the text names its class."""


class Middleware:
    """The hooks of one graph, the outermost first. Holds no state of a run."""

    def __init__(self, given: "Iterable[Hook]" = ()) -> None:
        """Raises ConfigurationError for middleware that would not do here what it does in LangChain's agent."""
        hooks = [_check_hook(each) for each in given]
        self._around = {name: [hook for hook in hooks if _overrides(hook, name)] for name in _WRAPPERS}

    @property
    def of_models(self) -> bool:
        """Return whether calls of models are wrapped: a reply may then still be changed after it has come."""
        return bool(self._around["wrap_model_call"])

    @property
    def of_tools(self) -> bool:
        """Return whether calls of tools are wrapped."""
        return bool(self._around["wrap_tool_call"])

    async def around_model(
        self,
        messages: Sequence[BaseMessage],
        ask: Callable[[list[BaseMessage]], Awaitable[AIMessage]],
        *,
        model: Any,
        tools: Sequence[dict[str, Any]],
        runtime: Any,
    ) -> AIMessage:
        """Return the reply that the hooks make of a request. Raises HookError, and what `ask` raises."""
        from langchain.agents.middleware import ModelRequest, ModelResponse

        system, *others = cast("Sequence[AnyMessage]", messages)
        told: Any = {"messages": others}
        request: Any = ModelRequest(
            model=model, system_message=cast("SystemMessage", system), messages=others, tools=[*tools], state=told,
            runtime=runtime,
        )  # fmt: skip

        async def innermost(asked: Any) -> Any:
            for name in _FIXED:
                before, after = getattr(request, name), getattr(asked, name)
                if before is not after and before != after:
                    raise HookError(f"middleware changed the request's {name}; here that is a setting")
            first = [asked.system_message] if asked.system_message is not None else []
            return ModelResponse(result=[await ask([*first, *asked.messages])])

        def as_response(returned: Any) -> Any:
            if isinstance(returned, AIMessage):
                return ModelResponse(result=[returned])
            replies = [each for each in getattr(returned, "result", ()) if isinstance(each, AIMessage)]
            if not replies:
                raise HookError(f"it returned {type(returned).__name__}, and no reply of a model")
            return returned

        response = await _call("wrap_model_call", self._around["wrap_model_call"], request, innermost, as_response)
        return [each for each in response.result if isinstance(each, AIMessage)][-1]

    async def around_tool(
        self, name: str, arguments: Mapping[str, Any], call: Callable[[Mapping[str, Any]], Awaitable[Any]]
    ) -> Any:
        """Run the hooks around a tool call; return what the tool returned, or text where they changed it.

        Raises ToolError where a hook says that the call failed, HookError, and what `call` raises.
        """
        from langchain.agents.middleware import ToolCallRequest

        identity, brought = uuid4().hex, dict[int, tuple[ToolMessage, Any]]()
        said: Any = {"name": name, "args": dict(arguments), "id": identity, "type": "tool_call"}
        request = ToolCallRequest(tool_call=said, tool=None, state={"messages": []}, runtime=tool_runtime())

        async def innermost(asked: Any) -> ToolMessage:
            if asked.tool_call["name"] != name:
                raise HookError(f"middleware turned a call of {name!r} into another tool's")
            returned = await call(asked.tool_call["args"])
            text = returned if isinstance(returned, str) else await run_in_thread(lambda: to_text(to_data(returned)))
            message = ToolMessage(text, name=name, tool_call_id=identity)
            brought[id(message)] = message, returned
            return message

        def as_message(returned: Any) -> ToolMessage:
            if not isinstance(returned, ToolMessage):
                raise HookError(f"it returned {type(returned).__name__}, and no ToolMessage")
            return returned

        message = await _call("wrap_tool_call", self._around["wrap_tool_call"], request, innermost, as_message)
        if id(message) in brought:
            return brought[id(message)][1]
        if message.status == "error":
            raise ToolError(str(message.text) or "the call failed")
        return str(message.text)


async def answer_around(
    middleware: Middleware,
    asker: Asker,
    form: Form[Any],
    messages: list[BaseMessage],
    answer: Answer,
    *,
    final: tuple[type[Exception], ...],
    row: UsageRow,
    seconds: float,
    runtime: Any,
) -> tuple[Answered, bool]:
    """Run the hooks around a model's answer; return the answer and whether the model was asked at all.

    `final`: exceptions that hooks may not turn into a reply, for the search decides what comes next; `row`: the usage
    of a reply that hooks made without the model. Raises ModelError.
    """
    came: list[tuple[Answered | Exception, AIMessage | None]] = []

    over = Event()

    async def ask(sent: list[BaseMessage]) -> AIMessage:
        if over.is_set():
            raise HookError(_TOO_LATE)
        try:
            answered = await answer(sent)
        except final as error:
            came.append((error, None))
            raise
        try:
            reply = form.message(answered.kept)
        except ValueError:  # what was kept of it was changed since
            reply = AIMessage("")
        came.append((answered, reply))
        return reply

    limit = seconds + _GRACE
    try:
        async with asyncio.timeout(limit):
            reply = await middleware.around_model(
                messages, ask, model=asker.formats.model, tools=form.functions, runtime=runtime
            )
    except TimeoutError:
        raise ModelError(f"middleware around {asker.reference!r} did not end within {limit:.0f} s") from None
    finally:
        over.set()
    last, before = came[-1] if came else (None, None)
    if isinstance(last, Exception):
        raise last
    if last is not None and reply is before:
        return last, True
    kept = form.keep(reply, FormAttempt(last.kept.rung if last is not None else asker.rung))
    return Answered(kept, fresh=False, row=last.row if last is not None else row), last is not None


async def _call(name: str, hooks: "Sequence[Hook]", request: Any, innermost: _Call, read: Callable[[Any], Any]) -> Any:
    """Have the hooks called, each within the one before it; `read` sees to what each returns."""
    if not hooks:
        return await innermost(request)
    hook, *others = hooks
    raised: list[Exception] = []

    async def handler(asked: Any) -> Any:
        try:
            return await _call(name, others, asked, innermost, read)
        except Exception as error:
            raised.append(error)
            raise

    try:
        if _overrides(hook, name, sync=False):
            return read(await getattr(hook, f"a{name}")(request, handler))
        return read(await _in_thread(getattr(hook, name), request, handler))
    except Exception as error:
        if any(error is known for known in raised):
            raise
        raise HookError(f"middleware {hook.name!r} failed: {line_of(error)}") from error


async def _in_thread(hook: Callable[[Any, Any], Any], request: Any, handler: _Call) -> Any:
    """Return what a hook returns that blocks; it asks from its thread, and for nothing once its caller has ended."""
    loop, asked, ending = asyncio.get_running_loop(), list[Future[Any]](), Lock()
    over = False

    def ask(changed: Any) -> Any:
        with ending:
            if over:
                raise HookError(_TOO_LATE)
            work: Any = handler(changed)
            asked.append(asyncio.run_coroutine_threadsafe(work, loop))
        return asked[-1].result()

    try:
        return await run_in_thread(hook, request, ask)
    finally:
        with ending:
            over = True
        for each in asked:
            each.cancel()


def _check_hook(given: object) -> "Hook":
    """Return a hook that works here. Raises ConfigurationError for one that needs an agent's graph, state or tools."""
    from langchain.agents.middleware import AgentMiddleware, AgentState

    if not isinstance(given, AgentMiddleware):
        raise ConfigurationError(f"middleware must be LangChain's AgentMiddleware, not {given!r:.80}")
    hook = cast("Hook", given)
    own = set(hook.state_schema.__annotations__) - set(AgentState.__annotations__)
    reasons = [
        *(f"{name} is a node of an agent's graph" for name in _NODES if _overrides(hook, name)),
        *(f"it keeps {name!r} in an agent's state" for name in sorted(own)),
        *(["it brings tools"] if getattr(hook, "tools", ()) else []),
    ]
    if reasons:
        raise ConfigurationError(
            f"middleware {hook.name!r} cannot work here: {reasons[0]}; wrap_model_call and wrap_tool_call can, and "
            "limits, approvals, planning and fallbacks are settings"
        )
    return hook


def _overrides(hook: "Hook", name: str, *, sync: bool = True) -> bool:
    """Return whether a hook has a method of its own by this name; `sync`: or by the name without its "a"."""
    from langchain.agents.middleware import AgentMiddleware

    base, kind = cast("Any", AgentMiddleware), cast("Any", type(hook))
    names = (name, f"a{name}") if sync else (f"a{name}",)
    return any(getattr(kind, each) is not getattr(base, each) for each in names)
