"""Event loops, threads and gates. Imports nothing of this library."""
