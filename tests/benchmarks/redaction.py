"""`make bench NAME=redaction`: what masking costs on hostile texts, and what twice the size costs.

python -m tests.benchmarks.redaction [--size 200000] [--repeat 3]

A pattern that takes time in proportion to the text has a ratio near 2; a quadratic one has 4.
"""

import argparse
import time

from smurfs_graph.redaction.redactor import Redactor
from tests.hostile_texts import END, FAMILIES


def main() -> None:
    """Print a line for each family: characters per microsecond, and the ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    worst = 0.0
    for name, family in FAMILIES.items():
        once, twice = (
            min(seconds(family(size) + END) for _ in range(options.repeat)) for size in (options.size, 2 * options.size)
        )
        worst = max(worst, twice / once)
        print(f"{name:28} {once * 1e3:8.1f} ms  {twice * 1e3:8.1f} ms  ratio {twice / once:.2f}", flush=True)
    print(f"worst ratio {worst:.2f} from {options.size:,} to {2 * options.size:,} characters")


def seconds(text: str) -> float:
    """What masking a text takes."""
    redactor = Redactor(environment={"MY_API_KEY": "knownvalue" * 4 + "!"})
    began = time.perf_counter()
    redactor.text(text)
    redactor.data({text: text})
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
