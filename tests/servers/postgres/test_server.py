"""The tests' own PostgreSQL leaves nothing behind, however its holder ends."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers.postgres.server import PostgresServer, UnavailableError

_HOLDER = """
from tests.servers.postgres.server import PostgresServer
with PostgresServer() as server:
    print(server.data.parent, flush=True)
    input()
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_folder_is_left_by_a_holder_that_is_killed(how: signal.Signals) -> None:
    """The shell that ends the server removes its data."""
    try:
        PostgresServer().remove()
    except UnavailableError as error:
        pytest.skip(str(error))
    command = [sys.executable, "-c", _HOLDER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        assert (folder / "data").is_dir()
        holder.send_signal(how)
    deadline = time.monotonic() + 30
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not folder.exists()


def test_data_stay_from_one_start_to_the_next() -> None:
    """A server that was killed by its holder begins again on what there is."""
    import psycopg

    try:
        server = PostgresServer()
    except UnavailableError as error:
        pytest.skip(str(error))
    with server:
        server.create_database("kept")
        server.kill()
        server.start()
        psycopg.connect(server.url("kept"), connect_timeout=5).close()
    assert not server.data.exists()
