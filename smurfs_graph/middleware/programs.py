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

from smurfs_graph.calls.door import Door
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, ToolError, UnknownNameError, how_to_install
from smurfs_graph.grounding.ground import call_text
from smurfs_graph.middleware.calls import Calls
from smurfs_graph.middleware.gate import Handler, Message, ToolNodeReach, watched
from smurfs_graph.middleware.kept import (
    Journal,
    Unrecorded,
    asking_message,
    messages_of,
    place_of,
    variables_before,
)
from smurfs_graph.middleware.people import People
from smurfs_graph.middleware.reviewers import middleware_of, names_of_agent, refuse_bypassed, tool_nodes_within
from smurfs_graph.middleware.toolset import AgentTools
from smurfs_graph.planning.outcome import Evidence
from smurfs_graph.programs.log import Log
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.running import Run, run_program
from smurfs_graph.programs.sandbox import Machine, ProgramEnded, SandboxLimits, check_program, is_available
from smurfs_graph.programs.telling import about_programs, error_lines, now_text, surroundings, unmade_lines
from smurfs_graph.tools.policy import DEFAULT, Policy, load_policy

_BEGUN_BY = "smurfs_programs"
"""In the metadata of a model's reply: who alone knows what its program has done, where there is no store."""
_MOST_CHOICES = 50
"""Choices of an agent's tools that are remembered: other middleware may make tools anew for each request."""
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
        self._door = Door(ruled, approve)
        self._limits = SandboxLimits(calls=max_calls)
        self._approve = frozenset(approve)
        self._direct = frozenset(direct)
        self._name = uuid.uuid4().hex
        self._volatile: dict[str, InMemoryStore] = {}
        """The journals of programs and calls that have not ended, of agents without a store."""
        self._toolsets: BoundedDict[tuple[int, ...], tuple[list[BaseTool], AgentTools]] = BoundedDict(_MOST_CHOICES)
        self.tools: Sequence[BaseTool] = [_run_python("Run a Python program over the tools.")]

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        """Ask the model with `run_python` bound, whose description holds the stubs of the agent's tools."""
        return self._signed(request, handler(self._bound(request, handler)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        """Ask the model in the same way."""
        bound = await run_in_thread(self._bound, request, handler)  # thousands of tools take seconds to read
        return self._signed(request, await handler(bound))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        """Run a program, each of whose calls goes through `handler`; the policy holds for other calls as well."""

        async def made(asked: ToolCallRequest) -> Message:
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

    async def awrap_tool_call(self, request: ToolCallRequest, handler: Handler) -> Message:
        """Run a program in the same way."""
        return await self._answered(request, handler, is_async=True)

    def _bound(self, request: ModelRequest[Any], handler: Callable[..., Any]) -> ModelRequest[Any]:
        others = [tool for tool in request.tools if not isinstance(tool, BaseTool)]  # the provider's own
        tools = [tool for tool in request.tools if isinstance(tool, BaseTool)]
        self._check_names({tool.name for tool in tools} | names_of_agent(handler))
        toolset = self._toolset(tools)
        description = f"{about_programs(self._limits.calls, keeps_reads=False)}\n\n{toolset.stubs.for_model()}"
        direct = [tool.own for tool in toolset.direct.values()]
        return request.override(tools=[_run_python(description), *direct, *others])

    def _check_names(self, known: Collection[str]) -> None:
        """Raises ConfigurationError for a name in `approve` or `direct` that no tool has: nobody would be asked.

        `known`: of the request's tools, from which other middleware may have chosen, and of the agent's.
        """
        unknown = (self._approve | self._direct) - {*known}
        for name in sorted(unknown):
            raise UnknownNameError("tool", name, {*known} - {RUN_PYTHON})

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
        """Return what programs may call of an agent's tools, made once for the same tools.

        Raises ConfigurationError where they are not those that this middleware speaks of, or lead around it.
        """
        users = [tool for tool in tools if tool.name != RUN_PYTHON]
        key = tuple(id(tool) for tool in users)
        found = self._toolsets.get(key)
        if found is not None:
            return found[1]

        toolset = AgentTools(users, self._direct)
        for tool in users:
            self._refuse_ungated(tool, toolset)
        for line in self._door.policy.unknown_names([tool.ruled for tool in toolset.all]):
            warnings.warn(line, stacklevel=2)
        self._toolsets[key] = (users, toolset)
        return toolset

    def _refuse_ungated(self, tool: BaseTool, toolset: AgentTools) -> None:
        """Raises ConfigurationError where a tool runs an agent that has tools of this one, and not its door."""
        for node in tool_nodes_within(tool):
            if any(isinstance(each, Programs) for each in middleware_of(node)):
                continue
            shared = [each.ruled for each in toolset.all if each.own.name in node.tools_by_name]
            ungated = sorted(each.name for each in shared if not self._door.lets_all_pass(each))
            if ungated:
                raise ConfigurationError(
                    f"{tool.name!r} runs an agent that has {', '.join(ungated)} and no Programs: nobody would be asked "
                    "there, and no policy hold. Give that agent a Programs of its own, or none of these tools "
                    "(deepagents: a sub-agent's 'middleware' or 'tools'; name one 'general-purpose' as well, for "
                    "otherwise deepagents adds one with all tools)"
                )

    async def _answered(self, request: ToolCallRequest, handler: Handler, *, is_async: bool) -> Message:
        """Return what comes of a call of the model's: of a program, or of a tool."""
        toolset = self._toolset(request.runtime.tools)
        if request.tool_call["name"] != RUN_PYTHON:
            return await self._called(request, handler, toolset, is_async=is_async)
        return await self._run(request, handler, toolset, is_async=is_async)

    async def _called(
        self, request: ToolCallRequest, handler: Handler, toolset: AgentTools, *, is_async: bool
    ) -> Message:
        """Make a call of the model's itself, where the policy and a person let it be made."""
        name = str(request.tool_call["name"])
        if name in toolset.in_programs:
            return _message(request, f"{name} is called by programs: {RUN_PYTHON}", failed=True)
        tool = toolset.tool_of(request.tool)
        if tool is None:  # nobody has a tool of that name, unless other middleware hands one in
            try:
                with watched(request):
                    return await handler(request)
            except ToolError as error:
                return _message(request, str(error), failed=True)

        journal = self._journal(request, is_async=is_async)
        people = People(journal)
        await people.recall()
        written = tool.written(request.tool_call["args"])
        verdict = self._door.judge(tool.ruled, written, people.decisions.get(0))
        if verdict.action == "ask":
            await people.ask({0: verdict})

        record = Unrecorded() if tool.is_of_the_state else journal.call(0)
        reach = ToolNodeReach(self._door, tool, request, handler)
        response = await self._door.make(verdict, record, reach, place=journal.place)
        if response == "unknown":
            await people.ask_about_doubt({0: verdict})
        self._volatile.pop(journal.place, None)

        # An agent's own calls fail as LangChain has them fail; a ToolError is a word to the model.
        if reach.error is not None and not isinstance(reach.error, ToolError):
            await record.forget()
            raise reach.error
        return reach.message or _message(request, response.reason or response.full, failed=response.failed)

    async def _run(
        self, request: ToolCallRequest, handler: Handler, toolset: AgentTools, *, is_async: bool
    ) -> ToolMessage:
        """Run a program, or go on with it. Raises ConfigurationError where its calls would go around an approval."""
        asked_behind = refuse_bypassed(handler, toolset.in_programs)
        if request.runtime.store is None and self._is_anothers(request):
            return _message(request, _LOST, failed=True)

        journal = self._journal(request, is_async=is_async)
        source = str(request.tool_call["args"].get("code") or "")
        variables = variables_before(request)
        first = await journal.read("first")
        if first is None:
            if complaints := await run_in_thread(check_program, source, toolset.stubs, variables):
                told = "\n".join(["the program was not run, and nothing was called:", *complaints])
                return _message(request, told, failed=True)
            first = {"now": now_text()}
            await journal.write("first", first)

        people = People(journal)
        await people.recall()
        most = self._limits.calls
        calls = Calls(self._door, toolset, request, handler, journal, people, asked_behind=asked_behind, most=most)
        seen = surroundings(str(first["now"]), journal.place)
        machine = Machine(source, toolset.stubs, seen, self._limits, variables)
        run = await run_program(machine, calls, Log(await journal.pages()))
        await people.raise_others_question()
        if run.ended is None:
            await calls.ask(run)
        self._volatile.pop(journal.place, None)
        return _message_of_program(request, source, run, run.ended, machine.printed.text, calls.unmade)

    def _journal(self, request: ToolCallRequest, *, is_async: bool) -> Journal:
        """Return the journal of a call: in the agent's store, or for as long as this object lives."""
        store = request.runtime.store
        if store is None:
            store = self._volatile.setdefault(place_of(request), InMemoryStore())
        return Journal(store, request, is_async=is_async)

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
    request: ToolCallRequest, source: str, run: Run, ended: ProgramEnded, printed: str, unmade: Sequence[Evidence]
) -> ToolMessage:
    """Return what is told of a program that has ended; the message carries the variables for the next one.

    `unmade`: acts that were not made, which are told though the program may have swallowed their errors.
    """
    text = printed or ended.value or "(nothing was printed)"
    if ended.error:
        text = "\n".join([*([printed] if printed else []), *error_lines(source, ended, run.unmade)])
    text = "\n".join([text, *unmade_lines((call_text(each.tool, each.arguments), each.text) for each in unmade)])
    message = _message(request, text, failed=bool(ended.error))
    message.artifact = dict(ended.variables)
    return message
