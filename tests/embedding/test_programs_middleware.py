"""Programs as LangChain's middleware: `create_agent` with one tool, approvals and durability inside a program."""

import gc
import threading
from typing import Any
from weakref import WeakSet

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, wrap_tool_call
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import StructuredTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, asks_nobody, calling, results_in


class Town:
    """Tools that write down their calls, and an agent over them whose model replies in turn."""

    def __init__(self) -> None:
        self.done = list[str]()
        self.bound = list[list[dict[str, Any]]]()

    def tools(self) -> list[Any]:
        """A read and a write."""

        @effects("read")
        def price(item: str) -> int:
            """Find the price of an item."""
            self.done.append(f"price {item}")
            return len(item)

        @effects("write")
        def order(item: str) -> dict[str, str]:
            """Order an item."""
            self.done.append(f"order {item}")
            return {"ordered": item}

        return [price, order]

    def agent(self, *replies: Any, middleware: Any = (), **more: Any) -> Any:
        """An agent of LangChain's."""
        left = list(replies)

        def reply(messages: Any, tools: Any) -> Any:
            self.bound.append(tools)
            said = left.pop(0)
            return said(messages) if callable(said) else said

        model = ScriptedModel(asks_nobody, caller=reply)
        return create_agent(model, self.tools(), middleware=[*middleware], **more)


def _code(source: str) -> AIMessage:
    return calling("run_python", {"code": source})


def _last(messages: Any) -> str:
    return f"it says {results_in(messages)[-1]}"


ASK = {"messages": [("user", "go")]}
SUM = 'print(sum(await asyncio.gather(*[price(i) for i in ("a", "bb", "ccc")])))'


@pytest.mark.parametrize("is_async", [True, False])
async def test_a_program_calls_the_agents_tools(is_async: bool) -> None:
    """One tool is bound, whose description holds the others; plain calls and an event loop alike."""
    town = Town()
    agent = town.agent(_code(SUM), _last, middleware=[Programs()])
    result = await agent.ainvoke(ASK) if is_async else agent.invoke(ASK)
    assert result["messages"][-1].text == "it says 6"
    assert [tool["function"]["name"] for tool in town.bound[0]] == ["run_python"]
    told = town.bound[0][0]["function"]["description"]
    assert (
        "async def price(item: str) -> int: ..." in told and "Only the variables of a failed program are kept." in told
    )


def test_a_wrong_program_calls_nothing() -> None:
    """It hears of the line; a tool that fails raises in the program."""
    town = Town()
    kept = {"checkpointer": InMemorySaver(), "store": InMemoryStore()}
    agent = town.agent(_code("print(await price(itm='a'))"), _last, middleware=[Programs()], **kept)
    agent.invoke(ASK, CONFIG)
    assert town.done == []
    (refused,) = [m for m in agent.get_state(CONFIG).values["messages"] if isinstance(m, ToolMessage)]
    assert refused.status == "error" and "did you mean 'item'" in str(refused.content)


def test_tools_that_are_made_for_each_request_are_forgotten() -> None:
    """However many requests an agent answers."""
    alive: WeakSet[Any] = WeakSet()

    class Making(AgentMiddleware[Any, Any, Any]):
        """Middleware that makes tools anew."""

        def wrap_model_call(self, request: Any, handler: Any) -> Any:
            """Bind a new one."""

            def act() -> str:
                """Act."""
                return "done"

            alive.add(act)
            return handler(request.override(tools=[StructuredTool.from_function(act)]))

    agent = Town().agent(*["well"] * 80, middleware=[Making(), Programs()])
    for _ in range(80):
        agent.invoke(ASK)
    gc.collect()
    assert 0 < len(alive) <= 50


async def test_tools_are_read_beside_the_event_loop() -> None:
    """Thousands take seconds, in which other requests go on."""
    reads_beside = list[bool]()

    class Item(BaseModel):
        """What a tool takes, which notes where it is read."""

        name: str

        @classmethod
        def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
            """Return the schema."""
            reads_beside.append(threading.current_thread() is not threading.main_thread())
            return super().model_json_schema(*args, **kwargs)

    def act(name: str) -> str:
        """Act."""
        return name

    own = StructuredTool.from_function(act, args_schema=Item)
    agent: Any = create_agent(
        ScriptedModel(asks_nobody, caller=lambda messages, tools: AIMessage("well")), [own], middleware=[Programs()]
    )
    reads_beside.clear()
    await agent.ainvoke(ASK)
    assert reads_beside and all(reads_beside)


