"""Commonsense rule `transportation`: there is a way out on day 1, and nobody leaves their own car behind."""

from collections.abc import Iterator

from smurfs_graph.tools.travel.prices import TransportMode

from .trip import Trip
from .verdict import Reason


def transportation(trip: Trip) -> Iterator[Reason]:
    """Self-driving goes with neither flights nor taxis."""
    if trip.reading.entry(trip.plan[0], "transportation", crashes=True) is None:
        yield Reason("day 1 has no transportation", 1, "transportation")
    used: set[TransportMode] = set()
    for _, day in trip.days():
        text = trip.reading.entry(day, "transportation")
        if text is not None:
            used |= trip.reading.means(text)
    if "self-driving" in used and len(used) > 1:
        others = " and ".join(sorted(used - {"self-driving"}))
        yield Reason(f"the trip mixes self-driving with {others}")
