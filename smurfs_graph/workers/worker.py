"""A worker: takes jobs from the queue and carries their runs on, until it is told to stop.

Queue, heartbeats, schedules and retries are the engine's (procrastinate). Two workers never work on one run, whatever
the queue believes: its lease refuses the second.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl
from procrastinate import App, BaseRetryStrategy, JobContext, RetryDecision, RetryStrategy
from procrastinate.exceptions import ConnectorException, JobAborted, UniqueViolation
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job, Status

from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import RunBusyError, StorageError
from smurfs_graph.tools.http.errors import HttpError
from smurfs_graph.workers import engine
from smurfs_graph.workers.carrying import PAUSES, Carrier, Equipment, GivenUpError, LaterError, first_line
from smurfs_graph.workers.ends import CHANNEL, SAY, End, Webhook, WebhookRefusedError
from smurfs_graph.workers.metrics import start_metrics

GRACE = 30.0
"""Seconds that calls under way may take after a worker was told to stop."""
HEARTBEAT, STALLED_AFTER = 1.0, 3.0
"""Seconds between two signs of life of a worker, and after the last one until its runs are others'."""
_RUNS_A_CONNECTION = 8
"""Runs at a time that share a connection to the storage: thirty workers live on a server's hundred."""
_LOOK_FOR_STALLED = "* * * * * */2"
"""How often workers look for runs of dead ones: a cron line whose sixth field is seconds."""
_CLEAR_OUT, _KEEP_HOURS = "17 * * * *", 30 * 24
"""When, and after how long, jobs that were given up or cancelled are forgotten."""
_OPEN = ("todo", "doing")
_DELIVERIES = 8
"""How often an end is posted to a webhook that does not take it, over almost three hours."""
logging.getLogger("procrastinate").addHandler(logging.NullHandler())  # what it logs is for those who listen to it
_AT_ONCE = datetime.fromtimestamp(0, UTC)
"""A time that has come by whatever clock."""