def test_a_tools_own_timeout_is_told_as_it_was_raised() -> None:
    """Nobody has set a limit, of which it could speak."""

    def ask_bank(account: str) -> str:
        """Ask the bank."""
        raise TimeoutError("the bank did not answer")

    program = calling("run_python", {"code": "print(await ask_bank('A-1'))"})

    def reply(messages: Any, tools: Any) -> Any:
        return _last(messages) if results_in(messages) else program

    model = ScriptedModel(asks_nobody, caller=reply)
    agent: Any = create_agent(model, [ask_bank], middleware=[Programs()])
    assert "TimeoutError: the bank did not answer" in agent.invoke(ASK)["messages"][-1].text


@pytest.mark.parametrize("is_async", [True, False])
async def test_the_variables_of_a_failed_program_are_kept_for_the_next(is_async: bool) -> None:
    """In the agent's own state, so that another process has them; one that ends well leaves none."""
    town, saver = Town(), InMemorySaver()
    fails = _code("found = [await price(i) for i in ('a', 'bb')]\nprint(found[7])")
    first = town.agent(fails, "it failed", middleware=[Programs()], checkpointer=saver)
    later = [_code("print(fund)"), _code("print(sum(found))"), _code("print(found)"), _last]
    second = town.agent(*later, middleware=[Programs()], checkpointer=saver)
    if is_async:
        await first.ainvoke(ASK, CONFIG)
        result = await second.ainvoke(ASK, CONFIG)
    else:
        first.invoke(ASK, CONFIG)
        result = second.invoke(ASK, CONFIG)

    failed, refused, printed, refused_later = results_in(result["messages"])
    assert failed.endswith("Kept for the next program: found")
    assert "there is no 'fund'" in refused and printed == "3" and "there is no 'found'" in refused_later
    assert town.done == ["price a", "price bb"]


TWO = """
async def settle(item):
    try:
        return await order(item)
    except Exception as error:
        return str(error)
print(await price("a"), await asyncio.gather(settle("x"), settle("y")))
print(await settle("z"))
"""


def test_people_decide_about_calls_in_a_program() -> None:
    """LangChain's middleware asks all that wait at once, then the next; no call is made twice, none before."""
    town, kept = Town(), {"checkpointer": InMemorySaver(), "store": InMemoryStore()}
    agent = town.agent(_code(TWO), middleware=[Programs()], **kept)
    (first,) = agent.invoke(ASK, CONFIG)["__interrupt__"]
    assert [each["args"] for each in first.value["action_requests"]] == [{"item": "x"}, {"item": "y"}]
    assert town.done == ["price a"]
    elsewhere = town.agent(_last, middleware=[Programs()], **kept)
    edit = {"type": "edit", "edited_action": {"name": "order", "args": {"item": "w"}}}
    decided = {"decisions": [{"type": "reject", "message": "no"}, edit]}
    (second,) = elsewhere.invoke(Command(resume=decided), CONFIG)["__interrupt__"]
    assert town.done == ["price a", "order w"]
    result = elsewhere.invoke(Command(resume={"decisions": [{"type": "approve"}]}), CONFIG)
    assert second.value["action_requests"][0]["args"] == {"item": "z"}
    assert town.done == ["price a", "order w", "order z"]
    assert result["messages"][-1].text == (
        "it says 1 ['a person refused this call: no', {'ordered': 'w'}]\n{'ordered': 'z'}\n"
        'Not confirmed as done: order(item="x"): a person refused this call: no'
    )


def test_other_middleware_sees_the_calls_of_a_program() -> None:
    """Each of them, by its own tool's name."""
    seen = list[str]()

    @wrap_tool_call
    def watch(request: Any, handler: Any) -> Any:
        seen.append(request.tool_call["name"])
        return handler(request)

    Town().agent(_code(SUM), _last, middleware=[Programs(), watch]).invoke(ASK)
    assert seen == ["price"] * 3


def test_approve_asks_about_tools_by_name() -> None:
    """Whatever the policy says of them."""
    town = Town()
    agent = town.agent(_code('print(await price("a"))'), middleware=[Programs(approve={"price"})],
                       checkpointer=InMemorySaver(), store=InMemoryStore())  # fmt: skip
    assert agent.invoke(ASK, CONFIG)["__interrupt__"] and town.done == []
