"""Durability: a user's data and calls are not lost, not repeated, not interleaved, not leaked."""
