"""People and programs: calls are asked about as anywhere, before they are made, and the program goes on from there."""

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
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
DAY = 86_400
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
    """A record of what is really done, and how often, whoever runs the program."""

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


def decide(graph: Any, question: Any, *decisions: Any, config: Any = CONFIG) -> Any:
    """Resume the run with these decisions."""
    return graph.invoke(Command(resume={question.id: {"decisions": list(decisions)}}), config)


def test_kept_variables_outlast_an_approval_and_its_process(tmp_path: Path) -> None:
    """What a failed program had read is not read again, whatever process runs the next one."""
    town, place = Town(), str(tmp_path / "runs.sqlite")
    fails = code("prices = [await price(i) for i in 'AB']\nprint(prices[7])")
    with open_storage(place) as storage:
        graph = town.graph(
            fails, code("print(prices, await order('A'))"), checkpointer=storage.checkpointer, store=storage.store
        )
        (question,) = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
    with open_storage(place) as storage:
        graph = town.graph(echo, checkpointer=storage.checkpointer, store=storage.store)
        assert decide(graph, question, APPROVE)["answer"] == "it says [0, 1] ordered A"
    assert town.done == ["price A", "price B", "order A"]


def thread(number: int) -> Any:
    """The config of one of several runs."""
    return {"configurable": {"thread_id": f"t{number}"}}


def tamper(saver: Any, channel: str, value: Any) -> None:
    """Write another value into the newest checkpoint that has a channel, as somebody may who writes the storage."""
    saved = max((each for each in saver.list(CONFIG) if channel in each.checkpoint["channel_values"]),
                key=lambda each: each.checkpoint["id"])  # fmt: skip
    saved.checkpoint["channel_values"][channel] = value(saved.checkpoint["channel_values"][channel])
    versions = {channel: saved.checkpoint["channel_versions"][channel]}
    saver.put(saved.config, saved.checkpoint, saved.metadata, versions)


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


def decide_elsewhere(place: str, decisions: list[list[Any]]) -> list[tuple[str, list[str], int]]:
    """Answer the questions of several runs, a day later by this process's clock: answer, what was done, calls."""
    now, now_ns = time.time, time.time_ns
    time.time, time.time_ns = lambda: now() + DAY, lambda: now_ns() + DAY * 10**9
    told = list[tuple[str, list[str], int]]()
    with open_storage(place) as storage:
        for number, said in enumerate(decisions):
            town = Town()
            graph = town.graph(echo, checkpointer=storage.checkpointer, store=storage.store)
            (question,) = graph.get_state(thread(number), subgraphs=True).interrupts
            result = decide(graph, question, *said, config=thread(number))
            told.append((result["answer"], town.done, result["usage"].tool_calls))
    return told


def test_another_process_goes_on_a_day_later(tmp_path: Path) -> None:
    """Approve, edit, reject, answer by hand: what was read is not read again, and the program's clock has not moved."""
    place, town = str(tmp_path / "runs.sqlite"), Town()
    reject, by_hand = {"type": "reject"}, {"type": "respond", "message": "By hand."}
    decisions = [[APPROVE, APPROVE], [reject, EDIT], [reject, reject], [by_hand, reject]]
    source = f"begun = datetime.datetime.now()\n{SIX}print(datetime.datetime.now() - begun, begun)"
    before = datetime.now()
    with open_storage(place) as storage:
        for number in range(len(decisions)):
            graph = town.graph(code(source), checkpointer=storage.checkpointer, store=storage.store)
            graph.invoke({"query": "Order A and B."}, thread(number))
    assert sorted(town.done) == sorted(READS * 4)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
        (approved, edited, rejected, answered) = elsewhere.submit(decide_elsewhere, place, decisions).result(120)
    assert approved[0].startswith("it says 6 ['ordered A', 'ordered B']\n0:00:00 ")
    assert before < datetime.fromisoformat(approved[0][-19:]) + timedelta(seconds=1) < datetime.now() + timedelta(1)
    assert edited[0].startswith("it says 6 ['a person refused this call', 'ordered C']\n")
    assert rejected[0].startswith("it says 6 ['a person refused this call', 'a person refused this call']\n")
    assert [each[1:] for each in (approved, edited, rejected)] == [
        (["order A", "order B"], 6), (["order C"], 5), ([], 4)
    ]  # fmt: skip
    assert answered == ("By hand.", [], 4)


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
    assert "a person has to approve this call, and nobody has" in result["answer"]
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
    swapped: Any = {"arguments": {"item": "Z"}}
    tamper(
        run.graph.checkpointer,
        "together",
        lambda drafts: [drafts[0].model_copy(update={"call": drafts[0].call.model_copy(update=swapped)})],
    )
    await run.graph.ainvoke(None, CONFIG)
    assert made == ["A"]


async def test_an_approval_counts_for_its_own_place_only() -> None:
    """Whoever writes the storage moves none to the program's next call: a person is asked about that."""
    town = Town()
    graph = town.graph(code('print(await order("A"))\nprint(await order("B"))'), echo, checkpointer=InMemorySaver())
    [first] = (await graph.ainvoke({"query": "go"}, CONFIG))["__interrupt__"]
    await graph.ainvoke(Command(resume={first.id: {"decisions": [APPROVE]}}), CONFIG)
    [schedule] = (await graph.aget_state(CONFIG, subgraphs=True)).tasks
    [task] = schedule.state.tasks
    [signed] = task.state.values["program"].approved
    moved = signed.model_copy(update={"call": signed.call.model_copy(update={"number": 1})})
    await graph.aupdate_state(task.state.config, {"together": [moved]}, as_node="approve_calls")
    [asked] = (await graph.ainvoke(None, CONFIG))["__interrupt__"]
    assert asked.value["action_requests"][0]["args"] == {"item": "B"} and town.done == ["order A"]


