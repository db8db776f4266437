"""`make bench NAME=storage`: what PostgreSQL keeps of a run, and how long lists, looks and deletions take with many.

A run of 4 model calls and 3 reads, in native steps, beside `create_agent` with LangGraph's `PostgresSaver` for the same
replies. Then so many copies of the run's rows are kept under other names, and runs are listed, shown and pruned.
python -m tests.benchmarks.storage [--runs 100000] [--prune 1000]
"""

import argparse
import asyncio
import contextlib
import io
import json
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, cast

import psycopg
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.postgres import PostgresSaver

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.cli.runs import list_runs, prune_runs, show_run
from smurfs_graph.runs.forking import rename_run
from smurfs_graph.runs.saved import payloads_of, read_run, run_ids, write_run
from smurfs_graph.testing import ScriptedModel
from tests.servers.postgres.server import PostgresServer

READS = 3
QUERY = "Which of the stations at Oslo, Bergen and Tromso had the most rain this week, and how much was it?"
_CITIES = ("Oslo", "Bergen", "Tromso")
FIRST = "first"
_RENAMED = dict.fromkeys(("thread", "thread_id"), "'copy-' || n") | {"key": "md5(n::text) || substr(t.key, 33)"}
_LONG_AGO = "UPDATE smurfs_runs SET updated = 0 WHERE thread LIKE 'whole-%'"
_REFERENCE = "scripted:storage"
_OWN = "pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind IN ('r', 'p')"


@tool
def find_rain(city: str) -> str:
    """Find how much it has rained in a city, hour by hour."""
    chance = random.Random(city)
    rows = [{"hour": hour, "mm": round(chance.random() * 4, 1), "gauge": f"{city}-{hour % 3}"} for hour in range(16)]
    return json.dumps({"city": city, "rows": rows})


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000, help="kept in all")
    parser.add_argument("--prune", type=int, default=1_000, help="deleted of them")
    given = parser.parse_args()
    with PostgresServer() as server:
        ours, peer = server.create_database("ours"), server.create_database("peer")
        _one_run(ours)
        _one_peer(peer)
        for title, url in (("smurfs-graph", ours), ("create_agent, PostgresSaver", peer)):
            rows, size = _kept(url)
            wanted = " (at most 90 and 60)" if url == ours else ""
            print(f"{title}: {sum(rows.values())} rows, {size / 1e3:.1f} kB a run{wanted}; {_listed(rows)}", flush=True)
        _many(ours, given.runs, given.prune)


def _many(url: str, runs: int, prune: int) -> None:
    _timed(lambda: (list_runs(url, 1, as_json=False), show_run(FIRST, url, calls=False, as_json=False)))  # imports
    before = _logged(url)
    made = _timed(lambda: _make(url, prune))
    log = (_logged(url) - before) / prune
    print(f"{prune} runs written again: {made / prune * 1e3:.1f} ms and {log / 1e3:.0f} kB of WAL each", flush=True)
    with psycopg.connect(url, autocommit=True) as connection:  # those are the oldest
        connection.execute(_LONG_AGO)
    took, size = _timed(lambda: _copy(url, runs - prune - 1)), 0
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        size = found[0] if found else 0
    print(f"{runs} runs kept: {size / 1e9:.2f} GB with indexes, copied in {took:.0f} s", flush=True)
    last = "copy-1"
    print(
        f"  list of the last 100: {_timed(lambda: list_runs(url, 100, as_json=False)):.2f} s (at most 0.2 s)",
        flush=True,
    )
    shown = _timed(lambda: show_run(last, url, calls=False, as_json=False))
    print(f"  show: {shown:.2f} s (at most 0.1 s)", flush=True)
    pruned = _timed(lambda: prune_runs(url, older_than="365d", keep=None))
    print(f"  prune of {prune}: {pruned:.2f} s (at most 10 s)", flush=True)


