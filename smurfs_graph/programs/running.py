"""Running a program: its calls are made by a host, in order, and it goes on with what they bring.

Calls that only read run together. One that may change something begins when all calls before it have ended, and those
after it wait. Nothing is asked of a person here: where only calls are left that somebody has to decide about, the run
ends with them, and the program goes on later by its log.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.programs.log import DifferenceError, Log, Page, Payload, begun
from smurfs_graph.programs.sandbox import CallResult, Machine, PendingCall, ProgramEnded, Waits
from smurfs_graph.programs.stubs import as_json, check_size


@dataclass(frozen=True)
class NeedsPerson:
    """A call that somebody has to decide about before it is made."""

    doubt: bool = False
    """It may have been made by a process that ended before it could say so."""
    asks: bool = False
    """Its tool asks them, in the middle of the call: it is made by itself, outside of the program's run."""


@dataclass(frozen=True)
class Halt:
    """The end of a budget: no further call may be made."""

    reason: Any = None


class Host(Protocol):
    """Makes a program's calls."""

    def awaits(self, call: PendingCall) -> NeedsPerson | None:
        """Return who has to decide about a call before it is made; None where it may be made, or refused, at once."""
        ...

    def goes_alone(self, call: PendingCall) -> bool:
        """Return whether a call waits for those before it, and those after it for it."""
        ...

    def make(self, call: PendingCall) -> Awaitable[Payload | NeedsPerson | Halt]:
        """Make a call. Never raises for a call that fails.

        Where it may change something, the pages that were written have to outlast the machine's power first.
        """
        ...

    def recall(self, call: PendingCall, payload: Payload) -> Awaitable[CallResult]:
        """Return what the program is given for a payload, whatever process made it.

        Raises DifferenceError where that is lost.
        """
        ...

    def write(self, number: int, page: Page) -> Awaitable[None]:
        """Keep a page of the log; the program goes on when this returns."""
        ...


class Run(NamedTuple):
    """The state in which running a program ended or paused."""

    ended: ProgramEnded | None = None
    """None: it waits for a person, or a budget is out."""
    waiting: tuple[PendingCall, ...] = ()
    """Calls that a person has to decide about, in the program's order."""
    doubted: tuple[PendingCall, ...] = ()
    """Waiting calls of unknown fate."""
    asking: tuple[PendingCall, ...] = ()
    """Waiting calls whose tools ask by themselves."""
    halt: Halt | None = None
    """The budget that is out."""
    unmade: tuple[PendingCall, ...] = ()
    """Calls that it had begun when it ended, and that were not made."""


async def run_program(machine: Machine, host: Host, log: Log) -> Run:
    """Run a program from its beginning as far as it goes; the machine is closed then."""
    course = _Course(machine, host, log)
    try:
        return await course.run()
    finally:
        course.give_up()
        threading.Thread(target=machine.close, name="program-end", daemon=True).start()  # waits for a run under way


