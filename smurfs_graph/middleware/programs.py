"""Programs for LangChain's agents: one tool that runs typed Python over all others, in place of their schemas.

```python
from langchain.agents import create_agent
from smurfs_graph.middleware import Programs

agent = create_agent(model, tools, middleware=[Programs()], checkpointer=checkpointer, store=store)
```

Each call of a program goes through the agent's own tool node, so that other middleware sees it, and through a policy.
What needs approval is asked as LangChain's `HumanInTheLoopMiddleware` asks it. With a store, a program goes on after an
interrupt or a kill by its journal: no call is made twice, nor one of which nobody knows whether it was made.
"""

import asyncio
import contextvars
import threading
import uuid
import warnings
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ToolCallRequest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command, interrupt

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.middleware.calls import Calls, Handler, Rules, question_about, read_decisions
from smurfs_graph.middleware.kept import ProgramJournal, asking_message, messages_of, place_of, variables_before
from smurfs_graph.middleware.reviewers import refuse_bypassed
from smurfs_graph.middleware.toolset import AgentTools, tool_as_ruled
from smurfs_graph.programs.log import Log
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.running import Run, run_program
from smurfs_graph.programs.sandbox import Machine, ProgramEnded, SandboxLimits, check_program, is_available
from smurfs_graph.programs.telling import about_programs, error_lines, now_text, surroundings
from smurfs_graph.tools.arguments import as_called
from smurfs_graph.tools.policy import DEFAULT, Policy, load_policy

_BEGUN_BY = "smurfs_programs"
"""In the metadata of a model's reply: who alone knows what its program has done, where there is no store."""
_LOST = (
    "the process that was to run this program has ended, and no store kept what it did: its calls may have been made; "
    "look before anything is changed again"
)


