"""A real PostgreSQL server for tests."""
