"""Guided steps: code reads what a request names, and leaves to a small model only what code cannot tell."""
