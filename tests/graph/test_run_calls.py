"""`run_calls`: calls that need each other's results in one reply, each under the rules that bind any call."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypedDict

import pytest
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from smurfs_graph import ToolError, effects
from tests.scripts import Turns, results_in

ORDERS = {"C-1": ["O-1", "O-2"], "C-2": ["O-3"]}


class Customer(TypedDict):
    """A customer."""

    customer_id: str
    order_ids: list[str]


class Shop:
    """Three tools of which one feeds the next, and one that changes something; `made` has every call."""

    def __init__(self) -> None:
        self.made: list[str] = []

    @property
    def tools(self) -> list[Callable[..., Any]]:
        """The tools."""
        made = self.made

        @effects("read")
        def find_customer(name: str) -> Customer:
            """Find a customer."""
            made.append(name)
            if name == "Nobody":
                raise ToolError("there is no such customer")
            number = "C-1" if name == "Ada" else "C-2"
            return {"customer_id": number, "order_ids": ORDERS[number]}

        @effects("read")
        async def order_state(order_id: str) -> dict[str, str]:
            """Find where an order is."""
            made.append(order_id)
            if order_id == "O-1":
                await asyncio.sleep(0.01)
            return {"state": f"gate {order_id[-1]}", "note": "x" * 40}

        @effects("read")
        def flaky(order_id: str) -> str:
            """Find the weight of an order."""
            made.append(f"flaky {order_id}")
            raise OSError("the service is closed")

        def cancel(order_id: str) -> str:
            """Cancel an order."""
            raise AssertionError(order_id)

        return [find_customer, order_state, flaky, cancel]


def dataflow(*calls: tuple[str, str, dict[str, Any]], extra: Any = (), pages: str = "", **keep: list[str]) -> AIMessage:
    """A reply with one `run_calls`, and perhaps other calls.

    `pages`: ids of calls that want all pages; `keep`: by id, the fields to be read.
    """
    items = [
        {"id": name, "tool": tool, "arguments": json.dumps(arguments)}
        | ({"keep": keep[name]} if name in keep else {})
        | ({"all_pages": True} if name in pages else {})
        for name, tool, arguments in calls
    ]
    return AIMessage("", tool_calls=[*extra, {"name": "run_calls", "args": {"calls": items}, "id": "r1"}])


class Run(Turns):
    """One run over the shop, or other tools."""

    query = "Where are the orders?"

    def __init__(self, *replies: Any, tools: Any = None, **given: Any) -> None:
        self.shop = Shop()
        options: dict[str, Any] = {"script": _closes, "checkpointer": InMemorySaver(), "tool_retries": 0, **given}
        super().__init__(*replies, tools=tools or self.shop.tools, **options)

    @property
    def told(self) -> Any:
        """What the last dataflow brought, as data."""
        return json.loads(results_in(self.seen[-1])[-1])


def _closes(call: str, sections: dict[str, str]) -> Any:
    if call == "manager":
        return {"reasoning": "nothing else helps", "sub_tasks": [], "no_other_way": True}
    assert call == "answer.closing"
    return {"answer": "what there is"}


ADA = ("a", "find_customer", {"name": "Ada"})
STATES = ("b", "order_state", {"order_id": "$a.order_ids"})


@pytest.mark.parametrize("store", [None, InMemoryStore()], ids=["no store", "store"])
def test_calls_that_need_each_other_cost_one_reply(store: Any) -> None:
    """A list makes a call for each item; one result comes back, and each call is evidence of its own."""
    run = Run(dataflow(ADA, STATES, b=["state", "order_id"]), "at gates 1 and 2", store=store)
    result = run.result()
    assert (result["answer"], result["stop_reason"], result["usage"].calls) == ("at gates 1 and 2", "answered", 2)
    assert run.told == {
        "a": {"customer_id": "C-1", "order_ids": ["O-1", "O-2"]},
        "b": [{"order_id": "O-1", "state": "gate 1"}, {"order_id": "O-2", "state": "gate 2"}],
    }
    evidence = [(item.tool, item.arguments, item.ok) for item in result["outcomes"]["s1"].evidence]
    assert evidence == [
        ("find_customer", {"name": "Ada"}, True),
        ("order_state", {"order_id": "O-1"}, True),
        ("order_state", {"order_id": "O-2"}, True),
    ]
    assert result["usage"].tool_calls == 3


def test_it_is_bound_only_where_tools_feed_each_other() -> None:
    """Beside tools that say what they return; without a free-form object in its schema, and small."""
    run = Run("none", tools=Shop().tools[1:])
    run.result()
    assert run.names[-1] == ["order_state", "flaky", "cancel"]

    @effects("read")
    def bill(customer_id: str) -> str:
        """Find what a customer owes."""
        return customer_id

    run = Run("none", tools=[*Shop().tools[:1], bill])
    run.result()
    assert run.names[-1] == ["find_customer", "bill", "run_calls"]
    assert run.bound[-1][0]["description"] == "Find a customer. Returns customer_id, order_ids."
    assert len(json.dumps(run.bound[-1][2])) < 1_100
    assert '"type": "object", "properties"' in json.dumps(
        run.bound[-1][2]["parameters"]["properties"]["calls"]["items"]
    )


def test_what_is_missing_is_said_and_the_rest_is_made() -> None:
    """Failed calls, those that needed them, fields that are not there, tools that are not there or change something."""
    run = Run(
        dataflow(
            ("a", "find_customer", {"name": "Nobody"}),
            ("b", "order_state", {"order_id": "$a.order_ids[*]"}),
            ("c", "find_customer", {"name": "Bo"}),
            ("d", "order_state", {"order_id": "$c.id"}),
            ("e", "cancel", {"order_id": "O-3"}),
            ("f", "find_orders", {"name": "Bo"}),
            ("g", "order_state", {"order": "O-3"}),
        ),
        "nothing",
    )
    run.result()
    told = run.told
    assert told["a"] == {"error": "there is no such customer"}
    assert told["b"] == {"error": "not made: a brought no result"}
    assert told["c"]["customer_id"] == "C-2"
    assert told["d"]["error"] == "not made: $c.id: a result has no field 'id'; it has customer_id, order_ids"
    assert told["e"]["error"] == "not made: it may change something; call it directly"
    assert told["f"]["error"].startswith("not made: there is no tool 'find_orders'; the nearest are")
    assert told["g"]["error"].startswith("not made: no valid arguments")
    assert sorted(run.shop.made) == ["Bo", "Nobody"]


def test_the_same_read_is_made_once() -> None:
    """Within a dataflow, and where it was made by a reply before; the result is there all the same."""
    again = dataflow(("x", "find_customer", {"name": "Ada"}), ("y", "order_state", {"order_id": "$x.order_ids[0]"}))
    again.tool_calls[0]["id"] = "r2"
    run = Run(dataflow(ADA, ("a2", "find_customer", {"name": "Ada"}), STATES), again, "done")
    result = run.result()
    assert sorted(run.shop.made) == ["Ada", "O-1", "O-2"]
    assert run.told["y"]["state"] == "gate 1"
    assert (result["usage"].tool_calls, result["stop_reason"]) == (3, "answered")


def test_a_tool_that_fails_by_itself_is_not_tried_again_and_again() -> None:
    """Of many calls only those that were under way already are made; why is told once."""
    ids = [f"O-{number}" for number in range(9)]
    run = Run(dataflow(ADA, ("b", "flaky", {"order_id": ids})), "nothing", max_concurrency=2)
    run.result()
    made = sum(call.startswith("flaky") for call in run.shop.made)
    assert 1 <= made <= 2
    errors = [item["error"] for item in run.told["b"]]
    first = next(at for at, error in enumerate(errors) if "the tool has just failed" in error)
    assert errors.count(f"as b[{first}]") == 9 - made - 1


def test_a_call_that_waits_starts_when_its_own_input_is_there() -> None:
    """Not when all others of its rank have ended."""
    order: list[str] = []

    class Found(TypedDict):
        part_id: str

    @effects("read")
    async def search(word: str) -> Found:
        """Search."""
        if word == "slow":
            await asyncio.wait_for(done.wait(), 20)
        order.append(word)
        return {"part_id": word}

    @effects("read")
    async def look(part_id: str) -> str:
        """Look."""
        order.append(f"look {part_id}")
        done.set()
        return "seen"

    done = asyncio.Event()
    run = Run(
        dataflow(("a", "search", {"word": "slow"}), ("b", "search", {"word": "fast"}),
                 ("c", "look", {"part_id": "$b.part_id"})),
        "seen",
        tools=[search, look],
    )  # fmt: skip
    run.result()
    assert order == ["fast", "look fast", "slow"]


def test_the_limit_of_calls_holds_within_a_dataflow() -> None:
    """What is over it is not made and said; the search ends there with a closing answer."""
    run = Run(dataflow(ADA, ("b", "order_state", {"order_id": ["O-1", "O-2", "O-3"]})), max_steps=3)
    result = run.result()
    assert len(run.shop.made) == 3
    assert (result["answer"], result["stop_reason"]) == ("what there is", "partial")
    assert sum("the limit of 3 calls" in item.text for item in result["outcomes"]["s1"].evidence) == 1


def test_a_dataflow_that_cannot_be_read_is_an_error_that_helps() -> None:
    """It costs no call; and a model that writes nothing else comes to an end."""
    wrong = [dataflow(("a", "find_customer", {"name": "$a.x"})) for _ in range(9)]
    run = Run(*wrong, max_steps=3)
    result = run.result()
    assert "error: calls: they wait for each other in a circle" in results_in(run.seen[-1])[0]
    assert (run.shop.made, result["stop_reason"], len(run.seen)) == ([], "no_evidence", 6)


def test_calls_beside_a_dataflow_are_made_and_answered_in_their_places() -> None:
    """One result for each call of the reply, in the reply's order."""
    direct = {"name": "order_state", "args": {"order_id": "O-3"}, "id": "d1"}
    run = Run(dataflow(ADA, STATES, extra=[direct]), "done")
    result = run.result()
    assert [json.loads(text).keys() for text in results_in(run.seen[-1])] == [{"state", "note"}, {"a", "b"}]
    assert (result["usage"].calls, result["usage"].tool_calls) == (2, 4)


