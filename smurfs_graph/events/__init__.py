"""The vocabulary of what happens in a run, and a run as its events tell it."""
