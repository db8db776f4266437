"""`python -m smurfs_graph.bench.travelplanner check --data DIR`: are the recorded verdicts reproduced?

Exit status: 0 all of them, 1 some differ, 2 the data cannot be read.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from smurfs_graph.errors import ConfigurationError

from .check import CheckedSet, check_directory
from .rates import rates
from .sandbox import Sandbox


def main(arguments: Sequence[str] | None = None) -> int:
    """Check and print; gives the exit status."""
    parser = ArgumentParser(prog="python -m smurfs_graph.bench.travelplanner", description=__doc__)
    check = parser.add_subparsers(dest="command", required=True).add_parser(
        "check", help="compare official mode with recorded verdicts"
    )
    check.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="DIR",
        help="the CSV files, queries.jsonl, submission_NAME.jsonl and verdicts_NAME.jsonl, or the folder above",
    )
    data: Path = parser.parse_args(arguments).data
    directory = data / "travelplanner" if (data / "travelplanner").is_dir() else data
    try:
        checked = check_directory(directory, Sandbox.from_directory(directory))
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 2
    for one in checked:
        _print(one)
    return int(any(one.differences for one in checked))


def _print(checked: CheckedSet) -> None:
    print(f"{checked.name}: {checked.reproduced} of {checked.plans} plans reproduced, {checked.values} values compared")
    for difference in checked.differences:
        print(f"  {difference}")
    if checked.judged:
        figures = asdict(rates(checked.judged))
        figures.pop("plans")
        print("  " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in figures.items()))


if __name__ == "__main__":
    sys.exit(main())
