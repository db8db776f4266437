"""Where the real data is, which the repository does not hold: `$SMURFS_DATA`, or the folder `shared/data` beside it."""

import os
from pathlib import Path

REAL_DATA = Path(os.environ.get("SMURFS_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
WHERE = "SMURFS_DATA names the folder of the real data"
"""Ends the reason of a skipped test."""