class Programs(AgentMiddleware[Any, Any, Any]):
    """Binds `run_python` in place of the agent's tools, and runs its programs; it must stand outermost (first)."""

    def __init__(
        self,
        *,
        policy: str | Policy | None = None,
        approve: Collection[str] = (),
        direct: Collection[str] = (),
        max_calls: int = 100,
    ) -> None:
        """`policy`: a file or a policy (docs/policy.md); None: reads and functions that declare nothing are allowed.

        `approve`: tools of which each call is asked about, whatever the policy says; `direct`: tools that stay bound,
        and that no program calls, besides those that change the agent's state; `max_calls`: of one program.
        Raises ConfigurationError without the extra `programs`, or for a policy that cannot be read.
        """
        super().__init__()
        if not is_available():
            raise ConfigurationError(f"programs need the extra: {how_to_install('programs')}")
        ruled = load_policy(policy) if isinstance(policy, str) else policy or DEFAULT
        self._rules = Rules(ruled, frozenset(approve), max_calls)
        self._limits = SandboxLimits(calls=max_calls)
        self._direct, self._name = frozenset(direct), uuid.uuid4().hex
        self._volatile: dict[str, InMemoryStore] = {}
        """The journals of programs that have not ended, of agents without a store."""
        self._toolsets: dict[tuple[int, ...], tuple[list[BaseTool], AgentTools]] = {}
        self.tools: Sequence[BaseTool] = [_run_python("Run a Python program over the tools.")]

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        """Ask the model with `run_python` bound, whose description holds the stubs of the agent's tools."""
        return self._signed(request, handler(self._bound(request)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        """Ask the model in the same way."""
        return self._signed(request, await handler(self._bound(request)))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        """Run a program, each of whose calls goes through `handler`; the policy holds for other calls as well."""

        async def made(asked: ToolCallRequest) -> ToolMessage | Command[Any]:
            return await run_in_thread(handler, asked)

        outcome: list[Any] = []
        context = contextvars.copy_context()

        def run() -> None:
            try:
                outcome.append(context.run(asyncio.run, self._answered(request, made, is_async=False)))
            except BaseException as error:
                outcome.append(error)

        thread = threading.Thread(target=run, name="program", daemon=True)
        thread.start()
        thread.join()
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    async def awrap_tool_call(self, request: ToolCallRequest, handler: Handler) -> ToolMessage | Command[Any]:
        """Run a program in the same way."""
        return await self._answered(request, handler, is_async=True)

    def _bound(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        others = [tool for tool in request.tools if not isinstance(tool, BaseTool)]  # the provider's own
        toolset = self._toolset([tool for tool in request.tools if isinstance(tool, BaseTool)])
        description = f"{about_programs(self._limits.calls, keeps_reads=False)}\n\n{toolset.stubs.for_model()}"
        return request.override(tools=[_run_python(description), *toolset.direct, *others])

    def _signed(self, request: ModelRequest[Any], response: Any) -> Any:
        """Note in a reply with a program who alone can say what becomes of it, where no store does."""
        if getattr(request.runtime, "store", None) is None:
            whole: Any = getattr(response, "model_response", response)
            messages: list[BaseMessage] = [whole] if isinstance(whole, BaseMessage) else list(whole.result)
            for message in messages:
                if isinstance(message, AIMessage) and any(call["name"] == RUN_PYTHON for call in message.tool_calls):
                    message.response_metadata[_BEGUN_BY] = self._name
        return response

    def _toolset(self, tools: Sequence[BaseTool]) -> AgentTools:
        """Return what programs may call of an agent's tools, made once for the same tools."""
        users = [tool for tool in tools if tool.name != RUN_PYTHON]
        key = tuple(id(tool) for tool in users)
        if key not in self._toolsets:
            self._toolsets[key] = (users, found := AgentTools(users, self._direct))
            for line in self._rules.policy.unknown_names([tool_as_ruled(tool) for tool in users]):
                warnings.warn(line, stacklevel=2)
            return found
        return self._toolsets[key][1]

    async def _answered(
        self, request: ToolCallRequest, handler: Handler, *, is_async: bool
    ) -> ToolMessage | Command[Any]:
        """Return what comes of a call of the model's: of a program, or of a tool."""
        toolset = self._toolset(request.runtime.tools)
        if request.tool_call["name"] != RUN_PYTHON:
            return await self._called(request, handler, toolset)
        return await self._run(request, handler, toolset, is_async=is_async)

    async def _called(
        self, request: ToolCallRequest, handler: Handler, toolset: AgentTools
    ) -> ToolMessage | Command[Any]:
        """Make a call of the model's itself, where the policy and a person let it be made."""
        name, arguments = str(request.tool_call["name"]), dict(request.tool_call["args"])
        if name in toolset.in_programs:
            return _message(request, f"{name} is called by programs: {RUN_PYTHON}", failed=True)
        used = next((tool for tool in toolset.direct if tool.name == name), None)
        if used is None:
            return await handler(request)
        tool = tool_as_ruled(used)
        ruling, reason = self._rules.ruling(tool, as_called(tool, arguments))
        if ruling == "ask":
            question = question_about([(tool, arguments)])
            (decided,) = read_decisions(question, interrupt(question))
            if decided.refusal or decided.answer is not None:
                return _message(request, decided.refusal or decided.answer or "", failed=bool(decided.refusal))
            if decided.arguments is not None:
                call: Any = {**request.tool_call, "args": decided.arguments}
                request = request.override(tool_call=call)
                ruling, reason = self._rules.ruling(tool, as_called(tool, decided.arguments))
        if ruling == "deny":
            return _message(request, f"the policy forbids this call ({reason})", failed=True)
        return await self._rules.within_limits(tool, lambda: handler(request))

    async def _run(
        self, request: ToolCallRequest, handler: Handler, toolset: AgentTools, *, is_async: bool
    ) -> ToolMessage:
        """Run a program, or go on with it. Raises ConfigurationError where its calls would go around an approval."""
        gated = refuse_bypassed(handler, toolset.in_programs)
        stored = request.runtime.store
        if stored is None and self._is_anothers(request):
            return _message(request, _LOST, failed=True)
        place = place_of(request)
        store = stored if stored is not None else self._volatile.setdefault(place, InMemoryStore())
        kept = ProgramJournal(store, request, is_async=is_async)
        source = str(request.tool_call["args"].get("code") or "")
        variables = variables_before(request)
        first = await kept.read("first")
        if first is None:
            if complaints := await run_in_thread(check_program, source, toolset.stubs, variables):
                told = "\n".join(["the program was not run, and nothing was called:", *complaints])
                return _message(request, told, failed=True)
            first = {"now": now_text()}
            await kept.write("first", first)
        calls = Calls(self._rules, toolset, request, handler, kept, gated)
        await calls.recall_questions()
        while True:
            seen = surroundings(str(first["now"]), kept.place)
            machine = Machine(source, toolset.stubs, seen, self._limits, variables)
            run = await run_program(machine, calls, Log(await kept.pages()))
            await calls.raise_question()
            if run.ended is not None:
                self._volatile.pop(place, None)
                return _message_of_program(request, source, run, run.ended, machine.printed.text)
            await calls.ask(run)

    def _is_anothers(self, request: ToolCallRequest) -> bool:
        """Return whether a program was to be run by a process that has ended."""
        reply = asking_message(messages_of(request), str(request.tool_call["id"]))
        return reply is not None and reply.response_metadata.get(_BEGUN_BY, self._name) != self._name


def _run_python(description: str) -> BaseTool:
    return StructuredTool.from_function(_only_here, name=RUN_PYTHON, description=description)


def _only_here(code: str) -> str:
    """Stand for the tool: its calls are answered by the middleware."""
    raise RuntimeError("run_python is answered by Programs")


def _message(request: ToolCallRequest, text: str, *, failed: bool) -> ToolMessage:
    return ToolMessage(
        text,
        name=str(request.tool_call["name"]),
        tool_call_id=str(request.tool_call["id"]),
        status="error" if failed else "success",
    )


def _message_of_program(
    request: ToolCallRequest, source: str, run: Run, ended: ProgramEnded, printed: str
) -> ToolMessage:
    """Return what is told of a program that has ended; the message carries the variables for the next one."""
    text = printed or ended.value or "(nothing was printed)"
    if ended.error:
        text = "\n".join([*([printed] if printed else []), *error_lines(source, ended, run.unmade)])
    message = _message(request, text, failed=bool(ended.error))
    message.artifact = dict(ended.variables)
    return message
