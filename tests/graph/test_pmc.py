"""PMC, held to the sentences of its paper (Zhang et al. 2024), on the nodes that the other strategies have."""

import asyncio
import json
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.graph.sides import CALLED, TOOLS, call
from tests.scripts import Reply, build, finish, script
from tests.servers.enforcing import enforce
from tests.servers.hostile import Body, Handler, HostileServer, completion

LOOK = ["executor.react.pmc", "executor.react.pmc"]
"""The calls of a sub-task that takes one look."""


def task(name: str, *depends_on: str, tools: tuple[str, ...] = ("left", "right"), **more: Any) -> dict[str, Any]:
    """A sub-task of the manager's."""
    return {"id": name, "content": f"find {name}", "depends_on": list(depends_on), "tools": list(tools), **more}


def test_the_manager_splits_the_request_itself() -> None:
    """Section 4.1.1: "it decomposes the intricate task T into a set of interconnected sub-tasks"."""
    built = build(TOOLS, script(manager_pmc={"sub_tasks": [task("a"), task("b")]}), strategy="pmc")
    result = built.run()
    assert [each.id for each in result["plan"].sub_tasks] == ["a", "b"]
    assert sorted(built.calls()[1:-1]) == sorted([*LOOK, *LOOK])
    assert built.calls()[0] == "manager.pmc"


def test_an_executor_has_the_tools_that_it_was_given() -> None:
    """Appendix G.1: ""tool" is the list of tools required for each step of execution", and section 4.1.2: a design "for
    each executor, depending on the specific tools available to them". A call of another tool is not made.
    """
    rounds = [call("right"), call("left"), finish("there")]
    built = build(
        TOOLS, script(manager_pmc={"sub_tasks": [task("a", tools=("left",))]}, executor_react=rounds), strategy="pmc"
    )
    built.run()
    first, second, *_ = built.sections("executor.react.pmc")
    assert '"left"' in first["documents"] and '"right"' not in first["documents"]
    assert "there is no tool 'right'" in second["history"]
    assert CALLED == ["left x"]


def test_the_manager_says_the_main_task_and_what_it_knows_for_the_tools() -> None:
    """Appendix G.1, the template: "main_task", and of each sub-task its "parameters": "the parameters required for each
    tool". The executor and the supervisor see them.
    """
    known = [{"name": "word", "value": "sea"}]
    plan = {"main_task": "look around", "sub_tasks": [task("a", parameters=known), task("b", "a", parameters=known)]}
    built = build(TOOLS, script(manager_pmc=plan), strategy="pmc")
    result = built.run()
    assert result["plan"].main_task == "look around"
    assert [each.parameters for each in result["plan"].sub_tasks] == [{"word": "sea"}] * 2
    assert 'parameters: {"word": "sea"}' in built.sections("executor.react.pmc")[0]["sub_task"]
    assert 'parameters: {"word": "sea"}' in built.sections("supervisor")[0]["sub_task"]


def test_a_server_that_holds_to_schemas_lets_the_manager_write_all_of_a_plan() -> None:
    """Appendix G.1: "tool" is "the list of tools required", however many; nothing else may be called."""
    tools = [named(f"look_{number}") for number in range(8)]
    names = [each.__name__ for each in tools]
    known = [{"name": "word", "value": "sea"}]
    plan = {"main_task": "look around", "sub_tasks": [task("a", tools=tuple(names), parameters=known)]}
    scripted = script(manager_pmc=plan)

    def behave(handler: Handler, body: Body) -> None:
        said = json.loads(handler.owner.honest(body))
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        handler.send(200, completion(json.dumps(enforce(said, schema) if schema else said)))

    with fresh_registry(), HostileServer(behave, scripted) as server:
        settings = Settings.checked(model="openai:any", base_url=server.base_url, strategy="pmc")
        result = build_graph(settings, tools).invoke({"query": "q"})
    first = result["plan"].sub_tasks[0]
    assert (result["plan"].main_task, first.parameters, first.tools) == ("look around", {"word": "sea"}, tuple(names))


def named(name: str) -> Any:
    """A tool of that name that looks somewhere."""

    def look(word: str = "x") -> str:
        return f"{word} is there"

    look.__name__ = name
    look.__doc__ = f"Look, as {name} does."
    return look


def test_an_executor_works_by_pmcs_rules() -> None:
    """Appendix G.1: "You must mention what information you have obtained from previous use of tools", "consider using
    alternative tools", "do not make any assumptions using your internal knowledge", "as detailed as possible".
    """
    built = build(TOOLS, strategy="pmc")
    built.run()
    said = next(asked.system for asked in built.model.asked if asked.call == "executor.react.pmc")
    for rule in ("what you have obtained so far", "another one", "from your own knowledge", "as detailed as possible"):
        assert rule in said