def _logged(url: str) -> int:
    """Bytes of the write-ahead log since the server was made."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
        return int(row[0]) if row else 0


def _timed(work: Callable[[], Any]) -> float:
    with contextlib.redirect_stdout(io.StringIO()):
        began = time.perf_counter()
        work()
        return time.perf_counter() - began


def _reply(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """One read after the other, then the answer."""
    done = sum(isinstance(message, ToolMessage) for message in messages)
    if done == READS:
        return AIMessage("Bergen had the most rain of the three, then Tromso, and Oslo the least.")
    call = {"name": "find_rain", "args": {"city": _CITIES[done]}, "id": f"call_{done}"}
    return AIMessage(f"I look {_CITIES[done]} up next.", tool_calls=[call])


def _model() -> ScriptedModel:
    return ScriptedModel(lambda call, sections: {"answer": "done"}, caller=_reply, profile={"tool_calling": True})


def _one_run(url: str) -> None:
    with open_storage(url) as storage:
        settings = Settings.checked(model=_REFERENCE, strategy="full", step_shape="native")
        kept = {"checkpointer": storage.checkpointer, "store": storage.store}
        graph = build_graph(settings, [find_rain], models={_REFERENCE: _model()}, **cast("Any", kept))
        result = asyncio.run(graph.ainvoke({"query": QUERY}, {"configurable": {"thread_id": FIRST}}))
    if (result["usage"].calls, result["usage"].tool_calls) != (READS + 1, READS):
        raise SystemExit(f"{result['usage']} instead of {READS + 1} model calls and {READS} reads")


def _one_peer(url: str) -> None:
    with PostgresSaver.from_conn_string(url) as saver:
        saver.setup()
        agent: Any = create_agent(_model(), [find_rain], checkpointer=saver)
        agent.invoke({"messages": [("human", QUERY)]}, {"configurable": {"thread_id": FIRST}})


def _kept(url: str) -> tuple[dict[str, int], int]:
    """Rows by table, and the bytes of all of their columns, as the server stores them, without tables of migrations."""
    rows: dict[str, int] = {}
    size = 0
    with psycopg.connect(url, autocommit=True) as connection:
        for (name,) in connection.execute(f"SELECT relname FROM {_OWN}").fetchall():
            if "migrations" in name or "layout" in name:
                continue
            sql = f'SELECT count(*), coalesce(sum(pg_column_size(t.*)), 0) FROM "{name}" AS t'
            found = connection.execute(cast("Any", sql)).fetchone()
            rows[name], size = (found[0], size + int(found[1])) if found else (0, size)
    return {name: count for name, count in rows.items() if count}, size


def _listed(rows: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(rows.items()))


def _make(url: str, count: int) -> None:
    """Keep copies of the one run that are whole: each has an id of its own in its state and payloads."""
    with open_storage(url) as storage:
        run = read_run(storage, FIRST)
        payloads = payloads_of(storage, run)
        for number in range(count):
            write_run(storage, f"whole-{number}", *rename_run(run, payloads, {}))


def _copy(url: str, count: int) -> None:
    """Copy the rows of the one run under other names: payloads under other ids, which the copied states do not know."""
    with psycopg.connect(url, autocommit=True) as connection:
        for (table,) in connection.execute(f"SELECT relname FROM {_OWN}").fetchall():
            sql = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
            names = [name for (name,) in connection.execute(sql, (table,)).fetchall()]
            kept, made = [name for name in names if name != "written"], _RENAMED
            if not {*names} & {*made}:
                continue
            values = ", ".join(made.get(name, f't."{name}"') for name in kept)
            where = f"thread{'_id' * ('thread_id' in names)} = %s" if "key" not in names else "key LIKE %s"
            into = ", ".join(f'"{name}"' for name in kept)
            sql = (
                f'INSERT INTO "{table}" ({into}) SELECT {values} FROM "{table}" AS t,'
                f" generate_series(1, {count}) AS n WHERE {where}"
            )
            connection.execute(cast("Any", sql), (FIRST if "key" not in names else f"{_run_id(url)}%",))
        connection.execute("ANALYZE")


def _run_id(url: str) -> str:
    with open_storage(url) as storage:
        return run_ids(read_run(storage, FIRST))[0]


if __name__ == "__main__":
    main()
