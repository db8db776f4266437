"""The strategies of the papers: each does what its paper says, on the same tools, budgets and approvals."""

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.settings import StrategyName
from smurfs_graph.strategies import STRATEGIES
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.path import calls_on_path
from tests.graph.sides import CALLED, LONG, TOOLS, call, left, right
from tests.scripts import CONFIG, build, finish, script


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_answers_and_accounts_for_it(strategy: StrategyName) -> None:
    """One result for all: an answer, its sources, evidence, usage per role, no warning."""
    replies = script(
        executor_tool=lambda sections: {"tool": "finish" if "- finish:" in sections["tools"] else "left"},
        answer_closing=lambda sections: {"answer": sections["attempts"]},
    )
    result = build(TOOLS, replies, strategy=strategy).run()
    assert result["stop_reason"] == "answered"
    assert "x on the left" in result["answer"]
    assert result["sources"] == ["s1"]
    assert [item.tool for item in result["outcomes"]["s1"].evidence] == ["left"]
    assert result["usage"].tool_calls == 1
    assert result["warnings"] == []
    assert CALLED == ["left x"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_ends_within_its_budget(strategy: StrategyName) -> None:
    """With the stop reason of the budget, and with what was found until then."""
    built = build(
        TOOLS,
        script(
            executor_react=lambda _: call("left", word=str(len(CALLED))),
            planner_umi={"rationale": "more", "next": "caller"},
            caller=lambda _: call("left", word=str(len(CALLED))),
            executor_arguments=lambda _: {"word": str(len(CALLED))},
            verifier={"status": "pending"},
        ),
        strategy=strategy,
        max_llm_calls=9,
        chain_nodes=300,
        max_depth=50,
        max_replans=0,
    )
    result = built.run()
    assert result["stop_reason"] == "llm_call_budget"
    assert len(built.model.asked) <= 9
    assert all("on the left" in item.text for item in result["outcomes"]["s1"].evidence if item.ok)
    assert result["answer"]


def test_react_sees_everything_and_goes_on_until_it_finishes() -> None:
    """α-UMi, section 3.1, of ReAct: "the LLM M generates a rationale r_t and an action a_t based on the instruction and
    the current state of the system", which is "the previous execution trajectory".

    Full documents, and every observation in full in every later prompt.
    """
    replies = [call("long"), call("left"), finish("there")]
    built = build(TOOLS, script(executor_react=replies), strategy="react")
    result = built.run()
    assert result["answer"] == "there"
    first, second, third = built.sections("executor.react")
    assert [json.loads(line)["name"] for line in first["documents"].splitlines()] == ["left", "right", "long"]
    assert LONG in second["history"]
    assert LONG in third["history"]
    assert "x on the left" in third["history"]
    assert "tried" not in third


@pytest.mark.parametrize("obeys", [True, False])
def test_the_last_round_of_react_can_finish_and_nothing_else(obeys: bool) -> None:
    """No observation is delivered as it came: the model says what it found, or is asked once more for an answer."""

    def reply(sections: dict[str, str]) -> dict[str, Any]:
        last = "documents" not in sections
        return finish("as it seems, left") if last and obeys else call("left", word=str(len(CALLED)))

    built = build(TOOLS, script(executor_react=reply), strategy="react", chain_nodes=9)
    result = built.run()
    prompts = built.sections("executor.react")
    assert ["documents" in each for each in prompts] == [True, True, False]
    assert len(CALLED) == 2
    assert result["answer"] == ("as it seems, left" if obeys else "as far as it goes")
    assert result["stop_reason"] == "partial"  # it could not go on, whatever it says


def test_a_tool_with_a_cursor_knows_the_calls_of_its_chain() -> None:
    """HotpotQA's look-up goes on in the page that a call before it found; what failed found none."""
    seen: list[list[str]] = []

    def look() -> str:
        """Look further."""
        seen.append([f"{past.tool} {past.arguments['word']}" for past in calls_on_path()])
        return "more"

    replies = [call("left", word="a"), call("right", word="b"), call("look"), finish("so far")]
    build([left, right, look], script(executor_react=replies), strategy="react").run()
    assert seen == [["left a"]]


def test_react_has_one_chain_by_default_and_n_of_them_on_request() -> None:
    """α-UMi, section 3.1, of ReAct: "the final answer a_n or that it will abandon this execution run".

    CoT@n: giving up begins a new chain, which knows nothing of the old one.
    """
    replies = [call("left"), finish(), call("left"), finish("at last")]
    once = build(TOOLS, script(executor_react=replies), strategy="react")
    assert once.run()["outcomes"]["s1"].status == "exhausted"
    twice = build(TOOLS, script(executor_react=replies), strategy="react", passes=2)
    result = twice.run()
    assert result["answer"] == "at last"
    assert "history" not in twice.sections("executor.react")[2]


def test_dfsdt_goes_back_and_is_told_what_was_tried() -> None:
    """Smurfs, appendix B: "give up and restart: model thinks current trajectory can't lead to correct answer and decide
    to rollback"; section 2: "the selection of new tools after rollback are guided using prompt containing the errors
    encountered in the previous failed trajectory".

    Giving up goes two rounds up; the new branch sees the old one's call, and not as its own history.
    """
    replies = [call("left", word="a"), call("left", word="b"), finish(), call("left", word="c"), finish("found")]
    built = build(TOOLS, script(executor_react=replies), strategy="dfsdt")
    result = built.run()
    again = built.sections("executor.react")[3]
    assert '"word":"a"' in again["history"]
    assert '"word":"b"' not in again["history"]
    assert '"word":"b"' in again["tried"]
    evidence = result["outcomes"]["s1"].evidence
    assert [(item.arguments["word"], item.rolled_back) for item in evidence] == [
        ("a", False),
        ("b", True),
        ("c", False),
    ]
    assert result["answer"] == "found"


def test_dfsdt_keeps_to_its_limits() -> None:
    """Smurfs, appendix B: "Finish tool has two parameters give answer: model thinks the task is finished and decide to
    give answer", also where nothing else is left.

    Chains of so many nodes, so many replies in all, the last of which can only finish; a closing answer is drawn.
    """
    keep_calling = script(executor_react=lambda _: call("left", word=str(len(CALLED))))
    chains = build(TOOLS, keep_calling, strategy="dfsdt", chain_nodes=6)
    result = chains.run()
    assert (len(CALLED), result["stop_reason"]) == (6, "partial")
    CALLED.clear()
    queries = build(TOOLS, keep_calling, strategy="dfsdt", max_queries=5)
    outcome = queries.run()["outcomes"]["s1"]
    assert (outcome.status, outcome.answer) == ("partial", "as far as it goes")
    assert (len(CALLED), queries.calls()) == (4, ["executor.react"] * 5 + ["answer.closing"])
    assert "documents" not in queries.sections("executor.react")[-1]


def test_wrong_calls_are_observations() -> None:
    """No such tool, arguments that do not fit, a tool that fails: the model reads why, and the run goes on."""
    replies = [call("up"), call("left", word=["no", "text"]), call("right"), finish("well")]
    built = build(TOOLS, script(executor_react=replies), strategy="react")
    result = built.run()
    last = built.sections("executor.react")[-1]["history"]
    assert "error: there is no tool 'up'" in last
    assert "error: invalid arguments: word" in last
    assert "error: nothing is on the right" in last
    assert [(item.tool, item.ok, item.called) for item in result["outcomes"]["s1"].evidence] == [
        ("up", False, False),
        ("left", False, False),
        ("right", False, True),
    ]
    assert CALLED == ["right x"]


def test_an_answer_without_evidence_is_said_to_be_one() -> None:
    """Finish at once: answered, and no tool was needed for it."""
    result = build(TOOLS, script(executor_react=finish("I know")), strategy="react").run()
    assert (result["answer"], result["stop_reason"]) == ("I know", "answered_without_tools")


def test_rubbish_ends_its_chain_and_not_the_run() -> None:
    """Restarts, a warning, and an outcome that says so."""
    result = build(TOOLS, script(executor_react="no JSON"), strategy="react", max_restarts=1).run()
    assert result["stop_reason"] == "no_evidence"
    assert any("gave up after 1 restarts" in warning for warning in result["warnings"])


@pytest.mark.parametrize(("setting", "rounds"), [("end", 3), ("go on", 5)])
def test_react_ends_a_chain_that_repeats_a_look_up(setting: str, rounds: int) -> None:
    """After the same call brought the same, Finish alone is offered; as published, the model goes on."""
    replies = [call("left"), call("left"), call("left"), call("left"), finish("well")]
    built = build(TOOLS, lambda name, sections: finish("well") if "documents" not in sections else replies.pop(0),
                  strategy="react", repeated_reads=setting, undeclared="read")  # fmt: skip
    result = built.run()
    assert (result["answer"], len(built.model.asked)) == ("well", rounds)


def test_a_change_that_is_repeated_ends_nothing() -> None:
    """A tool that may change something is called as often as the model asks for it."""
    replies = [call("left"), call("left"), call("left"), finish("well")]
    built = build(TOOLS, script(executor_react=replies), strategy="react")
    built.run()
    assert CALLED == ["left x"] * 3


def test_alpha_umi_concludes_where_a_look_up_brings_nothing_new() -> None:
    """The planner is not asked a third time for the same."""
    built = build(TOOLS, script(planner_umi={"rationale": "more", "next": "caller"}), strategy="alpha-umi",
                  undeclared="read")  # fmt: skip
    assert built.run()["stop_reason"] == "answered"
    assert built.calls() == ["planner.umi", "caller", "planner.umi", "caller", "summarizer"]


def test_alpha_umi_divides_the_work() -> None:
    """α-UMi, section 3.2: it "breaks down the tool learning task into three sub-tasks and assigns each sub-task to a
    dedicated LLM"; "we also design a prompt P_call to explicitly remind the caller" of the rationale.

    Planner and caller see the documents (its appendix A), the summarizer no tools; each has a model of its own.
    """
    models = {f"{role}:x": ScriptedModel(script()) for role in ("planner", "caller", "summarizer")}
    roles: dict[Any, str] = {role: f"{role}:x" for role in ("planner", "caller", "summarizer")}
    graph = build_graph(Settings(model="planner:x", role_models=roles, strategy="alpha-umi"), TOOLS, models=models)
    result = graph.invoke({"query": "Where is it?"})
    assert "x on the left" in result["answer"]
    asked = {name: [(each.call, set(each.sections)) for each in model.asked] for name, model in models.items()}
    assert asked == {
        "planner:x": [
            ("planner.umi", {"date", "documents", "sub_task"}),
            ("planner.umi", {"date", "documents", "sub_task", "history"}),
        ],
        "caller:x": [("caller", {"date", "documents", "sub_task", "rationale"})],
        "summarizer:x": [("summarizer", {"date", "sub_task", "history", "rationale"})],
    }
    assert {row.model for row in result["usage"].rows if row.calls} == set(models)


def test_alpha_umi_searches_a_tree_or_chains() -> None:
    """α-UMi, section 3.2: "if the planner deems the instruction unsolvable, it may abandon the execution"; section 5.2:
    DFSDT "empowers the agent to evaluate and select between different execution paths".

    Giving up goes back in a tree and ends a single chain.
    """
    decisions = [{"next": "caller"}, {"next": "caller"}, {"next": "give up"}, {"next": "conclusion"}]
    tree = build(TOOLS, script(planner_umi=decisions), strategy="alpha-umi")
    assert tree.run()["stop_reason"] == "answered"
    assert "tried" in tree.sections("planner.umi")[3]
    chain = build(TOOLS, script(planner_umi=decisions), strategy="alpha-umi", inner_search="react")
    assert chain.run()["outcomes"]["s1"].reason == "the model gave up"


def test_alpha_umi_offline_leaves_out_what_cannot_be_called() -> None:
    """A part whose tool lacks an argument is not asked for again and again: the other part is found, and told."""

    @effects("read")
    def query_meeting(user_name: str) -> dict[str, str]:
        """Query the meetings of a user."""
        return {"meeting_name": "Harbour plan", "meeting_room": "7"}

    def email_reminder(content: str, attachment: str, recipient: str) -> str:
        """Send an email reminder to a recipient."""
        return "sent"

    settings = Settings(model="offline:rules", strategy="alpha-umi")
    graph = build_graph(settings, [query_meeting, email_reminder])
    result = graph.invoke({"query": "Query meeting of John and send email reminder to john@example.com."})
    assert result["stop_reason"] == "answered" and "Harbour plan" in result["answer"]
    assert result["usage"].calls <= 6


@pytest.mark.parametrize("strategy", ["react", "dfsdt", "alpha-umi", "pmc"])
def test_a_person_approves_calls_of_every_strategy(strategy: StrategyName) -> None:
    """An approved call is made as it was shown."""
    built = build(TOOLS, strategy=strategy, approve=["tools"], checkpointer=InMemorySaver())
    [asked] = built.run("q", CONFIG)["__interrupt__"]
    assert (asked.value["tool"], CALLED) == ("left", [])
    result = built.graph.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG)
    assert CALLED == ["left x"]
    assert "x on the left" in result["answer"]


def test_a_refused_call_is_read_by_the_model() -> None:
    """It can do something else."""
    replies = script(executor_react=[call("left"), finish("never mind")])
    built = build(TOOLS, replies, strategy="react", approve=["tools"], checkpointer=InMemorySaver())
    [asked] = built.run("q", CONFIG)["__interrupt__"]
    result = built.graph.invoke(Command(resume={asked.id: {"decision": "reject", "reason": "too far"}}), CONFIG)
    assert "a person refused this call: too far" in built.sections("executor.react")[-1]["history"]
    assert (result["answer"], CALLED) == ("never mind", [])
