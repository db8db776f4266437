"""Call a model's server; the only layer that retries: deadline, circuit breaker, concurrency cap, pace, backoff.

LangChain's clients get `max_retries=0`. A call has one deadline, whatever the number of attempts, and it fires on
servers that never answer and on those that drip. Where calls wait for a place, those of runs that began earlier go
first: what is begun gets finished, and few runs are half done at a time. Nobody waits for that longer than a quarter of
its own time.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, NoReturn, TypeVar

from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.concurrency.gate import Gate, Pace
from smurfs_graph.errors import ModelError
from smurfs_graph.models.failures import Failure, classify
from smurfs_graph.models.prices import SERVERS_HERE
from smurfs_graph.settings import Settings


class Breaker:
    """Leaves a server that failed several times in a row alone for a while, then tries it once.

    Closed: calls pass. Open: none does. Half open, after a while: one passes, and its end decides.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        """Failures in a row."""
        self._open = False
        """Whether calls are kept away."""
        self._opened = 0.0
        """When that began, on the clock."""
        self._trying = False
        """Whether the one call is under way that decides whether it closes."""

    def admit(self, rest: float) -> float:
        """Return 0 where a call may pass, else the seconds until the next one may.

        `rest`: seconds that it stays open.
        """
        with self._lock:
            if not self._open:
                return 0.0
            left = self._opened + rest - self._clock()
            if left > 0 or self._trying:
                return max(left, 0.1)
            self._trying = True
            return 0.0

    def note_success(self) -> None:
        """Note that the server answered."""
        with self._lock:
            self._failures, self._open, self._trying = 0, False, False

    def note_failure(self, threshold: int) -> None:
        """Note that the server did not answer; after `threshold` times in a row the breaker opens."""
        with self._lock:
            self._failures += 1
            if self._trying or self._failures >= threshold:
                self._open, self._trying, self._opened = True, False, self._clock()

    def release(self) -> None:
        """Let a call end that told nothing about the server (it was cancelled)."""
        with self._lock:
            self._trying = False


class Allowance:
    """Calls that a server may have at once, where the user names no number: halved when it says that they are too many,
    and up again with each call that it answers.
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most`: from the start, and never more."""
        self._most, self._now = most, float(most)
        self._clock = clock
        self._lock = threading.Lock()
        self._lowered = 0.0

    def __call__(self) -> int:
        """Return the number of calls."""
        return int(self._now)

    def note_success(self) -> None:
        """Allow one more after as many answers as calls are allowed."""
        with self._lock:
            self._now = min(float(self._most), self._now + 1 / self._now)

    def note_refusal(self, started: float) -> None:
        """Allow half, once for all the calls that were under way together; `started`: when this one began."""
        with self._lock:
            if started >= self._lowered:
                self._now, self._lowered = max(1.0, self._now / 2), self._clock()


T = TypeVar("T")
_OWN, _PROVIDERS = 8, 64
"""Calls at once to a server of one's own, which is asked to do few things at a time, and to a provider."""
LONGEST_WAIT = 20.0
"""Seconds between two attempts at most, unless the server asks for more."""
_PATIENCE = 0.25
"""Of a call's time: how much later the calls may have come that overtake it."""


class ServerPolicy(NamedTuple):
    """Retries, rate and concurrency of the calls to a server."""

    retries: int = 2
    first_wait: float = 0.5
    """Seconds before the second attempt; every further wait is twice as long, and all are varied by half."""
    concurrency: int | None = None
    """Calls that may be under way at once; None: as many as the server allows."""
    per_minute: float | None = None
    """Calls that may start per minute."""
    breaker_failures: int = 5
    """Transport failures in a row after which the server is left alone."""
    breaker_seconds: float = 30.0
    """Seconds for which it is left alone."""

    @classmethod
    def of(cls, settings: Settings) -> "ServerPolicy":
        """Return the policy that a run's settings describe."""
        return cls(
            retries=settings.model_retries,
            first_wait=settings.model_retry_wait,
            concurrency=settings.max_concurrent_calls,
            per_minute=settings.calls_per_minute,
            breaker_failures=settings.breaker_failures,
            breaker_seconds=settings.breaker_seconds,
        )


