"""Requests, tools and gold answers with which docs/evidence.md was measured."""
