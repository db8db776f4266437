"""Trips: the stand-in fills a trip's typed request by the patterns that live beside the travel tools."""

from typing import Any

TITLE = "TripRequest"
"""Of the JSON schema that it knows how to fill."""


def fill(query: str) -> dict[str, Any] | None:
    """The typed request as the words of the query have it; None where the query is empty."""
    from smurfs_graph.tools.travel.reader import fill as read  # only who plans trips pays for its patterns

    return read(query) if query.strip() else None
