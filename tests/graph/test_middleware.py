"""LangChain's middleware around calls: real ones run as they are, and none gets past policy, journal or budgets."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain.agents.middleware import (
    AgentMiddleware,
    ClearToolUsesEdit,
    ContextEditingMiddleware,
    HumanInTheLoopMiddleware,
    LLMToolEmulator,
    ModelCallLimitMiddleware,
    ModelFallbackMiddleware,
    ModelRetryMiddleware,
    PIIMiddleware,
    TodoListMiddleware,
    ToolRetryMiddleware,
    wrap_model_call,
    wrap_tool_call,
)
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import ConfigurationError, Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.testing import ScriptedModel
from tests.graph.test_policy import policy_file
from tests.scripts import CONFIG
from tests.servers.hostile import honest_script

QUERY = {"query": "What is 2 + 3?"}


class World:
    """A model that makes these calls, one a reply, then tells the last result; tools, and what was done with them."""

    def __init__(self, *calls: tuple[str, dict[str, Any]], failures: int = 0, faults: int = 0) -> None:
        self.calls = list(calls or [("add", {"a": 2, "b": 3})])
        self.failures, self.faults = failures, faults
        self.seen: list[list[BaseMessage]] = []
        self.done: list[Any] = []

    def reply(self, messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        """The next reply."""
        self.seen.append(messages)
        if self.failures:
            self.failures -= 1
            raise ConnectionError("not now")
        if not self.calls:
            return AIMessage(f"It is {messages[-1].text}.")
        name, arguments = self.calls.pop(0)
        return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call{len(self.seen)}"}])

    @effects("read")
    def add(self, a: int, b: int) -> int:
        """Add two whole numbers."""
        self.done.append((a, b))
        if self.faults:
            self.faults -= 1
            raise ValueError("not now")
        return a + b

    @effects("write")
    def pay(self, amount: int) -> str:
        """Pay an amount."""
        self.done.append(amount)
        return "paid"

    def graph(self, *middleware: Any, storage: Storage | None = None, **settings: Any) -> Any:
        """A graph with all this."""
        model = ScriptedModel(honest_script, caller=self.reply)
        values: dict[str, Any] = {"model": "mine:x", "model_retries": 0, "tool_retries": 0} | settings
        kept = {"checkpointer": storage.checkpointer, "store": storage.store} if storage else {}
        given: dict[str, Any] = {"models": {"mine:x": model}, "checkpointer": InMemorySaver()} | kept
        return build_graph(Settings(**values), [self.add, self.pay], middleware=middleware, **given)

    def run(self, *middleware: Any, **settings: Any) -> Any:
        """Run the graph and return its result."""
        return self.graph(*middleware, **settings).invoke(QUERY, CONFIG)


def test_both_hooks_see_their_calls_the_first_one_outermost() -> None:
    """Functions that block and functions that do not; replies and responses are what they make of them."""
    order: list[str] = []

    @wrap_model_call
    def outer(request: Any, handler: Callable[..., Any]) -> Any:
        order.append(f"outer {len(request.messages)}")
        return handler(request.override(messages=[*request.messages[:-1], request.messages[-1]]))

    class Inner(AgentMiddleware[Any, Any, Any]):
        async def awrap_model_call(self, request: Any, handler: Callable[..., Any]) -> Any:
            order.append("inner")
            response = await handler(request)
            [reply] = response.result
            return reply.model_copy(update={"content": reply.text.upper()})

        async def awrap_tool_call(self, request: Any, handler: Callable[..., Any]) -> Any:
            order.append(f"{request.tool_call['name']} {request.tool_call['args']}")
            message = await handler(request)
            return message.model_copy(update={"content": f"exactly {message.text}"})

    world = World()
    result = world.run(outer, Inner())
    assert order == ["outer 1", "inner", "add {'a': 2, 'b': 3}", "outer 3", "inner"]
    assert (result["answer"], result["stop_reason"], result["warnings"]) == ("IT IS EXACTLY 5.", "answered", [])
    assert result["usage"].calls == 2


def test_replies_of_other_formats_go_through_hooks_as_well() -> None:
    """In split steps, text that a hook writes is read and validated like the model's own."""
    asked: list[str] = []

    @wrap_model_call
    async def note(request: Any, handler: Callable[..., Any]) -> Any:
        asked.append(request.system_message.text.partition("\n")[0])
        if len(asked) == 1:
            return AIMessage("no JSON")
        return await handler(request)

    result = World().run(note, step_shape="split", planning="always")
    assert result["stop_reason"] == "answered"
    assert asked[0] == asked[1] == "# Planner"
    assert sum(row.restarts for row in result["usage"].rows) == 1


def test_retries_of_a_model_are_each_reserved_and_counted() -> None:
    """LangChain's own, unchanged: what it asks for again is in the ledger, and stops at the budget."""
    retry = ModelRetryMiddleware(max_retries=3, initial_delay=0)
    result = World(failures=2).run(retry)
    assert (result["stop_reason"], result["usage"].calls) == ("answered", 4)
    world = World(failures=9)
    result = world.run(retry, max_llm_calls=2)
    assert result["stop_reason"] == "llm_call_budget"
    assert result["usage"].calls == len(world.seen) <= 2


