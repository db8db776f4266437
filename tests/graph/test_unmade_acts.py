"""An act that was not made is never passed off as done: code says so, whatever the answer says or leaves out."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph import ToolError, effects
from smurfs_graph.middleware import Programs
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel
from tests.graph.test_policy import policy_file
from tests.graph.test_programs import code
from tests.graph.test_tools_that_act import Made, call, graph_of
from tests.scripts import CONFIG, FUSED, Turns, asks_nobody, build, finish, results_in, script

LOOK, WIPE_A, WIPE_B = call("look"), call("wipe", name="a"), call("wipe", name="b")
DONE = "all is done"
"""What every model here says at the end."""
APPROVED = {"decisions": [{"type": "approve"}]}
REJECTED = {"decisions": [{"type": "reject", "message": "not that one"}]}
RULE = "rules:\n  - {{decision: {}, tools: wipe, arguments: {{name: ^a$}}, because: it is old}}\n"


class Disks:
    """Disks of which `a` is not wiped at first, for a reason that differs from kind to kind."""

    def __init__(self, kind: str) -> None:
        self.kind, self.tried = kind, list[str]()

    def tools(self) -> list[Any]:
        """A read, and a function that says nothing of its effects."""

        @effects("read")
        def look() -> str:
            """Look at the disks."""
            return "there are a and b"

        def wipe(name: str) -> str:
            """Wipe a disk."""
            self.tried.append(name)
            if name == "a" and self.kind == "complaint":
                raise ToolError("there is no disk a")
            if name == "a" and self.kind.startswith(("failed", "made later")) and len(self.tried) == 1:
                raise RuntimeError("the controller is on fire")
            return "wiped"

        return [look, wipe]


def swallowing(calls: Sequence[Made]) -> str:
    """Return a program that makes the calls and swallows their exceptions."""
    lines = ["async def attempt(work):\n    try:\n        await work\n    except Exception:\n        pass"]
    lines += [f"await attempt({tool}(**{arguments!r}))" for tool, arguments in calls]
    return "\n".join([*lines, "print('done')"])


def programmed(tools: Sequence[Any], *calls: Made, **given: Any) -> AnywhereGraph:
    """Make the calls in a program."""
    return Turns(code(swallowing(calls)), DONE, tools=tools, step_shape="code", **given).graph


def reacting(tools: Sequence[Any], *calls: Made, **given: Any) -> AnywhereGraph:
    """Make the calls in ReAct's rounds."""
    rounds = [{"thought": tool, "tool": tool, "arguments": arguments} for tool, arguments in calls]
    return build(tools, script(executor_react=[*rounds, finish(DONE)]), strategy="react", **given).graph


