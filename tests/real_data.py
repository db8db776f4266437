"""Real data, which the repository does not hold: `$SMURFS_DATA`, or the folder `shared/data` beside it."""

import os
from functools import cache
from pathlib import Path

import pytest

from smurfs_graph.bench.travelplanner.sandbox import Sandbox
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.planner_csv import load_directory

REAL_DATA = Path(os.environ.get("SMURFS_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
WHERE = "SMURFS_DATA names the folder of the real data"
"""Ends the reason of a skipped test."""
TRAVELPLANNER = REAL_DATA / "travelplanner"
needs_travelplanner = pytest.mark.skipif(not TRAVELPLANNER.is_dir(), reason=f"no TravelPlanner files; {WHERE}")


@cache
def travel_database() -> TravelDatabase:
    """TravelPlanner's, read once."""
    return load_directory(TRAVELPLANNER)


@cache
def travel_sandbox() -> Sandbox:
    """Return the travel data as a sandbox to judge plans in."""
    return Sandbox.from_database(travel_database())