def test_a_call_that_a_person_is_asked_about_is_not_made_there() -> None:
    """It has to be called directly, where the question can be put."""
    run = Run(dataflow(ADA), "nothing", approve={"tools"})
    run.result()
    assert run.told == {"a": {"error": "not made: it needs a person's approval; call it directly"}}
    assert run.shop.made == []


class Orders(TypedDict):
    """A page of orders."""

    order_ids: list[str]
    next_page: int


PAGES = {1: (["O-1"], 2), 2: ([], 3), 3: (["O-2", "O-3"], 0)}


def paged(pages: dict[int, Any]) -> list[Callable[..., Any]]:
    """A list in pages that feeds another tool."""

    @effects("read")
    def list_orders(name: str, page: int = 1) -> Orders:
        """List a customer's orders."""
        if page not in pages:
            raise ToolError(f"page {page} cannot be read")
        return {"order_ids": pages[page][0], "next_page": pages[page][1]}

    return [list_orders, Shop().tools[1]]


ALL = ("a", "list_orders", {"name": "Ada"})


def test_all_pages_are_read_in_one_reply() -> None:
    """They are one result, whose list feeds the next call; each page is an attempt of its own."""
    run = Run(dataflow(ALL, STATES, pages="a", b=["state"]), "there they are", tools=paged(PAGES))
    result = run.result()
    assert (result["usage"].calls, result["usage"].tool_calls) == (2, 6)
    assert run.told["a"] == {"order_ids": ["O-1", "O-2", "O-3"]}
    assert [row["state"] for row in run.told["b"]] == ["gate 1", "gate 2", "gate 3"]
    assert '"all_pages"' in json.dumps(run.bound)


