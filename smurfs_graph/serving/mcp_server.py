"""A graph as an MCP server: one tool, `answer`, whose progress and questions reach the client.

A client that can be asked (MCP's elicitation) approves plans and calls and says what a request leaves open; for any
other nobody is there, and what would have to be approved is refused.
"""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, cast
from uuid import uuid4

from langgraph.types import Command, Interrupt

from smurfs_graph.errors import ConfigurationError, SmurfsError, how_to_install
from smurfs_graph.events.vocabulary import parse_event
from smurfs_graph.planning.decisions import joined_answers, single_questions
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.showing.describing import describe
from smurfs_graph.showing.text import in_a_line

try:
    from mcp.server.lowlevel import Server
    from mcp.types import ClientCapabilities, ElicitationCapability, Tool
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
_ANSWER = {
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "Empty to go on without an answer."}},
    "required": ["answer"],
}
_NOBODY: Mapping[bool, dict[str, Any]] = {
    True: {"skip": True},
    False: {"decision": "reject", "reason": "nobody is there to approve it"},
}
_MAX = 100_000
"""Characters of a question; what cannot be shown whole is not approved."""
_RESULT = ("answer", "stop_reason", "claims", "not_found", "constraints", "warnings", "structured")


def mcp_server(graph: AnywhereGraph, description: str = _DESCRIPTION) -> "Server[Any, Any]":
    """The server; run it on a transport of the MCP SDK. The graph needs a checkpointer for questions to be asked."""
    server: Server[Any, Any] = Server("smurfs-graph", version=version("smurfs-graph"))
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"query": {"type": "string", "description": "The request, in plain words."}},
        "required": ["query"],
        "additionalProperties": False,
    }

    async def list_tools() -> list[Tool]:
        return [Tool(name=NAME, description=description, inputSchema=schema)]

    async def call_tool(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if name != NAME:
            raise ConfigurationError(f"there is no tool {name!r}; this server has {NAME!r}")
        try:
            return await _Call(server, graph).answer(str(arguments["query"]))
        except SmurfsError as error:
            raise ConfigurationError(Redactor().text(str(error))) from None

    register_list: Any = server.list_tools()
    register_call: Any = server.call_tool()
    register_list(list_tools)
    register_call(call_tool)
    return server


class _Call:
    """One call of the tool: a run, with whoever made the call at its side."""

    def __init__(self, server: "Server[Any, Any]", graph: AnywhereGraph) -> None:
        context = server.request_context
        self._session, self._graph = context.session, graph
        self._progress = context.meta.progressToken if context.meta is not None else None
        asked = ClientCapabilities(elicitation=ElicitationCapability())
        self._keeps = cast("object", graph.checkpointer) is not None
        self._can_ask = self._keeps and self._session.check_client_capability(asked)
        self._redactor, self._steps = Redactor(), 0

    async def answer(self, query: str) -> dict[str, Any]:
        """Run the request and return the result as data."""
        config: Any = {"configurable": {"thread_id": uuid4().hex}} if self._keeps else {}
        context: dict[str, Any] = {} if self._can_ask else {"unattended": True}
        start: Any = {"query": query}
        while True:
            result, questions = await self._run(start, config, context)
            if not questions:
                return self._as_data(result)
            if not self._keeps:
                raise ConfigurationError("a question of this run cannot be asked: its graph keeps no checkpoints")
            start = Command(resume={question.id: await self._ask(question) for question in questions})

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
        if self._progress is None:
            return
        event = parse_event(self._redactor.data(data))
        self._steps += 1
        said = f"{event.sub_task}: {event.kind}" if event.sub_task else event.kind
        await self._session.send_progress_notification(self._progress, float(self._steps), message=said)

    async def _ask(self, question: Interrupt) -> dict[str, Any]:
        """Ask the person at the client; declined, or closed: no."""
        value = cast("dict[str, Any]", question.value)
        if value.get("kind") == "tool_calls":
            each = [await self._ask(Interrupt(value=one)) for one in single_questions(value)]
            return joined_answers(value, each)
        if not self._can_ask:
            return _NOBODY[value.get("kind") == "clarification"]
        if value.get("kind") == "clarification":
            found = await self._session.elicit(in_a_line(self._redactor.text(str(value["question"])), _MAX), _ANSWER)
            answer = str((found.content or {}).get("answer") or "").strip() if found.action == "accept" else ""
            return {"answer": answer} if answer else {"skip": True}
        if len(said := _write_question(value)) > _MAX:
            return {"decision": "reject", "reason": f"it takes more than {_MAX:,} characters to show what would run"}
        found = await self._session.elicit(said, _DECISION)
        content: Mapping[str, Any] = (found.content or {}) if found.action == "accept" else {}
        if content.get("decision") == "approve":
            return {"decision": "approve"}
        return {"decision": "reject", "reason": str(content.get("reason") or "declined")}

    def _as_data(self, result: dict[str, Any]) -> dict[str, Any]:
        from pydantic_core import to_jsonable_python

        data = {name: to_jsonable_python(result.get(name)) for name in _RESULT}
        return cast("dict[str, Any]", self._redactor.data(data))


def _write_question(value: dict[str, Any]) -> str:
    """Write what is asked, whole and as it will run: nothing is masked, and all that could hide is written out."""
    what = {"plan": "May this plan be carried out?", "tool_call": "May this call be made?"}
    asked = what.get(str(value.get("kind")), "It is not known whether this call was made. Make it (again)?")
    return f"{asked}\n{describe(value, whole=True).strip()}"
