"""Order of waiting calls: runs that began earlier go first, within the patience of those that come."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.concurrency.gate import Gate
from smurfs_graph.models.server import Allowance, ModelServer, ServerPolicy
from tests.models.test_server import AnsweredError


def _one() -> int:
    """One place."""
    return 1


class Caller(NamedTuple):
    """Somebody who waits; all come at once, in the order of a list."""

    name: str
    age: float
    """Seconds for which the run has been under way."""
    left: float
    """Seconds until the call's deadline."""


async def served(callers: Sequence[Caller]) -> list[str]:
    """The names in the order in which a server with one place was asked, that somebody else held as they came."""
    server, policy, order = ModelServer("s"), ServerPolicy(concurrency=1), list[str]()
    held = asyncio.Event()

    async def hold() -> str:
        await held.wait()
        return "held"

    async def call(caller: Caller) -> None:
        async def send() -> str:
            order.append(caller.name)
            return "sent"

        now = time.monotonic()
        await server.call(send, policy, now + caller.left, now - caller.age)

    first = asyncio.create_task(server.call(hold, policy, time.monotonic() + 60))
    await asyncio.sleep(0)
    waiting: list[asyncio.Task[None]] = []
    for caller in callers:
        waiting.append(asyncio.create_task(call(caller)))
        await asyncio.sleep(0)
    held.set()
    await asyncio.gather(first, *waiting)
    return order


async def test_a_run_that_began_earlier_goes_first_within_a_quarter_of_the_others_time() -> None:
    """Whoever came first. A run gains no more by being older; a call that has less time left is sooner due."""
    callers = [Caller("new", 0, 100), Caller("old", 20, 100), Caller("older", 24, 100)]
    assert await served(callers) == ["older", "old", "new"]
    callers = [Caller("older", 80, 100), Caller("oldest", 9000, 100), Caller("short", 0, 1), Caller("new", 0, 100)]
    assert await served(callers) == ["older", "oldest", "short", "new"]


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=12))
def test_it_serves_by_due_time_whoever_gives_up(callers: list[tuple[int, bool]]) -> None:
    """Callers that are cancelled while they wait cost nobody a place, and change no order."""

    async def passed() -> tuple[list[int], Gate]:
        gate, order = Gate(), list[int]()

        async def pass_through(number: int) -> None:
            async with gate.entered(_one, callers[number][0]):
                order.append(number)

        async with gate.entered(_one):
            tasks = [asyncio.create_task(pass_through(number)) for number in range(len(callers))]
            await asyncio.sleep(0)
            for task, (_, gives_up) in zip(tasks, callers, strict=True):
                if gives_up:
                    task.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), gate.entered(_one):
            return order, gate

    order, _ = asyncio.run(passed())
    staying = [number for number, (_, gives_up) in enumerate(callers) if not gives_up]
    assert order == sorted(staying, key=lambda number: callers[number][0])


def _four() -> int:
    return 4


@given(st.lists(st.sampled_from([_one, _four]), min_size=1, max_size=12))
def test_a_small_limit_stops_nobody_and_has_its_turn(limits: list[Callable[[], int]]) -> None:
    """Beside others with a larger one: never more are inside than the largest allows, and all have been."""

    async def passed() -> tuple[list[int], int]:
        gate, order, most, inside = Gate(), list[int](), 0, 0

        async def pass_through(number: int) -> None:
            nonlocal most, inside
            async with gate.entered(limits[number]):
                order.append(number)
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.wait_for(asyncio.gather(*(pass_through(number) for number in range(len(limits)))), 5)
        return order, most

    order, most = asyncio.run(passed())
    assert sorted(order) == [*range(len(limits))]
    assert most <= max(limit() for limit in limits)


async def test_who_has_room_enters_beside_one_that_waits_for_less() -> None:
    """Two places are taken: one that wants to be alone waits, and goes in with the next one that has room."""
    gate = Gate()
    await gate.enter(_four)
    await gate.enter(_four)
    alone = asyncio.create_task(gate.enter(_one))
    await asyncio.sleep(0)
    assert not alone.done()
    async with asyncio.timeout(5):
        await gate.enter(_four)
        await alone


def test_a_loop_that_was_closed_keeps_nobody_waiting() -> None:
    """Whoever waited on it is gone; the next one has the place."""
    gate = Gate()
    asyncio.run(gate.enter(_one))

    def come_and_go() -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(gate.enter(_one, 0.0))
        loop.call_later(0.01, loop.stop)
        loop.run_forever()
        task.get_coro().close()  # pyright: ignore[reportOptionalMemberAccess]
        loop.close()

    gone = threading.Thread(target=come_and_go)
    gone.start()
    gone.join(10)

    async def next_one() -> None:
        entering = asyncio.create_task(gate.enter(_one, 1.0))
        await asyncio.sleep(0)
        gate.leave()
        await asyncio.wait_for(entering, 5)

    asyncio.run(next_one())


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=60))
def test_an_allowance_stays_within_its_bounds(answers: list[tuple[bool, int]]) -> None:
    """Whatever is answered: one call at least, the first number at most; old calls lower it no more."""
    now = 0.0
    allowance = Allowance(8, lambda: now)
    lowered = 0.0
    for answered, age in answers:
        before, now = allowance(), now + 1
        if answered:
            allowance.note_success()
            assert allowance() >= before
        else:
            allowance.note_refusal(now - age)
            assert (allowance() < before) == (now - age >= lowered and before > 1)
            lowered = now if now - age >= lowered else lowered
        assert 1 <= allowance() <= 8


async def test_fewer_calls_are_made_at_once_where_the_server_says_so() -> None:
    """A provider that takes four is asked for less from its first refusals on, and all calls are answered."""
    under_way, refused = 0, list[int]()

    async def send(number: int) -> int:
        nonlocal under_way
        under_way += 1
        try:
            await asyncio.sleep(0.005)
            if under_way > 4:
                refused.append(number)
                raise AnsweredError(429, headers={"retry-after": "0.05"})
            return number
        finally:
            under_way -= 1

    server, policy = ModelServer("openai"), ServerPolicy(retries=10)
    calls = [server.call(lambda number=number: send(number), policy, time.monotonic() + 30) for number in range(200)]
    assert await asyncio.gather(*calls) == [*range(200)]
    assert len(refused) < 200