ONE_ORDER = 'print(await price("B"))\nprint(await order("B"))'
ORDERS_ALLOWED = "rules:\n  - decision: allow\n    tools: [order]\n"


def test_a_whole_program_is_asked_about_before_it_runs(tmp_path: Path) -> None:
    """Approved in another process it runs; a call that needs an approval of its own is asked about all the same."""
    town, place = Town(), str(tmp_path / "runs.sqlite")
    with open_storage(place) as storage:
        graph = town.graph(
            code(ONE_ORDER), checkpointer=storage.checkpointer, store=storage.store, approve=["programs"]
        )
        [question] = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
        [request] = question.value["action_requests"]
        assert (request["name"], request["args"]) == ("run_python", {"code": ONE_ORDER}) and town.done == []
    with open_storage(place) as storage:
        graph = town.graph(echo, checkpointer=storage.checkpointer, store=storage.store, approve=["programs"])
        [second] = decide(graph, question, APPROVE)["__interrupt__"]
        assert [each["name"] for each in second.value["action_requests"]] == ["order"] and town.done == ["price B"]
        assert decide(graph, second, APPROVE)["answer"] == "it says 1\nordered B"
    assert town.done == ["price B", "order B"]


@pytest.mark.parametrize(
    ("decision", "done", "answer"),
    [
        (APPROVE, ["price B", "order B"], "it says 1\nordered B"),
        ({"type": "edit", "edited_action": {"name": "run_python", "args": {"code": 'print(await price("C"))'}}},
         ["price C"], "it says 2"),
        ({"type": "reject", "message": "no"}, [], "it says error: a person refused this call: no"),
        ({"type": "respond", "message": "Done by hand."}, [], "Done by hand."),
    ],
)  # fmt: skip
def test_a_whole_program_is_decided_about_once(tmp_path: Path, decision: Any, done: list[str], answer: str) -> None:
    """Nothing else is asked, for the policy allows its calls."""
    town, policy = Town(), tmp_path / "policy.yaml"
    policy.write_text(ORDERS_ALLOWED)
    graph = town.graph(code(ONE_ORDER), echo, checkpointer=InMemorySaver(), approve=["programs"], policy=str(policy))
    [question] = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
    assert decide(graph, question, decision)["answer"] == answer
    assert town.done == done


@pytest.mark.parametrize(
    ("args", "complaint"),
    [({"code": "print(await prices())"}, "there is no 'prices' here"), ({"source": "x"}, "an edit of a program is"),
     ({"code": 3}, "an edit of a program is"), ({"code": " "}, "a program is needed")],
)  # fmt: skip
def test_an_edit_that_cannot_run_is_asked_for_again(args: dict[str, Any], complaint: str) -> None:
    """With what is wrong with it; nothing has been called."""
    town = Town()
    graph = town.graph(code(ONE_ORDER), echo, checkpointer=InMemorySaver(), approve=["programs"])
    [question] = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
    edit = {"type": "edit", "edited_action": {"name": "run_python", "args": args}}
    [again] = decide(graph, question, edit)["__interrupt__"]
    assert complaint in again.value["complaint"] and town.done == []


def test_an_approval_counts_for_its_own_program_only() -> None:
    """Whoever writes the storage swaps no program behind the signature: a person is asked about the other one."""
    town = Town()
    graph = town.graph(code(ONE_ORDER), echo, checkpointer=InMemorySaver(), approve=["programs"])
    [question] = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
    [second] = decide(graph, question, APPROVE)["__interrupt__"]
    swapped = {"source": 'print(await price("A"))'}
    tamper(graph.checkpointer, "program", lambda program: program.model_copy(update=swapped))
    [third] = decide(graph, second, APPROVE)["__interrupt__"]
    assert third.value["action_requests"][0]["args"] == {"code": swapped["source"]}
    assert town.done == ["price B"]


def test_three_refused_programs_are_no_broken_ones() -> None:
    """The model goes on with programs; where nobody can be asked, none runs."""
    town = Town()
    graph = town.graph(*[code(ONE_ORDER)] * 4, checkpointer=InMemorySaver(), approve=["programs"])
    [question] = graph.invoke({"query": "go"}, CONFIG)["__interrupt__"]
    for _ in range(3):
        [question] = decide(graph, question, {"type": "reject"})["__interrupt__"]
        assert question.value["action_requests"][0]["name"] == "run_python"
    alone = town.graph(code(ONE_ORDER), echo, checkpointer=InMemorySaver(), approve=["programs"], unattended=True)
    told = alone.invoke({"query": "go"}, {"configurable": {"thread_id": "alone"}})["answer"]
    assert "a person has to approve programs, and nobody can be asked" in told and town.done == []


async def test_chat_clients_are_shown_a_programs_calls() -> None:
    """Each is once a call of a tool in the stream, and stands in the message beside the question."""
    town, config = Town(), {"configurable": {"thread_id": "t"}}
    graph = town.graph(code(SIX), "done", checkpointer=InMemorySaver())

    async def called(given: Any) -> list[tuple[str, Any]]:
        stream = graph.astream_events(given, config, version="v2")
        return [(each["name"], each["data"]["input"]) async for each in stream if each["event"] == "on_tool_start"]

    assert await called({"messages": [("user", "Order both.")]}) == [("price", {"item": item}) for item in "ABCD"]
    waits = await graph.aget_state(config)
    assert waits.values["messages"][-1].text == "To be approved: order, order"
    assert await called(Command(resume={"decisions": [APPROVE, APPROVE]})) == [("order", {"item": i}) for i in "AB"]
    assert (await graph.aget_state(config)).values["messages"][-1].text == "done"
