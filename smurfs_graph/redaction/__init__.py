"""Secrets kept out of what leaves a run."""
