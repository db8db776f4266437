"""Programs beside LangChain's own approvals, tools of the agent's state, and replies that use ids again."""

import asyncio
from typing import Annotated, Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, TodoListMiddleware
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import InjectedToolCallId, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph import ConfigurationError, effects
from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.policy import Policy, Rule
from tests.embedding.test_programs_middleware import ASK, Town
from tests.scripts import CONFIG, asks_nobody, calling, results_in

PARALLEL = """
async def settle(item):
    try:
        return await order(item)
    except Exception as error:
        return str(error)
print(await price("a"))
print(await asyncio.gather(settle("x"), settle("y")))
"""
ALLOWED = Policy(default="allow")


def reviewer(mode: Any = "per_call") -> HumanInTheLoopMiddleware[Any, Any, Any]:
    """Of orders."""
    return HumanInTheLoopMiddleware(interrupt_on={"order": True}, interrupt_mode=mode)


def kept() -> dict[str, Any]:
    """Return the storage of a run."""
    return {"checkpointer": InMemorySaver(), "store": InMemoryStore()}


def code(source: str) -> Any:
    """A reply with a program."""
    return calling("run_python", {"code": source})


def last(messages: Any) -> str:
    """An answer with the last result."""
    return f"it says {results_in(messages)[-1]}"


@pytest.mark.parametrize("is_async", [True, False])
@pytest.mark.parametrize(
    "middleware",
    [
        [Programs(policy=ALLOWED), reviewer("batched")],
        [reviewer("batched"), Programs(policy=ALLOWED)],
        [reviewer(), Programs(policy=ALLOWED)],
        [TodoListMiddleware(), Programs(policy=ALLOWED), TodoListMiddleware(), reviewer("batched")][1:],
    ],
)
async def test_approvals_that_programs_would_go_around_are_refused(middleware: Any, is_async: bool) -> None:
    """Before anything is called, in a line that says what to do."""
    town = Town()
    agent = town.agent(code(PARALLEL), middleware=middleware, **kept())
    with pytest.raises(
        ConfigurationError, match=r"would not see the calls of order .* Programs\(approve=\{'order'\}\)"
    ):
        await agent.ainvoke(ASK, CONFIG) if is_async else agent.invoke(ASK, CONFIG)
    assert town.done == []


@pytest.mark.parametrize("is_async", [True, False])
async def test_a_reviewer_of_single_calls_is_asked_about_each(is_async: bool) -> None:
    """One after the other; each answer is its call's, and nothing is made twice or before."""
    town = Town()
    agent = town.agent(code(PARALLEL), last, middleware=[Programs(policy=ALLOWED), reviewer()], **kept())

    async def go_on(given: Any) -> Any:
        return await agent.ainvoke(given, CONFIG) if is_async else agent.invoke(given, CONFIG)

    (first,) = (await go_on(ASK))["__interrupt__"]
    assert first.value["args"] == {"item": "x"} and town.done == ["price a"]
    (second,) = (await go_on(Command(resume={"type": "approve"})))["__interrupt__"]
    assert second.value["args"] == {"item": "y"} and town.done == ["price a", "order x"]
    result = await go_on(Command(resume={"type": "reject", "message": "not y"}))
    assert town.done == ["price a", "order x"]
    told = result["messages"][-1].text
    assert told.startswith("it says 1\n[{'ordered': 'x'}, ") and "not y" in told


def test_a_reviewer_of_whole_programs_may_stand_anywhere() -> None:
    """It sees what it is to approve."""
    whole = HumanInTheLoopMiddleware(interrupt_on={"run_python": True})
    town = Town()
    agent = town.agent(code("print(await price('a'))"), last, middleware=[Programs(), whole], **kept())
    assert agent.invoke(ASK, CONFIG)["__interrupt__"] and town.done == []
    agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), CONFIG)
    assert town.done == ["price a"]


def test_a_person_may_answer_in_a_calls_place() -> None:
    """The program is given it as what the call brought."""
    town = Town()
    agent = town.agent(code('print((await order("x"))["ordered"])'), last, middleware=[Programs()], **kept())
    agent.invoke(ASK, CONFIG)
    said = {"type": "respond", "message": '{"ordered": "by hand"}'}
    result = agent.invoke(Command(resume={"decisions": [said]}), CONFIG)
    assert result["messages"][-1].text == "it says by hand" and town.done == []


@tool
def remember(text: str, call_id: Annotated[str, InjectedToolCallId]) -> Command[Any]:
    """Remember a text."""
    return Command(update={"messages": [ToolMessage(f"remembered {text}", tool_call_id=call_id)]})


@tool
def whose(item: str, runtime: ToolRuntime[Any, Any]) -> str:
    """Say whose a thing is."""
    return f"{item} is {runtime.context['name']}'s"


def agent_of(
    tools: list[Any], *replies: Any, bound: list[list[str]] | None = None, policy: Any = None, **more: Any
) -> Any:
    """An agent with programs over these tools, whose model replies in turn; `bound`: is told what it is shown."""
    left = list(replies)

    def reply(messages: Any, shown: Any) -> Any:
        if bound is not None:
            bound.append([each["function"]["name"] for each in shown])
        said = left.pop(0)
        return said(messages) if callable(said) else said

    model = ScriptedModel(asks_nobody, caller=reply)
    return create_agent(model, tools, middleware=[Programs(policy=policy)], **more)


