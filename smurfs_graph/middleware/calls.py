"""The calls of a program in an agent of LangChain's: through the agent's tool node, a policy and people."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, cast

from langchain.agents.middleware import ToolCallRequest
from langchain_core.messages import ToolMessage
from langgraph.errors import GraphBubbleUp, GraphInterrupt
from langgraph.types import Command, interrupt

from smurfs_graph.canonical import canonical_json, data_in, digest
from smurfs_graph.errors import ToolError
from smurfs_graph.middleware.kept import ProgramJournal
from smurfs_graph.middleware.toolset import AgentTools
from smurfs_graph.programs.log import DifferenceError, Page, Payload
from smurfs_graph.programs.running import Halt, NeedsPerson, Run
from smurfs_graph.programs.sandbox import CallResult, PendingCall
from smurfs_graph.tools.arguments import as_called, canonical_arguments
from smurfs_graph.tools.policy import Policy
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tools.traffic import Traffic

T = TypeVar("T")
Handler = Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
_DECISIONS = ["approve", "edit", "reject", "respond"]
_UNKNOWN = (
    "this call was under way when its process ended: whether it was made is not known; look before it is made again"
)


@dataclass(frozen=True)
class Rules:
    """The rules of calls: what is allowed, how fast, and who is asked before."""

    policy: Policy
    approve: frozenset[str] = frozenset()
    """Tools of which each call is asked about."""
    calls: int = 100
    """Of one program."""
    traffic: Traffic[Any] = field(default_factory=Traffic[Any])

    def ruling(self, tool: Tool, arguments: Mapping[str, Any]) -> tuple[str, str]:
        """Return allow, ask or deny for a call, and why."""
        ruling = self.policy.decide(tool, arguments)
        asked = ruling.decision == "allow" and tool.name in self.approve
        return ("ask", "") if asked else (ruling.decision, ruling.reason)

    async def within_limits(self, tool: Tool, make: Callable[[], Awaitable[T]]) -> T:
        """Return what a call brings, made when its turn comes. Raises ToolError where it takes too long."""
        limit = self.policy.limit(tool)
        clock = asyncio.timeout(limit.timeout)
        async with self.traffic.enter(tool.name, limit.concurrency, limit.per_minute):
            try:
                async with clock:
                    return await make()
            except TimeoutError:
                if not clock.expired():
                    raise
        doubt = "" if tool.repeatable else "; whether it was made is not known"
        raise ToolError(f"no answer within {limit.timeout:g} s{doubt}")


class PersonDecision(NamedTuple):
    """A person's decision on a call."""

    refusal: str = ""
    arguments: dict[str, Any] | None = None
    """Arguments to call with instead."""
    answer: str | None = None
    """The person's own result in place of the call, which is not made."""


