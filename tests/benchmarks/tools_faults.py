"""A thousand faulty behaviours of a real server: `make bench NAME=tools_faults`; ARGS=COUNT.

Figures: how many were classified as the fixture says, how many exceptions escaped, the latest call after its deadline.
"""

import asyncio
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, Phase, given, settings

from smurfs_graph.tools.calling import Terms, call_tool
from smurfs_graph.tools.policy import Policy
from tests.tools.openapi.faults import Fault, Stage, expected, faults, stage

AT_ONCE = 8
GRACE = 1.5
"""Seconds over its deadline after which a call counts as hanging; the calls share a machine with their server."""


def drawn(count: int) -> list[Fault]:
    """As many behaviours, the same each time."""
    found: list[Fault] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(faults())
    def collect(fault: Fault) -> None:
        found.append(fault)

    collect()
    return found


async def play(theatre: Stage, every: list[Fault]) -> tuple[list[tuple[Fault, str]], list[float]]:
    """What was not as the fixture says, and the seconds that calls took."""
    wrong: list[tuple[Fault, str]] = []
    late: list[float] = []
    gate = asyncio.Semaphore(AT_ONCE)
    terms = Terms(policy=Policy(default="allow"))

    async def one(fault: Fault) -> None:
        tool, arguments = theatre.set(fault)
        async with gate:
            started = time.perf_counter()
            try:
                response = await call_tool(tool, arguments, timeout=fault.deadline, max_chars=2_000, terms=terms)
            except Exception as error:
                wrong.append((fault, f"escaped: {error!r}"))
                return
            late.append(time.perf_counter() - started - fault.deadline)
        kind, word = expected(fault)
        found = "ok" if not response.failed else "transient" if response.transient else "failed"
        if found != kind or word not in response.reason:
            wrong.append((fault, f"{found} instead of {kind} ({word!r}): {response.reason}"))

    await asyncio.gather(*(one(fault) for fault in every))
    return wrong, late


def main(count: int = 1_000) -> int:
    """Print the figures; 1 if any fault was taken wrongly."""
    every = drawn(count)
    with stage() as theatre:
        wrong, late = asyncio.run(play(theatre, every))
    slow = sum(over > GRACE for over in late)
    escaped = sum(said.startswith("escaped") for _, said in wrong)
    kinds = Counter(expected(fault)[0] for fault in every)
    print(
        f"faulty behaviours: {len(every)} ({', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))})"
    )
    print(f"classified as the fixture says: {len(every) - len(wrong)} of {len(every)}")
    print(f"exceptions that escaped: {escaped}")
    print(f"calls past their deadline by more than {GRACE:g} s: {slow}; the latest by {max(late, default=0):.2f} s")
    for fault, said in wrong[:20]:
        print(f"  {said}\n    {fault}")
    return 1 if wrong or slow else 0


if __name__ == "__main__":
    sys.exit(main(*(int(text) for text in sys.argv[1:2])))
