"""Smurfs and its ablations, held to the sentences of their paper (Chen et al. 2025, ACL; the fifth: its version 1)."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import ToolError, effects
from smurfs_graph.models.registry import LADDER
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.effects import Effect
from tests.graph.sides import CALLED, LONG, TOOLS, left, right
from tests.scripts import Built, build, script

STEP = ["executor.thought", "executor.tool", "executor.arguments", "answer", "verifier"]
PENDING, SOLVED = {"status": "pending", "hint": "look elsewhere"}, {"status": "solved"}


def names(tools: str) -> list[str]:
    """The tools of a list."""
    return [line.removeprefix("- ").partition(":")[0] for line in tools.splitlines()]


def test_sub_tasks_are_solved_one_after_the_other_with_what_was_found() -> None:
    """Section 3.3: "solve each sub-problem using DFSDT collaboratively in a sequential order. To utilize the answer of
    the previous sub-problem when solving subsequent sub-problem".
    """
    plan = {"needs_tool": True, "sub_tasks": ["first", "second"], "order": "independent"}
    built = build(TOOLS, script(planner=plan, executor_tool={"tool": "left"}))
    result = built.run()
    assert built.calls() == ["planner", *STEP, *STEP, "deliverer"]
    assert (result["stop_reason"], result["warnings"]) == ("answered", [])
    assert [outcome.status for outcome in result["outcomes"].values()] == ["solved", "solved"]
    assert [task.content for task in result["plan"].sub_tasks] == ["first", "second"]
    first, second = built.sections("executor.thought")
    assert "dependencies" not in first
    assert "it says x on the left" in second["dependencies"]


@pytest.mark.parametrize("shape", ["auto", "fused", "native"])
def test_a_step_is_always_five_calls(shape: str) -> None:
    """Section 3.4, equations 2 to 7: "EA.gen_thought(p, M, τ, h)", "EA.choose_tool", "EA.gen_arguments(p, M, D[α])",
    then answer and verifier: whatever a setting says and a model could do.
    """
    able = {"formats": frozenset(LADDER), "profile": {"tool_calling": True, "max_input_tokens": 128_000}}
    model = ScriptedModel(script(), fused_steps=True, caller=lambda *_: "It is there.", **able)
    built = build(TOOLS, model=model, step_shape=shape)
    built.run()
    assert built.calls() == ["planner", *STEP, "deliverer"]


def test_each_agent_sees_what_its_equation_names() -> None:
    """Section 3.4: "each inference process only uses the relevant part from the local memory and tool list"; "Answer: a
    = AA(q, r, M)"; "h, c = VA(q, a)".
    """
    replies = script(executor_tool=[{"tool": "long"}, {"tool": "left"}], verifier=[PENDING, SOLVED])
    built = build(TOOLS, replies)
    built.run()
    seen = {name: set(built.sections(name)[-1]) - {"date"} for name in STEP}
    assert seen["executor.thought"] == {"sub_task", "memory", "tools", "hint"}
    assert seen["executor.tool"] == {"sub_task", "thought", "tools"}
    assert seen["executor.arguments"] >= {"sub_task", "memory", "document"}
    assert seen["answer"] >= {"sub_task", "memory", "response"}
    assert seen["verifier"] >= {"sub_task", "answer"} and "response" not in seen["verifier"]
    assert not [each for name in STEP[:3] for each in built.sections(name) if LONG in str(each)]
    first, second = built.sections("executor.thought")
    assert "hint" not in first and second["hint"] == "look elsewhere"
    assert second["tools"] == first["tools"] and "it says yyy" in second["memory"]


def test_a_tool_that_fails_leaves_the_list_of_its_step() -> None:
    """Section 3.4: "Whenever an error occurs while using a tool τ_t,i at time t, the tool list at t τ_t will pop τ_t,i
    out and reperform tool selection".
    """
    built = build(TOOLS, script(executor_tool=[{"tool": "right"}, {"tool": "left"}]))
    result = built.run()
    first, second = built.sections("executor.thought")
    assert (names(first["tools"]), names(second["tools"])) == (["left", "right", "long"], ["left", "long"])
    assert "tried" not in first and "memory" not in second
    assert second["tried"] == "- right {}: failed (nothing is on the right)\n- right: withdrawn"
    assert [(item.tool, item.ok) for item in result["outcomes"]["s1"].evidence] == [("right", False), ("left", True)]
    assert CALLED == ["right x", "left x"]


@dataclass
class Yard:
    """A search that leads nowhere behind a gate, which opens once, and finds something on the left."""

    declared: Effect | None = None
    """Effect that the gate declares; the other tools declare nothing."""
    last: dict[str, str] = field(default_factory=lambda: SOLVED)
    """Verdict on what is found on the left."""
    settings: dict[str, Any] = field(default_factory=dict[str, Any])

    def built(self) -> Built:
        """The graph: it goes through the gate, tries what is there, wants nothing more, and looks to the left."""

        def gate() -> str:
            """Look behind the gate."""
            CALLED.append("gate")
            if CALLED.count("gate") > 1:
                raise ToolError("the gate is shut")
            return "a yard is behind it"

        tools = [effects(self.declared)(gate) if self.declared else gate, right, left]
        choices = [{"tool": tool} for tool in ("gate", "gate", "right", "none of these", "left")]
        replies = script(executor_tool=choices, verifier=[PENDING, self.last])
        return build(tools, replies, **self.settings)


def test_an_empty_list_rolls_the_last_step_back() -> None:
    """Section 3.4: "the local memory M will pop out the memory element m_t-1 at time t-1, and the tool list at time t-1
    τ_t-1 will pop out tool τ_t-1,j".
    """
    built = Yard().built()
    result = built.run()
    thoughts = built.sections("executor.thought")
    every = ["gate", "right", "left"]
    assert [names(each["tools"]) for each in thoughts] == [every, every, every[1:], every[2:], every[1:]]
    assert ["memory" in each for each in thoughts] == [False, True, True, True, False]
    assert ["hint" in each for each in thoughts] == [False, True, True, True, False]
    evidence = result["outcomes"]["s1"].evidence
    assert [(item.tool, item.rolled_back) for item in evidence if item.ok] == [("gate", True), ("left", False)]
    assert (result["outcomes"]["s1"].status, CALLED) == ("solved", ["gate", "gate", "right x", "left x"])


@pytest.mark.parametrize("strategy", ["smurfs", "smurfs-no-planner", "smurfs-no-answer"])
def test_a_trajectory_that_was_undone_is_not_seen_but_for_its_tool(strategy: StrategyName) -> None:
    """Section 3.2: "This local-global combined memory system ensures that the planning of the current solution
    trajectory is not influenced by the context of erroneous trajectories".
    """
    built = Yard(settings={"strategy": strategy}).built()
    built.run()
    *_, below, after = built.sections("executor.thought")
    assert below["tried"].splitlines()[1:] == [
        "- right {}: failed (nothing is on the right)",
        "- gate: withdrawn",
        "- right: withdrawn",
    ]
    assert after["tried"] == "- gate: withdrawn"


@pytest.mark.parametrize(
    ("declared", "settings", "rollbacks", "gates"),
    [
        (None, {}, 1, 2),
        (None, {"undeclared": "read"}, 1, 1),
        ("read", {}, 1, 1),
        ("read", {"undeclared": "write"}, 1, 1),
        (None, {"undeclared": "write"}, 0, 2),
        ("write", {}, 0, 2),
    ],
)
def test_a_rollback_passes_what_declares_no_change(
    declared: Effect | None, settings: dict[str, Any], rollbacks: int, gates: int, tmp_path: Path
) -> None:
    """As in the paper, whose tools all look things up, unless a setting says otherwise. Calls of what declares nothing
    are made as often as they are asked for; a read stands within its epoch.
    """
    allow = tmp_path / "allow.yaml"
    allow.write_text("default: allow")
    result = Yard(declared, settings={**settings, "policy": str(allow)}).built().run()
    outcome = result["outcomes"]["s1"]
    undone = [item.tool for item in outcome.evidence if item.rolled_back]
    assert (len(undone), CALLED.count("gate")) == (rollbacks, gates)
    assert outcome.status == ("solved" if rollbacks else "exhausted")


def test_where_steps_run_out_all_trajectories_make_the_answer() -> None:
    """Section 3.2: "The global memory, meanwhile, records all trajectories and is used to generate the sub-problem's
    answer by combining all trajectory records when the maximum number of retries is exceeded".
    """
    built = Yard(last=PENDING, settings={"max_steps": 4}).built()
    result = built.run()
    assert built.calls()[-2:] == ["answer.closing", "deliverer"]
    [closing] = built.sections("answer.closing")
    every = ["a yard is behind it", "the gate is shut", "nothing is on the right", "x on the left"]
    assert [text for text in every if text in closing["attempts"]] == every
    assert [item.rolled_back for item in result["outcomes"]["s1"].evidence] == [True, False, False, False]
    outcome = result["outcomes"]["s1"]
    assert (outcome.status, outcome.answer, result["stop_reason"]) == ("partial", "as far as it goes", "partial")


ABLATIONS: list[StrategyName] = [name for name in STRATEGIES if name.startswith("smurfs-")]


def test_the_ablations_are_there() -> None:
    """Smurfs, Table 5, and that of its first version, which adds agent by agent."""
    assert len(ABLATIONS) == 5


FOUND = {"answer": "x is on the left"}
COMPARE = {"needs_tool": True, "sub_tasks": ["look left", "compare what was found"], "order": "chain"}


@pytest.mark.parametrize("strategy", ["smurfs", "smurfs-no-answer"])
def test_a_sub_task_that_what_is_known_settles_needs_no_tool(strategy: StrategyName) -> None:
    """Figure 7: "you need to check whether the user's question requires you to call an external API to solve it", which
    the authors' code asks for each sub-task. Said once of a sub-task that builds on another one, it is judged.
    """
    replies = script(planner=COMPARE, executor_tool=[{"tool": "left"}, {"tool": "no tool needed"}], answer=FOUND)
    built = build(TOOLS, replies, strategy=strategy)
    result = built.run()
    assert (result["stop_reason"], CALLED) == ("answered", ["left x"])
    assert result["outcomes"]["s2"].status == "solved" and result["outcomes"]["s2"].answer
    lists = [each["tools"] for each in built.sections("executor.tool")]
    assert ["no tool needed" in each for each in lists] == [False, True]


def test_a_sub_task_that_was_doubted_is_not_settled_again_without_a_tool() -> None:
    """The verifier says pending: the search goes on with its hint, and is not asked the same for ever."""
    choices = [{"tool": "left"}, {"tool": "no tool needed"}, {"tool": "left"}]
    arguments = lambda _: {"word": str(len(CALLED))}  # noqa: E731
    replies = script(
        planner=COMPARE,
        executor_tool=choices,
        executor_arguments=arguments,
        answer=FOUND,
        verifier=[SOLVED, PENDING, SOLVED],
    )
    built = build(TOOLS, replies)
    result = built.run()
    assert (result["stop_reason"], CALLED) == ("answered", ["left 0", "left 1"])
    assert built.sections("executor.thought")[2]["hint"] == "look elsewhere"
    assert "no tool needed" not in built.sections("executor.tool")[2]["tools"]


@pytest.mark.parametrize("strategy", ["smurfs-no-verifier", "smurfs-no-answer-no-verifier"])
def test_without_the_verifier_such_a_sub_task_is_finished_at_once(strategy: StrategyName) -> None:
    """By the tool that ends the search, which is there from the beginning where others have found something."""
    choices = [{"tool": "left"}, {"tool": "finish"}, {"tool": "finish"}]
    result = build(TOOLS, script(planner=COMPARE, executor_tool=choices), strategy=strategy).run()
    assert (result["stop_reason"], CALLED) == ("answered", ["left x"])
    assert result["outcomes"]["s2"].status == "solved"


def test_without_answer_agent_and_verifier_planner_and_executor_do_it_alone() -> None:
    """Version 1, Table 5: full responses are memory, the executor ends the search, and what it has seen is the answer
    of the sub-task, word for word.
    """
    replies = script(executor_tool=[{"tool": "long"}, {"tool": "left"}, {"tool": "finish"}])
    built = build(TOOLS, replies, strategy="smurfs-no-answer-no-verifier")
    result = built.run()
    assert {name.partition(".")[0] for name in built.calls()} == {"planner", "executor", "deliverer"}
    assert LONG in built.sections("executor.thought")[1]["memory"]
    assert result["outcomes"]["s1"].answer == f"{LONG}\nx on the left"
    assert (result["outcomes"]["s1"].status, result["stop_reason"]) == ("solved", "answered")


def test_a_closing_reply_that_cannot_be_read_is_asked_for_again_without_a_verifier_too() -> None:
    """The graph of the ablation has the way back to the question."""
    replies = script(executor_tool=[{"tool": "left"}, {"tool": "finish"}], answer_closing=["", {"answer": "so far"}])
    result = build(TOOLS, replies, strategy="smurfs-no-verifier").run()
    assert result["outcomes"]["s1"].answer == "so far"


def test_without_the_answer_agent_full_responses_are_memory_and_verifier_input() -> None:
    """Section 5: "Without Answer Agent, the framework uses full tool response instead of the summary of tool response
    in its memory": the one exception to what prompts may see.
    """
    replies = script(executor_tool=[{"tool": "long"}, {"tool": "left"}], verifier=[PENDING, SOLVED])
    built = build(TOOLS, replies, strategy="smurfs-no-answer")
    result = built.run()
    assert "answer" not in built.calls()
    assert built.sections("verifier")[0]["answer"] == LONG
    assert LONG in built.sections("executor.thought")[1]["memory"]
    assert result["outcomes"]["s1"].answer == "x on the left"


@pytest.mark.parametrize("strategy", ["smurfs-no-verifier", "smurfs-no-planner-no-verifier"])
def test_without_the_verifier_the_executor_ends_the_search(strategy: StrategyName) -> None:
    """Section 5: "including a finish tool into the tool library and deciding whether to stop at tool choice step". The
    tool to finish joins the list once there is something to end with.
    """
    replies = script(executor_tool=[{"tool": "left"}, {"tool": "finish"}])
    built = build(TOOLS, replies, strategy=strategy)
    result = built.run()
    assert "verifier" not in built.calls()
    first, second = (each["tools"] for each in built.sections("executor.tool"))
    assert "finish" not in first
    assert "- finish: End the search" in second
    assert (result["outcomes"]["s1"].status, result["outcomes"]["s1"].answer) == ("solved", "as far as it goes")
    assert [(item.tool, item.ok) for item in result["outcomes"]["s1"].evidence] == [("left", True)]


@pytest.mark.parametrize("strategy", ["smurfs-no-planner", "smurfs-no-planner-no-verifier"])
def test_without_the_planner_the_query_is_the_one_sub_task(strategy: StrategyName) -> None:
    """Section 5: "Without Planning Agent, the framework uses Verifier Agent to decide whether the task is completed",
    if there is one; and no model is asked for a plan.
    """
    built = build(TOOLS, script(executor_tool=[{"tool": "left"}, {"tool": "finish"}]), strategy=strategy)
    result = built.run()
    assert "planner" not in built.calls()
    assert ("verifier" in built.calls()) == (strategy == "smurfs-no-planner")
    assert [task.content for task in result["plan"].sub_tasks] == ["q"]


@pytest.mark.parametrize("strategy", ABLATIONS)
def test_an_ablation_is_of_split_steps(strategy: StrategyName) -> None:
    """Section 5: "We removed each agent individually, except for the indispensible Executor Agent": the rest stays as
    it is, whatever the setting says.
    """
    replies = script(executor_tool=[{"tool": "left"}, {"tool": "finish"}])
    built = build(TOOLS, replies, strategy=strategy, step_shape="fused")
    built.run()
    assert {name for name in built.calls() if name.startswith("executor")} == set(STEP[:3])