class Calls:
    """The host of one program (`programs.running.Host`)."""

    def __init__(
        self,
        rules: Rules,
        toolset: AgentTools,
        request: ToolCallRequest,
        handler: Handler,
        kept: ProgramJournal,
        asked_behind: Collection[str],
    ) -> None:
        """`asked_behind`: tools that other middleware asks about, call by call."""
        self._rules, self._toolset, self._request, self._handler = rules, toolset, request, handler
        self._kept, self._asked_behind = kept, frozenset(asked_behind)
        self._decided: dict[int, PersonDecision] = {}
        """Decisions on calls, by their numbers."""
        self._questions = 0
        """Questions put so far: the number of the next one in the journal."""
        self._open: tuple[int, str] | None = None
        """The call whose question by other middleware was the last one, with that question."""
        self._raised: dict[int, GraphBubbleUp] = {}
        """What other middleware has asked about a call, by its number."""

    async def recall_questions(self) -> None:
        """Put the questions of earlier lives again: LangGraph has their answers, by their order."""
        while (asked := await self._kept.read(f"question-{self._questions}")) is not None:
            self._questions += 1
            if "numbers" in asked:
                self._decide(asked["numbers"], asked["question"], interrupt(asked["question"]))
            elif (await self._kept.fate(asked["call"])).state == "made":
                interrupt({"answered": asked["told"]})  # its answer is used up
            else:
                self._open = (asked["call"], asked["told"])

    async def ask(self, run: Run) -> None:
        """Ask a person about the calls that wait for one. Raises LangGraph's interrupt, until they are answered."""
        called = [self._called(asked) for asked in run.waiting]
        question = question_about(called)
        numbers = [asked.number for asked in run.waiting]
        await self._kept.write(f"question-{self._questions}", {"numbers": numbers, "question": question})
        self._questions += 1
        self._decide(numbers, question, interrupt(question))

    async def raise_question(self) -> None:
        """Raise what other middleware has asked, of several calls the first one's; its answer is that call's alone."""
        if not self._raised:
            return
        number, raised = min(self._raised.items())
        told = _told(raised)
        if self._open != (number, told):
            await self._kept.write(f"question-{self._questions}", {"call": number, "told": told})
        raise raised

    def _decide(self, numbers: Sequence[int], question: Mapping[str, Any], answer: Any) -> None:
        decisions = read_decisions(question, answer)
        self._decided |= dict(zip(numbers, decisions, strict=True))

    def _called(self, call: PendingCall) -> tuple[Tool, dict[str, Any]]:
        """Return the tool and the arguments of a call. Raises ValueError where they are not valid."""
        stub = self._toolset.stubs[call.function]
        decided = self._decided.get(call.number, PersonDecision())
        arguments = decided.arguments
        if arguments is None:  # an edit may leave all of them out
            arguments = stub.arguments(call.positional, call.named)
        canonical_arguments(stub.tool, arguments)
        return stub.tool, arguments

    def awaits(self, call: PendingCall) -> NeedsPerson | None:
        """Return a person where somebody has to decide, and nobody has."""
        if call.number in self._decided or call.number >= self._rules.calls:
            return None
        try:
            tool, arguments = self._called(call)
        except ValueError:
            return None
        return NeedsPerson() if self._rules.ruling(tool, canonical_arguments(tool, arguments))[0] == "ask" else None

    def goes_alone(self, call: PendingCall) -> bool:
        """Return whether a call may change something, or may be asked about on its way: questions keep their order."""
        tool = self._toolset.stubs[call.function].tool
        is_open = self._open is not None and self._open[0] == call.number
        return tool.may_change("write") or tool.name in self._asked_behind or is_open

    async def make(self, call: PendingCall) -> Payload | NeedsPerson | Halt:
        """Make a call through the agent's tool node, or say why it is not made; none is made that may have been."""
        if call.number >= self._rules.calls:
            return {"error": f"the limit of {self._rules.calls} calls a program is reached"}
        try:
            tool, arguments = self._called(call)
        except ValueError as error:
            return {"error": str(error)}
        decided = self._decided.get(call.number, PersonDecision())
        if decided.refusal:
            return {"error": decided.refusal}
        if decided.answer is not None:
            return {"value": decided.answer}
        ruling, reason = self._rules.ruling(tool, canonical_arguments(tool, arguments))
        if ruling == "deny":
            return {"error": f"the policy forbids this call ({reason})"}
        fate = await self._kept.fate(call.number)
        if fate.state == "made":
            return {"call": call.number}
        if fate.state == "begun":
            return await self._kept.note(call.number, {"error": _UNKNOWN})
        return await self._make(call, tool, arguments)

    async def _make(self, call: PendingCall, tool: Tool, arguments: dict[str, Any]) -> Payload | NeedsPerson:
        """Make a call within its tool's limits and keep what it brought; a question of another middleware leaves it to
        a person.
        """
        if not tool.repeatable and not await self._kept.begin(call.number):
            return await self._kept.note(call.number, {"error": _UNKNOWN})
        if tool.idempotency_key:
            arguments = {**arguments, tool.idempotency_key: digest(f"{self._kept.place} {call.number}")}
        identity = f"{self._request.tool_call['id']}/{call.number}"
        made: Any = {"name": tool.name, "args": arguments, "id": identity, "type": "tool_call"}
        try:
            asked = self._request.override(tool=self._toolset.in_programs[tool.name], tool_call=made)
            payload = _payload(await self._rules.within_limits(tool, lambda: self._handler(asked)))
        except GraphBubbleUp as question:  # another middleware's; those under way come to their end first
            self._raised[call.number] = question
            if not tool.repeatable:
                await self._kept.forget(call.number)
            return NeedsPerson()
        except Exception as error:
            payload = {"error": str(error) or type(error).__name__}
        return await self._kept.note(call.number, payload)

    async def recall(self, call: PendingCall, payload: Payload) -> CallResult:
        """Return what the program is given. Raises DifferenceError where the store has lost it."""
        if "call" in payload:
            fate = await self._kept.fate(call.number)
            if fate.payload is None:
                raise DifferenceError(f"what call {call.number + 1} ({call.function}) brought is lost")
            payload = fate.payload
        if error := str(payload.get("error", "")):
            return CallResult(error=error)
        stub = self._toolset.stubs[call.function]
        value: Any = payload.get("value")
        plain = isinstance(value, str) and stub.returns != "str"
        if plain and (stub.declares or value.lstrip().startswith(("{", "["))):
            value = data_in(value)
        return CallResult(value)

    async def write(self, number: int, page: Page) -> None:
        """Keep a page of the log."""
        await self._kept.write(f"page-{number}", {"page": page})


