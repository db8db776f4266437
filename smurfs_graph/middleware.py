"""Programs for LangChain's agents: one tool that runs typed Python over all others, in place of their schemas.

```python
from langchain.agents import create_agent
from smurfs_graph.middleware import Programs

agent = create_agent(model, tools, middleware=[Programs()], checkpointer=checkpointer, store=store)
```

Each call of a program goes through the agent's own tool node, so that other middleware sees it, and through a policy.
What needs approval is asked as LangChain's `HumanInTheLoopMiddleware` asks it. With a store, a program goes on after an
interrupt or a kill by its log, and makes no call twice that had come back.
"""

import asyncio
import contextvars
import json
import threading
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ToolCallRequest
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.errors import GraphBubbleUp
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command, interrupt

from smurfs_graph.canonical import canonical_json, data_in, digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.programs.log import Log, Page, Payload
from smurfs_graph.programs.running import Halt, Person, Run, run_program
from smurfs_graph.programs.sandbox import (
    Asked,
    Brought,
    Ended,
    Limits,
    Machine,
    check_program,
    is_available,
)
from smurfs_graph.programs.stubs import Stubs
from smurfs_graph.programs.telling import RUN_PYTHON, about_programs, error_lines, now_text, surroundings
from smurfs_graph.tools.arguments import as_called, canonical_arguments
from smurfs_graph.tools.langchain import from_langchain
from smurfs_graph.tools.policy import DEFAULT, Policy, load_policy
from smurfs_graph.tools.tool import Tool

_NAMESPACE = ("smurfs", "programs")
_DECISIONS = ["approve", "edit", "reject"]
_Handler = Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]


class _Decided(NamedTuple):
    """What a person said to a call."""

    refusal: str = ""
    arguments: dict[str, Any] | None = None
    """Those to call with instead."""