@pytest.mark.parametrize(
    ("pages", "tools", "reason"),
    [
        ({1: (["O-1"], 2)}, "list_orders", "page 2: page 2 cannot be read"),
        ({page: ([], page + 1) for page in range(1, 99)}, "list_orders", "page 21: 20 pages are the most"),
        (PAGES, "order_state", "no field of its result leads to them"),
    ],
    ids=["a page fails", "no end", "a tool without pages"],
)
def test_pages_that_are_not_read_are_told_beside_those_that_are(pages: Any, tools: str, reason: str) -> None:
    """Also where only some fields are wanted."""
    call = ("a", tools, {"name": "Ada"} if tools == "list_orders" else {"order_id": "O-2"})
    run = Run(dataflow(call, pages="a", a=["state", "order_ids"]), "some", tools=paged(pages), max_steps=30)
    run.result()
    assert reason in run.told["a"]["not read"]


def test_pages_that_lead_in_a_circle_end() -> None:
    """A page that was read is not read again, and nobody is told of a next page where there are none."""
    run = Run(dataflow(ALL, pages="a"), "some", tools=paged({1: (["O-1"], 2), 2: (["O-2"], 1)}))
    assert run.result()["usage"].tool_calls == 2
    assert run.told["a"]["order_ids"] == ["O-1", "O-2"]
    other = Run("none", tools=Shop().tools)
    other.result()
    assert "all_pages" not in json.dumps(other.bound)


def test_pages_that_are_counted_are_read_to_the_last_one() -> None:
    """From the first, which is number 1 where the call and the tool say nothing else."""

    class Parts(TypedDict):
        part_ids: list[str]
        total_pages: int

    @effects("read")
    def list_parts(shelf: str, page: int | None = None) -> Parts:
        """List the parts on a shelf. Returns part_ids."""
        return {"part_ids": [f"{shelf}{page or 1}"], "total_pages": 3}

    @effects("read")
    def weigh(part_id: str) -> float:
        """Weigh a part."""
        return float(part_id[-1])

    calls = [("a", "list_parts", {"shelf": "S"}), ("b", "weigh", {"part_id": "$a.part_ids"})]
    run = Run(dataflow(*calls, pages="a"), "6 kg", tools=[list_parts, weigh])
    run.result()
    assert run.told["a"] == {"part_ids": ["S1", "S2", "S3"]}
    assert [row["result"] for row in run.told["b"]] == [1.0, 2.0, 3.0]
