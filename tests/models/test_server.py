"""The one retrying layer: attempts, waits, deadlines, the breaker, caps shared by loops and threads."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from smurfs_graph.models.failures import classify
from smurfs_graph.models.server import Breaker, FailedCallError, ModelServer, ServerPolicy, UnreachableError

QUICK = ServerPolicy(retries=2, first_wait=0.001)


class AnsweredError(Exception):
    """An error status with headers, as clients raise it."""

    def __init__(self, status: int, text: str = "no", headers: dict[str, str] | None = None) -> None:
        super().__init__(text)
        self.status_code = status
        self.response = type("Response", (), {"headers": headers or {}, "status_code": status})


def soon(seconds: float = 5.0) -> float:
    """A deadline."""
    return time.monotonic() + seconds


def sender(*outcomes: Any) -> tuple[Callable[[], Awaitable[Any]], list[float]]:
    """A call that does what it is told, one outcome after the other, and the times at which it was made."""
    left, times = list(outcomes), list[float]()

    async def send() -> Any:
        times.append(time.monotonic())
        outcome = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    return send, times


async def test_a_server_that_comes_back_is_waited_for() -> None:
    """Connection errors and 5xx are tried again."""
    send, times = sender(ConnectionError("reset"), AnsweredError(503), "hello")
    assert await ModelServer("s").call(send, QUICK, soon()) == "hello"
    assert len(times) == 3


async def test_retry_after_is_honoured() -> None:
    """The server says how long to wait."""
    send, times = sender(AnsweredError(429, headers={"retry-after": "0.2"}), "hello")
    await ModelServer("s").call(send, QUICK, soon())
    assert times[1] - times[0] >= 0.2


async def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    """An hour's Retry-After ends the call at once, in words."""
    send, times = sender(AnsweredError(429, headers={"retry-after": "3600"}))
    with pytest.raises(UnreachableError, match="asks to wait 3600 s"):
        await ModelServer("s").call(send, QUICK, soon())
    assert len(times) == 1


async def test_what_a_retry_cannot_mend_is_not_retried() -> None:
    """A refused request is refused the second time too."""
    send, times = sender(AnsweredError(400, "bad request"))
    with pytest.raises(FailedCallError) as caught:
        await ModelServer("s").call(send, QUICK, soon())
    assert caught.value.failure.kind == "format"
    assert len(times) == 1


async def test_the_deadline_covers_everything() -> None:
    """A server that never answers costs the deadline and no more, whatever the number of retries."""

    async def never() -> str:
        await asyncio.sleep(60)
        return "late"

    started = time.monotonic()
    with pytest.raises(UnreachableError, match="no answer within"):
        await ModelServer("s").call(never, ServerPolicy(retries=9), soon(0.1))
    assert time.monotonic() - started < 30


async def test_the_breaker_opens_and_tries_again_later() -> None:
    """After so many failures in a row nothing is sent; after a while one call is let pass, and its end decides."""
    server, policy = ModelServer("s"), ServerPolicy(retries=0, breaker_failures=3, breaker_seconds=0.3)
    broken, times = sender(ConnectionError("reset"))
    for _ in range(3):
        with pytest.raises(FailedCallError):
            await server.call(broken, policy, soon())
    with pytest.raises(UnreachableError, match="3 times in a row"):
        await server.call(broken, policy, soon())
    assert len(times) == 3
    await asyncio.sleep(0.35)
    assert await server.call(sender("hello")[0], policy, soon()) == "hello"
    assert await server.call(sender("hello")[0], policy, soon()) == "hello"


def test_a_half_open_breaker_lets_one_call_pass() -> None:
    """While one call tries a server, the others are still kept away."""
    now = [0.0]
    breaker = Breaker(clock=lambda: now[0])
    breaker.note_failure(1)
    assert breaker.admit(10) == 10
    now[0] = 11
    assert breaker.admit(10) == 0
    assert breaker.admit(10) > 0
    breaker.note_failure(5)
    assert breaker.admit(10) == 10
    now[0] = 22
    assert breaker.admit(10) == 0
    breaker.note_success()
    assert breaker.admit(10) == 0


async def test_patience_is_no_failure() -> None:
    """429 does not open the breaker: the server is well."""
    server, policy = ModelServer("s"), ServerPolicy(retries=0, breaker_failures=1)
    for _ in range(3):
        with pytest.raises(FailedCallError):
            await server.call(sender(AnsweredError(429))[0], policy, soon())


def test_a_cap_holds_across_loops_and_threads() -> None:
    """Runs live on loops of their own; a server sees no more calls at once than its cap."""
    server, policy = ModelServer("s"), ServerPolicy(concurrency=3)
    lock, inside, most = threading.Lock(), [0], [0]

    async def send() -> str:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        await asyncio.sleep(0.01)
        with lock:
            inside[0] -= 1
        return "ok"

    async def several() -> None:
        await asyncio.gather(*(server.call(send, policy, soon()) for _ in range(8)))

    threads = [threading.Thread(target=lambda: asyncio.run(several())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not any(thread.is_alive() for thread in threads)
    assert most[0] == 3
    assert inside[0] == 0


async def test_a_cancelled_wait_costs_no_place() -> None:
    """Whoever gives up waiting, or is cancelled inside, leaves room for the next."""
    server, policy = ModelServer("s"), ServerPolicy(concurrency=1)

    async def slow() -> str:
        await asyncio.sleep(60)
        return "late"

    tasks = [asyncio.create_task(server.call(slow, policy, soon(60))) for _ in range(3)]
    await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert await server.call(sender("hello")[0], policy, soon(1)) == "hello"


async def test_calls_are_paced() -> None:
    """600 calls a minute are one every tenth of a second."""
    server, policy = ModelServer("s"), ServerPolicy(per_minute=600)
    send, times = sender("hello")
    await asyncio.gather(*(server.call(send, policy, soon()) for _ in range(4)))
    assert times[-1] - times[0] >= 0.29


@pytest.mark.parametrize(
    ("error", "kind", "window"),
    [
        (AnsweredError(500, "[json.exception.type_error.316] invalid UTF-8 byte at index 3"), "garbled", None),
        (AnsweredError(500), "transient", None),
        (AnsweredError(529), "transient", None),
        (AnsweredError(401), "refused", None),
        (AnsweredError(422), "format", None),
        (
            AnsweredError(400, "This model's maximum context length is 4096 tokens. However, you requested 5000"),
            "overflow",
            4096,
        ),
        (AnsweredError(400, "request (900 tokens) exceeds the available context size (512 tokens)"), "overflow", 512),
        (ValueError("Requested tokens (2143) exceed context window of 2048"), "overflow", 2048),
        (AnsweredError(400, "prompt is too long: 210000 tokens > 200000 maximum"), "overflow", 200_000),
        (AnsweredError(400, "prompt is too long"), "overflow", None),
        (NotImplementedError("with_structured_output"), "format", None),
        (IndexError("list index out of range"), "transient", None),
        (RuntimeError("Event loop is closed"), "transient", None),
        (RuntimeError("something else"), "refused", None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_errors_mean(error: Exception, kind: str, window: int | None) -> None:
    """One rule says what an exception means, whichever provider it comes from, and how much its server takes."""
    failure = classify(error)
    assert (failure.kind, failure.window) == (kind, window)
