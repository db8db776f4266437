"""The interpreter of programs: Monty, in a worker process without files, network or environment.

A program runs until it waits for calls of tools, and goes on with what they brought, one result at a time. Its clock
stands still, its random numbers are seeded and its sleeps take no time, so that it does the same whenever it is run
with the same results in the same order.
"""

import importlib.util
import threading
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from smurfs_graph.programs.check import Diagnostic, complaints, did_you_mean, read_findings
from smurfs_graph.programs.coroutines import unawaited, with_probes
from smurfs_graph.programs.names import MODULES
from smurfs_graph.programs.printed import MOST_CHARS, Printed
from smurfs_graph.programs.source import (
    CALL,
    FILLED_IN,
    NO_VARIABLES,
    TELL_VARIABLES,
    Variables,
    instrument,
    plain_variables,
    prelude,
)
from smurfs_graph.programs.stubs import Stubs, check_size
from smurfs_graph.programs.workers import CHECK_MEMORY, PROGRAM_MEMORY, WORKERS, NoFreeWorkerError

if TYPE_CHECKING:
    import pydantic_monty

_CHECK_SECONDS = 5.0
"""Of the type checker, which some programs of a few lines keep busy for hours; it is killed some seconds later."""
_MOST_GIVEN = 20_000_000
"""Characters and values of the arguments of all calls of a program: they are copied out of its limit of memory."""
_FEED = "<python-input-{}>"
_CHECKED = f"import {', '.join(MODULES)}\n_ends_here: int = ''\n"
"""Before a program that is only checked: its error keeps it from being run."""


@dataclass(frozen=True)
class SandboxLimits:
    """The limits of one program."""

    seconds: float = 10.0
    """Of the interpreter; the time of the tools does not count."""
    memory: int = PROGRAM_MEMORY
    """Bytes."""
    calls: int = 200
    chars: int = MOST_CHARS
    """Of what it printed, which are told."""


@dataclass(frozen=True)
class Surroundings:
    """The clock and random seed that a program sees; the same whenever it is run again."""

    now: datetime
    """Its clock, which stands still."""
    seed: str
    """Of its random numbers."""


class PendingCall(NamedTuple):
    """A call that a program waits for."""

    number: int
    """0 for the program's first."""
    function: str
    positional: tuple[Any, ...]
    named: dict[str, Any]
    line: int
    """Line of the program that makes it; 0 where that cannot be told."""


class Waits(NamedTuple):
    """The program waits for calls."""

    asked: list[PendingCall]
    """New calls, in the program's order."""


class ProgramEnded(NamedTuple):
    """The program has ended."""

    error: str = ""
    """The exception that it ended with, in a line."""
    line: int = 0
    """Line that raised it."""
    value: str = ""
    """Value of the last line, where that is an expression."""
    unreadable: bool = False
    """The interpreter could not read it; nothing was run."""
    variables: Variables = NO_VARIABLES
    """Of one that an exception ended: what the next program is given."""


@dataclass(frozen=True)
class CallResult:
    """The result of a call: a value (JSON data), or the message of the exception that it raises in the program."""

    value: Any = None
    error: str = ""


def shown(value: Any, limit: int = 200) -> str:
    """Return a program's value in a line, whatever it holds."""
    try:
        return _one_line(repr(value), limit)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        return f"<{type(value).__name__}>"


def is_available() -> bool:
    """Return whether the interpreter is installed (the extra `programs`)."""
    return importlib.util.find_spec("pydantic_monty") is not None


def check_program(source: str, stubs: Stubs, variables: Collection[str] = ()) -> list[str]:
    """Return why a program is refused, a line each; none where it may run. Blocks for some tenths of a second.

    `variables`: names of those that it is given.
    """
    import pydantic_monty

    given = [f"{name}: Any" for name in variables]
    checkout = WORKERS.get().checkout(
        type_check=True,
        type_check_stubs="\n".join([stubs.for_checker, *given]),
        type_check_format="jsonlines",
        limits={"max_feed_duration_secs": _CHECK_SECONDS, "max_memory": CHECK_MEMORY},
    )
    with WORKERS.checks, checkout as session:
        try:
            findings = [each for each in _diagnose(session, source) if not _is_filled_in(each)]
            if probed := with_probes(source):
                findings += unawaited(_diagnose(session, probed))
        except pydantic_monty.MontyError as error:
            return [f"it cannot be checked, write it more simply: {_one_line(str(error))}"]
    return complaints(source, findings, stubs)