class _Course:
    """One program on its way."""

    def __init__(self, machine: Machine, host: Host, log: Log) -> None:
        self._machine, self._host, self._log = machine, host, log
        self._open: dict[int, PendingCall] = {}
        """Calls that the program waits for, in its order."""
        self._running: dict[asyncio.Task[Payload | NeedsPerson | Halt], int] = {}
        self._came: list[tuple[int, Payload]] = []
        """Results that are not in the log yet."""
        self._persons: dict[int, NeedsPerson] = {}
        self._halt: Halt | None = None

    def give_up(self) -> None:
        """Leave what is still running."""
        for task in self._running:
            task.cancel()

    async def run(self) -> Run:
        """Run to the end, to a person, or to the end of a budget."""
        try:
            step = await run_in_thread(self._machine.start)
            while isinstance(step, Waits):
                for asked in step.asked:
                    self._log.expect(begun(asked.number, asked.function, _written(asked)))
                    self._open[asked.number] = asked
                given = self._log.next_settled()
                if given is None and await self._await_results():
                    given = self._log.next_settled()
                if given is None:
                    return self._paused()
                step = await self._give(*given)
        except DifferenceError as error:
            return Run(ProgramEnded(error=f"the program cannot go on: {error}"), unmade=self._unmade())
        await self._settle_all()
        return Run(step, unmade=self._unmade())

    async def _give(self, number: int, payload: Payload) -> Waits | ProgramEnded:
        asked = self._open.pop(number, None)
        if asked is None:
            raise DifferenceError(f"call {number + 1} was made before, and is not made any more")
        return await run_in_thread(self._machine.go_on, number, await self._host.recall(asked, payload))

    async def _await_results(self) -> bool:
        """Begin what may begin, and write what comes back first into the log; False where nothing can come."""
        while not self._came:
            await self._begin()
            if not self._running:
                break
            await self._wait()
        came, self._came = self._came, []
        self._log.settle(came)
        await self._keep_log()
        return bool(came)

    async def _begin(self) -> None:
        ready = self._ready()
        if any(self._host.goes_alone(asked) for asked in ready):
            await self._keep_log()
        for asked in ready:
            self._running[asyncio.ensure_future(_made(self._host.make, asked))] = asked.number

    async def _keep_log(self) -> None:
        if (page := self._log.next_page()) is not None:
            await self._host.write(self._log.written - 1, page)

    def _ready(self) -> list[PendingCall]:
        """Return the calls that begin now: those that go together, or the next one that goes alone."""
        ready = list[PendingCall]()
        under_way = {*self._running.values()}
        for number, asked in self._open.items():
            if self._halt is not None:
                break
            if number not in self._persons and (person := self._host.awaits(asked)) is not None:
                self._persons[number] = person
            if number in self._persons:
                break
            alone = self._host.goes_alone(asked)
            if number in under_way:
                if alone:
                    break
                continue
            if alone:
                return ready if ready or under_way else [asked]
            ready.append(asked)
        return ready

    async def _wait(self) -> None:
        """Wait until a call ends, and take what it brought."""
        done, _ = await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        for task in sorted(done, key=self._running.__getitem__):
            number = self._running.pop(task)
            match task.result():
                case NeedsPerson() as person:
                    self._persons[number] = person
                case Halt() as halt:
                    self._halt = halt
                case payload:
                    self._came.append((number, payload))

    async def _settle_all(self) -> None:
        """Let calls under way come to their end: what they changed must be known."""
        while self._running:
            await self._wait()

    def _paused(self) -> Run:
        """Return what a person has to decide about: all calls that wait for that, so that they are asked once."""
        if self._halt is not None:
            return Run(halt=self._halt)
        for number, asked in self._open.items():
            if number not in self._persons and (person := self._host.awaits(asked)) is not None:
                self._persons[number] = person
        waiting = tuple(asked for number, asked in self._open.items() if number in self._persons)
        doubted = tuple(asked for asked in waiting if self._persons[asked.number].doubt)
        asking = tuple(asked for asked in waiting if self._persons[asked.number].asks)
        if not waiting:
            return Run(ProgramEnded(error="the program waits for something that cannot come"))
        return Run(waiting=waiting, doubted=doubted, asking=asking)

    def _unmade(self) -> tuple[PendingCall, ...]:
        made = {*self._log.settled, *(number for number, _ in self._came)}
        return tuple(asked for number, asked in self._open.items() if number not in made)


async def _made(
    make: Callable[[PendingCall], Awaitable[Payload | NeedsPerson | Halt]], asked: PendingCall
) -> Payload | NeedsPerson | Halt:
    return await make(asked)


def _written(asked: PendingCall) -> Any:
    """Return the arguments as the program gave them, as far as a call could have them."""
    try:
        check_size([asked.positional, asked.named])
    except ValueError as error:
        return str(error)

    def plain(value: Any) -> Any:
        try:
            return as_json(value, "")
        except ValueError:
            return type(value).__name__

    return [[plain(value) for value in asked.positional], {name: plain(value) for name, value in asked.named.items()}]
