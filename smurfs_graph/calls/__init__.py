"""Calls of tools: decided about, and made as it was decided."""
