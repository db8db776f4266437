"""What a job does: carry a run on from its last checkpoint, to its end or to a question for a person.

A job may be tried any number of times: the request's name in the checkpoints says whether it was begun, and the run's
journals what was completed.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph.checkpoints.leases import hold
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.errors import ConfigurationError, RunBusyError, StorageError
from smurfs_graph.graph import build_graph
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.running.anywhere import LEASE_HELD, AnywhereGraph
from smurfs_graph.settings import Settings
from smurfs_graph.workers.ends import End
from smurfs_graph.workers.requests import (
    REQUEST,
    Request,
    find_request,
    fitting_answers,
    forget_request,
    keep_request,
    metadata_of,
    settings_for,
)

if TYPE_CHECKING:
    from smurfs_graph.checkpoints.postgres_leases import PostgresLeases

MOST_TRIES = 4
"""Tries of a run that gets no further before it is given up."""
_MOST_READS = 8
"""Tries to read a run's checkpoints, over some four minutes."""
_BUSY_PAUSE = 5.0
"""Seconds until a run that somebody else works on is tried again."""
PAUSES = Backoff(2.0, longest=60.0)
"""Before a run is tried again after an error, or after workers that died with it."""


@dataclass(frozen=True)
class Equipment:
    """What a worker works with: the same as a run's own."""

    settings: Settings
    tools: list[Any]
    models: Mapping[str, Any] = field(default_factory=dict[str, Any])
    answer_schema: type[BaseModel] | None = None
    metadata: Callable[[str, Settings], dict[str, str]] = lambda thread, settings: {}
    """Metadata of the checkpoints of a thread that runs with these settings."""


class LaterError(Exception):
    """The job goes back to the queue, for this many seconds."""

    def __init__(self, why: str, seconds: float = 0.0) -> None:
        """`why` is shown."""
        super().__init__(why)
        self.seconds = seconds


class GivenUpError(Exception):
    """The job failed for good; `end` says why."""

    def __init__(self, end: End) -> None:
        """The end that is told."""
        super().__init__(end.reason)
        self.end = end


class _Job(NamedTuple):
    """A request of a thread, by its name, and whether the run has begun with it."""

    thread: str
    name: str
    request: Request
    begun: bool


