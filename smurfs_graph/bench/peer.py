"""LangChain's own `create_agent` as a peer: the loop that users would take instead, on equal terms.

Its own are the loop, the messages and how tools are bound; independent calls of one reply run at once. With the
strategies it shares how a model is reached (retries, pace, deadline), how tools are called, permitted and judged, what
calls count, the budgets, the date and the style of answers. Responses reach its model in full, as LangChain has it,
unless `max_response_chars` is set; nothing is kept back for a closing answer.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Any, cast

from langchain import agents
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.base import BaseCheckpointSaver

from smurfs_graph.asking.resources import Resources
from smurfs_graph.bench.configuration import PEER
from smurfs_graph.budgets.limits import out_of_budget, seconds_left
from smurfs_graph.budgets.meter import Meter
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.concurrency.untraced import untraced_outside_of_runs
from smurfs_graph.errors import ConfigurationError, ModelError
from smurfs_graph.graph import NO_TOOLS, RECURSION_LIMIT
from smurfs_graph.models.formats import SamplingTerms
from smurfs_graph.models.native import BoundTool, BoundTools
from smurfs_graph.models.prices import cost_of, price_of
from smurfs_graph.models.server import FailedCallError, ServerPolicy
from smurfs_graph.models.shown_tools import TOOLS_DROPPED, shows_tools, with_filler
from smurfs_graph.models.window import CHARS_PER_TOKEN, estimate_tokens, text_tokens, usage_row
from smurfs_graph.nodes.deliverer import SHORT
from smurfs_graph.planning.outcome import Evidence, Outcome, StopReason
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.prompting.conversation import with_query
from smurfs_graph.settings import Settings
from smurfs_graph.tools.calling import MAX_STORED_CHARS, Response, call_tool
from smurfs_graph.tools.output import cut
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.scope import scoped
from smurfs_graph.tools.specs import load_tools
from smurfs_graph.tools.tool import Tool

_TASK = "s1"
_BETWEEN_CALLS = Backoff(0.5, varied=False)
_EVIDENCE_CHARS = 1_200


class Peer:
    """Built once for a set of tools, asked for each case as a graph is."""

    def __init__(
        self,
        settings: Settings,
        tools: Iterable[Any],
        models: Mapping[str, BaseChatModel] | None = None,
        checkpointer: BaseCheckpointSaver[Any] | None = None,
    ) -> None:
        """Take what `build_graph` takes. Raises ConfigurationError where there are no tools, or no model for them."""
        self._checkpointer = checkpointer
        loaded = load_tools(tools)
        if not loaded:
            raise ConfigurationError(NO_TOOLS)
        self.settings, self.resources = settings, Resources.of(settings, loaded, models)
        self.asker = self.resources.askers.first("executor", settings)
        if self.asker.formats.calls_tools is False:  # by its class; what other strategies saw of it does not count here
            raise ConfigurationError(f"{PEER} binds tools, and {self.asker.reference} takes none; name one that does")
        forbidden = self.resources.calling.rules.forbidden(settings, loaded)
        self.tools = {name: tool for name, tool in self.resources.toolset.offered.items() if name not in forbidden}
        self.bound = BoundTools(BoundTool(each.name, each.description, each.parameters) for each in self.tools.values())
        names = [each["function"]["name"] for each in self.bound.functions]
        self._declared = [_declare(name, tool) for name, tool in zip(names, self.tools.values(), strict=True)]

    async def ainvoke(self, given: Mapping[str, Any], config: RunnableConfig | None = None) -> Mapping[str, Any]:
        """Answer the query, or the last of the messages; the result has what a bench reads of a graph's.

        `config`: names the thread, where there is a checkpointer.
        """
        asked = with_query(given)
        query, run, answer = str(asked["query"]), _PeerRun(self), ""
        messages: list[Any] = asked.get("messages") or [("user", query)]
        agent: Any = cast("Any", agents).create_agent(
            self.asker.formats.model,
            self._declared,
            system_prompt=_prompt(self.settings),
            middleware=[run],
            checkpointer=self._checkpointer,
        )
        try:
            with untraced_outside_of_runs():  # LangChain's own tracer masks nothing
                async with scoped({**(config or {}), "recursion_limit": RECURSION_LIMIT}) as own:
                    said = await agent.ainvoke({"messages": messages}, own)
            answer = str(said["messages"][-1].text).strip()
        except _EndError as end:
            run.stop, run.warnings = end.reason, [str(end)] if str(end) else []
        return run.result(query, answer)


class _EndError(Exception):
    """A run has come to its end without an answer."""

    def __init__(self, reason: StopReason, text: str = "") -> None:
        super().__init__(text)
        self.reason: StopReason = reason


class _PeerRun(AgentMiddleware[Any, Any]):
    """One run: counts and bounds its calls, and makes those of tools."""

    def __init__(self, peer: Peer) -> None:
        super().__init__()
        self._peer, self._settings, self._meter = peer, peer.settings, Meter()
        self._terms = replace(peer.resources.calling.rules.terms(peer.settings), permitted=peer.tools)
        self._rows: list[UsageRow] = []
        self._places, self._number = dict[str | None, list[int]](), count()
        self._found: dict[int, Evidence] = {}
        self.stop: StopReason | None = None
        self.warnings: list[str] = []

    async def awrap_model_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        """Ask the model within the budgets, on its server's terms. Raises _EndError where it cannot be asked."""
        asker, settings = self._peer.asker, self._settings
        system = [request.system_message] if request.system_message else []
        sent = estimate_tokens([*system, *request.messages]) + self._peer.bound.chars // CHARS_PER_TOKEN
        if stop := out_of_budget(settings, self._meter.spent, "delivery", tokens=sent):
            raise _EndError(stop)
        left = seconds_left(settings, self._meter.spent, "delivery", None)
        deadline = time.monotonic() + min(settings.model_timeout, settings.model_timeout if left is None else left)
        started = time.perf_counter()

        async def use(model: BaseChatModel) -> Any:
            return await handler(request.override(model=model))

        try:
            with self._meter.in_flight(tokens=sent):
                response = await asker.server.call(lambda: asker.formats.lend(use), ServerPolicy.of(settings), deadline)
        except (ModelError, FailedCallError) as error:
            self._count(UsageRow(role="agent", model=asker.reference, calls=1, seconds=time.perf_counter() - started))
            said = error.failure.line if isinstance(error, FailedCallError) else str(error)
            raise _EndError("error", f"model {asker.reference!r} could not be asked: {said}") from None
        message: AIMessage = response.result[-1]
        received = text_tokens(f"{message.text}{json.dumps(message.tool_calls, default=str)}") + 1
        seconds = time.perf_counter() - started
        row = usage_row(message, sent=sent, received=received, role="agent", model=asker.reference, seconds=seconds)
        self._count(row.model_copy(update={"cost": cost_of(row, price_of(asker.reference, settings))}))
        for call in message.tool_calls:
            self._places.setdefault(call["id"], []).append(next(self._number))
        if not (self._places or row.estimated):
            await self._look_for_tools([*system, *request.messages], row.input_tokens, deadline)
        return response

    async def _look_for_tools(self, messages: list[Any], with_tools: int, deadline: float) -> None:
        """Have the prompt counted with a text in place of the tools, once, and say so where its server drops them."""
        asker, tools = self._peer.asker, self._peer.bound.chars // CHARS_PER_TOKEN
        if asker.may_miss_tools:
            asker.knowledge.looked_for_tools, sent = True, with_filler(messages, tools)
            counting = asker.formats.on(SamplingTerms(limit=1))
            size = estimate_tokens(messages)
            with suppress(ModelError, FailedCallError):  # the run does not depend on it
                policy = ServerPolicy.of(self._settings)
                said = await asker.server.call(lambda: asker.formats.send(sent, lambda: counting), policy, deadline)
                row = usage_row(said, sent=size, received=1, role="agent", model=asker.reference, seconds=0)
                self._count(row)
                counted = None if row.estimated else row.input_tokens
                asker.knowledge.shows_tools = shows_tools(with_tools, counted, messages=size)
        if asker.misses_tools:
            self.warnings.append(f"{asker.reference}: {TOOLS_DROPPED}")

    async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        """Make a call as the strategies do; where the budget of calls is used up, tell the model, which may go on."""
        call = request.tool_call
        tool = self._peer.tools.get(self._peer.bound.name_of(call["name"]))
        if tool is None:
            return await handler(request)  # LangChain's own complaint
        if stop := out_of_budget(self._settings, self._meter.spent, "delivery", tool=True):
            self.stop, failed, said = stop, True, "no more tools can be called; answer from what is there"
        else:
            place = self._places[call["id"]].pop(0)
            response = await self._call(tool, call["args"])
            failed = response.failed
            said = response.reason if response.failed else response.text
            made, text = response.made or not response.failed, cut(said, _EVIDENCE_CHARS)
            self._found[place] = Evidence(tool=tool.name, arguments=call["args"], ok=not failed, called=made, text=text)
        text, status = (f"error: {said}", "error") if failed else (said, "success")
        return ToolMessage(text, tool_call_id=call["id"], name=call["name"], status=status)

    async def _call(self, tool: Tool, arguments: Mapping[str, Any]) -> Response:
        """Return the response, after as many attempts as transient failures and the settings allow."""
        settings = self._settings
        path = [PastCall(each.tool, each.arguments) for each in self._evidence() if each.ok]
        for attempt in count():
            with self._meter.in_flight(tool=True), on_path(path):
                response = await call_tool(
                    tool,
                    arguments,
                    timeout=settings.tool_timeout,
                    max_chars=settings.max_response_chars or MAX_STORED_CHARS,
                    terms=self._terms,
                )
            self._count(UsageRow(role="tool", tool_calls=int(response.made), seconds=response.seconds))
            if not response.transient or attempt >= settings.tool_retries:
                return response
            await asyncio.sleep(max(_BETWEEN_CALLS.pause(attempt), response.retry_after or 0.0))
        raise AssertionError("without end")

    def _evidence(self) -> tuple[Evidence, ...]:
        """Return the evidence of the calls, in the order of the replies: calls of one reply begin in any."""
        return tuple(self._found[place] for place in sorted(self._found))

    def _count(self, row: UsageRow) -> None:
        counted = row.model_copy(update={"sub_task": _TASK})
        self._meter.settle(_TASK, counted)
        self._rows.append(counted)

    def result(self, query: str, answer: str) -> dict[str, Any]:
        """Return the run's result with the keys of a graph's result that suites read."""
        tried = [each.ok for each in self._evidence()]
        found = any(tried)
        ended: StopReason = "partial" if found else "no_evidence"
        if answer and (found or not tried):  # one from calls that all failed is no answer of the strategies either
            ended = "answered" if found else "answered_without_tools"
        usage = Usage.total([Usage(elapsed=self._meter.elapsed), *(Usage(rows=(row,)) for row in self._rows)])
        status = "solved" if answer and ended != "no_evidence" else "partial" if found or answer else "failed"
        outcome = Outcome(sub_task=_TASK, status=status, answer=answer, evidence=self._evidence())
        return {
            "answer": answer,
            "stop_reason": self.stop or ended,
            "plan": Plan(sub_tasks=(SubTask(id=_TASK, content=query, whole=True),)),
            "outcomes": {_TASK: outcome},
            "usage": usage,
            "warnings": self.warnings,
        }


def _declare(name: str, tool: Tool) -> StructuredTool:
    """Return the tool as LangChain shows it to a model; `_PeerRun` makes its calls."""

    async def call(**arguments: Any) -> None:
        raise AssertionError("calls are made by the middleware")

    return StructuredTool(name=name, description=tool.description, args_schema=tool.parameters, coroutine=call)


def _prompt(settings: Settings) -> str:
    today = f"Today is {datetime.now().astimezone().strftime('%A, %d %B %Y')}."
    return f"{today} Answer with {SHORT}." if settings.answer_style == "short" else today
