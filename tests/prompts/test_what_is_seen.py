"""Each prompt holds what docs/reference/prompts.md allows, all of it, and nothing else."""

import json
from typing import Annotated, Any

import pytest
from langchain_core.tools import StructuredTool
from pydantic import Field, create_model

from smurfs_graph import ToolError, parse_event
from smurfs_graph.events.vocabulary import RoleAsked, StepRolledBack
from smurfs_graph.testing import Asked, ScriptedModel
from tests.prompts.oracle import Mint, Oracle, canaries
from tests.scripts import build, first_document, first_tool

SUB_TASKS = 2


class World:
    """Tools and a model in whose words every text is a canary."""

    def __init__(self, working: int) -> None:
        """So many tools that answer, and before them one that fails."""
        self.mint = Mint()
        self.query = self.mint.new("query")
        self.tools: list[Any] = []
        self.documents: dict[str, tuple[str, str]] = {}
        self.responses: dict[str, str] = {}
        for number in range(working + 1):
            self._add_tool(fails=number == 0)
        self.judged = 0

    def _add_tool(self, *, fails: bool) -> None:
        name, described, parameter = (self.mint.new(kind) for kind in ("name", "described", "parameter"))
        schema = create_model("Arguments", word=(Annotated[str, Field(description=parameter)], ...))

        def call(word: str) -> str:
            if fails:
                raise ToolError(self.mint.new("reason"), fault="tool")
            self.responses[word] = self.mint.new("response")
            return self.responses[word]

        tool = StructuredTool.from_function(
            call, name=name, description=described, args_schema=schema, metadata={"effects": ["read"]}
        )
        self.tools.append(tool)
        self.documents[name] = (described, parameter)

    def reply(self, call: str, sections: dict[str, str]) -> Any:
        """The model."""
        new = self.mint.new
        match call:
            case "planner":
                parts = [new("content") for _ in range(SUB_TASKS)]
                return {"needs_tool": True, "reason": new("why"), "sub_tasks": parts, "order": "chain"}
            case "supervisor":
                return {"content": sections["sub_task"], "parameters": {}}
            case "executor.thought":
                return {"thought": new("thought")}
            case "executor.tool":
                return {"tool": first_tool(sections)}
            case "executor.arguments":
                return {"word": new("argument")}
            case "executor.fused":
                tool = first_document(sections)
                return {"thought": new("thought"), "tool": tool, "arguments": {"word": new("argument")}}
            case "verifier":
                return self._verdict(sections)
            case "answer" | "answer.fused":
                return {"answer": new("answer")} | (self._verdict(sections) if call == "answer.fused" else {})
            case _:
                return {"answer": new("closing") if call == "answer.closing" else "as the outcomes say"}

    def _verdict(self, sections: dict[str, str]) -> dict[str, str]:
        """The first sub-task is never solved, the second one at its second answer."""
        self.judged += "content2" in sections["sub_task"]
        return {"status": "solved" if self.judged == 2 else "pending", "hint": self.mint.new("hint")}


def run(shape: str, strategy: str, *, exhaustive: bool) -> tuple[list[str], int]:
    """Run, then compare every prompt with what the oracle allows; gives the calls compared, and the rollbacks."""
    world = World(working=2)
    model = ScriptedModel(world.reply)
    options: dict[str, Any] = {"strategy": strategy, "planning": "always", "step_shape": shape, "max_replans": 0}
    options["max_restarts"] = 0  # else what is made up here goes back
    built = build(world.tools, model=model, max_depth=2, max_steps=9, exhaustive=exhaustive, **options)
    stream = built.graph.stream({"query": world.query}, stream_mode="custom", subgraphs=True)
    events = [parse_event(data) for _, data in stream]
    tells_undone = strategy == "full"  # Smurfs 3.2
    oracle = Oracle(world.query, world.documents, world.responses, tells_undone=tells_undone)
    compared: list[str] = []
    for event in events:
        if not isinstance(event, RoleAsked):
            oracle.follow(event)
            continue
        asked = model.asked[len(compared)]
        answers = [
            json.loads(earlier.reply)["answer"] for earlier in model.asked[: len(compared)] if earlier.call == "answer"
        ]
        expected = oracle.allowed(asked, answers[-1] if answers else "", lines=strategy == "full")
        assert canaries(asked.user) == expected, f"question {len(compared)}: {asked.call}\n{asked.user}"
        assert canaries(asked.system) == set()
        compared.append(asked.call)
    assert len(compared) == len(model.asked)
    return compared, sum(isinstance(event, StepRolledBack) for event in events)


@pytest.mark.parametrize("exhaustive", [True, False])
@pytest.mark.parametrize(
    ("shape", "strategy", "calls"),
    [
        ("split", "smurfs", "planner executor.thought executor.tool executor.arguments answer verifier deliverer"),
        ("fused", "full", "executor.fused answer.fused"),
    ],
)
def test_steps_see_what_the_table_allows(shape: str, strategy: str, calls: str, exhaustive: bool) -> None:
    """With failures, deeper steps, rollbacks and a closing answer; exactly the allowed texts in every prompt."""
    compared, rollbacks = run(shape, strategy, exhaustive=exhaustive)
    assert (rollbacks > 0) == exhaustive
    assert {*calls.split(), "answer.closing"} <= set(compared)