def question_about(called: Sequence[tuple[Tool, dict[str, Any]]]) -> dict[str, Any]:
    """Return the question about calls, in the form of LangChain's middleware."""
    requests = [
        {"name": tool.name, "args": as_called(tool, arguments), "description": tool.description}
        for tool, arguments in called
    ]
    names = dict.fromkeys(tool.name for tool, _ in called)
    reviews = [{"action_name": name, "allowed_decisions": _DECISIONS} for name in names]
    return {"action_requests": requests, "review_configs": reviews}


def read_decisions(question: Mapping[str, Any], answer: Any) -> list[PersonDecision]:
    """Return the decisions of an answer, in the question's order. Raises ValueError where they are not readable."""
    asked = question["action_requests"]
    said: Any = cast("dict[str, Any]", answer).get("decisions") if isinstance(answer, dict) else None
    decisions = cast("list[Any]", said) if isinstance(said, list) else []
    if len(decisions) != len(asked):
        raise ValueError(f"{len(asked)} calls need as many decisions, not {len(decisions)}")
    return [_read_decision(each, decision) for each, decision in zip(asked, decisions, strict=True)]


def _read_decision(asked: Mapping[str, Any], decision: Any) -> PersonDecision:
    """Return a person's decision on a call. Raises ValueError for one that is not allowed."""
    match decision:
        case {"type": "approve"}:
            return PersonDecision()
        case {"type": "reject"}:
            reason = str(decision.get("message") or "")
            return PersonDecision(refusal=f"a person refused this call{': ' + reason if reason else ''}")
        case {"type": "respond", "message": str(message)}:
            return PersonDecision(answer=message)
        case {"type": "edit", "edited_action": {"name": str(name), "args": dict()}} if name == asked["name"]:
            return PersonDecision(arguments=cast("dict[str, Any]", decision["edited_action"]["args"]))
        case _:
            raise ValueError(
                f"{asked['name']}: approve, edit (of its own arguments), reject or respond, not {decision!r:.80}"
            )


def _payload(message: ToolMessage | Command[Any]) -> Payload:
    """Return what came back as JSON data."""
    if isinstance(message, ToolMessage):
        content: Any = message.content
        if message.status == "error":
            return {"error": content if isinstance(content, str) else json.dumps(content)}
        return {"value": content}
    return {"error": "this tool changes the agent's state; it has to be called directly: Programs(direct={its name})"}


def _told(raised: GraphBubbleUp) -> str:
    """Return a question of other middleware as text, so that it is known again."""
    questions: Any = raised.args[0] if isinstance(raised, GraphInterrupt) and raised.args else raised.args
    values = [getattr(each, "value", each) for each in questions]
    try:
        return canonical_json(values)
    except (TypeError, ValueError):
        return repr(values)
