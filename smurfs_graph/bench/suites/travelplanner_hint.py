"""TravelPlanner with PMC's hint."""

from .travelplanner import HintedTravelPlanner

load = HintedTravelPlanner
