"""Read `words.json`: what numbers, units, months, countries and ordinary things are called in several languages."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def word_lists() -> dict[str, Any]:
    """Return the lists by what they are for."""
    return json.loads(files("smurfs_graph.grounding").joinpath("words.json").read_text("utf-8"))