class Programs(AgentMiddleware[Any, Any, Any]):
    """Binds `run_python` in place of the agent's tools, and runs its programs; it must stand outermost (first)."""

    def __init__(
        self, *, policy: str | Policy | None = None, approve: Collection[str] = (), max_calls: int = 100
    ) -> None:
        """`policy`: a file or a policy (docs/policy.md); None: reads and functions that declare nothing are allowed.

        `approve`: tools of which each call is asked about, whatever the policy says; `max_calls`: of one program.
        Raises ConfigurationError without the extra `programs`, or for a policy that cannot be read.
        """
        super().__init__()
        if not is_available():
            raise ConfigurationError("programs need the extra: pip install 'smurfs-graph[programs]'")
        self._policy = load_policy(policy) if isinstance(policy, str) else policy or DEFAULT
        self._approve, self._limits = frozenset(approve), Limits(calls=max_calls)
        self._volatile = InMemoryStore()
        self._stubs: dict[tuple[int, ...], tuple[list[BaseTool], Stubs]] = {}
        self.tools: Sequence[BaseTool] = [
            StructuredTool.from_function(
                _only_here, name=RUN_PYTHON, description="Run a Python program over the tools."
            )
        ]

    def wrap_model_call(self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Any]) -> Any:
        """Ask the model with `run_python` bound, whose description holds the stubs of the agent's tools."""
        return handler(self._bound(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[Any]]
    ) -> Any:
        """Ask the model in the same way."""
        return await handler(self._bound(request))

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        """Run a program, each of whose calls goes through `handler`; other calls pass."""
        if request.tool_call["name"] != RUN_PYTHON:
            return handler(request)

        async def made(asked: ToolCallRequest) -> ToolMessage | Command[Any]:
            return await run_in_thread(handler, asked)

        outcome: list[Any] = []
        context = contextvars.copy_context()

        def run() -> None:
            try:
                outcome.append(context.run(asyncio.run, self.awrap_tool_call(request, made)))
            except BaseException as error:
                outcome.append(error)

        thread = threading.Thread(target=run, name="program", daemon=True)
        thread.start()
        thread.join()
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    async def awrap_tool_call(self, request: ToolCallRequest, handler: _Handler) -> ToolMessage | Command[Any]:
        """Run a program in the same way."""
        if request.tool_call["name"] != RUN_PYTHON:
            return await handler(request)
        text, failed = await self._run(request, handler)
        return ToolMessage(
            text,
            name=RUN_PYTHON,
            tool_call_id=str(request.tool_call["id"]),
            status="error" if failed else "success",
        )

    def _bound(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        users = [tool for tool in request.tools if isinstance(tool, BaseTool) and tool.name != RUN_PYTHON]
        others = [tool for tool in request.tools if not isinstance(tool, BaseTool)]  # the provider's own
        told = about_programs(self._limits.calls)
        description = f"{told}\n\n{self._stubs_of(users).for_model()}"
        own = StructuredTool.from_function(_only_here, name=RUN_PYTHON, description=description)
        return request.override(tools=[own, *others])

    def _stubs_of(self, tools: Sequence[BaseTool]) -> Stubs:
        key = tuple(id(tool) for tool in tools)
        if key not in self._stubs:
            self._stubs[key] = ([*tools], Stubs([from_langchain(tool) for tool in tools]))
        return self._stubs[key][1]

    async def _run(self, request: ToolCallRequest, handler: _Handler) -> tuple[str, bool]:
        users = [tool for tool in request.runtime.tools if tool.name != RUN_PYTHON]
        stubs, source = self._stubs_of(users), str(request.tool_call["args"].get("code") or "")
        kept = _Kept(request.runtime.store or self._volatile, _place(request))
        first = await kept.read("first")
        if first is None:
            complaints = await run_in_thread(check_program, source, stubs)
            if complaints:
                return "the program was not run, and nothing was called:\n" + "\n".join(complaints), True
            first = {"now": now_text()}
            await kept.write("first", first)
        calls = _Calls(self._policy, self._approve, self._limits.calls, stubs, users, request, handler, kept)
        await calls.recall_decisions()
        while True:
            machine = Machine(source, stubs, surroundings(str(first["now"]), kept.place), self._limits)
            run = await run_program(machine, calls, Log(await kept.pages()))
            if calls.raised is not None:
                raise calls.raised
            if run.ended is not None:
                return _told(source, run, machine.printed.text)
            await calls.ask(run)


def _only_here(code: str) -> str:
    """Stand for the tool: its calls are answered by the middleware."""
    raise RuntimeError("Programs has to stand first among the middleware")


def _told(source: str, run: Run, printed: str) -> tuple[str, bool]:
    ended = run.ended or Ended(error="a budget is out")
    if not ended.error:
        return printed or ended.value or "(nothing was printed)", False
    return "\n".join([*([printed] if printed else []), *error_lines(source, ended, run.unmade)]), True


def _place(request: ToolCallRequest) -> str:
    """Return what tells a program from any other: its thread, the namespace of its node, and its call."""
    config: Mapping[str, Any] = cast("Mapping[str, Any]", request.runtime.config).get("configurable", {})
    thread, namespace = config.get("thread_id", ""), str(config.get("checkpoint_ns", "")).partition(":")[0]
    code = digest(canonical_json(request.tool_call["args"]))
    return digest(canonical_json([str(thread), namespace, request.tool_call["id"], code]))


class _Kept:
    """What the store has of one program."""

    def __init__(self, store: BaseStore, place: str) -> None:
        self._store, self.place = store, place

    async def read(self, name: str) -> dict[str, Any] | None:
        """Return what was written under a name."""
        item = await self._store.aget(_NAMESPACE, f"{self.place}-{name}")
        return item.value if item is not None else None

    async def write(self, name: str, value: dict[str, Any]) -> None:
        """Keep a value under a name."""
        await self._store.aput(_NAMESPACE, f"{self.place}-{name}", value, index=False)

    async def pages(self) -> list[Page]:
        """Return the pages of the log."""
        found = list[Page]()
        while (page := await self.read(f"page-{len(found)}")) is not None:
            found.append(page["page"])
        return found


class _Calls:
    """The host of one program: makes its calls through the agent's tool node."""

    def __init__(
        self,
        policy: Policy,
        approve: frozenset[str],
        most: int,
        stubs: Stubs,
        users: Sequence[BaseTool],
        request: ToolCallRequest,
        handler: _Handler,
        kept: _Kept,
    ) -> None:
        self._policy, self._approve, self._most, self._stubs = policy, approve, most, stubs
        self._users = {tool.name: tool for tool in users}
        self._request, self._handler, self._kept = request, handler, kept
        self._decided: dict[int, _Decided] = {}
        self._questions = 0
        self.raised: GraphBubbleUp | None = None
        """What a call raised to LangGraph: another middleware's question."""

    async def recall_decisions(self) -> None:
        """Put the questions of earlier lives again: LangGraph has their answers, in their order."""
        while (asked := await self._kept.read(f"question-{self._questions}")) is not None:
            self._questions += 1
            self._decide(asked["numbers"], asked["question"], interrupt(asked["question"]))

    async def ask(self, run: Run) -> None:
        """Ask a person about the calls that wait for one. Raises LangGraph's interrupt, until they are answered."""
        requests = list[dict[str, Any]]()
        for asked in run.waiting:
            tool, arguments = self._called(asked)
            shown = as_called(tool, arguments)
            requests.append({"name": tool.name, "args": shown, "description": tool.description})
        names = dict.fromkeys(str(each["name"]) for each in requests)
        reviews = [{"action_name": name, "allowed_decisions": _DECISIONS} for name in names]
        question: dict[str, Any] = {"action_requests": requests, "review_configs": reviews}
        numbers = [asked.number for asked in run.waiting]
        await self._kept.write(f"question-{self._questions}", {"numbers": numbers, "question": question})
        self._questions += 1
        self._decide(numbers, question, interrupt(question))

    def _decide(self, numbers: Sequence[int], question: Mapping[str, Any], answer: Any) -> None:
        said: Any = cast("dict[str, Any]", answer).get("decisions") if isinstance(answer, dict) else None
        decisions = cast("list[Any]", said) if isinstance(said, list) else []
        if len(decisions) != len(numbers):
            raise ValueError(f"{len(numbers)} calls need as many decisions, not {len(decisions)}")
        for number, asked, decision in zip(numbers, question["action_requests"], decisions, strict=True):
            self._decided[number] = _read_decision(asked, decision)

    def _called(self, call: Asked) -> tuple[Tool, dict[str, Any]]:
        """Return the tool and the arguments of a call. Raises ValueError where they are not valid."""
        stub = self._stubs[call.function]
        decided = self._decided.get(call.number, _Decided())
        arguments = decided.arguments or stub.arguments(call.positional, call.named)
        canonical_arguments(stub.tool, arguments)
        return stub.tool, arguments

    def awaits(self, call: Asked) -> Person | None:
        """Return a person where somebody has to decide, and nobody has."""
        if call.number in self._decided or call.number >= self._most:
            return None
        try:
            tool, arguments = self._called(call)
        except ValueError:
            return None
        ruling = self._policy.decide(tool, canonical_arguments(tool, arguments)).decision
        return Person() if ruling == "ask" or (ruling == "allow" and tool.name in self._approve) else None

    def goes_alone(self, call: Asked) -> bool:
        """Return whether a call may change something."""
        return self._stubs[call.function].tool.may_change("write")

    async def make(self, call: Asked) -> Payload | Person | Halt:
        """Make a call through the agent's tool node, or say why it is not made."""
        if call.number >= self._most:
            return {"error": f"the limit of {self._most} calls a program is reached"}
        try:
            tool, arguments = self._called(call)
        except ValueError as error:
            return {"error": str(error)}
        if refusal := self._decided.get(call.number, _Decided()).refusal:
            return {"error": refusal}
        ruling = self._policy.decide(tool, canonical_arguments(tool, arguments))
        if ruling.decision == "deny":
            return {"error": f"the policy forbids this call ({ruling.reason})"}
        identity = f"{self._request.tool_call['id']}/{call.number}"
        made: Any = {"name": tool.name, "args": arguments, "id": identity, "type": "tool_call"}
        try:
            message = await self._handler(self._request.override(tool=self._users[tool.name], tool_call=made))
        except GraphBubbleUp as question:  # another middleware's; those under way come to their end first
            self.raised = question
            return Person()
        except Exception as error:
            return {"error": str(error) or type(error).__name__}
        return _payload(message)

    async def recall(self, call: Asked, payload: Payload) -> Brought:
        """Return what the program is given."""
        if error := str(payload.get("error", "")):
            return Brought(error=error)
        value: Any = payload.get("value")
        returns = self._stubs[call.function].returns
        plain = isinstance(value, str) and returns != "str"
        if plain and (self._stubs[call.function].declares or value.lstrip().startswith(("{", "["))):
            value = data_in(value)
        return Brought(value)

    async def write(self, number: int, page: Page) -> None:
        """Keep a page of the log."""
        await self._kept.write(f"page-{number}", {"page": page})


def _read_decision(asked: Mapping[str, Any], decision: Any) -> _Decided:
    """Return a decision in the form of LangChain's middleware. Raises ValueError for another one."""
    match decision:
        case {"type": "approve"}:
            return _Decided()
        case {"type": "reject"}:
            reason = str(decision.get("message") or "")
            return _Decided(refusal=f"a person refused this call{': ' + reason if reason else ''}")
        case {"type": "edit", "edited_action": {"name": str(name), "args": dict()}} if name == asked["name"]:
            return _Decided(arguments=cast("dict[str, Any]", decision["edited_action"]["args"]))
        case _:
            raise ValueError(f"{asked['name']}: approve, edit (of its own arguments) or reject, not {decision!r:.80}")


def _payload(message: ToolMessage | Command[Any]) -> Payload:
    """Return what came back as JSON data."""
    if isinstance(message, ToolMessage):
        content: Any = message.content
        if message.status == "error":
            return {"error": content if isinstance(content, str) else json.dumps(content)}
        return {"value": content}
    return {"error": "this tool changes the agent's state; it has to be called directly, and not from a program"}
