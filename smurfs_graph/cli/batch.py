"""`smurfs batch FILE`: answers a file of requests into results.jsonl, here or by the workers of a queue."""

import asyncio
import os
import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from smurfs_graph.batch.answering import Answerer, BatchEquipment, open_answerer
from smurfs_graph.batch.processes import processes_for, run_here
from smurfs_graph.batch.requests import BatchRequest, read_file, read_requests
from smurfs_graph.batch.results import BatchLedger, BatchOrder, BatchPlace, BatchRow, count_endings
from smurfs_graph.checkpoints.storage import without_password
from smurfs_graph.cli.engines import PROCESSES, RAY, Spreading, spread_over
from smurfs_graph.cli.findings import use_findings
from smurfs_graph.cli.options import VARIABLE
from smurfs_graph.cli.output import keep_clean, print_json, say_notices
from smurfs_graph.cli.progress import Progress
from smurfs_graph.cli.recipe import Recipe, load_schema
from smurfs_graph.cli.run import OFFLINE_NOTICE
from smurfs_graph.cli.workers import database_of
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import NO_TOOLS
from smurfs_graph.models.refs import OFFLINE
from smurfs_graph.nodes.start import checked_query
from smurfs_graph.showing.text import count_of, in_a_line
from smurfs_graph.tools.mcp.keeping import keep_sessions
from smurfs_graph.tools.specs import load_tools

RUNS = "runs.sqlite"
"""The storage of runs beside the results, where no other one is named."""
_NAMED = 3
"""Runs that wait, and kinds of failures, that are told in full."""


@dataclass(frozen=True)
class BatchOptions:
    """The arguments of `smurfs batch` besides what requests are answered with."""

    file: str
    """- for standard input."""
    out: Path | None = None
    jobs: int = 4
    database: str | None = None
    queue: str = ""
    """Name of the queue whose workers answer; empty: this command does."""
    user: str = ""
    priority: int = 0
    again: bool = False
    engine: str = PROCESSES
    ray_address: str | None = None
    """Of a cluster of Ray."""
    json: bool = False
    quiet: bool = False

    @property
    def folder(self) -> Path:
        """Return the folder of the results."""
        return self.out or Path(f"batch-{'stdin' if self.file == '-' else Path(self.file).stem}")

    @property
    def given(self) -> str:
        """Return the file's name as from the folder where the command is given."""
        return self.file if self.file == "-" else os.path.relpath(self.file)

    @property
    def address(self) -> str:
        """Return the address of the storage of the runs."""
        return self.database or os.environ.get(VARIABLE) or str(self.folder / RUNS)

    @property
    def place(self) -> BatchPlace:
        """Return where the runs are, in words that are the same in every working directory."""
        if not (given := self.database or os.environ.get(VARIABLE)):
            return BatchPlace("", self.queue)
        is_file = "://" not in given
        return BatchPlace(str(Path(given).expanduser().absolute()) if is_file else without_password(given), self.queue)


def run_batch(recipe: Recipe, options: BatchOptions) -> int:
    """Answer what is left of a file and print what became of it all; return the exit status.

    0 where every request has its answer, 1 where some have none (yet), 130 if interrupted.
    """
    requests = _read(options.file, lambda query: checked_query(query, recipe.settings.max_query_chars))
    with keep_clean(), BatchLedger(options.folder, options.place, options.given) as ledger:
        if options.out is None and ledger.file not in ("", options.given):
            raise ConfigurationError(f"{options.folder} has the results of {ledger.file}: give another folder with -o")
        left = {order.thread: (order, request) for order, request in _left(ledger, requests, again=options.again)}
        progress = Progress(len(requests), len(requests) - len(left), quiet=options.quiet)

        def take(row: BatchRow) -> None:
            if ledger.append(row, left[row.thread][1]):
                progress.show(lambda: _listed(count_endings(ledger.rows.values())))

        lost: list[BatchOrder] = []
        orders = [order for order, _ in left.values()]
        try:
            if orders:
                lost = (_enqueue if options.queue else _answer)(recipe, options, orders, take, ledger.begin)
        except (KeyboardInterrupt, asyncio.CancelledError):
            progress.end()
            print(f"smurfs: interrupted; {progress.done:,} of {len(requests):,} are in {ledger.path}", file=sys.stderr)
            print("smurfs: the same command goes on from there", file=sys.stderr)
            return 130
        progress.end()
        for order in lost:
            _say(f"left out: {left[order.thread][1].id}, with which two processes have died")
        rows = [row for request in requests if (row := ledger.row(request)) is not None]
    _report(rows, len(requests), ledger.path, options)
    return 0 if len(rows) == len(requests) and all(row.is_answered for row in rows) else 1


def _read(file: str, check: Callable[[str], object]) -> list[BatchRequest]:
    if file != "-":
        return read_file(Path(file), check)
    if sys.stdin is None:  # closed by the caller
        raise ConfigurationError("there is no standard input to read the requests from")
    return read_requests(sys.stdin.buffer, "standard input", check)


