"""A graph as an MCP server: one tool, `answer`, whose progress and questions reach the client.

A client that can be asked (MCP's elicitation) approves plans and calls and says what a request leaves open; for any
other nobody is there, and what would have to be approved is refused. A client of the stateless protocol is handed the
questions in place of a result, and calls again with the answers; the run waits here meanwhile.
"""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple, cast
from uuid import uuid4

import anyio
from langgraph.types import Command, Interrupt

from smurfs_graph.errors import ConfigurationError, SmurfsError, how_to_install
from smurfs_graph.events.vocabulary import parse_event
from smurfs_graph.planning.decisions import joined_answers, single_questions
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.showing.describing import describe
from smurfs_graph.showing.text import in_a_line

try:
    from mcp import types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp_types.version import MODERN_PROTOCOL_VERSIONS
except ImportError:
    raise ConfigurationError(f"MCP is not installed; {how_to_install('mcp')}") from None

NAME = "answer"
_DESCRIPTION = "Answer a request that needs several tools: it is planned, searched for step by step, and checked."
_DECISION = {
    "type": "object",
    "properties": {
        "decision": {"type": "string", "enum": ["approve", "reject"], "description": "Whether it may be done."},
        "reason": {"type": "string", "description": "Why not."},
    },
    "required": ["decision"],
}
_FATE = {
    "type": "object",
    "properties": {
        "decision": {
            "type": "string",
            "enum": ["repeat", "leave", "made"],
            "description": "Make the call again, go on without it, or say that it was made.",
        },
        "response": {"type": "string", "description": "What it brought, where it was made."},
        "reason": {"type": "string", "description": "Why it is left."},
    },
    "required": ["decision"],
}
_ANSWER = {
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "Empty to go on without an answer."}},
    "required": ["answer"],
}
_MAX = 100_000
"""Characters of a question; what cannot be shown whole is not approved."""
MAX_WAITING = 1000
"""Runs that may wait for answers of clients of the stateless protocol; the oldest is given up for one more."""
_RESULT = ("answer", "stop_reason", "claims", "not_found", "constraints", "warnings", "structured")


