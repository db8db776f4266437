"""Processes that need no start of their own: one has imported what they need, and forks for each that is asked for.

For tests of what a process does; those of how it starts start it themselves.
"""

import fcntl
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple

_IMPORTED = (
    "smurfs_graph.cli.app",
    "smurfs_graph.cli.run",
    "smurfs_graph.cli.report",
    "smurfs_graph.graph",
    "smurfs_graph.offline",
    "smurfs_graph.runs.history",
    "smurfs_graph.checkpoints.storage",
    "smurfs_graph.strategies.full",
    "smurfs_graph.tools.specs",
    "langgraph.checkpoint.memory",
    "langgraph.checkpoint.sqlite",
    "langchain_core.tools",
    "langchain.chat_models",
    "langchain_openai",
    "rich.live",
    "yaml",
    "asyncio",
    "sqlite3",
)
"""What most runs need."""


class Process:
    """A forked process; to be waited for or killed as one of `subprocess`."""

    def __init__(self, told: socket.socket) -> None:
        """`told` says first its id, then its status."""
        self._told = told
        self._lines = told.makefile("r")
        self.pid = int(self._lines.readline())
        self._status: int | None = None

    def wait(self, seconds: float) -> int:
        """Its status, negative for a signal. Raises TimeoutError."""
        if self._status is None:
            if not select.select([self._told], [], [], seconds)[0]:
                raise TimeoutError(f"process {self.pid} has not ended in {seconds} s")
            self._status = int(self._lines.readline() or -signal.SIGKILL)
            self._lines.close()
            self._told.close()
        return self._status

    def kill(self) -> None:
        """End it, if it has not ended."""
        if self._status is None and not select.select([self._told], [], [], 0)[0]:
            os.kill(self.pid, signal.SIGKILL)


def started(
    what: list[str],
    streams: tuple[int, int, int],
    *,
    environment: Mapping[str, str],
    folder: Path,
    terminal: bool = False,
) -> Process:
    """A process of `python WHAT...`: `-m MODULE ARGUMENT...` or `-c CODE`.

    `streams`: file descriptors of its standard input, output and errors. `terminal`: the first is its own one.
    """
    control = _forking()
    ours, theirs = socket.socketpair()
    with tempfile.TemporaryFile() as asked, theirs:
        asked.write(json.dumps([what, dict(environment), str(folder), terminal]).encode())
        asked.seek(0)
        socket.send_fds(control, [b"."], [*streams, theirs.fileno(), asked.fileno()])
    return Process(ours)  # with the other end closed here, else nobody would hear that the forking process has died


class Writing(NamedTuple):
    """A process whose output and errors go to files."""

    process: Process
    out: IO[bytes]
    errors: IO[bytes]

    def ended(self, seconds: float) -> tuple[int, str, str]:
        """Wait for its end: its status, output and errors. Raises TimeoutError."""
        status = self.process.wait(seconds)
        for file in (self.out, self.errors):
            file.seek(0)
        return status, self.out.read().decode("utf-8", "replace"), self.errors.read().decode("utf-8", "replace")


@contextmanager
def writing(what: list[str], *, environment: Mapping[str, str], folder: Path) -> Generator[Writing]:
    """A process of `python WHAT...` that reads nothing; it has ended behind the context."""
    with tempfile.TemporaryFile() as nothing, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        streams = (nothing.fileno(), out.fileno(), errors.fileno())
        process = started(what, streams, environment=environment, folder=folder)
        try:
            yield Writing(process, out, errors)
        finally:
            process.kill()


def run(what: list[str], *, environment: Mapping[str, str], folder: Path, seconds: float) -> tuple[int, str, str]:
    """The status, output and errors of `python WHAT...`. Raises TimeoutError; the process has ended in any case."""
    with writing(what, environment=environment, folder=folder) as begun:
        return begun.ended(seconds)


@cache
def _forking() -> socket.socket:
    """The way to the process that forks; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.warm", str(theirs.fileno())]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads is none to be forked
        root = Path(__file__).parents[1]
        subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            cwd=root,
            env=environment,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )
    return ours


def _serve(control: socket.socket) -> Any:
    """Fork for each request, and say how the processes end. Returns in each of them, with what it was asked for."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.set_blocking(reading, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing)
    running: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([control, reading], [], [])
        if reading in ready:
            os.read(reading, 4096)
            _tell_ends(running)
        if control in ready:
            said, passed, _, _ = socket.recv_fds(control, 1, 5)
            if not said:
                sys.exit(0)
            told = socket.socket(fileno=passed[3])
            if pid := os.fork():
                running[pid] = told
                told.sendall(f"{pid}\n".encode())
                for descriptor in (*passed[:3], passed[4]):
                    os.close(descriptor)
                continue
            signal.set_wakeup_fd(-1)
            for each in (control, told, *running.values()):
                each.close()
            os.close(reading)
            os.close(writing)
            return passed


def _tell_ends(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as told:
            try:
                told.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
            except BrokenPipeError:
                continue


def _become(passed: list[int]) -> None:
    """Do what was asked for, as a process that has just started."""
    with os.fdopen(passed[4]) as asked:
        what, environment, folder, terminal = json.load(asked)
    os.setsid()
    for number, descriptor in enumerate(passed[:3]):
        os.dup2(descriptor, number)
    for descriptor in set(passed[:3]) - {0, 1, 2}:
        os.close(descriptor)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False, buffering=1 if os.isatty(1) else -1)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1, errors="backslashreplace")  # noqa: SIM115
    if what[0] == "-m":
        sys.argv = what[1:]
        runpy.run_module(what[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = ["-c"]
    main = sys.modules["__main__"] = ModuleType("__main__")
    with warnings.catch_warnings():
        warnings.simplefilter("error", SyntaxWarning)
        code = compile(what[1], "<string>", "exec")
    exec(code, main.__dict__)


if __name__ == "__main__":
    for name in _IMPORTED:
        __import__(name)
    if threading.active_count() > 1:
        sys.exit("an import has started a thread: this process must not be forked")
    gc.freeze()  # else each process copies what its collector looks at
    _become(_serve(socket.socket(fileno=int(sys.argv[1]))))
