"""`smurfs worker`, `smurfs enqueue` and the commands on queued runs: several workers on one PostgreSQL database."""

import importlib.util
import os
import shlex
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.cli.findings import use_findings
from smurfs_graph.cli.options import VARIABLE, address_of
from smurfs_graph.cli.output import keep_clean, say_notices
from smurfs_graph.cli.questions import match_answers
from smurfs_graph.cli.recipe import Recipe, load_schema
from smurfs_graph.cli.result import print_questions
from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.graph import NO_TOOLS
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.settings import Settings
from smurfs_graph.showing.text import in_a_line
from smurfs_graph.tools.specs import load_tools

if TYPE_CHECKING:
    from smurfs_graph.workers.queue import Queue
    from smurfs_graph.workers.worker import WorkerOptions


def work(recipe: Recipe, address: str, options: "WorkerOptions", *, quiet: bool) -> int:
    """Work until a signal; return the exit status."""
    from smurfs_graph.workers.carrying import Equipment
    from smurfs_graph.workers.worker import run_worker

    redactor = Redactor()

    def metadata(thread: str, settings: Settings) -> dict[str, str]:
        return replace(recipe, settings=settings).as_metadata(thread)

    def say(text: str) -> None:
        if not quiet:
            line = in_a_line(redactor.text(f"smurfs: {text}"), 400)
            print(f"{datetime.now():%Y-%m-%d %H:%M:%S} {line}", file=sys.stderr, flush=True)

    with keep_clean(), say_notices(quiet=quiet):
        tools = list(load_tools(recipe.tools).values())
        if not tools:
            raise ConfigurationError(NO_TOOLS)
        use_findings(recipe.settings, quiet=quiet)
        schema = load_schema(recipe.schema)
        equipment = Equipment(recipe.settings, tools, answer_schema=schema, metadata=metadata)
        run_worker(address, equipment, options, say=say)
    return 0


@dataclass(frozen=True)
class EnqueueOptions:
    """Options of `smurfs enqueue`."""

    database: str | None
    queue: str
    thread: str | None
    user: str
    priority: int
    at: str | None


def enqueue(query: str, values: dict[str, Any], options: EnqueueOptions) -> int:
    """Enqueue a query and print the name of its run."""
    address = database_of(options.database)
    from smurfs_graph.workers.queue import open_queue

    at = _time(options.at) if options.at else None
    text = sys.stdin.read() if query == "-" and sys.stdin is not None else query
    with open_queue(address, options.queue) as queue:
        print(
            queue.enqueue(
                text, thread=options.thread, user=options.user, settings=values, priority=options.priority, at=at
            )
        )
    return 0


def cancel(thread: str, database: str | None) -> int:
    """Cancel a queued or running run."""
    address = database_of(database)
    from smurfs_graph.workers.queue import open_queue

    with open_queue(address) as queue:
        before = queue.cancel(thread)
    what = "its worker stops it" if before == "running" else "it had not begun"
    _say(f"smurfs: run {thread} is cancelled: {what}; go on with: smurfs runs resume {thread}")
    return 0


def resume(thread: str, answers: list[str], database: str | None) -> int:
    """Have a worker go on with a run, with a person's answers where it waits for some."""
    address = database_of(database)
    from smurfs_graph.workers.queue import open_queue

    with open_queue(address) as queue:
        shown = queue.questions(thread)[1] if answers or queue.end_of(thread).state == "waiting" else {}
        if answers:
            queue.answer(thread, match_answers(answers, shown), shown=shown)
        elif shown:
            print_questions(shown, f"smurfs runs resume {shlex.quote(thread)}")
            return 1
        else:
            queue.resume(thread)
    _say(f"smurfs: run {thread} is queued")
    return 0


def say_job(storage: Storage, checkpoint: str | None, thread: str) -> bool:
    """Print what the queue says of a run; return whether it says anything."""
    with use_queue(storage, checkpoint) as queue:
        if queue is None or (job := queue.job_of(thread)) is None:
            return False
        end = queue.end_of(thread)
    at = f", not before {job.at.astimezone():%Y-%m-%d %H:%M}" if job.at and end.state == "queued" else ""
    _say(f"smurfs: run {thread} is {end.state}{at}{f': {end.reason}' if end.reason else ''}")
    return True


def queued_threads(storage: Storage, checkpoint: str | None) -> set[str]:
    """Return the threads that the queue has jobs of."""
    with use_queue(storage, checkpoint) as queue:
        return set(queue.states()) if queue else set()


@contextmanager
def use_queue(storage: Storage, checkpoint: str | None) -> "Generator[Queue | None]":
    """Return the queue of a storage's database; None where it has none."""
    address = address_of(checkpoint)
    if not address.startswith(("postgresql://", "postgres://")) or importlib.util.find_spec("procrastinate") is None:
        yield None
        return
    from smurfs_graph.workers.engine import is_set_up
    from smurfs_graph.workers.queue import queue_beside

    if not is_set_up(address):
        yield None
        return
    with queue_beside(storage, address) as queue:
        yield queue


def _say(text: str) -> None:
    print(in_a_line(Redactor().text(text), 600), file=sys.stderr)


def database_of(option: str | None) -> str:
    """Return the address of the shared database. Raises ConfigurationError where there is none, or no extra for it."""
    if importlib.util.find_spec("procrastinate") is None or importlib.util.find_spec("psycopg") is None:
        raise ConfigurationError(f"workers need the extra `workers`; {how_to_install('workers')}")
    from smurfs_graph.workers.engine import check_database

    address = option or os.environ.get(VARIABLE)
    if not address:
        raise ConfigurationError(f"--database postgresql://... names the database, or {VARIABLE} does")
    return check_database(address)


def _time(text: str) -> datetime:
    """Read a time; one without a zone is this machine's. Raises ConfigurationError."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise ConfigurationError(f"--at takes a time such as 2026-01-31T09:00, not {text!r:.40}") from None