PLAN = {
    "reasoning": "zqreasoning1qz",
    "sub_tasks": [
        {"id": "a", "content": "zqcontenta1qz"},
        {"id": "b", "content": "zqcontentb1qz", "depends_on": ["a"], "constraints": [{"text": "zqlocalb1qz"}]},
        {"id": "c", "content": "zqcontentc1qz", "depends_on": ["b"]},
    ],
    "constraints": [{"text": "zqglobal1qz"}],
}
CONTENT = {"a": "zqcontenta1qz", "b": "zqcontentb1qz", "c": "zqcontentc1qz"}


def lookup(word: str = "x") -> str:
    """zqdescribed1qz

    Args:
        word: zqparameter1qz
    """
    return "zqresponse1qz"


def plan_reply(call: str, sections: dict[str, str]) -> Any:
    """A model for a plan graph: the answers name the sub-task that they are about."""
    task = next((name for name, content in CONTENT.items() if content in sections.get("sub_task", "")), "")
    return {
        "planner": {"needs_tool": True, "sub_tasks": ["zqlista1qz", "zqlistb1qz", "zqlistc1qz"]},
        "manager": PLAN,
        "supervisor": {"content": f"{CONTENT.get(task)} zqconcrete{task}1qz", "parameters": {"x": "zqvalue1qz"}},
        "executor.thought": {"thought": f"zqthought{task}1qz"},
        "executor.tool": {"tool": "lookup"},
        "executor.arguments": {},
        "answer": {"answer": f"zqanswer{task}1qz"},
        "verifier": {"status": "solved", "hint": ""},
        "deliverer": {"answer": "zqdelivered1qz", "sources": []},
        "deliverer.inference": {"answer": "zqdelivered1qz", "sources": []},
    }[call]


@pytest.fixture(scope="module")
def asked_for_a_plan() -> list[Asked]:
    """Every question of a run over a plan graph in which c builds on b, and b on a."""
    built = build([lookup], plan_reply, strategy="full", max_restarts=0)  # else what is made up here goes back
    result = built.graph.invoke({"query": "zqquery1qz"})
    assert [outcome.status for outcome in result["outcomes"].values()] == ["solved"] * 3
    return built.model.asked


def of(asked: list[Asked], call: str, content: str = "") -> set[str]:
    """The canaries of the questions of one call about one sub-task."""
    return set().union(*(canaries(a.user) for a in asked if a.call == call and content in a.user))


def test_the_manager_sees_the_list_and_the_tools_but_no_documents(asked_for_a_plan: list[Asked]) -> None:
    """Query, planner's list, names and descriptions."""
    seen = of(asked_for_a_plan, "manager")
    assert seen == {"zqquery1qz", "zqlista1qz", "zqlistb1qz", "zqlistc1qz", "zqdescribed1qz"}


def test_the_supervisor_sees_direct_predecessors_only(asked_for_a_plan: list[Asked]) -> None:
    """c's supervisor gets b's answer and not a's; a has nothing to supervise."""
    assert of(asked_for_a_plan, "supervisor", "zqanswera1qz") >= {"zqquery1qz", "zqcontentb1qz"}
    about_c = next(a for a in asked_for_a_plan if a.call == "supervisor" and "zqcontentc1qz" in a.sections["sub_task"])
    assert canaries(about_c.user) >= {"zqquery1qz", "zqcontentc1qz", "zqanswerb1qz"}
    assert not {"zqanswera1qz", "zqcontenta1qz", "zqresponse1qz"} & canaries(about_c.user)
    assert sum(a.call == "supervisor" for a in asked_for_a_plan) == 2


def test_nothing_further_upstream_reaches_a_search(asked_for_a_plan: list[Asked]) -> None:
    """In a plan graph, c's executor, answer and verifier know nothing of a."""
    about_c = [
        a
        for a in asked_for_a_plan
        if a.call not in ("manager", "deliverer") and "zqcontentc1qz" in a.sections.get("sub_task", "")
    ]
    assert len(about_c) == 6
    for asked in about_c:
        assert not {"zqanswera1qz", "zqthoughta1qz", "zqcontenta1qz"} & canaries(asked.user), asked.call


def test_local_constraints_reach_their_own_sub_task_and_global_ones_the_deliverer(
    asked_for_a_plan: list[Asked],
) -> None:
    """The verifier and the arguments of b see b's constraint; nobody else does; the whole's goes to the deliverer."""
    holders = {asked.call for asked in asked_for_a_plan if "zqlocalb1qz" in asked.user}
    assert holders == {"supervisor", "executor.arguments", "verifier"}
    assert {asked.call for asked in asked_for_a_plan if "zqglobal1qz" in asked.user} == {"deliverer.inference"}


def test_responses_reach_the_answer_role_and_nobody_else(asked_for_a_plan: list[Asked]) -> None:
    """The response itself never reaches another prompt; the planner's and manager's reasoning reaches none."""
    assert {asked.call for asked in asked_for_a_plan if "zqresponse1qz" in asked.user} == {"answer"}
    assert not any("zqreasoning1qz" in asked.user for asked in asked_for_a_plan)
