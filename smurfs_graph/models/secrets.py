"""Keys kept out of messages: some servers repeat the key that they refuse."""

import os
import re

_NAMED = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)S?$")
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|gsk|xai)-[A-Za-z0-9_*-]{6,}|\bAIza[A-Za-z0-9_-]{20,}|(?<=Bearer )[^\s\"']{6,}")
_SHORTEST = 6
MASK = "[key]"


def masked(text: str) -> str:
    """The text without the values of environment variables that hold secrets, and without what looks like a key."""
    values = {value for name, value in os.environ.items() if _NAMED.search(name) and len(value) >= _SHORTEST}
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, MASK)
    return _KEY_LIKE.sub(MASK, text)
