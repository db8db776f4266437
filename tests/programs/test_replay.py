"""A program that goes on in another process: the same branches, nothing called twice, and a difference stops it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.programs.log import DifferenceError, Log, begun
from tests.programs.world import Host, World, live, live_on

OWN_WRITE = """
before = (await find_orders("C-1"))[0]["status"]
if before == "open":
    await pay("O-1")
    print("paid it")
else:
    print("it was paid already")
after = (await find_orders("C-1"))[0]["status"]
print(before, after)
"""


@pytest.mark.parametrize("dies_after", range(-1, 8))
async def test_a_write_that_changes_what_reads_return_takes_the_same_branch_again(dies_after: int) -> None:
    """Killed before it, in it, and after it: the first read is given back as it was then."""
    world = World()
    run, printed, _ = await live_on(OWN_WRITE, Host(world, dies_after=dies_after), Host(world))
    assert run is not None and run.ended is not None and not run.ended.error
    assert printed == "paid it\nopen paid"
    assert world.done == [(0, "find_orders"), (1, "pay"), (2, "find_orders")]


RACE = """
async def one(sku):
    found = await stock(sku)
    first.append(sku)
    if first[0] == sku:
        await pay(sku)
    seen.append((sku, (await find_orders(sku))[0]["status"]))
first, seen = [], []
await asyncio.gather(one("a"), one("b"))
print(first, seen)
"""


@pytest.mark.parametrize("order", [(0, 5), (5, 0), (0, 0)])
@pytest.mark.parametrize("dies_after", range(-1, 12))
async def test_results_come_back_in_the_order_of_the_first_life(order: tuple[int, int], dies_after: int) -> None:
    """Whatever comes first decides about a write that changes what is read; turned round later, nothing changes."""
    world = World()
    first, turned = Host(world, order, dies_after), order[::-1]
    run, printed, _ = await live_on(RACE, first, Host(world, turned, dies_after), Host(world, turned))
    assert run is not None and run.ended is not None and not run.ended.error
    done = [*world.done]
    assert len({number for number, _ in done}) == len(done) == 5
    assert [function for _, function in done].count("pay") == 1
    run, again = await live(RACE, Host(world, order, dies_after=0))
    assert run is not None and again == printed and world.done == done


async def test_people_are_asked_about_all_calls_that_wait_for_them_at_once() -> None:
    """Reads have come back by then; the program goes on from there with the decisions."""
    source = """
async def settle(name):
    try:
        await pay(name)
        return "paid"
    except Exception as error:
        return str(error)
print(await asyncio.gather(stock("a"), settle("x"), stock("b"), settle("y")))
"""
    world = World()
    run, printed = await live(source, asking := Host(world, asks=True))
    assert run is not None and run.ended is None and printed == "" and asking.asks
    assert [(call.number, call.function, call.line) for call in run.waiting] == [(1, "pay", 4), (3, "pay", 4)]
    assert world.done == [(0, "stock")]
    answered = Host(world, asks=True)
    answered.approved = {1: False, 3: True}
    run, printed = await live(source, answered)
    assert run is not None and run.ended is not None
    assert printed == "[{'amount': 0}, 'a person refused this call', {'amount': 2}, 'paid']"
    assert world.done == [(0, "stock"), (2, "stock"), (3, "pay")]


async def test_a_program_that_is_another_one_stops_and_calls_nothing() -> None:
    """At the first call that is not the log's: changed arguments, another tool, one call more."""
    world = World()
    await live('await stock("a")\nawait pay("O-1")\nprint("done")', Host(world))
    done = list(world.done)
    for other, said in {
        'await stock("b")\nawait pay("O-1")': "call 1 (stock) is not the one made before: its arguments are others",
        'await price_of("a")\nawait pay("O-1")': "call 1 (price_of) is not the one made before: it was stock",
        'await stock("a")\nawait pay("O-2")': "call 2 (pay) is not the one made before: its arguments are others",
    }.items():
        run, _ = await live(other, Host(world))
        assert run is not None and run.ended is not None and said in run.ended.error
    assert world.done == done