class _Later(BaseRetryStrategy):
    """Retries a job that says so, when it says so."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, LaterError):
            return RetryDecision(retry_at=_in_seconds(exception.seconds))
        return RetryDecision(retry_at=_AT_ONCE) if isinstance(exception, asyncio.CancelledError) else None


@dataclass(frozen=True)
class WorkerOptions:
    """How a worker works, beside its equipment."""

    concurrency: int = 1
    """Runs at a time."""
    queue: str = engine.QUEUE
    grace: float = GRACE
    wait: bool = True
    """False: it ends once nothing is queued."""
    webhook: str | None = None
    """Address that is told how jobs end."""


class Worker:
    """One worker on an open storage; `say` is given a line about each thing that happens."""

    def __init__(
        self,
        storage: Storage,
        app: App,
        equipment: Equipment,
        options: WorkerOptions,
        say: Callable[[str], None] = lambda _: None,
        count: Callable[[End], None] = lambda _: None,
    ) -> None:
        """Register the tasks. Raises ConfigurationError where the equipment cannot work."""
        queue = options.queue
        self._app, self._queue, self._options, self._say, self._count = app, queue, options, say, count
        self._webhook = Webhook(options.webhook) if options.webhook else None
        self._carrier = Carrier(storage, equipment, say)
        self._stopping = False
        self._under_way: dict[asyncio.Task[Any], RunControl] = {}
        app.task(name=engine.RUN, queue=queue, pass_context=True, retry=_Later())(self._run)
        for cron, name, work in (
            (_LOOK_FOR_STALLED, engine.LOOK, self._look),
            (_CLEAR_OUT, engine.CLEAR, self._clear_out),
        ):
            task = app.task(name=name, queue=queue, queueing_lock=f"{name}:{queue}", priority=1_000)(work)
            app.periodic(cron=cron, periodic_id=queue)(cast("Any", task))
        again = RetryStrategy(max_attempts=_DELIVERIES, exponential_wait=3)
        app.task(name=engine.CANCELLED, queue=queue, retry=again)(self._tell_cancelled)
        app.task(name=engine.TELL, queue=_telling(queue), pass_context=True, retry=again)(self._deliver)

    async def work(self) -> None:
        """Work until a signal, or until nothing is queued where the options say so."""
        options: Any = {
            "queues": [self._queue, *([_telling(self._queue)] if self._webhook else [])],
            "concurrency": self._options.concurrency,
            "wait": self._options.wait,
            "delete_jobs": "successful",
            "install_signal_handlers": False,
            "update_heartbeat_interval": HEARTBEAT,
            "stalled_worker_timeout": STALLED_AFTER,
            "fetch_job_polling_interval": 1.0,
            "abort_job_polling_interval": 2.0,
            "shutdown_graceful_timeout": self._options.grace,
        }
        async with self._app.open_async():
            most = self._options.concurrency
            self._say(f"worker {os.getpid()} is ready for {most} at a time; Ctrl-C or SIGTERM ends it")
            while not self._stopping:
                working = asyncio.create_task(self._app.run_worker_async(**options))
                with self._stop_on_signals(working):
                    try:
                        await asyncio.wait([working])
                    except asyncio.CancelledError:
                        working.cancel()
                        raise
                try:
                    working.result()
                except asyncio.CancelledError:
                    return
                except ConnectorException as error:
                    self._say(f"the queue cannot be reached: {first_line(error.__cause__ or error)}")
                    await asyncio.sleep(1.0)
                    continue
                if not self._options.wait:
                    return
                self._say("the queue's connection broke; working on")
                await asyncio.sleep(1.0)

    @contextmanager
    def _stop_on_signals(self, working: "asyncio.Task[None]") -> Generator[None]:
        """Take no more jobs and hand runs back at their next step at a first signal; at once at a second one."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            if self._stopping:
                for task in self._under_way:
                    task.cancel()
                return
            self._stopping = True
            self._say("stopping: runs go back to the queue at their next step (again: at once)")
            for control in self._under_way.values():
                control.request_drain("the worker stops")
            working.cancel()

        try:
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(name, stop)
        except (NotImplementedError, ValueError, RuntimeError):  # Windows, or not the main thread
            yield
            return
        try:
            yield
        finally:
            for name in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(name)

    async def _run(self, context: JobContext, thread: str, request: str) -> None:
        """Carry one job out. Raises LaterError to have it tried again."""
        if self._stopping:
            raise LaterError("the worker stops")
        task, control = cast("asyncio.Task[Any]", asyncio.current_task()), RunControl()
        self._under_way[task] = control
        try:
            end = await self._carrier.carry(thread, request, control, context.job.attempts)
        except (GraphDrained, asyncio.CancelledError):
            if context.abort_reason() is AbortReason.USER_REQUEST:
                end = End(thread, "cancelled", "", await self._carrier.user_of(thread, request))
                await self._tell(end)
                await self._notify(end)
                raise JobAborted from None
            self._say(f"run {thread}: handed back")
            raise LaterError("the worker stops") from None
        except LaterError as error:
            self._say(f"run {thread}: {error}; tried again in {error.seconds:.0f} s")
            raise
        except GivenUpError as error:
            await self._tell(error.end)
            await self._notify(error.end)
            raise
        finally:
            del self._under_way[task]
        if end is not None:
            try:
                await self._tell(end)
                await self._carrier.forget(thread, request)
            except (StorageError, ConnectorException, RunBusyError) as error:  # the run has ended: that is to be noted
                raise LaterError(first_line(error), PAUSES.pause(context.job.attempts)) from None
            with suppress(ConnectorException):  # a newer job may wait already, so this one cannot be queued again
                await self._notify(end)

    async def _tell(self, end: End) -> None:
        """Say an end, and enqueue its delivery to the webhook: before its request is deleted, so that none is lost."""
        self._say(f"run {end.thread}: {end.state}{f': {end.reason}' if end.reason else ''}")
        self._count(end)
        if self._webhook is not None:
            await self._app.configure_task(engine.TELL, queue=_telling(self._queue)).defer_async(end=asdict(end))

    async def _notify(self, end: End) -> None:
        await self._app.connector.execute_query_async(SAY, channel=CHANNEL, payload=end.as_json())

    async def _tell_cancelled(self, thread: str, user: str = "") -> None:
        """Say the end of a run that was cancelled while no worker had it."""
        await self._tell(End(thread, "cancelled", "", user))

    async def _deliver(self, context: JobContext, end: dict[str, Any]) -> None:
        if self._webhook is not None:
            try:
                await self._webhook.post(end, cast("int", context.job.id))
            except (HttpError, WebhookRefusedError) as error:
                self._say(f"run {end.get('thread')}: its end was not posted (--webhook): {error}; tried again later")
                raise

    async def _look(self, timestamp: int) -> None:
        """Have the runs of workers that gave no sign of life taken up again, by the engine's own means."""
        manager = self._app.job_manager
        stalled: list[Job] = []
        for queue in (self._queue, _telling(self._queue)):
            stalled += await manager.get_stalled_jobs(queue=queue, seconds_since_heartbeat=STALLED_AFTER)
        for job in stalled:
            if job.task_name in (engine.LOOK, engine.CLEAR):  # there is always a next one
                await manager.finish_job_by_id_async(cast("int", job.id), Status.FAILED, delete_job=True)
                continue
            if job.task_name == engine.RUN and await self._carrier.is_held(str(job.task_kwargs["thread"])):
                continue  # its worker was told to stop, and says no more that it lives
            pause = PAUSES.pause(job.attempts - 1) if job.attempts else 0.0
            try:
                await manager.retry_job(job, retry_at=_in_seconds(pause))
            except UniqueViolation:  # a newer job of the thread waits
                await self._make_way(job)
            except ConnectorException:  # another worker was faster
                continue
            if job.task_name == engine.RUN:
                await self._say_what_became_of(job)

    async def _say_what_became_of(self, job: Job) -> None:
        """Say that a dead worker's run is taken up again; where it was cancelled, the engine has ended it instead."""
        thread = str(job.task_kwargs["thread"])
        now = list(await self._app.job_manager.list_jobs_async(id=cast("int", job.id)))
        if not any(each.abort_requested for each in now):
            self._say(f"run {thread}: its worker is dead; taken up again")
            return
        end = End(thread, "cancelled", "", await self._carrier.user_of(thread, str(job.task_kwargs["request"])))
        await self._tell(end)
        await self._notify(end)

    async def _make_way(self, job: Job) -> None:
        """Delete the stalled job of a request that was carried out; queue any other again, before the newer one."""
        number, request = cast("int", job.id), str(job.task_kwargs["request"])
        if not await self._carrier.is_kept(str(job.task_kwargs["thread"]), request):
            await self._app.job_manager.finish_job_by_id_async(number, Status.FAILED, delete_job=True)
            return
        await self._app.connector.execute_query_async(engine.QUEUE_TWICE, job=number)
        with suppress(ConnectorException):  # another worker was faster
            await self._app.job_manager.retry_job(job, retry_at=_AT_ONCE)

    async def _clear_out(self, timestamp: int) -> None:
        """Forget jobs that were given up or cancelled long ago, with their requests, and ends that were not taken."""
        every: Any = {"include_failed": True, "include_cancelled": True, "include_aborted": True}
        manager = self._app.job_manager
        before = {job.id: job for job in await manager.list_jobs_async(queue=self._queue, task=engine.RUN)}
        for queue in (self._queue, _telling(self._queue)):
            await manager.delete_old_jobs(_KEEP_HOURS, queue=queue, **every)
        after = {job.id for job in await manager.list_jobs_async(queue=self._queue, task=engine.RUN)}
        for job in (job for number, job in before.items() if number not in after and job.status not in _OPEN):
            with suppress(RunBusyError):
                await self._carrier.forget(str(job.task_kwargs["thread"]), str(job.task_kwargs["request"]))


def run_worker(
    database: str,
    equipment: Equipment,
    options: WorkerOptions = WorkerOptions(),
    *,
    say: Callable[[str], None] = lambda _: None,
) -> None:
    """Work on a PostgreSQL database's queue until SIGTERM or Ctrl-C.

    Raises ConfigurationError before any job is taken.
    """
    connections = -(-options.concurrency // _RUNS_A_CONNECTION)
    with open_storage(engine.check_database(database), connections) as storage:
        engine.set_up(database)
        app = App(connector=engine.worker_connector(database))
        count = start_metrics(database, options.queue)
        worker = Worker(storage, app, equipment, options, say, count)
        asyncio.run(worker.work())


def _telling(queue: str) -> str:
    """Return the queue of deliveries: workers without a webhook leave it alone."""
    return f"{queue}.webhook"


def _in_seconds(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds) if seconds > 0 else _AT_ONCE
