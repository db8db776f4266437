"""PgBouncer in transaction mode before a PostgreSQL server, as a context manager, on a free port."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.servers.postgres.server import PostgresServer, UnavailableError, as_user, free_port, unprivileged

_CONFIG = """
[databases]
* = host=127.0.0.1 port={server} user=smurfs
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 300
"""


@contextmanager
def pooler(server: PostgresServer) -> Generator[str]:
    """The address of the server's first database, by way of a pooler. Raises UnavailableError where there is none."""
    program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        raise UnavailableError("there is no pgbouncer (Debian's package)")
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="smurfs-pgbouncer-"))
    folder.chmod(0o755)
    (folder / "pgbouncer.ini").write_text(_CONFIG.format(server=server.port, port=port))
    process = subprocess.Popen(
        [program, "-q", str(folder / "pgbouncer.ini")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **as_user(unprivileged()),
    )
    try:
        url = f"postgresql://smurfs@127.0.0.1:{port}/postgres"
        _wait_until_ready(url)
        yield url
    finally:
        process.kill()
        process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_until_ready(url: str) -> None:
    for _ in range(200):
        try:
            psycopg.connect(url, connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise UnavailableError("pgbouncer was not ready")
