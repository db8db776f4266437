"""`make bench NAME=bfcl`: a model without fault in BFCL's conversations, by this library and by `create_agent`.

The worlds of the Berkeley Function Calling Leaderboard hold state (files, orders, a car), and its own checker judges
what came of a conversation. The model is scripted: it plays the gold calls, so that a conversation that is not valid is
the fault of whoever asked it. Rows are manners of playing (tests/benchmarks/bfcl_plays.py), kinds of storage, and
strategies. Columns: conversations that the checker passes on the calls that reached the world; model calls and prompt
tokens, and beside the peer's; calls that the model asked for and the world never saw; values that a turn needs, that
only results of earlier turns showed, and that its first prompt lacks. `make env-bfcl` makes the environment.

python -m tests.benchmarks.bfcl [--only TEXT] [--count N] [--seed N]
"""

import argparse
import os
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph.bench.bfcl.process import BfclProcess
from smurfs_graph.bench.configuration import PEER
from smurfs_graph.strategies import STRATEGIES
from tests.benchmarks.bfcl_plays import PLAYS, Play, reading_functions
from tests.benchmarks.bfcl_runs import Held, Manner, hold
from tests.benchmarks.bfcl_values import needed_values

PYTHON = Path(os.environ.get("BFCL_PYTHON", ".venv-bfcl/bin/python"))
"""The interpreter that has `bfcl_eval`."""
_MOST_SHOWN = 8


DEEP = {"max_depth": 25, "max_steps": 60}
"""Room for all calls of a turn in one sub-task."""


class Row(NamedTuple):
    """One line of the table."""

    name: str
    category: str = "base"
    play: str = "perfect"
    most: int = 50
    """Conversations."""
    manner: Manner = Manner()
    declares: bool = False
    """Whether functions that read say so."""


ROWS = (
    Row("perfect, base", most=200),
    *(Row(f"perfect, {each}", each) for each in ("miss_func", "miss_param", "long_context")),
    Row("one call a reply", play="one call a reply", most=40),
    Row("stumble", play="stumble", most=200),
    Row("fumble", play="fumble", most=40),
    Row("verify", play="verify", most=40),
    Row("verify all", play="verify all", most=40),
    Row("delays", most=40, manner=Manner(delays=True)),
    Row("without a checkpointer, delays", most=12, manner=Manner(keep="nothing", delays=True)),
    Row("open_storage, delays", most=12, manner=Manner(keep="storage", delays=True)),
    Row("stumble, open_storage", play="stumble", most=12, manner=Manner(keep="storage")),
    *(Row(f"{play}, reads declared", play=play, most=40, declares=True) for play in ("stumble", "verify")),
    Row("delays, reads declared", most=40, manner=Manner(delays=True), declares=True),
    *(
        Row(f"{shape}, {play}", play=play, most=12, manner=Manner(settings={**DEEP, "step_shape": shape}, splits=False))
        for shape in ("fused", "split")
        for play in ("perfect", "stumble", "verify")  # "fumble" not: two wrong calls in a row withdraw a tool here
    ),
    *(
        Row(f"{who}, {category}", category, most=count, manner=Manner(who))
        for who in ("smurfs", "react")
        for category, count in (("base", 16), ("miss_param", 8))
    ),
    Row("smurfs, one sub-task", most=16, manner=Manner("smurfs", settings=DEEP, splits=False)),
)


class Total(NamedTuple):
    """The sums of one contestant in a row of the table."""

    held: list[Held]
    missing: int
    needed: int
    seconds: float

    @property
    def valid(self) -> int:
        """Return how many conversations the checker passed."""
        return sum(each.valid for each in self.held)

    def beside(self, peer: "Total") -> str:
        """Write the figures, calls and tokens as shares of the peer's."""
        calls, tokens = (sum(getattr(each, name) for each in self.held) for name in ("calls", "tokens"))
        others = [sum(getattr(each, name) for each in peer.held) for name in ("calls", "tokens")]
        return (
            f"{self.valid:>4} of {len(self.held):<4} {calls:>6} {calls / others[0]:5.2f}  {tokens:>9} "
            f"{tokens / others[1]:5.2f}  {sum(each.not_made for each in self.held):>8}  "
            f"{f'{self.missing} of {self.needed}' if self.needed else '':>10}  {self.seconds:6.1f}"
        )


def measure(process: BfclProcess, row: Row, contestant: str, chosen: Sequence[tuple[Any, Play]]) -> Total:
    """Hold a row's conversations with a contestant."""
    manner = replace(row.manner, contestant=contestant)
    started = time.perf_counter()
    held = [hold(process, entry, play, manner) for entry, play in chosen]
    seconds = time.perf_counter() - started
    needed = [
        each
        for (entry, _), one in zip(chosen, held, strict=True)
        if row.play == "perfect" and one.valid and not row.manner.delays
        for each in needed_values(entry, one)
    ]
    return Total(held, sum(not each.shown for each in needed), len(needed), seconds)


def chosen_plays(process: BfclProcess, row: Row, count: int | None, seed: int | None) -> list[tuple[Any, Play]]:
    """Return the first entries of a row, or some by chance, with their plays; those that have none are left out."""
    names = [case["id"] for case in process.ask("cases", category=f"multi_turn_{row.category}")]
    if seed is not None:
        random.Random(seed).shuffle(names)
    most, found = min(row.most, count or row.most), list[tuple[Any, Play]]()
    for name in names:
        if len(found) == most:
            break
        entry = process.ask("entry", entry=name)
        if (play := PLAYS[row.play](process, entry)) is not None:
            found.append((entry, play))
    return found


def print_row(process: BfclProcess, row: Row, given: argparse.Namespace) -> None:
    """Print a row's lines, and why conversations were not valid."""
    if row.declares:
        row = row._replace(manner=replace(row.manner, reads=reading_functions(process)))
    chosen = chosen_plays(process, row, given.count, given.seed)
    peer = measure(process, row, PEER, chosen)
    own = measure(process, row, given.strategy or row.manner.contestant, chosen)
    for name, total in ((PEER, peer), (given.strategy or row.manner.contestant, own)):
        print(f"{row.name:32} {name:13} {total.beside(peer)}", flush=True)
    wrong = [each for each in own.held if not each.valid]
    for each in wrong[: given.shown]:
        print(f"    {each.id}: {each.why[:150]}; {each.not_made} not made; ends: {', '.join(each.stops)}")
    if len(wrong) > given.shown:
        others = ", ".join(each.id for each in wrong[given.shown :])
        print(f"    and {len(wrong) - given.shown} more: {others[:110]}")


def main() -> None:
    """Print every row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="only rows whose name holds this")
    parser.add_argument("--count", type=int, help="at most so many conversations a row")
    parser.add_argument("--seed", type=int, help="conversations by chance, instead of the first ones")
    parser.add_argument("--strategy", choices=STRATEGIES, help="instead of the row's own")
    parser.add_argument("--shown", type=int, default=_MOST_SHOWN, help="invalid conversations to be explained")
    given = parser.parse_args()
    with BfclProcess(PYTHON) as process:
        print(f"bfcl_eval {process.hello['version']}")
        print(f"{'row':32} {'who':13} {'valid':12} {'calls':12}  {'prompt tokens':15}  not made  values out  seconds")
        for row in ROWS:
            if given.only in row.name:
                print_row(process, row, given)


if __name__ == "__main__":
    main()