@pytest.mark.parametrize("window", [None, 200_000])
def test_the_supervisor_writes_what_a_dependant_is_to_do(window: int | None) -> None:
    """Section 4.1.3: "the supervisor agent acts before the commencement of T_i. It rewrites T_i by referencing the
    outcomes of all neighboring sub-tasks", those with "direct inter-dependencies"; section 4.2: the executor is given
    "the refined T_i".

    Also where the model could read all that was found.
    """
    plan = {"sub_tasks": [task("a"), task("b", "a"), task("c", "b")]}
    rounds = [each for said in ("one", "two", "three") for each in (call("left", word=said), finish(said))]
    replies = script(
        manager_pmc=plan,
        executor_react=rounds,
        supervisor=lambda seen: {"content": f"concrete after {seen['dependencies'].rpartition(': ')[2]}"},
    )
    model = ScriptedModel(replies, **({"profile": {"max_input_tokens": window}} if window else {}))
    built = build(TOOLS, model=model, strategy="pmc")
    built.run()
    assert built.calls()[1:-1] == [*LOOK, "supervisor", *LOOK, "supervisor", *LOOK]
    last = built.sections("supervisor")[-1]["dependencies"]
    assert "two" in last and "one" not in last
    executor = built.sections("executor.react.pmc")[-1]
    assert "concrete after two" in executor["sub_task"] and "dependencies" not in executor


@pytest.mark.parametrize(
    ("settings", "together"), [({}, True), ({"undeclared": "read"}, True), ({"undeclared": "write"}, False)]
)
def test_parts_that_depend_on_nothing_run_side_by_side(settings: dict[str, Any], *, together: bool) -> None:
    """Section 4.2, a directed graph: a sub-task waits for its prerequisites alone, unless it is said that functions
    which declare nothing change something.
    """
    begun = list[str]()

    async def look(place: str) -> str:
        """Look at a place, and wait for the others to begin."""
        begun.append(place)
        for _ in range(200 if together else 5):
            if len(begun) == 4:
                break
            await asyncio.sleep(0.01)
        CALLED.append(f"{place} of {len(begun)}")
        return "there"

    parts = [task(name, tools=("look",)) for name in "abcd"]
    rounds: Reply = lambda seen: finish("there") if "history" in seen else call("look", place=seen["sub_task"])  # noqa: E731
    built = build([look], script(manager_pmc={"sub_tasks": parts}, executor_react=rounds), strategy="pmc", **settings)
    assert built.run()["stop_reason"] == "answered"
    places = [f"find {name} of {4 if together else at}" for at, name in enumerate("abcd", 1)]
    assert sorted(CALLED) == places


def test_constraints_are_local_or_the_one_global_one() -> None:
    """Section 4.2: local constraints are "given as the auxiliary information together with the refined T_i"; G.1: "You
    must only output one global constraint"; section 4.1.4: the deliverer synthesizes "while ensuring alignment
    with the global constraints". No code checks them, and there is no solver.
    """
    plan = {
        "sub_tasks": [task("a", constraints=["below 9"])],
        "constraints": [
            {"text": "all below 9", "check": {"kind": "each", "field": "price", "op": "<=", "value": 9}},
            "nothing twice",
        ],
    }
    built = build(TOOLS, script(manager_pmc=plan), strategy="pmc")
    result = built.run()
    assert "constraint: below 9" in built.sections("executor.react.pmc")[0]["sub_task"]
    assert [(each.text, each.check) for each in result["plan"].global_constraints] == [("all below 9", None)]
    assert built.sections("deliverer.inference")[0]["constraints"] == "- all below 9"
    assert result["constraints"] == []


@pytest.mark.parametrize(("settings", "reason"), [({}, "partial"), ({"chain_nodes": 300}, "tool_call_budget")])
def test_thirty_steps_and_no_second_plan(settings: dict[str, Any], reason: str) -> None:
    """Section 5.1.1: "a plan has to be delivered within 30 steps (including planning and execution)": the plan and 29
    calls, also for one sub-task, whatever the settings allow.
    """
    built = build(
        TOOLS,
        script(executor_react=lambda _: call("left", word=str(len(CALLED)))),
        strategy="pmc",
        max_replans=5,
        max_tool_calls=200,
        **settings,
    )
    result = built.run()
    assert (len(CALLED), result["stop_reason"]) == (29, reason)
    assert built.calls().count("manager.pmc") == 1
