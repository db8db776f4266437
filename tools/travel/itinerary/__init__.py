"""Trips as in TravelPlanner: candidates from a travel database, and the best itinerary of all."""

from .candidates import MissingDataError, TripCandidates, gather
from .itinerary import Itinerary, ItineraryDay
from .request import Trip
from .solve import Infeasible, Planned, Undecided, plan_among
from .vocabulary import Vocabulary

__all__ = [
    "Infeasible",
    "Itinerary",
    "ItineraryDay",
    "MissingDataError",
    "Planned",
    "Trip",
    "TripCandidates",
    "Undecided",
    "Vocabulary",
    "gather",
    "plan_among",
]
