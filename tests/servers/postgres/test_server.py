"""The server that other tests rely on: real, and durable over a crash."""

import psycopg

from tests.servers.postgres.server import PostgresServer


def test_what_was_committed_outlives_a_crash_of_the_server(postgres: PostgresServer) -> None:
    """Killed and started again on the same port and data."""
    with PostgresServer() as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (number int)")
            connection.execute("INSERT INTO kept VALUES (7)")
        server.kill()
        server.start()
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("SELECT number FROM kept").fetchall() == [(7,)]


def test_each_test_has_a_database_of_its_own(postgres: PostgresServer, postgres_url: str) -> None:
    """And it is empty."""
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT current_database() LIKE 'test_%'").fetchone() == (True,)
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
