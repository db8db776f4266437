"""The queue as whoever enqueues sees it: requests, answers, cancelling, and what has become of them.

with open_queue("postgresql://host/runs") as queue:
    thread = queue.enqueue("What is the distance between Paris and Rome?", user="ada")
    ended = queue.wait(thread)
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from langchain_core.runnables import RunnableConfig
from procrastinate import App
from procrastinate.exceptions import AlreadyEnqueued

from smurfs_graph.checkpoints.run_record import INTERRUPT
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import AnswerError, ConfigurationError, RunBusyError
from smurfs_graph.nodes.start import checked_query
from smurfs_graph.running.resuming import complaint_about
from smurfs_graph.runs.saved import Saved, latest_of, no_such_run
from smurfs_graph.runs.steps import RunRow, state_of
from smurfs_graph.showing.text import count_of
from smurfs_graph.workers import engine, jobs
from smurfs_graph.workers.ends import CHANNEL, SAY, End, check_name, thread_of
from smurfs_graph.workers.jobs import JobRow, Turn
from smurfs_graph.workers.requests import (
    REQUEST,
    USER,
    Answer,
    Request,
    check_settings,
    find_request,
    forget_request,
    forget_requests,
    going_on,
    keep_request,
    queries_of,
    question_digest,
    settings_of,
    unchanged_questions,
)


@dataclass(frozen=True)
class Queue:
    """An open queue, for any thread of a program."""

    storage: Storage
    url: str
    app: App
    name: str = engine.QUEUE

    def enqueue(
        self,
        query: str,
        *,
        thread: str | None = None,
        user: str = "",
        settings: Mapping[str, Any] | None = None,
        priority: int = 0,
        at: datetime | None = None,
        request: str = "",
    ) -> str:
        """Have a worker answer a query, as a new run or as the next turn of a thread that has ended; return its name.

        `settings`: those that a foreign run may set. `priority`: higher ones first. `at`: not before, with a time zone.
        `request`: a name for the request; where the thread has had one of that name nothing is enqueued. Raises
        ConfigurationError; RunBusyError where the thread's last request has not been carried out.
        """
        if at is not None and at.utcoffset() is None:
            raise ConfigurationError(f"the time {at} needs a time zone")
        check_name("user", user)
        check_name("thread", thread or "")
        name = thread or uuid4().hex
        with self._turn(name, idle=False, known=thread is not None) as turn:
            if request and self._has_had(turn, request):
                return name
            self._check_idle(turn)
            before, anew = self._check_ended(turn, user) if thread is not None else ({}, False)
            checked = check_settings({**before, **(settings or {})})
            checked_query(query, checked.max_query_chars)
            given = checked.model_dump(mode="json", exclude_unset=True)
            made = Request("query", query=query, settings=given, user=user, anew=anew)
            self._defer(turn, made, name=request, priority=priority, at=at)
        return name

    def answer(
        self,
        thread: str,
        answers: Mapping[str, Any],
        *,
        shown: Mapping[str, Any] | None = None,
        user: str | None = None,
    ) -> None:
        """Have a worker go on with a run that waits, with these answers by the ids of their questions.

        `shown`: the questions as their person saw them; another one may wait under the same id meanwhile. `user`: who
        answers; None: whoever looks after the queue. Raises AnswerError where an answer does not fit, or its question
        does not wait, ConfigurationError for the run of another user; nothing is enqueued then.
        """
        self.check_user(thread, user)
        with self._turn(thread) as turn:
            saved, waiting = self.questions(thread)
            if shown is not None:
                waiting = unchanged_questions(waiting, shown)
            if stale := next((name for name in answers if name not in waiting), None):
                raise AnswerError(f"question {stale!r} does not wait for an answer (any more)")
            if not answers:
                raise AnswerError("no question was answered")
            for name, value in answers.items():
                if complaint := complaint_about(waiting[name], value):
                    raise AnswerError(f"the answer to question {name} does not fit, and it still waits: {complaint}")
            given = tuple(Answer(name, question_digest(waiting[name]), value) for name, value in answers.items())
            request = replace(going_on(saved.metadata), answers=given)
            self._defer(turn, replace(request, signature=request.sign(thread)))

    def resume(self, thread: str) -> None:
        """Have a worker go on with a run that was cancelled, given up or interrupted, where its checkpoints end."""
        with self._turn(thread) as turn:
            job, saved = turn.last, latest_of(self.storage, thread)
            begun = job is not None and saved is not None and saved.metadata.get(REQUEST) == job.request
            if job is not None and not begun:
                request = find_request(self.storage.store, thread, job.request)
                if request is not None and request.kind == "query":
                    anew = replace(request, tries=0, unread=0, failure="", queue=job.queue)
                    self._defer(turn, anew, priority=job.priority, at=job.at)
                    return
            saved, waiting = self.questions(thread)
            if state_of(saved) == "finished":
                raise ConfigurationError(f"run {thread!r} has ended; nothing is left to go on with")
            if waiting:
                raise AnswerError(f"run {thread!r} waits for {count_of(len(waiting), 'answer')}: give them")
            self._defer(turn, going_on(saved.metadata))

    def cancel(self, thread: str, *, user: str | None = None) -> str:
        """Cancel a run's job, also in a worker that works on it; return the state that the job had.

        `user`: as in `answer`. Raises ConfigurationError where there is nothing to cancel.
        """
        self.check_user(thread, user)
        job = self.job_of(thread)
        if job is None or not self._is_open(job):
            raise ConfigurationError(f"run {thread!r} is neither queued nor running")
        with engine.translated():
            manager = self.app.job_manager
            request = find_request(self.storage.store, thread, job.request)
            if manager.cancel_job_by_id(job.job):  # of one that runs, its worker says it
                end = End(thread, "cancelled", "", request.user if request is not None else "")
                self.app.connector.get_sync_connector().execute_query(SAY, channel=CHANNEL, payload=end.as_json())
                told: Any = self.app.configure_task(engine.CANCELLED, allow_unknown=True, queue=job.queue)
                told.defer(thread=thread, user=end.user)
                return "queued"
            if not manager.cancel_job_by_id(job.job, abort=True):
                raise ConfigurationError(f"run {thread!r} has ended meanwhile")
        return "running"

    def questions(self, thread: str, *, user: str | None = None) -> tuple[Saved, dict[str, Any]]:
        """Return a run's last checkpoint, and the questions that it waits with; `user`: as in `answer`.

        Raises ConfigurationError.
        """
        self.check_user(thread, user)
        saved = latest_of(self.storage, thread)
        if saved is None:
            raise no_such_run(thread)
        if REQUEST not in saved.metadata:
            raise ConfigurationError(f"run {thread!r} was not begun by a worker; go on with `smurfs resume`")
        groups = [value for _, channel, value in saved.writes if channel == INTERRUPT]
        return saved, {each.id: each.value for group in groups for each in cast("list[Any]", group)}

    def jobs(self) -> list[JobRow]:
        """Return the latest job of each thread whose job has not been carried out, the oldest first."""
        with engine.translated():
            return jobs.latest_jobs(self.app)

    def states(self) -> dict[str, str]:
        """Return the states of the jobs that were not carried out, by their threads."""
        with engine.translated():
            return jobs.states(self.app)

    def with_states(self, rows: Iterable[RunRow]) -> list[RunRow]:
        """Return rows of runs with the states of their jobs."""
        listed = list(rows)
        with engine.translated():
            found = jobs.latest_jobs(self.app, locks=[_lock(row.id) for row in listed])
        states = {job.thread: job.state for job in found}
        return [replace(row, state=states[row.id], stop_reason="") if row.id in states else row for row in listed]

    def with_jobs(self, rows: Iterable[RunRow], last: int | None = None) -> list[RunRow]:
        """Return rows of runs with the states of their jobs, and behind them those of runs that have not begun.

        `rows`: of all runs, or of the `last` so many; of all together so many are returned.
        """
        listed = self.with_states(rows)
        begun = {row.id for row in listed}
        with engine.translated():
            found = [job for job in jobs.latest_jobs(self.app, last=last) if job.thread not in begun]
        if last is None:
            queries = queries_of(self.storage.store) if found else {}
        else:
            found = [job for job in found if latest_of(self.storage, job.thread) is None]
            requests = {job.request: find_request(self.storage.store, job.thread, job.request) for job in found}
            queries = {name: request.query for name, request in requests.items() if request is not None}
        for job in found:
            at = job.at.isoformat(timespec="milliseconds") if job.at else ""
            listed.append(RunRow(job.thread, queries.get(job.request, ""), job.state, "", at, at, 0))
        return listed if last is None else listed[-last:]

    def job_of(self, thread: str) -> JobRow | None:
        """Return the latest job of a thread; None where there is none, or it was carried out."""
        with engine.translated():
            found = [*self.app.job_manager.list_jobs(task=engine.RUN, lock=_lock(thread))]
        return jobs.job_row(found[-1]) if found else None

    def wait(self, thread: str, seconds: float | None = None) -> End:
        """Return how a run's job has ended, once it has. Raises TimeoutError.

        Other jobs of the thread, which come later, are not waited for. Raises StorageError where the connection breaks.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        with self.listen() as ended:
            while (job := self.job_of(thread)) is not None and self._is_open(job):
                left = 5.0 if deadline is None else min(5.0, deadline - time.monotonic())
                if left <= 0:
                    raise TimeoutError(f"run {thread!r} is {job.state} after {seconds:g} s")
                any(each == thread for each in ended(left))
        return self.end_of(thread)

    @contextmanager
    def listen(self) -> "Generator[Callable[[float], Iterator[str]]]":
        """Yield a function that yields the threads whose jobs end within so many seconds.

        Raises StorageError where the connection breaks.
        """
        with engine.translated(), engine.connect(self.url) as connection:
            connection.execute(f"LISTEN {CHANNEL}")

            def ended(seconds: float) -> Iterator[str]:
                for notice in connection.notifies(timeout=seconds):
                    if thread := thread_of(notice.payload):
                        yield thread

            yield ended

    def end_of(self, thread: str) -> End:
        """Return what has become of a run. Raises ConfigurationError for an unknown one."""
        job = self.job_of(thread)
        request = find_request(self.storage.store, thread, job.request) if job is not None else None
        if job is not None and request is not None:
            return End(thread, job.state, request.failure, request.user)
        saved = latest_of(self.storage, thread)
        if saved is None:
            raise no_such_run(thread)
        reason = "" if state_of(saved) != "finished" else str(saved.values.get("stop_reason") or "")
        return End(thread, state_of(saved), reason, str(saved.metadata.get(USER, "")))

    def check_user(self, thread: str, user: str | None) -> None:
        """Check that a run belongs to a user; None: whoever looks after the queue. Raises ConfigurationError."""
        if user is not None and self.end_of(thread).user != user:
            raise ConfigurationError(f"run {thread!r} belongs to somebody else")

    def forget(self, thread: str) -> None:
        """Delete what the queue has of a thread. Raises RunBusyError where a worker works on it."""
        with self.forgetting(thread):
            pass

    @contextmanager
    def forgetting(self, thread: str, *, queued: bool = True) -> Generator[None]:
        """Delete what the queue has of a thread once the block has ended; nothing of it is enqueued until then.

        `queued`: whether a queued job is deleted too. Raises RunBusyError where it is not, or where a worker works on
        the thread.
        """
        with self._turn(thread, idle=False) as turn:
            job = turn.last
            if job is not None and self._is_open(job) and not (queued and self._unqueue(turn, job)):
                raise RunBusyError(f"run {thread!r} is {'running' if queued else job.state}")
            yield
            jobs.forget_closed(turn.connection, _lock(thread))
            forget_requests(self.storage.store, thread)

    def _unqueue(self, turn: Turn, job: JobRow) -> bool:
        """Delete a queued job; return False where a worker has it, or has just taken it."""
        return self.app.job_manager.cancel_job_by_id(job.job, delete_job=True, connection=turn.connection)

    @contextmanager
    def _turn(self, thread: str, *, idle: bool = True, known: bool = True) -> Generator[Turn]:
        """Keep others from enqueueing anything of a thread until what is enqueued in here is there.

        `idle`: raises RunBusyError where the thread's last job is not over. `known`: False for a name that was just
        made up, of which nothing can be there.
        """
        with engine.translated(), engine.alone(self.app, _lock(thread) if known else None) as connection:
            turn = Turn(thread, connection, jobs.latest_job(self.app, connection, _lock(thread)) if known else None)
            if idle:
                self._check_idle(turn)
            yield turn
        for request in turn.replaced:
            forget_request(self.storage.store, thread, request)

    def _check_idle(self, turn: Turn) -> None:
        if turn.last is not None and self._is_open(turn.last):
            raise RunBusyError(f"run {turn.thread!r} is {turn.last.state} already; wait for its end")

    def _has_had(self, turn: Turn, request: str) -> bool:
        """Return whether a request of this name was enqueued in a thread before, in whatever turn of it."""
        if turn.last is not None and turn.last.request == request:
            return True
        if find_request(self.storage.store, turn.thread, request) is not None:
            return True
        config: RunnableConfig = {"configurable": {"thread_id": turn.thread}}
        return any(True for _ in self.storage.checkpointer.list(config, filter={REQUEST: request}, limit=1))

    def _check_ended(self, turn: Turn, user: str) -> tuple[dict[str, Any], bool]:
        """Return the settings of a thread of this user, and whether its last turn was cancelled or given up.

        Raises ConfigurationError where it goes on, or waits.
        """
        thread = turn.thread
        closed = find_request(self.storage.store, thread, turn.last.request) if turn.last is not None else None
        if closed is not None:
            _check_owner(thread, closed.user, user)
        saved = latest_of(self.storage, thread)
        if saved is None:
            return {}, False
        anew = state_of(saved) != "finished"
        if anew and (turn.last is None or turn.last.state not in ("cancelled", "failed")):
            raise ConfigurationError(f"run {thread!r} has not ended: answer it or resume it, or delete it")
        _check_owner(thread, str(saved.metadata.get(USER, "")), user)
        return settings_of(saved.metadata), anew

    def _is_open(self, job: JobRow) -> bool:
        """Return whether a job is still to be carried out; its request is deleted just before its end is noted."""
        if job.state == "running":
            return find_request(self.storage.store, job.thread, job.request) is not None
        return job.state == "queued"

    def _defer(
        self, turn: Turn, request: Request, *, name: str = "", priority: int = 0, at: datetime | None = None
    ) -> None:
        """Enqueue a request in its queue [this one], in the place of what was given up or cancelled of its thread."""
        if turn.last is not None:
            turn.replaced.extend(jobs.forget_closed(turn.connection, _lock(turn.thread)))
        name, queue = name or uuid4().hex, request.queue or self.name
        keep_request(self.storage.store, turn.thread, name, replace(request, queue=queue), within=turn.connection)
        try:
            self.app.configure_task(
                engine.RUN,
                allow_unknown=True,
                queue=queue,
                lock=_lock(turn.thread),
                queueing_lock=_lock(turn.thread),
                priority=priority,
                schedule_at=at,
                connection=turn.connection,
            ).defer(thread=turn.thread, request=name)
        except AlreadyEnqueued:
            raise RunBusyError(f"run {turn.thread!r} is queued already; wait for its end") from None


@contextmanager
def queue_beside(storage: Storage, database: str, name: str = engine.QUEUE) -> Generator[Queue]:
    """Open the queue of an open storage's database, whose tables are there."""
    app = App(connector=engine.sync_connector(database))
    with app.open():
        yield Queue(storage, database, app, name)


@contextmanager
def open_queue(database: str, name: str = engine.QUEUE) -> Generator[Queue]:
    """Open the queue of a PostgreSQL database, made where it is missing. Raises ConfigurationError."""
    with open_storage(engine.check_database(database)) as storage:
        engine.set_up(database)
        with queue_beside(storage, database, name) as queue:
            yield queue


def enqueue(query: str, database: str, **options: Any) -> str:
    """Enqueue one query and return the name of its run; `options` as for `Queue.enqueue`."""
    with open_queue(database) as queue:
        return queue.enqueue(query, **options)


def _check_owner(thread: str, owner: str, user: str) -> None:
    if owner != user:
        raise ConfigurationError(f"run {thread!r} belongs to {f'user {owner!r}' if owner else 'no user'}")


def _lock(thread: str) -> str:
    return f"smurfs:{thread}"
