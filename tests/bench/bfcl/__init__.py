"""BFCL: its process, functions, plays and suite."""
