"""The fixtures `postgres` (a server that a session's tests share) and `postgres_url` (an empty database of it)."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.servers.postgres.server import PostgresServer, UnavailableError

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real server, which nobody may stop; a test that wants to makes a `PostgresServer` of its own."""
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    try:
        server = PostgresServer()
    except UnavailableError as error:
        pytest.skip(str(error))
    with server:
        yield server


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """The address of an empty database."""
    return postgres.create_database(f"test_{next(_numbers)}")