async def test_calls_that_a_program_leaves_behind_are_told() -> None:
    """One that had begun and was not made when an error ended the program."""
    run, _ = await live('await asyncio.gather(stock("bad"), pay("O-1"), pay("O-2"))', Host(world := World()))
    assert run is not None and run.ended is not None
    assert run.ended.error == "RuntimeError: there is no such thing" and run.ended.line == 1
    assert [call.function for call in run.unmade] == ["pay", "pay"] and world.paid == 0


async def test_calls_that_nobody_awaits_are_not_made() -> None:
    """A call begins when it is awaited, as in Python."""
    world = World()
    source = 'payments = [pay(name) for name in "ab"]\nprint(await stock("a"))\nif False:\n    await payments[0]'
    await live(source, Host(world))
    assert world.done == [(0, "stock")]


def test_a_log_is_data() -> None:
    """Pages go through JSON; nothing new is no page."""
    log = Log()
    assert log.next_page() is None
    log.expect(begun(0, "pay", {"a": 1}))
    page: Any = log.next_page()
    again = Log([json.loads(json.dumps(page))])
    again.expect(begun(0, "pay", {"a": 1}))
    assert again.next_page() is None and again.next_settled() is None
    with pytest.raises(DifferenceError):
        again.expect(begun(0, "pay", {"a": 2}))


_STEP = st.sampled_from(['await stock("a")', 'await pay("O")', 'await find_orders("C")', 'await stock("bad")'])
_BRANCH = st.sampled_from(["", "if len(seen) % 2:\n            ", 'if seen and "paid" in seen[-1]:\n            '])


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Several strands of calls, each of whose next ones depends on what has come back to all of them."""
    strands = draw(st.lists(st.lists(st.tuples(_BRANCH, _STEP), min_size=1, max_size=3), min_size=1, max_size=3))
    text = "seen = []\n"
    for number, strand in enumerate(strands):
        text += f"async def strand{number}():\n    try:\n"
        for branch, step in strand:
            text += f"        {branch}seen.append(str({step})[-8:])\n"
        text += "    except Exception as error:\n        seen.append('failed')\n"
    return f"{text}await asyncio.gather({', '.join(f'strand{n}()' for n in range(len(strands)))})\nprint(seen)\n"


@settings(max_examples=60, deadline=None)
@given(programs(), st.lists(st.integers(0, 6), min_size=1, max_size=6), st.integers(0, 8), st.integers(0, 8))
async def test_whatever_program_and_order_nothing_is_made_twice(
    source: str, order: list[int], first: int, second: int
) -> None:
    """Killed twice, with results in other orders each time: each call is made once, those that change something in the
    program's order, and a further life finds all in the log and prints the same.
    """
    world = World()
    lives = (Host(world, order, first), Host(world, order[::-1], second), Host(world))
    run, printed, _ = await live_on(source, *lives)
    assert run is not None and run.ended is not None and not run.ended.error, run
    numbers = [number for number, _ in world.done]
    assert len(numbers) == len(set(numbers))
    writes = [number for number, function in world.done if function == "pay"]
    assert writes == sorted(writes)
    done = list(world.done)
    run, again = await live(source, Host(world, order, dies_after=0))
    assert run is not None and run.ended is not None and (world.done, again) == (done, printed)


async def test_a_life_that_nobody_recorded_the_end_of_is_lived_again_in_its_order() -> None:
    """Both results were at hand in the second life, in another order than in the third."""
    source = (
        "seen = []\nasync def look():\n    seen.append((await stock('a'))['amount'])\n"
        "await asyncio.gather(look(), look())\nprint(seen)\n"
    )
    world, order = World(), [0, 3]
    _, printed, _ = await live_on(source, Host(world, order, 0), Host(world, order[::-1]))
    _, again = await live(source, Host(world, order, dies_after=0))
    assert printed == again == "[1, 0]"