def _left(
    ledger: BatchLedger, requests: Iterable[BatchRequest], *, again: bool
) -> Generator[tuple[BatchOrder, BatchRequest]]:
    """Yield what is to be done or looked at: requests without a row, or whose run waited or, `again`, failed."""
    for request in requests:
        row = ledger.row(request)
        if row is None or row.state == "waiting" or (again and row.failed):
            yield ledger.order(request), request


def _answer(
    recipe: Recipe,
    options: BatchOptions,
    orders: list[BatchOrder],
    take: Callable[[BatchRow], None],
    begin: Callable[[], None],
) -> list[BatchOrder]:
    """Answer requests in this process, or in several; return those left out.

    `begin`: called once everything that is needed is there.
    """
    opened = partial(_open, recipe, options.address, quiet=options.quiet)
    processes = processes_for(len(orders), options.jobs, recipe.settings.model_fields_set)
    if processes > 1 or options.engine == RAY:
        if options.ray_address and "://" not in options.address:
            raise ConfigurationError("runs on a cluster are kept in PostgreSQL: --database postgresql://...")
        with opened():  # what is missing is better known before processes are started
            begin()
        where = Spreading(options.engine, options.ray_address, processes, options.jobs)
        return spread_over(where, partial(opened, quiet=True), orders, take)
    with opened() as answer:
        begin()
        asyncio.run(run_here(answer, orders, take, options.jobs))
    return []


def _enqueue(
    recipe: Recipe,
    options: BatchOptions,
    orders: list[BatchOrder],
    take: Callable[[BatchRow], None],
    begin: Callable[[], None],
) -> list[BatchOrder]:
    """Have the workers of a queue answer requests; none is left out."""
    if recipe.tools or recipe.schema:
        raise ConfigurationError("tools and schema are the workers': with --queue, give them to `smurfs worker`")
    address = database_of(options.database)
    from smurfs_graph.batch.collecting import QueuedBatch, answer_by_workers
    from smurfs_graph.workers.queue import open_queue

    settings = recipe.settings.model_dump(mode="json", exclude_unset=True)
    with open_queue(address, options.queue) as queue:
        begin()
        how = QueuedBatch(settings, options.user, options.priority, options.again)
        answer_by_workers(queue, orders, how, take)
    return []


@contextmanager
def _open(recipe: Recipe, address: str, *, quiet: bool) -> Generator[Answerer]:
    """Yield what answers requests with the tools, settings and schema of a command line."""
    with keep_clean(), keep_sessions(), say_notices(quiet=quiet):
        tools = list(load_tools(recipe.tools).values())
        if not tools:
            raise ConfigurationError(NO_TOOLS)
        if recipe.settings.model == OFFLINE and not quiet:
            print(f"smurfs: {OFFLINE_NOTICE}", file=sys.stderr)
        use_findings(recipe.settings, quiet=quiet)
        equipment = BatchEquipment(recipe.settings, tools, load_schema(recipe.schema), recipe.as_metadata)
        with open_answerer(address, equipment) as answer:
            yield answer


def _report(rows: list[BatchRow], requests: int, path: Path, options: BatchOptions) -> None:
    endings = count_endings(rows)
    if missing := requests - len(rows):
        endings["not answered"] = missing
    calls = sum(row.llm_calls for row in rows)
    tool_calls = sum(row.tool_calls for row in rows)
    tokens = sum(row.input_tokens + row.output_tokens for row in rows)
    cost = sum(row.cost_usd for row in rows)
    address = shlex.quote(without_password(options.address))
    way = f"runs resume {{}} --database {address}" if options.queue else f"resume {{}} --checkpoint {address}"
    for row in [row for row in rows if row.state == "waiting"][:_NAMED]:
        _say(f"{row.id} waits for a person: smurfs {way.format(row.thread)}; then give this command again")
    for row, said in [*{said: (row, said) for row in rows if (said := _failure(row))}.values()][:_NAMED]:
        _say(f"{row.id} {said}; --again runs once more what failed or was cancelled")
    if options.json:
        totals = {"llm_calls": calls, "tool_calls": tool_calls, "tokens": tokens, "cost_usd": round(cost, 6)}
        sys.stdout.flush()
        print_json({"results": str(path), "requests": requests, "endings": endings, **totals})
        return
    estimated = "~" * any(row.estimated_calls for row in rows)
    used = f"{count_of(calls, 'model call')}, {count_of(tool_calls, 'tool call')}, {estimated}{tokens:,} tokens"
    print(f"{count_of(requests, 'request')}: {_listed(endings)}; {used}, {cost:.4f} USD")
    print(f"rows: {path}")


def _failure(row: BatchRow) -> str:
    """Say how a request failed or was cancelled; empty where it was not."""
    if not row.failed:
        return ""
    if row.state == "cancelled":
        return f"was cancelled{': ' * bool(row.message)}{row.message}"
    return f"failed: {row.message or (row.warnings or [row.ending])[-1]}"


def _listed(endings: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in endings.items())


def _say(text: str) -> None:
    print(in_a_line(f"smurfs: {text}", 400), file=sys.stderr)