def test_retries_of_a_reading_tool_are_each_counted() -> None:
    """Likewise, one step of the search and three calls; where the budget is out, the call has failed."""
    retry = ToolRetryMiddleware(max_retries=3, initial_delay=0)
    world = World(faults=2)
    result = world.run(retry)
    assert (result["answer"], result["usage"].tool_calls, len(world.done)) == ("It is 5.", 3, 3)
    world = World(faults=9)
    result = world.run(retry, max_tool_calls=2)
    assert result["usage"].tool_calls == len(world.done) == 2


def test_a_conversation_is_edited_by_context_editing() -> None:
    """LangChain's own: older results leave the request, not the run."""
    world = World(*[("add", {"a": number, "b": 1}) for number in range(3)])
    edit = ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=1, keep=1)])
    assert world.run(edit)["stop_reason"] == "answered"
    results = [str(message.content) for message in world.seen[-1] if isinstance(message, ToolMessage)]
    assert results == ["[cleared]", "[cleared]", "3"]


def test_an_emulated_tool_is_not_called() -> None:
    """LangChain's own: what it says stands for the response."""
    world = World()
    emulator = LLMToolEmulator(tools=["add"], model=FakeListChatModel(responses=["17"]))
    assert world.run(emulator)["answer"] == "It is 17."
    assert world.done == []


def twice(request: Any, handler: Callable[..., Any]) -> Any:
    """Has every call made twice."""
    handler(request)
    return handler(request)


def test_a_call_with_effects_is_made_once_whatever_a_hook_does(tmp_path: Path) -> None:
    """The second is a failure of the call; one that only reads may be made again."""
    policy = policy_file(tmp_path, "default: allow")
    world = World(("pay", {"amount": 5}))
    result = world.run(wrap_tool_call(twice), policy=policy)
    assert world.done == [5]
    assert "'pay' called again: it may have had its effect" in result["answer"]
    assert World().run(wrap_tool_call(twice))["usage"].tool_calls == 2


def changing(**arguments: Any) -> Any:
    """A hook that changes the arguments of calls."""

    @wrap_tool_call
    async def change(request: Any, handler: Callable[..., Any]) -> Any:
        return await handler(request.override(tool_call={**request.tool_call, "args": arguments}))

    return change


def test_changed_arguments_are_held_to_the_policy(tmp_path: Path) -> None:
    """A hook may change what is read, within what is permitted; what was approved or announced stays as it is."""
    policy = policy_file(tmp_path, "{default: allow, rules: [{decision: deny, tools: add, arguments: {a: '99'}}]}")
    world = World()
    assert world.run(changing(a=7, b=1), policy=policy)["answer"] == "It is 8."
    assert world.done == [(7, 1)]
    assert "the policy forbids this call" in World().run(changing(a=99, b=1), policy=policy)["answer"]
    world = World(("pay", {"amount": 5}))
    assert "changed the arguments" in world.run(changing(amount=500), policy=policy)["answer"]
    assert world.done == []


def test_no_hook_is_asked_before_a_person() -> None:
    """A call that has to be approved is not even seen; a rejected one never."""
    names: list[str] = []

    @wrap_tool_call
    async def note(request: Any, handler: Callable[..., Any]) -> Any:
        names.append(request.tool_call["name"])
        return await handler(request)

    world = World(("pay", {"amount": 5}))
    graph = world.graph(note, approve={"tools"})
    asked = graph.invoke(QUERY, CONFIG)["__interrupt__"][0]
    assert names == []
    graph.invoke(Command(resume={asked.id: {"decision": "reject"}}), CONFIG)
    assert (names, world.done) == ([], [])


@pytest.mark.parametrize("blocks", [False, True])
def test_what_a_hook_raises_is_a_failure_of_that_call(blocks: bool) -> None:
    """It is named; of a tool, the model can go on; an interrupt is none that anybody could answer."""

    def fail(request: Any, handler: Callable[..., Any]) -> Any:
        raise KeyError("no such tenant")

    async def afail(request: Any, handler: Callable[..., Any]) -> Any:
        fail(request, handler)

    hook: Any = fail if blocks else afail
    result = World().run(wrap_model_call(hook, name="Tenant"))
    assert result["stop_reason"] == "error"
    assert "middleware 'Tenant' failed: KeyError" in result["warnings"][-1]
    result = World().run(wrap_tool_call(hook, name="Tenant"))
    assert "middleware 'Tenant' failed: KeyError" in result["answer"]


class Late(AgentMiddleware[Any, Any, Any]):
    """Asks for its call when it is told to, and notes what it hears then."""

    def __init__(self) -> None:
        self.go, self.asked, self.heard = threading.Event(), threading.Event(), ""

    def note(self, error: BaseException | None) -> None:
        """Note how asking ended."""
        self.heard = str(error or "made")
        self.asked.set()