def mcp_server(graph: AnywhereGraph, description: str = _DESCRIPTION, *, keep_runs: bool = True) -> "Server[Any]":
    """Return the server; run it on a transport of the MCP SDK. The graph needs a checkpointer for questions to be
    asked.

    `keep_runs`: whether the checkpointer keeps runs that have ended, or whose questions nobody answers any more.
    """
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"query": {"type": "string", "description": "The request, in plain words."}},
        "required": ["query"],
        "additionalProperties": False,
    }
    waiting: dict[str, _Waiting] = {}

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(name=NAME, description=description, input_schema=schema)])

    async def call_tool(
        context: "ServerRequestContext[Any]", params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        try:
            return await _Call(context, graph, waiting, keep_runs=keep_runs).answer(params)
        except Exception as error:
            told = str(error) if isinstance(error, SmurfsError) else f"{type(error).__name__}: {error}"
            said = types.TextContent(text=Redactor().text(told))
            return types.CallToolResult(content=[said], is_error=True)

    return Server(
        "smurfs-graph",
        version=version("smurfs-graph"),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


class _Waiting(NamedTuple):
    """A run that waits for answers, which come with another call."""

    config: Any
    questions: list[Interrupt]


class _Call:
    """One call of the tool: a run, or the rest of one, with whoever made the call at its side."""

    def __init__(
        self,
        context: "ServerRequestContext[Any]",
        graph: AnywhereGraph,
        waiting: dict[str, _Waiting],
        *,
        keep_runs: bool,
    ) -> None:
        self._keep_runs = keep_runs
        self._request = context.request_id
        self._session = context.session
        self._graph = graph
        self._waiting = waiting
        asked = types.ClientCapabilities(elicitation=types.ElicitationCapability())
        self._keeps = cast("object", graph.checkpointer) is not None
        self._is_stateless = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        reached = self._is_stateless or self._session.can_send_request
        self._can_ask = self._keeps and reached and self._session.check_client_capability(asked)
        self._redactor, self._steps = Redactor(), 0

    async def answer(self, params: types.CallToolRequestParams) -> types.CallToolResult | types.InputRequiredResult:
        """Run the request, or go on with the run that waits for the answers; return its result, or its questions."""
        start, config = self._begin(params)
        waits = False
        try:
            result = await self._go_on(start, config)
            waits = isinstance(result, types.InputRequiredResult)
            return result
        finally:
            if not waits:
                await self._forget(config)

    async def _go_on(self, start: Any, config: Any) -> types.CallToolResult | types.InputRequiredResult:
        """Run until the answer, asking the client what the run asks; a client that keeps no session is handed the
        questions.
        """
        context: dict[str, Any] = {} if self._can_ask else {"unattended": True}
        while True:
            result, questions = await self._run(start, config, context)
            if not questions:
                data = self._as_data(result)
                text = types.TextContent(text=json.dumps(data, indent=2, ensure_ascii=False))
                return types.CallToolResult(content=[text], structured_content=data)
            if not self._keeps:
                raise ConfigurationError("a question of this run cannot be asked: its graph keeps no checkpoints")
            asked = self._to_ask(questions)
            if asked and self._is_stateless:
                return await self._hand_over(config, questions, asked)
            start = _resume(questions, {key: await self._ask(params) for key, params in asked.items()})

    def _begin(self, params: types.CallToolRequestParams) -> tuple[Any, Any]:
        """Return what the run is started, or resumed, with, and its configuration."""
        if params.name != NAME:
            raise ConfigurationError(f"there is no tool {params.name!r}; this server has {NAME!r}")
        if params.request_state is not None:
            found = self._waiting.pop(params.request_state, None)
            if found is None:
                raise ConfigurationError("no run waits for these answers any more; make the request again")
            said = params.input_responses or {}
            return _resume(found.questions, dict(said)), found.config
        query = (params.arguments or {}).get("query")
        if not isinstance(query, str):
            raise ConfigurationError("'query' is missing: the request, in plain words")
        return {"query": query}, {"configurable": {"thread_id": uuid4().hex}} if self._keeps else {}

    async def _hand_over(
        self, config: Any, questions: list[Interrupt], asked: Mapping[str, types.ElicitRequestFormParams]
    ) -> types.InputRequiredResult:
        """Return the questions to the client; who knows the number of the run may answer them, once."""
        while len(self._waiting) >= MAX_WAITING:
            await self._forget(self._waiting.pop(next(iter(self._waiting))).config)
        state = uuid4().hex
        self._waiting[state] = _Waiting(config, questions)
        requests: types.InputRequests = {key: types.ElicitRequest(params=params) for key, params in asked.items()}
        return types.InputRequiredResult(input_requests=requests, request_state=state)

    async def _forget(self, config: Any) -> None:
        """Delete a run from the checkpointer, unless it keeps runs."""
        if self._keeps and not self._keep_runs:
            with anyio.CancelScope(shield=True):  # the client may have gone
                await cast("Any", self._graph.checkpointer).adelete_thread(config["configurable"]["thread_id"])

    async def _run(self, start: Any, config: Any, context: Any) -> tuple[dict[str, Any], list[Interrupt]]:
        result: dict[str, Any] = {}
        options: Any = {"stream_mode": ["custom", "values"], "subgraphs": True}
        async for where, mode, data in self._graph.astream(start, config, context=context, **options):
            if mode == "custom":
                await self._tell(data)
            elif not where:
                result = dict(data)
        return result, list(result.get("__interrupt__", ()))

    async def _tell(self, data: Any) -> None:
        event = parse_event(self._redactor.data(data))
        self._steps += 1
        said = f"{event.sub_task}: {event.kind}" if event.sub_task else event.kind
        await self._session.report_progress(float(self._steps), message=said)

    def _to_ask(self, questions: list[Interrupt]) -> dict[str, types.ElicitRequestFormParams]:
        """Return what the client's user is asked, by its place among the questions."""
        if not self._can_ask:
            return {}
        found: dict[str, types.ElicitRequestFormParams] = {}
        for key, value in _singly(questions):
            if value.get("kind") == "clarification":
                said = in_a_line(self._redactor.text(str(value["question"])), _MAX)
                found[key] = types.ElicitRequestFormParams(message=said, requested_schema=_ANSWER)
            elif len(said := _write_question(value)) <= _MAX:
                form = _FATE if value.get("kind") == "call_in_doubt" else _DECISION
                found[key] = types.ElicitRequestFormParams(message=said, requested_schema=form)
        return found

    async def _ask(self, params: types.ElicitRequestFormParams) -> types.ElicitResult:
        return await self._session.elicit_form(params.message, params.requested_schema, self._request)

    def _as_data(self, result: dict[str, Any]) -> dict[str, Any]:
        from pydantic_core import to_jsonable_python

        data = {name: to_jsonable_python(result.get(name)) for name in _RESULT}
        return cast("dict[str, Any]", self._redactor.data(data))


def _singly(questions: list[Interrupt]) -> list[tuple[str, dict[str, Any]]]:
    """Return the questions one by one, those about several calls too, each with its place."""
    values = [(question.id, cast("dict[str, Any]", question.value)) for question in questions]
    return [
        (f"{place}.{number}", one)
        for place, value in values
        for number, one in enumerate(single_questions(value) if value.get("kind") == "tool_calls" else [value])
    ]


def _resume(questions: list[Interrupt], said: Mapping[str, Any]) -> Command[Any]:
    """Return the command with the answers; declined, closed, of another form or not given: no."""
    answers: dict[str, Any] = {}
    for question in questions:
        value = cast("dict[str, Any]", question.value)
        each = [_read_answer(one, said.get(key)) for key, one in _singly([question])]
        answers[question.id] = joined_answers(value, each) if value.get("kind") == "tool_calls" else each[0]
    return Command(resume=answers)


def _read_answer(value: Mapping[str, Any], said: Any) -> dict[str, Any]:
    accepted = isinstance(said, types.ElicitResult) and said.action == "accept"
    content: Mapping[str, Any] = (said.content or {}) if accepted else {}
    if value.get("kind") == "clarification":
        answer = str(content.get("answer") or "").strip()
        return {"answer": answer} if answer else {"skip": True}
    unasked = f"nobody was asked, or it takes more than {_MAX:,} characters to show"
    if value.get("kind") == "call_in_doubt":
        return _read_fate(content, unasked if said is None else "declined")
    if said is None:
        return {"decision": "reject", "reason": unasked}
    if content.get("decision") == "approve":
        return {"decision": "approve"}
    return {"decision": "reject", "reason": str(content.get("reason") or "declined")}


def _read_fate(content: Mapping[str, Any], otherwise: str) -> dict[str, Any]:
    """Return what becomes of a call of unknown fate; left, for a reason that may be said, unless they want more."""
    match content.get("decision"):
        case "repeat":
            return {"decision": "repeat"}
        case "made":
            return {"decision": "made", "response": str(content.get("response") or "")}
        case _:
            return {"decision": "leave", "reason": str(content.get("reason") or otherwise)}


def _write_question(value: dict[str, Any]) -> str:
    """Write what is asked, whole and as it will run: nothing is masked, and all that could hide is written out."""
    what = {"plan": "May this plan be carried out?", "tool_call": "May this call be made?"}
    asked = what.get(str(value.get("kind")), "It is not known whether this call was made. Make it (again)?")
    return f"{asked}\n{describe(value, whole=True).strip()}"