class UnreachableError(ModelError):
    """A server gave no answer in time, or none at all; another model may be asked."""


class FailedCallError(Exception):
    """An attempt that failed in a way that the asking layer can deal with: another format, a shorter prompt."""

    def __init__(self, failure: Failure) -> None:
        """`failure` says in which way."""
        super().__init__(failure.text)
        self.failure = failure


class ModelServer:
    """State shared by all calls to one server, on every event loop and in every run of a process."""

    def __init__(self, name: str) -> None:
        """`name` is for messages: the address or the provider."""
        self.name = name
        self._breaker = Breaker()
        self._gate = Gate()
        is_own = name.startswith("http://") or name in SERVERS_HERE
        self._allowance = Allowance(_OWN if is_own else _PROVIDERS)
        self._pace = Pace()
        self._last_problem = ""

    async def call(
        self, send: Callable[[], Awaitable[T]], policy: ServerPolicy, deadline: float, since: float | None = None
    ) -> T:
        """Return what `send` returns, retried as the policy allows until the deadline (on `time.monotonic`'s clock).

        `since`: when the run began that the call is part of, on the same clock.

        Raises UnreachableError where no answer could be had, and FailedCallError for what a retry cannot mend. A
        server that answered errors all the time raises the latter, for it may dislike the format of the question.
        """
        for attempt in range(policy.retries + 1):
            self._admit(policy)
            failure = await self._attempt(send, policy, deadline, since)
            if not isinstance(failure, Failure):
                return failure
            wait = Backoff(policy.first_wait, LONGEST_WAIT).pause(attempt, failure.retry_after)
            if attempt == policy.retries or wait >= deadline - time.monotonic():
                self._give_up(failure, attempt + 1, wait)
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")

    def _admit(self, policy: ServerPolicy) -> None:
        if left := self._breaker.admit(policy.breaker_seconds):
            times = f"{self.name} failed {policy.breaker_failures} times in a row"
            last = f" ({self._last_problem})" if self._last_problem else ""
            raise UnreachableError(f"{times}{last}; next try in {left:.0f} s")

    async def _attempt(
        self, send: Callable[[], Awaitable[T]], policy: ServerPolicy, deadline: float, since: float | None
    ) -> T | Failure:
        """Make one attempt: return its result or, if it may be repeated, its failure."""
        started = sent = time.monotonic()
        left = max(0.0, deadline - started)
        age = started - since if since is not None else 0.0
        due = started + max(0.0, _PATIENCE * left - age)
        try:
            async with asyncio.timeout(left), self._gate.entered(lambda: policy.concurrency or self._allowance(), due):
                await self._pace.wait(policy.per_minute)
                sent = time.monotonic()
                result = await send()
        except TimeoutError as error:
            if time.monotonic() < deadline:  # a shorter limit of the client's own
                self._breaker.note_failure(policy.breaker_failures)
                return classify(error)
            self._breaker.note_failure(policy.breaker_failures)
            seconds = max(0.0, time.monotonic() - started)
            raise UnreachableError(f"{self.name} gave no answer within {seconds:.3g} s") from None
        except FailedCallError:  # nothing was sent: the client has not got this format
            self._breaker.release()
            raise
        except Exception as error:
            failure = classify(error)
            self._last_problem = failure.text
            if failure.kind != "transient":
                self._breaker.note_success()
                raise FailedCallError(failure) from error
            if failure.rate_limited:
                self._breaker.release()
                self._allowance.note_refusal(sent)
            else:
                self._breaker.note_failure(policy.breaker_failures)
            return failure
        except BaseException:
            self._breaker.release()
            raise
        self._breaker.note_success()
        self._allowance.note_success()
        return result

    def _give_up(self, failure: Failure, attempts: int, wait: float) -> NoReturn:
        if failure.rate_limited and failure.retry_after is not None:
            raise UnreachableError(f"{self.name} asks to wait {wait:.0f} s ({failure.text})")
        raise FailedCallError(failure)
