"""TravelPlanner with PMC's hint."""

from functools import partial

from .travelplanner import HintedTravelPlanner
from .travelplanner import load as _load

load = partial(_load, kind=HintedTravelPlanner)
