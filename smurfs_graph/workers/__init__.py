"""Runs as jobs of a queue, for several workers on one PostgreSQL database. Needs the extra `workers`."""