def test_tools_of_the_agents_state_stay_bound() -> None:
    """Others are called by programs alone: nothing that the policy or a person decides about is gone around."""
    bound = list[list[str]]()
    replies = (
        calling("remember", {"text": "this"}),
        calling("whose", {"item": "it"}),
        code("print(await whose('it'))"),
    )
    agent = agent_of([remember, whose], *replies, last, bound=bound, context_schema=dict)
    result = agent.invoke(ASK, context={"name": "Ada"})
    assert bound == [["run_python", "remember"]] * 4
    assert results_in(result["messages"]) == ["remembered this", "whose is called by programs: run_python",
                                              "it is Ada's"]  # fmt: skip


def test_the_policy_holds_for_tools_that_stay_bound() -> None:
    """Denied, asked about, and answered."""
    town = Town()
    replies = [calling("order", {"item": "x"}), calling("order", {"item": "y"}), last]
    agent = town.agent(*replies, middleware=[Programs(direct={"order"})], **kept())
    assert agent.invoke(ASK, CONFIG)["__interrupt__"] and town.done == []
    edit = {"type": "edit", "edited_action": {"name": "order", "args": {"item": "z"}}}
    assert agent.invoke(Command(resume={"decisions": [edit]}), CONFIG)["__interrupt__"]
    result = agent.invoke(Command(resume={"decisions": [{"type": "reject"}]}), CONFIG)
    assert town.done == ["order z"] and "a person refused this call" in result["messages"][-1].text


RULES = Policy(
    rules=(
        Rule(decision="deny", tools=("pay",), arguments={"to": "eve"}),
        Rule(decision="ask", tools=("pay",)),
    )
)


def paid(*decisions: Any, call: Any, direct: bool) -> list[str]:
    """What was paid, and to whom, after these decisions about one call."""
    made = list[str]()

    @effects("money")
    def pay(to: str = "eve", amount: int = 0) -> str:
        """Pay somebody."""
        made.append(f"{to} {amount}")
        return "paid"

    written = ", ".join(f"{name}={value!r}" for name, value in call.items())
    reply = calling("pay", call) if direct else code(f"print(await pay({written}))")
    replies = iter([reply, AIMessage("done")])
    model = ScriptedModel(asks_nobody, caller=lambda messages, tools: next(replies))
    programs = Programs(policy=RULES, direct={"pay"} if direct else ())
    agent: Any = create_agent(model, [pay], middleware=[programs], **kept())
    result = agent.invoke(ASK, CONFIG)
    if "__interrupt__" in result:
        agent.invoke(Command(resume={"decisions": [*decisions]}), CONFIG)
    return made


@pytest.mark.parametrize("direct", [True, False])
@pytest.mark.parametrize(
    ("edited", "made"), [({"to": "bob"}, ["bob 0"]), ({"to": "eve"}, []), ({}, [])], ids=["other", "denied", "defaults"]
)
def test_an_edit_is_what_runs_unless_it_is_denied(direct: bool, edited: Any, made: list[str]) -> None:
    """Also one that leaves all arguments out, which leaves their defaults to the policy."""
    edit = {"type": "edit", "edited_action": {"name": "pay", "args": edited}}
    assert paid(edit, call={"to": "ada", "amount": 900}, direct=direct) == made


@pytest.mark.parametrize("direct", [True, False])
def test_a_rule_looks_at_arguments_that_a_call_leaves_out(direct: bool) -> None:
    """As its tool gets them."""
    assert paid({"type": "approve"}, call={"amount": 900}, direct=direct) == []


def test_rules_and_limits_of_a_policy_hold() -> None:
    """A denied call raises in the program; calls of one tool go one by one where it says so, and end in time."""
    under_way, most = list[str](), list[int]()

    @effects("read")
    async def look(item: str) -> str:
        """Look at a thing."""
        under_way.append(item)
        most.append(len(under_way))
        await asyncio.sleep(0.01)
        under_way.remove(item)
        return item

    async def visit(place: str) -> str:
        """Visit a place."""
        await asyncio.sleep(30)
        return place

    denied = {"decision": "deny", "tools": ["visit"], "arguments": {"place": "home"}, "because": "nobody is in"}
    limits = [{"tools": ["look"], "concurrency": 1}, {"tools": ["visit"], "timeout": 0.2}]
    policy = Policy.model_validate({"rules": [denied], "limits": limits})
    visits = "for call in (visit('home'), visit('far')):\n    try:\n        await call\n"
    source = (
        f"print(await asyncio.gather(*[look(i) for i in 'abc']))\n{visits}    except Exception as e:\n        print(e)"
    )
    told = asyncio.run(agent_of([look, visit], code(source), last, policy=policy).ainvoke(ASK))["messages"][-1].text
    assert told == (
        "it says ['a', 'b', 'c']\nthe policy forbids this call (nobody is in)\n"
        "no answer within 0.2 s; whether it was made is not known\n"
        'Not confirmed as done: visit(place="home"): the policy forbids this call (nobody is in)\n'
        'Not confirmed as done: visit(place="far"): no answer within 0.2 s; whether it was made is not known'
    )
    assert most == [1, 1, 1]


def test_an_id_that_a_server_uses_again_is_another_program() -> None:
    """A program that comes again in a later reply is run anew."""
    town, again = Town(), code("print(await price('a'))")
    agent = town.agent(again, again.model_copy(), last, middleware=[Programs()], **kept())
    agent.invoke(ASK, CONFIG)
    assert town.done == ["price a", "price a"]