def _diagnose(session: "pydantic_monty.MontySession", source: str) -> list[Diagnostic]:
    """Return what the type checker says of a program. Raises MontyError where it comes to no end."""
    import pydantic_monty

    try:
        session.feed_run(_CHECKED + source, print_callback=lambda stream, text: None)
    except pydantic_monty.MontyTypingError as error:
        return read_findings(error.display(), _CHECKED.count("\n"))
    return []


def _is_filled_in(finding: Diagnostic) -> bool:
    """Return whether a missing name is one that programs are given before they run."""
    quoted = finding.message.split("`")[1::2]
    return finding.message.startswith("Module ") and ".".join(quoted) in FILLED_IN


class Machine:
    """One program in the interpreter. Its methods block; each is called after the one before it has returned."""

    def __init__(
        self,
        source: str,
        stubs: Stubs,
        surroundings: Surroundings,
        limits: SandboxLimits,
        variables: Variables = NO_VARIABLES,
    ) -> None:
        """Prepare a program without running it. Close it when it is no longer needed.

        `variables`: what it is given of the program before it.
        """
        self.printed = Printed(limits.chars)
        self._source, self._stubs, self._limits = source, stubs, limits
        self._variables = variables
        self._room = _MOST_GIVEN
        """Characters and values that the arguments of further calls may have."""
        self._ids: dict[int, int] = {}
        """The interpreter's number of each call, by the program's."""
        self._lock = threading.Lock()
        self._closed = False
        self._snapshot: Any = None
        """The interpreter where it waits for calls."""
        self._session = WORKERS.get().checkout(
            limits={
                "max_feed_duration_secs": limits.seconds,
                "max_memory": limits.memory,
                "max_suspensions": 20 * limits.calls + 2_000,
            },
            os_policy={
                "datetime": surroundings.now,
                "random_start": {"seed": surroundings.seed},
                "sleep": "zero",
            },
        )
        self._entered: Any = None
        """The session once it has a worker."""
        self._taken = WORKERS.free
        """The count of workers that this one is taken from, and given back to."""

    def start(self) -> Waits | ProgramEnded:
        """Run the program until it waits for calls, or ends."""
        return self._guarded(self._begin)

    def go_on(self, number: int, brought: CallResult) -> Waits | ProgramEnded:
        """Give the program what a call brought, and run it on."""
        settled: dict[str, Any] = {"return_value": brought.value}
        if brought.error:
            settled = {"exc_type": "RuntimeError", "message": brought.error}
        return self._guarded(lambda: self._snapshot.resume({self._ids[number]: settled}))

    @property
    def worker(self) -> int | None:
        """Return the process that runs the program, where it has one."""
        return self._session.worker_pid

    def close(self) -> None:
        """Give the worker back; waits for a run under way, which its limits end."""
        with self._lock:
            if not self._closed and self._entered is not None:
                try:
                    self._entered.__exit__(None, None, None)
                finally:
                    self._taken.release()
            self._closed = True

    def _begin(self) -> Any:
        """Take a worker and run the program on it, until the first stop of the interpreter."""
        WORKERS.take(self._taken)
        try:
            session = self._session.__enter__()
        except BaseException:
            self._taken.release()
            raise
        self._entered = self._session
        session.feed_run(prelude(self._stubs.identifiers, self._variables))
        return session.feed_start(instrument(self._source, self._stubs.identifiers), print_callback=self.printed.write)

    def _guarded(self, step: Any) -> Waits | ProgramEnded:
        """Run the program on by one step. Never raises: what the interpreter raises ends the program."""
        import pydantic_monty

        with self._lock:
            if self._closed:
                return ProgramEnded(error="the program was given up")
            try:
                return self._until_blocked(step())
            except NoFreeWorkerError:
                return ProgramEnded(error="too many programs run at once: try again later")
            except pydantic_monty.MontySyntaxError as error:
                text = _one_line(str(error))
                return ProgramEnded(error=text, line=_line_of(error), unreadable=True, variables=self._variables)
            except pydantic_monty.MontyRuntimeError as error:
                text = _one_line(error.display("type-msg"))
                unreadable = _is_unreadable(text)
                variables = self._variables if unreadable else self._variables_now()
                return ProgramEnded(error=text, line=_line_of(error), unreadable=unreadable, variables=variables)
            except pydantic_monty.MontyError as error:
                return ProgramEnded(error=_one_line(f"the interpreter gave up: {error}"))

    def _variables_now(self) -> Variables:
        """Return the variables of a program that has ended; none where they cannot be told."""
        import pydantic_monty

        try:
            told = self._session.feed_run(TELL_VARIABLES, print_callback=lambda stream, text: None)
        except (pydantic_monty.MontyError, RuntimeError):  # a worker that ran out of memory is gone
            return {}
        return plain_variables(told, {*self._stubs.identifiers, *self._stubs.classes})

    def _until_blocked(self, snapshot: Any) -> Waits | ProgramEnded:
        """Run the interpreter on until the program waits for calls, or ends."""
        import pydantic_monty

        asked = list[PendingCall]()
        while True:
            match snapshot:
                case pydantic_monty.MontyComplete():
                    return ProgramEnded(value="" if snapshot.output is None else shown(snapshot.output, 600))
                case pydantic_monty.FutureSnapshot():
                    self._snapshot = snapshot
                    return Waits(asked)
                case pydantic_monty.NameLookupSnapshot():
                    snapshot = snapshot.resume()
                case pydantic_monty.FunctionSnapshot() if snapshot.is_os_function:
                    snapshot = snapshot.resume_not_handled()
                case _:
                    snapshot = self._answer(snapshot, asked)

    def _answer(self, snapshot: Any, asked: list[PendingCall]) -> Any:
        """Take a call of a tool; any other function is not there."""
        name = str(snapshot.function_name)
        given = cast("tuple[Any, ...]", snapshot.args)
        match given:
            case (int(line), str(function), tuple(), dict()) if name == CALL:
                if function in self._stubs.identifiers:
                    if complaint := self._complaint_about([given[2], given[3]]):
                        return snapshot.resume({"exc_type": "RuntimeError", "message": complaint})
                    number = len(self._ids)
                    self._ids[number] = snapshot.call_id
                    asked.append(PendingCall(number, function, given[2], given[3], line))
                    return snapshot.resume({"future": ...})
                name = function
            case _ if name == CALL:
                return snapshot.resume({"exc_type": "TypeError", "message": f"{CALL}() is no function of a program"})
            case _:
                pass
        text = f"name {name!r} is not defined{did_you_mean(name, self._stubs.identifiers)}"
        return snapshot.resume({"exc_type": "NameError", "message": text})

    def _complaint_about(self, arguments: Any) -> str:
        """Return why a call's arguments are not kept until it is made; empty where they are."""
        try:
            self._room -= check_size(arguments)
        except ValueError as error:
            return str(error)
        return (
            ""
            if self._room >= 0
            else f"the arguments of its calls have more than {_MOST_GIVEN:,} characters and values"
        )


def _line_of(error: Any) -> int:
    """Return the line of the program itself that an error comes from; 0 where that cannot be told."""
    frames = [frame for frame in error.traceback() if frame.filename == _FEED.format(1)]
    return frames[-1].line if frames else 0


def _is_unreadable(text: str) -> bool:
    return text.startswith("NotImplementedError: The monty syntax parser")


def _one_line(text: str, limit: int = 600) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
