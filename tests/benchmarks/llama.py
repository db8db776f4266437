"""`make bench NAME=llama`: runs against llama.cpp's own server with random weights, everything else drawn from a seed.

python -m tests.benchmarks.llama [--runs 100]
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from smurfs_graph.testing import fresh_registry
from tests.servers.llama.runs import REASONS, broken_promises, drawn_settings, run
from tests.servers.llama.server import LlamaServer, find_server
from tests.servers.llama.tiny import Kind, make_tiny


def main() -> int:
    """Print the figures, half of the runs for each kind of model; returns 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100, help="runs in all")
    runs = parser.parse_args().runs
    program = find_server()
    if program is None:
        print("error: llama-server is not built; make test-servers builds it", file=sys.stderr)
        return 2
    kinds, measured = get_args(Kind), list[int]()
    with tempfile.TemporaryDirectory() as folder:
        for at, kind in enumerate(kinds):
            measured.append(_measured(program, Path(folder), kind, range(at, runs, len(kinds))))
    return int(any(measured))


def _measured(program: Path, folder: Path, kind: Kind, seeds: range) -> int:
    """The number of broken promises and exceptions."""
    model = folder / f"{kind}.gguf"
    make_tiny(model, kind)
    results, broken, raised = list[dict[str, Any]](), list[str](), list[str]()
    started = time.monotonic()
    with LlamaServer(program, model, folder / f"{kind}.log") as server:
        for seed in seeds:
            settings = drawn_settings(server.base_url, seed)
            try:
                with fresh_registry():
                    result = run(settings)
            except Exception as error:
                raised.append(f"seed {seed}: {type(error).__name__}: {error}")
                continue
            results.append(result)
            broken += [f"seed {seed}: {line}" for line in broken_promises(result, settings)]
    _report(kind, results, broken, raised, time.monotonic() - started)
    return len(broken) + len(raised)


def _report(kind: Kind, results: list[dict[str, Any]], broken: list[str], raised: list[str], seconds: float) -> None:
    reasons = Counter(str(result["stop_reason"]) for result in results)
    typed = sum(count for reason, count in reasons.items() if reason in REASONS)
    calls = [result["usage"].calls for result in results]
    total = len(results) + len(raised)
    print(f"llama-server, random weights ({kind}): {total} runs, {len(raised)} uncaught exceptions (0)")
    print(f"  typed stop reasons: {typed} of {total} (all); broken promises: {len(broken)} (0); {seconds:.0f} s")
    print(f"  stop reasons: {', '.join(f'{reason} {count}' for reason, count in reasons.most_common())}")
    if calls:
        tools = sum(result["usage"].tool_calls for result in results)
        print(f"  model calls: {sum(calls)}, median {statistics.median(calls):g} a run; tool calls: {tools}")
    for line in (raised + broken)[:10]:
        print(f"  {line}")


if __name__ == "__main__":
    sys.exit(main())
