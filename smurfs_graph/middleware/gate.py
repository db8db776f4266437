"""The way from the door to a tool of an agent: through the agent's other middleware and its tool node.

Other middleware may change a call on this way. What arrives at the tool is compared with what was decided on, and
judged again where it is another call; a tool that was put in the place of the one that was decided on is not run.
"""

import json
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

from langchain.agents.middleware import ToolCallRequest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool
from langchain_core.tracers.context import register_configure_hook
from langgraph.types import Command

from smurfs_graph.calls.door import Decision, Door
from smurfs_graph.canonical import canonical_json
from smurfs_graph.errors import ToolError
from smurfs_graph.middleware.toolset import AgentTool
from smurfs_graph.tools.calling import Response
from smurfs_graph.tools.decided import StandIn, code_of
from smurfs_graph.tools.prepared import PreparedCall

Message = ToolMessage | Command[Any]
Handler = Callable[[ToolCallRequest], Awaitable[Message]]
_CHANGES_STATE = "this tool changes the agent's state; it has to be called directly: Programs(direct={its name})"


class ToolNodeReach:
    """Reaches an agent's tool for one call (`calls.door.Reach`)."""

    def __init__(self, door: Door, tool: AgentTool, request: ToolCallRequest, handler: Handler) -> None:
        """`handler`: makes a call by the agent's other middleware and its tool node."""
        self.tool = tool
        self.message: Message | None = None
        """The message that came back."""
        self.error: Exception | None = None
        """The error that was raised instead."""
        self._door = door
        self._request = request
        self._handler = handler
        self._was_made = False

    async def __call__(self, call: PreparedCall, key: str) -> Response:
        """Make the call."""
        tool_call: Any = {**self._request.tool_call, "args": call.canonical}
        gate = Gate.around(self, call, key)
        try:
            with watched(self._request):
                self.message = await self._handler(self._request.override(tool=gate, tool_call=tool_call))
        except Exception as error:
            self.error = error
            raise
        return _response_of(self.message)

    def admit(self, decided: PreparedCall, arguments: Mapping[str, Any]) -> PreparedCall:
        """Return the call that runs: the one that was decided on, or one that nobody has to decide about.

        `arguments`: as they have arrived. Raises ToolError where it may not run.
        """
        written = self.tool.written(arguments)
        call = decided
        is_changed = canonical_json(written) != canonical_json(decided.canonical)
        if is_changed:
            as_decided = Decision("approve", covers=decided.subject, shown=written)
            verdict = self._door.judge(self.tool.ruled, written, as_decided)
            if verdict.action != "make" or verdict.call is None:
                raise ToolError(f"middleware has changed this call since it was decided on: {verdict.text}")
            call = verdict.call

        if self._was_made and self._door.needs_person(call):
            raise ToolError("middleware may not have this call made twice: a person has approved it once")
        return call

    @contextmanager
    def running(self) -> Generator[None]:
        """Take note that the tool runs, unless it fails; what it calls itself is its own business."""
        self._was_made = True
        try:
            with watched(None):
                yield
        except BaseException:
            self._was_made = False
            raise


class Gate(StandIn):
    """Stands for a tool in one call, and runs it with the values that were decided on."""

    reach: Any
    call: Any
    key: str

    @classmethod
    def around(cls, reach: ToolNodeReach, call: PreparedCall, key: str) -> "Gate":
        """Return a call's tool as other middleware sees it. `key`: for a tool that takes one."""
        return cls(**cls.parts_of(reach.tool.own), reach=reach, call=call, key=key)

    @property
    def func(self) -> Callable[..., Any]:
        """Return the tool's code: the tool node looks there for what it has to fill in."""
        return code_of(self.reach.tool.own)

    def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
        """Run the tool, or say why it is not run."""
        try:
            tool, asked = self._admitted(input)
        except ToolError as error:
            return self._refusal(input, error)
        with self.reach.running():
            return tool.invoke(asked, config, **kwargs)

    async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
        """Run it in the same way."""
        try:
            tool, asked = self._admitted(input)
        except ToolError as error:
            return self._refusal(input, error)
        with self.reach.running():
            return await tool.ainvoke(asked, config, **kwargs)

    def _admitted(self, asked: Mapping[str, Any]) -> tuple[BaseTool, dict[str, Any]]:
        """Return the tool, and the call as LangChain runs it. Raises ToolError where it may not run."""
        call: PreparedCall = self.reach.admit(self.call, asked["args"])
        values = call.arguments()
        if key_name := call.tool.idempotency_key:
            values[key_name] = self.key
        tool, arguments = self.reach.tool.with_values(values, asked["args"], asked["id"])
        return tool, {**asked, "args": arguments}

    def _refusal(self, asked: Mapping[str, Any], error: ToolError) -> ToolMessage:
        return ToolMessage(str(error), name=self.name, tool_call_id=asked["id"], status="error")


class _Watch(BaseCallbackHandler):
    """Refuses a tool that middleware has run for a call in the place of the one that was decided on."""

    raise_error = True
    run_inline = True

    def __init__(self, request: ToolCallRequest) -> None:
        """`request`: the call, whose tool node is that which runs its tool."""
        config: Any = cast("Any", request.runtime).config
        self._node = getattr(config.get("callbacks"), "parent_run_id", None)

    def on_tool_start(
        self, serialized: Any, input_str: str, *, parent_run_id: Any = None, tool_call_id: Any = None, **kwargs: Any
    ) -> None:
        """Raises ToolError where the tool node starts a tool: the right one starts unwatched."""
        is_of_middleware = tool_call_id is None or parent_run_id != self._node
        if not is_of_middleware:
            raise ToolError(
                "middleware has put another tool in the place of the one that was decided on; it was not called: such "
                "middleware has to stand before Programs, with the tool's name in Programs(direct=...)"
            )


_WATCH: ContextVar[_Watch | None] = ContextVar("smurfs_watched_call", default=None)
register_configure_hook(_WATCH, inheritable=False)


@contextmanager
def watched(request: ToolCallRequest | None) -> Generator[None]:
    """Have the tool node of a call run no tool but by a gate; None ends the watch, for what is done within."""
    token = _WATCH.set(_Watch(request) if request is not None else None)
    try:
        yield
    finally:
        _WATCH.reset(token)


def _response_of(message: Message) -> Response:
    """Return what came back as the door's record has it."""
    is_message = isinstance(message, ToolMessage)
    content: Any = message.content if is_message else _CHANGES_STATE
    is_text = isinstance(content, str)
    full: str = content if is_text else json.dumps(content)
    has_failed = not is_message or message.status == "error"
    reason = full if has_failed else ""
    return Response(failed=has_failed, reason=reason, text=full, full=full, seconds=0.0, is_text=is_text)