class Carrier:
    """Carries runs on, with one worker's equipment."""

    def __init__(self, storage: Storage, equipment: Equipment, say: Callable[[str], None]) -> None:
        """Build the graph. Raises ConfigurationError, which says what is missing."""
        self._storage, self._equipment, self._say = storage, equipment, say
        self._graphs: dict[tuple[str, bool], AnywhereGraph] = {}
        self._graph(equipment.settings)

    async def carry(self, thread: str, name: str, control: RunControl, attempts: int) -> End | None:
        """Carry out a request; return how it ended, None where it was carried out before.

        Raises LaterError and GivenUpError; GraphDrained and CancelledError where the worker stops it.
        """
        try:
            async with self._hold(thread):  # only now: another worker may just have carried it out
                request = await asyncio.to_thread(self._find, thread, name)
                return None if request is None else await self._try(thread, name, request, control, attempts)
        except RunBusyError as error:
            raise LaterError(str(error), _BUSY_PAUSE) from None
        except StorageError as error:
            raise LaterError(str(error), PAUSES.pause(attempts)) from None

    async def _try(self, thread: str, name: str, request: Request, control: RunControl, attempts: int) -> End:
        """Carry out a request of a run that is held here."""
        try:
            counted, begun = await self._count_try(thread, name, request)
        except StorageError as error:  # the database is away, or its checkpoints are another version's
            unread = replace(request, unread=request.unread + 1)
            if unread.unread < _MOST_READS:
                await self._keep(thread, name, unread)  # not counted while the database is away
                raise LaterError(str(error), PAUSES.pause(request.unread)) from None
            await self._keep(thread, name, replace(unread, failure=str(error)))
            raise GivenUpError(End(thread, "failed", str(error), request.user)) from None
        try:
            return await self._go_on(_Job(thread, name, counted, begun), control)
        except (GraphDrained, asyncio.CancelledError, RunBusyError):
            await self._keep(thread, name, request)  # this was no try that failed
            raise
        except Exception as error:
            said = Redactor().text(first_line(error))
            lasts = isinstance(error, ConfigurationError) and not isinstance(error, StorageError)
            if lasts or counted.tries >= MOST_TRIES:
                await self._keep(thread, name, replace(counted, failure=said))
                raise GivenUpError(End(thread, "failed", said, request.user)) from error
            raise LaterError(said, PAUSES.pause(attempts)) from error

    async def forget(self, thread: str, name: str) -> None:
        """Delete a request that was carried out. Raises RunBusyError where somebody looks at it: it would come back."""
        async with self._hold(thread):
            await asyncio.to_thread(forget_request, self._storage.store, thread, name)

    async def is_kept(self, thread: str, name: str) -> bool:
        """Return whether a request still exists."""
        return await asyncio.to_thread(find_request, self._storage.store, thread, name) is not None

    async def is_held(self, thread: str) -> bool:
        """Return whether a worker that is alive works on a run, as one that was told to stop does for a while."""
        leases = cast("PostgresLeases", self._storage.leases)
        with suppress(StorageError):
            return await asyncio.to_thread(leases.is_held, thread)
        return True

    async def user_of(self, thread: str, name: str) -> str:
        """Return whose request it is; empty where it cannot be read."""
        with suppress(ConfigurationError):
            request = await asyncio.to_thread(find_request, self._storage.store, thread, name)
            return request.user if request is not None else ""
        return ""

    def _hold(self, thread: str) -> AbstractAsyncContextManager[None]:
        return hold(self._storage.checkpointer, {"configurable": {"thread_id": thread}})

    def _find(self, thread: str, name: str) -> Request | None:
        try:
            return find_request(self._storage.store, thread, name)
        except StorageError as error:
            raise LaterError(str(error), PAUSES.pause(0)) from None
        except ConfigurationError as error:
            raise GivenUpError(End(thread, "failed", str(error))) from None

    async def _count_try(self, thread: str, name: str, request: Request) -> tuple[Request, bool]:
        """Write down that the run is tried once more from where it is: a worker that dies with it cannot say so later.

        Return the request with its tries, and whether the run has begun with it.
        """
        saved = await self._storage.checkpointer.aget_tuple({"configurable": {"thread_id": thread}})
        progress = saved.checkpoint["id"] if saved is not None else ""
        stays = bool(request.tries) and request.progress == progress
        counted = replace(request, tries=request.tries + 1 if stays else 1, progress=progress, unread=0)
        begun = saved is not None and saved.metadata.get(REQUEST) == name
        if counted.tries <= MOST_TRIES:
            await asyncio.to_thread(keep_request, self._storage.store, thread, name, counted)
            tries = f", try {counted.tries} from this step" if counted.tries > 1 else ""
            self._say(f"run {thread}: {'goes on' if begun else 'begins'}{tries}")
        return counted, begun

    async def _go_on(self, job: _Job, control: RunControl) -> End:
        """Run a job from where it stands to its end, or to a question."""
        request = job.request
        if request.tries > MOST_TRIES:
            raise ConfigurationError(f"{MOST_TRIES} tries came to an end without getting any further")
        settings = settings_for(request, self._equipment.settings)
        graph, config = self._graph(settings), self._config(job, settings)
        state = await graph.aget_state(config)
        if request.kind == "query" and not job.begun:
            if (state.tasks or state.interrupts) and not request.anew:
                raise ConfigurationError("the turn before has not ended: answer it or resume it, and ask again then")
            start: Any = {"query": request.query}
        else:
            start = self._answers(job, {each.id: each.value for each in state.interrupts})
        if start is not None or (state.tasks and not state.interrupts):  # `next` leaves out tasks that have written
            options: Any = {"context": settings, "durability": "sync", "control": control, LEASE_HELD: True}
            await graph.ainvoke(start, config, **options)
            state = await graph.aget_state(config)
        if state.interrupts:
            return End(job.thread, "waiting", "", request.user)
        return End(job.thread, "finished", str(state.values.get("stop_reason") or ""), request.user)

    def _answers(self, job: _Job, waiting: Mapping[str, Any]) -> "Command[Any] | None":
        """Return the answers to questions that wait. Raises ConfigurationError for those of another key."""
        if job.request.answers and not job.request.is_signed(job.thread):
            raise ConfigurationError(
                "the answers were signed with another key: give workers and whoever answers the same signing.key"
            )
        given = fitting_answers(job.request, waiting)
        return Command(resume=given) if given else None

    def _config(self, job: _Job, settings: Settings) -> Any:
        metadata = {**self._equipment.metadata(job.thread, settings), **metadata_of(job.request, job.name)}
        return {"configurable": {"thread_id": job.thread}, "metadata": metadata}

    def _graph(self, settings: Settings) -> AnywhereGraph:
        """Return the graph of these settings' strategy; what else they say is given in each call of it."""
        key = (settings.strategy, settings.memory)
        if key not in self._graphs:
            self._graphs[key] = build_graph(
                self._equipment.settings.model_copy(update={"strategy": key[0], "memory": key[1]}),
                self._equipment.tools,
                models=self._equipment.models,
                answer_schema=self._equipment.answer_schema,
                checkpointer=self._storage.checkpointer,
                store=self._storage.store,
            )
        return self._graphs[key]

    async def _keep(self, thread: str, name: str, request: Request) -> None:
        """Write a request down as far as the storage can be reached, also while this task is cancelled."""
        with suppress(StorageError):
            await asyncio.shield(asyncio.to_thread(keep_request, self._storage.store, thread, name, request))


def first_line(error: BaseException) -> str:
    """Return an error in one line; this library's own ones need no name."""
    text = str(error) if isinstance(error, ConfigurationError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:500]
