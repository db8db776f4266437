"""People and programs: calls are asked about as anywhere, before they are made, and the program goes on from there."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel
from tests.graph.test_programs import code, echo
from tests.scripts import CONFIG, REFERENCE, Turns, asks_nobody, results_in

APPROVE = {"type": "approve"}
SIX = """
async def settle(name):
    try:
        return await order(name)
    except Exception as error:
        return str(error)
prices = await asyncio.gather(*[price(i) for i in "ABCD"])
print(sum(prices), await asyncio.gather(settle("A"), settle("B")))
"""


class Town:
    """What is really done, and how often, whoever runs the program."""

    def __init__(self) -> None:
        self.done = list[str]()

    def tools(self) -> list[Any]:
        """Tools that write down their calls."""

        @effects("read")
        def price(item: str) -> int:
            """Find the price of an item."""
            self.done.append(f"price {item}")
            return "ABCD".index(item)

        @effects("write")
        def order(item: str) -> str:
            """Order an item."""
            self.done.append(f"order {item}")
            return f"ordered {item}"

        return [price, order]

    def graph(self, *replies: Any, checkpointer: Any, store: Any = None, **settings: Any) -> Any:
        """A graph of its own, as another process has it; its model replies in turn."""
        left = list(replies)

        def reply(messages: Any, tools: Any) -> Any:
            said = left.pop(0)
            return said(messages) if callable(said) else said

        model = ScriptedModel(asks_nobody, caller=reply)
        return build_graph(
            Settings(model=REFERENCE, step_shape="code", **settings), self.tools(), models={REFERENCE: model},
            checkpointer=checkpointer, store=store,
        )  # fmt: skip


def decide(graph: Any, question: Any, *decisions: Any) -> Any:
    """What the run does with these decisions."""
    return graph.invoke(Command(resume={question.id: {"decisions": list(decisions)}}), CONFIG)


READS = [f"price {item}" for item in "ABCD"]
EDIT = {"type": "edit", "edited_action": {"name": "order", "args": {"item": "C"}}}


@pytest.mark.parametrize(
    ("decisions", "orders", "told"),
    [
        ([APPROVE, APPROVE], ["A", "B"], "6 ['ordered A', 'ordered B']"),
        ([{"type": "reject", "message": "too dear"}, EDIT], ["C"],
         "6 ['a person refused this call: too dear', 'ordered C']"),
        ([{"type": "reject"}, {"type": "reject"}], [],
         "6 ['a person refused this call', 'a person refused this call']"),
    ],
)  # fmt: skip
def test_six_calls_of_which_two_write(tmp_path: Path, decisions: list[Any], orders: list[str], told: str) -> None:
    """One question about both, answered in another process; no read is repeated, nothing runs before its decision."""
    town = Town()
    with open_storage(str(tmp_path / "runs.sqlite")) as storage:
        graph = town.graph(code(SIX), checkpointer=storage.checkpointer, store=storage.store)
        graph.invoke({"query": "Order A and B."}, CONFIG)
    assert sorted(town.done) == READS
    with open_storage(str(tmp_path / "runs.sqlite")) as storage:
        graph = town.graph(echo, checkpointer=storage.checkpointer, store=storage.store)
        (question,) = graph.get_state(CONFIG, subgraphs=True).interrupts
        assert [each["args"] for each in question.value["action_requests"]] == [{"item": "A"}, {"item": "B"}]
        result = decide(graph, question, *decisions)
    assert result["answer"] == f"it says {told}"
    assert sorted(town.done[:4]) == READS and town.done[4:] == [f"order {item}" for item in orders]
    assert result["usage"].tool_calls == 4 + len(orders)


def test_a_program_is_asked_about_as_often_as_it_needs_to_be() -> None:
    """Each call when the program comes to it; what was approved before is not asked about, or made, again."""
    town = Town()
    source = 'print(await order("A"))\nprint(await price("B"))\nprint(await order("B"))'
    graph = town.graph(code(source), echo, checkpointer=InMemorySaver())
    first = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"][0]
    assert town.done == []
    second = decide(graph, first, APPROVE)["__interrupt__"][0]
    assert town.done == ["order A", "price B"]
    assert decide(graph, second, APPROVE)["answer"] == "it says ordered A\n1\nordered B"
    assert town.done == ["order A", "price B", "order B"]


def test_without_a_store_a_program_does_not_go_on_elsewhere() -> None:
    """Another process cannot know what was done: it says so, and calls nothing."""
    town, saver = Town(), InMemorySaver()
    graph = town.graph(code('print(await price("A"))\nprint(await order("A"))'), checkpointer=saver)
    question = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"][0]
    elsewhere = town.graph(lambda messages: f"Not done: {results_in(messages)[-1]}", checkpointer=saver)
    result = decide(elsewhere, question, APPROVE)
    assert "the process that ran this program has ended, and no store kept what it did" in str(result["outcomes"])
    assert town.done == ["price A"]


def test_nobody_there_is_an_exception_in_the_program() -> None:
    """Unattended, a call that a person would have to approve is refused at once."""
    town = Town()
    graph = town.graph(code(SIX), echo, checkpointer=InMemorySaver(), unattended=True)
    result = graph.invoke({"query": "go"}, CONFIG)
    assert "the policy has a person approve this call, and nobody has" in result["answer"]
    assert sorted(town.done) == READS


def test_an_answer_by_hand_ends_the_sub_task() -> None:
    """No call that waits is made."""
    town = Town()
    graph = town.graph(code(SIX), checkpointer=InMemorySaver())
    question = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"][0]
    result = decide(graph, question, {"type": "respond", "message": "It is done already."}, {"type": "reject"})
    assert result["answer"] == "It is done already." and sorted(town.done) == READS


def test_what_does_not_fit_is_asked_again() -> None:
    """And the program waits."""
    town = Town()
    graph = town.graph(code(SIX), echo, checkpointer=InMemorySaver())
    question = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"][0]
    again = decide(graph, question, APPROVE)["__interrupt__"][0]
    assert again.value["complaint"] == "2 calls need as many decisions, not 1"
    assert decide(graph, again, APPROVE, APPROVE)["answer"] == "it says 6 ['ordered A', 'ordered B']"


async def test_an_approval_counts_for_its_own_call_only() -> None:
    """Whoever writes the storage swaps no arguments behind the signature: nothing is called."""
    made, reached = list[str](), asyncio.Event()

    @effects("write")
    async def order(item: str) -> str:
        """Order an item."""
        made.append(item)
        reached.set()
        await asyncio.sleep(60)
        return f"ordered {item}"

    run = Turns(code('print(await order("A"))'), echo, tools=[order], step_shape="code", checkpointer=InMemorySaver())
    [question] = (await run.graph.ainvoke({"query": "go"}, CONFIG))["__interrupt__"]
    resumed = Command(resume={question.id: {"decisions": [APPROVE]}})
    task = asyncio.create_task(run.graph.ainvoke(resumed, CONFIG, durability="sync"))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    saver: Any = run.graph.checkpointer
    saved = max((each for each in saver.list(CONFIG) if "together" in each.checkpoint["channel_values"]),
                key=lambda each: each.checkpoint["id"])  # fmt: skip
    [approved] = saved.checkpoint["channel_values"]["together"]
    saved.checkpoint["channel_values"]["together"] = [approved.model_copy(update={"arguments": {"item": "Z"}})]
    versions = {"together": saved.checkpoint["channel_versions"]["together"]}
    saver.put(saved.config, saved.checkpoint, saved.metadata, versions)
    await run.graph.ainvoke(None, CONFIG)
    assert made == ["A"]
