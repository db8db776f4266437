"""Traces: what leaves a run, where to, and what does not."""
