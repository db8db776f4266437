"""Texts that tell models how programs are written, and where one failed. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice

from smurfs_graph.canonical import digest
from smurfs_graph.programs.names import MODULES
from smurfs_graph.programs.sandbox import PendingCall, ProgramEnded, SandboxLimits, Surroundings, shown

_ABOUT = (
    "Run a short Python program over the async functions below: await each call, and use asyncio.gather for those that "
    "do not wait for each other. Top-level await works. {modules} are imported. {lacking} A failing call raises an "
    "exception: catch it where the rest can go on.\n"
    "Only what it prints comes back: what the answer needs, in short, with names, ids and units. Compute, compare "
    "and choose in it, and print each number that the answer states, with a total's terms. {kept} Where a result is "
    "Any, print one before its fields are used, unless told. At most {calls} calls and {seconds:g} seconds."
)
LACKING = (
    "Missing are other modules (statistics), files, network, yield, del, inheritance, @property, "
    "async with, async for, key=d.get (use a lambda), json.dumps(default=), re.sub with a function, isocalendar, "
    "asyncio's Semaphore, TaskGroup, wait, as_completed."
)
"""What the interpreter does not have and models use; it ends a program."""
_VARIABLES_KEPT = "Only the variables of a failed program are kept."
_READS_KEPT = "Only reads, and variables of a failed program, are kept."
_MOST_TOLD = 12
"""Calls that are named."""
_LONGEST_ACT = 400
"""Characters of what is told of a call that was not made."""


def about_programs(calls: int, *, keeps_reads: bool) -> str:
    """Return how programs are written, and what bounds them.

    `calls`: of one program. `keeps_reads`: a read of an earlier program is not made again.
    """
    kept = _READS_KEPT if keeps_reads else _VARIABLES_KEPT
    modules, seconds = ", ".join(MODULES), SandboxLimits().seconds
    return _ABOUT.format(modules=modules, lacking=LACKING, kept=kept, calls=calls, seconds=seconds)


def error_lines(source: str, ended: ProgramEnded, unmade: Sequence[PendingCall]) -> list[str]:
    """Return what is told of a program that an exception ended: where, which, what was not called any more, and what
    the next program finds.
    """
    where = f"failed in line {ended.line} ({_line(source, ended.line)})" if ended.line else "failed"
    lines = [f"The program {where}: {ended.error}"]
    if unmade:
        lines.append(f"Not called any more: {', '.join(map(_as_written, unmade[:_MOST_TOLD]))}")
    if ended.variables:
        lines.append(f"Kept for the next program: {', '.join(ended.variables)}")
    return lines


def unmade_lines(acts: Iterable[tuple[str, str]]) -> list[str]:
    """Return what is told of a program's acts that were not made. `acts`: each call, and why it was not made."""
    lines: list[str] = []
    for call, why in acts:
        reason = " ".join(why.split())
        lines.append(f"Not confirmed as done: {call}: {reason}"[:_LONGEST_ACT])

    left = len(lines) - _MOST_TOLD
    if left > 0:
        lines[_MOST_TOLD:] = [f"Not confirmed as done: {left} more calls"]
    return lines


def now_text() -> str:
    """Return what a program's clock says from now on, as text that can be kept."""
    return datetime.now().replace(microsecond=0).isoformat()


def surroundings(now: str, seed: str) -> Surroundings:
    """Return what a program sees of the world; `now` as `now_text` gave it."""
    return Surroundings(datetime.fromisoformat(now), digest(seed))


def _as_written(asked: PendingCall) -> str:
    named = (f"{name}={shown(value, 120)}" for name, value in islice(asked.named.items(), _MOST_TOLD))
    arguments = [*(shown(value, 120) for value in asked.positional[:_MOST_TOLD]), *named]
    return f"{asked.function}({', '.join(arguments)})"[:120]


def _line(source: str, number: int) -> str:
    lines = source.split("\n")
    return lines[number - 1].strip()[:120] if number <= len(lines) else ""
