"""A host for programs whose world is changed by writes, kept apart from what a process knows of it."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from smurfs_graph.programs.log import Log, Page, Payload
from smurfs_graph.programs.running import Halt, NeedsPerson, Run, run_program
from smurfs_graph.programs.sandbox import CallResult, Machine, PendingCall, SandboxLimits
from tests.programs.shop import STUBS, SURROUNDINGS


@dataclass
class World:
    """State that outlives a process: the pages of the log, the journal of results, and what was really done."""

    pages: list[str] = field(default_factory=list[str])
    results: dict[int, Payload] = field(default_factory=dict[int, Payload])
    done: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Calls that came to their end, in that order."""
    paid: int = 0

    @property
    def log(self) -> Log:
        """The log as a new process reads it."""
        return Log([json.loads(page) for page in self.pages])


class Host:
    """Makes the calls of a program; its process is killed at the n-th time that something is to be done or kept."""

    def __init__(self, world: World, order: Sequence[int] = (), dies_after: int = -1, asks: bool = False) -> None:
        self.world, self.order, self.left, self.asks = world, order, dies_after, asks
        self.approved: dict[int, bool] = {}
        self.dead = asyncio.Event()

    def awaits(self, call: PendingCall) -> NeedsPerson | None:
        """Return the person who decides about a payment, where they are asked."""
        return NeedsPerson() if self.asks and call.function == "pay" and call.number not in self.approved else None

    def goes_alone(self, call: PendingCall) -> bool:
        """Return whether the call changes something."""
        return call.function in ("pay", "shop_move_item")

    async def make(self, call: PendingCall) -> Payload | NeedsPerson | Halt:
        """Make it, unless the journal has it."""
        if call.number in self.world.results:
            return self.world.results[call.number]
        if self.approved.get(call.number) is False:
            return {"error": "a person refused this call"}
        for _ in range(self.order[call.number % len(self.order)] if self.order else 0):
            await asyncio.sleep(0)
        await self._live_on()
        if call.function == "pay":
            self.world.paid += 1
        self.world.done.append((call.number, call.function))
        payload = self._payload(call)
        self.world.results[call.number] = payload
        return payload

    def _payload(self, call: PendingCall) -> Payload:
        if "bad" in call.positional:
            return {"error": "there is no such thing"}
        if call.function == "find_orders":
            return {"value": [{"order_id": "O-1", "lines": [], "status": "paid" if self.world.paid else "open"}]}
        return {"value": {"amount": self.world.paid + call.number}}

    async def recall(self, call: PendingCall, payload: Payload) -> CallResult:
        """Return what the program is given."""
        return CallResult(payload.get("value"), payload.get("error", ""))

    async def write(self, number: int, page: Page) -> None:
        """Keep a page."""
        await self._live_on()
        assert number == len(self.world.pages)
        self.world.pages.append(json.dumps(page))

    async def _live_on(self) -> None:
        if self.left == 0:
            self.dead.set()
            await asyncio.Event().wait()
        self.left -= 1


async def live(source: str, host: Host) -> tuple[Run | None, str]:
    """One life of a program: how it ended and what it printed; None where its process was killed."""
    machine = Machine(source, STUBS, SURROUNDINGS, SandboxLimits())
    run = asyncio.ensure_future(run_program(machine, host, host.world.log))
    dead = asyncio.ensure_future(host.dead.wait())
    await asyncio.wait({run, dead}, return_when=asyncio.FIRST_COMPLETED)
    dead.cancel()
    if run.done():
        return run.result(), machine.printed.text
    run.cancel()
    await asyncio.wait({run})
    return None, ""


async def live_on(source: str, *hosts: Host) -> tuple[Run | None, str, Host]:
    """Live until a life comes to its end."""
    for host in hosts:
        run, printed = await live(source, host)
        if run is not None:
            return run, printed, host
    raise AssertionError("no life came to its end")
