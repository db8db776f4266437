"""Trips as in TravelPlanner: a request in words, candidates from a travel database, and the best itinerary of all."""

from .candidates import Candidates, MissingDataError, gather
from .itinerary import Itinerary, ItineraryDay
from .parse import parse
from .request import IncompleteRequestError, TripDraft, TripRequest
from .solve import Infeasible, Planned, Undecided, plan_trip
from .vocabulary import Vocabulary

__all__ = [
    "Candidates",
    "IncompleteRequestError",
    "Infeasible",
    "Itinerary",
    "ItineraryDay",
    "MissingDataError",
    "Planned",
    "TripDraft",
    "TripRequest",
    "Undecided",
    "Vocabulary",
    "gather",
    "parse",
    "plan_trip",
]
