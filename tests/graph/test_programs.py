"""Steps that are programs: checked first, each call as any other call, their results kept out of the conversation."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from typing_extensions import TypedDict

from smurfs_graph import ToolError, effects
from smurfs_graph.programs.stubs import FIND_TOOLS
from smurfs_graph.tools.tool import Tool
from tests.scripts import Turns, calling, results_in


class Berth(TypedDict):
    """A berth."""

    number: int
    state: str


PRICES = {"A": 3, "B": 4, "C": 5}


@effects("read")
def price(item: str) -> int:
    """Find the price of an item."""
    if item not in PRICES:
        raise ToolError(f"there is no item {item!r}")
    return PRICES[item]


@effects("read")
def details(item: str) -> Any:
    """Find what is known of an item."""
    return {"item": item, "state": "new"}


def code(*sources: str) -> AIMessage:
    """A reply with a program for each source."""
    return calling("run_python", *({"code": source} for source in sources))


def echo(messages: list[BaseMessage]) -> str:
    """An answer with the last result."""
    return f"it says {results_in(messages)[-1]}"


class Shop(Turns):
    """A run in code steps over prices, details and orders, which are written down."""

    query = "What do A, B and C cost?"

    def __init__(self, *replies: Any, tools: tuple[Any, ...] = (), **given: Any) -> None:
        self.ordered = list[str]()

        @effects("write")
        def order(item: str) -> str:
            """Order an item."""
            self.ordered.append(item)
            return f"ordered {item}"

        settings: dict[str, Any] = {"step_shape": "code", **given}
        super().__init__(*replies, tools=[price, details, order, *tools], **settings)


def test_a_program_makes_many_calls_in_one_reply() -> None:
    """Only what it prints reaches the model; each call is evidence, and so is the program."""
    shop = Shop(code('found = await asyncio.gather(*[price(i) for i in "ABC"])\nprint(sum(found))'), "12 in all")
    result = shop.result()
    assert (result["answer"], result["stop_reason"]) == ("12 in all", "answered")
    assert (result["usage"].calls, result["usage"].tool_calls) == (2, 3)
    assert results_in(shop.seen[-1]) == ["12"] and shop.names == [["run_python"]] * 2
    evidence = [(each.tool, each.text) for each in result["outcomes"]["s1"].evidence]
    assert evidence == [("price", "3"), ("price", "4"), ("price", "5"), ("run_python", "12")]
    assert [claim.calls for claim in result["claims"]] == [("run_python(2 lines)",)]


def test_the_tool_says_what_programs_may_call() -> None:
    """Stubs with types and first lines; the same in every prompt of the sub-task."""
    shop = Shop(code("print(await details('A'))"), code("print(await price('A'))"), "3")
    shop.result()
    told = {bound[0]["description"] for bound in shop.bound}
    assert len(told) == 1
    assert "async def price(item: str) -> int: ...  # Find the price of an item" in told.pop()


def test_what_is_certainly_wrong_is_told_before_anything_is_called() -> None:
    """With its line; no call was made, and none is counted."""
    shop = Shop(code('await order("A")\nprint(await price("A", curency="EUR"))'), code('print(await price("A"))'), echo)
    result = shop.result()
    assert results_in(shop.seen[1])[0].startswith("error: the program was not run, and nothing was called:\nline 2: ")
    assert shop.ordered == [] and result["usage"].tool_calls == 1 and result["answer"] == "it says 3"


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("print(next(i for i in 'ABC' if i > 'A'))", "B"),
        ("print(next((i for i in 'ABC' if i > 'C'), None))", "None"),
        ("g = (i for i in 'ABC')\nprint(next(g), next(g), list(g))", "A B ['C']"),
        ("print(next(filter(lambda i: i > 'A', (i for i in 'ABC'))), next(map(str, (i for i in [1, 2]))))", "B 1"),
        ("print(list(filter(None, (i for i in [0, 1]))), list(map(str, (i for i in [1]))))", "[1] ['1']"),
        ("try:\n    next(i for i in 'A' if i > 'A')\nexcept StopIteration:\n    print('none')", "none"),
        ("it = iter([1, 2])\nprint(next(it), next(it), next(it, 'no more'))", "1 2 no more"),
        ("print(next(zip('AB', [1, 2])), next(enumerate('A')), next(reversed('AB')))", "('A', 1) (0, 'A') B"),
    ],
)
def test_generators_are_used_up_item_by_item(source: str, printed: str) -> None:
    """As in Python, though the interpreter makes lists of them."""
    shop = Shop(code(source), echo)
    assert shop.result()["answer"] == f"it says {printed}"


@pytest.mark.parametrize(
    "source",
    [
        "r = order('A')\nprint('Ordered:', r)",
        "r = [price(i) for i in 'ABC']\nprint(len(r), 'found')",
        "if price('A'):\n    await order('A')",
        "async def main():\n    await order('A')\nmain()",
    ],
)
def test_a_call_that_is_not_awaited_is_refused_where_it_is_used(source: str) -> None:
    """Nothing is called, where else a program would end well and tell of a coroutine."""
    shop = Shop(code(source), code('print(await price("A"))'), echo)
    assert shop.result()["answer"] == "it says 3"
    assert "not awaited" in results_in(shop.seen[1])[0] and shop.ordered == []


def test_a_call_that_fails_raises_in_the_program() -> None:
    """Caught, the rest goes on; else the model hears of the line, and of what was done before."""
    caught = (
        'for i in "AX":\n    try:\n        print(i, await price(i))\n    except Exception as e:\n        print(i, e)'
    )
    shop = Shop(code(caught), code('print("first")\nprint(await price("Y"))\nprint("last")'), echo)
    shop.result()
    assert results_in(shop.seen[1]) == ["A 3\nX there is no item 'X'"]
    assert results_in(shop.seen[2])[1] == (
        "error: first\nThe program failed in line 2 (print(await price(\"Y\"))): RuntimeError: there is no item 'Y'"
    )


def test_what_was_done_before_an_error_is_told() -> None:
    """So that nothing is done twice; what it had read is at hand, and undeclared results show their fields."""
    noted = list[str]()

    def note(text: str) -> str:
        """Note something down."""
        noted.append(text)
        return "noted"

    source = 'd = await details("A")\nawait note("one")\nprint(d["item"])\nprint(d["missing"])'
    shop = Shop(code(source), code('print((await details("A"))["state"])'), echo, tools=(note,))
    result = shop.result()
    assert results_in(shop.seen[1])[0].split("\n") == [
        "error: A",
        'The program failed in line 4 (print(d["missing"])): KeyError: missing',
        "Kept for the next program: d",
        'Done before that, not to be done again: note {"text":"one"}',
        "What it has read is at hand: the same calls are answered at once, unless something was changed.",
        "details returned {'item': 'A', 'state': 'new'}",
    ]
    assert noted == ["one"] and result["answer"] == "it says new"


BREAKS = "\n".join([
    "prices = {i: await price(i) for i in 'ABC'}",
    "pairs = [(i, prices[i]) for i in 'AB']",
    "seen = {'A'}",
    "_own = 1",
    "def twice(x):\n    return 2 * x",
    "price = 3",
    "print(pairs[7])",
])  # fmt: skip


def test_the_variables_of_a_failed_program_are_kept_for_the_next() -> None:
    """Those that hold plain data; not for longer, and one that is refused in between changes nothing."""
    goes_on = code("prices['D'] = 6\nprint(sum(prices.values()), pairs[1], seen, await price('A'))")
    shop = Shop(code(BREAKS), code("print(prices, twice(2))"), goes_on, code("print(pairs)"), echo)
    result = shop.result()
    failed, refused, printed, refused_later = results_in(shop.seen[-1])
    assert "IndexError: list index out of range\nKept for the next program: prices, pairs, seen\n" in failed
    assert "line 1: there is no 'twice' here" in refused
    assert printed == "18 ('B', 4) {'A'} 3"
    assert "line 1: there is no 'pairs' here" in refused_later
    assert result["usage"].tool_calls == 3


async def test_reads_run_together_and_changes_one_by_one_in_order() -> None:
    """Reads wait for each other here; a change waits for what stands before it."""
    together, seen = asyncio.Barrier(3), list[str]()

    @effects("read")
    async def look(item: str) -> str:
        """Look at an item."""
        async with asyncio.timeout(20):
            await together.wait()
        return item

    async def change(item: str) -> str:
        """Change an item."""
        seen.append(f"begins {item}")
        await asyncio.sleep(0)
        seen.append(f"ends {item}")
        return item

    source = 'r = await asyncio.gather(*[look(i) for i in "ABC"], *[change(i) for i in "XYZ"])\nprint(r)\n'
    shop = Shop(code(source), echo, tools=(look, change))
    result: Any = await shop.graph.ainvoke({"query": "go"})
    assert result["answer"] == "it says ['A', 'B', 'C', 'X', 'Y', 'Z']"
    assert seen == [f"{word} {item}" for item in "XYZ" for word in ("begins", "ends")]


def test_limits_are_told_in_the_program() -> None:
    """Calls of one program; the tool budget of the run ends it with what it has printed."""
    shop = Shop(code('for i in "ABCABC":\n    print(await price(i))'), echo, max_program_calls=2)
    shop.result()
    assert "3\n4\nThe program failed in line 2" in results_in(shop.seen[1])[0]
    assert "the limit of 2 calls a program is reached" in results_in(shop.seen[1])[0]
    poor = Shop(code('for i in "ABC":\n    print(await price(i))'), max_tool_calls=2, script=closing)
    assert poor.result()["stop_reason"] == "tool_call_budget"


def closing(call: str, sections: dict[str, str]) -> Any:
    """The script of a model that is asked for a closing answer."""
    return {"answer": "as far as it goes"}


def test_three_broken_programs_in_a_row_are_the_last_ones() -> None:
    """The tools are bound then; one in between that runs makes good for those before it."""
    broken, fine = code("print(x)"), code('print(await price("A"))')
    shop = Shop(broken, broken, fine, broken, broken, broken, calling("price", {"item": "B"}), echo)
    result = shop.result()
    assert shop.names == [["run_python"]] * 6 + [["price", "details", "order"]] * 2
    assert result["answer"] == "it says 4"


def test_a_tool_that_fails_breaks_no_program() -> None:
    """However often."""
    shop = Shop(*[code('print(await price("X"))')] * 4, "Not found: the price of X")
    shop.result()
    assert shop.names == [["run_python"]] * 5


def test_a_tool_may_be_called_directly_all_the_same() -> None:
    """By a model that remembers its name; and a reply may hold both."""
    both = code('print(await price("A"))').tool_calls + calling("price", {"item": "B"}).tool_calls
    shop = Shop(AIMessage("", tool_calls=both), lambda messages: " ".join(results_in(messages)))
    assert shop.result()["answer"] == "3 4"


def test_of_many_tools_the_nearest_are_shown_and_the_rest_is_found() -> None:
    """A fifth of the window holds some stubs; `find_tools` tells others, which may be called."""
    more = [_counter(f"count_{name}", f"Count the {name} of the whole town, one by one.") for name in _THINGS]
    find = code(f'print(await {FIND_TOOLS}("count the windows"))')
    shop = Shop(find, code("print(await count_windows())"), echo, tools=tuple(more), context_window=4_000)
    result = shop.result("How many windows are there?")
    first = shop.bound[0][0]["description"]
    assert "Only reads, and variables of a failed program, are kept." in first
    assert FIND_TOOLS in first and first.count("async def") < len(_THINGS)
    assert "async def count_windows() -> int" in results_in(shop.seen[1])[0]
    assert result["answer"] == "it says 7"


_THINGS = [f"things{number}" for number in range(60)] + ["windows", "doors"]


def _counter(name: str, about: str) -> Any:
    def count() -> int:
        return 7

    count.__name__, count.__doc__ = name, about
    return effects("read")(count)


def _look_ups(count: int) -> list[Tool]:
    """Many small tools."""

    async def look_up(arguments: Mapping[str, Any]) -> int:
        return 7

    parameters = {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}
    return [
        Tool(
            f"look_up_{number}", f"Look up the number {number}.", parameters, dict, look_up, effects=frozenset({"read"})
        )
        for number in range(count)
    ]


async def test_the_work_before_a_program_grows_with_its_tools_and_no_faster() -> None:
    """Their stubs are written once, and not on the event loop: 5,000 held it for a minute."""
    seconds = list[float]()
    for count in (400, 3200):
        shop = Shop(code("print(await look_up_3('A'))"), echo, tools=tuple(_look_ups(count)))
        began = time.thread_time()
        result: Any = await shop.graph.ainvoke({"query": "Look up the number 3 of A."})
        seconds.append(time.thread_time() - began)
        assert result["answer"] == "it says 7"
    assert seconds[1] < 6 * seconds[0], seconds


@pytest.mark.parametrize("source", ["", "x" * 40_000, "def f(:"])
def test_what_is_no_program_is_refused(source: str) -> None:
    """In a line, and nothing else happens."""
    shop = Shop(code(source), "Not done: all of it")
    shop.result()
    (told,) = [message for message in shop.seen[1] if isinstance(message, ToolMessage)]
    assert told.status == "error" and str(told.content).startswith("error: the program was not run")


def test_long_output_keeps_its_last_lines() -> None:
    """A line that is too long is cut by itself."""
    shop = Shop(code('print("x" * 10_000)\nprint("the end")'), echo)
    shop.result()
    told = results_in(shop.seen[1])[0]
    assert told.endswith("[… 6000 more characters of this line]\nthe end")


def test_what_a_conversation_has_seen_stands_in_its_stubs() -> None:
    """Short words of plain fields, in its later turns; another conversation is told the fields alone."""

    @effects("read")
    def berth(number: int) -> Berth:
        """Find a berth."""
        return {"number": number, "state": "closed"}

    look = code("print(await berth(1), await details('A'))")
    shop = Shop(look, "one", "two", "three", tools=(berth,), checkpointer=InMemorySaver())
    for thread in ("mine", "mine", "yours"):
        shop.graph.invoke({"query": "Look."}, {"configurable": {"thread_id": thread}})
    first, second, third = (told[0]["description"] for told in (shop.bound[0], *shop.bound[-2:]))
    assert "Seen" not in first and "Returned before" not in first
    assert "Find a berth; Seen: state: 'closed'" in second
    assert "Returned before: {'item': 'A', 'state': 'new'}" in second
    assert "Seen" not in third and "Returned before: {'item': str, 'state': str}" in third
