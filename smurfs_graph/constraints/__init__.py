"""Constraints as data (docs/choices.md; PMC definitions 4.1 and 4.2): typed forms, quantities, checks, choices."""
