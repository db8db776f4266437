"""The fixtures `postgres` (a server that a session's tests share) and `postgres_url` (its database, which is empty)."""

from collections.abc import Iterator

import pytest

from tests.servers.postgres.server import PostgresServer, UnavailableError


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real server; who stops it starts it again."""
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
    return postgres.empty()