WAYS: dict[str, Callable[..., AnywhereGraph]] = {
    "native": partial(graph_of, "native"),
    "fused": partial(graph_of, "fused"),
    "split": partial(graph_of, "split"),
    "program": programmed,
    "react": reacting,
}
KINDS: dict[str, tuple[Sequence[Made], str]] = {
    "denied": ([WIPE_A, LOOK], "the policy forbids this call (it is old)"),
    "rejected": ([WIPE_A, LOOK], "a person refused this call: not that one"),
    "unattended": ([WIPE_A, LOOK], "a person has to approve this call, and nobody has (it is old)"),
    "failed": ([WIPE_A, LOOK], "RuntimeError: the controller is on fire"),
    "denied, and another made": ([WIPE_A, WIPE_B], "the policy forbids this call (it is old)"),
    "complaint": ([WIPE_A, WIPE_B], ""),
    "made later": ([WIPE_A, LOOK, WIPE_A], ""),
    "made later, withdrawn before": ([WIPE_A, WIPE_A, LOOK, WIPE_A], ""),
}
"""The calls that a model makes, and why the first one stays unmade; nothing where it is made good."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_act_that_was_not_made_stands_in_the_result(kind: str, way: str, tmp_path: Path) -> None:
    """With its tool, its arguments and the reason, and the run is partial; what was made good later is none."""
    calls, why = KINDS[kind]
    given: dict[str, Any] = {"checkpointer": InMemorySaver()}
    if kind.startswith("denied"):
        given["policy"] = policy_file(tmp_path, RULE.format("deny"))
    if kind in ("rejected", "unattended"):
        given |= {"policy": policy_file(tmp_path, RULE.format("ask")), "unattended": kind == "unattended"}
    disks = Disks(kind)

    graph = WAYS[way](disks.tools(), *calls, **given)
    result = graph.invoke({"query": "Wipe the disks."}, CONFIG)
    if kind == "rejected":
        [question] = result["__interrupt__"]
        result = graph.invoke(Command(resume={question.id: REJECTED}), CONFIG)

    assert DONE in result["answer"]
    told = [(item.content, item.reason) for item in result["not_found"]]
    assert told == ([('wipe(name="a")', why)] if why else [])
    assert result["stop_reason"] == ("partial" if why else "answered")
    said = [claim for claim in result["claims"] if claim.text == DONE]  # of a deliverer it is a part of a sentence
    assert all(claim.supported == (not why) for claim in said)
    is_called = kind.startswith(("failed", "complaint", "made later"))
    assert ("a" in disks.tried) == is_called


@pytest.mark.parametrize("unattended", [True, False])
def test_a_program_that_nobody_approved_stands_there_as_a_whole(unattended: bool) -> None:
    """What it was to do, nobody knows; what was found before it does not make up for it."""
    disks = Disks("")
    programs = [code("print(await look())"), code('await wipe(name="a")')]
    given: dict[str, Any] = {"step_shape": "code", "checkpointer": InMemorySaver()}
    graph = Turns(*programs, DONE, tools=disks.tools(), approve=["programs"], **given).graph
    result = graph.invoke({"query": "Wipe the disks."}, CONFIG)
    [question] = result["__interrupt__"]
    result = graph.invoke(Command(resume={question.id: APPROVED}), CONFIG, context={"unattended": unattended})
    if not unattended:
        [question] = result["__interrupt__"]
        result = graph.invoke(Command(resume={question.id: REJECTED}), CONFIG)
    assert (disks.tried, result["stop_reason"]) == ([], "partial")
    assert [item.content for item in result["not_found"]] == ['run_python(code="await wipe(name=\\"a\\")")']


def test_calls_beyond_a_programs_limit_are_not_made_up_for_by_the_first_of_them() -> None:
    """It alone is on record, for all of them."""
    disks = Disks("")
    calls = [call("wipe", name=name) for name in "abcd"]
    programs = [code(swallowing(calls)), code('await wipe(name="c")')]
    graph = Turns(*programs, DONE, tools=disks.tools(), step_shape="code", max_program_calls=2).graph
    result = graph.invoke({"query": "Wipe the disks."}, CONFIG)
    assert (disks.tried, result["stop_reason"]) == (["a", "b", "c"], "partial")
    assert [item.reason for item in result["not_found"]] == ["the limit of 2 calls a program is reached"]


def test_a_tool_that_is_not_shown_for_its_policy_exists(tmp_path: Path) -> None:
    """Whoever calls it all the same hears of the policy, not that there is no such tool."""
    policy = policy_file(tmp_path, "rules:\n  - {decision: deny, tools: wipe, because: it is old}\n")
    result = graph_of("native", Disks("").tools(), WIPE_A, LOOK, policy=policy).invoke({"query": "Wipe the disks."})
    told = [(item.content, item.reason) for item in result["not_found"]]
    assert told == [('wipe(name="a")', "the policy forbids this call (it is old)")]


def test_a_call_of_a_withdrawn_tool_in_a_program_is_no_complaint_about_arguments() -> None:
    """Another success of the tool does not make up for it."""
    disks = Disks("failed")
    programs = ['await wipe(name="a")', 'await wipe(name="b")', "print(await look())", 'await wipe(name="a")']
    graph = Turns(*map(code, programs), DONE, tools=disks.tools(), step_shape="code").graph
    result = graph.invoke({"query": "Wipe the disks."}, CONFIG)
    assert (disks.tried, result["stop_reason"]) == (["a", "a"], "partial")
    told = [(item.content, item.reason) for item in result["not_found"]]
    assert told == [('wipe(name="b")', "this tool is withdrawn here: RuntimeError: the controller is on fire")]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "unattended"])
def test_a_program_in_an_agent_says_what_it_has_not_made(kind: str, tmp_path: Path) -> None:
    """It swallowed the exceptions and printed "done": the model of `create_agent` hears of them all the same."""
    calls, why = KINDS[kind]
    rule = "ask" if kind == "rejected" else "deny"
    given: dict[str, Any] = (
        {"policy": policy_file(tmp_path, RULE.format(rule))} if rule == "ask" or "denied" in kind else {}
    )
    replies = [code(swallowing(calls)), AIMessage(DONE)]
    model = ScriptedModel(asks_nobody, caller=lambda messages, tools: replies.pop(0))
    kept: dict[str, Any] = {"checkpointer": InMemorySaver(), "store": InMemoryStore()}
    agent: Any = create_agent(model, Disks(kind).tools(), middleware=[Programs(**given)], **kept)

    result = agent.invoke({"messages": [("user", "Wipe the disks.")]}, CONFIG)
    if kind == "rejected":
        result = agent.invoke(Command(resume=REJECTED), CONFIG)

    [told] = results_in(result["messages"])
    assert told == "\n".join(["done", *([f'Not confirmed as done: wipe(name="a"): {why}'] if why else [])])


def several(*calls: Made, left: Sequence[Made] = (), **given: Any) -> dict[str, Any]:
    """The result of a run in which a fused step holds several calls, and a later one what is left."""
    steps = [[{"tool": tool, "arguments": arguments} for tool, arguments in each] for each in (calls, left) if each]
    status = ["pending"] * (len(steps) - 1) + ["solved"]
    decisions = [{"thought": "all at once", "calls": made} for made in steps]
    verdicts = [{"answer": DONE, "status": each, "hint": "go on", "missing": ""} for each in status]
    replies = script(executor_fused=decisions, answer_fused=verdicts)
    kept = {"checkpointer": InMemorySaver()}  # each act is made alone
    return build(Disks("").tools(), replies, **kept, **FUSED, **given).run("Wipe the disks.", CONFIG)


@pytest.mark.parametrize(
    ("result", "unmade"),
    [
        (lambda: several(WIPE_A, WIPE_B), ['wipe(name="b")']),
        (lambda: several(WIPE_A, WIPE_B, left=[WIPE_B]), []),
        (lambda: several(LOOK, WIPE_A), ['wipe(name="a")']),
        (lambda: several(LOOK, call("wipe", disk="a"), max_restarts=0), ['wipe(disk="a")']),
        (lambda: several(LOOK, WIPE_A, WIPE_B, max_steps=2), ['wipe(name="a")', 'wipe(name="b")']),
    ],
    ids=["left behind", "made in the next step", "behind a read", "wrong", "too many"],
)
def test_acts_that_a_step_leaves_out_stand_there(result: Callable[[], dict[str, Any]], unmade: list[str]) -> None:
    """A step makes its acts one by one, and what is left to the next may be forgotten there."""
    found = result()
    assert sorted(item.content for item in found["not_found"]) == unmade
    assert found["stop_reason"] == ("partial" if unmade else "answered")


def test_a_program_that_was_never_run_stands_there() -> None:
    """It names a tool that there is not, as one that a policy withholds, and no other program comes after it."""
    programs = [code("print(await look())"), code('await erase(name="a")')]
    result = Turns(*programs, DONE, tools=Disks("").tools(), step_shape="code").result()
    assert [item.content for item in result["not_found"]] == ['run_python(code="await erase(name=\\"a\\")")']
    assert result["stop_reason"] == "partial"


def test_a_program_in_an_agent_names_the_call_that_a_person_wrote(tmp_path: Path) -> None:
    """What they edited is what failed, and not what the model had wanted."""
    replies = [code(swallowing([WIPE_B])), AIMessage(DONE)]
    model = ScriptedModel(asks_nobody, caller=lambda messages, tools: replies.pop(0))
    policy = policy_file(tmp_path, "rules:\n  - {decision: ask, tools: wipe, because: it is old}\n")
    kept: dict[str, Any] = {"checkpointer": InMemorySaver(), "store": InMemoryStore()}
    agent: Any = create_agent(model, Disks("failed").tools(), middleware=[Programs(policy=policy)], **kept)
    agent.invoke({"messages": [("user", "Wipe the disks.")]}, CONFIG)
    edit = {"type": "edit", "edited_action": {"name": "wipe", "args": {"name": "a"}}}
    result = agent.invoke(Command(resume={"decisions": [edit]}), CONFIG)
    [told] = results_in(result["messages"])
    assert told.splitlines()[1:] == ['Not confirmed as done: wipe(name="a"): RuntimeError: the controller is on fire']
