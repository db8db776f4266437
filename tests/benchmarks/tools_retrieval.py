"""Measure how tools are found, over StableToolBench's documents and requests: `make bench NAME=tools_retrieval`.

Each set's request is the query, its `relevant APIs` are what should be found; documents are all `api_list` entries of
the three sets, once each. "plain" is the index's own order for the whole request. Constants were tried out on the rows
of even number, but both halves were looked at while the ranking was thought out: the odd rows, printed beside them, are
no clean test. python -m tests.benchmarks.tools_retrieval
"""

import json
import math
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph.tools.retrieval.entry import Entry
from smurfs_graph.tools.retrieval.request import read_request
from smurfs_graph.tools.retrieval.retriever import ToolRetriever
from smurfs_graph.tools.toolbench import ApiDocument, read_documents
from tests.real_data import REAL_DATA, WHERE

SETS = {"I1-instruction": "G1_instruction", "I2-category": "G2_category", "I2-instruction": "G2_instruction"}
WANTED = {"I1-instruction": 0.92, "I2-category": 0.80, "I2-instruction": 0.89}
ALL = 16_464
"""RapidAPI documents in ToolBench."""
_PADDED = ("group", "title", "description", "parameters", "explained", "response")


class Asked(NamedTuple):
    """A request and the names of what it needs."""

    text: str
    relevant: frozenset[str]


class Figures(NamedTuple):
    """Means over requests."""

    recall_5: float
    recall_10: float
    ndcg_5: float


def main() -> None:
    """Print every figure with the one to reach."""
    folder = REAL_DATA / "stabletoolbench"
    if not folder.is_dir():
        print(f"retrieval: {folder.name} is not there; {WHERE}")
        return
    entries, sets = entries_of(folder), {name: asked(folder / f"{file}.json") for name, file in SETS.items()}
    print(f"retrieval: {len(entries)} documents; recall@5, recall@10, nDCG@5 (recall@10 of even and odd rows)")
    retriever = ToolRetriever(entries)
    for label, search in (("plain", plain(retriever, entries)), ("ranked", retriever.search)):
        for name, requests in sets.items():
            print(f"  {label:7}{name:15}{line(search, requests)}  (at least {WANTED[name]:.2f})")
    speed(padded(entries), [request.text for rows in sets.values() for request in rows])


def entries_of(folder: Path) -> list[Entry]:
    """Every (tool, API) once."""
    distinct: dict[str, ApiDocument] = {}
    for document in read_documents(folder):
        distinct.setdefault(key(document.tool, document.api), document)
    return [
        Entry(
            name=name,
            group=document.tool,
            title=document.api,
            description=document.description,
            parameters=" ".join(parameter.name for parameter in document.parameters),
            explained=" ".join(parameter.description for parameter in document.parameters),
            category=document.category,
            response=" ".join(document.response),
        )
        for name, document in distinct.items()
    ]


def asked(file: Path) -> list[Asked]:
    """A set's requests."""
    rows = json.loads(file.read_text("utf-8"))
    return [Asked(row["query"], frozenset(key(*pair) for pair in row["relevant APIs"])) for row in rows]


def key(tool: str, api: str) -> str:
    """A document's name in this benchmark."""
    return json.dumps([tool.strip(), api.strip()])


def plain(retriever: ToolRetriever, entries: list[Entry]) -> Callable[[str, int], list[str]]:
    """The index's own order: the whole request, no parts, no ranking."""
    index = retriever.open_index()

    def search(text: str, count: int) -> list[str]:
        found = index.scores(read_request(text).whole.terms, (), count)
        return [entries[number].name for number in found]

    return search


def line(search: Callable[[str, int], list[str]], requests: list[Asked]) -> str:
    """The figures of all rows, and of the two halves."""
    found = [search(request.text, 10) for request in requests]
    pairs = list(zip(found, requests, strict=True))
    whole, even, odd = figures(pairs), figures(pairs[::2]), figures(pairs[1::2])
    means = f"{whole.recall_5:.3f} {whole.recall_10:.3f} {whole.ndcg_5:.3f}"
    return f"{means}  ({even.recall_10:.3f}, {odd.recall_10:.3f})"


def figures(pairs: list[tuple[list[str], Asked]]) -> Figures:
    """Means over requests of recall@5, recall@10 and nDCG@5 (binary relevance)."""

    def recall(found: list[str], relevant: frozenset[str], count: int) -> float:
        return len(relevant & set(found[:count])) / len(relevant)

    def ndcg(found: list[str], relevant: frozenset[str]) -> float:
        gained = sum(1 / math.log2(rank + 2) for rank, name in enumerate(found[:5]) if name in relevant)
        return gained / sum(1 / math.log2(rank + 2) for rank in range(min(5, len(relevant))))

    return Figures(
        statistics.fmean(recall(found, request.relevant, 5) for found, request in pairs),
        statistics.fmean(recall(found, request.relevant, 10) for found, request in pairs),
        statistics.fmean(ndcg(found, request.relevant) for found, request in pairs),
    )


def padded(entries: list[Entry]) -> list[Entry]:
    """The documents, and made-up ones of their words and lengths, up to ToolBench's number."""
    chance = random.Random(16_464)
    words = {field: [word for entry in entries for word in getattr(entry, field).split()] for field in _PADDED}

    def made(number: int) -> Entry:
        like = chance.choice(entries)
        texts: dict[str, Any] = {
            field: " ".join(chance.choices(words[field], k=len(getattr(like, field).split()))) for field in _PADDED
        }
        return Entry(name=f"made-{number}", category=chance.choice(entries).category, **texts)

    return [*entries, *(made(number) for number in range(ALL - len(entries)))]


def speed(entries: list[Entry], requests: list[str]) -> None:
    """Seconds to make the index and to open it again, milliseconds a request, growth of memory."""
    with tempfile.TemporaryDirectory() as folder:
        for label in ("made", "reused"):
            before = resident()
            retriever = ToolRetriever(entries, folder=folder)
            started, busy = time.perf_counter(), time.process_time()
            retriever.open_index()
            opened, worked = time.perf_counter() - started, time.process_time() - busy
            taken, used = list[float](), list[float]()
            for request in requests:
                started, busy = time.perf_counter(), time.process_time()
                retriever.search(request, 10)
                taken.append((time.perf_counter() - started) * 1e3)
                used.append((time.process_time() - busy) * 1e3)
            taken.sort()
            middle = f"{taken[len(taken) // 2]:.1f} ms (processor {statistics.median(used):.1f}; at most 20)"
            print(
                f"  {len(entries)} documents, {label}: index {opened:.2f} s (processor {worked:.2f}; "
                f"at most 3), request p50 {middle}, p95 {taken[len(taken) * 95 // 100]:.1f} ms, "
                f"memory +{max(0.0, resident() - before):.0f} MB (at most 200)"
            )


def resident() -> float:
    """Megabytes of this process in memory; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