class LateThread(Late):
    """Blocks beyond its time."""

    def wrap_tool_call(self, request: Any, handler: Callable[..., Any]) -> Any:
        """Wait, then have the tool called."""
        self.go.wait(30)
        try:
            handler(request)
        except Exception as error:
            self.note(error)
        else:
            self.note(None)


class LateTask(Late):
    """Answers at once, and leaves something behind that asks."""

    async def awrap_tool_call(self, request: Any, handler: Callable[..., Any]) -> Any:
        """Answer."""

        async def later() -> None:
            await asyncio.to_thread(self.go.wait, 30)
            await handler(request)

        self.task = asyncio.ensure_future(later())
        self.task.add_done_callback(lambda task: self.note(task.exception()))
        return ToolMessage("it is known", name="pay", tool_call_id="x")


@pytest.mark.parametrize("kind", [LateThread, LateTask])
async def test_a_hook_has_nothing_called_when_its_call_has_ended(kind: type[Late], tmp_path: Path) -> None:
    """After its time-out, or after it has answered; also when the whole run is over."""
    hook, world = kind(), World(("pay", {"amount": 5}))
    policy = policy_file(tmp_path, "default: allow")
    result = await world.graph(hook, policy=policy, tool_timeout=0.2).ainvoke(QUERY, CONFIG)
    assert result["stop_reason"] and world.done == []
    hook.go.set()
    await asyncio.to_thread(hook.asked.wait, 30)
    assert world.done == [] and "ended" in hook.heard


async def test_a_hook_that_hangs_costs_its_own_time() -> None:
    """It is ended like a model or a tool that hangs."""

    async def hang(request: Any, handler: Callable[..., Any]) -> Any:
        await asyncio.sleep(60)

    result = await World().graph(wrap_tool_call(hang), tool_timeout=0.2).ainvoke(QUERY, CONFIG)
    assert "no response within 0.2 s" in result["answer"]
    result = await World().graph(wrap_model_call(hang), model_timeout=0.2).ainvoke(QUERY, CONFIG)
    assert "did not end within" in result["warnings"][-1]


@pytest.mark.parametrize(
    "middleware",
    [
        PIIMiddleware("email"),
        HumanInTheLoopMiddleware({"pay": True}),
        ModelCallLimitMiddleware(run_limit=1),
        TodoListMiddleware(),
        "no middleware",
    ],
    ids=lambda given: type(given).__name__,
)
def test_what_would_not_work_here_is_refused_when_the_graph_is_built(middleware: Any) -> None:
    """Middleware that needs an agent's graph or state is refused, rather than seem to be in force."""
    with pytest.raises(ConfigurationError, match=r"cannot work here|must be LangChain's"):
        World().graph(middleware)


def test_what_is_fixed_of_a_request_is_named() -> None:
    """Another model is a setting."""
    fallback = ModelFallbackMiddleware(FakeListChatModel(responses=["x"]))
    result = World(failures=9).run(fallback)
    assert "middleware changed the request's model; here that is a setting" in result["warnings"][-1]


class Stuck:
    """A hook that hangs behind the first call of its kind, until its run is cancelled."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()

    async def __call__(self, request: Any, handler: Callable[..., Any]) -> Any:
        answered = await handler(request)
        if not self.reached.is_set():
            self.reached.set()
            await asyncio.sleep(60)
        reply = getattr(answered, "result", [answered])[-1]
        return reply.model_copy(update={"content": reply.text.replace("It", "This")})

    async def cancel(self, graph: Any) -> None:
        """Begin a run and cancel it there."""
        task = asyncio.create_task(graph.ainvoke(QUERY, CONFIG))
        await self.reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_run_that_ended_in_a_hook_goes_on_without_repeating_anything(tmp_path: Path) -> None:
    """A payment is asked about, for what came of it is not known; a reply is not asked for again, and still changed."""
    policy = policy_file(tmp_path, "default: allow")
    stuck, world = Stuck(), World(("pay", {"amount": 5}))

    async def around_tool(request: Any, handler: Callable[..., Any]) -> Any:
        return await stuck(request, handler)

    graph = world.graph(wrap_tool_call(around_tool), policy=policy)
    await stuck.cancel(graph)
    assert "__interrupt__" in await graph.ainvoke(None, CONFIG)
    assert world.done == [5]

    stuck, world = Stuck(), World()

    async def around_model(request: Any, handler: Callable[..., Any]) -> Any:
        return await stuck(request, handler) if len(request.messages) > 1 else await handler(request)

    with open_storage(tmp_path / "runs.sqlite") as storage:
        graph = world.graph(wrap_model_call(around_model), storage=storage)
        await stuck.cancel(graph)
        result = await graph.ainvoke(None, CONFIG)
    assert (result["answer"], result["usage"].calls, len(world.seen)) == ("This is 5.", 2, 2)
