"""What a tool returned, in a line for people: `there are 2 desks: D-1, 90 EUR; …` instead of its JSON."""

import json
from typing import Any

from smurfs_graph.offline.sentences import say

_MAX_CHARS = 20_000
"""Characters of JSON that are read; longer ones are shown as they are."""


def in_plain_words(text: str, asked: str) -> str:
    """Return JSON data in words, without the values that the call's arguments said already; other text as it is."""
    if not text.startswith(("{", "[")) or len(text) > _MAX_CHARS:
        return text
    try:
        data: Any = json.loads(text)
        said = say(data, asked)
    except (ValueError, RecursionError):
        return text
    return said.replace(":\n- ", ": ").replace("\n- ", "; ") if data else text
